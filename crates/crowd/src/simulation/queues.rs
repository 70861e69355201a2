//! Queues: found while people wait in them, and avoided by those who could still take another path.
//!
//! An agent is *slowed* while what is left of its path shrinks by much less than it could. Whoever was slowed for long is
//! *stuck*. Stuck agents near each other are a queue if there are several rows of them before a neck: the shortest line
//! from wall to wall across their path. Every few seconds the queues found now take the place of those found before, as
//! barriers in the path map of whoever waits in them; a queue that has dissolved is not found again.
//!
//! A barrier counts by a fixed factor, as published (Farias 2020, ch. 5); it stands in the middle of the queue, where
//! that fills a corridor. It leads all people around alike; [doors](super::doors) are chosen by each person.

use super::{Simulation, State};
use crate::lead::{Guidance, Routes};
use wayfront_geometry::{Point, closest_on_segment};
use wayfront_world::{Barrier, BarrierCost, Crowd, Rerouting};

/// An agent that comes nearer to its goal by less than this share of what it could is slowed, as published: rounding apart.
const SLOW: f64 = 0.9;
/// Seconds of being slowed, more or less without a break, after which one is stuck: thirty frames of a thirtieth.
const PATIENCE: f64 = 1.0;
/// Seconds between two looks, and between two updates of the paths.
const PAUSE: f64 = 0.25;
const INTERVAL: f64 = 10.0;
/// Seconds of being slowed that are counted at most: who walks freely for as long is not slowed any more.
const LONGEST_SLOWED: f64 = 3.0;
/// Seconds over which progress is averaged.
const MEMORY: f64 = 4.0;
/// Stuck agents whose gap is less than so many of their widths wait in the same queue.
const LINK: f64 = 1.0;
/// Fewer are no queue.
const LEAST: usize = 4;
/// Nobody is taken to be slower than this share of its speed: a queue that stands for a moment will move.
const LEAST_PACE: f64 = 0.05;
/// How far ahead of a queue its neck may be, in radii.
const AHEAD: f64 = 10.0;
/// Lines across a queue that are tried.
const MOST_LINES: usize = 200;

/// How an agent gets on.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Slowed {
    /// Seconds of being slowed, less those of walking freely.
    seconds: f64,
    /// What was left of its path a step ago.
    left: Option<f64>,
    /// By how much its path shrinks in a second.
    pace: f64,
}

/// A queue that paths lead around.
#[derive(Clone, Debug)]
pub struct Queue {
    /// From wall to wall, less the radius of the widest agent.
    pub segment: [Point; 2],
    /// What it costs to cross it.
    pub cost: BarrierCost,
    /// How many wait in it.
    pub waiting: usize,
    /// Seconds that they need more than they would alone.
    pub wait: f64,
    /// Since when it is there.
    pub since: f64,
}

/// Who watches for queues.
pub(super) struct Watch {
    factor: Option<f64>,
    looks: u64,
    updates: u64,
    /// Queues found since the last update, each with the lead that leads into it.
    candidates: Vec<(usize, Queue)>,
    queues: Vec<Queue>,
}

impl Watch {
    pub fn new(crowd: &Crowd) -> Self {
        let factor = if let Rerouting::Factor(factor) = crowd.rerouting { Some(factor) } else { None };
        Self { factor, looks: 1, updates: 1, candidates: Vec::new(), queues: Vec::new() }
    }

    pub fn queues(&self) -> &[Queue] {
        &self.queues
    }
}

/// Somebody who is stuck.
#[derive(Clone, Copy)]
struct Stuck {
    at: Point,
    radius: f64,
    speed: f64,
    pace: f64,
    /// What is left of its path, queues apart.
    left: f64,
}

impl Simulation {
    pub(super) fn watch_queues(&mut self) {
        let Some(factor) = self.watch.factor else { return };
        self.note_progress();
        let time = self.time();
        if time >= self.watch.looks as f64 * PAUSE {
            self.watch.looks += 1;
            (0..self.leads.len()).for_each(|lead| self.look_for_queues(lead, factor));
        }
        if time >= self.watch.updates as f64 * INTERVAL {
            self.watch.updates += 1;
            let candidates = std::mem::take(&mut self.watch.candidates);
            let queues = (0..self.leads.len()).flat_map(|lead| self.update_lead(lead, &candidates)).collect();
            self.watch.queues = queues;
        }
    }

