//! The ways that walkers took, as fine as a picture shows them.

use crate::Simulation;
use wayfront_geometry::Point;

/// The way of one walker so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trail {
    /// Its group.
    pub group: usize,
    /// Where it was, in turn.
    pub points: Vec<Point>,
    /// How fast it was there, as a share of the speed that it prefers.
    pub pace: Vec<f32>,
}

/// The ways of all walkers, by their number. Memory grows with the length of the ways, not with time.
#[derive(Clone, Debug)]
pub struct Trails {
    grain: f64,
    trails: Vec<Trail>,
}

impl Trails {
    /// Points of a way are `grain` apart, or more.
    #[must_use]
    pub const fn new(grain: f64) -> Self {
        Self { grain, trails: Vec::new() }
    }

    /// Looks at the run: before its first step, and after each.
    pub fn look(&mut self, run: &Simulation) {
        let flock = run.flock();
        for (slot, &at) in flock.position().iter().enumerate() {
            let id = flock.id()[slot] as usize;
            if id >= self.trails.len() {
                self.trails.resize(id + 1, Trail::default());
            }
            let trail = &mut self.trails[id];
            if trail.points.last().is_none_or(|last| last.distance(at) >= self.grain) {
                trail.group = run.group(slot);
                trail.points.push(at);
                trail.pace.push((flock.velocity()[slot].length() / flock.speed()[slot]) as f32);
            }
        }
    }

    /// The ways, by the walkers' numbers.
    #[must_use]
    pub fn all(&self) -> &[Trail] {
        &self.trails
    }
}
