//! Portals: where people go around a corner, or out of an exit, side by side.
//!
//! The next point of a shortest path is a point; a crowd that walks to it forms a single file. So the aim is a segment:
//! from a corner across the passage, along the line that halves its turn, or along an exit. It has slots, one body and
//! a bit apart. Once a second, agents choose in the order of their distance: the slot by which they expect to arrive
//! first, given how long the walk to it takes, when it is free, and what the path map says of the path from there (path
//! portals of Curtis, Snape and Manocha 2012; quickest paths of Kretz 2009). The corner itself is the first slot: an
//! agent that nobody is ahead of walks its exact shortest path.
//!
//! Only slots behind which the corner is passed count: at a door these are as many as the door is wide. Cost: one
//! question of the map for each agent a second, and a few for each slot that is compared.

use super::{Simulation, State};
use crate::lead::Routes;
use rayon::prelude::*;
use wayfront_bodies::{Bend, SceneMap};
use wayfront_geometry::Point;
use wayfront_pathmap::Answer;

/// Seconds between two choices.
const PAUSE: f64 = 1.0;
/// Metres from slot to slot.
const APART: f64 = 0.6;
/// Seconds after which a slot is free again: one person passes a metre of it in a second, as many as are hardly slowed
/// by each other (Weidmann 1993).
const HEADWAY: f64 = 1.0 / APART;
/// Seconds that another slot must be better to be taken instead of the one chosen before.
const HABIT: f64 = 0.3;
/// What a second of walking costs besides the time that it takes, where there is much room: people rather wait a moment
/// than make a long detour. Before a door they take whatever place is free.
const EFFORT: f64 = 0.3;
/// Up to this length, in metres, a portal is as a door; from the second on there is much room.
const ROOM: [f64; 2] = [3.0, 7.0];
/// Slots at most on each side.
const MOST: i32 = 64;
/// Corners of a path within so many radii belong to one bend.
const ONE_BEND: f64 = 2.5;
/// Seconds of standing after which somebody does not leave a slot to those who are nearer.
const STUCK: f64 = 5.0;
/// How far, in radii, the corner at the end of an exit is from where bodies get to.
const EXIT_END: f64 = 1.5;
/// Corners of one bend at most.
const BEND_CORNERS: usize = 8;
/// Turns below this, as the length of the difference of two directions, have no inner side to speak of.
const STRAIGHT: f64 = 0.05;
/// Costs that differ by less, in metres, are equal: such a slot does not pass the corner.
const PASSED: f64 = 0.05;
/// Agents that one task looks at.
const AGENTS_PER_TASK: usize = 32;

/// A place on a portal that an agent walks to instead of the next point of its path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot {
    portal: Portal,
    number: i32,
    at: Point,
}

impl Slot {
    /// Where the agent at `p` walks to; `None` if it has passed the portal.
    pub fn aim(&self, p: Point) -> Option<Point> {
        ((p - self.at).dot(self.portal.onward) < 0.0).then_some(self.at)
    }
}

/// The segment that agents cross side by side.
#[derive(Clone, Copy, Debug)]
struct Portal {
    key: Key,
    /// The next point of the shortest path.
    first: Point,
    /// What is left from there.
    cost: f64,
    /// From the first slot along the portal, of length 1.
    along: Point,
    /// Across it, onwards.
    onward: Point,
    /// How far it reaches behind the first slot and before it.
    reach: [f64; 2],
    /// The number of the first slot, for all who use the portal.
    base: i32,
    is_exit: bool,
}

/// Which portal it is: the end of a wall, or an exit.
type Key = [u64; 3];

/// When the slots of a portal are free again, in seconds from now.
#[derive(Default)]
struct Turns {
    /// The number of the first slot that somebody has taken, and the times from there on.
    first: i32,
    times: Vec<f64>,
}

impl Turns {
    /// When a slot is free: at once, if nobody has taken it.
    fn free(&self, number: i32) -> f64 {
        usize::try_from(number - self.first).ok().and_then(|k| self.times.get(k)).copied().unwrap_or(0.0)
    }

    /// Somebody passes a slot as soon as it is there and the slot is free.
    fn take(&mut self, number: i32, walk: f64) {
        if self.times.is_empty() {
            self.first = number;
        }
        if number < self.first {
            let more = (self.first - number) as usize;
            self.times.splice(0..0, std::iter::repeat_n(0.0, more));
            self.first = number;
        }
        let k = (number - self.first) as usize;
        self.times.resize(self.times.len().max(k + 1), 0.0);
        self.times[k] = self.times[k].max(walk) + HEADWAY;
    }
}

