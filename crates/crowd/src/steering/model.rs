//! What a steering model is: it sees the agents around, and turns wishes into velocities.

use crate::agents::Agents;
use crate::neighbours::Neighbours;
use crate::steering::sights::Sights;
use crate::walls::Walls;
use rayon::prelude::*;
use wayfront_geometry::Point;

/// Everything that a model may look at.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    /// The agents as they are.
    pub agents: &'a Agents,
    /// Which agents are near each other: rebuilt for this flock.
    pub near: &'a Neighbours,
    /// What no agent moves through.
    pub walls: &'a Walls,
    /// How long the step will take, in seconds.
    pub step: f64,
    /// Who sees whom, if that is known. Without it everybody is felt, also behind walls.
    pub sights: Option<Sights<'a>>,
}

impl Surroundings<'_> {
    /// A wall is known to be between two agents.
    #[inline]
    #[must_use]
    pub fn is_hidden(&self, slot: usize, other: usize) -> bool {
        self.sights.is_some_and(|sights| sights.is_hidden(slot, other))
    }
}

/// Turns wishes into velocities that respect the others and the walls.
pub trait SteeringModel: Send + Sync {
    /// How far it looks: what [`Neighbours`] and [`Walls`] should be made for.
    fn reach(&self) -> f64;

    /// How long an agent that has reached an exit stays in its opening, in multiples of the time in which it walks its own
    /// width: people behind an exit leave room only by and by. Such that an exit carries as much as a door.
    fn threshold(&self) -> f64 {
        1.0
    }

    /// Whether it gets those going again who have stood for long; else runs have them try other directions.
    fn loosens(&self) -> bool {
        false
    }

    /// Velocities for the next step, one for each slot.
    fn steer(&self, around: &Surroundings<'_>, next: &mut [Point]);
}

/// Agents that are steered by one task. Fixed, so that tasks do not depend on the number of threads.
const CHUNK: usize = 64;

/// Fills `next` on all threads. Agents are taken square by square, so that neighbours find the same agents in the
/// cache; `steer` is given an agent's rank in [`Neighbours`]. Every task has a scratch of its own.
pub fn each_rank<Scratch: Send>(
    around: &Surroundings<'_>,
    next: &mut [Point],
    scratch: impl Fn() -> Scratch + Sync + Send,
    steer: impl Fn(usize, &mut Scratch) -> Point + Sync + Send,
) {
    let mut steered = vec![Point::new(0.0, 0.0); around.near.len()];
    steered.par_chunks_mut(CHUNK).enumerate().for_each_init(scratch, |scratch, (chunk, steered)| {
        for (k, steered) in steered.iter_mut().enumerate() {
            *steered = steer(chunk * CHUNK + k, scratch);
        }
    });
    for (seen, &steered) in around.near.seen().iter().zip(&steered) {
        next[seen.slot as usize] = steered;
    }
}
