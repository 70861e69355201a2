//! Path maps for discs: from everywhere to the nearest source, for bodies of one radius.
//!
//! The wave of `discs` runs from all sources until nothing is left; its arrivals are the generators, a corner and the hand
//! on which the disc has it. Nothing is built for a radius but the map itself. A radius of 0 is a [`PathMap`], bit for bit.

mod answers;
mod placing;
mod widest;

pub use answers::Bend;

use crate::discs::{DiscField, DiscMapWork, Tolls};
use placing::{Placed, place};
use std::sync::Arc;
use thiserror::Error;
use wayfront_domain::{Domain, Openings};
use wayfront_geometry::Point;
use wayfront_pathmap::PathMap;
use wayfront_pathmap::SourceError;
use wayfront_world::{Barrier, BarrierCost, Source};

/// Exact shortest ways of discs from everywhere to the nearest source.
///
/// ```
/// use std::sync::Arc;
/// use wayfront_domain::{Domain, Guide};
/// use wayfront_geometry::Point;
/// use wayfront_bodies::DiscMap;
/// use wayfront_world::{Barrier, BarrierCost, Source};
///
/// let world = wayfront_world::builtin("profiling0").unwrap();
/// let domain = Arc::new(Domain::without_doors(&world).unwrap());
/// let map = DiscMap::new(domain, &[Source::point((17.0, 30.0))], 3.0).unwrap();
/// // Around the corner (20, 40) of a square: two tangents and a quarter of a circle.
/// let cost = map.cost(Point::new(30.0, 43.0)).unwrap();
/// assert!((cost - (20.0 + 3.0 * std::f64::consts::FRAC_PI_2)).abs() < 1e-9);
/// ```
#[derive(Debug)]
pub struct DiscMap {
    domain: Arc<Domain>,
    radius: f64,
    kind: Kind,
    placed: Placed,
    work: DiscMapWork,
}

/// What a map for discs takes into account besides lengths.
#[derive(Clone, Copy, Debug, Default)]
pub struct DiscTerms<'a> {
    /// Lines that are paid for whenever the centre of a disc crosses them. Behind one with a factor a segment is met
    /// straight across or at its ends, whichever is cheaper: what is cheaper still between them is not looked for.
    pub barriers: &'a [Barrier],
    /// Parts of outlines that are in nobody's way, besides sources: other exits, through which bodies may lean out.
    pub openings: &'a [[Point; 2]],
}

#[derive(Debug)]
enum Kind {
    /// Without a radius.
    Points(Box<PathMap>),
    Discs(Box<DiscField>),
}

/// Where a source is met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SourcePlace {
    /// Which source.
    pub source: usize,
    /// Where it was given.
    pub given: Point,
    /// Where the centre of the disc is when it is there: as near as it gets, if it has no room at the source.
    pub at: Point,
}

/// Why there is no map for a radius.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum DiscMapError {
    /// The radius is negative, infinite or not a number.
    #[error("the radius is {0}")]
    Radius(f64),
    /// The sources are at fault.
    #[error(transparent)]
    Sources(#[from] SourceError),
    /// A segment has no room for the disc anywhere: a door that is too narrow.
    #[error("source {index}, {width} wide from {from} to {to}, has no room for a radius of {radius}")]
    NarrowSource {
        /// Which source.
        index: usize,
        /// Its first end.
        from: Point,
        /// Its last end.
        to: Point,
        /// How far these are apart.
        width: f64,
        /// The radius that was asked for.
        radius: f64,
    },
    /// A barrier leaves room to pass beside it.
    #[error("barrier {index} ends at {end}, where a disc of radius {radius} has room to pass beside it")]
    LooseBarrier {
        /// Which barrier.
        index: usize,
        /// Its end.
        end: Point,
        /// The radius that was asked for.
        radius: f64,
    },
    /// A barrier costs less than nothing, or no number.
    #[error("barrier {index} costs {cost:?}, which is neither a delay of 0 or more nor a factor of 1 or more")]
    BadBarrier {
        /// Which barrier.
        index: usize,
        /// What crossing it should cost.
        cost: BarrierCost,
    },
    /// Points pass barriers by the gates of a domain.
    #[error("barriers without a radius: a path map of the scene has them as gates of its domain")]
    BarriersForPoints,
    /// No place near a source has room.
    #[error("no place near source {index} at {at} has room for a radius of {radius}")]
    NoRoom {
        /// Which source.
        index: usize,
        /// Where it is.
        at: Point,
        /// The radius that was asked for.
        radius: f64,
    },
}

impl DiscMapError {
    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> String {
        match self {
            Self::Radius(_) => "give a radius of 0 or more".to_owned(),
            Self::Sources(error) => error.advice(),
            Self::NarrowSource { radius, .. } => {
                format!("make it {} wide or more, or take a smaller radius", 2.0 * radius)
            }
            Self::LooseBarrier { .. } => "let it end at an outline or a wall".to_owned(),
            Self::BadBarrier { .. } => "give a delay of 0 or more, or a factor of 1 or more".to_owned(),
            Self::BarriersForPoints => "take a path map of the scene, or a radius above 0".to_owned(),
            Self::NoRoom { .. } => "take a smaller radius, or move the source".to_owned(),
        }
    }
}

