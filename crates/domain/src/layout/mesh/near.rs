//! What lies within a small distance of a segment: vertices and constrained edges.
//!
//! The triangles that a narrow strip touches hang together over the edges that it touches, so a search from the
//! segment's start over such edges finds them all. Cost: those triangles.

use super::{Mesh, NONE, next};
use std::collections::HashSet;
use wayfront_geometry::{Point, closest_on_segment, orient};

/// Vertices and constrained edges near a segment.
#[derive(Debug, Default)]
pub(crate) struct Near {
    /// Vertices with their distances, each once.
    pub vertices: Vec<(u32, f64)>,
    /// Constrained half-edges with their distances, one of each pair.
    pub edges: Vec<(u32, f64)>,
}

impl Mesh {
    /// What lies within `reach` of the segment; `first` is a half-edge of a triangle that contains one of its ends.
    pub fn near(&self, segment: [Point; 2], reach: f64, first: u32) -> Near {
        let mut near = Near::default();
        let mut seen: HashSet<u32> = HashSet::from([first / 3]);
        let mut vertices = HashSet::new();
        let mut open = vec![first / 3];
        while let Some(t) = open.pop() {
            for h in 3 * t..3 * t + 3 {
                let (from, to, v) = (self.start(h), self.start(next(h)), self.origin(h));
                let distance = closest_on_segment(segment[0], segment[1], from).distance(from);
                if distance <= reach && vertices.insert(v) {
                    near.vertices.push((v, distance));
                }
                let distance = apart(segment, [from, to]);
                let twin = self.twin(h);
                if distance > reach || twin == NONE {
                    continue;
                }
                if self.is_constrained(h) && h < twin {
                    near.edges.push((h, distance));
                }
                if seen.insert(twin / 3) {
                    open.push(twin / 3);
                }
            }
        }
        near
    }
}

/// The distance of two segments, either of which may be a point.
fn apart([a, b]: [Point; 2], [c, d]: [Point; 2]) -> f64 {
    let are_split = |p: Point, q: Point, r: Point, s: Point| {
        let (left, right) = (orient(p, q, r), orient(p, q, s));
        left < 0.0 && right > 0.0 || left > 0.0 && right < 0.0
    };
    if are_split(a, b, c, d) && are_split(c, d, a, b) {
        return 0.0;
    }
    let off = |p: Point, q: Point, r: Point| closest_on_segment(p, q, r).distance(r);
    off(a, b, c).min(off(a, b, d)).min(off(c, d, a)).min(off(c, d, b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_are_as_far_apart_as_their_nearest_points() {
        let p = Point::new;
        let cross = [[p(0.0, 0.0), p(2.0, 2.0)], [p(0.0, 2.0), p(2.0, 0.0)]];
        let apart_by_three = [[p(0.0, 0.0), p(4.0, 0.0)], [p(1.0, 3.0), p(9.0, 9.0)]];
        let point = [[p(0.0, 5.0), p(0.0, 5.0)], [p(3.0, 1.0), p(9.0, 1.0)]];
        for ([s, t], distance) in [(cross, 0.0), (apart_by_three, 3.0), (point, 5.0)] {
            assert_eq!((apart(s, t), apart(t, s)), (distance, distance));
        }
    }
}
