//! Doors that end in corners, in wedges and at walls without thickness, and segments of which hardly a point has room:
//! against every tangent tried from many places of the source. Half of the worlds are turned by some angle.

use super::doors::{agrees, without};
use std::sync::Arc;
use wayfront_domain::Domain;
use wayfront_geometry::{Point, closest_on_segment};
use wayfront_testkit::domains::outlines;
use wayfront_testkit::motions::Motion;
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::each_seed;
use wayfront_testkit::worlds::{mapped, rectangle, wall};
use wayfront_world::{Polygon, World};

const SIDE: f64 = 12.0;

/// A multiple of a quarter.
fn quarter(rng: &mut Rng, from: f64, to: f64) -> f64 {
    from + 0.25 * rng.below((4.0 * (to - from)) as usize + 1) as f64
}

fn place(rng: &mut Rng) -> Point {
    Point::new(quarter(rng, 1.0, SIDE - 1.0), quarter(rng, 1.0, SIDE - 1.0))
}

/// A room with or without an inner corner, blocks and wedges, and perhaps a wall.
fn plan(rng: &mut Rng) -> World {
    let mut room = rectangle(0.0, 0.0, SIDE, SIDE);
    if rng.chance(0.5) {
        let inner = place(rng);
        room.splice(2..3, [Point::new(SIDE, inner.y), inner, Point::new(inner.x, SIDE)]);
    }
    let mut world = World::new().area(Polygon::ring(room));
    for _ in 0..rng.below(3) {
        let at = place(rng);
        let ring = if rng.chance(0.5) {
            rectangle(at.x, at.y, at.x + quarter(rng, 0.5, 4.0), at.y + quarter(rng, 0.5, 4.0))
        } else {
            vec![at, place(rng), place(rng)]
        };
        world = world.obstacle(Polygon::ring(ring));
    }
    if rng.chance(0.5) {
        world.walls.push(wall((0..2 + rng.below(2)).map(|_| place(rng)).collect()));
    }
    world
}

/// The world's free space, perhaps turned, unless outlines cross: their crossings are rounded.
fn turned(rng: &mut Rng, world: &World) -> Option<(Motion, Arc<Domain>)> {
    let motion = if rng.chance(0.5) { Motion::NONE } else { Motion::turned(7.0 * rng.unit()) };
    let world = mapped(world, |p| motion.of(p));
    let domain = Domain::without_doors(&world).ok()?;
    let are_given = domain.corner_points().iter().all(|&p| world.points().any(|&q| q == p));
    are_given.then(|| (motion, Arc::new(domain)))
}

/// A part of an outline, nearly always up to one of its ends.
fn door(rng: &mut Rng, sides: &[[Point; 2]]) -> [Point; 2] {
    let [a, b] = *rng.pick(sides);
    let shares = *rng.pick(&[[0.0, 1.0], [0.0, 0.5], [0.5, 1.0], [0.0, 0.75], [0.25, 1.0], [0.25, 0.75]]);
    shares.map(|share| a.lerp(b, share))
}

/// Behind the door something else is nearer than the radius: bodies lean out over it. Of a side that ends with the door its
/// other end counts.
fn is_thin(sides: &[[Point; 2]], [a, b]: [Point; 2], r: f64) -> bool {
    let is_behind = |p: Point| {
        let along = (b - a) * (1.0 / a.distance(b));
        along.cross(p - a) < -1e-9 && closest_on_segment(a, b, p).distance(p) < r + 1e-6
    };
    let is_end = |p: &Point| [a, b].iter().any(|end| end.distance(*p) < 1e-9);
    sides.iter().any(|&[p, q]| {
        let is_beside = is_end(&p) || is_end(&q);
        let inside = (1..40).map(|k| p.lerp(q, f64::from(k) / 40.0)).filter(|_| !is_beside);
        inside.chain([p, q]).any(is_behind)
    })
}

/// The door is in a wall without thickness: two sides lie along it.
fn is_wall(sides: &[[Point; 2]], door: [Point; 2]) -> bool {
    let length = |parts: &[[Point; 2]]| parts.iter().map(|[a, b]| a.distance(*b)).sum::<f64>();
    let is_cut = |side: &&[Point; 2]| length(&without(**side, door)) < length(&[**side]) - 1e-6;
    sides.iter().filter(is_cut).count() > 1
}

fn roomy(rng: &mut Rng, domain: &Domain, motion: Motion, r: f64) -> Vec<Point> {
    let any = |rng: &mut Rng| motion.of(Point::new(rng.unit() * SIDE, rng.unit() * SIDE));
    (0..80).map(|_| any(rng)).filter(|&p| domain.has_room(p, r)).take(3).collect()
}

#[test]
fn doors_end_in_corners_wedges_and_at_walls() {
    each_seed("door ends", 60, |seed| {
        let mut rng = Rng::new(seed);
        let world = plan(&mut rng);
        let Some((motion, domain)) = turned(&mut rng, &world) else { return };
        let sides: Vec<[Point; 2]> = outlines(&domain).collect();
        let door = door(&mut rng, &sides);
        let r = *rng.pick(&[0.1, 0.2, 0.3, 0.7]) * (0.5 + rng.unit());
        if is_thin(&sides, door, r) || is_thin(&sides, [door[1], door[0]], r) && is_wall(&sides, door) {
            return;
        }
        let open: Vec<[Point; 2]> = sides.iter().flat_map(|&side| without(side, door)).collect();
        let source = door.map(|p| domain.nearest_free(p).unwrap_or(p));
        // In a strip as wide as rounding there may be no free place near by.
        if source.iter().zip(&door).any(|(p, q)| p.distance(*q) > 1e-9) {
            return;
        }
        let whole = [0.0, source[0].distance(source[1])];
        agrees(&domain, source, whole, &open, r, &roomy(&mut rng, &domain, motion, r));
    });
}
