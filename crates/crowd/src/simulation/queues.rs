//! Queues: found while people wait in them, and told to those who could still go another way.
//!
//! A walker is *slowed* while what is left of its way shrinks by much less than it could. Whoever was slowed for long is
//! *stuck*. Stuck walkers near each other are a queue if they fill a corridor from wall to wall: a straight line across
//! the way of one of them, along which no gap is wider than a body or two (Farias 2020, ch. 5). Every few seconds the
//! queues found now take the place of those found before, as barriers in the path map of whoever waits in them; a queue
//! that has dissolved is not found again.
//!
//! A barrier counts by a fixed factor, or by the time that people now need for the way through the queue, less what
//! they would need alone. The first stands in the middle of the queue, as published. The second stands where the queue
//! begins, so that only those who come pay for it, not those who are through nearly.

use super::{Simulation, State};
use crate::lead::{Lead, Routes};
use rayon::prelude::*;
use wayfront_geometry::{Point, closest_on_segment};
use wayfront_world::{Barrier, BarrierCost, Crowd, Place, Queues};

/// A walker that comes nearer to its goal by less than this share of what it could is slowed.
const SLOW: f64 = 0.5;
/// Seconds of being slowed, more or less without a break, after which one is stuck.
const PATIENCE: f64 = 1.5;
/// Seconds over which progress is averaged.
const MEMORY: f64 = 4.0;
/// Stuck walkers whose gap is less than so many of their widths wait in the same queue.
const LINK: f64 = 1.0;
/// Fewer are no queue.
const LEAST: usize = 4;
/// Nobody is taken to be slower than this share of its speed: a queue that stands for a moment will move.
const LEAST_PACE: f64 = 0.05;
/// Shorter waits, in seconds, are not worth a barrier.
const LEAST_WAIT: f64 = 1.0;
/// Lines across a queue that are tried.
const MOST_LINES: usize = 200;

/// How a walker gets on.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Slowed {
    /// Seconds of being slowed, less those of walking freely.
    seconds: f64,
    /// What was left of its way a step ago.
    left: Option<f64>,
    /// By how much its way shrinks in a second.
    pace: f64,
}

/// A queue that ways lead around.
#[derive(Clone, Debug, PartialEq)]
pub struct Queue {
    /// From wall to wall, less the radius of the widest walker.
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
    kind: Queues,
    updates: u64,
    queues: Vec<Queue>,
}

impl Watch {
    pub fn new(crowd: &Crowd) -> Self {
        Self { kind: crowd.barriers, updates: 1, queues: Vec::new() }
    }

    pub fn queues(&self) -> &[Queue] {
        &self.queues
    }

    /// Seconds between two updates: as published, or often enough to notice that a queue grows.
    fn interval(&self) -> f64 {
        if self.kind == Queues::Delay { 2.0 } else { 10.0 }
    }
}

/// Somebody who is stuck.
#[derive(Clone, Copy)]
struct Stuck {
    at: Point,
    radius: f64,
    speed: f64,
    pace: f64,
    /// What is left of its way, queues apart.
    left: f64,
}

impl Simulation {
    pub(super) fn watch_queues(&mut self) {
        if !self.follows_queues() {
            return;
        }
        self.note_progress();
        if self.time() < self.watch.updates as f64 * self.watch.interval() {
            return;
        }
        self.watch.updates += 1;
        let mut queues = Vec::new();
        for lead in 0..self.leads.len() {
            queues.extend(self.update_lead(lead));
        }
        for queue in &mut queues {
            let before = self.watch.queues.iter().find(|q| overlap(q.segment, queue.segment));
            queue.since = before.map_or(self.time(), |before| before.since);
        }
        self.watch.queues = queues;
    }

    /// How far everybody got in this step.
    fn note_progress(&mut self) {
        let this = &*self;
        let left: Vec<Option<f64>> = (0..this.flock.len())
            .into_par_iter()
            .with_min_len(64)
            .map(|slot| match this.lead_of(&this.minds[slot]) {
                Some(lead @ Lead::Path(_)) => lead.cost(this.flock.position()[slot]),
                _ => None,
            })
            .collect();
        let step = self.settings.step;
        for (slot, left) in left.into_iter().enumerate() {
            let mind = &mut self.minds[slot];
            let slowed = &mut mind.slowed;
            if mind.state != State::Walks {
                *slowed = Slowed::default();
                continue;
            }
            if let (Some(before), Some(left)) = (slowed.left, left) {
                let pace = (before - left) / step;
                let is_slow = pace < SLOW * self.flock.speed()[slot];
                let change = if is_slow { step } else { -step };
                slowed.seconds = (slowed.seconds + change).clamp(0.0, 2.0 * PATIENCE);
                slowed.pace += (pace - slowed.pace) * (step / MEMORY);
            } else if slowed.left.is_none() && slowed.pace == 0.0 {
                slowed.pace = self.flock.speed()[slot];
            }
            slowed.left = left;
        }
    }

