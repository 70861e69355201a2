//! Agents arrive: at stops they wait, at goals they leave. Who is there is found on all threads; the few who are take
//! their turns one by one, so that the order of arrivals depends on nothing else.
//!
//! Whoever is a hundred metres from all exits has to walk a hundred metres before it is worth looking again: most agents
//! cost one comparison a step, however many exits there are.

use super::{AgentState, Simulation, State, Trip};
use crate::agents::traits::draw;
use crate::lead::nearest;
use crate::plan::{Arrival, GroupPlan};
use rayon::prelude::*;
use wayfront_geometry::{Point, winding_number};

/// What an agent does who is where it wanted to be.
enum Next {
    Waits { until: f64, spot: Point },
    SetsOff,
    Leaves,
}

/// The share of a way that somebody has to walk at least, rounding apart.
const SURELY: f64 = 1.0 - 1e-9;
/// Agents that one task looks at.
const CHUNK: usize = 256;

impl Simulation {
    pub(super) fn arrive(&mut self) {
        let mut there = std::mem::take(&mut self.there);
        there.resize(self.agents.len(), false);
        let now = self.time();
        let Self { minds, agents, crews, .. } = self;
        minds.par_chunks_mut(CHUNK).zip(there.par_chunks_mut(CHUNK)).enumerate().for_each(|(chunk, (minds, there))| {
            for (k, (mind, there)) in minds.iter_mut().zip(there).enumerate() {
                let slot = chunk * CHUNK + k;
                *there = mind.is_there(&crews[mind.crew as usize], agents.position()[slot], agents.radius()[slot], now);
            }
        });
        // From the last slot on: whoever takes the slot of one that leaves was looked at already.
        for slot in (0..self.agents.len()).rev().filter(|&slot| there[slot]) {
            match self.what_next(slot) {
                Next::Waits { until, spot } => self.minds[slot].state = State::Waits { until, spot },
                Next::SetsOff => {
                    self.minds[slot].state = State::Walks;
                    self.minds[slot].target += 1;
                    self.minds[slot].far_until = 0.0;
                    self.minds[slot].slowed = Default::default();
                }
                Next::Leaves => self.leave(slot),
            }
        }
        self.there = there;
    }

    /// What somebody does who is there.
    fn what_next(&mut self, slot: usize) -> Next {
        let now = self.time();
        let mind = &mut self.minds[slot];
        let target = self.crews[mind.crew as usize].targets.get(mind.target as usize);
        match (mind.state, target.map(|target| &target.arrival)) {
            (State::Waits { .. }, _) => Next::SetsOff,
            (_, Some(Arrival::Within { wait, spots, .. })) => {
                let spot = spots[mind.random.below(spots.len())];
                Next::Waits { until: now + draw(*wait, &mut mind.random), spot }
            }
            (_, Some(Arrival::Touch(_)) | None) => Next::Leaves,
        }
    }

    fn leave(&mut self, slot: usize) {
        let id = self.agents.id()[slot];
        let mind = self.remove(slot);
        let crew = mind.crew as usize;
        if let Some(lane) = self.on_lanes[crew].get_mut(mind.lane.number as usize) {
            lane.retain(|&other| other != id);
        }
        self.tally.trips.push(Trip {
            id,
            group: crew,
            entered: mind.entered,
            left: self.time(),
            length: mind.length,
            waited: mind.waited,
        });
    }
}

impl AgentState {
    /// The agent is where it wanted to be, or has waited long enough.
    fn is_there(&mut self, crew: &GroupPlan, p: Point, radius: f64, now: f64) -> bool {
        if let Some(lane) = crew.lanes.get(self.lane.number as usize) {
            return self.lane.along >= lane.length();
        }
        match (self.state, &crew.targets[self.target as usize].arrival) {
            (State::Hesitates { .. }, _) => false,
            (State::Waits { until, .. }, _) => now >= until,
            (State::Walks, Arrival::Touch(_)) if self.length < self.far_until => false,
            (State::Walks, Arrival::Touch(lines)) => {
                let gap = nearest(lines, p).map_or(f64::INFINITY, |q| q.distance(p) - radius);
                self.far_until = self.length + gap * SURELY;
                gap <= 0.0
            }
            (State::Walks, Arrival::Within { ring, .. }) => winding_number(ring, p) != Some(0),
        }
    }
}
