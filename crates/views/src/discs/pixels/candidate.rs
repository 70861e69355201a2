//! A window of a triangle, ready to compete for its pixels.

use super::near::{Region, Search};
use crate::sample::spans::{Range32, ceil};
use wayfront_domain::TriangleId;
use wayfront_geometry::{Hand, Point, Raster};
use wayfront_pathmap::view::{DiscShape, DiscView, DiscWindow};

/// Share of lengths by which regions are wider than they need be.
const WIDER: f64 = 1e-6;

/// Radii of room around a source from which on nothing touches the disc that starts there.
const ROOMY: f64 = 1.01;

/// Less than a quarter of a turn, in radians: up to there two directions bound what is beside them.
const QUARTER: f64 = 1.5;

/// What legs start from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Start {
    /// A corner or a point: the side on which the disc has it (1 left, -1 right, 0 for a point), where the centre goes on
    /// arrival, and the most that it turns.
    Turn { sign: f64, direction: Point, most: f64 },
    /// A segment: along it and across it, and its length.
    Segment { along: Point, across: Point, length: f64 },
}

/// A window of a triangle.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub number: u32,
    pub at: Point,
    pub cost: f64,
    pub radius: f64,
    pub start: Start,
    /// Lines on whose inner sides everything lies that it may win: first those between which the generator sees something,
    /// then those between which its discs may pass.
    pub edges: [Edge; 4],
    /// A plane below its costs, the least of that in the part that is seen, and its height at the middle.
    pub floor: Floor,
    pub least: f64,
    pub key: f64,
    /// What is in the way is asked of the map: it is not known, or all starts there, touching something.
    pub is_doubtful: bool,
}

/// A line beside a generator: inside is where `normal . v + far` is positive, with `v` from the generator.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub along: Point,
    pub normal: Point,
    pub far: f64,
}

impl Edge {
    /// Everything is inside.
    const NONE: Self = Self { along: Point { x: 0.0, y: 0.0 }, normal: Point { x: 0.0, y: 0.0 }, far: 1.0 };

    /// The line of a ray, to the right of which the generator lies by an offset; inside is its left for a sign of 1. Without a
    /// ray no edge.
    #[inline(always)]
    fn beside(ray: Point, sign: f64, offset: f64) -> Self {
        if ray == Point::default() {
            return Self::NONE;
        }
        Self { along: ray, normal: ray.left() * sign, far: offset * sign }
    }

    #[inline(always)]
    fn is_any(&self) -> bool {
        self.normal != Point::default()
    }

    #[inline(always)]
    fn inside(&self, p: Point) -> f64 {
        self.normal.dot(p) + self.far
    }

    #[inline(always)]
    fn slack(&self, p: Point, share: f64) -> f64 {
        share * ((self.normal.x.abs() + self.normal.y.abs()) * (p.x.abs() + p.y.abs()) + self.far.abs())
    }
}

/// A plane over the places around a generator.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Floor {
    base: f64,
    slope: Point,
}

impl Floor {
    #[inline(always)]
    fn at(&self, w: Point) -> f64 {
        self.base + self.slope.dot(w)
    }
}

/// Makes candidates.
#[derive(Debug, Default)]
pub(super) struct Judge {
    search: Search,
    corners: Vec<Point>,
    polygon: Vec<Point>,
    clipped: Vec<Point>,
}

impl Judge {
    /// The corners that may be in the way of the last candidate's legs, as vectors from its generator.
    #[inline(always)]
    pub fn corners(&self) -> &[Point] {
        &self.corners
    }

    /// A window of a triangle; `None` if it sees nothing of it.
    #[inline(always)]
    pub fn candidate(&mut self, view: DiscView, corners: [Point; 3], window: &DiscWindow) -> Option<Candidate> {
        let mut candidate = Candidate::of(view, window)?;
        let corners = corners.map(|p| p - candidate.at);
        candidate.forget_needless_edges(corners);
        self.clip(corners, &candidate.edges);
        if self.polygon.is_empty() {
            return None;
        }
        candidate.floor = self.floor(&candidate);
        candidate.least = self.polygon.iter().map(|&w| candidate.floor.at(w)).fold(f64::INFINITY, f64::min);
        let middle = (corners[0] + corners[1] + corners[2]) * (1.0 / 3.0);
        candidate.key = candidate.floor.at(middle);
        Some(candidate)
    }

