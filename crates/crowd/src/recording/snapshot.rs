//! A moment of a run.

use super::QueueRecord;
use crate::Simulation;
use std::sync::Arc;
use wayfront_geometry::Point;
use wayfront_world::World;

/// An agent at a moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seen {
    /// Where it is.
    pub at: Point,
    /// Half its width.
    pub radius: f32,
    /// How fast it is, as a share of the speed that it prefers.
    pub pace: f32,
    /// It has not set off, or stays at a stop.
    pub waits: bool,
    /// Its group.
    pub group: u32,
}

/// Everybody at a moment, the queues that paths lead around, and the scene as it is then.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// When.
    pub time: f64,
    /// Everybody, sorted by number.
    pub walkers: Vec<Seen>,
    /// The queues as they are now.
    pub queues: Vec<QueueRecord>,
    /// How many have arrived.
    pub arrived: usize,
    /// The scene as it stands now.
    pub scene: Arc<World>,
}

impl Snapshot {
    /// The run as it is now.
    #[must_use]
    pub fn of(run: &Simulation) -> Self {
        let agents = run.agents();
        let mut slots: Vec<usize> = (0..agents.len()).collect();
        slots.sort_unstable_by_key(|&slot| agents.id()[slot]);
        let seen = |slot: usize| Seen {
            at: agents.position()[slot],
            radius: agents.radius()[slot] as f32,
            pace: (agents.velocity()[slot].length() / agents.speed()[slot]) as f32,
            waits: !run.is_walking(slot) && !run.is_leaving(slot),
            group: run.group(slot) as u32,
        };
        let queues = run.queues().iter().map(|queue| QueueRecord::of(queue, run.time())).collect();
        let walkers = slots.into_iter().map(seen).collect();
        Self { time: run.time(), walkers, queues, arrived: run.arrived(), scene: run.scene().clone() }
    }
}
