//! An agent on a harmonic field: where it is, where it looks, and what it prefers.

use crate::Bias;
use std::sync::Arc;
use wayfront_geometry::Point;

/// A bias that may change over time, in seconds.
pub type BiasOverTime = Arc<dyn Fn(f64) -> Bias + Send + Sync>;

/// An agent on its way down a field.
#[derive(Clone)]
pub struct FieldAgent {
    /// Where it is.
    pub position: Point,
    /// Where it looks: a vector of length 1.
    pub heading: Point,
    /// The most it walks in a second.
    pub speed: f64,
    /// Half its width.
    pub radius: f64,
    /// Which of the swarm's maps it follows.
    pub goal: usize,
    /// Its own pull; absent: none.
    pub bias: Option<BiasOverTime>,
}

impl std::fmt::Debug for FieldAgent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { position, heading, speed, radius, goal, .. } = self;
        let bias = self.bias.as_ref().map(|bias| bias(0.0));
        write!(f, "FieldAgent {{ {position} towards {heading}, {speed}, {radius}, goal {goal}, bias {bias:?} }}")
    }
}

impl FieldAgent {
    /// An agent of 0.25 m and 1.3 m/s at a place, bound for goal 0.
    #[must_use]
    pub fn at(position: impl Into<Point>) -> Self {
        let heading = Point::new(1.0, 0.0);
        Self { position: position.into(), heading, speed: 1.3, radius: 0.25, goal: 0, bias: None }
    }
}
