//! What a generator sees of a triangle: a convex polygon that knows what each of its edges is.

use wayfront_geometry::{Point, closest_on_segment};
use wayfront_pathmap::view::Root;

/// What lies beyond an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edge {
    /// The next triangle, or an outline: a side of the triangle, 0 to 2.
    Side(u8),
    /// The end of what the generator sees.
    Bound,
    /// More of the same: the patch was cut for convenience. Or another generator that has the place already.
    Cut,
    /// A cheaper generator's region.
    Rival(Root),
}

/// A convex polygon, counter-clockwise. Edge k runs from point k to the next.
#[derive(Clone, Debug)]
pub(crate) struct Patch {
    pub points: Vec<Point>,
    pub edges: Vec<Edge>,
}

/// Points with `normal . p <= limit`; the normal has length 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HalfPlane {
    pub normal: Point,
    pub limit: f64,
}

impl HalfPlane {
    /// What lies on the right of the line from `at` in a direction.
    pub fn right_of(at: Point, direction: Point) -> Option<Self> {
        let length = direction.length();
        let normal = direction.left() * (1.0 / length);
        (length > 0.0).then(|| Self { normal, limit: normal.dot(at) })
    }

    pub fn flipped(self) -> Self {
        Self { normal: -self.normal, limit: -self.limit }
    }

    fn beyond(&self, p: Point) -> f64 {
        self.normal.dot(p) - self.limit
    }
}

impl Patch {
    pub fn triangle(points: [Point; 3]) -> Self {
        Self { points: points.to_vec(), edges: vec![Edge::Side(0), Edge::Side(1), Edge::Side(2)] }
    }

    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// The ends of edge `k`.
    pub fn ends(&self, k: usize) -> [Point; 2] {
        [self.points[k], self.points[(k + 1) % self.len()]]
    }

    /// Cuts off what lies outside. Points within `grain` of the border count as inside, so that a border along a side
    /// leaves the side what it is. `None` if nothing is left.
    pub fn clip(self, half: HalfPlane, edge: Edge, grain: f64) -> Option<Self> {
        let beyond: Vec<f64> = self.points.iter().map(|&p| half.beyond(p)).collect();
        if beyond.iter().all(|&b| b <= grain) {
            return Some(self);
        }
        if beyond.iter().all(|&b| b >= -grain) {
            return None;
        }
        let mut cut = Self { points: Vec::with_capacity(self.len() + 1), edges: Vec::with_capacity(self.len() + 1) };
        for k in 0..self.len() {
            let ([a, b], [out_a, out_b]) = (self.ends(k), [beyond[k], beyond[(k + 1) % self.len()]]);
            let crossing = || a.lerp(b, out_a / (out_a - out_b));
            match (out_a <= grain, out_b <= grain) {
                (true, true) => cut.push(a, self.edges[k]),
                (true, false) if out_a >= -grain => cut.push(a, edge),
                (true, false) => {
                    cut.push(a, self.edges[k]);
                    cut.push(crossing(), edge);
                }
                (false, true) if out_b < -grain => cut.push(crossing(), self.edges[k]),
                _ => {}
            }
        }
        (cut.len() > 2).then_some(cut)
    }

    fn push(&mut self, p: Point, edge: Edge) {
        self.points.push(p);
        self.edges.push(edge);
    }

    /// Triangles from a point of the patch to the edges it does not lie on; the patch itself if the point is outside.
    pub fn fans_from(self, centre: Point, grain: f64) -> Vec<Self> {
        let heights: Vec<f64> = (0..self.len()).map(|k| height(self.ends(k), centre)).collect();
        // Beyond the tip of a needle one is hardly outside of the lines along its edges.
        let is_on = |k: usize| closest_on_segment(self.ends(k)[0], self.ends(k)[1], centre).distance(centre) <= grain;
        let is_inside = heights.iter().all(|&h| h > grain);
        if heights.iter().any(|&h| h < -grain) || !is_inside && !(0..self.len()).any(is_on) {
            return vec![self];
        }
        let count = self.len();
        let fan = |k: usize| {
            let [a, b] = self.ends(k);
            // Along an edge on which the centre lies, the fan's first and last edges are parts of that edge.
            let beside = |other: usize| if heights[other] <= grain { self.edges[other] } else { Edge::Cut };
            let edges = vec![beside((k + count - 1) % count), self.edges[k], beside((k + 1) % count)];
            Self { points: vec![centre, a, b], edges }
        };
        (0..count).filter(|&k| heights[k] > grain).map(fan).collect()
    }
}

/// Distance of `p` to the left of the line from `a` to `b`.
fn height([a, b]: [Point; 2], p: Point) -> f64 {
    let length = a.distance(b);
    if length > 0.0 { (b - a).cross(p - a) / length } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn triangle() -> Patch {
        Patch::triangle([[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]].map(Point::from))
    }

    fn right_of(at: [f64; 2], direction: [f64; 2]) -> HalfPlane {
        HalfPlane::right_of(at.into(), direction.into()).unwrap()
    }

    #[test]
    fn clipping_labels_the_cut() {
        let cut = triangle().clip(right_of([1.0, 0.0], [0.0, -1.0]), Edge::Bound, 1e-9).unwrap();
        assert_eq!(cut.points, [[0.0, 0.0], [1.0, 0.0], [1.0, 3.0], [0.0, 4.0]].map(Point::from));
        assert_eq!(cut.edges, [Edge::Side(0), Edge::Bound, Edge::Side(1), Edge::Side(2)]);
    }

    #[test]
    fn clipping_along_a_side_keeps_all_or_nothing() {
        let all = triangle().clip(right_of([0.0, 1e-12], [-1.0, 0.0]), Edge::Bound, 1e-9).unwrap();
        assert_eq!(all.edges.len(), 3);
        assert!(triangle().clip(right_of([0.0, 1e-12], [1.0, 0.0]), Edge::Bound, 1e-9).is_none());
    }

    #[test]
    fn fans_leave_out_edges_through_the_centre() {
        assert_eq!(triangle().fans_from([1.0, 1.0].into(), 1e-9).len(), 3);
        let on_side = triangle().fans_from([1.0, 0.0].into(), 1e-9);
        assert_eq!(on_side.len(), 2);
        assert_eq!(on_side[0].edges, [Edge::Side(0), Edge::Side(1), Edge::Cut]);
        assert_eq!(triangle().fans_from([0.0, 0.0].into(), 1e-9).len(), 1);
        assert_eq!(triangle().fans_from([9.0, 9.0].into(), 1e-9).len(), 1);
        let needle = Patch::triangle([[1.0, 0.0], [4.0, 0.0], [4.0, 1e-9]].map(Point::from));
        assert_eq!(needle.fans_from([0.0, 0.0].into(), 1e-9)[0].points[0], Point::new(1.0, 0.0));
    }
}
