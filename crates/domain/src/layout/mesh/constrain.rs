//! Making edges of the input edges of the mesh: flip whatever crosses them (Sloan 1993).
//!
//! An input edge that runs through a vertex is cut there, which moves nothing. One that crosses another input edge
//! needs a new vertex, and is handed to [`split`](super::split).

use super::{Mesh, NONE, next, prev};
use std::collections::VecDeque;
use wayfront_geometry::{Point, orient};

/// How far an input edge got.
pub(super) enum Step {
    /// To this vertex, by this half-edge of the mesh.
    Reached(u32, u32),
    /// It is stopped by this half-edge, which is constrained.
    Stopped(u32),
}

/// What lies in the direction of an input edge from its start.
enum Ahead {
    /// A half-edge of the mesh, from the start to a vertex on the input edge.
    Edge(u32),
    /// The input edge leaves the first triangle through this half-edge.
    Through(u32),
}

impl Mesh {
    /// Lets the mesh have an edge from `a` towards `b`, up to the first vertex on it. Does not mark it. Triangles around it
    /// are Delaunay at once, or later.
    pub(super) fn carve(&mut self, a: u32, b: u32, is_settled: bool) -> Step {
        if let Some(h) = self.find_edge(a, b) {
            return Step::Reached(b, h);
        }
        let first = match self.look_ahead(a, b) {
            Ahead::Edge(h) => return Step::Reached(self.origin(next(h)), h),
            Ahead::Through(h) => h,
        };
        let mut crossed = VecDeque::new();
        let target = match self.collect_crossed(a, b, first, &mut crossed) {
            Ok(target) => target,
            Err(stopped) => return Step::Stopped(stopped),
        };
        let h = self.flip_away(a, target, crossed, is_settled);
        Step::Reached(target, h)
    }

    fn look_ahead(&self, a: u32, b: u32) -> Ahead {
        let (pa, pb) = (self.point(a), self.point(b));
        let first = self.leaving[a as usize];
        let mut h = first;
        let mut right = orient(pa, pb, self.start(next(h)));
        loop {
            let left = orient(pa, pb, self.start(prev(h)));
            if right == 0.0 && is_ahead(pa, pb, self.start(next(h))) {
                return Ahead::Edge(h);
            }
            if right < 0.0 && left > 0.0 {
                return Ahead::Through(next(h));
            }
            right = left;
            // Input vertices are strictly inside the box: their triangles close a circle, in which one must match.
            h = self.twin(prev(h));
            debug_assert_ne!(h, first, "no triangle around the vertex faces the edge's end");
        }
    }

    /// The edges between `a` and the first vertex towards `b`, as pairs of vertices; that vertex. Or the first
    /// constrained one among them.
    fn collect_crossed(&self, a: u32, b: u32, first: u32, crossed: &mut VecDeque<[u32; 2]>) -> Result<u32, u32> {
        let (pa, pb) = (self.point(a), self.point(b));
        let mut h = first;
        loop {
            if self.is_constrained(h) {
                return Err(h);
            }
            crossed.push_back([self.origin(h), self.origin(next(h))]);
            let g = self.twin(h);
            let apex = self.origin(prev(g));
            let side = orient(pa, pb, self.point(apex));
            if apex == b || side == 0.0 {
                return Ok(apex);
            }
            // h runs from right to left; so must the next.
            h = if side > 0.0 { next(g) } else { prev(g) };
        }
    }

    /// The first vertex between `a` and `b`, whatever edges are crossed before it.
    pub(super) fn vertex_ahead(&self, a: u32, b: u32) -> u32 {
        let (pa, pb) = (self.point(a), self.point(b));
        let mut h = match self.look_ahead(a, b) {
            Ahead::Edge(h) => return self.origin(next(h)),
            Ahead::Through(h) => h,
        };
        loop {
            let g = self.twin(h);
            let apex = self.origin(prev(g));
            let side = orient(pa, pb, self.point(apex));
            if side == 0.0 {
                return apex;
            }
            h = if side > 0.0 { next(g) } else { prev(g) };
        }
    }

    /// Flips the crossed edges until none crosses a-b, then restores Delaunay around; returns the half-edge a-b.
    fn flip_away(&mut self, a: u32, b: u32, mut crossed: VecDeque<[u32; 2]>, is_settled: bool) -> u32 {
        let (pa, pb) = (self.point(a), self.point(b));
        let mut fresh: Vec<[u32; 2]> = Vec::new();
        while let Some([u, w]) = crossed.pop_front() {
            let Some(h) = self.find_edge(u, w) else { continue };
            let g = self.twin(h);
            let (p, q) = (self.origin(prev(h)), self.origin(prev(g)));
            if !self.is_convex_around(h) {
                crossed.push_back([u, w]);
                continue;
            }
            self.flip_kept(h);
            let still = p != a && p != b && q != a && q != b && {
                let (sp, sq) = (orient(pa, pb, self.point(p)), orient(pa, pb, self.point(q)));
                (sp < 0.0) != (sq < 0.0)
            };
            if still { crossed.push_back([p, q]) } else { fresh.push([p, q]) }
        }
        let edge = self.find_edge(a, b).unwrap_or(NONE);
        debug_assert_ne!(edge, NONE, "nothing crosses the edge any more, so it is there");
        if !is_settled {
            self.postponed.extend(fresh);
            return edge;
        }
        self.settle_except(edge, &fresh);
        // Settling may have moved the edge to another slot.
        self.find_edge(a, b).unwrap_or(NONE)
    }

    fn settle_except(&mut self, edge: u32, fresh: &[[u32; 2]]) {
        // Any record will do to keep the edge from being flipped while the rest settles; it is taken off again.
        let (a, b) = (self.origin(edge), self.origin(next(edge)));
        self.set_record(edge, 0);
        for &[p, q] in fresh {
            if let Some(h) = self.find_edge(p, q) {
                self.pending.push(h);
            }
        }
        self.settle();
        if let Some(h) = self.find_edge(a, b) {
            self.set_record(h, NONE);
        }
    }

    /// Marks the half-edge with a record, and its twin with the reverse of it.
    pub(super) fn set_record(&mut self, h: u32, record: u32) {
        let twin = self.twin(h);
        self.records[h as usize] = record;
        self.records[twin as usize] = if record == NONE { NONE } else { record ^ 1 };
    }

    /// The quadrilateral around `h` is strictly convex, so that `h` can be flipped.
    fn is_convex_around(&self, h: u32) -> bool {
        let g = self.twin(h);
        let (u, w, p, q) = (self.start(h), self.start(g), self.start(prev(h)), self.start(prev(g)));
        // p lies left of u-w, q right of it: the other diagonal must separate u and w.
        orient(p, q, u) < 0.0 && orient(p, q, w) > 0.0 || orient(p, q, u) > 0.0 && orient(p, q, w) < 0.0
    }
}

/// For `p` on the line from `a` to `b`: it lies on the side of `b`.
pub(super) fn is_ahead(a: Point, b: Point, p: Point) -> bool {
    if a.x != b.x { (p.x > a.x) == (b.x > a.x) && p.x != a.x } else { (p.y > a.y) == (b.y > a.y) && p.y != a.y }
}
