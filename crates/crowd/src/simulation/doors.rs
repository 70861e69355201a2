//! Which door, and which exit: everybody takes the sequence of doors by which it expects to be out soonest.
//!
//! A door is a narrow place that more people have to pass than it passes soon ([`survey`]). For each door and direction,
//! exact maps say how far it is to it without another door between ([`nets`]). Every other second, all people choose in
//! one list, ordered by the time at which they would be out alone. A person takes the cheapest sequence of doors and an
//! exit, and books its moment in the calendar of each ([`choice`], [`calendar`]). The choice of all is a balance: nobody
//! gains by another door, so nobody turns around.
//!
//! *Invariant*: a person whose next door is the one on its shortest path follows the ordinary map; without loaded doors
//! and with one exit nothing is chosen. *Cost*: a survey every ten seconds; a question for each person, door and exit
//! every other second; a comparison for each person and door in each step.

mod calendar;
mod choice;
mod crossings;
mod nets;
mod survey;

use super::queues::Queue;
use super::{AgentState, Simulation, State};
use crate::lead::Routes;
use choice::Node;
use nets::Net;
use std::sync::Arc;
use wayfront_bodies::SceneMap;
use wayfront_flow::SPECIFIC_FLOW;
use wayfront_geometry::{Point, closest_on_segment};
use wayfront_world::Rerouting;

/// Seconds between two choices, and between two surveys.
const PAUSE: f64 = 2.0;
const SURVEY: f64 = 10.0;
/// People who pass a metre of a door or an exit in a second.
const FLOW: f64 = SPECIFIC_FLOW[0];
/// How much of a new measurement counts, and the shares of [`FLOW`] between which a door's capacity stays.
const LEARNING: f64 = 0.15;
const CAPACITY: [f64; 2] = [0.4, 1.15];
/// People for each metre of a door who stand within so many metres before it: then it passes what it can.
const BUSY: f64 = 3.0;
const BEFORE: f64 = 2.0;
/// Whoever walks at less than this share of its speed stands.
const STANDING: f64 = 0.5;
/// Agents that one task looks at.
const CHUNK: usize = 32;

/// What a person has chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Choice {
    /// Which of its lead's exits, where people choose between several.
    pub exit: Option<u32>,
    /// The gate that it walks to, if that is not on its shortest path.
    pub gate: Option<u32>,
    /// The first door or exit of its sequence.
    first: Option<Node>,
}

/// A narrow place of the free space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Place {
    pub line: [Point; 2],
    pub width: f64,
}

/// A narrow place with a queue; its gates are its two directions.
#[derive(Clone, Debug)]
pub(super) struct Door {
    pub place: Place,
    /// People who pass in a second.
    capacity: f64,
    passed: u32,
    /// The queue before it, as people expect it.
    queue: Option<Queue>,
}

/// The doors of a run, and the maps to them.
#[derive(Default)]
pub(super) struct Doors {
    /// The narrow places of the scene that people know, when they were asked for.
    places: Option<Arc<[Place]>>,
    doors: Vec<Door>,
    /// What leads those of each lead to doors and exits.
    nets: Vec<Option<Net>>,
    /// When the next survey and the next choice are due.
    survey: f64,
    choice: f64,
    /// The longest wait that anybody expects.
    longest: f64,
    queues: Vec<Queue>,
}

impl Doors {
    /// Another scene: its doors are looked for at once. Those before are kept for their capacities.
    pub fn forget(&mut self) {
        self.places = None;
        self.nets.clear();
        (self.survey, self.choice) = (0.0, 0.0);
    }

    /// The queues before doors.
    pub fn queues(&self) -> &[Queue] {
        &self.queues
    }

    /// The map that leads those of a lead to a gate.
    pub fn map_to(&self, lead: usize, gate: u32) -> Option<&SceneMap> {
        self.nets.get(lead)?.as_ref()?.guide(gate)
    }

    /// The line behind a door on which those of a lead have passed it.
    pub fn ends(&self, lead: usize, gate: u32) -> Option<[Point; 2]> {
        self.nets.get(lead)?.as_ref()?.ends(gate)
    }
}

impl Door {
    fn new(place: Place) -> Self {
        Self { place, capacity: FLOW * place.width, passed: 0, queue: None }
    }

    /// The gate that is passed on a step from `p` to `q`: a number, as [`choice`] counts them.
    fn passed_by(&self, number: usize, p: Point, q: Point) -> Option<u32> {
        let [a, b] = self.place.line;
        let [low, high] = [Point::new(a.x.min(b.x), a.y.min(b.y)), Point::new(a.x.max(b.x), a.y.max(b.y))];
        let is_apart = |u: f64, v: f64, low: f64, high: f64| u.max(v) < low || u.min(v) > high;
        if is_apart(p.x, q.x, low.x, high.x) || is_apart(p.y, q.y, low.y, high.y) {
            return None;
        }
        crossings::side_reached(self.place.line, p, q).map(|left| gate(number, left))
    }

