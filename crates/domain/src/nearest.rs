//! The free point nearest to any point: triangles are visited in the order of their distance until one is free.
//!
//! The triangles that a disc touches hang together, so a search from the triangle of the point, always over the nearest
//! side next, meets the nearest free triangle first. Cost: the blocked triangles that lie nearer.

use crate::domain::{Domain, NO_SIDE};
use crate::ids::{SideId, TriangleId};
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use wayfront_geometry::{Point, closest_on_segment};

/// A side to be crossed, by distance; then by number, to be the same every time.
#[derive(PartialEq)]
struct Reach {
    distance: f64,
    side: u32,
}

impl Eq for Reach {}

impl PartialOrd for Reach {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Reach {
    fn cmp(&self, other: &Self) -> Ordering {
        self.distance.total_cmp(&other.distance).then(self.side.cmp(&other.side))
    }
}

impl Domain {
    /// The free point nearest to `p`: `p` itself if it is free, else a point on the outline, rounded so that it is
    /// free. `None` if nothing is free or `p` is not finite.
    #[must_use]
    pub fn nearest_free(&self, p: Point) -> Option<Point> {
        if self.free == 0 || !p.is_finite() {
            return None;
        }
        if self.contains(p) {
            return Some(p);
        }
        let side = self.nearest_side(p)?;
        Some(self.free_point_on(side, p))
    }

    /// The side of a free triangle that is nearest to the blocked point `p`.
    fn nearest_side(&self, p: Point) -> Option<SideId> {
        let mut seen = vec![false; self.sides.len() / 3];
        let mut open = BinaryHeap::new();
        let start = self.triangle_towards(p);
        self.reach_sides(p, start, &mut seen, &mut open);
        while let Some(Reverse(Reach { side, .. })) = open.pop() {
            let beyond = self.beyond(SideId(side));
            if beyond == NO_SIDE || seen[(beyond / 3) as usize] {
                continue;
            }
            if beyond < 3 * self.free {
                return Some(SideId(beyond));
            }
            self.reach_sides(p, TriangleId(beyond / 3), &mut seen, &mut open);
        }
        None
    }

    fn reach_sides(&self, p: Point, t: TriangleId, seen: &mut [bool], open: &mut BinaryHeap<Reverse<Reach>>) {
        seen[t.index()] = true;
        for side in t.sides() {
            let [a, b] = self.side_points(side);
            let distance = closest_on_segment(a, b, p).distance(p);
            open.push(Reverse(Reach { distance, side: side.0 }));
        }
    }

    /// The triangle around `p`, or around the point of the world's box nearest to it.
    fn triangle_towards(&self, p: Point) -> TriangleId {
        let b = self.bounds;
        let clamped = Point::new(p.x.clamp(b.min.x, b.max.x), p.y.clamp(b.min.y, b.max.y));
        self.triangle_around(clamped)
    }

    /// The point of a free triangle's side nearest to `p`, moved inwards by as little as rounding asks for.
    fn free_point_on(&self, side: SideId, p: Point) -> Point {
        let [a, b] = self.side_points(side);
        let on_side = closest_on_segment(a, b, p);
        if self.contains(on_side) {
            return on_side;
        }
        let apex = self.point(self.side(side.prev()).origin);
        let mut share = f64::EPSILON;
        while share < 1e-3 {
            let inwards = on_side.lerp(apex, share);
            if self.contains(inwards) {
                return inwards;
            }
            share *= 2.0;
        }
        // A triangle too thin to hold a rounded point: its vertices are free.
        if on_side.distance(a) < on_side.distance(b) { a } else { b }
    }
}
