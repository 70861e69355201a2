//! A path map for a graphics card: triangles, each with the generator that it is seen from.
//!
//! Every free triangle is drawn once for each corner at which paths may bend, and once for each window, cut by the
//! window's bounds. Pieces overlap. The cheapest generator of all pieces over a point is the one that the map answers
//! with, so a depth test on costs draws the map: exact at every scale, for the price of a few triangles per window.
//!
//! Pieces that lose everywhere to a corner of their own triangle are left out. Cost: linear in windows.
//!
//! *Invariant*: the least cost over all pieces at a point is the map's cost there, up to the rounding of points at which
//! windows are cut.

use wayfront_domain::TriangleId;
use wayfront_geometry::Point;
use wayfront_pathmap::PathMap;
use wayfront_pathmap::view::{MapView, NodeId, Root, RootKind, Window};

/// Triangles with generators.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pieces {
    /// The corners of the free space by their numbers, then the points at which windows are cut.
    pub vertices: Vec<Point>,
    /// Three vertices of each triangle, and its generator.
    pub triangles: Vec<([u32; 3], Root)>,
}

impl Pieces {
    /// The pieces of a map; `None` if there were more than `most` triangles, or if costs do not grow evenly along legs
    /// (barriers with factors).
    #[must_use]
    pub fn of(map: &PathMap, most: usize) -> Option<Self> {
        let view = map.view();
        if view.has_factors() {
            return None;
        }
        let domain = view.domain();
        let corners = (0..domain.corner_count() as u32).map(|k| domain.point(wayfront_domain::CornerId(k)));
        let mut pieces = Self { vertices: corners.collect(), triangles: Vec::new() };
        let mut cutter = Cutter::default();
        for triangle in (0..domain.free_triangles() as u32).map(TriangleId) {
            cutter.triangle(view, triangle, &mut pieces);
            if pieces.triangles.len() > most {
                return None;
            }
        }
        Some(pieces)
    }
}

/// A vertex of a ring that is being cut: its place, and its number once it has one.
type Cut = (Point, Option<u32>);

/// Memory for cutting, used again for each window.
#[derive(Default)]
struct Cutter {
    ring: Vec<Cut>,
    next: Vec<Cut>,
    nodes: Vec<NodeId>,
}

impl Cutter {
    fn triangle(&mut self, view: MapView<'_>, triangle: TriangleId, pieces: &mut Pieces) {
        let numbers = triangle.sides().map(|side| view.domain().side(side).origin.0);
        let points = numbers.map(|k| pieces.vertices[k as usize]);
        self.nodes.clear();
        self.nodes.extend(view.bending_nodes(triangle).filter(|&node| view.node(node).cost().is_finite()));
        for &node in &self.nodes {
            let others = self.nodes.iter().filter(|&&other| other != node);
            let loses = others.clone().any(|&other| is_dearer(view, node, other));
            if !loses {
                pieces.triangles.push((numbers, node.into()));
            }
        }
        for window in view.windows(triangle) {
            self.ring.clear();
            self.ring.extend(points.iter().zip(numbers).map(|(&p, k)| (p, Some(k))));
            self.cut_by_bounds(view, window);
            if self.ring.len() > 2 && !self.loses(view, window.root) {
                self.keep(window.root, pieces);
            }
        }
    }

    fn cut_by_bounds(&mut self, view: MapView<'_>, window: &Window) {
        if let RootKind::Flat(id) = window.root.kind() {
            // In a triangle that the source crosses, each side has its own windows.
            let flat = view.flat(id);
            self.cut(flat.ends()[0], -flat.unit());
        }
        for (bound, hand) in [(window.left, -1.0), (window.right, 1.0)] {
            if let Some((through, way)) = view.bound_line(window.root, bound) {
                self.cut(through, way * hand);
            }
        }
    }

