//! Walkers arrive: at stops they wait, at goals they leave. Who is there is found on all threads; the few who are take
//! their turns one by one, so that the order of arrivals depends on nothing else.

use super::{Simulation, State, Trip};
use crate::lead::nearest;
use crate::nature::draw;
use crate::plan::Arrival;
use rayon::prelude::*;
use wayfront_geometry::{Point, winding_number};

/// What a walker does who is where it wanted to be.
enum Next {
    Waits { until: f64, spot: Point },
    SetsOff,
    Leaves,
}

/// Walkers that one task looks at.
const CHUNK: usize = 256;

impl Simulation {
    pub(super) fn arrive(&mut self) {
        let mut there = std::mem::take(&mut self.there);
        there.resize(self.flock.len(), false);
        let this = &*self;
        there.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, there)| {
            for (k, there) in there.iter_mut().enumerate() {
                *there = this.is_there(chunk * CHUNK + k);
            }
        });
        // From the last slot on: whoever takes the slot of one that leaves was looked at already.
        for slot in (0..self.flock.len()).rev().filter(|&slot| there[slot]) {
            match self.what_next(slot) {
                Next::Waits { until, spot } => self.minds[slot].state = State::Waits { until, spot },
                Next::SetsOff => {
                    self.minds[slot].state = State::Walks;
                    self.minds[slot].target += 1;
                    self.minds[slot].slowed = Default::default();
                }
                Next::Leaves => self.leave(slot),
            }
        }
        self.there = there;
    }

    /// The walker in a slot is where it wanted to be, or has waited long enough.
    fn is_there(&self, slot: usize) -> bool {
        let (p, radius, mind) = (self.flock.position()[slot], self.flock.radius()[slot], &self.minds[slot]);
        let crew = &self.crews[mind.crew as usize];
        if let Some(lane) = crew.lanes.get(mind.lane.number as usize) {
            return mind.lane.along >= lane.length();
        }
        match (mind.state, &crew.targets[mind.target as usize].arrival) {
            (State::Hesitates { .. }, _) => false,
            (State::Waits { until, .. }, _) => self.time() >= until,
            (State::Walks, Arrival::Touch(lines)) => nearest(lines, p).is_some_and(|q| q.distance(p) <= radius),
            (State::Walks, Arrival::Within { ring, .. }) => winding_number(ring, p) != Some(0),
        }
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
        let id = self.flock.id()[slot];
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
