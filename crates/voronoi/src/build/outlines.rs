//! Vertices and sides that border on free space, each once, and farther apart than rounding.
//!
//! Plans that were turned have outlines that lie on each other but for the last digit, with slivers of free space in
//! between that no plan has and in which no distance has a digit. So vertices that are the same but for rounding become one,
//! and a side is led through the vertices that lie on it but for rounding. Then sides coincide or are apart. Across a stack
//! of sides that coincide, free and blocked take turns; only what is free on the outside of the stack is kept.

use crate::delaunay::{Delaunay, NONE, next, prev};
use wayfront_domain::{CornerId, Domain, SideId};
use wayfront_geometry::{Bounds, Point, closest_on_segment, orient};

/// A world farther away from the origin than this many times its size is computed relative to its corner: coordinates so
/// far out have few digits left.
const FAR_AWAY: f64 = 32.0;
/// Tolerance: Share of the world's size within which things are in the same place.
const SAME_PLACE: f64 = 1e-12;
/// Tolerance: The same, in units in the last place of the largest coordinate: what turning a plan leaves, and some
/// more.
const ROUNDINGS: f64 = 16.0;

/// A piece of an outline or wall.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Segment {
    pub vertices: [u32; 2],
    /// The free side on the left of it, and that on its right.
    pub sides: [Option<SideId>; 2],
}

pub(crate) struct Outlines {
    /// The vertices, and their triangulation. Relative to `frame`.
    pub mesh: Delaunay,
    /// A corner at each vertex.
    pub corners: Vec<CornerId>,
    pub segments: Vec<Segment>,
    /// What was taken off all coordinates.
    pub frame: Point,
}

/// A side of the domain along a segment; its free space is on the left, seen from the lower vertex, or on the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Claim {
    vertices: [u32; 2],
    is_right: bool,
    side: SideId,
}

impl Outlines {
    pub fn of(domain: &Domain) -> Self {
        let solid: Vec<SideId> =
            (0..domain.sides().len() as u32).map(SideId).filter(|&side| domain.twin(side).is_none()).collect();
        Self::among(domain, &solid)
    }

    /// Of some of the sides, as if there were no others.
    pub fn among(domain: &Domain, solid: &[SideId]) -> Self {
        let frame = frame(domain);
        let bounds = domain.bounds();
        let largest = bounds.corners().iter().fold(0.0f64, |m, p| m.max(p.x.abs()).max(p.y.abs()));
        let same = (SAME_PLACE * bounds.size()).max(ROUNDINGS * f64::EPSILON * largest);
        let (vertex_of, corners) = welded(domain, solid, same);
        let points: Vec<Point> = corners.iter().map(|&c| domain.point(c) - frame).collect();
        let mesh = Delaunay::of(&Bounds::of(&points), &points);
        let mut claims = Vec::with_capacity(solid.len());
        let mut on_line = Vec::new();
        for &side in solid {
            let [a, b] = domain.side_corners(side).map(|c| vertex_of[c.index()]);
            if a != b {
                vertices_along(&mesh, [a, b], same, &mut on_line);
                claims.extend(on_line.windows(2).map(|w| {
                    let is_right = w[0] > w[1];
                    Claim { vertices: [w[0].min(w[1]), w[0].max(w[1])], is_right, side }
                }));
            }
        }
        // By lower vertex, which follows Hilbert's curve.
        claims.sort_unstable();
        let segments = claims.chunk_by(|a, b| a.vertices == b.vertices).map(|stack| segment(domain, stack)).collect();
        Self { mesh, corners, segments, frame }
    }

    pub fn point(&self, vertex: u32) -> Point {
        self.mesh.points[(vertex + Delaunay::BOX) as usize]
    }
}

/// What is free on the outside of a stack of sides that coincide.
fn segment(domain: &Domain, stack: &[Claim]) -> Segment {
    let right = stack.iter().filter(|claim| claim.is_right).count();
    let left = stack.len() - right;
    let [on_left, on_right] = [false, true].map(|hand| stack.iter().find(|c| c.is_right == hand).map(|c| c.side));
    let sides = match left.cmp(&right) {
        std::cmp::Ordering::Greater => [on_left, None],
        std::cmp::Ordering::Less => [None, on_right],
        // Blocked in between, like a wall, or a sliver of free space.
        std::cmp::Ordering::Equal if is_free_outside(domain, stack) => [on_left, on_right],
        std::cmp::Ordering::Equal => [None, None],
    };
    Segment { vertices: stack[0].vertices, sides }
}

/// Of as many sides that are free on the left as on the right, the outermost are free on the outside: sides do not cross,
/// so whether one lies left of another is decided where an end of one is beside the other. Exact.
fn is_free_outside(domain: &Domain, stack: &[Claim]) -> bool {
    let of = |is_right: bool| {
        let claims = stack.iter().filter(move |claim| claim.is_right == is_right);
        claims.map(|claim| domain.side_points(claim.side))
    };
    // Right sides turned around: all run the same way.
    let mut balance = 0;
    for [a, b] in of(false) {
        for [d, c] in of(true) {
            let is_beside = |p: Point, [q, r]: [Point; 2]| (p - q).dot(r - q) >= 0.0 && (p - r).dot(q - r) >= 0.0;
            let own = [a, b].into_iter().filter(|&p| is_beside(p, [c, d])).map(|p| orient(c, d, p));
            let other = [c, d].into_iter().filter(|&p| is_beside(p, [a, b])).map(|p| -orient(a, b, p));
            let side = own.chain(other).find(|&side| side != 0.0).unwrap_or(1.0);
            balance += if side > 0.0 { 1 } else { -1 };
        }
    }
    balance > 0
}