/// An agent that chooses.
struct Chooser {
    slot: usize,
    lead: usize,
    id: u64,
    distance: f64,
    key: Key,
    portal: Option<Portal>,
    /// What the map says where it stands, if it has no portal yet.
    answer: Option<Answer>,
    first: Point,
    /// The line that it walks to, if no corner comes before.
    ends: Option<[Point; 2]>,
}

impl Simulation {
    /// Has everybody choose a slot, if it is time; forgets those that were passed.
    pub(super) fn choose_slots(&mut self) {
        for (slot, mind) in self.minds.iter_mut().enumerate() {
            if mind.slot.is_some_and(|chosen| chosen.aim(self.agents.position()[slot]).is_none()) {
                mind.slot = None;
            }
        }
        if self.time() < self.choices as f64 * PAUSE {
            return;
        }
        self.choices += 1;
        let this = &*self;
        let choosers = (0..this.agents.len()).into_par_iter().with_min_len(AGENTS_PER_TASK);
        let choosers: Vec<Chooser> = choosers.filter_map(|slot| this.chooser(slot)).collect();
        let mut order: Vec<&Chooser> = choosers.iter().collect();
        order.sort_unstable_by(|a, b| a.key.cmp(&b.key).then(a.distance.total_cmp(&b.distance)).then(a.id.cmp(&b.id)));
        // Turns at different portals have nothing to do with each other.
        let portals: Vec<&[&Chooser]> = order.chunk_by(|a, b| a.key == b.key).collect();
        let at_portal = |choosers: &&[&Chooser]| {
            let mut turns = Turns::default();
            choosers.iter().map(|chooser| (chooser.slot, this.chosen(chooser, &mut turns))).collect::<Vec<_>>()
        };
        let chosen: Vec<(usize, Option<Slot>)> = portals.par_iter().flat_map_iter(at_portal).collect();
        for (slot, chosen) in chosen {
            self.minds[slot].slot = chosen;
        }
    }

    /// Somebody who walks along a path map, and the portal before it.
    fn chooser(&self, slot: usize) -> Option<Chooser> {
        let (mind, p) = (&self.minds[slot], self.agents.position()[slot]);
        let target = self.crews[mind.crew as usize].targets.get(mind.target as usize)?;
        let routes = self.leads[target.lead].routes()?;
        if mind.state != State::Walks {
            return None;
        }
        let (id, lead) = (self.agents.id()[slot], target.lead);
        if let Some(Slot { portal, at, .. }) = mind.slot
            && routes.map().sees(p, at)
        {
            let distance = portal.first.distance(p);
            let (key, first) = (portal.key, portal.first);
            return Some(Chooser {
                slot,
                lead,
                id,
                distance,
                key,
                portal: Some(portal),
                answer: None,
                first,
                ends: None,
            });
        }
        let map = self.map_of(mind, lead, routes);
        let answer = map.answer(p).ok()?;
        let source = mind.choice.exit.map_or(answer.source, |exit| exit as usize);
        let (to_line, ends) = match mind.choice.gate {
            Some(gate) => ([u64::MAX - 1, lead as u64, u64::from(gate)], self.doors.ends(lead, gate)),
            None => ([u64::MAX, lead as u64, source as u64], routes.ends(source)),
        };
        // The end of an exit is part of the exit.
        let is_end = |bend: &Bend| {
            let near = |ends: [Point; 2]| ends.iter().any(|end| end.distance(bend.corner) <= EXIT_END * map.radius());
            map.bend(bend.next).is_none() && ends.is_some_and(near)
        };
        let (key, ends) = match map.bend(answer.generator).filter(|bend| !is_end(bend)) {
            Some(bend) => ([bend.corner.x.to_bits(), bend.corner.y.to_bits(), 0], None),
            None => (to_line, ends),
        };
        let distance = answer.aim.distance(p);
        Some(Chooser { slot, lead, id, distance, key, portal: None, answer: Some(answer), first: answer.aim, ends })
    }