    /// Finds the queues of those who follow a lead, and has the lead avoid them.
    fn update_lead(&mut self, lead: usize) -> Vec<Queue> {
        let Lead::Path(routes) = &self.leads[lead] else { return Vec::new() };
        let stuck = self.stuck(lead, routes);
        let queues: Vec<Queue> =
            clusters(&stuck).iter().filter_map(|members| queue(members, routes, self.watch.kind)).collect();
        let Lead::Path(routes) = &mut self.leads[lead] else { return Vec::new() };
        let barrier = |q: &Queue| Barrier { segment: q.segment, cost: q.cost, place: Place::default() };
        if routes.block(queues.iter().map(barrier)).is_err() {
            // Lines that rounding keeps from being walls to each other: better no barrier than an old one.
            let _ = routes.block([]);
        }
        // What is left was measured on the map before.
        for slot in 0..self.minds.len() {
            if self.follows(slot, lead) {
                self.minds[slot].slowed.left = None;
            }
        }
        queues
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
                let at = self.flock.position()[slot];
                Some(Stuck {
                    at,
                    radius: self.flock.radius()[slot],
                    speed: self.flock.speed()[slot],
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

/// The queue that stuck walkers form; `None` if they leave room to pass, or would hardly gain by another way.
fn queue(members: &[Stuck], routes: &Routes, kind: Queues) -> Option<Queue> {
    let mut by_left: Vec<&Stuck> = members.iter().collect();
    by_left.sort_by(|a, b| a.left.total_cmp(&b.left));
    let stride = by_left.len().div_ceil(MOST_LINES);
    let lines = by_left.iter().step_by(stride).filter_map(|member| line_across(member, members, routes));
    let lines: Vec<[Point; 2]> = lines.collect();
    let segment = match kind {
        Queues::Delay => *lines.last()?,
        _ => *lines.get(lines.len() / 2)?,
    };
    let count = members.len() as f64;
    let mean = |of: fn(&Stuck) -> f64| members.iter().map(of).sum::<f64>() / count;
    let speed = mean(|m| m.speed);
    let pace = mean(|m| m.pace).max(LEAST_PACE * speed);
    let length = by_left[by_left.len() - 1].left - by_left[0].left;
    let wait = length / pace - length / speed;
    let cost = match kind {
        Queues::Weight(weight) => BarrierCost::Weight(weight),
        // Costs of the map are lengths.
        _ => BarrierCost::Delay(wait * speed),
    };
    (wait >= LEAST_WAIT).then_some(Queue { segment, cost, waiting: members.len(), wait, since: 0.0 })
}

/// The line across the way of a stuck walker, from wall to wall, if the others fill it.
fn line_across(member: &Stuck, members: &[Stuck], routes: &Routes) -> Option<[Point; 2]> {
    let across = routes.across(member.at)?;
    let ends = [member.at + across, member.at - across].map(|towards| routes.wall_towards(member.at, towards));
    let [a, b] = [ends[0]?, ends[1]?];
    let length = a.distance(b);
    if length == 0.0 {
        return None;
    }
    let along = (b - a) * (1.0 / length);
    let near = |m: &&Stuck| closest_on_segment(a, b, m.at).distance(m.at) <= 2.0 * m.radius;
    let mut filled: Vec<(f64, f64)> = members.iter().filter(near).map(|m| ((m.at - a).dot(along), m.radius)).collect();
    filled.sort_by(|p, q| p.0.total_cmp(&q.0));
    // The line ends a radius before the walls: a body that touches the wall is at its end.
    let (mut from, mut radius) = (-member.radius, member.radius);
    for (at, r) in filled.into_iter().chain([(length + member.radius, member.radius)]) {
        if at - from > (radius + r) * (1.0 + LINK) {
            return None;
        }
        (from, radius) = (at, r);
    }
    Some([a, b])
}

/// Two lines across the same place.
fn overlap([a, b]: [Point; 2], [c, d]: [Point; 2]) -> bool {
    let (p, q) = (a.lerp(b, 0.5), c.lerp(d, 0.5));
    p.distance(q) <= a.distance(b).max(c.distance(d))
}
