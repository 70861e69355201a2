//! Maps as files, so that levels are baked once and loaded without reading a scene and without a triangulation.
//!
//! A file holds the finished [`Domain`], the sources in their exact places, the speed changes and the prices of gates.
//! Windows are not part of it: one propagation makes them again, bit for bit, in a third of the time that a triangulation
//! takes, and nothing that a file says can make a map wrong. Loading checks the file's check sum, every index and every
//! invariant of the domain, and the sources and terms as any build does.

use crate::map::{PathMap, PathMapError};
use crate::of_scene::terms;
use crate::terms::{Price, Terms};
use std::sync::Arc;
use thiserror::Error;
use wayfront_domain::{BakedError, Domain, Scene};
use wayfront_geometry::{BytesError, BytesReader, BytesWriter, Point};
use wayfront_world::{Shape, Source, Weight};

const KIND: &str = "path map";
const VERSION: u32 = 1;

/// Why a baked map cannot be loaded.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum BakedMapError {
    /// The file is not what it should be.
    #[error(transparent)]
    Bytes(#[from] BytesError),
    /// The domain in it is none.
    #[error(transparent)]
    Domain(#[from] BakedError),
    /// The sources or terms in it do not fit the domain.
    #[error("the file is whole, but no map: {0}")]
    Map(#[from] PathMapError),
}

impl BakedMapError {
    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> String {
        match self {
            Self::Bytes(error) => error.advice(),
            Self::Domain(error) => error.advice(),
            Self::Map(_) => "bake it again from the scene".into(),
        }
    }
}

impl PathMap {
    /// The map of a scene as bytes for a file: see [`Self::from_bytes`].
    ///
    /// ```
    /// use wayfront_domain::{Guide, Scene};
    /// use wayfront_pathmap::PathMap;
    ///
    /// let office = Scene::open("office")?;
    /// let baked = PathMap::bake(&office); // at home
    /// let map = PathMap::from_bytes(&baked)?; // in the game
    /// assert_eq!(map.cost((3.0, 2.0).into()), PathMap::of(&office)?.cost((3.0, 2.0).into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn bake(scene: &Scene) -> Vec<u8> {
        let mut out = BytesWriter::new(KIND, VERSION);
        let Terms { weights, prices } = terms(scene);
        out.list(scene.sources(), |out, source| {
            out.list(source.shape.points(), |out, &p| out.point(p));
            out.real(source.offset);
        });
        out.list(&weights, |out, weight| {
            out.point(weight.corner);
            out.real(weight.weight);
        });
        out.list(&prices, |out, price| {
            let (kind, value) = match *price {
                Price::Open => (0, 0.0),
                Price::Closed => (1, 0.0),
                Price::Delay(delay) => (2, delay),
                Price::Factor(factor) => (3, factor),
            };
            out.number(kind);
            out.real(value);
        });
        scene.domain().write_to(&mut out);
        out.finish()
    }

    /// The map that [`Self::bake`] wrote: the same answers, bit for bit.
    ///
    /// # Errors
    /// If the bytes are those of something else, of another version, damaged, or no map.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BakedMapError> {
        let mut file = BytesReader::new(bytes, KIND, VERSION)?;
        let sources = file.list(|file| {
            let points = file.list(BytesReader::point)?;
            let shape = shape(points).ok_or(BytesError::Length)?;
            Ok(Source::of(shape).with_offset(file.real()?))
        })?;
        let weights = file.list(|file| Ok(Weight::new(file.point()?, file.real()?)))?;
        let prices = file.list(|file| {
            let (kind, value) = (file.number()?, file.real()?);
            Ok(match kind {
                0 => Price::Open,
                1 => Price::Closed,
                2 => Price::Delay(value),
                _ => Price::Factor(value),
            })
        })?;
        let domain = Domain::read_from(&mut file)?;
        file.finish()?;
        Ok(Self::on_terms(Arc::new(domain), &sources, &Terms { weights, prices })?)
    }
}

fn shape(points: Vec<Point>) -> Option<Shape> {
    match *points {
        [] => None,
        [p] => Some(Shape::Point(p)),
        [a, b] => Some(Shape::Segment([a, b])),
        _ => Some(Shape::Polyline(points)),
    }
}