    /// Finds what may be in the way of a candidate's legs to the places of its triangle.
    pub fn look(&mut self, view: DiscView, triangle: TriangleId, candidate: &mut Candidate) {
        let Start::Turn { sign, direction, most } = candidate.start else { return };
        if candidate.is_doubtful {
            return;
        }
        let (at, domain) = (candidate.at, view.domain());
        self.clip(domain.triangle(triangle).map(|p| p - at), &candidate.edges);
        let region = Region { at, lines: self.beside(sign, direction, most, candidate.radius) };
        candidate.is_doubtful = !self.search.find(domain, view.openings(), triangle, &region, &mut self.corners);
    }

    /// A plane below what a candidate costs, in all of the polygon that it sees. Costs are convex where the tangents do
    /// not begin: so the plane that touches them somewhere is one.
    #[inline(always)]
    fn floor(&self, candidate: &Candidate) -> Floor {
        let (sign, direction) = match candidate.start {
            Start::Segment { across, .. } => return Floor { base: candidate.cost, slope: across },
            Start::Turn { sign, direction, .. } => (sign, direction),
        };
        let radius = sign.abs() * candidate.radius;
        let count = self.polygon.len() as f64;
        let v = self.polygon.iter().fold(Point::default(), |sum, &p| sum + p) * (1.0 / count);
        let square = v.dot(v);
        let level = Floor { base: candidate.cost, slope: Point::default() };
        // All of the polygon is beyond the line across the way to its middle, at the distance of the radius.
        let is_beyond = self.polygon.iter().all(|&p| p.dot(v) > radius * (1.0 + WIDER) * square.sqrt());
        if !is_beyond {
            return level;
        }
        let (leg, far) = tangent(v, sign, radius);
        let turn = turned(sign, direction, leg);
        // Near half a turn the angle may jump.
        if turn.abs() > QUARTER {
            return level;
        }
        let cost = candidate.cost + radius * turn + far;
        Floor { base: cost - leg.dot(v) - WIDER * WIDER * cost.abs(), slope: leg }
    }

    /// The part of a triangle within some edges.
    fn clip(&mut self, triangle: [Point; 3], edges: &[Edge; 4]) {
        self.polygon.clear();
        self.polygon.extend(triangle);
        for edge in edges.iter().filter(|edge| edge.is_any()) {
            self.clipped.clear();
            let inside = |p: Point| edge.inside(p) + edge.slack(p, WIDER);
            for (k, &p) in self.polygon.iter().enumerate() {
                let q = self.polygon[(k + 1) % self.polygon.len()];
                let (a, b) = (inside(p), inside(q));
                if a >= 0.0 {
                    self.clipped.push(p);
                }
                if (a > 0.0 && b < 0.0) || (a < 0.0 && b > 0.0) {
                    self.clipped.push(p.lerp(q, a / (a - b)));
                }
            }
            std::mem::swap(&mut self.polygon, &mut self.clipped);
        }
    }

    /// Four lines around legs from a corner or a point to the places that are seen.
    fn beside(&self, sign: f64, direction: Point, most: f64, radius: f64) -> [(Point, f64); 4] {
        let most_along = |of: Point| self.polygon.iter().map(|&p| of.dot(p)).fold(0.0, f64::max);
        let farthest = self.polygon.iter().map(|p| p.x.abs() + p.y.abs()).fold(0.0, f64::max);
        let wide = radius * (1.0 + WIDER) + WIDER * farthest;
        match self.outermost(sign, radius).or_else(|| turned_through(sign, direction, most)) {
            Some([right, left]) => {
                let ahead = (right + left).unit().unwrap_or(right);
                let offset = sign * radius;
                [
                    (-right.left(), wide + offset),
                    (left.left(), wide - offset),
                    (ahead, most_along(ahead) + wide),
                    (-ahead, 2.0 * wide),
                ]
            }
            // The generator is near: a box around everything.
            None => {
                let sides = [Point::new(1.0, 0.0), Point::new(-1.0, 0.0), Point::new(0.0, 1.0), Point::new(0.0, -1.0)];
                sides.map(|side| (side, most_along(side) + 2.0 * wide))
            }
        }
    }

    /// The directions of the rightmost and the leftmost leg; `None` where the generator is too near.
    fn outermost(&self, sign: f64, radius: f64) -> Option<[Point; 2]> {
        let mut outer: Option<[Point; 2]> = None;
        for &p in &self.polygon {
            let square = p.dot(p);
            let under = square - sign.abs() * radius * radius;
            if under <= WIDER * square || square == 0.0 {
                return None;
            }
            let leg = (p * under.sqrt() + p.left() * (sign * radius)) * (1.0 / square);
            let [right, left] = outer.unwrap_or([leg; 2]);
            // Half a turn and more has no outermost ones.
            if right.dot(leg) <= 0.0 || left.dot(leg) <= 0.0 {
                return None;
            }
            outer = Some([
                if right.cross(leg) < 0.0 { leg } else { right },
                if left.cross(leg) > 0.0 { leg } else { left },
            ]);
        }
        outer
    }
}

