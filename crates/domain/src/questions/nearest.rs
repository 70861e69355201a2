//! The free point nearest to any point: triangles are visited in the order of their distance until one is free.
//!
//! The triangles that a disc touches hang together, so a search from the triangle of the point, always over the nearest
//! side next, meets the nearest free triangle first. Cost: the blocked triangles that lie nearer.

use crate::tables::domain::{Domain, NO_SIDE};
use crate::tables::ids::{SideId, TriangleId};
use wayfront_geometry::{MinHeap, Point, closest_on_segment};

/// From one rounding error to about 1e-12 of the world.
const MOST_STEPS_INWARDS: usize = 12;

impl Domain {
    /// The nearest free point, if `p` misses the free space by rounding; `None` if it misses it by more. The search for it
    /// is costly, so it asks around first.
    #[must_use]
    pub fn free_within_rounding(&self, p: Point) -> Option<Point> {
        const AROUND: [(f64, f64); 8] =
            [(1.0, 0.0), (0.7, 0.7), (0.0, 1.0), (-0.7, 0.7), (-1.0, 0.0), (-0.7, -0.7), (0.0, -1.0), (0.7, -0.7)];
        let rounding = self.rounding();
        let is_near = AROUND.iter().any(|&step| self.contains(p + Point::from(step) * rounding));
        is_near.then(|| self.nearest_free(p)).flatten().filter(|free| free.distance(p) <= rounding)
    }

    /// The free point nearest to `p`: `p` itself if it is free, else a point on the outline, rounded so that it is
    /// free. `None` if nothing is free or `p` is not finite.
    #[must_use]
    pub fn nearest_free(&self, p: Point) -> Option<Point> {
        if self.free == 0 || !p.is_finite() {
            return None;
        }
        // No point of the world is nearer to a point outside its box than this one.
        let in_box = self.clamped(p);
        if self.contains(in_box) {
            return Some(in_box);
        }
        let side = self.nearest_side(p)?;
        Some(self.free_point_on(side, p))
    }

    /// The side of a free triangle that is nearest to the blocked point `p`.
    fn nearest_side(&self, p: Point) -> Option<SideId> {
        let mut seen = vec![false; self.sides.len() / 3];
        let mut open = MinHeap::default();
        let start = self.triangle_around(self.clamped(p));
        self.reach_sides(p, start, &mut seen, &mut open);
        while let Some((_, side)) = open.pop() {
            let beyond = self.beyond(side);
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

    /// The point of an outline or wall, not of a gate, nearest to `p`: if `p` is blocked, its [nearest free point](Self::nearest_free).
    /// `None` if nothing is free or `p` is not finite.
    #[must_use]
    pub fn nearest_outline(&self, p: Point) -> Option<Point> {
        if !self.contains(p) {
            return self.nearest_free(p);
        }
        let start = self.triangle_around(p);
        if !self.is_free(start) {
            return Some(p); // free and on the border of a blocked triangle
        }
        let mut seen = vec![false; self.free_triangles()];
        let mut open = MinHeap::default();
        self.reach_sides(p, start, &mut seen, &mut open);
        while let Some((_, side)) = open.pop() {
            let beyond_gate = || self.gate(side).map(|gate| gate.beyond);
            let Some(twin) = self.twin(side).or_else(beyond_gate) else {
                let [a, b] = self.side_points(side);
                return Some(closest_on_segment(a, b, p));
            };
            if !seen[twin.triangle().index()] {
                self.reach_sides(p, twin.triangle(), &mut seen, &mut open);
            }
        }
        None
    }

    /// Adds the sides of a triangle by their distance; then by number, to be the same every time.
    fn reach_sides(&self, p: Point, t: TriangleId, seen: &mut [bool], open: &mut MinHeap<SideId>) {
        seen[t.index()] = true;
        for side in t.sides() {
            let [a, b] = self.side_points(side);
            let distance = closest_on_segment(a, b, p).distance(p);
            open.push(distance, side);
        }
    }

    /// The point of the world's box nearest to `p`.
    fn clamped(&self, p: Point) -> Point {
        let b = self.bounds;
        Point::new(p.x.clamp(b.min.x, b.max.x), p.y.clamp(b.min.y, b.max.y))
    }

    /// The point of a free triangle's side nearest to `p`, moved inwards by as little as rounding asks for. Where the
    /// triangle is thinner than that, this leads into the next.
    fn free_point_on(&self, side: SideId, p: Point) -> Point {
        let [a, b] = self.side_points(side);
        let on_side = closest_on_segment(a, b, p);
        if self.contains(on_side) {
            return on_side;
        }
        let largest = on_side.x.abs().max(on_side.y.abs());
        let inwards = (b - a).left() * (1.0 / a.distance(b));
        let mut step = f64::EPSILON * largest.max(self.bounds.size());
        for _ in 0..MOST_STEPS_INWARDS {
            let moved = on_side + inwards * step;
            if self.contains(moved) {
                return moved;
            }
            step *= 2.0;
        }
        // A strip too thin to hold a rounded point: its vertices are free.
        if on_side.distance(a) < on_side.distance(b) { a } else { b }
    }
}