impl DiscMap {
    /// Builds the map of some sources for a radius. Gates of the domain are closed. A source without room for the disc is
    /// met as near as the disc gets: [`Self::places`] says where.
    ///
    /// # Errors
    /// When the radius is not one, there are no sources, or one of them is not in the free space.
    pub fn new(domain: Arc<Domain>, sources: &[Source], radius: f64) -> Result<Self, DiscMapError> {
        Self::on_terms(domain, sources, DiscTerms::default(), radius)
    }

    /// The same on other terms. Barriers go from solid to solid, or end where no disc of this radius can pass beside them;
    /// they are no gates of the domain.
    ///
    /// # Errors
    /// As [`Self::new`], and when a barrier can be walked around, or there are barriers and the radius is 0.
    pub fn on_terms(
        domain: Arc<Domain>,
        sources: &[Source],
        terms: DiscTerms,
        radius: f64,
    ) -> Result<Self, DiscMapError> {
        let kind = Kind::Discs(Box::default());
        let mut map = Self { domain, radius, kind, placed: Placed::default(), work: DiscMapWork::default() };
        map.rebuild_on_terms(sources, terms, radius)?;
        Ok(map)
    }

    /// The map of another domain, in the memory of this one. After an error it is to be dropped.
    ///
    /// # Errors
    /// As [`Self::on_terms`].
    pub fn rebuild_in(
        &mut self,
        domain: Arc<Domain>,
        sources: &[Source],
        terms: DiscTerms,
        radius: f64,
    ) -> Result<(), DiscMapError> {
        if !Arc::ptr_eq(&self.domain, &domain) {
            self.work = DiscMapWork::default();
        }
        self.domain = domain;
        self.rebuild_on_terms(sources, terms, radius)
    }

    /// Builds the map of other sources or another radius, in the memory of this one. After an error it is to be dropped.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn rebuild(&mut self, sources: &[Source], radius: f64) -> Result<(), DiscMapError> {
        self.rebuild_on_terms(sources, DiscTerms::default(), radius)
    }

    /// The same on other terms.
    ///
    /// # Errors
    /// As [`Self::on_terms`].
    pub fn rebuild_on_terms(&mut self, sources: &[Source], terms: DiscTerms, radius: f64) -> Result<(), DiscMapError> {
        if !(radius >= 0.0 && radius.is_finite()) {
            return Err(DiscMapError::Radius(radius));
        }
        self.radius = radius;
        let tolls = tolls(&self.domain, terms.barriers, radius)?;
        if radius == 0.0 {
            self.kind = Kind::Points(Box::new(PathMap::new(self.domain.clone(), sources)?));
            let points = sources.iter().enumerate().flat_map(|(k, s)| s.shape.points().iter().map(move |&p| (k, p)));
            let places = points.map(|(source, at)| SourcePlace { source, given: at, at }).collect();
            self.placed = Placed { places, ..Placed::default() };
            return Ok(());
        }
        if matches!(self.kind, Kind::Points(_)) {
            self.kind = Kind::Discs(Box::default());
        }
        self.placed = place(&self.domain, sources, terms.openings, &tolls, radius)?;
        if let Kind::Discs(field) = &mut self.kind {
            let Placed { openings, starts, .. } = &self.placed;
            self.work.fill(&self.domain, (openings, &tolls), starts, radius, field);
        }
        Ok(())
    }

    /// The free space it is a map of.
    #[must_use]
    pub fn domain(&self) -> &Arc<Domain> {
        &self.domain
    }

    /// The radius of the discs.
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// The parts of outlines that are in nobody's way: sources that lie on them.
    #[must_use]
    pub fn openings(&self) -> &Openings {
        &self.placed.openings
    }

    /// Where sources are met: the places of points, and the ends of those parts of segments at which the disc has room.
    #[must_use]
    pub fn places(&self) -> &[SourcePlace] {
        &self.placed.places
    }
}

/// Barriers as lines that are paid for.
fn tolls(domain: &Domain, barriers: &[Barrier], radius: f64) -> Result<Tolls, DiscMapError> {
    if radius == 0.0 && !barriers.is_empty() {
        return Err(DiscMapError::BarriersForPoints);
    }
    for (index, Barrier { segment, cost, .. }) in barriers.iter().enumerate() {
        let is_sound = match *cost {
            BarrierCost::Delay(delay) => delay >= 0.0 && delay.is_finite(),
            BarrierCost::Weight(factor) => factor >= 1.0 && factor.is_finite(),
        };
        if !is_sound {
            return Err(DiscMapError::BadBarrier { index, cost: *cost });
        }
        if let Some(&end) = segment.iter().find(|&&end| domain.has_room(end, radius)) {
            return Err(DiscMapError::LooseBarrier { index, end, radius });
        }
    }
    let mut tolls = Tolls::default();
    tolls.set(barriers);
    Ok(tolls)
}