    /// How far everybody got in this step.
    fn note_progress(&mut self) {
        let step = self.settings.step;
        for slot in 0..self.minds.len() {
            if self.minds[slot].state != State::Walks {
                self.minds[slot].slowed = Slowed::default();
                continue;
            }
            let left = self.left(slot);
            let slowed = &mut self.minds[slot].slowed;
            if let (Some(before), Some(left)) = (slowed.left, left) {
                let pace = (before - left) / step;
                let is_slow = pace < SLOW * self.agents.speed()[slot];
                let change = if is_slow { step } else { -step };
                slowed.seconds = (slowed.seconds + change).clamp(0.0, LONGEST_SLOWED);
                slowed.pace += (pace - slowed.pace) * (step / MEMORY);
            } else if slowed.left.is_none() && slowed.pace == 0.0 {
                slowed.pace = self.agents.speed()[slot];
            }
            slowed.left = left;
        }
    }

    /// What is left of somebody's path.
    fn left(&self, slot: usize) -> Option<f64> {
        let (mind, p) = (&self.minds[slot], self.agents.position()[slot]);
        match (mind.path, self.lead_of(mind)) {
            (Some(path), _) => Some(path.left(p)),
            // Beside a wall, or just set off.
            (None, Some(Guidance::Path(routes))) => routes.cost(p),
            _ => None,
        }
    }

    /// Finds the queues of those who follow a lead.
    fn look_for_queues(&mut self, lead: usize, factor: f64) {
        let Guidance::Path(routes) = &self.leads[lead] else { return };
        let groups = clusters(&self.stuck(lead, routes));
        let found = groups.iter().filter_map(|members| queue(members, routes, factor));
        let found: Vec<(usize, Queue)> = found.map(|queue| (lead, queue)).collect();
        self.watch.candidates.extend(found);
    }

    /// Has a lead avoid the queues that were found: of those in one place, the middle one.
    fn update_lead(&mut self, lead: usize, candidates: &[(usize, Queue)]) -> Vec<Queue> {
        let Guidance::Path(routes) = &self.leads[lead] else { return Vec::new() };
        let mut places: Vec<Vec<&Queue>> = Vec::new();
        for (_, queue) in candidates.iter().filter(|(of, _)| *of == lead) {
            match places.iter_mut().find(|place| overlap(place[0].segment, queue.segment)) {
                Some(place) => place.push(queue),
                None => places.push(vec![queue]),
            }
        }
        let left = |q: &Queue| routes.length(q.segment[0].lerp(q.segment[1], 0.5)).unwrap_or(f64::INFINITY);
        let middle = |mut place: Vec<&Queue>| {
            place.sort_by(|a, b| left(a).total_cmp(&left(b)));
            self.known(place[place.len() / 2].clone())
        };
        let queues: Vec<Queue> = places.into_iter().map(middle).collect();
        let Guidance::Path(routes) = &mut self.leads[lead] else { return Vec::new() };
        let barrier = |q: &Queue| Barrier::new(q.segment, q.cost);
        if routes.block(queues.iter().map(barrier)).is_err() {
            // Lines that rounding keeps from being walls to each other: better no barrier than an old one.
            let _ = routes.block([]);
        }
        // What is left was measured on the map before.
        for slot in 0..self.minds.len() {
            if self.follows(slot, lead) {
                self.minds[slot].slowed.left = None;
                self.minds[slot].path = None;
            }
        }
        queues
    }

    /// A queue that was there before is there since then.
    fn known(&self, queue: Queue) -> Queue {
        let before = self.watch.queues.iter().find(|before| overlap(before.segment, queue.segment));
        Queue { since: before.map_or(self.time(), |before| before.since), ..queue }
    }

    fn follows(&self, slot: usize, lead: usize) -> bool {
        let mind = &self.minds[slot];
        self.crews[mind.crew as usize].targets.get(mind.target as usize).is_some_and(|target| target.lead == lead)
    }

    fn stuck(&self, lead: usize, routes: &Routes) -> Vec<Stuck> {
        let slots = (0..self.minds.len()).filter(|&slot| self.follows(slot, lead));
        let slots = slots.filter(|&slot| self.minds[slot].slowed.seconds >= PATIENCE);
        slots
            .filter_map(|slot| {
                let at = self.agents.position()[slot];
                Some(Stuck {
                    at,
                    radius: self.agents.radius()[slot],
                    speed: self.agents.speed()[slot],
                    pace: self.minds[slot].slowed.pace,
                    left: routes.length(at)?,
                })
            })
            .collect()
    }
}

