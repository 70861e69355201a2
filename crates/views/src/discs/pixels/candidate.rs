//! A window of a triangle, ready to compete for its pixels.

use super::eights::Block;
use wayfront_geometry::{Hand, Point};
use wayfront_pathmap::view::{DiscShape, DiscView, DiscWindow};

/// Share of lengths by which regions are wider than they need be.
pub(super) const WIDER: f64 = 1e-6;

/// Radii of room around a source from which on nothing touches the disc that starts there.
const ROOMY: f64 = 1.01;

/// What legs start from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Start {
    /// A corner or a point: the side on which the disc has it (1 left, -1 right, 0 for a point), where the centre goes on
    /// arrival, and the most that it turns.
    Turn { sign: f64, direction: Point, most: f64 },
    /// A segment: along it and across it, and its length.
    Segment { along: Point, across: Point, length: f64 },
}

/// What is in the way of a candidate's legs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Obstacles {
    /// Nobody has looked yet.
    Unknown,
    /// Some corners of a list.
    Corners { start: u32, end: u32 },
    /// The map is asked: it is not known, or all starts there, touching something.
    Doubtful,
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
    pub obstacles: Obstacles,
}

/// A line beside a generator: inside is where `normal . v + far` is positive, with `v` from the generator.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub normal: Point,
    pub far: f64,
}

impl Edge {
    /// Everything is inside.
    pub const NONE: Self = Self { normal: Point { x: 0.0, y: 0.0 }, far: 1.0 };

    /// The line of a ray, to the right of which the generator lies by an offset; inside is its left for a sign of 1. Without a
    /// ray no edge.
    #[inline(always)]
    fn beside(ray: Point, sign: f64, offset: f64) -> Self {
        if ray == Point::default() {
            return Self::NONE;
        }
        Self { normal: ray.left() * sign, far: offset * sign }
    }

    #[inline(always)]
    pub fn is_any(&self) -> bool {
        self.normal != Point::default()
    }

    #[inline(always)]
    pub fn inside(&self, p: Point) -> f64 {
        self.normal.dot(p) + self.far
    }

    #[inline(always)]
    pub fn slack(&self, p: Point, share: f64) -> f64 {
        share * ((self.normal.x.abs() + self.normal.y.abs()) * (p.x.abs() + p.y.abs()) + self.far.abs())
    }

    /// The least and the most that is inside in a block whose middle lies at `v`.
    #[inline(always)]
    pub fn between(&self, v: Point, block: &Block) -> [f64; 2] {
        let (x, y) = (self.normal.x.abs(), self.normal.y.abs());
        let size = v.x.abs() + v.y.abs() + block.half.x + block.half.y;
        let wide = x * block.half.x + y * block.half.y + WIDER * ((x + y) * size + self.far.abs());
        let inside = self.inside(v);
        [inside - wide, inside + wide]
    }
}

/// A triangle, and the block of its pixels.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Area {
    pub corners: [Point; 3],
    pub block: Block,
}

impl Area {
    /// All legs from a corner to the triangle go ahead: less than a quarter of a turn from a direction. They start beside the
    /// corner, at the distance of the radius. Not only those to its pixels: these depend on the band, which must not matter.
    #[inline(always)]
    fn is_ahead(&self, at: Point, direction: Point, radius: f64) -> bool {
        let behind = radius * (1.0 + WIDER) * (direction.x.abs() + direction.y.abs());
        let mut is_ahead = true;
        for &corner in &self.corners {
            is_ahead &= direction.dot(corner - at) > behind;
        }
        is_ahead
    }
}

/// The generators of a map that are points: whether a disc that starts there touches nothing. Asked once.
#[derive(Debug, Default)]
pub(super) struct Points {
    known: Vec<(u32, bool)>,
}

impl Points {
    fn is_roomy(&mut self, view: DiscView, number: u32, at: Point) -> bool {
        match self.known.binary_search_by_key(&number, |&(number, _)| number) {
            Ok(k) => self.known[k].1,
            Err(k) => {
                let is_roomy = view.domain().clearance(at).is_some_and(|clearance| clearance > ROOMY * view.radius());
                self.known.insert(k, (number, is_roomy));
                is_roomy
            }
        }
    }
}

impl Candidate {
    /// A window of a triangle, to compete for the pixels of a block of it; `None` if it sees nothing of that.
    #[inline(always)]
    pub fn of(view: DiscView, points: &mut Points, window: &DiscWindow, area: &Area) -> Option<Self> {
        let block = &area.block;
        let generator = view.generator(window.generator)?;
        let (number, cost, radius) = (window.generator.0, generator.cost, view.radius());
        let (at, start, is_free) = match generator.shape {
            DiscShape::Point(at) => {
                let (direction, most) = (Point::default(), f64::INFINITY);
                (at, Start::Turn { sign: 0.0, direction, most }, points.is_roomy(view, number, at))
            }
            DiscShape::Turn { corner, hand, direction, most, is_start } => {
                let sign = if hand == Hand::Left { 1.0 } else { -1.0 };
                (corner, Start::Turn { sign, direction, most }, !is_start)
            }
            DiscShape::Segment { ends: [from, to], across } => {
                (from, Start::Segment { along: (to - from).unit()?, across, length: from.distance(to) }, false)
            }
        };
        let v = block.middle - at;
        let mut edges = [Edge::NONE; 4];
        if let Some([right, left]) = window.bounds {
            edges[0] = Edge::beside(right - at, 1.0, 0.0);
            edges[1] = Edge::beside(left - at, -1.0, 0.0);
        }
        let offset = if let Start::Turn { sign, .. } = start { sign * radius } else { 0.0 };
        let [first, last] = window.passing;
        // They say nothing about what lies behind.
        if area.is_ahead(at, first, radius) {
            edges[2] = Edge::beside(first, 1.0, offset);
        }
        if area.is_ahead(at, last, radius) {
            edges[3] = Edge::beside(last, -1.0, offset);
        }
        for edge in &mut edges {
            if edge.is_any() {
                let [least, most] = edge.between(v, block);
                if most < 0.0 {
                    return None;
                }
                if least > 0.0 {
                    *edge = Edge::NONE;
                }
            }
        }
        let obstacles = if is_free { Obstacles::Unknown } else { Obstacles::Doubtful };
        Some(Self { number, at, cost, radius, start, edges, obstacles })
    }
}
