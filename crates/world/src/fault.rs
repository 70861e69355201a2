//! What can be wrong with a scene. Each fault carries its facts; its text says what is wrong, its advice what to do.

use crate::Place;
use std::fmt;
use thiserror::Error;
use wayfront_geometry::Point;

/// One thing that is wrong, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// Where it was described.
    pub place: Place,
    /// Index of the point within its ring or polyline, where one point is at fault.
    pub vertex: Option<u32>,
    /// Coordinates, where there are some.
    pub at: Option<Point>,
    /// What is wrong.
    pub fault: Fault,
}

/// What is wrong with a scene.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum Fault {
    /// A coordinate is NaN or infinite.
    #[error("a coordinate is not a finite number")]
    NotFinite,
    /// A coordinate is too large or too small for exact decisions.
    #[error("the coordinate {value:e} is outside the range 1e-50 to 1e50 in which decisions are exact")]
    OutOfRange {
        /// The coordinate.
        value: f64,
    },
    /// A ring has fewer than three different points.
    #[error("the ring has {found} different points; it needs three")]
    TooFewPoints {
        /// How many it has.
        found: usize,
    },
    /// Nothing in the scene has an extent.
    #[error("the scene describes no area to walk on")]
    Empty,
    /// Outlines cross more often than memory should be spent on.
    #[error("the outlines cross more than {most} times")]
    TooManyCrossings {
        /// The limit.
        most: usize,
    },
    /// A source is not in the free space.
    #[error("the source lies {distance} outside the free space")]
    SourceBlocked {
        /// How far away the free space is.
        distance: f64,
        /// The nearest free point.
        nearest: Option<Point>,
    },
    /// A weight is at no vertex.
    #[error("no vertex lies at the weight's corner; the nearest is {distance} away")]
    WeightOffCorner {
        /// How far away the nearest vertex is.
        distance: f64,
        /// That vertex.
        nearest: Option<Point>,
    },
    /// A barrier does not reach from obstacle to obstacle.
    #[error("the barrier does not close a corridor: this end is {distance} away from the nearest wall")]
    BarrierOpen {
        /// How far it misses.
        distance: f64,
        /// The nearest point of an outline.
        nearest: Option<Point>,
    },
    /// A barrier runs through an obstacle.
    #[error("the barrier runs through an obstacle")]
    BarrierBlocked,
    /// A flow chain does not lie on the boundary.
    #[error("the chain leaves the boundary by {distance}")]
    ChainOffBoundary {
        /// How far.
        distance: f64,
        /// The nearest point of the boundary.
        nearest: Option<Point>,
    },
}

impl Fault {
    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> String {
        match self {
            Self::NotFinite => "give both coordinates as ordinary numbers".into(),
            Self::OutOfRange { .. } => "choose another unit or origin for the whole scene".into(),
            Self::TooFewPoints { .. } => "add points, or describe a thin thing as a wall".into(),
            Self::Empty => "add world.boundary or an obstacle".into(),
            Self::TooManyCrossings { .. } => "look for outlines that were scaled or scrambled".into(),
            Self::SourceBlocked { nearest: Some(p), .. } => format!("move it to {p}, the nearest free point"),
            Self::SourceBlocked { nearest: None, .. } => "nothing in this scene is free: look at the obstacles".into(),
            Self::WeightOffCorner { nearest: Some(p), .. } => format!("put it at the vertex {p}"),
            Self::WeightOffCorner { nearest: None, .. } => {
                "put it at a vertex of an obstacle, a wall or the boundary".into()
            }
            Self::BarrierOpen { nearest: Some(p), .. } => format!("end it at {p}"),
            Self::BarrierOpen { nearest: None, .. } => "end it at an obstacle, a wall or the boundary".into(),
            Self::BarrierBlocked => "cut it into one barrier for each free piece".into(),
            Self::ChainOffBoundary { nearest: Some(p), .. } => format!("move that point to {p}"),
            Self::ChainOffBoundary { nearest: None, .. } => "let the chain run along the boundary".into(),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.place)?;
        if let Some(vertex) = self.vertex {
            write!(f, " point {vertex}")?;
        }
        if let Some(at) = self.at {
            write!(f, " at {at}")?;
        }
        write!(f, ": {}", self.fault)
    }
}
