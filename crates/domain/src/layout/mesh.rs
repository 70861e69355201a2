//! A triangulation of a box that can be refined by points and made to respect edges.
//!
//! Triangle `t` owns the half-edges `3t`, `3t + 1`, `3t + 2`, counter-clockwise. The box is larger than all input and
//! its four corners are the vertices 0 to 3, so that every input vertex is surrounded by triangles and no case is
//! special at a hull. What lies outside the world is later found to be blocked.
//!
//! Invariants: twins are mutual; every triangle turns left (exactly); unconstrained edges are locally Delaunay, ties
//! left as they are. Insertion order is the caller's and decides ties: equal order gives equal triangles.

mod constrain;
mod insert;
mod near;
mod split;

use wayfront_geometry::{Bounds, Checkpoints, Point, is_in_circle};

pub(crate) use insert::Spot;
pub(crate) use split::{CROSSING_ROUNDING, Crossing, MOST_CROSSINGS, TooManyCrossings};

/// No half-edge, no edge record.
pub(crate) const NONE: u32 = u32::MAX;

/// Number of vertices that are corners of the surrounding box.
pub(crate) const BOX_CORNERS: usize = 4;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct HalfEdge {
    /// Vertex at which it starts.
    pub origin: u32,
    /// The half-edge on the other side, or [`NONE`] at the box.
    pub twin: u32,
}

#[inline]
pub(crate) fn next(h: u32) -> u32 {
    if h % 3 == 2 { h - 2 } else { h + 1 }
}

#[inline]
pub(crate) fn prev(h: u32) -> u32 {
    if h.is_multiple_of(3) { h + 2 } else { h - 1 }
}

#[derive(Clone)]
pub(crate) struct Mesh {
    pub points: Vec<Point>,
    pub half_edges: Vec<HalfEdge>,
    /// Per half-edge: the record of the edge that may not be flipped, shifted left by one; the low bit is set on the
    /// half-edge that runs against the record. [`NONE`] where there is none.
    pub records: Vec<u32>,
    /// A half-edge that starts at each vertex.
    pub leaving: Vec<u32>,
    /// What may be inserted: the input's bounds and a little around them.
    pub inner: Bounds,
    /// In-circle tests need no adaptive precision: see [`small_grid`].
    plain_circles: bool,
    /// Half-edges to check when making the mesh Delaunay again.
    pending: Vec<u32>,
    /// Edges by their ends that were flipped for edges that cross others: all of these are settled at once, since each crossing
    /// would turn a fan of many triangles.
    postponed: Vec<[u32; 2]>,
}

impl Mesh {
    /// The box around `bounds`, two triangles, ready for `capacity` points.
    pub fn around(bounds: &Bounds, capacity: usize) -> Self {
        let largest = bounds.corners().iter().fold(0.0f64, |m, p| m.max(p.x.abs()).max(p.y.abs()));
        // Wide enough to differ after rounding, even for a tiny world far from the origin.
        let margin = (bounds.size() / 8.0).max(largest * 2f64.powi(-40)).max(f64::MIN_POSITIVE);
        let unit = 2f64.powi(margin.log2().ceil() as i32);
        let mut points = Vec::with_capacity(capacity + BOX_CORNERS);
        points.extend(bounds.grown(unit).corners());
        let mut half_edges = Vec::with_capacity(6 * (capacity + 1));
        for (origin, twin) in [(0, NONE), (1, NONE), (2, 3), (0, 2), (2, NONE), (3, NONE)] {
            half_edges.push(HalfEdge { origin, twin });
        }
        Self {
            points,
            half_edges,
            records: Vec::new(),
            leaving: Vec::new(),
            inner: bounds.grown(unit / 2.0),
            plain_circles: false,
            pending: Vec::new(),
            postponed: Vec::new(),
        }
    }

    /// Becomes the same as `other`, in the memory it has.
    pub fn copy_from(&mut self, other: &Self) {
        self.points.clone_from(&other.points);
        self.half_edges.clone_from(&other.half_edges);
        self.records.clone_from(&other.records);
        self.leaving.clone_from(&other.leaving);
        self.inner = other.inner;
        self.plain_circles = other.plain_circles;
        self.pending.clear();
        self.postponed.clear();
    }

