//! Obstacles that move little by little while people walk: cars.
//!
//! A car follows its key frames by a clock of its own, which stands as long as somebody is where the car would be next: so
//! no car ever runs into anybody. People see it as the walls that it has now, and keep out of what lies ahead of it
//! (forward discomfort; Sud et al. 2008, after Treuille, Cooper and Popović 2006): whoever is there goes aside, and nobody
//! steps into it. A car that has waited for long has lost that right until it drives again. Whoever has a car between
//! itself and where it goes walks around it. A car waits behind another that drives the same way.
//!
//! Cost: the free space and its walls anew in each step in which a car moves.

use super::Simulation;
use crate::Walls;
use crate::plan::{is_apart, ring_distance};
use std::sync::Arc;
use wayfront_domain::{Domain, DynamicDomain};
use wayfront_geometry::{Bounds, Point, orient};
use wayfront_voronoi::GraphDisc;
use wayfront_world::{Polygon, World};

/// Seconds of driving that people keep free ahead of a car.
const AHEAD: f64 = 1.5;
/// How much wider than the car that is, in metres on each side.
const BESIDE: f64 = 0.3;
/// Seconds after which nobody goes aside any longer for a car that stands.
const PATIENCE: f64 = 3.0;
/// How far from a car people walk around it, in metres more than their radius.
const BERTH: f64 = 0.15;
/// How near a car comes to another that drives the same way, in metres.
const CAR_GAP: f64 = 0.5;
/// Cars drive the same way if their directions differ by less than 45 degrees: the cosine.
const SAME_WAY: f64 = 0.7;
/// Tolerance: What share of a radius counts as rounding.
const ROUNDING: f64 = 1e-9;

/// A car.
struct Mover {
    /// The obstacle and its motions, alone in a world.
    alone: World,
    /// How much of its motion it has done, in seconds.
    clock: f64,
    /// Where it is now; `None` while it is absent.
    now: Option<Polygon>,
    /// How it drives, or would if nobody were in its way.
    velocity: Point,
    /// Seconds for which it has stood because of somebody.
    waited: f64,
}

impl Mover {
    fn new(alone: World) -> Self {
        let now = alone.at(0.0).obstacles.pop();
        Self { alone, clock: 0.0, now, velocity: Point::default(), waited: 0.0 }
    }

    /// Where it will be after its clock has gone on by a step.
    fn next(&self, step: f64) -> Option<Polygon> {
        self.alone.at(self.clock + step).obstacles.pop()
    }

    /// Along and across its path: the box around it, from its rear to its front and from its right to its left; `None` if it
    /// does not move.
    fn extent(&self) -> Option<(Point, [f64; 4])> {
        let along = self.velocity.unit()?;
        let ring = &self.now.as_ref()?.outer;
        let most = |of: &dyn Fn(Point) -> f64| ring.iter().map(|&p| of(p)).fold(f64::NEG_INFINITY, f64::max);
        let (front, rear) = (most(&|p| p.dot(along)), -most(&|p| -p.dot(along)));
        let (left, right) = (most(&|p| along.cross(p)), -most(&|p| -along.cross(p)));
        Some((along, [rear, front, right, left]))
    }

    /// How much of what lies ahead is kept free, in metres.
    fn ahead(&self) -> f64 {
        if self.waited > PATIENCE { 0.0 } else { self.velocity.length() * AHEAD }
    }
}

/// All cars of a run, and the world with them.
pub(super) struct Moving {
    movers: Vec<Mover>,
    /// The world without cars in which they drive now.
    base: Arc<World>,
    ground: Option<DynamicDomain>,
    openings: Vec<[Point; 2]>,
    world: Arc<World>,
    domain: Arc<Domain>,
    walls: Walls,
}

impl Moving {
    /// Cars in a world without them; `None` if there are none.
    pub fn new(
        movers: Vec<World>,
        base: &Arc<World>,
        domain: &Arc<Domain>,
        walls: &Walls,
        openings: &[[Point; 2]],
    ) -> Option<Self> {
        let mut moving = Self {
            movers: movers.into_iter().map(Mover::new).collect(),
            base: base.clone(),
            ground: None,
            openings: openings.to_vec(),
            world: base.clone(),
            domain: domain.clone(),
            walls: walls.clone(),
        };
        (!moving.movers.is_empty()).then(|| {
            moving.rebuild();
            moving
        })
    }

