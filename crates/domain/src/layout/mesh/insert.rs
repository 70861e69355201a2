//! Adding points: walk to the triangle, cut it, flip until Delaunay (Lawson 1977). With points in the order of
//! Hilbert's curve the walk is a few triangles long, so the whole costs about n log n for the sort and a constant per
//! point after it.

use super::{HalfEdge, Mesh, NONE, next, prev};
use wayfront_geometry::{Point, orient};

/// Where a point lies in the mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spot {
    /// Strictly inside the triangle of this half-edge.
    Inside(u32),
    /// Strictly inside this half-edge.
    On(u32),
    /// At the start of this half-edge.
    At(u32),
}

impl Mesh {
    /// Walks from the triangle of `near` to `p`, which must be inside the box. Starting edges are tried in changing
    /// order, without which a walk over a triangulation with constraints might run in circles.
    pub fn find_spot(&self, p: Point, near: u32) -> Spot {
        let mut base = near - near % 3;
        let mut came_from = NONE;
        let mut random = 0x9e37_79b9u32;
        'walk: loop {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let first = (random >> 16) % 3;
            let mut on = [false; 3];
            for k in 0..3 {
                let k = (first + k) % 3;
                let h = base + k;
                if h == came_from {
                    continue;
                }
                let side = orient(self.start(h), self.start(next(h)), p);
                if side < 0.0 {
                    came_from = self.twin(h);
                    base = came_from - came_from % 3;
                    continue 'walk;
                }
                on[k as usize] = side == 0.0;
            }
            return spot_from(base, on);
        }
    }

    /// [`Self::insert`] for a known vertex, while there are no constraints yet: returns a half-edge near it.
    pub(super) fn insert_bulk(&mut self, v: u32, near: u32) -> u32 {
        let p = self.point(v);
        let spot = self.find_spot(p, near);
        let entry = match spot {
            Spot::Inside(h) => self.cut_triangle(h, v),
            Spot::On(h) => self.cut_edge(h, v),
            Spot::At(h) => return h,
        };
        self.settle_bulk(p);
        entry
    }

    /// Flips the sides opposite to the new vertex `p` that are pending, and those that appear.
    fn settle_bulk(&mut self, p: Point) {
        while let Some(h) = self.pending.pop() {
            let g = self.twin(h);
            if g == NONE {
                continue;
            }
            let d = self.start(prev(g));
            if self.circle_contains(self.start(h), self.start(next(h)), p, d) {
                self.flip(h);
                self.pending.push(h);
                self.pending.push(next(g));
            }
        }
    }

    /// Adds a vertex to a mesh with constraints; an edge that it lies on stays constrained on both sides of it.
    pub fn insert(&mut self, p: Point, near: u32) -> u32 {
        let spot = self.find_spot(p, near);
        let v = self.points.len() as u32;
        let (h, record) = match spot {
            Spot::At(h) => return self.origin(h),
            Spot::Inside(h) => (h, NONE),
            Spot::On(h) => (h, self.records[h as usize]),
        };
        self.place(p);
        let entry = if let Spot::On(h) = spot { self.cut_edge(h, v) } else { self.cut_triangle(h, v) };
        self.keep_around(entry, record);
        self.settle();
        v
    }

    /// Cuts a constrained edge at a point that lies on it but for rounding, if both halves stay within its two triangles:
    /// nothing else need be moved then. Returns the vertex. The triangles around it are not made Delaunay: what crosses
    /// edges does that for all crossings at the end, since each of them would turn a fan of many triangles.
    pub(super) fn cut_at(&mut self, h: u32, p: Point) -> Option<u32> {
        let g = self.twin(h);
        let [a, b, c, d] = [h, g, prev(h), prev(g)].map(|k| self.start(k));
        let is_inside = [[b, c], [c, a], [a, d], [d, b]].iter().all(|&[from, to]| orient(p, from, to) > 0.0);
        if !is_inside {
            return None;
        }
        let (v, record) = (self.points.len() as u32, self.records[h as usize]);
        self.place(p);
        let entry = self.cut_edge(h, v);
        self.keep_around(entry, record);
        self.pending.clear();
        Some(v)
    }

    /// A point that becomes a vertex.
    fn place(&mut self, p: Point) {
        self.points.push(p);
        // Crossings lie anywhere, not on the grid for which plain arithmetic is exact.
        self.plain_circles = false;
    }

    /// After a cut: what was constrained is.
    fn keep_around(&mut self, entry: u32, record: u32) {
        self.records.resize(self.half_edges.len(), NONE);
        self.renew_around(entry, record);
    }

    /// After a cut: `entry` starts at the new vertex, and is the far half of the cut edge if there was one.
    fn renew_around(&mut self, entry: u32, record: u32) {
        self.leaving.push(entry);
        let mut h = entry;
        loop {
            // The outer side keeps its record through its twin; the spokes have none, but for the cut edge.
            let outer = next(h);
            let twin = self.twin(outer);
            let kept = if twin == NONE { NONE } else { self.records[twin as usize] };
            self.records[outer as usize] = if kept == NONE { NONE } else { kept ^ 1 };
            self.records[h as usize] = NONE;
            self.records[prev(h) as usize] = NONE;
            let corner = self.origin(outer);
            self.leaving[corner as usize] = outer;
            h = self.twin(prev(h));
            if h == entry {
                break;
            }
        }
        if record != NONE {
            self.mark_halves(entry, record);
        }
    }

    /// Constrains the far half (`entry`) and the near half of a cut edge again.
    fn mark_halves(&mut self, entry: u32, record: u32) {
        self.set_record(entry, record);
        // The near half lies two spokes on: across the two triangles on the left of the edge.
        let near = self.twin(prev(self.twin(prev(entry))));
        self.set_record(near, record ^ 1);
    }

    /// Cuts the triangle of `h` into three at vertex `v`; returns a half-edge that starts at `v`.
    fn cut_triangle(&mut self, h: u32, v: u32) -> u32 {
        let h = h - h % 3;
        let sides = [h, h + 1, h + 2].map(|k| self.half_edges[k as usize]);
        let fresh = self.half_edges.len() as u32;
        // Each new triangle is (v, start of the side, end of the side).
        let bases = [h, fresh, fresh + 3];
        self.half_edges.extend([HalfEdge { origin: v, twin: NONE }; 6]);
        for k in 0..3 {
            let base = bases[k];
            self.half_edges[base as usize] = HalfEdge { origin: v, twin: bases[(k + 2) % 3] + 2 };
            self.half_edges[base as usize + 1].origin = sides[k].origin;
            self.link(base + 1, sides[k].twin);
            self.half_edges[base as usize + 2] =
                HalfEdge { origin: sides[(k + 1) % 3].origin, twin: bases[(k + 1) % 3] };
            self.pending.push(base + 1);
        }
        h
    }

    /// Cuts the edge `h` (from a to b) and its two triangles at vertex `v`; returns the half-edge from `v` to b.
    fn cut_edge(&mut self, h: u32, v: u32) -> u32 {
        let g = self.twin(h);
        debug_assert_ne!(g, NONE, "input lies strictly inside the box");
        let (h1, h2, g1, g2) = (next(h), prev(h), next(g), prev(g));
        let [a, c, b, d] = [h, h2, g, g2].map(|k| self.origin(k));
        let [beyond_bc, beyond_ca, beyond_ad, beyond_db] = [h1, h2, g1, g2].map(|k| self.twin(k));
        let (th, tg) = (h - h % 3, g - g % 3);
        let fresh = self.half_edges.len() as u32;
        self.half_edges.extend([HalfEdge { origin: v, twin: NONE }; 6]);
        // Counter-clockwise around v, from b: (v, b, c), (v, c, a), (v, a, d), (v, d, b).
        let bases = [th, fresh, tg, fresh + 3];
        let corners = [b, c, a, d];
        let beyond = [beyond_bc, beyond_ca, beyond_ad, beyond_db];
        for k in 0..4 {
            let base = bases[k];
            self.half_edges[base as usize] = HalfEdge { origin: v, twin: bases[(k + 3) % 4] + 2 };
            self.half_edges[base as usize + 1].origin = corners[k];
            self.link(base + 1, beyond[k]);
            self.half_edges[base as usize + 2] = HalfEdge { origin: corners[(k + 1) % 4], twin: bases[(k + 1) % 4] };
            self.pending.push(base + 1);
        }
        th
    }
}

fn spot_from(base: u32, on: [bool; 3]) -> Spot {
    match on {
        [false, false, false] => Spot::Inside(base),
        [true, false, false] => Spot::On(base),
        [false, true, false] => Spot::On(base + 1),
        [false, false, true] => Spot::On(base + 2),
        [true, _, true] => Spot::At(base),
        [true, true, _] => Spot::At(base + 1),
        [_, true, true] => Spot::At(base + 2),
    }
}
