//! What may be in the way of a candidate's legs: looked for once for all places of its triangle, when it would win one.

use super::candidate::{Area, Candidate, Edge, Obstacles, Start, WIDER};
use super::eights::greater;
use super::near::{Field, Region, Search};
use wayfront_domain::TriangleId;
use wayfront_geometry::Point;
use wayfront_pathmap::view::DiscView;

/// Less than a quarter of a turn, in radians: up to there two directions bound what is beside them.
const QUARTER: f64 = 1.5;

/// Looks for what is in the way.
#[derive(Debug, Default)]
pub(super) struct Judge {
    search: Search,
    /// The corners in the way of all candidates, as vectors from their generators.
    pub corners: Vec<Point>,
    /// Around the pixels of the triangle, counted from the middle of their block; empty if nobody has asked.
    hull: Vec<Point>,
    polygon: Vec<Point>,
    clipped: Vec<Point>,
}

impl Judge {
    /// Begins with the pixels of a triangle.
    #[inline(always)]
    pub fn restart(&mut self) {
        self.corners.clear();
        self.hull.clear();
    }

    /// Finds what may be in the way of a candidate's legs to the pixels of a triangle.
    #[inline(always)]
    pub fn look(&mut self, view: DiscView, triangle: TriangleId, area: &Area, candidate: &Candidate) -> Obstacles {
        let Start::Turn { sign, direction, most } = candidate.start else { return Obstacles::Doubtful };
        let (at, domain) = (candidate.at, view.domain());
        if self.hull.is_empty() {
            self.surround(area, view.openings().is_empty());
        }
        self.polygon.clear();
        for &p in &self.hull {
            self.polygon.push(p + (area.block.middle - at));
        }
        for edge in &candidate.edges {
            self.clip(edge);
        }
        if self.polygon.is_empty() {
            return Obstacles::Doubtful;
        }
        let region = Region::of(at, &self.beside(sign, direction, most, candidate.radius));
        let start = self.corners.len() as u32;
        let field = Field::of(domain, view.openings());
        if !self.search.find(&field, triangle, &region, &mut self.corners) {
            self.corners.truncate(start as usize);
            return Obstacles::Doubtful;
        }
        Obstacles::Corners { start, end: self.corners.len() as u32 }
    }

    /// The part of the block that lies in the triangle, counted from the block's middle. All of the triangle where
    /// openings may be met: whether the map is asked must not depend on the band.
    fn surround(&mut self, area: &Area, is_part: bool) {
        let Area { corners: [a, b, c], block } = *area;
        if !is_part {
            self.hull.extend([a - block.middle, b - block.middle, c - block.middle]);
            return;
        }
        let Point { x, y } = block.half;
        self.polygon.clear();
        self.polygon.extend([Point::new(-x, -y), Point::new(x, -y), Point::new(x, y), Point::new(-x, y)]);
        for (p, q) in [(a, b), (b, c), (c, a)] {
            let normal = (q - p).left();
            self.clip(&Edge { normal, far: normal.dot(block.middle - p) });
        }
        std::mem::swap(&mut self.hull, &mut self.polygon);
    }

    /// Leaves the part of the polygon within an edge.
    #[inline(always)]
    fn clip(&mut self, edge: &Edge) {
        if !edge.is_any() {
            return;
        }
        self.clipped.clear();
        let inside = |p: Point| edge.inside(p) + edge.slack(p, WIDER);
        let Some(&(mut p)) = self.polygon.last() else { return };
        let mut a = inside(p);
        for &q in &self.polygon {
            let b = inside(q);
            if (a > 0.0 && b < 0.0) || (a < 0.0 && b > 0.0) {
                self.clipped.push(p.lerp(q, a / (a - b)));
            }
            if b >= 0.0 {
                self.clipped.push(q);
            }
            (p, a) = (q, b);
        }
        std::mem::swap(&mut self.polygon, &mut self.clipped);
    }

    /// Four lines around legs from a corner or a point to the places that are seen.
    #[inline(always)]
    fn beside(&self, sign: f64, direction: Point, most: f64, radius: f64) -> [(Point, f64); 4] {
        let mut farthest = 0.0;
        for p in &self.polygon {
            farthest = greater(farthest, p.x.abs() + p.y.abs());
        }
        let wide = radius * (1.0 + WIDER) + WIDER * farthest;
        let outer = match self.outermost(sign, radius) {
            None => turned_through(sign, direction, most),
            outer => outer,
        };
        match outer {
            Some([right, left]) => {
                let ahead = (right + left).unit().unwrap_or(right);
                let offset = sign * radius;
                [
                    (-right.left(), wide + offset),
                    (left.left(), wide - offset),
                    (ahead, self.most_along(ahead) + wide),
                    (-ahead, 2.0 * wide),
                ]
            }
            // The generator is near: a box around everything.
            None => {
                let mut lines = [(Point::default(), 0.0); 4];
                for (k, (x, y)) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)].into_iter().enumerate() {
                    let side = Point::new(x, y);
                    lines[k] = (side, self.most_along(side) + 2.0 * wide);
                }
                lines
            }
        }
    }

    /// How far the polygon reaches in a direction, from the generator on.
    #[inline(always)]
    fn most_along(&self, direction: Point) -> f64 {
        let mut most = 0.0;
        for &p in &self.polygon {
            most = greater(most, direction.dot(p));
        }
        most
    }

    /// The directions of the rightmost and the leftmost leg; `None` where the generator is too near.
    #[inline(always)]
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

/// The first and the last direction of a disc that turns, on the right and on the left.
fn turned_through(sign: f64, direction: Point, most: f64) -> Option<[Point; 2]> {
    if sign == 0.0 || most >= QUARTER {
        return None;
    }
    let last = direction * most.cos() + direction.left() * (sign * most.sin());
    Some(if sign > 0.0 { [direction, last] } else { [last, direction] })
}
