//! What everything that can guide an agent answers.

use thiserror::Error;
use wayfront_geometry::Point;

/// Why there is no path from a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoPath {
    /// The point is in an obstacle or outside the world.
    #[error("the point is blocked")]
    Blocked,
    /// The point is free, but no source can be reached from it.
    #[error("no source can be reached from the point")]
    Unreachable,
}

impl NoPath {
    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> String {
        match self {
            Self::Blocked => "ask for a free point: `Domain::nearest_free` gives the nearest",
            Self::Unreachable => "open a door, or put a source into the same part of the free space",
        }
        .to_owned()
    }
}

/// Guides agents: path maps, flow maps and potential fields do, and whatever a user writes.
pub trait Guide {
    /// What is left to pay from `p`.
    ///
    /// # Errors
    /// If there is no path from `p`.
    fn cost(&self, p: Point) -> Result<f64, NoPath>;

    /// The point to go to now, in a straight line.
    ///
    /// # Errors
    /// If there is no path from `p`.
    fn aim(&self, p: Point) -> Result<Point, NoPath>;

    /// The whole route, from `p` to its end.
    ///
    /// # Errors
    /// If there is no path from `p`.
    fn route(&self, p: Point) -> Result<Vec<Point>, NoPath>;
}
