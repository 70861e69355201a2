//! Random terms: speed changes at corners, and gates between corners that see each other. [`TermsOracle`] says what
//! paths cost on them.

mod oracle;

use crate::rng::Rng;
use crate::worlds::Coordinates;
pub use oracle::TermsOracle;
use wayfront_domain::{Domain, SideId};
use wayfront_geometry::{Point, closest_on_segment, orient};
use wayfront_pathmap::Price;
use wayfront_world::{Weight, World};

/// Coordinates on which much is collinear.
pub const GRID: Coordinates = Coordinates::Grid(7);
/// Coordinates on which nothing is.
pub const FLOATS: Coordinates = Coordinates::Floats;

/// Far above what crossings are rounded by, far below what the worlds' parts measure.
const ROUNDED: f64 = 1e-9;

/// What is drawn at random.
#[derive(Clone, Copy)]
pub struct Kind {
    /// Weights of corners; none if there are none.
    pub speeds: &'static [f64],
    /// The price of the next gate; `None` for no more gates.
    pub price: fn(&mut Rng) -> Option<Price>,
    /// Sources are not points only.
    pub has_segments: bool,
}

/// No gate at all.
pub fn no_gates(_: &mut Rng) -> Option<Price> {
    None
}

/// Delays, and some gates that are open or closed.
pub fn delays(rng: &mut Rng) -> Option<Price> {
    Some(match rng.below(6) {
        0 => Price::Open,
        1 => Price::Closed,
        _ => Price::Delay(rng.unit() * 3.0),
    })
}

/// Factors, and some delays.
pub fn factors(rng: &mut Rng) -> Option<Price> {
    Some(if rng.chance(0.3) { Price::Delay(rng.unit()) } else { Price::Factor(1.0 + rng.unit() * 2.0) })
}

/// All of them.
pub fn anything(rng: &mut Rng) -> Option<Price> {
    if rng.chance(0.5) { delays(rng) } else { factors(rng) }
}

/// One of these points, if there are any.
pub fn pick(points: &[Point], rng: &mut Rng) -> Option<Point> {
    (!points.is_empty()).then(|| points[rng.below(points.len())])
}

/// A free point: at random, at a vertex, or on the grid.
pub fn free_point(domain: &Domain, rng: &mut Rng, from: Coordinates) -> Option<Point> {
    (0..40).find_map(|_| {
        let p = match rng.below(4) {
            0 => pick(domain.corner_points(), rng)?,
            1 => from.point(rng),
            _ => Point::new(rng.unit() * from.side(), rng.unit() * from.side()),
        };
        domain.contains(p).then_some(p)
    })
}

/// Speeds at some corners.
pub fn weights(domain: &Domain, rng: &mut Rng, speeds: &[f64]) -> Vec<Weight> {
    let mut weights: Vec<Weight> = Vec::new();
    for _ in 0..1 + rng.below(6) {
        let (Some(corner), false) = (pick(domain.corner_points(), rng), speeds.is_empty()) else { break };
        if weights.iter().all(|w| w.corner != corner) {
            weights.push(Weight::new(corner, speeds[rng.below(speeds.len())]));
        }
    }
    weights
}

/// Where outlines or gates cross, a vertex is rounded, and the oracle cannot decide on which side of a gate it lies.
#[must_use]
pub fn is_clean(world: &World, domain: &Domain, [a, b]: [Point; 2]) -> bool {
    let is_given = |p: Point| world.points().any(|&q| q == p);
    let is_near = |p: Point| closest_on_segment(a, b, p).distance(p) < ROUNDED;
    domain.corner_points().iter().all(|&p| is_given(p) || !is_near(p))
}

/// Up to three gates that do not cross, and their prices.
pub fn gates(world: &World, domain: &Domain, rng: &mut Rng, kind: Kind) -> (Vec<[Point; 2]>, Vec<Price>) {
    let (mut gates, mut prices) = (Vec::new(), Vec::new());
    for _ in 0..1 + rng.below(3) {
        let Some(price) = (kind.price)(rng) else { break };
        let ends = (0..30).find_map(|_| {
            let ends = [pick(domain.corner_points(), rng)?, pick(domain.corner_points(), rng)?];
            (ends[0] != ends[1] && domain.sees(ends[0], ends[1])).then_some(ends)
        });
        let is_clear = |&[a, b]: &[Point; 2]| gates.iter().all(|&gate| !is_crossed(gate, a, b));
        if let Some(ends) = ends.filter(is_clear).filter(|&gate| is_clean(world, domain, gate)) {
            gates.push(ends);
            prices.push(price);
        }
    }
    (gates, prices)
}

/// Up to three gates that do not cross, and their prices; some of them end in the middle of walls, at points of the grid
/// that lie exactly on a wall.
pub fn wall_gates(
    world: &World,
    domain: &Domain,
    rng: &mut Rng,
    from: Coordinates,
    kind: Kind,
) -> (Vec<[Point; 2]>, Vec<Price>) {
    let outline: Vec<[Point; 2]> = (0..domain.free_triangles() as u32 * 3)
        .map(SideId)
        .filter(|&side| domain.twin(side).is_none())
        .map(|side| domain.side_points(side))
        .collect();
    let is_on_wall = |p: Point| outline.iter().any(|&[a, b]| orient(a, b, p) == 0.0 && (p - a).dot(p - b) <= 0.0);
    let end = |rng: &mut Rng| {
        if rng.chance(0.5) {
            return pick(domain.corner_points(), rng);
        }
        (0..30).map(|_| from.point(rng)).find(|&p| is_on_wall(p))
    };
    let (mut gates, mut prices): (Vec<[Point; 2]>, Vec<Price>) = (Vec::new(), Vec::new());
    for _ in 0..1 + rng.below(3) {
        let Some(price) = (kind.price)(rng) else { break };
        let ends = (0..30).find_map(|_| {
            let ends = [end(rng)?, end(rng)?];
            (ends[0] != ends[1] && domain.sees(ends[0], ends[1])).then_some(ends)
        });
        let is_clear = |&[a, b]: &[Point; 2]| gates.iter().all(|&gate| !is_crossed(gate, a, b));
        let is_given = |&gate: &[Point; 2]| {
            let is_given = |p: Point| gate.contains(&p) || world.points().any(|&q| q == p);
            let is_near = |p: Point| closest_on_segment(gate[0], gate[1], p).distance(p) < ROUNDED;
            domain.corner_points().iter().all(|&p| is_given(p) || !is_near(p))
        };
        if let Some(ends) = ends.filter(is_clear).filter(is_given) {
            gates.push(ends);
            prices.push(price);
        }
    }
    (gates, prices)
}

/// The open segment crosses the gate between its ends.
#[must_use]
pub fn is_crossed([u, v]: [Point; 2], a: Point, b: Point) -> bool {
    let opposite = |p: f64, q: f64| p > 0.0 && q < 0.0 || p < 0.0 && q > 0.0;
    opposite(orient(a, b, u), orient(a, b, v)) && opposite(orient(u, v, a), orient(u, v, b))
}
