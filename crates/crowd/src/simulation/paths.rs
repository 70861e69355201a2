//! What everybody knows of its path: the next point, and what is left.
//!
//! A path map that somebody asks leads it straight to a point. As long as it has moved by little of the distance to that
//! point, it still walks there, and what is left has shrunk by what it came nearer. So people ask anew when they have
//! moved by a share of that distance, and after a moment in any case: somebody may have pushed them to where the point is
//! not seen.
//!
//! Cost: four questions a second for each agent that moves, more of them around corners, and none where it stands.

use super::doors::Choice;
use super::{AgentState, Simulation, State};
use rayon::prelude::*;
use wayfront_geometry::Point;

/// The share of the path to the next point by which somebody moves before it asks anew.
const SHARE: f64 = 0.1;
/// Seconds after which it does so in any case: as long as people take to notice anything.
const MOMENT: f64 = 0.25;
/// Agents that one task asks for.
const CHUNK: usize = 64;

/// The answer of a map to one agent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Path {
    /// Which target it had, and what it had chosen.
    bound: (u32, Choice),
    /// Where it was, and when.
    at: Point,
    since: f64,
    /// The next point of its path from there.
    pub aim: Point,
    /// What was left.
    left: f64,
}

impl Path {
    /// It still leads the agent that asked.
    fn holds(&self, mind: &AgentState, p: Point, now: f64) -> bool {
        let is_near = || self.at.distance(p) <= SHARE * self.at.distance(self.aim);
        self.bound == (mind.target, mind.choice) && (self.at == p || now < self.since + MOMENT && is_near())
    }

    /// What is left from `p`, which is near.
    pub fn left(&self, p: Point) -> f64 {
        self.left + self.aim.distance(p) - self.aim.distance(self.at)
    }
}

impl Simulation {
    /// Has those ask their path map who have come far enough since they did.
    pub(super) fn ask_paths(&mut self) {
        let mut minds = std::mem::take(&mut self.minds);
        let (this, now) = (&*self, self.time());
        minds.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, minds)| {
            for (k, mind) in minds.iter_mut().enumerate() {
                let p = this.agents.position()[chunk * CHUNK + k];
                if !mind.path.is_some_and(|path| path.holds(mind, p, now)) {
                    mind.path = this.path_of(mind, p);
                }
            }
        });
        self.minds = minds;
    }

    /// What its path map tells somebody; `None` where no path map leads it, or has no answer.
    fn path_of(&self, mind: &AgentState, p: Point) -> Option<Path> {
        if mind.state != State::Walks {
            return None;
        }
        let (lead, routes) = self.routes_of(mind)?;
        let answer = self.map_of(mind, lead, routes).answer(p).ok()?;
        let (aim, left) = (answer.aim, answer.cost);
        Some(Path { bound: (mind.target, mind.choice), at: p, since: self.time(), aim, left })
    }
}
