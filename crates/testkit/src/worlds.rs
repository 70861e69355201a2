//! Random worlds. On small integer grids everything touches, overlaps and repeats; among floats nothing does.

use crate::rng::Rng;
use wayfront_geometry::Point;
use wayfront_world::{Polygon, Wall, World};

/// Where coordinates come from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Coordinates {
    /// Whole numbers from 0 to this.
    Grid(i32),
    /// Anything between 0 and 10.
    Floats,
}

impl Coordinates {
    fn one(self, rng: &mut Rng) -> f64 {
        match self {
            Self::Grid(side) => f64::from(rng.between(0, side)),
            Self::Floats => rng.unit() * 10.0,
        }
    }

    /// A random point.
    pub fn point(self, rng: &mut Rng) -> Point {
        Point::new(self.one(rng), self.one(rng))
    }

    /// The largest coordinate.
    #[must_use]
    pub fn side(self) -> f64 {
        match self {
            Self::Grid(side) => f64::from(side),
            Self::Floats => 10.0,
        }
    }

    /// Two different ones, in order.
    fn two(self, rng: &mut Rng) -> (f64, f64) {
        loop {
            let (a, b) = (self.one(rng), self.one(rng));
            if a != b {
                return (a.min(b), a.max(b));
            }
        }
    }
}

/// A wall through these points.
#[must_use]
pub fn wall(points: Vec<Point>) -> Wall {
    Wall { points, ..Wall::default() }
}

/// The corners of a rectangle.
#[must_use]
pub fn rectangle(x0: f64, y0: f64, x1: f64, y1: f64) -> Vec<Point> {
    [(x0, y0), (x1, y0), (x1, y1), (x0, y1)].map(Point::from).to_vec()
}

/// How many different points there are.
#[must_use]
pub fn distinct(points: &[Point]) -> usize {
    (0..points.len()).filter(|&k| !points[..k].contains(&points[k])).count()
}

/// A ring of at least three different points.
fn ring(rng: &mut Rng, from: Coordinates) -> Vec<Point> {
    loop {
        let mut ring = match rng.below(9) {
            0..=2 => some_rectangle(rng, from),
            3 => (0..3).map(|_| from.point(rng)).collect(),
            4 => (0..4).map(|_| from.point(rng)).collect(),
            5 => (0..5 + rng.below(4)).map(|_| from.point(rng)).collect(),
            6 => star(rng, from),
            7 => twice_around(rng, from),
            _ => sliver(rng, from),
        };
        if rng.chance(0.5) {
            ring.reverse();
        }
        if rng.chance(0.1) {
            ring.push(ring[0]);
        }
        if distinct(&ring) >= 3 {
            return ring;
        }
    }
}

fn some_rectangle(rng: &mut Rng, from: Coordinates) -> Vec<Point> {
    let ((x0, x1), (y0, y1)) = (from.two(rng), from.two(rng));
    rectangle(x0, y0, x1, y1)
}

/// Points sorted around their centre: simple, unless some have the same direction.
fn star(rng: &mut Rng, from: Coordinates) -> Vec<Point> {
    let mut points: Vec<Point> = (0..3 + rng.below(6)).map(|_| from.point(rng)).collect();
    let centre = points.iter().fold(Point::default(), |sum, &p| sum + p) * (1.0 / points.len() as f64);
    let angle = |p: &Point| (p.y - centre.y).atan2(p.x - centre.x);
    points.sort_by(|p, q| angle(p).total_cmp(&angle(q)));
    points
}

fn twice_around(rng: &mut Rng, from: Coordinates) -> Vec<Point> {
    let mut points = if rng.chance(0.5) { some_rectangle(rng, from) } else { star(rng, from) };
    let again = points.clone();
    points.extend(again);
    if rng.chance(0.3) {
        // The second round goes the other way.
        let k = rng.below(points.len());
        points[k] = from.point(rng);
    }
    points
}

fn sliver(rng: &mut Rng, from: Coordinates) -> Vec<Point> {
    let (a, b) = (from.point(rng), from.point(rng));
    match from {
        Coordinates::Grid(_) => vec![a, b, from.point(rng), b],
        Coordinates::Floats => {
            let width = 10f64.powi(-rng.between(2, 9));
            vec![a, b, a.lerp(b, rng.unit()) + Point::new(width, -width)]
        }
    }
}

/// A ring with holes, which need not lie inside it.
pub fn polygon(rng: &mut Rng, from: Coordinates) -> Polygon {
    let mut polygon = Polygon::ring(ring(rng, from));
    while rng.chance(0.25) {
        polygon.holes.push(ring(rng, from));
    }
    polygon
}

