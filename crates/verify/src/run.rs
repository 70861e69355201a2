//! One run, and what an analyst looks at in it.

use crate::VerifiedModel;
use rayon::prelude::*;
use wayfront_crowd::{Simulation, Summary};
use wayfront_geometry::Point;
use wayfront_world::{Crowd, World};

/// Velocities slower than this have no direction: nobody sees such a turn.
const NO_DIRECTION: f64 = 0.1;
/// Seconds over which a turn is looked at.
const TURN: f64 = 0.1;

/// What all runs of a test have in common.
pub struct Setting<'a> {
    pub model: &'a VerifiedModel,
    pub seeds: &'a [u64],
}

/// What came of a run.
pub struct Outcome {
    pub summary: Summary,
    /// Turns by more than 90 degrees, for each agent and second.
    pub turns: f64,
    /// Mean length of the change of velocity, in m/s².
    pub acceleration: f64,
    /// The largest overlap of two bodies, in parts of the smaller radius.
    pub overlap: f64,
    /// Moments at which somebody was in a wall.
    pub in_walls: usize,
}

impl Outcome {
    /// When the last one left; infinite if somebody is left.
    pub fn time(&self) -> f64 {
        self.summary.evacuation_time().unwrap_or(f64::INFINITY)
    }

    /// Steady flow over a line: without the first and the last sixth.
    pub fn flow(&self, measure: usize) -> f64 {
        let times: Vec<f64> = self.summary.measures[measure].passages.iter().map(|passage| passage.time).collect();
        let skip = times.len() / 6;
        if times.len() < 12 {
            return 0.0;
        }
        let steady = &times[skip..times.len() - skip];
        (steady.len() - 1) as f64 / (steady[steady.len() - 1] - steady[0])
    }

    /// Flow over a line from a moment to the end of the run.
    pub fn flow_from(&self, measure: usize, from: f64) -> f64 {
        let passed = self.summary.measures[measure].passages.iter().filter(|passage| passage.time >= from).count();
        passed as f64 / (self.summary.time - from)
    }

    /// How far people walked, on average.
    pub fn path(&self) -> f64 {
        self.summary.mean(|trip| trip.length).unwrap_or(f64::INFINITY)
    }
}

impl Setting<'_> {
    /// The scene with every seed, side by side.
    pub fn runs(&self, world: &World) -> Vec<Outcome> {
        self.runs_with(world, |crowd| crowd)
    }

    /// The same with other settings.
    pub fn runs_with(&self, world: &World, change: impl Fn(Crowd) -> Crowd + Sync) -> Vec<Outcome> {
        let run = |&seed: &u64| {
            let crowd = change(world.crowd.clone().unwrap_or_default());
            self.outcome(&world.clone().with_crowd(Some(crowd)), seed, |_| {})
        };
        self.seeds.par_iter().map(run).collect()
    }

    /// Where people cross the line from `a` to `b`, as distances from `a`, over all seeds.
    pub fn crossings(&self, world: &World, [a, b]: [Point; 2]) -> Vec<f64> {
        let along = (b - a) * (1.0 / a.distance(b));
        let run = |&seed: &u64| {
            let mut before: Vec<(u64, Point)> = Vec::new();
            let mut found = Vec::new();
            self.outcome(world, seed, |run| {
                let mut now: Vec<(u64, Point)> =
                    run.agents().id().iter().copied().zip(run.agents().position().iter().copied()).collect();
                now.sort_by_key(|&(id, _)| id);
                for &(id, p) in &now {
                    let Ok(k) = before.binary_search_by_key(&id, |&(id, _)| id) else { continue };
                    let q = before[k].1;
                    let at = (p - a).dot(along);
                    let crossed = along.cross(p - a).signum() != along.cross(q - a).signum();
                    if crossed && (0.0..=a.distance(b)).contains(&at) {
                        found.push(at);
                    }
                }
                before = now;
            });
            found
        };
        self.seeds.par_iter().flat_map_iter(run).collect()
    }

    /// A run of a scene of ours.
    pub fn simulation(&self, world: &World, seed: u64) -> Simulation {
        match self.model.simulation(world, seed) {
            Ok(run) => run,
            Err(rejected) => unreachable!("a scene of our own is sound: {rejected}"),
        }
    }
}

