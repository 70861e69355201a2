//! Rays from a point.

use super::{Edge, Front, Line, MARGIN, PARALLEL, Seen, lesser};
use crate::generators::{Bound, Generators, NodeId, Root};
use crate::wave::pace::{Even, Pace};
use wayfront_geometry::{Point, along, closest_on_segment, orient, sure_cross};

/// Tolerance: Share of a cost by which the least cost over a side may be rounded up: mirror images lose some digits.
const BOUND_ROUNDING: f64 = 1e-12;

/// Tolerance: Share by which a sum of squares of lengths may be off: some roundings of `f64`.
const SQUARE_ROUNDING: f64 = 4e-15;

/// A corner or a source's point as the root of windows.
#[derive(Clone, Copy)]
pub(crate) struct PointFront<P = Even> {
    pub id: NodeId,
    pub at: Point,
    pub cost: f64,
    pub pace: P,
}

impl<P: Pace> Front for PointFront<P> {
    /// Its direction, rounded: from the root to a bound, from what lies behind the root to it, or that of a flat front.
    type Ray = Point;

    #[inline]
    fn id(&self) -> Root {
        self.id.into()
    }

    #[inline]
    fn pace(&self) -> impl Pace {
        self.pace
    }

    #[inline]
    fn look_at(&self, p: Point) -> Seen {
        let way = p - self.at;
        Seen { at: p, way, far: way.dot(way) }
    }

    #[inline]
    fn cost_at(&self, p: Point) -> f64 {
        self.cost + self.at.distance(p) * self.pace.slowness()
    }

    #[inline]
    fn cost_of(&self, seen: &Seen) -> f64 {
        self.cost + seen.far.sqrt() * self.pace.slowness()
    }

    #[inline]
    fn least_cost_above(&self, limit: f64, a: &Seen, b: &Seen) -> Option<f64> {
        // Nearly always the answer is no, and one of the ends tells.
        let reach = (limit - self.cost) * self.pace.speed();
        let is_near = lesser(a.far, b.far) <= reach * reach && reach >= 0.0;
        if is_near { None } else { self.far_edge(reach, a, b) }
    }

    #[inline]
    fn least_cost_through(&self, a: Point, b: Point, goal: Point) -> f64 {
        let edge = b - a;
        let (root_side, goal_side) = (edge.cross(self.at - a), edge.cross(goal - a));
        // A goal on the root's side is as far as its mirror image beyond the edge.
        let is_mirrored = (root_side > 0.0) == (goal_side > 0.0);
        let beyond = if is_mirrored { goal - edge.left() * (2.0 * goal_side / edge.dot(edge)) } else { goal };
        let way = beyond - self.at;
        let length = if way.cross(a - self.at) < 0.0 {
            (a - self.at).length() + a.distance(beyond)
        } else if way.cross(b - self.at) > 0.0 {
            (b - self.at).length() + b.distance(beyond)
        } else {
            way.length()
        };
        // Rounding must not put off what lies on the best way.
        (self.cost + length) * (1.0 - BOUND_ROUNDING)
    }

    fn foot_on(&self, a: Point, b: Point) -> Option<Point> {
        let foot = closest_on_segment(a, b, self.at);
        (foot != a && foot != b).then_some(foot)
    }

    #[inline]
    fn ray(&self, roots: Generators, bound: Bound) -> Point {
        if let Some(node) = bound.node_ahead() {
            roots.nodes[node.index()].at - self.at
        } else {
            ray_from_behind(roots, bound, self.at)
        }
    }

    #[inline]
    fn ray_through(&self, seen: &Seen) -> Point {
        seen.way
    }

    fn line(&self, ray: &Point) -> Line {
        Line { through: self.at, way: *ray }
    }

    #[inline]
    fn sure_side(&self, ray: &Point, seen: &Seen) -> Option<f64> {
        sure_cross(*ray, seen.way)
    }

    #[inline]
    fn side(&self, roots: Generators, bound: Bound, p: Point) -> f64 {
        if let Some(node) = bound.node_ahead() {
            orient(self.at, roots.nodes[node.index()].at, p)
        } else {
            side_from_behind(roots, bound, self.at, p)
        }
    }

    #[inline]
    fn meets(&self, ray: &Point, edge: &Edge, else_at: f64) -> f64 {
        let sine = ray.cross(edge.way);
        let is_flat = sine * sine < PARALLEL * ray.dot(*ray) * edge.length * edge.length;
        let far = edge.length * edge.start.way.cross(*ray) / sine;
        if is_flat { else_at } else { far }
    }

    #[inline]
    fn exceeds(&self, edge: &Edge, far: f64, cost: f64) -> bool {
        // By squares and without division: a branch hangs on it.
        let reach = (cost - self.cost + cost * MARGIN) * self.pace.speed();
        let (start, along, limit) = (edge.start.far, far * far, reach * reach);
        let doubt = (start + along + limit) * (SQUARE_ROUNDING * edge.length);
        let over = edge.length * (start + along - limit) + 2.0 * far * edge.start.way.dot(edge.way);
        reach < 0.0 || over > doubt
    }

    #[inline]
    fn comes_from(&self, other: Point, p: Point) -> f64 {
        orient(other, p, self.at)
    }
}

impl<P: Pace> PointFront<P> {
    /// The least cost on the segment `a`-`b`, if it is farther than `reach`. Neither end is nearer.
    #[inline(never)]
    fn far_edge(&self, reach: f64, a: &Seen, b: &Seen) -> Option<f64> {
        let edge = b.way - a.way;
        let height = a.way.cross(edge);
        let is_beside = a.way.dot(edge) >= 0.0 || b.way.dot(edge) <= 0.0;
        let is_above = reach < 0.0 || is_beside || height * height > reach * reach * edge.dot(edge);
        let nearest = || closest_on_segment(a.at, b.at, self.at).distance(self.at);
        is_above.then(|| self.cost + nearest() * self.pace.slowness())
    }
}

/// The ray of a bound behind the root `at`.
#[inline(never)]
fn ray_from_behind(roots: Generators, bound: Bound, at: Point) -> Point {
    if bound.is_none() {
        return Point::default();
    }
    match roots.nodes.get(bound.slot()) {
        Some(node) => at - node.at,
        None => {
            let flat = &roots.flats[bound.flat().index()];
            -(flat.to - flat.from).left()
        }
    }
}

/// On which hand of the ray of a bound behind the root `at` a point lies. Exact.
#[inline(never)]
fn side_from_behind(roots: Generators, bound: Bound, at: Point, p: Point) -> f64 {
    if bound.is_none() {
        return 0.0;
    }
    match roots.nodes.get(bound.slot()) {
        Some(node) => orient(node.at, at, p),
        None => {
            let flat = &roots.flats[bound.flat().index()];
            along(flat.from, flat.to, at, p)
        }
    }
}
