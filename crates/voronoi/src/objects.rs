//! What a place on an outline belongs to, in the words of the scene.

use wayfront_geometry::{Point, closest_on_segment};
use wayfront_world::{Place, World};

/// The outline or wall of a description that passes nearest to a place: where it was described. Linear in the world; for
/// messages.
#[must_use]
pub fn object_at(world: &World, p: Point) -> Option<Place> {
    let mut best: (f64, Option<Place>) = (f64::INFINITY, None);
    let mut offer = |points: &[Point], is_closed: bool, place: Place| {
        let last = if is_closed { points.len() } else { points.len().saturating_sub(1) };
        for k in 0..last {
            let [a, b] = [points[k], points[(k + 1) % points.len()]];
            let distance = closest_on_segment(a, b, p).distance(p);
            if distance < best.0 {
                best = (distance, Some(place));
            }
        }
    };
    for polygon in world.obstacles.iter().chain(&world.areas) {
        for (ring, points) in (0..).zip(polygon.rings()) {
            offer(points, true, Place { ring: polygon.place.ring + ring, ..polygon.place });
        }
    }
    for wall in &world.walls {
        offer(&wall.points, false, wall.place);
    }
    for door in world.closed_doors() {
        offer(&door, false, Place::default());
    }
    best.1
}
