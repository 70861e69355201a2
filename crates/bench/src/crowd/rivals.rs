//! Peers: `dodgy_2d`'s avoidance function over our neighbour grid. Its own simulator looks at all pairs, so it would not
//! be a fair rival.

use dodgy_2d::{Agent, AvoidanceOptions, Vec2};
use rayon::prelude::*;
use std::borrow::Cow;
use wayfront::Point;
use wayfront::crowd::{Around, Flock, Nearest, Orca, Steering};

/// Walkers of one task, as many as of ours.
const CHUNK: usize = 128;

/// `dodgy_2d` as a steering model, with the parameters of ours.
pub struct Dodgy(pub Orca);

impl Steering for Dodgy {
    fn reach(&self) -> f64 {
        self.0.reach()
    }

    fn steer(&self, around: &Around<'_>, next: &mut [Point]) {
        let agents: Vec<Agent> = (0..around.flock.len()).map(|slot| agent(around.flock, slot)).collect();
        let room = || (Nearest::default(), Vec::new());
        next.par_chunks_mut(CHUNK).enumerate().for_each_init(room, |(nearest, neighbours), (chunk, next)| {
            for (k, next) in next.iter_mut().enumerate() {
                let slot = chunk * CHUNK + k;
                let found = around.near.nearest(around.flock, slot, self.0.neighbours, self.0.distance, nearest);
                neighbours.clear();
                neighbours.extend(found.map(|other| Cow::Borrowed(&agents[other])));
                *next = self.velocity(around, &agents[slot], slot, neighbours);
            }
        });
    }
}

impl Dodgy {
    fn velocity(&self, around: &Around<'_>, agent: &Agent, slot: usize, neighbours: &[Cow<'_, Agent>]) -> Point {
        let options = AvoidanceOptions {
            obstacle_margin: agent.radius,
            time_horizon: self.0.horizon as f32,
            obstacle_time_horizon: self.0.wall_horizon as f32,
        };
        let most = (around.flock.speed()[slot] * self.0.haste) as f32;
        let wish = vector(around.flock.wish()[slot]);
        let velocity = agent.compute_avoiding_velocity(neighbours, &[], wish, most, around.step as f32, &options);
        Point::new(velocity.x.into(), velocity.y.into())
    }
}

fn agent(flock: &Flock, slot: usize) -> Agent {
    Agent {
        position: vector(flock.position()[slot]),
        velocity: vector(flock.velocity()[slot]),
        radius: flock.radius()[slot] as f32,
        avoidance_responsibility: 1.0,
    }
}

fn vector(p: Point) -> Vec2 {
    Vec2::new(p.x as f32, p.y as f32)
}