    /// Inserts all `points`, which must be distinct, inside the box and sorted along a curve. They get the numbers after
    /// the box's corners, in their order.
    pub fn triangulate(&mut self, points: &[Point]) {
        self.plain_circles = small_grid(points.iter().chain(&self.points));
        self.points.extend(points);
        let mut near = 0;
        let mut checkpoints = Checkpoints::default();
        for k in coarse_to_fine(points.len()) {
            checkpoints.pass();
            near = self.insert_bulk((k + BOX_CORNERS) as u32, near);
        }
        self.records = vec![NONE; self.half_edges.len()];
        self.leaving = vec![NONE; self.points.len()];
        for (h, edge) in self.half_edges.iter().enumerate() {
            self.leaving[edge.origin as usize] = h as u32;
        }
    }

    #[inline]
    pub fn origin(&self, h: u32) -> u32 {
        self.half_edges[h as usize].origin
    }

    #[inline]
    pub fn twin(&self, h: u32) -> u32 {
        self.half_edges[h as usize].twin
    }

    #[inline]
    pub fn point(&self, v: u32) -> Point {
        self.points[v as usize]
    }

    #[inline]
    pub fn start(&self, h: u32) -> Point {
        self.point(self.origin(h))
    }

    #[inline]
    pub fn is_constrained(&self, h: u32) -> bool {
        self.records[h as usize] != NONE
    }

    fn link(&mut self, h: u32, twin: u32) {
        self.half_edges[h as usize].twin = twin;
        if twin != NONE {
            self.half_edges[twin as usize].twin = h;
        }
    }

    #[inline]
    fn circle_contains(&self, a: Point, b: Point, c: Point, d: Point) -> bool {
        if self.plain_circles { in_circle_plain(a, b, c, d) > 0.0 } else { is_in_circle(a, b, c, d) }
    }

    /// Turns the diagonal `h` of the quadrilateral around it. With `h` from b to c in the triangle (b, c, p) and its
    /// twin in (c, b, d), the triangles become (d, c, p) and (p, b, d); `h` is then the side d-c of the first, and the
    /// old twin the side p-b of the second.
    fn flip(&mut self, h: u32) {
        let g = self.twin(h);
        let (h2, g2) = (prev(h), prev(g));
        let p = self.origin(h2);
        let d = self.origin(g2);
        let (beyond_h, beyond_g) = (self.twin(g2), self.twin(h2));
        self.half_edges[h as usize].origin = d;
        self.half_edges[g as usize].origin = p;
        self.link(h, beyond_h);
        self.link(g, beyond_g);
        self.link(h2, g2);
    }

    /// [`Self::flip`] that also keeps edge records and [`Self::leaving`] right.
    fn flip_kept(&mut self, h: u32) {
        let g = self.twin(h);
        let (h1, h2, g1, g2) = (next(h), prev(h), next(g), prev(g));
        self.flip(h);
        self.records[h as usize] = self.records[g2 as usize];
        self.records[g as usize] = self.records[h2 as usize];
        self.records[h2 as usize] = NONE;
        self.records[g2 as usize] = NONE;
        for k in [h1, h2, g1, g2] {
            let v = self.origin(k);
            self.leaving[v as usize] = k;
        }
    }

    /// Flips until every pending edge, and every edge that a flip touches, is constrained or locally Delaunay.
    fn settle(&mut self) {
        let mut checkpoints = Checkpoints::default();
        while let Some(h) = self.pending.pop() {
            checkpoints.pass();
            let g = self.twin(h);
            if g == NONE || self.is_constrained(h) {
                continue;
            }
            let (a, b, p, d) = (self.start(h), self.start(g), self.start(prev(h)), self.start(prev(g)));
            if self.circle_contains(a, b, p, d) {
                self.flip_kept(h);
                self.pending.extend([h, next(h), g, next(g)]);
            }
        }
    }