    /// The world with all cars where they are.
    pub fn world(&self) -> &Arc<World> {
        &self.world
    }

    /// Its free space.
    pub fn domain(&self) -> &Arc<Domain> {
        &self.domain
    }

    /// Its walls.
    pub fn walls(&self) -> &Walls {
        &self.walls
    }

    /// Another world without cars, its free space, its walls and its exits.
    pub fn drive_in(&mut self, base: &Arc<World>, walls: &Walls, openings: &[[Point; 2]]) {
        if !Arc::ptr_eq(&self.base, base) || self.openings != openings {
            self.base = base.clone();
            self.openings = openings.to_vec();
            self.walls = walls.clone();
            self.ground = None;
            self.rebuild();
        }
    }

    fn rebuild(&mut self) {
        let mut world = self.base.walled().into_owned();
        let first = world.obstacles.len();
        world.obstacles.extend(self.movers.iter().filter_map(|mover| mover.now.clone()));
        if self.ground.is_none() {
            self.ground = DynamicDomain::with_movable(&world, first..world.obstacles.len()).ok();
        }
        // The world was sound without cars; one that makes it unsound is not seen for a moment.
        let Some(Ok(domain)) = self.ground.as_mut().map(|ground| ground.domain(&world)) else { return };
        self.walls.follow_with_openings(&domain, &[], &self.openings);
        self.domain = Arc::new(domain);
        let mut shown = World::clone(&self.base);
        shown.obstacles.extend(world.obstacles.drain(first..));
        self.world = Arc::new(shown);
    }

    /// Cars as the graph of everybody sees them: rows of discs, over what lies ahead as well.
    pub fn discs(&self) -> impl Iterator<Item = GraphDisc> + '_ {
        self.movers.iter().filter_map(|mover| Some((mover.extent()?, mover.ahead()))).flat_map(
            |((along, [rear, front, right, left]), ahead)| {
                let radius = (left - right) / 2.0;
                let (from, to) = (rear + radius, front + ahead - radius);
                let count = ((to - from) / radius).ceil().max(1.0);
                let across = along.left() * f64::midpoint(left, right);
                (0..=count as usize).map(move |k| GraphDisc {
                    centre: along * (from + (to - from).max(0.0) * k as f64 / count) + across,
                    radius,
                })
            },
        )
    }

    /// Where somebody goes who wants to get to `aim`: around a car that stands between.
    pub fn around(&self, p: Point, radius: f64, aim: Point) -> Point {
        let berth = radius + BERTH;
        let blocks = |ring: &&Vec<Point>| crosses(ring, p, aim) || is_ahead(ring, p, aim, radius);
        let rings = self.movers.iter().filter_map(|mover| Some(&mover.now.as_ref()?.outer));
        let near = rings.filter(|ring| Bounds::of(*ring).grown(berth).contains(p) || crosses(ring, p, aim));
        let Some(ring) = near.filter(blocks).min_by(|a, b| ring_distance(a, p).total_cmp(&ring_distance(b, p))) else {
            return aim;
        };
        let middle = ring.iter().fold(Point::default(), |sum, &q| sum + q) * (1.0 / ring.len() as f64);
        // Off a corner by as much as a body needs, on the diagonal.
        let corners = ring.iter().filter_map(|&corner| Some(corner + (corner - middle).unit()? * (berth * 1.5)));
        let free = corners.filter(|&corner| !crosses(ring, p, corner));
        let detour = |q: Point| {
            // Beyond the car the path may have to bend once more.
            let bend = if crosses(ring, q, aim) { Bounds::of(ring).size() } else { 0.0 };
            p.distance(q) + q.distance(aim) + bend
        };
        free.min_by(|&a, &b| detour(a).total_cmp(&detour(b))).unwrap_or(aim)
    }

    /// A wish as it is before a car that comes: aside for those ahead of it, and not into its path for others.
    pub fn shy(&self, p: Point, radius: f64, wish: Point) -> Point {
        self.movers.iter().fold(wish, |wish, mover| {
            let Some((along, [_, front, right, left])) = mover.extent() else { return wish };
            let ahead = mover.ahead();
            let (x, y) = (p.dot(along) - front, along.cross(p) - f64::midpoint(left, right));
            let half = (left - right) / 2.0 + radius + BESIDE;
            if ahead == 0.0 || !(-radius..=ahead + radius).contains(&x) {
                return wish;
            }
            let out = if y == 0.0 { along.left() } else { along.left() * y.signum() };
            let speed = wish.length();
            if y.abs() < half {
                // The nearer the car, the more it is all that counts.
                let near = (1.0 - x.max(0.0) / ahead).clamp(0.0, 1.0);
                let aside = wish * (1.0 - near) + out * (speed.max(LEAST) * (0.5 + near));
                return aside.unit().map_or(wish, |unit| unit * speed.max(LEAST));
            }
            let inward = -wish.dot(out);
            if y.abs() < half + BESIDE && inward > 0.0 { wish + out * inward } else { wish }
        })
    }
}

