//! Optimal reciprocal collision avoidance (van den Berg, Guy, Lin and Manocha 2011).
//!
//! Two walkers that would meet within the horizon each take half of the change of velocity that avoids it: for each of
//! them that leaves a half-plane of permitted velocities. Walls leave half-planes that a standing walker always
//! satisfies. The velocity nearest to the wish that all permit is a linear program in two dimensions; in a crowd so
//! dense that there is none, the largest violation is made as small as possible, walls kept.

mod planes;
mod program;

use crate::steer::{Around, Steering, each_slot};
use planes::Planes;
use wayfront_geometry::Point;

/// Steering by half-planes of permitted velocities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Orca {
    /// How many others a walker heeds at most: the nearest.
    pub neighbours: usize,
    /// How far it looks for others, in metres, from centre to centre.
    pub distance: f64,
    /// How far ahead it avoids others, in seconds.
    pub horizon: f64,
    /// How far ahead it avoids walls, in seconds.
    pub wall_horizon: f64,
    /// The most it walks, in multiples of its preferred speed.
    pub haste: f64,
}

impl Default for Orca {
    /// For people, in metres and seconds.
    fn default() -> Self {
        Self { neighbours: 10, distance: 5.0, horizon: 2.0, wall_horizon: 0.5, haste: 1.3 }
    }
}

impl Steering for Orca {
    fn reach(&self) -> f64 {
        self.distance
    }

    fn steer(&self, around: &Around<'_>, next: &mut [Point]) {
        each_slot(next, Planes::default, |slot, planes| self.velocity(around, slot, planes));
    }
}

impl Orca {
    fn velocity(&self, around: &Around<'_>, slot: usize, planes: &mut Planes) -> Point {
        let flock = around.flock;
        let most = flock.speed()[slot] * self.haste;
        planes.gather(self, around, slot);
        program::nearest_permitted(planes.all(), planes.walls(), flock.wish()[slot], most)
    }
}
