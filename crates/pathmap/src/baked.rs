//! Maps as files, so that levels are baked once and loaded without reading a scene and without a triangulation.
//!
//! A file holds the finished [`Domain`], the sources in their exact places, the speed changes and the prices of gates.
//! Windows are not part of it: one propagation makes them again, bit for bit, in a third of the time that a triangulation
//! takes, and nothing that a file says can make a map wrong. Loading checks the file's check sum, every index and every
//! invariant of the domain, and the sources and terms as any build does.

use crate::map::{PathMap, PathMapError};
use crate::terms::{Price, Terms};
use std::sync::Arc;
use thiserror::Error;
use wayfront_domain::{BakedError, Domain, Scene, bake, unbake};
use wayfront_geometry::Point;
use wayfront_world::{Shape, Source, Weight};

const KIND: &str = "path map";
const VERSION: u32 = 2;

/// A source's points and offset.
type BakedSource = (Vec<Point>, f64);

/// Why a baked map cannot be loaded.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum BakedMapError {
    /// The file is not what it should be, or the domain in it is none.
    #[error(transparent)]
    Baked(#[from] BakedError),
    /// The sources or terms in it do not fit the domain.
    #[error("the file is whole, but no map: {0}")]
    Map(#[from] PathMapError),
}

impl BakedMapError {
    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> String {
        match self {
            Self::Baked(error) => error.advice(),
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
        let Terms { weights, prices } = Terms::of_world(scene.world(), scene.weights());
        let sources: Vec<BakedSource> =
            scene.sources().iter().map(|source| (source.shape.points().to_vec(), source.offset)).collect();
        let weights: Vec<(Point, f64)> = weights.iter().map(|weight| (weight.corner, weight.weight)).collect();
        bake(KIND, VERSION, &(sources, weights, prices), &scene.domain().to_bytes())
    }

    /// The map that [`Self::bake`] wrote: the same answers, bit for bit.
    ///
    /// # Errors
    /// If the bytes are those of something else, of another version, damaged, or no map.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BakedMapError> {
        type Content = (Vec<BakedSource>, Vec<(Point, f64)>, Vec<Price>);
        let ((sources, weights, prices), domain) = unbake::<Content>(bytes, KIND, VERSION)?;
        let source = |(points, offset)| Some(Source::of(shape(points)?).with_offset(offset));
        let sources: Option<Vec<Source>> = sources.into_iter().map(source).collect();
        let weights = weights.into_iter().map(|(corner, weight)| Weight::new(corner, weight)).collect();
        let (domain, terms) = (Domain::from_bytes(domain)?, Terms { weights, prices });
        Ok(Self::on_terms(Arc::new(domain), &sources.ok_or(BakedError::Length)?, &terms)?)
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
