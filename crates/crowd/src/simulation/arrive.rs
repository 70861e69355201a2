//! Agents arrive: at stops they wait, at goals they leave. Who is there is found on all threads; the few who are take
//! their turns one by one, so that the order of arrivals depends on nothing else.
//!
//! At a stop each agent takes a spot of its own and stands there: of the spots far enough from all that are taken, so that
//! others still pass between, the one farthest from the entering agent. The first do not block those that follow.
//!
//! Whoever is a hundred metres from all exits has to walk a hundred metres before it is worth looking again: most agents
//! cost one comparison a step, however many exits there are.

use super::{AgentState, Simulation, State, Trip};
use crate::agents::traits::draw;
use crate::plan::{Arrival, GroupPlan, ring_distance};
use rayon::prelude::*;
use wayfront_geometry::{Point, closest_on_segment, winding_number};
use wayfront_world::Seek;

/// What an agent does who is where it wanted to be.
enum Next {
    Waits {
        until: f64,
        spot: Point,
    },
    SetsOff,
    /// It goes to another of its goals.
    Chooses,
    /// It takes its place in the opening for so many seconds.
    Crosses {
        seconds: f64,
    },
    Leaves,
}

/// Tolerance: The share of a path that somebody has to walk at least, rounding apart.
const SURELY: f64 = 1.0 - 1e-9;
/// Agents that one task looks at.
const CHUNK: usize = 256;
/// Distances from the next spot that is taken, in sums of two radii: one at which others pass between, and the least.
const ROOMY: f64 = 2.2;
const CLOSE: f64 = 1.0;

impl Simulation {
    pub(super) fn arrive(&mut self) {
        let mut there = std::mem::take(&mut self.there);
        there.resize(self.agents.len(), false);
        let (now, step) = (self.time(), self.settings.step);
        let Self { minds, agents, crews, .. } = self;
        minds.par_chunks_mut(CHUNK).zip(there.par_chunks_mut(CHUNK)).enumerate().for_each(|(chunk, (minds, there))| {
            for (k, (mind, there)) in minds.iter_mut().zip(there).enumerate() {
                let slot = chunk * CHUNK + k;
                let (p, radius) = (agents.position()[slot], agents.radius()[slot]);
                let stride = agents.speed()[slot] * step;
                *there = mind.is_there(&crews[mind.crew as usize], p, radius, stride, now);
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
                    self.minds[slot].slot = None;
                    self.minds[slot].choice = Default::default();
                    self.minds[slot].slowed = Default::default();
                    self.minds[slot].path = None;
                }
                Next::Chooses => {
                    self.choose_goal(slot);
                    self.minds[slot].far_until = 0.0;
                    self.minds[slot].slot = None;
                    self.minds[slot].choice = Default::default();
                }
                Next::Crosses { seconds } => {
                    let since = self.time();
                    self.measure_exit(slot);
                    let heading = self.agents.velocity()[slot].unit().unwrap_or_default();
                    let velocity = heading * self.agents.speed()[slot];
                    self.minds[slot].state = State::Leaves { since, until: since + seconds, velocity };
                }
                Next::Leaves => self.leave(slot),
            }
        }
        self.there = there;
    }

    /// What somebody does who is there.
    fn what_next(&mut self, slot: usize) -> Next {
        let now = self.time();
        let mind = &self.minds[slot];
        let target = self.crews[mind.crew as usize].targets.get(mind.target as usize);
        match (mind.state, target.map(|target| &target.arrival)) {
            (State::Waits { .. }, _) => Next::SetsOff,
            (_, Some(Arrival::Within { wait, spots, .. })) => {
                let (wait, spot) = (*wait, self.free_spot(slot, spots));
                Next::Waits { until: now + draw(wait, &mut self.minds[slot].random), spot }
            }
            (State::Walks, Some(Arrival::Touch(_))) if self.crews[mind.crew as usize].group.seek == Seek::Random => {
                Next::Chooses
            }
            (State::Leaves { .. }, _) | (_, None) => Next::Leaves,
            (_, Some(Arrival::Touch(_))) => Next::Crosses {
                seconds: 2.0 * self.agents.radius()[slot] / self.agents.speed()[slot] * self.steering.threshold(),
            },
        }
    }

