//! Rays from a point.

use super::{BEHIND, Edge, Even, Front, Line, MARGIN, NONE, PARALLEL, Pace, Roots};
use wayfront_geometry::{Point, along, closest_on_segment, orient};

/// A corner or a source's point as the root of windows.
#[derive(Clone, Copy)]
pub(crate) struct PointFront<P = Even> {
    pub id: u32,
    pub at: Point,
    pub cost: f64,
    pub pace: P,
}

/// A ray from a point.
#[derive(Clone, Copy)]
pub(crate) enum PointRay {
    /// Along the line from one point to another: from the root to a bound, or from what lies behind the root to it.
    Line(Point, Point),
    /// In the direction of a flat front, whose segment is given.
    Extension(Point, Point),
    /// No bound.
    Open,
}

impl PointRay {
    #[inline]
    fn direction(&self) -> Point {
        match *self {
            Self::Line(from, to) => to - from,
            Self::Extension(from, to) => -(to - from).left(),
            Self::Open => Point::default(),
        }
    }
}

impl<P: Pace> Front for PointFront<P> {
    type Ray = PointRay;

    #[inline]
    fn id(&self) -> u32 {
        self.id
    }

    #[inline]
    fn pace(&self) -> impl Pace {
        self.pace
    }

    #[inline]
    fn cost_at(&self, p: Point) -> f64 {
        self.cost + self.at.distance(p) * self.pace.slowness()
    }

    #[inline]
    fn least_cost_above(&self, limit: f64, a: Point, b: Point) -> Option<f64> {
        // Nearly always the answer is no: squares tell without a root or a division.
        let (to_a, to_b, edge) = (a - self.at, b - self.at, b - a);
        let reach = (limit - self.cost) * self.pace.speed();
        let is_above = if to_a.dot(edge) >= 0.0 {
            to_a.dot(to_a) > reach * reach
        } else if to_b.dot(edge) <= 0.0 {
            to_b.dot(to_b) > reach * reach
        } else {
            let height = to_a.cross(edge);
            height * height > reach * reach * edge.dot(edge)
        };
        let nearest = || closest_on_segment(a, b, self.at).distance(self.at);
        let least = || self.cost + nearest() * self.pace.slowness();
        (is_above || reach < 0.0).then(least)
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
        (self.cost + length) * (1.0 - 1e-12)
    }

    fn foot_on(&self, a: Point, b: Point) -> Option<Point> {
        let foot = closest_on_segment(a, b, self.at);
        (foot != a && foot != b).then_some(foot)
    }

    #[inline]
    fn ray(&self, roots: Roots, bound: u32) -> PointRay {
        if bound & BEHIND == 0 {
            PointRay::Line(self.at, roots.nodes[bound as usize].at)
        } else {
            ray_from_behind(roots, bound, self.at)
        }
    }

    #[inline]
    fn ray_through(&self, corner: Point) -> PointRay {
        PointRay::Line(self.at, corner)
    }

    fn line(&self, ray: &PointRay) -> Line {
        Line { through: self.at, way: ray.direction() }
    }

    #[inline]
    fn side_of(&self, ray: &PointRay, p: Point) -> f64 {
        match *ray {
            PointRay::Line(from, to) => orient(from, to, p),
            PointRay::Extension(from, to) => along(from, to, self.at, p),
            PointRay::Open => 0.0,
        }
    }

    #[inline]
    fn meets(&self, ray: &PointRay, edge: &Edge) -> Option<f64> {
        let ray = ray.direction();
        let sine = ray.cross(edge.way);
        let is_flat = sine * sine < PARALLEL * ray.dot(ray) * edge.length * edge.length;
        (!is_flat).then(|| edge.length * ray.cross(self.at - edge.start) / sine)
    }

    #[inline]
    fn side_along(&self, ray: &PointRay, edge: &Edge, far: f64) -> f64 {
        ray.direction().cross((edge.start - self.at) * edge.length + edge.way * far)
    }

    #[inline]
    fn exceeds(&self, edge: &Edge, far: f64, cost: f64) -> bool {
        // By squares and without division: a branch hangs on it.
        let to_start = edge.start - self.at;
        let reach = (cost - self.cost + cost * MARGIN) * self.pace.speed();
        let (start, along, limit) = (to_start.dot(to_start), far * far, reach * reach);
        let doubt = (start + along + limit) * (1e-15 * edge.length);
        let over = edge.length * (start + along - limit) + 2.0 * far * to_start.dot(edge.way);
        reach < 0.0 || over > doubt
    }

    #[inline]
    fn comes_from(&self, other: Point, p: Point) -> f64 {
        orient(other, p, self.at)
    }
}

/// The ray of a bound behind the root `at`.
#[inline(never)]
fn ray_from_behind(roots: Roots, bound: u32, at: Point) -> PointRay {
    if bound == NONE {
        return PointRay::Open;
    }
    let behind = (bound & !BEHIND) as usize;
    match roots.nodes.get(behind) {
        Some(node) => PointRay::Line(node.at, at),
        None => {
            let flat = &roots.flats[behind - roots.first_flat as usize];
            PointRay::Extension(flat.from, flat.to)
        }
    }
}
