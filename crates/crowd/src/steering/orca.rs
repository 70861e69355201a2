//! Optimal reciprocal collision avoidance (van den Berg, Guy, Lin and Manocha 2011).
//!
//! Two agents that would meet within the horizon each take half of the change of velocity that avoids it: for each of
//! them that leaves a half-plane of permitted velocities. Walls leave half-planes that a standing agent always
//! satisfies. The velocity nearest to the wish that all permit is a linear program in two dimensions; in a crowd so
//! dense that there is none, the largest violation is made as small as possible, walls kept.
//!
//! Deviations from the paper: an agent whose wish is not permitted leans a little to its right, each by an angle of its
//! own, and lets others go first ([`courtesy`]), so that symmetric meetings and arches at doors resolve; an agent alone
//! goes straight. And nobody uses more than half of the gap to another in a step, whatever the other does: discs do not
//! overlap, at any density. Velocities are computed in `f32`, four at a time; positions stay `f64`, so that a far origin
//! costs nothing.

mod courtesy;
mod planes;
mod program;

use super::model::{SteeringModel, Surroundings, each_rank};
use crate::neighbours::Nearest;
use courtesy::{Company, Courtesy, Headings};
use planes::{Planes, Traits};
use program::{Program, Velocity};
use wayfront_geometry::Point;

/// Steering by half-planes of permitted velocities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Orca {
    /// How many others an agent heeds at most: the nearest.
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
        Self { neighbours: 12, distance: 5.0, horizon: 1.0, wall_horizon: 0.2, haste: 1.3 }
    }
}

/// Room for the thoughts of one agent.
#[derive(Default)]
struct Scratch {
    nearest: Nearest,
    planes: Planes,
    program: Program,
    courtesy: Courtesy,
}

impl SteeringModel for Orca {
    fn reach(&self) -> f64 {
        self.distance
    }

    fn steer(&self, around: &Surroundings<'_>, next: &mut [Point]) {
        let traits = Traits { inverse_horizon: (1.0 / self.horizon) as f32, inverse_step: (1.0 / around.step) as f32 };
        let headings = Headings::of(around);
        each_rank(around, next, Scratch::default, |rank, scratch| {
            self.velocity(around, &headings, traits, rank, scratch)
        });
    }
}

impl Orca {
    fn velocity(
        &self,
        around: &Surroundings<'_>,
        headings: &Headings,
        traits: Traits,
        rank: usize,
        scratch: &mut Scratch,
    ) -> Point {
        let Scratch { nearest, planes, program, courtesy } = scratch;
        let (agents, slot) = (around.agents, around.near.seen()[rank].slot as usize);
        let most = agents.speed()[slot] * self.haste;
        planes.clear();
        courtesy.clear();
        planes.add_walls(around, rank, self.wall_horizon, most);
        nearest.look(around.near, agents, rank, self.neighbours, self.distance);
        planes.add_others(around, traits, rank, nearest);
        let wish = agents.wish()[slot];
        let mut velocity = Velocity { x: wish.x as f32, y: wish.y as f32 }.shortened_to(most as f32);
        if !planes.all().permit(velocity) {
            let company = Company { around, headings, rank, others: nearest.found(), planes };
            let instead = courtesy.instead(&company).shortened_to(most as f32);
            let found = program.nearest_permitted(planes.all(), planes.walls(), instead, most as f32);
            velocity = found.unwrap_or_else(|least_bad| least_bad);
        }
        if !courtesy.permits(velocity, around.step) || !planes.permit_for_a_step(velocity, around.step as f32) {
            planes.keep_gaps(|nth| courtesy.nearness(nth), around.step as f32);
            let cut = program.nearest_permitted(planes.all(), planes.all().len(), velocity, most as f32);
            velocity = cut.unwrap_or_default();
        }
        Point::new(f64::from(velocity.x), f64::from(velocity.y))
    }
}