/// Per corner its vertex, and per vertex a corner. Corners in the same place but for rounding share a vertex.
fn welded(domain: &Domain, solid: &[SideId], same: f64) -> (Vec<u32>, Vec<CornerId>) {
    let mut is_solid = vec![false; domain.corner_count()];
    for &side in solid {
        for corner in domain.side_corners(side) {
            is_solid[corner.index()] = true;
        }
    }
    let mut order: Vec<u32> = (0..domain.corner_count() as u32).filter(|&c| is_solid[c as usize]).collect();
    let at = |c: u32| domain.point(CornerId(c));
    order.sort_unstable_by(|&a, &b| at(a).x.total_cmp(&at(b).x).then(a.cmp(&b)));
    let mut leader: Vec<u32> = (0..domain.corner_count() as u32).collect();
    let find = |leader: &[u32], mut c: u32| {
        while leader[c as usize] != c {
            c = leader[c as usize];
        }
        c
    };
    for k in 0..order.len() {
        for &other in order[k + 1..].iter().take_while(|&&other| at(other).x - at(order[k]).x <= same) {
            if (at(other).y - at(order[k]).y).abs() <= same {
                let [a, b] = [order[k], other].map(|c| find(&leader, c));
                leader[a.max(b) as usize] = a.min(b);
            }
        }
    }
    let (mut vertex_of, mut corners) = (vec![NONE; domain.corner_count()], Vec::new());
    for corner in (0..domain.corner_count() as u32).filter(|&c| is_solid[c as usize]) {
        let first = find(&leader, corner);
        if vertex_of[first as usize] == NONE {
            vertex_of[first as usize] = corners.len() as u32;
            corners.push(CornerId(first));
        }
        vertex_of[corner as usize] = vertex_of[first as usize];
    }
    (vertex_of, corners)
}

/// The vertices of a side from end to end, with those that lie on it but for rounding.
///
/// Such a vertex is one of a triangle that the side crosses; and if two vertices are joined by an edge of the
/// triangulation, none lies that close to it.
fn vertices_along(mesh: &Delaunay, [a, b]: [u32; 2], same: f64, on_line: &mut Vec<u32>) {
    on_line.clear();
    on_line.push(a);
    let [start, end] = [a, b].map(|v| v + Delaunay::BOX);
    let [p, q] = [start, end].map(|v| mesh.points[v as usize]);
    let mut at = start;
    while at != end {
        at = cross(mesh, at, end, &mut |v| {
            let r = mesh.points[v as usize];
            if v != start && v != end && closest_on_segment(p, q, r).distance(r) <= same {
                on_line.push(v - Delaunay::BOX);
            }
        });
    }
    on_line.push(b);
    let along = |v: u32| (mesh.points[(v + Delaunay::BOX) as usize] - p).dot(q - p);
    let inner = 1..on_line.len() - 1;
    on_line[inner].sort_unstable_by(|&v, &w| along(v).total_cmp(&along(w)));
    on_line.dedup();
}

/// Walks over the triangles from one vertex towards another, up to it or to a vertex exactly on the way.
fn cross(mesh: &Delaunay, from: u32, to: u32, look: &mut impl FnMut(u32)) -> u32 {
    let point = |v: u32| mesh.points[v as usize];
    let target = |h: u32| mesh.origin[next(h) as usize];
    let [a, b] = [from, to].map(point);
    let first = mesh.leaving[from as usize];
    let mut h = first;
    let mut facing = NONE;
    loop {
        let (p, q) = (target(h), target(next(h)));
        if p == to || q == to {
            return to;
        }
        let [before, after] = [p, q].map(|v| orient(a, b, point(v)));
        if before == 0.0 && (point(p) - a).dot(b - a) > 0.0 {
            look(p);
            return p;
        }
        if before < 0.0 && after > 0.0 {
            facing = next(h);
        }
        h = mesh.twin[prev(h) as usize];
        if h == first || h == NONE {
            break;
        }
    }
    let mut h = facing;
    // The line leads through a triangle around the vertex, and ends inside of the box.
    while h != NONE {
        look(mesh.origin[h as usize]);
        look(target(h));
        let beyond = mesh.twin[h as usize];
        let apex = mesh.origin[prev(beyond) as usize];
        if apex == to {
            return to;
        }
        let side = orient(a, b, point(apex));
        if side == 0.0 {
            look(apex);
            return apex;
        }
        // `beyond` runs from left to right; on over its next side if the apex is on the right of the line.
        h = if side < 0.0 { prev(beyond) } else { next(beyond) };
    }
    to
}

/// What is taken off all coordinates of a domain.
fn frame(domain: &Domain) -> Point {
    let bounds = domain.bounds();
    let far = FAR_AWAY * bounds.size();
    let near = |least: f64| if least.abs() > far { least } else { 0.0 };
    Point::new(near(bounds.min.x), near(bounds.min.y))
}
