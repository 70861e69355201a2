//! The trajectories of agents, as fine as a picture shows them.

use crate::Simulation;
use wayfront_geometry::Point;

/// Where one agent has been so far.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trajectory {
    /// Its group.
    pub group: usize,
    /// Where it was, in turn.
    pub points: Vec<Point>,
    /// How fast it was there, as a share of the speed that it prefers.
    pub pace: Vec<f32>,
}

/// The trajectories of all agents, by their number. Memory grows with the lengths of trajectories, not with time.
#[derive(Clone, Debug)]
pub struct Trajectories {
    grain: f64,
    trajectories: Vec<Trajectory>,
}

impl Trajectories {
    /// Points of a trajectory are `grain` apart, or more.
    #[must_use]
    pub const fn new(grain: f64) -> Self {
        Self { grain, trajectories: Vec::new() }
    }

    /// Looks at the run: before its first step, and after each.
    pub fn look(&mut self, run: &Simulation) {
        let agents = run.agents();
        for (slot, &at) in agents.position().iter().enumerate() {
            let id = agents.id()[slot] as usize;
            if id >= self.trajectories.len() {
                self.trajectories.resize(id + 1, Trajectory::default());
            }
            let trajectory = &mut self.trajectories[id];
            if trajectory.points.last().is_none_or(|last| last.distance(at) >= self.grain) {
                trajectory.group = run.group(slot);
                trajectory.points.push(at);
                trajectory.pace.push((agents.velocity()[slot].length() / agents.speed()[slot]) as f32);
            }
        }
    }

    /// The trajectories, by the agents' numbers.
    #[must_use]
    pub fn all(&self) -> &[Trajectory] {
        &self.trajectories
    }
}