    /// The slot by which an agent arrives first; `None` for the next point of its path itself.
    fn chosen(&self, chooser: &Chooser, turns: &mut Turns) -> Option<Slot> {
        let p = self.agents.position()[chooser.slot];
        let speed = self.agents.speed()[chooser.slot];
        let walk = chooser.first.distance(p) / speed;
        let base = base(chooser);
        // Two who would have to change places are stuck: they go on as if they were alone.
        let nobody = Turns::default();
        let is_stuck = self.minds[chooser.slot].standing >= STUCK;
        if chooser.portal.is_none() && (is_stuck || turns.free(base) <= walk) {
            // Nobody is in the way of the shortest path.
            turns.take(base, walk);
            return None;
        }
        let routes = self.leads[chooser.lead].routes()?;
        let map = self.map_of(&self.minds[chooser.slot], chooser.lead, routes);
        let portal = match chooser.portal {
            Some(portal) => portal,
            None => self.portal(routes, map, chooser, base)?,
        };
        let before = self.minds[chooser.slot].slot.map_or(0, |slot| slot.number);
        let mut best: Option<(f64, f64, i32, Point)> = None;
        for side in [1, -1] {
            for k in i32::from(side < 0)..MOST {
                let number = k * side;
                let Some((unhindered, seconds, at)) =
                    portal.expected(map, p, speed, number, if is_stuck { &nobody } else { turns })
                else {
                    break;
                };
                let habit = if number == before { HABIT } else { 0.0 };
                if best.is_none_or(|best| seconds - habit < best.0) {
                    best = Some((seconds - habit, seconds, number, at));
                }
                if best.is_some_and(|best| unhindered - HABIT > best.1) {
                    break;
                }
            }
        }
        let (_, _, number, at) = best?;
        turns.take(portal.base + number, at.distance(p) / speed);
        (number != 0).then_some(Slot { portal, number, at })
    }

    fn portal(&self, routes: &Routes, map: &SceneMap, chooser: &Chooser, base: i32) -> Option<Portal> {
        let p = self.agents.position()[chooser.slot];
        let (first, key) = (chooser.first, chooser.key);
        let inwards = (first - p).unit()?;
        if let Some([a, b]) = chooser.ends {
            let along = (b - a).unit()?;
            let across = along.left();
            let onward = if across.dot(inwards) >= 0.0 { across } else { -across };
            let reach = [first.distance(a), first.distance(b)];
            return Some(Portal { key, first, cost: 0.0, along, onward, reach, base, is_exit: true });
        }
        let answer = chooser.answer?;
        let cost = left_at_aim(p, &answer);
        let reach = ONE_BEND * self.agents.radius()[chooser.slot];
        let mut bend = map.bend(answer.generator)?;
        for _ in 0..BEND_CORNERS {
            // The next corner is part of the bend, if it is near.
            match map.bend(bend.next) {
                Some(next) if next.leaves.distance(first) <= reach => bend = next,
                _ => break,
            }
        }
        let outwards = bend.onward;
        let reach_of = |along: Point| routes.reach(first, along);
        let turn = inwards - outwards;
        let (along, reach) = if turn.length() > STRAIGHT {
            let along = turn.unit()?;
            (along, reach_of(along))
        } else {
            let sides = [inwards.left(), -inwards.left()].map(|along| (along, reach_of(along)));
            if sides[0].1 >= sides[1].1 { sides[0] } else { sides[1] }
        };
        let onward = (inwards + outwards).unit()?;
        Some(Portal { key, first, cost, along, onward, reach: [0.0, reach], base, is_exit: false })
    }
}

impl Portal {
    /// When an agent arrives by a slot: if nobody were in its way, and as things are; and where the slot is. `None` if
    /// there is no such slot.
    fn expected(&self, map: &SceneMap, p: Point, speed: f64, number: i32, turns: &Turns) -> Option<(f64, f64, Point)> {
        let offset = f64::from(number) * APART;
        if offset > self.reach[1] || -offset > self.reach[0] {
            return None;
        }
        let at = if number == 0 { self.first } else { self.first + self.along * offset };
        let cost = if number == 0 || self.is_exit { self.cost } else { self.cost_behind(map, at)? };
        if number != 0 && !map.sees(p, at) {
            return None;
        }
        let walk = at.distance(p) / speed;
        let since = turns.free(self.base + number);
        let seconds = walk + cost / speed;
        let effort = self.effort();
        Some((seconds * (1.0 + effort), walk.max(since) + cost / speed + effort * seconds, at))
    }

    /// What a second of walking to one of its slots costs besides the time.
    fn effort(&self) -> f64 {
        let length = self.reach[0] + self.reach[1];
        EFFORT * ((length - ROOM[0]) / (ROOM[1] - ROOM[0])).clamp(0.0, 1.0)
    }

    /// What is left from a slot behind which the corner is passed.
    fn cost_behind(&self, map: &SceneMap, at: Point) -> Option<f64> {
        let answer = map.answer(at).ok()?;
        (left_at_aim(at, &answer) < self.cost - PASSED).then_some(answer.cost)
    }
}

/// The number of the slot that the next point of the path is.
fn base(chooser: &Chooser) -> i32 {
    let Some(ends) = chooser.ends else { return chooser.portal.map_or(0, |portal| portal.base) };
    (ends[0].distance(chooser.first) / APART).round() as i32
}

/// What is left at the point that an answer leads somebody to.
fn left_at_aim(p: Point, answer: &Answer) -> f64 {
    answer.cost - answer.aim.distance(p)
}