    /// Keeps what lies on the left hand of a line.
    fn cut(&mut self, through: Point, way: Point) {
        let side = |p: Point| way.cross(p - through);
        self.next.clear();
        for (k, &(p, number)) in self.ring.iter().enumerate() {
            let (q, _) = self.ring[(k + 1) % self.ring.len()];
            let (here, there) = (side(p), side(q));
            if here >= 0.0 {
                self.next.push((p, number));
            }
            if here > 0.0 && there < 0.0 || here < 0.0 && there > 0.0 {
                self.next.push((p.lerp(q, here / (here - there)), None));
            }
        }
        std::mem::swap(&mut self.ring, &mut self.next);
    }

    /// A corner of the triangle is cheaper in all of the ring: costs from a corner are convex, so their largest is at a
    /// vertex, and no point of the ring is nearer to the generator than its nearest vertex less the ring's extent.
    fn loses(&self, view: MapView<'_>, root: Root) -> bool {
        let least = |p: Point| view.cost_from(root, p);
        let first = self.ring[0].0;
        let extent = self.ring.iter().map(|v| v.0.distance(first)).fold(0.0, f64::max);
        let slowness = match root.kind() {
            RootKind::Node(id) => view.slowness(view.node(id).layer()),
            RootKind::Flat(_) => 1.0,
        };
        let bound = least(first) - slowness * extent;
        self.nodes.iter().any(|&node| {
            Root::from(node) != root && self.ring.iter().all(|&(p, _)| view.cost_from(node.into(), p) <= bound)
        })
    }

    fn keep(&mut self, root: Root, pieces: &mut Pieces) {
        for (p, number) in &mut self.ring {
            if number.is_none() {
                *number = Some(pieces.vertices.len() as u32);
                pieces.vertices.push(*p);
            }
        }
        let number = |k: usize| self.ring[k].1.unwrap_or_default();
        let fan = (1..self.ring.len() - 1).map(|k| ([number(0), number(k), number(k + 1)], root));
        pieces.triangles.extend(fan);
    }
}

/// One node costs more everywhere than going to it from another: then it wins nowhere.
fn is_dearer(view: MapView<'_>, node: NodeId, other: NodeId) -> bool {
    let (a, b) = (view.node(node), view.node(other));
    let pace = view.slowness(b.layer());
    pace <= view.slowness(a.layer()) && a.cost() > b.cost() + a.at().distance(b.at()) * pace
}

#[cfg(test)]
mod tests {
    use super::*;
    use wayfront_domain::{Guide, Scene};

    /// The oracle looks at all pieces over a point, and compares with the map's own answer.
    fn least(pieces: &Pieces, map: &PathMap, p: Point) -> f64 {
        let inside = |numbers: [u32; 3]| {
            let [a, b, c] = numbers.map(|k| pieces.vertices[k as usize]);
            (b - a).cross(p - a) >= 0.0 && (c - b).cross(p - b) >= 0.0 && (a - c).cross(p - c) >= 0.0
        };
        let over = pieces.triangles.iter().filter(|piece| inside(piece.0));
        over.map(|piece| map.view().cost_from(piece.1, p)).fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn the_cheapest_piece_is_the_map_s_answer() {
        for name in ["office", "bicycle", "subway", "touching", "sources"] {
            let Some(world) = wayfront_world::builtin(name) else { continue };
            let map = PathMap::of(&Scene::new(world).unwrap()).unwrap();
            let pieces = Pieces::of(&map, usize::MAX).unwrap();
            let bounds = map.domain().bounds();
            let mut differing = 0;
            // Not from 0: what is seen of a corner alone is a point, and no piece.
            for k in 1..4000_u32 {
                let share = |m: f64| (f64::from(k) * m).fract();
                let p = bounds.min
                    + Point::new(bounds.width() * share(0.754_877_666), bounds.height() * share(0.569_840_291));
                let expected = map.cost(p).unwrap_or(f64::INFINITY);
                let found = least(&pieces, &map, p);
                if !(found == expected || (found - expected).abs() < 1e-9 * expected.abs()) {
                    differing += 1;
                }
            }
            assert_eq!(differing, 0, "{name}");
        }
    }
}
