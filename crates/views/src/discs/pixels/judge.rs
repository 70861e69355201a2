//! What may be in the way of a candidate's legs: looked for once for all places of its triangle, when it would win one.

use super::candidate::{Candidate, Edge, Obstacles, Start, WIDER};
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
    polygon: Vec<Point>,
    clipped: Vec<Point>,
}

impl Judge {
    /// Finds what may be in the way of a candidate's legs to the places of its triangle.
    pub fn look(&mut self, view: DiscView, triangle: TriangleId, candidate: &Candidate) -> Obstacles {
        let Start::Turn { sign, direction, most } = candidate.start else { return Obstacles::Doubtful };
        let (at, domain) = (candidate.at, view.domain());
        let [a, b, c] = domain.triangle(triangle);
        self.clip([a - at, b - at, c - at], &candidate.edges);
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

/// The first and the last direction of a disc that turns, on the right and on the left.
fn turned_through(sign: f64, direction: Point, most: f64) -> Option<[Point; 2]> {
    if sign == 0.0 || most >= QUARTER {
        return None;
    }
    let last = direction * most.cos() + direction.left() * (sign * most.sin());
    Some(if sign > 0.0 { [direction, last] } else { [last, direction] })
}