/// Those who stand near each other, in groups of enough.
fn clusters(stuck: &[Stuck]) -> Vec<Vec<Stuck>> {
    let mut group: Vec<usize> = (0..stuck.len()).collect();
    fn root(group: &mut [usize], mut k: usize) -> usize {
        while group[k] != k {
            group[k] = group[group[k]];
            k = group[k];
        }
        k
    }
    // Sorted by x, so that only those within reach are compared.
    let mut order: Vec<usize> = (0..stuck.len()).collect();
    order.sort_by(|&a, &b| stuck[a].at.x.total_cmp(&stuck[b].at.x));
    let widest = stuck.iter().map(|s| s.radius).fold(0.0, f64::max);
    for (i, &a) in order.iter().enumerate() {
        for &b in &order[i + 1..] {
            if stuck[b].at.x - stuck[a].at.x > 2.0 * widest * (1.0 + LINK) {
                break;
            }
            let reach = (stuck[a].radius + stuck[b].radius) * (1.0 + LINK);
            if stuck[a].at.distance(stuck[b].at) <= reach {
                let (p, q) = (root(&mut group, a), root(&mut group, b));
                group[p.max(q)] = p.min(q);
            }
        }
    }
    let mut members: Vec<Vec<Stuck>> = vec![Vec::new(); stuck.len()];
    for k in 0..stuck.len() {
        members[root(&mut group, k)].push(stuck[k]);
    }
    members.retain(|m| m.len() >= LEAST);
    members
}

/// The queue that stuck agents form; `None` if no line across it goes from wall to wall.
fn queue(members: &[Stuck], routes: &Routes, factor: f64) -> Option<Queue> {
    let front = members.iter().min_by(|a, b| a.left.total_cmp(&b.left))?;
    let tail = members.iter().map(|m| m.left).fold(front.left, f64::max);
    let segment = middle_line(members, routes).or_else(|| neck(front, routes))?;
    let count = members.len() as f64;
    let mean = |of: fn(&Stuck) -> f64| members.iter().map(of).sum::<f64>() / count;
    let speed = mean(|m| m.speed);
    let pace = mean(|m| m.pace).max(LEAST_PACE * speed);
    let length = tail - front.left;
    let wait = length / pace - length / speed;
    Some(Queue { segment, cost: BarrierCost::Weight(factor), waiting: members.len(), wait, since: 0.0 })
}

/// The narrowest place just ahead of a queue: the line across the path that is shortest.
fn neck(front: &Stuck, routes: &Routes) -> Option<[Point; 2]> {
    let path = routes.ahead(front.at, AHEAD * front.radius, front.radius / 2.0);
    let lines = path.into_iter().filter_map(|at| routes.line_across(at));
    lines.min_by(|[a, b], [c, d]| a.distance(*b).total_cmp(&c.distance(*d)))
}

/// Of all lines across the paths of the queue that it fills from wall to wall, the middle one.
fn middle_line(members: &[Stuck], routes: &Routes) -> Option<[Point; 2]> {
    let mut by_left: Vec<&Stuck> = members.iter().collect();
    by_left.sort_by(|a, b| a.left.total_cmp(&b.left));
    let tried = by_left.iter().step_by(by_left.len().div_ceil(MOST_LINES));
    let lines = tried.filter_map(|member| routes.line_across(member.at).filter(|&line| is_filled(line, members)));
    let lines: Vec<[Point; 2]> = lines.collect();
    lines.get(lines.len() / 2).copied()
}

/// Along a line from wall to wall, no gap between those who wait is wider than a body.
fn is_filled([a, b]: [Point; 2], members: &[Stuck]) -> bool {
    let length = a.distance(b);
    let along = (b - a) * (1.0 / length);
    let near = |m: &&Stuck| closest_on_segment(a, b, m.at).distance(m.at) <= 2.0 * m.radius;
    let mut filled: Vec<(f64, f64)> = members.iter().filter(near).map(|m| ((m.at - a).dot(along), m.radius)).collect();
    filled.sort_by(|p, q| p.0.total_cmp(&q.0));
    let Some(&(_, last)) = filled.last() else { return false };
    // The line ends a radius before the walls: a body that touches the wall is at its end.
    let (mut from, mut radius) = (-last, last);
    for (at, r) in filled.into_iter().chain([(length + last, last)]) {
        if at - from > (radius + r) * (1.0 + LINK) {
            return false;
        }
        (from, radius) = (at, r);
    }
    true
}

/// Two lines across the same place.
fn overlap([a, b]: [Point; 2], [c, d]: [Point; 2]) -> bool {
    let (p, q) = (a.lerp(b, 0.5), c.lerp(d, 0.5));
    p.distance(q) <= a.distance(b).max(c.distance(d))
}