/// A large ring, a hole nearly as large, an island in it.
fn courtyard(rng: &mut Rng, from: Coordinates) -> Vec<Polygon> {
    let side = from.side();
    let outer = rectangle(0.0, 0.0, side, side - f64::from(rng.between(0, 1)));
    let hole = rectangle(1.0, f64::from(rng.between(0, 1)), side - 1.0, side - 1.0);
    let island = rectangle(2.0, 2.0, side - 2.0, side - f64::from(rng.between(1, 2)));
    let solid = Polygon { outer, holes: vec![hole], ..Polygon::default() };
    vec![solid, Polygon::ring(island)]
}

fn random_wall(rng: &mut Rng, from: Coordinates, world: &World) -> Wall {
    loop {
        let outlines: Vec<&[Point]> = world.areas.iter().chain(&world.obstacles).flat_map(Polygon::rings).collect();
        let points = match rng.below(4) {
            // Along an outline.
            0 if !outlines.is_empty() => {
                let ring = *rng.pick(&outlines);
                let k = rng.below(ring.len());
                vec![ring[k], ring[(k + 1) % ring.len()]]
            }
            // From a vertex.
            1 if !outlines.is_empty() => {
                let ring = *rng.pick(&outlines);
                vec![*rng.pick(ring), from.point(rng)]
            }
            2 => (0..3 + rng.below(3)).map(|_| from.point(rng)).collect(),
            _ => vec![from.point(rng), from.point(rng)],
        };
        if distinct(&points) >= 2 {
            return wall(points);
        }
    }
}

/// A world of a few shapes, with everything that may happen to them.
pub fn world(rng: &mut Rng, from: Coordinates) -> World {
    let side = from.side();
    let mut world = World::default();
    if rng.chance(0.5) {
        world.areas.push(Polygon::ring(rectangle(0.0, 0.0, side, side)));
    } else if rng.chance(0.8) {
        world.areas.extend((0..1 + rng.below(3)).map(|_| polygon(rng, from)));
    }
    if rng.chance(0.1) {
        world.obstacles.extend(courtyard(rng, from));
    }
    let obstacles = rng.below(5);
    for _ in 0..obstacles {
        let known = world.obstacles.len();
        let next =
            if known > 0 && rng.chance(0.15) { world.obstacles[rng.below(known)].clone() } else { polygon(rng, from) };
        world.obstacles.push(next);
    }
    let walls = if rng.chance(0.4) { 0 } else { rng.below(4) };
    for _ in 0..walls {
        let next = random_wall(rng, from, &world);
        world.walls.push(next.clone());
        if rng.chance(0.1) {
            world.walls.push(next);
        }
    }
    if world.points().next().is_none() {
        world.obstacles.push(polygon(rng, from));
    }
    world
}

/// Disjoint, simple shapes, each in a cell of its own: nothing to repair.
pub fn clean_world(rng: &mut Rng) -> World {
    let cells = 2 + rng.below(3);
    let size = cells as f64;
    let mut world = World::new().area(Polygon::ring(rectangle(-0.5, -0.5, size + 0.5, size + 0.5)));
    for k in 0..cells * cells {
        let centre = Point::new((k % cells) as f64 + 0.5, (k / cells) as f64 + 0.5);
        let turns = 3 + rng.below(6);
        let mut points: Vec<Point> = (0..turns)
            .map(|i| {
                let (sin, cos) = (std::f64::consts::TAU * (i as f64 + 0.8 * rng.unit()) / turns as f64).sin_cos();
                centre + Point::new(cos, sin) * (0.1 + 0.35 * rng.unit())
            })
            .collect();
        if rng.chance(0.5) {
            points.reverse();
        }
        match rng.below(4) {
            0 => {}
            1 => world.walls.push(wall(points[..2].to_vec())),
            _ => world.obstacles.push(Polygon::ring(points)),
        }
    }
    world
}

/// The same world with every point moved.
#[must_use]
pub fn mapped(world: &World, to: impl Fn(Point) -> Point) -> World {
    let mut world = world.clone();
    let polygons = world.areas.iter_mut().chain(&mut world.obstacles);
    let rings = polygons.flat_map(|p| std::iter::once(&mut p.outer).chain(&mut p.holes));
    for points in rings.chain(world.walls.iter_mut().map(|w| &mut w.points)) {
        for p in points {
            *p = to(*p);
        }
    }
    world
}
