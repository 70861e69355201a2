//! Parallel rays from a segment.

use super::{Edge, Front, Line, MARGIN, PARALLEL, Seen, lesser};
use crate::generators::{Bound, Flat, FlatId, Generators, Root};
use crate::wave::pace::{Even, Pace};
use crate::wave::window::Window;
use wayfront_geometry::{Point, along, closest_on_segment};

/// Tolerance: Share of the lengths from which a height over a front is computed by which it may be off: some roundings
/// of `f64`.
const HEIGHT_ROUNDING: f64 = 1e-15;

/// Tolerance: Sine of the angle to a front's direction below which rounding decides on which hand a ray comes: a
/// front's unit vector is rounded, unlike corners.
const ASIDE: f64 = 1e-12;

/// A side of a segment source as the root of windows. It is left at the ordinary speed.
#[derive(Clone, Copy)]
pub(crate) struct FlatFront {
    pub id: FlatId,
    pub flat: Flat,
}

impl Front for FlatFront {
    /// A point that the ray passes through.
    type Ray = Point;

    #[inline]
    fn id(&self) -> Root {
        self.id.into()
    }

    #[inline]
    fn pace(&self) -> impl Pace {
        Even
    }

    #[inline]
    fn look_at(&self, p: Point) -> Seen {
        let way = p - self.flat.from;
        Seen { at: p, way, far: way.cross(self.flat.unit).abs() }
    }

    #[inline]
    fn cost_at(&self, p: Point) -> f64 {
        self.flat.cost + self.flat.distance(p)
    }

    #[inline]
    fn cost_of(&self, seen: &Seen) -> f64 {
        self.flat.cost + seen.far
    }

    #[inline]
    fn least_cost_above(&self, limit: f64, a: &Seen, b: &Seen) -> Option<f64> {
        let least = self.flat.cost + lesser(a.far, b.far);
        (least > limit).then_some(least)
    }

    #[inline]
    fn least_cost_through(&self, a: Point, b: Point, goal: Point) -> f64 {
        let rest = closest_on_segment(a, b, goal).distance(goal);
        self.flat.cost + self.flat.distance(a).min(self.flat.distance(b)) + rest
    }

    #[inline]
    fn ray(&self, roots: Generators, bound: Bound) -> Point {
        roots.nodes[bound.slot()].at
    }

    #[inline]
    fn ray_through(&self, seen: &Seen) -> Point {
        seen.at
    }

    fn line(&self, ray: &Point) -> Line {
        Line { through: *ray, way: self.flat.ahead() }
    }

    #[inline]
    fn sure_side(&self, ray: &Point, seen: &Seen) -> Option<f64> {
        Some(along(self.flat.from, self.flat.to, *ray, seen.at))
    }

    #[inline]
    fn side(&self, roots: Generators, bound: Bound, p: Point) -> f64 {
        along(self.flat.from, self.flat.to, roots.nodes[bound.slot()].at, p)
    }

    #[inline]
    fn meets(&self, ray: &Point, edge: &Edge, else_at: f64) -> f64 {
        let along = edge.way.dot(self.flat.unit);
        let is_flat = along * along < PARALLEL * edge.length * edge.length;
        let far = edge.length * (*ray - edge.start.at).dot(self.flat.unit) / along;
        if is_flat { else_at } else { far }
    }

    #[inline]
    fn exceeds(&self, edge: &Edge, far: f64, cost: f64) -> bool {
        let (start, way) = (edge.start.way * edge.length, edge.way * far);
        let height = (start + way).cross(self.flat.unit).abs();
        let doubt = (start.length() + way.length()) * HEIGHT_ROUNDING;
        height - doubt > (cost - self.flat.cost + cost * MARGIN) * edge.length
    }

    fn sees(&self, roots: Generators, window: &Window, p: Point) -> bool {
        // In a triangle that the source crosses, each side has its own windows.
        self.flat.is_ahead(p) >= 0.0
            && self.side(roots, window.left, p) <= 0.0
            && self.side(roots, window.right, p) >= 0.0
    }

    #[inline]
    fn comes_from(&self, other: Point, p: Point) -> f64 {
        // Rays start on the segment. If the other's ray crosses it, since the segment was late, they start on both sides
        // of that ray.
        if self.flat.is_ahead(other) < 0.0 {
            return 0.0;
        }
        // The ray to p comes from behind it, against the front's direction.
        let (way, back) = (p - other, self.flat.unit.left());
        let side = way.cross(back);
        if side.abs() < ASIDE * way.length() { 0.0 } else { side }
    }
}
