//! Many walkers, each with a local map of its own.
//!
//! A step reads all walkers as they were and writes them as they will be, so that the result depends on neither their
//! order nor the number of threads. Each walker: looks around, relaxes its window, turns part of the way towards the
//! descent, and walks the slower the more it had to turn; at more than a right angle it waits (Silveira and others
//! 2009). Nobody steps into a blocked cell: a walker that would follows the global map for that step.

use crate::bias::Bias;
use crate::local::LocalMap;
use crate::map::PotentialMap;
use rayon::prelude::*;
use std::collections::HashMap;
use std::f64::consts::PI;
use std::sync::Arc;
use wayfront_domain::Guide;
use wayfront_geometry::{Bounds, Point};

/// A bias that may change over time, in seconds.
pub type BiasOverTime = Arc<dyn Fn(f64) -> Bias + Send + Sync>;

/// Someone on the way.
#[derive(Clone)]
pub struct Walker {
    /// Where it is.
    pub position: Point,
    /// Where it looks: a vector of length 1.
    pub heading: Point,
    /// The most it walks in a second.
    pub speed: f64,
    /// Half its width.
    pub radius: f64,
    /// Which of the swarm's maps it follows.
    pub goal: usize,
    /// Its own pull; absent: none.
    pub bias: Option<BiasOverTime>,
}

impl std::fmt::Debug for Walker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { position, heading, speed, radius, goal, .. } = self;
        let bias = self.bias.as_ref().map(|bias| bias(0.0));
        write!(f, "Walker {{ {position} towards {heading}, {speed}, {radius}, goal {goal}, bias {bias:?} }}")
    }
}

impl Walker {
    /// A walker of 0.25 m and 1.3 m/s at a place, on the way to goal 0.
    #[must_use]
    pub fn at(position: impl Into<Point>) -> Self {
        let heading = Point::new(1.0, 0.0);
        Self { position: position.into(), heading, speed: 1.3, radius: 0.25, goal: 0, bias: None }
    }
}

/// How walkers look and turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SwarmOptions {
    /// Cells along the side of a local map.
    pub side: usize,
    /// Side of a local cell; finer than the global ones.
    pub cell: f64,
    /// Aperture of the view cone, in radians.
    pub aperture: f64,
    /// How much of the heading is kept in a step: 0 turns at once, towards 1 never.
    pub inertia: f64,
}

impl Default for SwarmOptions {
    fn default() -> Self {
        Self { side: 21, cell: 0.2, aperture: 2.0 * PI / 3.0, inertia: 0.5 }
    }
}

/// Walkers on one or more global maps.
///
/// ```
/// use std::sync::Arc;
/// use wayfront_domain::Domain;
/// use wayfront_potential::{Bias, PotentialMap, Swarm, SwarmOptions, Walker};
///
/// let world = wayfront_world::builtin("two-rooms").unwrap();
/// let domain = Arc::new(Domain::new(&world)?);
/// let map = Arc::new(PotentialMap::of_domain(domain, 0.25, &world.sources, Bias::NONE)?);
/// let walkers = (0..5).map(|k| Walker::at((1.0 + f64::from(k), 8.0))).collect();
/// let mut swarm = Swarm::new(vec![map], walkers, SwarmOptions { cell: 0.1, ..SwarmOptions::default() });
/// while swarm.time() < 60.0 {
///     swarm.step(1.0 / 20.0);
/// }
/// assert!(swarm.arrived().iter().all(|&arrived| arrived));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Swarm {
    maps: Vec<Arc<PotentialMap>>,
    /// The box around each map's goals: most walkers are far from it.
    goal_bounds: Vec<Bounds>,
    walkers: Vec<Walker>,
    options: SwarmOptions,
    time: f64,
    arrived: Vec<bool>,
}

impl Swarm {
    /// Walkers that follow the maps of their goals; those whose goal has no map stay where they are.
    #[must_use]
    pub fn new(maps: Vec<Arc<PotentialMap>>, walkers: Vec<Walker>, options: SwarmOptions) -> Self {
        let arrived = vec![false; walkers.len()];
        let centres = |map: &Arc<PotentialMap>| map.goals().map(|cell| map.grid().centre(cell)).collect::<Vec<_>>();
        let goal_bounds = maps.iter().map(|map| Bounds::of(&centres(map))).collect();
        let mut swarm = Self { maps, goal_bounds, walkers, options, time: 0.0, arrived };
        // Everybody looks where the way begins.
        for walker in &mut swarm.walkers {
            let way = swarm.maps.get(walker.goal).and_then(|map| map.direction(walker.position).ok());
            walker.heading = way.filter(|way| way.length() > 0.0).unwrap_or(walker.heading);
        }
        swarm
    }

    /// The walkers.
    #[must_use]
    pub fn walkers(&self) -> &[Walker] {
        &self.walkers
    }

    /// Which of them have arrived; they stand still and are in nobody's way.
    #[must_use]
    pub fn arrived(&self) -> &[bool] {
        &self.arrived
    }

    /// Seconds since the beginning.
    #[must_use]
    pub const fn time(&self) -> f64 {
        self.time
    }