/// Even those who wait go aside at this speed, in metres a second.
const LEAST: f64 = 0.8;

/// A car comes near another that is ahead of it and drives the same way.
fn drives_up(next: &Polygon, velocity: Point, other: &Polygon, path: Point) -> bool {
    let middle = |ring: &[Point]| ring.iter().fold(Point::default(), |sum, &q| sum + q) * (1.0 / ring.len() as f64);
    let is_same_way = velocity.dot(path) > SAME_WAY * velocity.length() * path.length();
    let is_ahead = (middle(&other.outer) - middle(&next.outer)).dot(velocity) > 0.0;
    let gap = |a: &[Point], b: &[Point]| a.iter().map(|&p| ring_distance(b, p)).fold(f64::INFINITY, f64::min);
    is_same_way && is_ahead && gap(&next.outer, &other.outer).min(gap(&other.outer, &next.outer)) < CAR_GAP
}

/// A straight path crosses the rim of a ring.
fn crosses(ring: &[Point], p: Point, q: Point) -> bool {
    let sides = ring.iter().zip(ring.iter().cycle().skip(1));
    let parted = |a: Point, b: Point, c: Point, d: Point| orient(a, b, c) * orient(a, b, d) <= 0.0;
    sides.into_iter().any(|(&a, &b)| parted(a, b, p, q) && parted(p, q, a, b))
}

/// A body on its way to `aim` would touch a ring soon.
fn is_ahead(ring: &[Point], p: Point, aim: Point, radius: f64) -> bool {
    let Some(unit) = (aim - p).unit() else { return false };
    let soon = p + unit * (aim - p).length().min(radius);
    let [now, then] = [p, soon].map(|q| ring_distance(ring, q));
    now < radius + BERTH && then < now && then < radius
}

impl Simulation {
    /// All cars drive on that have nobody before them.
    pub(super) fn drive(&mut self) {
        let step = self.settings.step;
        let Some(mut moving) = self.course.take_cars() else { return };
        let mut has_moved = false;
        let mut others: Vec<(Option<Polygon>, Point)> =
            moving.movers.iter().map(|mover| (mover.now.clone(), mover.velocity)).collect();
        for (k, mover) in moving.movers.iter_mut().enumerate() {
            let next = mover.next(step);
            if let (Some(now), Some(then)) = (&mover.now, &next) {
                mover.velocity = (then.outer[0] - now.outer[0]) * (1.0 / step);
            }
            let is_behind = |next: &Polygon| {
                let mut ahead = others.iter().enumerate().filter(|(other, _)| *other != k);
                ahead.any(|(_, (other, way))| {
                    other.as_ref().is_some_and(|other| drives_up(next, mover.velocity, other, *way))
                })
            };
            if next.as_ref().is_some_and(|next| is_behind(next) || self.is_in_the_way(mover.now.as_ref(), next)) {
                mover.waited += step;
                continue;
            }
            mover.waited = 0.0;
            mover.clock += step;
            has_moved |= mover.now != next;
            mover.now = next;
            others[k] = (mover.now.clone(), mover.velocity);
        }
        if has_moved {
            moving.rebuild();
        }
        self.course.give_cars(moving);
    }

    /// Somebody would be in a car, or nearer to it than its radius and than now.
    fn is_in_the_way(&self, now: Option<&Polygon>, next: &Polygon) -> bool {
        let bounds = Bounds::of(&next.outer).grown(self.widest);
        (0..self.agents.len()).any(|slot| {
            let (p, radius) = (self.agents.position()[slot], self.agents.radius()[slot] * (1.0 - ROUNDING));
            if !bounds.contains(p) || is_apart(next, p, radius) {
                return false;
            }
            let before = now.map_or(f64::INFINITY, |now| ring_distance(&now.outer, p));
            !is_apart(next, p, radius.min(before))
        })
    }
}
