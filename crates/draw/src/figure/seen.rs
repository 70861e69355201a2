//! What a generator of a finished path map sees, read off the windows that the map keeps.

use wayfront_domain::TriangleId;
use wayfront_geometry::Point;
use wayfront_pathmap::PathMap;
use wayfront_pathmap::view::{MapView, Root, RootKind, Window};

/// The parts of triangles that a generator sees, as the map's windows have them: one ring for each window, and whole
/// triangles around a corner at which paths bend. Computed points, good enough to be looked at.
#[must_use]
pub fn seen_by(map: &PathMap, root: Root) -> Vec<Vec<Point>> {
    let view = map.view();
    let triangles = (0..view.domain().free_triangles() as u32).map(TriangleId);
    triangles.flat_map(|triangle| seen_in(view, triangle, root)).collect()
}

fn seen_in(view: MapView<'_>, triangle: TriangleId, root: Root) -> Vec<Vec<Point>> {
    let points = view.domain().triangle(triangle);
    let is_corner = view.bending_nodes(triangle).any(|node| RootKind::Node(node) == root.kind());
    let own = is_corner.then(|| points.to_vec());
    let windows = view.windows(triangle).iter().filter(|window| window.root == root);
    own.into_iter().chain(windows.map(|window| between(view, &points, window))).filter(|ring| ring.len() > 2).collect()
}

/// The part of a triangle between the bounds of a window.
fn between(view: MapView<'_>, triangle: &[Point; 3], window: &Window) -> Vec<Point> {
    let mut ring = triangle.to_vec();
    for (bound, hand) in [(window.left, -1.0), (window.right, 1.0)] {
        if let Some((through, direction)) = view.bound_line(window.root, bound) {
            ring = left_of(&ring, through, direction * hand);
        }
    }
    ring
}

/// The part of a convex ring on the left hand of a line.
fn left_of(ring: &[Point], through: Point, direction: Point) -> Vec<Point> {
    let side = |p: Point| direction.cross(p - through);
    let mut kept = Vec::new();
    for (k, &p) in ring.iter().enumerate() {
        let q = ring[(k + 1) % ring.len()];
        if side(p) >= 0.0 {
            kept.push(p);
        }
        if (side(p) >= 0.0) != (side(q) >= 0.0) {
            kept.push(p.lerp(q, side(p) / (side(p) - side(q))));
        }
    }
    kept
}