    /// Everybody goes on for `seconds`.
    pub fn step(&mut self, seconds: f64) {
        let reach = self.options.cell * self.options.side as f64 / 2.0;
        let near = Neighbours::new(&self.walkers, &self.arrived, reach);
        let fresh = || LocalMap::new(self.options.side, self.options.cell);
        let moved: Vec<(Walker, bool)> = (0..self.walkers.len())
            .into_par_iter()
            .map_init(fresh, |window, k| self.moved(k, seconds, &near, window))
            .collect();
        for (k, (walker, arrived)) in moved.into_iter().enumerate() {
            self.walkers[k] = walker;
            self.arrived[k] = arrived;
        }
        self.time += seconds;
    }

    fn moved(&self, k: usize, seconds: f64, near: &Neighbours, window: &mut LocalMap) -> (Walker, bool) {
        let mut walker = self.walkers[k].clone();
        let Some(map) = self.maps.get(walker.goal).filter(|_| !self.arrived[k]) else {
            return (walker, self.arrived[k]);
        };
        let Ok(global) = map.direction(walker.position) else { return (walker, false) };
        let is_there = |p: Point| map.grid().cell_of(p).is_some_and(|cell| map.is_goal(cell));
        if is_there(walker.position) {
            return (walker, true);
        }
        let descent = self.descent(k, map, global, near, window);
        let Some(descent) = descent else {
            // Shut in: look where the way leads, and wait.
            walker.heading = turned(walker.heading, global, 1.0 - self.options.inertia);
            return (walker, false);
        };
        let pace = walker.heading.dot(descent).max(0.0);
        walker.heading = turned(walker.heading, descent, 1.0 - self.options.inertia);
        let length = walker.speed * seconds * pace;
        let to = walker.position + walker.heading * length;
        walker.position = self.settled(k, map, to, length, near);
        let arrived = is_there(walker.position);
        (walker, arrived)
    }

    /// Where the walker's own map leads.
    fn descent(
        &self,
        k: usize,
        map: &PotentialMap,
        global: Point,
        near: &Neighbours,
        window: &mut LocalMap,
    ) -> Option<Point> {
        let walker = &self.walkers[k];
        let (at, heading) = (walker.position, walker.heading);
        let least = (self.options.aperture / 2.0).cos();
        let sees = |p: Point| (p - at).dot(heading) >= least * (p - at).length();
        window.centre_on(at);
        window.block(|p| !map.grid().is_free_at(p) && sees(p));
        near.each(at, |other| {
            let other = &self.walkers[other];
            if other.position != at && sees(other.position) {
                window.block_disc(other.position, other.radius + walker.radius);
            }
        });
        window.open_towards(global);
        let reach = self.options.cell * self.options.side as f64;
        if self.goal_bounds[walker.goal].grown(reach).contains(at) {
            window.set_goals(|p| map.grid().cell_of(p).is_some_and(|cell| map.is_goal(cell)));
        }
        let bias = walker.bias.as_ref().map_or(Bias::NONE, |bias| bias(self.time));
        window.descent(bias)
    }

    /// A step's end that is free: not in a wall, and not nearer to a walker that it would touch.
    fn settled(&self, k: usize, map: &PotentialMap, to: Point, length: f64, near: &Neighbours) -> Point {
        let walker = &self.walkers[k];
        let from = walker.position;
        let is_clear = |to: Point| {
            let mut clear = true;
            near.each(to, |other| {
                let other = &self.walkers[other];
                let apart = other.position.distance(to);
                let touches = apart < walker.radius + other.radius && apart < other.position.distance(from);
                clear &= other.position == from || !touches;
            });
            clear
        };
        if passes(map, from, to) && is_clear(to) {
            return to;
        }
        let aim = map.aim(from).unwrap_or(from);
        let way = (aim - from).length();
        let back = if way > length { from.lerp(aim, length / way) } else { aim };
        if is_clear(back) { back } else { from }
    }
}

/// All of a short way is in free cells.
fn passes(map: &PotentialMap, from: Point, to: Point) -> bool {
    let steps = (from.distance(to) / map.grid().cell() * 4.0).ceil().max(1.0);
    (1..=steps as usize).all(|k| map.grid().is_free_at(from.lerp(to, k as f64 / steps)))
}

/// A heading turned by a share of the angle to another direction, the short way round.
fn turned(heading: Point, towards: Point, share: f64) -> Point {
    let angle = heading.cross(towards).atan2(heading.dot(towards)) * share;
    let (sin, cos) = angle.sin_cos();
    let turned = Point::new(heading.x * cos - heading.y * sin, heading.x * sin + heading.y * cos);
    turned * (1.0 / turned.length())
}

/// Who is near whom: walkers by squares of the plane.
struct Neighbours {
    square: f64,
    walkers: HashMap<[i64; 2], Vec<usize>>,
}

impl Neighbours {
    fn new(walkers: &[Walker], gone: &[bool], reach: f64) -> Self {
        let mut found = Self { square: reach.max(1e-9), walkers: HashMap::new() };
        for (k, walker) in walkers.iter().enumerate().filter(|(k, _)| !gone[*k]) {
            let square = found.square_of(walker.position);
            found.walkers.entry(square).or_default().push(k);
        }
        found
    }

    fn square_of(&self, p: Point) -> [i64; 2] {
        [p.x, p.y].map(|v| (v / self.square).floor() as i64)
    }

    /// Everybody in the squares around, those farther than the reach too.
    fn each(&self, p: Point, mut visit: impl FnMut(usize)) {
        let [x, y] = self.square_of(p);
        for square in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| [x + dx, y + dy])) {
            self.walkers.get(&square).into_iter().flatten().for_each(|&k| visit(k));
        }
    }
}
