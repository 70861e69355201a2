//! The world as the centre of a disc sees it: every wall has the disc's radius around it.
//!
//! A rectangle along each wall and an octagon around each of its ends, given to a [`Domain`](wayfront_domain::Domain)
//! as obstacles: it unites them exactly, so gaps that are too narrow close by themselves. Everything added lies within
//! the radius of a wall, so whoever keeps that distance is free here, and a path of this world can be walked.

use wayfront_geometry::Point;
use wayfront_world::{Polygon, World};

/// Share of the radius that is added: an agent that touches a wall must not be blocked by rounding.
pub const SHARE: f64 = 0.999;
const OCTAGON: usize = 8;

/// The free space for the centres of discs: the areas of a world, and nothing nearer to `walls` than `radius`.
pub fn berth(world: &World, walls: &[[Point; 2]], radius: f64) -> World {
    let radius = radius * SHARE;
    let mut obstacles: Vec<Polygon> = world.obstacles.clone();
    // Walls without thickness are there twice, once for each side: one rectangle will do for both.
    let mut once: Vec<[Point; 2]> = walls.to_vec();
    once.sort_by(|v, w| by_place(&ends_of(*v)[0], &ends_of(*w)[0]).then(by_place(&ends_of(*v)[1], &ends_of(*w)[1])));
    once.dedup_by_key(|wall| ends_of(*wall));
    obstacles.extend(once.into_iter().map(|wall| beside(wall, radius)));
    let mut ends: Vec<Point> = walls.as_flattened().to_vec();
    ends.sort_by(by_place);
    ends.dedup();
    obstacles.extend(ends.into_iter().map(|end| around(end, radius)));
    World::new().with_areas(world.areas.clone()).with_obstacles(obstacles).with_walls(world.walls.clone())
}

fn by_place(p: &Point, q: &Point) -> std::cmp::Ordering {
    p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y))
}

/// The ends of a wall, in an order that does not depend on its direction.
fn ends_of([a, b]: [Point; 2]) -> [Point; 2] {
    if by_place(&a, &b).is_le() { [a, b] } else { [b, a] }
}

/// The rectangle along a wall.
fn beside([a, b]: [Point; 2], radius: f64) -> Polygon {
    let across = (b - a).left() * (radius / a.distance(b));
    Polygon::ring([a + across, a - across, b - across, b + across])
}

/// The octagon around the end of a wall, within the circle.
fn around(end: Point, radius: f64) -> Polygon {
    let diagonal = radius * std::f64::consts::FRAC_1_SQRT_2;
    let directions: [(f64, f64); OCTAGON] = [
        (radius, 0.0),
        (diagonal, diagonal),
        (0.0, radius),
        (-diagonal, diagonal),
        (-radius, 0.0),
        (-diagonal, -diagonal),
        (0.0, -radius),
        (diagonal, -diagonal),
    ];
    Polygon::ring(directions.map(|(x, y)| end + Point::new(x, y)))
}
