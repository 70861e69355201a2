//! Where waves come from, looked up once for many windows: rays from a point, or side by side from a segment.
//!
//! On which hand of a ray a corner lies is decided exactly, on input coordinates; costs and lengths are rounded.

mod flat;
mod point;

pub(crate) use flat::FlatFront;
pub(crate) use point::PointFront;

use super::pace::{Even, Pace};
use super::window::Window;
use crate::generators::{Bound, Generators, Root, RootKind};
use wayfront_geometry::Point;

/// Tolerance: Square of the sine below which two directions count as parallel when a crossing is computed: at a
/// thousandth of a radian a crossing is known to about 1e-13 of the lengths around it, which the margins of the rules
/// allow for.
const PARALLEL: f64 = 1e-6;

/// Tolerance: Share of a cost by which one must be lower to count as lower, so that rounding never decides: a cost is a
/// sum of up to some hundred legs, each rounded by 1e-16 of it.
pub(crate) const MARGIN: f64 = 1e-13;

/// A corner as a root sees it: looked at once, asked about many times.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    pub at: Point,
    /// The way to it: from a point, or from the start of a flat front's segment.
    pub way: Point,
    /// The square of its distance from a point; its distance from a flat front.
    pub far: f64,
}

/// A root looked up once for many windows.
pub(crate) trait Front: Copy {
    /// Its number.
    fn id(&self) -> Root;
    /// How fast its wave is, and which nodes it reaches.
    fn pace(&self) -> impl Pace;
    /// Looks at a corner.
    fn look_at(&self, p: Point) -> Seen;
    /// Cost at a point that it sees.
    fn cost_at(&self, p: Point) -> f64;
    /// Cost at a corner that it sees.
    fn cost_of(&self, seen: &Seen) -> f64;
    /// The least cost on the segment `a`-`b`, if it is above `limit`.
    fn least_cost_above(&self, limit: f64, a: &Seen, b: &Seen) -> Option<f64>;
    /// A bound looked up once for many steps.
    type Ray: Copy;
    /// The ray through a bound.
    fn ray(&self, roots: Generators, bound: Bound) -> Self::Ray;
    /// The ray through a corner that this root sees.
    fn ray_through(&self, seen: &Seen) -> Self::Ray;
    /// A point on a ray, and the ray's direction. Rounded.
    fn line(&self, ray: &Self::Ray) -> Line;
    /// The direction of the ray through a point. Rounded.
    fn way_to(&self, p: Point) -> Point {
        self.line(&self.ray_through(&self.look_at(p))).way
    }
    /// Positive if a corner lies on the left hand of the ray, negative on the right, zero on it; `None` where that takes
    /// exact arithmetic: see [`Self::side`].
    fn sure_side(&self, ray: &Self::Ray, seen: &Seen) -> Option<f64>;
    /// Positive if `p` lies on the left hand of a bound, negative on the right, zero on it. Exact.
    fn side(&self, roots: Generators, bound: Bound, p: Point) -> f64;
    /// How far along an edge the ray meets it. Rounded; `else_at` if they are so nearly parallel that rounding would tell
    /// more than geometry.
    fn meets(&self, ray: &Self::Ray, edge: &Edge, else_at: f64) -> f64;
    /// The least cost at which `goal` could be reached over the segment `a`-`b`, if nothing were beyond it.
    fn least_cost_through(&self, a: Point, b: Point, goal: Point) -> f64;
    /// `p`, in a triangle that the window entered, is between its bounds. Exact.
    fn sees(&self, roots: Generators, window: &Window, p: Point) -> bool {
        self.side(roots, window.left, p) <= 0.0 && self.side(roots, window.right, p) >= 0.0
    }
    /// The point strictly inside the segment `a`-`b` that is nearer to a root than its surroundings on the segment;
    /// rounded. Fronts have none: straight ahead of them an end is nearest, or all are equally near.
    fn foot_on(&self, _a: Point, _b: Point) -> Option<Point> {
        None
    }
    /// The cost at the point `far` along an edge is above `cost`, by more than rounding can explain.
    fn exceeds(&self, edge: &Edge, far: f64, cost: f64) -> bool;
    /// Positive if the ray to `p`, and those beside it, come from the left hand of the ray from `other` to `p`. Rounded
    /// for flat fronts, and then zero in doubt.
    fn comes_from(&self, other: Point, p: Point) -> f64;
}

/// A line through a point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    pub through: Point,
    pub way: Point,
}

/// A side about to be crossed.
pub(crate) struct Edge {
    pub start: Seen,
    pub way: Point,
    pub length: f64,
}

/// The lesser of two numbers of which none is NaN, in one instruction.
#[inline]
pub(crate) fn lesser(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

/// The greater of two numbers of which none is NaN, in one instruction.
#[inline]
pub(crate) fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// A point of the ray that bounds a window of `root`, and its direction; `None` without bound.
pub(crate) fn bound_line(generators: Generators, root: Root, bound: Bound) -> Option<(Point, Point)> {
    if bound.is_none() {
        return None;
    }
    match root.kind() {
        RootKind::Flat(flat) => Some((generators.nodes[bound.slot()].at, generators.flats[flat.index()].ahead())),
        RootKind::Node(id) => {
            let node = &generators.nodes[id.index()];
            let front = PointFront { id, at: node.at, cost: node.cost, pace: Even };
            Some((node.at, front.line(&front.ray(generators, bound)).way))
        }
    }
}