    /// Learns from those who have passed since the last choice, while enough stand before it.
    fn learn(&mut self, standing: usize) {
        let Place { width, .. } = self.place;
        if standing as f64 >= BUSY * width {
            self.capacity += LEARNING * (f64::from(self.passed) / PAUSE - self.capacity);
            let [least, most] = CAPACITY.map(|share| share * FLOW * width);
            self.capacity = self.capacity.clamp(least, most);
        }
        self.passed = 0;
    }
}

/// The number of a door's gate to the left of its line, or to the right.
fn gate(door: usize, to_left: bool) -> u32 {
    2 * door as u32 + u32::from(to_left)
}

impl Simulation {
    /// Has everybody choose doors and exits, if it is time.
    pub(super) fn choose_doors(&mut self) {
        if self.settings.rerouting != Rerouting::Delay || self.time() < self.doors.choice {
            return;
        }
        let mut doors = std::mem::take(&mut self.doors);
        doors.choice = self.time() + PAUSE;
        let people: Vec<usize> = (0..self.agents.len()).filter(|&slot| self.is_led(slot)).collect();
        if self.time() >= doors.survey {
            doors.survey = self.time() + SURVEY;
            let found = self.survey(&mut doors, &people);
            self.set_doors(&mut doors, found);
        }
        for door in &mut doors.doors {
            door.learn(self.standing_before(door.place.line));
        }
        let choices = self.choices_of(&mut doors, &people);
        self.doors = doors;
        for (slot, choice) in choices {
            let mind = &mut self.minds[slot];
            if (mind.choice.exit, mind.choice.gate) != (choice.exit, choice.gate) {
                mind.slot = None;
            }
            mind.choice = choice;
        }
    }

    /// A path map leads the agent in a slot, now or when it sets off.
    fn is_led(&self, slot: usize) -> bool {
        let mind = &self.minds[slot];
        let is_free = match mind.state {
            State::Walks => true,
            State::Hesitates { until } => until.is_finite(),
            _ => false,
        };
        is_free && self.routes_of(mind).is_some()
    }

    /// The lead of a person, and its paths, if a path map leads it.
    pub(super) fn routes_of(&self, mind: &AgentState) -> Option<(usize, &Routes)> {
        let target = self.crews[mind.crew as usize].targets.get(mind.target as usize)?;
        Some((target.lead, self.leads[target.lead].routes()?))
    }

    /// Whoever walks to a gate whose door is one no more walks on as it would alone.
    fn set_doors(&mut self, doors: &mut Doors, found: Vec<Place>) {
        let is_same = doors.doors.iter().map(|door| &door.place).eq(&found);
        if is_same && doors.nets.len() == self.leads.len() {
            return;
        }
        let known = std::mem::take(&mut doors.doors);
        let door = |place: Place| known.iter().find(|door| door.place == place).cloned().unwrap_or(Door::new(place));
        doors.doors = found.into_iter().map(door).collect();
        doors.nets = nets::nets(&self.leads, &doors.doors);
        for mind in &mut self.minds {
            if mind.choice.gate.is_some() {
                (mind.slot, mind.path) = (None, None);
            }
            mind.choice = Choice { exit: mind.choice.exit, ..Choice::default() };
        }
    }

    fn standing_before(&self, [a, b]: [Point; 2]) -> usize {
        let slots = 0..self.agents.len();
        let stands = |&slot: &usize| {
            let p = self.agents.position()[slot];
            self.minds[slot].state == State::Walks
                && closest_on_segment(a, b, p).distance(p) <= BEFORE
                && self.agents.velocity()[slot].length() < STANDING * self.agents.speed()[slot]
        };
        slots.filter(stands).count()
    }

    /// Counts who has passed a door in this step. Whoever has passed its own walks on as it would alone.
    pub(super) fn note_passages(&mut self) {
        let Self { doors, minds, agents, before, .. } = self;
        for (number, door) in doors.doors.iter_mut().enumerate() {
            for (slot, (&p, &q)) in before.iter().zip(agents.position()).enumerate() {
                let Some(passed) = door.passed_by(number, p, q) else { continue };
                door.passed += 1;
                let mind = &mut minds[slot];
                if mind.choice.gate == Some(passed) {
                    (mind.slot, mind.path) = (None, None);
                }
                if mind.choice.first == Some(passed) {
                    mind.choice = Choice { exit: mind.choice.exit, ..Choice::default() };
                }
            }
        }
    }

    /// The map that leads a person who follows a path map.
    pub(super) fn map_of<'a>(&'a self, mind: &AgentState, lead: usize, routes: &'a Routes) -> &'a SceneMap {
        let to_gate = mind.choice.gate.and_then(|gate| self.doors.map_to(lead, gate));
        to_gate.unwrap_or_else(|| routes.map_to(mind.choice.exit))
    }
}