    /// Makes the whole mesh constrained Delaunay again, after constraints were taken away.
    pub fn settle_all(&mut self) {
        self.postponed.clear();
        self.pending.extend(0..self.half_edges.len() as u32);
        self.settle();
    }

    /// Makes the mesh constrained Delaunay again around an input vertex.
    pub fn settle_around(&mut self, v: u32) {
        let first = self.leaving[v as usize];
        let mut h = first;
        loop {
            self.pending.extend([h, next(h)]);
            h = self.twin(prev(h));
            if h == first {
                break;
            }
        }
        self.settle();
    }

    /// What was put off.
    pub fn settle_postponed(&mut self) {
        for [p, q] in std::mem::take(&mut self.postponed) {
            let edge = self.find_edge(p, q);
            self.pending.extend(edge);
        }
        self.settle();
    }

    /// The half-edge from `a` to `b`, if there is one. Looks around both in turn: one may have very many neighbours.
    fn find_edge(&self, a: u32, b: u32) -> Option<u32> {
        let (first, first_back) = (self.leaving[a as usize], self.leaving[b as usize]);
        let (mut h, mut back) = (first, first_back);
        loop {
            if self.origin(next(h)) == b {
                return Some(h);
            }
            if self.origin(next(back)) == a {
                return Some(self.twin(back)).filter(|&h| h != NONE);
            }
            (h, back) = (self.twin(prev(h)), self.twin(prev(back)));
            if h == first || back == first_back {
                return None;
            }
            if h == NONE {
                return self.find_edge_clockwise(a, b);
            }
            if back == NONE {
                back = first_back; // a corner of the box: left to the other side
            }
        }
    }

    /// In the other direction, for corners of the box, around which the triangles do not close a circle.
    fn find_edge_clockwise(&self, a: u32, b: u32) -> Option<u32> {
        let mut h = self.leaving[a as usize];
        loop {
            if self.origin(next(h)) == b {
                return Some(h);
            }
            let twin = self.twin(h);
            if twin == NONE {
                return None;
            }
            h = next(twin);
        }
    }
}

/// The numbers 0..n in rounds: every 8^k-th, then what lies between, down to single ones. A row of points that grew from
/// one end would turn all of its triangles again with every point (Amenta, Choi and Rote 2003).
fn coarse_to_fine(n: usize) -> impl Iterator<Item = usize> {
    const STEP: usize = 8;
    let rounds = n.max(1).ilog(STEP);
    (0..=rounds).rev().flat_map(move |round| {
        let stride = STEP.pow(round);
        let is_new = move |k: &usize| round == rounds || !k.is_multiple_of(stride * STEP);
        (0..n).step_by(stride).filter(is_new)
    })
}

/// All coordinates are multiples of a unit, and at most 4,096 units apart: then plain `f64` arithmetic computes the
/// in-circle determinant without rounding. Grid maps are like this, and nearly all of their tests are ties, for which
/// adaptive precision is slowest.
fn small_grid<'a>(points: impl Iterator<Item = &'a Point>) -> bool {
    let mut low = i32::MAX;
    let (mut min, mut max) = (f64::INFINITY, f64::NEG_INFINITY);
    for x in points.flat_map(|p| [p.x, p.y]) {
        if x != 0.0 {
            let bits = x.to_bits();
            let exponent = ((bits >> 52) & 0x7ff) as i32 - 1075;
            let mantissa = bits & ((1 << 52) - 1) | (1 << 52);
            low = low.min(exponent + mantissa.trailing_zeros() as i32);
        }
        (min, max) = (min.min(x), max.max(x));
        if low < i32::MAX && max - min > 4096.0 * 2f64.powi(low) {
            return false;
        }
    }
    true
}

#[inline]
fn in_circle_plain(a: Point, b: Point, c: Point, d: Point) -> f64 {
    let (a, b, c) = (a - d, b - d, c - d);
    a.dot(a) * b.cross(c) + b.dot(b) * c.cross(a) + c.dot(c) * a.cross(b)
}
