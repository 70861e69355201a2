//! Steering alone: a ring and a disc of agents that cross to the other side, without walls near them, on one thread
//! and on two.

use super::rivals::{Dodgy, Search};
use crate::stopwatch::Times;
use crate::table::{Bound, Section};
use std::f64::consts::TAU;
use std::time::Instant;
use wayfront::crowd::{Agent, Agents, Neighbours, Orca, SteeringModel, Surroundings, Walls, advance};
use wayfront::world::{Polygon, World};
use wayfront::{Domain, Point};

/// Agents of 1.5 m that see 15 m and 10 s ahead, as in the examples of RVO2.
const MODEL: Orca =
    Orca { neighbours: 10, distance: 15.0, horizon: 10.0, wall_horizon: 5.0, haste: 1.0, ..Orca::PEOPLE };
const RADIUS: f64 = 1.5;
const SPEED: f64 = 2.0;
const STEP: f64 = 0.25;
/// Distance on the ring, and between rows of the disc.
const APART_ON_RING: f64 = 5.0;
const APART_IN_DISC: f64 = 3.6;
/// Steps of one run, and how many steps the moments lie apart from which runs begin.
const STEPS: usize = 5;
const MOMENTS: [usize; 3] = [0, 20, 40];

/// A steering model, and whether it uses our search for neighbours; if not, it does not wait for it.
struct Contestant<'a> {
    model: &'a dyn SteeringModel,
    uses_near: bool,
}

const OURS: Contestant<'static> = Contestant { model: &MODEL, uses_near: true };

/// Agents, where they are and where they go.
#[derive(Clone)]
struct Scenario {
    agents: Agents,
    goals: Vec<Point>,
}

impl Scenario {
    /// Every agent goes to the place on the other side of the centre.
    fn crossing(places: Vec<Point>) -> Self {
        let mut agents = Agents::new();
        for (id, &position) in places.iter().enumerate() {
            let still = Point::new(0.0, 0.0);
            agents.push(Agent { id: id as u64, position, velocity: still, radius: RADIUS, speed: SPEED });
        }
        Self { agents, goals: places.iter().map(|&p| -p).collect() }
    }

    fn ring(walkers: usize) -> Self {
        let radius = APART_ON_RING * walkers as f64 / TAU;
        let place = |k: usize| {
            let (sin, cos) = (k as f64 * TAU / walkers as f64).sin_cos();
            Point::new(cos * radius, sin * radius)
        };
        Self::crossing((0..walkers).map(place).collect())
    }

    /// Rows of a hexagonal grid, none quite in place: the agents nearest to the centre.
    fn disc(walkers: usize) -> Self {
        let rows = (walkers as f64).sqrt() as i32 + 2;
        let place = |row: i32, column: i32| {
            let shift = f64::from(row.rem_euclid(2)) / 2.0;
            let jitter = |k: i32| f64::from((row * 71 + column * 37 + k).rem_euclid(101)) / 101.0 * 0.1;
            let (x, y) = (f64::from(column) + shift, f64::from(row) * 0.75_f64.sqrt());
            Point::new(x + jitter(0), y + jitter(53)) * APART_IN_DISC
        };
        let mut places: Vec<Point> =
            (-rows..rows).flat_map(|row| (-rows..rows).map(move |column| place(row, column))).collect();
        places.sort_by(|a, b| a.dot(*a).total_cmp(&b.dot(*b)));
        places.truncate(walkers);
        Self::crossing(places)
    }

    fn step(&mut self, contestant: &Contestant<'_>, near: &mut Neighbours, walls: &Walls, next: &mut [Point]) {
        for (k, goal) in self.goals.iter().enumerate() {
            let ahead = *goal - self.agents.position()[k];
            let length = ahead.length();
            self.agents.wish_mut()[k] = ahead * (SPEED / length.max(SPEED));
        }
        if contestant.uses_near {
            near.rebuild(&self.agents);
        }
        contestant.model.steer(&Surroundings { agents: &self.agents, near, walls, step: STEP, sights: None }, next);
        advance(&mut self.agents, walls, next, STEP);
    }

    fn walk(&mut self, contestant: &Contestant<'_>, walls: &Walls, steps: usize) {
        let mut near = Neighbours::new(MODEL.reach());
        let mut next = vec![Point::new(0.0, 0.0); self.agents.len()];
        (0..steps).for_each(|_| self.step(contestant, &mut near, walls, &mut next));
    }

    /// The scenario after some steps of ours.
    fn moments(&self, walls: &Walls) -> Vec<Self> {
        let after = |&steps: &usize| {
            let mut later = self.clone();
            later.walk(&OURS, walls, steps);
            later
        };
        MOMENTS.iter().map(after).collect()
    }
}

/// A square so large that no agent comes near its walls.
fn surroundings() -> Walls {
    let far = 1e5;
    let square = Polygon::ring([(-far, -far), (far, -far), (far, far), (-far, far)]);
    let world = World::new().area(square);
    Walls::of(&Domain::without_doors(&world).expect("a square is sound"), MODEL.reach())
}

/// Seconds for a step of ours, of the peer over a plain grid, and of the peer over our search, taken in turns on a
/// number of threads.
fn contest(moments: &[Scenario], walls: &Walls, threads: usize, turns: usize) -> [Times; 3] {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
    let [plain, helped] = [Search::Plain, Search::Ours].map(|search| Dodgy(MODEL, search));
    let plain = Contestant { model: &plain, uses_near: false };
    let helped = Contestant { model: &helped, uses_near: true };
    let mut seconds = [const { Vec::new() }; 3];
    for turn in 0..=turns {
        for (contestant, seconds) in [&OURS, &plain, &helped].into_iter().zip(&mut seconds) {
            let mut fresh = moments.to_vec();
            let start = Instant::now();
            pool.install(|| fresh.iter_mut().for_each(|scenario| scenario.walk(contestant, walls, STEPS)));
            // The first turn is a warm-up.
            if turn > 0 {
                seconds.push(start.elapsed().as_secs_f64() / (moments.len() * STEPS) as f64);
            }
        }
    }
    seconds.map(Times::of)
}

/// A scenario of a number of agents.
type Shape = fn(usize) -> Scenario;

/// All scenarios.
pub fn section(quick: bool) -> Section {
    let walls = surroundings();
    let mut section = Section::new("Steps of agents that cross to the other side: 10 neighbours, 15 m, 10 s");
    let shapes: [(&str, Shape, f64); 2] = [("disc", Scenario::disc, 2.4), ("ring", Scenario::ring, 1.8)];
    for (name, shape, target) in shapes {
        for walkers in [250, 1_000, 5_000] {
            let moments = shape(walkers).moments(&walls);
            for threads in [1, 2] {
                let turns = if quick { 3 } else { 200_000 / walkers };
                let [ours, plain, helped] = contest(&moments, &walls, threads, turns.clamp(3, 60));
                let what = format!("{name} of {walkers}, {threads} thread{}", if threads == 1 { "" } else { "s" });
                section.row(format!("{what}: ours"), walkers, ours);
                section.row(format!("{what}: dodgy_2d, plain grid"), walkers, plain);
                section.row(format!("{what}: dodgy_2d, our search"), walkers, helped);
                let [ratio, over_helped] = [plain, helped].map(|theirs| theirs.over(ours));
                section.target(format!("{what}: dodgy_2d, plain grid / ours"), ratio, Bound::AtLeast(target));
                section.ratio(format!("{what}: dodgy_2d, our search / ours"), over_helped);
            }
        }
    }
    section
}