    /// Where an agent stands at a stop: the farthest spot with room around it, else the nearest that is free, else here.
    /// Agents that stand must not be in the way to it.
    fn free_spot(&self, slot: usize, spots: &[Point]) -> Point {
        let (p, radius) = (self.agents.position()[slot], self.agents.radius()[slot]);
        let taken = self.minds.iter().zip(self.agents.radius()).filter_map(|(mind, radius)| match mind.state {
            State::Waits { spot, .. } => Some((spot, *radius)),
            _ => None,
        });
        let taken: Vec<(Point, f64)> = taken.collect();
        // How far it is from all that are taken, in sums of two radii.
        let room = |spot: Point| {
            taken.iter().map(|(other, size)| other.distance(spot) / (size + radius)).fold(f64::INFINITY, f64::min)
        };
        let is_open = |spot: Point| {
            let beside = |other: Point| closest_on_segment(p, spot, other).distance(other);
            taken.iter().all(|(other, size)| beside(*other) >= (size + radius).min(other.distance(p)))
        };
        let by_distance = |a: &&Point, b: &&Point| a.distance(p).total_cmp(&b.distance(p));
        let with = |least: f64| spots.iter().filter(move |spot| room(**spot) >= least && is_open(**spot));
        let roomy = with(ROOMY).max_by(by_distance);
        let free = || with(CLOSE).min_by(by_distance);
        roomy.or_else(free).copied().unwrap_or(p)
    }

    fn leave(&mut self, slot: usize) {
        let id = self.agents.id()[slot];
        let at = self.agents.position()[slot];
        let mind = self.remove(slot);
        let crew = mind.crew as usize;
        if let Some(lane) = self.on_lanes[crew].get_mut(mind.lane.number as usize) {
            lane.retain(|&other| other != id);
        }
        let left = if let State::Leaves { since, .. } = mind.state { since } else { self.time() };
        // Those who were faster over the threshold are not always those who have left its opening first.
        let place = self.tally.trips.partition_point(|trip| trip.left <= left);
        let exit = self.tally.exit_at(&self.crews[crew].group, at);
        let (group, AgentState { entered, length, waited, walking, .. }) = (self.crews[crew].number, mind);
        self.tally.trips.insert(place, Trip { id, group, entered, left, length, waited, walking, exit });
    }
}

impl AgentState {
    /// The agent is where it wanted to be, or has waited long enough.
    fn is_there(&mut self, crew: &GroupPlan, p: Point, radius: f64, stride: f64, now: f64) -> bool {
        if let Some(lane) = crew.lanes.get(self.lane.number as usize) {
            return self.lane.along >= lane.length();
        }
        match (self.state, &crew.targets[self.target as usize].arrival) {
            (State::Hesitates { .. }, _) => false,
            (State::Waits { until, .. } | State::Leaves { until, .. }, _) => now >= until,
            (State::Walks, Arrival::Touch(_)) if self.length < self.far_until => false,
            (State::Walks, Arrival::Touch(lines)) => {
                let gap = lines.iter().map(|&line| gap_to(line, p, radius, stride)).fold(f64::INFINITY, f64::min);
                self.far_until = self.length + gap * SURELY;
                gap <= 0.0
            }
            (State::Walks, Arrival::Within { ring, spots, .. }) => {
                // Bodies that find no room in a stop stand beside it.
                let is_beside = || spots.first().is_some_and(|&spot| winding_number(ring, spot) == Some(0));
                winding_number(ring, p) != Some(0) || is_beside() && ring_distance(ring, p) <= radius
            }
        }
    }
}

/// How far a centre is from leaving by a line: it leaves with the stride that takes it over the line. A point is reached
/// by touching it.
fn gap_to([a, b]: [Point; 2], p: Point, radius: f64, stride: f64) -> f64 {
    closest_on_segment(a, b, p).distance(p) - if a == b { radius + stride } else { stride }
}
