//! Walkers arrive: at stops they wait, at goals they leave.

use super::{Simulation, State, Trip};
use crate::lead::nearest;
use crate::nature::draw;
use crate::plan::Arrival;
use wayfront_geometry::{Point, winding_number};

/// What a walker does next.
enum Next {
    GoesOn,
    Waits { until: f64, spot: Point },
    SetsOff,
    Leaves,
}

impl Simulation {
    pub(super) fn arrive(&mut self) {
        // From the last slot on: whoever takes the slot of one that leaves was looked at already.
        for slot in (0..self.flock.len()).rev() {
            match self.what_next(slot) {
                Next::GoesOn => {}
                Next::Waits { until, spot } => self.minds[slot].state = State::Waits { until, spot },
                Next::SetsOff => {
                    self.minds[slot].state = State::Walks;
                    self.minds[slot].target += 1;
                    self.minds[slot].slowed = Default::default();
                }
                Next::Leaves => self.leave(slot),
            }
        }
    }

    fn what_next(&mut self, slot: usize) -> Next {
        let (p, radius, now) = (self.flock.position()[slot], self.flock.radius()[slot], self.time());
        let mind = &mut self.minds[slot];
        let crew = &self.crews[mind.crew as usize];
        if let Some(lane) = crew.lanes.get(mind.lane.number as usize) {
            return if mind.lane.along >= lane.length() { Next::Leaves } else { Next::GoesOn };
        }
        match (mind.state, &crew.targets[mind.target as usize].arrival) {
            (State::Hesitates { .. }, _) => Next::GoesOn,
            (State::Waits { until, .. }, _) if now >= until => Next::SetsOff,
            (State::Waits { .. }, _) => Next::GoesOn,
            (State::Walks, Arrival::Touch(lines)) => {
                let touches = nearest(lines, p).is_some_and(|q| q.distance(p) <= radius);
                if touches { Next::Leaves } else { Next::GoesOn }
            }
            (State::Walks, Arrival::Within { ring, wait, spots }) => {
                if winding_number(ring, p) == Some(0) {
                    return Next::GoesOn;
                }
                let spot = spots[mind.random.below(spots.len())];
                Next::Waits { until: now + draw(*wait, &mut mind.random), spot }
            }
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
