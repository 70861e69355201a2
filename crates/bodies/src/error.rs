//! Why there is no map.

use thiserror::Error;
use wayfront_geometry::Point;
use wayfront_pathmap::{PathMapError, SourceError, TermsError};
use wayfront_world::{BarrierCost, Rejected};

/// Why a scene has no map for a radius.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum MapError {
    /// Something in the scene is not where it should be.
    #[error(transparent)]
    Scene(#[from] Rejected),
    /// The sources are at fault.
    #[error(transparent)]
    Sources(#[from] SourceError),
    /// The weights or the prices of gates are at fault.
    #[error(transparent)]
    Terms(#[from] TermsError),
    /// The radius is negative, infinite or not a number.
    #[error("the radius is {0}")]
    Radius(f64),
    /// Speeds that change at corners are for points.
    #[error("weights do not count with a radius")]
    Weights,
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

impl From<PathMapError> for MapError {
    fn from(error: PathMapError) -> Self {
        match error {
            PathMapError::Sources(error) => error.into(),
            PathMapError::Terms(error) => error.into(),
        }
    }
}

impl MapError {
    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> String {
        match self {
            Self::Scene(rejected) => rejected.advice(),
            Self::Sources(error) => error.advice(),
            Self::Terms(error) => error.advice(),
            Self::Radius(_) => "give a radius of 0 or more".to_owned(),
            Self::Weights => "leave them out, or take a radius of 0".to_owned(),
            Self::NarrowSource { radius, .. } => {
                format!("make it {} wide or more, or take a smaller radius", 2.0 * radius)
            }
            Self::LooseBarrier { .. } => "let it end at an outline or a wall".to_owned(),
            Self::BadBarrier { .. } => "give a delay of 0 or more, or a factor of 1 or more".to_owned(),
            Self::BarriersForPoints => "take the map of the scene, or a radius above 0".to_owned(),
            Self::NoRoom { .. } => "take a smaller radius, or move the source".to_owned(),
        }
    }
}
