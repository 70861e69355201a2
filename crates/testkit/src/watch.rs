//! A run as seen from outside, step by step: which agents overlap, are in a wall or in a car, or are stuck.
//!
//! All pairs, all walls, no grid: slow and obvious.

use std::collections::HashMap;
use wayfront_crowd::Simulation;
use wayfront_geometry::{Point, closest_on_segment, winding_number};
use wayfront_world::{Polygon, World};

/// How far one gets at least before it counts as getting anywhere, in metres.
const LEAST: f64 = 0.5;
/// What share of its radius may be in a wall by rounding.
const ROUNDING: f64 = 1e-6;

/// What is seen of a run.
#[derive(Debug, Default)]
pub struct Watched {
    /// The deepest overlap of two bodies, in parts of the smaller radius.
    pub deepest: f64,
    /// When and where that was, and which agents.
    pub deepest_at: (f64, Point, [u64; 2]),
    /// The longest time in which an agent with a wish got nowhere, in seconds.
    pub longest_stand: f64,
    /// When and where that ended, and which agent.
    pub stood_at: (f64, Point, u64),
    /// Agents that were looked at, times the seconds between two looks.
    pub agent_seconds: f64,
    /// Where each was when it last got anywhere, and when.
    last: HashMap<u64, (Point, f64)>,
}

impl Watched {
    /// Looks at a run as it is now, so many seconds after the look before.
    ///
    /// # Panics
    /// If an agent is in a wall or in a car, or if the graph leads two agents to the same first point.
    pub fn look(&mut self, run: &Simulation, seconds: f64) {
        look_at_first_points(run);
        self.agent_seconds += seconds * run.agents().len() as f64;
        let cars = cars(run);
        for slot in 0..run.agents().len() {
            self.look_at_pairs(run, slot);
            let (p, least) = (run.agents().position()[slot], run.agents().radius()[slot] * (1.0 - ROUNDING));
            assert!(run.walls().is_clear(p, least), "{p} is in a wall at {}", run.time());
            assert!(cars.iter().all(|car| is_out(car, p, least)), "{p} is in a car at {}", run.time());
            self.look_at_stand(run, slot);
        }
    }

    fn look_at_pairs(&mut self, run: &Simulation, slot: usize) {
        let agents = run.agents();
        let (p, r) = (agents.position()[slot], agents.radius()[slot]);
        for other in 0..slot {
            let touching = r + agents.radius()[other];
            let overlap = (touching - p.distance(agents.position()[other])) / r.min(agents.radius()[other]);
            if overlap > self.deepest {
                self.deepest = overlap;
                self.deepest_at = (run.time(), p, [agents.id()[slot], agents.id()[other]]);
            }
        }
    }

    fn look_at_stand(&mut self, run: &Simulation, slot: usize) {
        let (agents, now) = (run.agents(), run.time());
        let (p, id) = (agents.position()[slot], agents.id()[slot]);
        let last = self.last.entry(id).or_insert((p, now));
        if last.0.distance(p) > LEAST || agents.wish()[slot] == Point::default() {
            *last = (p, now);
        }
        if now - last.1 > self.longest_stand {
            self.longest_stand = now - last.1;
            self.stood_at = (now, p, id);
        }
    }

    /// How often something happened for each agent and minute.
    #[must_use]
    pub fn per_agent_minute(&self, count: u64) -> f64 {
        count as f64 * 60.0 / self.agent_seconds
    }
}

/// No two agents share a first point.
fn look_at_first_points(run: &Simulation) {
    let Some((graph, discs)) = run.graph() else { return };
    let mut first: Vec<Point> = (0..discs.len().min(graph.len())).filter_map(|disc| graph.first_point(disc)).collect();
    first.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let same = first.windows(2).find(|pair| pair[0] == pair[1]);
    assert!(same.is_none(), "{same:?} is the first point of two at {}", run.time());
}

/// Runs a world for so many seconds and looks at every step.
///
/// # Panics
/// If the world is rejected, or if an agent is in a wall or in a car.
#[must_use]
pub fn watched(world: &World, seconds: f64, change: impl FnOnce(&mut Simulation)) -> (Simulation, Watched) {
    let mut run = Simulation::new(world).unwrap_or_else(|rejected| panic!("{rejected}"));
    change(&mut run);
    let mut seen = Watched::default();
    while run.is_going_on() && run.time() < seconds {
        let before = run.time();
        run.step();
        seen.look(&run, run.time() - before);
    }
    (run, seen)
}

/// Obstacles that are called cars, where they are now.
#[must_use]
pub fn cars(run: &Simulation) -> Vec<Polygon> {
    let is_car = |polygon: &&Polygon| polygon.name.as_ref().is_some_and(|name| name.starts_with("car"));
    run.scene().obstacles.iter().filter(is_car).cloned().collect()
}

fn is_out(car: &Polygon, p: Point, radius: f64) -> bool {
    let rim = car.outer.iter().zip(car.outer.iter().cycle().skip(1));
    let near = rim.map(|(&a, &b)| closest_on_segment(a, b, p).distance(p)).fold(f64::INFINITY, f64::min);
    winding_number(&car.outer, p) == Some(0) && near >= radius
}