/// The direction and the length of the leg that leaves a corner on a hand and ends at `v` from it.
#[inline(always)]
fn tangent(v: Point, sign: f64, radius: f64) -> (Point, f64) {
    let square = v.dot(v);
    let far = (square - sign * sign * radius * radius).max(0.0).sqrt();
    ((v * far + v.left() * (sign * radius)) * (1.0 / square), far)
}

/// The angle from the direction of arrival to that of a leg.
#[inline(always)]
fn turned(sign: f64, direction: Point, leg: Point) -> f64 {
    if sign == 0.0 { 0.0 } else { (sign * direction.cross(leg)).atan2(direction.dot(leg)) }
}

/// The first and the last direction of a disc that turns, on the right and on the left.
fn turned_through(sign: f64, direction: Point, most: f64) -> Option<[Point; 2]> {
    if sign == 0.0 || most >= QUARTER {
        return None;
    }
    let last = direction * most.cos() + direction.left() * (sign * most.sin());
    Some(if sign > 0.0 { [direction, last] } else { [last, direction] })
}

impl Candidate {
    /// A window of a map.
    #[inline(always)]
    pub fn of(view: DiscView, window: &DiscWindow) -> Option<Self> {
        let generator = view.generator(window.generator)?;
        let (at, start, is_free) = match generator.shape {
            DiscShape::Point(at) => {
                let (direction, most) = (Point::default(), f64::INFINITY);
                let is_free = view.domain().clearance(at).is_some_and(|clearance| clearance > ROOMY * view.radius());
                (at, Start::Turn { sign: 0.0, direction, most }, is_free)
            }
            DiscShape::Turn { corner, hand, direction, most, is_start } => {
                let sign = if hand == Hand::Left { 1.0 } else { -1.0 };
                (corner, Start::Turn { sign, direction, most }, !is_start)
            }
            DiscShape::Segment { ends: [from, to], across } => {
                (from, Start::Segment { along: (to - from).unit()?, across, length: from.distance(to) }, true)
            }
        };
        let [right, left] = window.bounds.map_or([Point::default(); 2], |bounds| bounds.map(|bound| bound - at));
        let offset = if let Start::Turn { sign, .. } = start { sign * view.radius() } else { 0.0 };
        let [first, last] = window.passing;
        let edges = [
            Edge::beside(right, 1.0, 0.0),
            Edge::beside(left, -1.0, 0.0),
            Edge::beside(first, 1.0, offset),
            Edge::beside(last, -1.0, offset),
        ];
        let (number, cost, radius) = (window.generator.0, generator.cost, view.radius());
        Some(Self {
            number,
            at,
            cost,
            radius,
            start,
            edges,
            floor: Floor::default(),
            least: cost,
            key: cost,
            is_doubtful: !is_free,
        })
    }

    /// Forgets the edges that have all of a triangle on their inner side, and those that say nothing about what lies
    /// behind.
    #[inline(always)]
    fn forget_needless_edges(&mut self, corners: [Point; 3]) {
        for (k, edge) in self.edges.iter_mut().enumerate() {
            let is_behind = k > 1 && corners.iter().any(|&p| edge.along.dot(p) <= 0.0);
            if is_behind || corners.iter().all(|&p| edge.inside(p) > edge.slack(p, WIDER)) {
                *edge = Edge::NONE;
            }
        }
    }

    /// No place between two others of a row costs less.
    #[inline(always)]
    pub fn least(&self, y: f64, first: f64, last: f64) -> f64 {
        let up = y - self.at.y;
        let [a, b] = [first, last].map(|x| self.floor.at(Point::new(x - self.at.x, up)));
        if a < b { a } else { b }
    }

    /// The columns of a row that the generator may see, of some.
    #[inline(always)]
    pub fn columns(&self, raster: &Raster, y: f64, columns: Range32) -> Range32 {
        let up = y - self.at.y;
        let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
        for edge in &self.edges {
            // Inside where `normal . v + far` is positive.
            if edge.normal.x != 0.0 {
                let x = self.at.x - (edge.normal.y * up + edge.far) / edge.normal.x;
                if edge.normal.x < 0.0 { high = high.min(x) } else { low = low.max(x) }
            }
        }
        // A column more on either side: what is seen along an edge counts.
        let column = |x: f64| ceil(raster.in_pixels(Point::new(x, y)).x);
        let start = if low == f64::NEG_INFINITY { columns.start } else { column(low).saturating_sub(1) };
        let end = if high == f64::INFINITY { columns.end } else { column(high).saturating_add(1) };
        Range32 { start: start.max(columns.start), end: end.min(columns.end) }
    }
}