/// The width between the 5th and the 95th percentile.
pub fn w90(mut places: Vec<f64>) -> f64 {
    if places.len() < 20 {
        return 0.0;
    }
    places.sort_by(f64::total_cmp);
    places[places.len() * 95 / 100] - places[places.len() * 5 / 100]
}

/// Steps between two looks at what must never happen.
const LOOKS: u64 = 40;

impl Setting<'_> {
    /// A run to its end.
    pub fn outcome(&self, world: &World, seed: u64, mut watch: impl FnMut(&Simulation)) -> Outcome {
        let mut run = self.simulation(world, seed);
        let step = run.settings().step;
        let every = (TURN / step).round().max(1.0) as u64;
        // By number: velocity a step ago, and when turns were looked at.
        let mut before: Vec<(Point, Point)> = Vec::new();
        let (mut turns, mut change, mut seconds) = (0.0, 0.0, 0.0);
        let (mut overlap, mut in_walls) = (0.0_f64, 0);
        while run.is_going_on() {
            run.step();
            watch(&run);
            let agents = run.agents();
            let looks = run.steps().is_multiple_of(every);
            before.resize(run.entered(), Default::default());
            for slot in 0..agents.len() {
                let (id, velocity) = (agents.id()[slot] as usize, agents.velocity()[slot]);
                change += (velocity - before[id].0).length();
                before[id].0 = velocity;
                if looks {
                    let then = before[id].1;
                    let is_moving = then.length() > NO_DIRECTION && velocity.length() > NO_DIRECTION;
                    turns += f64::from(u8::from(is_moving && then.dot(velocity) < 0.0));
                    before[id].1 = velocity;
                }
            }
            seconds += agents.len() as f64 * step;
            if run.steps().is_multiple_of(LOOKS) {
                overlap = overlap.max(deepest(&run));
                in_walls += walled(&run);
            }
        }
        let seconds = seconds.max(step);
        let (turns, acceleration) = (turns / seconds, change / seconds);
        Outcome { summary: run.summary(), turns, acceleration, overlap, in_walls }
    }
}

/// How many are in a wall now, rounding apart.
fn walled(run: &Simulation) -> usize {
    let agents = run.agents();
    let is_in = |slot: &usize| !run.walls().is_clear(agents.position()[*slot], agents.radius()[*slot] * (1.0 - 1e-9));
    (0..agents.len()).filter(is_in).count()
}

/// The largest overlap of two bodies now, in parts of the smaller radius.
fn deepest(run: &Simulation) -> f64 {
    let agents = run.agents();
    let mut order: Vec<usize> = (0..agents.len()).collect();
    order.sort_by(|&a, &b| agents.position()[a].x.total_cmp(&agents.position()[b].x));
    let widest = agents.radius().iter().copied().fold(0.0, f64::max);
    let mut most = 0.0_f64;
    for (k, &a) in order.iter().enumerate() {
        for &b in &order[k + 1..] {
            let (p, q) = (agents.position()[a], agents.position()[b]);
            if q.x - p.x > 2.0 * widest {
                break;
            }
            let (r, s) = (agents.radius()[a], agents.radius()[b]);
            most = most.max((r + s - p.distance(q)) / r.min(s));
        }
    }
    most
}

/// The mean of some numbers.
pub fn mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let (sum, count) = values.into_iter().fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    sum / count
}

/// The mean, and its standard error.
pub fn mean_and_error(values: &[f64]) -> [f64; 2] {
    let (middle, count) = (mean(values.iter().copied()), values.len() as f64);
    let variance = values.iter().map(|v| (v - middle) * (v - middle)).sum::<f64>() / (count - 1.0).max(1.0);
    [middle, (variance / count).sqrt()]
}

/// The largest of some numbers.
pub fn most(values: impl IntoIterator<Item = f64>) -> f64 {
    values.into_iter().fold(f64::NEG_INFINITY, f64::max)
}

/// The smallest of some numbers.
pub fn least(values: impl IntoIterator<Item = f64>) -> f64 {
    values.into_iter().fold(f64::INFINITY, f64::min)
}
