//! A path map for a graphics card: triangles, each with the generator that it is seen from.
//!
//! Every free triangle is drawn once for each corner at which paths may bend, and once for each window, cut by the
//! window's bounds. Pieces overlap. The cheapest generator of all pieces over a point is the one that the map answers
//! with, so a depth test on costs draws the map: exact at every scale, for the price of a few triangles per window.
//!
//! Pieces that lose everywhere to a corner of their own triangle are left out, as are those of corners that one sees past.
//! Cost: linear in windows.
//!
//! *Invariant*: the least cost over all pieces at a point is the map's cost there, up to the rounding of points at which
//! windows are cut.

use wayfront_domain::{CornerId, TriangleId};
use wayfront_geometry::{Checkpoints, Point};
use wayfront_pathmap::PathMap;
use wayfront_pathmap::view::{MapView, NodeId, Root, RootKind, Window};

/// Parts of an edge in which a piece is compared with the corners of its triangle.
const ENTRY_PARTS: u32 = 2;
/// Costs are sums of a few lengths.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

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
        let corners = (0..domain.corner_count() as u32).map(|k| domain.point(CornerId(k)));
        let mut pieces = Self { vertices: corners.collect(), triangles: Vec::new() };
        let mut cutter = Cutter::default();
        let mut checkpoints = Checkpoints::default();
        for triangle in (0..domain.free_triangles() as u32).map(TriangleId) {
            checkpoints.pass();
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
    /// Generators that see all of the triangle.
    whole: Vec<Root>,
}

impl Cutter {
    fn triangle(&mut self, view: MapView<'_>, triangle: TriangleId, pieces: &mut Pieces) {
        let corners = triangle.sides().map(|side| view.domain().side(side).origin);
        let numbers = corners.map(|corner| corner.0);
        let points = numbers.map(|k| pieces.vertices[k as usize]);
        let is_plain = view.is_plain();
        // From a corner all of the triangle is seen: nothing in it costs more than by way of one.
        let reaches = [0, 1, 2].map(|k| (corners[k], points[k])).map(|(corner, at)| (at, cost_at(view, corner)));
        self.whole.clear();
        for window in view.windows(triangle) {
            self.ring.clear();
            self.ring.extend(points.iter().zip(numbers).map(|(&p, k)| (p, Some(k))));
            self.cut_by_bounds(view, window);
            if is_plain && self.ring.len() == 3 && self.ring.iter().all(|vertex| vertex.1.is_some()) {
                self.whole.push(window.root);
            }
            if self.ring.len() > 2 && !(is_plain && self.loses(view, window.root, &reaches)) {
                self.keep(window.root, pieces);
            }
        }
        self.nodes.clear();
        self.nodes.extend(view.bending_nodes(triangle).filter(|&node| view.node(node).cost().is_finite()));
        for &node in &self.nodes {
            // Whatever a node's parent sees of the triangle, it reaches at no higher cost than the node.
            let is_seen_past = view.node(node).parent().get().is_some_and(|parent| self.whole.contains(&parent));
            if !is_seen_past && !self.nodes.iter().any(|&other| other != node && is_dearer(view, node, other)) {
                pieces.triangles.push((numbers, node.into()));
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
            if let Some((through, along)) = view.bound_line(window.root, bound) {
                self.cut(through, along * hand);
            }
        }
    }

    /// Keeps what lies on the left hand of a line.
    fn cut(&mut self, through: Point, along: Point) {
        let side = |p: Point| along.cross(p - through);
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

    /// Where its rays enter the ring, going by way of a corner is cheaper all along: then it is so everywhere in the ring,
    /// since beyond a place where it loses a ray never wins. For maps without terms.
    fn loses(&self, view: MapView<'_>, root: Root, reaches: &[(Point, f64); 3]) -> bool {
        let mut enters = false;
        for (k, &(p, _)) in self.ring.iter().enumerate() {
            let (q, _) = self.ring[(k + 1) % self.ring.len()];
            let is_entry = match root.kind() {
                RootKind::Node(id) => (q - p).cross(view.node(id).at() - p) < 0.0,
                RootKind::Flat(id) => (q - p).cross(view.flat(id).ahead()) > 0.0,
            };
            if !is_entry {
                continue;
            }
            enters = true;
            for part in 0..ENTRY_PARTS {
                let [a, b] = [part, part + 1].map(|k| p.lerp(q, f64::from(k) / f64::from(ENTRY_PARTS)));
                let most = |&(at, cost): &(Point, f64)| cost + at.distance(a).max(at.distance(b));
                let most = reaches.iter().map(most).fold(f64::INFINITY, f64::min);
                if least_on(view, root, a, b) <= most * (1.0 + ROUNDING) {
                    return false;
                }
            }
        }
        enters
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

/// What a corner costs in a map without terms.
fn cost_at(view: MapView<'_>, corner: CornerId) -> f64 {
    view.nodes_of(corner).map(|node| view.node(node).cost()).fold(f64::INFINITY, f64::min)
}

/// The least cost from a generator on a segment.
fn least_on(view: MapView<'_>, root: Root, a: Point, b: Point) -> f64 {
    match root.kind() {
        RootKind::Node(id) => {
            let (node, along) = (view.node(id), b - a);
            let length = along.dot(along);
            let share = if length > 0.0 { ((node.at() - a).dot(along) / length).clamp(0.0, 1.0) } else { 0.0 };
            node.cost() + node.at().distance(a + along * share)
        }
        RootKind::Flat(id) => {
            let flat = view.flat(id);
            flat.cost() + flat.distance(a).min(flat.distance(b))
        }
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
        let builtin =
            ["office", "bicycle", "subway", "touching", "sources"].map(|name| (name, wayfront_world::builtin(name)));
        let scattered = (0..6).map(|seed| {
            let mut world = wayfront_world::random_polygons(60, 6, seed);
            let from = world.bounds().min + Point::new(0.01, 0.02);
            world.sources = vec![wayfront_world::Source::point(from)];
            ("scattered", Some(world))
        });
        for (name, world) in builtin.into_iter().chain(scattered) {
            let Some(world) = world else { continue };
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
