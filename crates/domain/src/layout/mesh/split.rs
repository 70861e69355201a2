//! Input edges that cross each other: a vertex where they cross, and four edges instead of two.
//!
//! The vertex is the crossing rounded to `f64`, so the four edges lie within rounding of the two; they are carved anew,
//! in case rounding moved them across something else. Every chain of edges stays closed, so inside and outside stay
//! well defined whatever rounding does. Clean input never comes here.

use super::constrain::Step;
use super::{Mesh, NONE, next};
use crate::layout::edges::{EdgeRecords, RecordId};
use wayfront_geometry::{Point, closest_on_segment, crossing, orient};

/// More crossings than any sensible world has: the limit that keeps a hostile one from filling the memory.
pub(crate) const MOST_CROSSINGS: usize = 4_000_000;

/// Tolerance: How far a computed crossing may be off, as a share of the largest coordinate involved.
pub(crate) const CROSSING_ROUNDING: f64 = 4.0 * f64::EPSILON;

/// The world has more than [`MOST_CROSSINGS`] crossings.
#[derive(Debug)]
pub(crate) struct TooManyCrossings;

/// A crossing of two input edges that got a vertex.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crossing {
    /// The vertex.
    pub vertex: u32,
    /// Where it is.
    pub at: Point,
    /// How far the edges were bent to pass through it.
    pub moved: f64,
    /// The two edges.
    pub records: [RecordId; 2],
}

/// A part of an input edge still to be carved.
#[derive(Clone, Copy)]
struct Piece {
    from: u32,
    to: u32,
    /// In this direction.
    record: u32,
    /// No vertex lies on it.
    is_bare: bool,
}

impl Mesh {
    /// Makes the input edge from `a` to `b` an edge of the mesh, or a chain of edges, that carries `record`.
    pub fn constrain(
        &mut self,
        a: u32,
        b: u32,
        record: RecordId,
        edges: &mut EdgeRecords,
        crossings: &mut Vec<Crossing>,
    ) -> Result<(), TooManyCrossings> {
        self.carve_all(vec![Piece { from: a, to: b, record: record.0 << 1, is_bare: false }], edges, crossings)
    }

    /// Leads the constrained half-edge `h` through `p`, which lies within rounding of it; returns the vertex there.
    pub fn bend(
        &mut self,
        h: u32,
        p: Point,
        edges: &mut EdgeRecords,
        crossings: &mut Vec<Crossing>,
    ) -> Result<u32, TooManyCrossings> {
        let (from, to, record) = (self.origin(h), self.origin(next(h)), self.records[h as usize]);
        self.set_record(h, NONE);
        let v = self.insert(p, h);
        let halves = [(v, to), (from, v)].map(|(from, to)| Piece { from, to, record, is_bare: true });
        self.carve_all(halves.to_vec(), edges, crossings)?;
        Ok(v)
    }

    /// Makes edges of the mesh of all pieces, the last first.
    #[inline]
    fn carve_all(
        &mut self,
        mut pieces: Vec<Piece>,
        edges: &mut EdgeRecords,
        crossings: &mut Vec<Crossing>,
    ) -> Result<(), TooManyCrossings> {
        while let Some(piece) = pieces.pop() {
            if piece.from == piece.to {
                continue;
            }
            match self.carve(piece.from, piece.to, !piece.is_bare) {
                Step::Reached(reached, h) => {
                    self.mark(h, piece.record, edges);
                    pieces.push(Piece { from: reached, ..piece });
                }
                Step::Stopped(_) if !piece.is_bare => self.cut_at_vertices(piece, &mut pieces),
                Step::Stopped(_) if crossings.len() >= MOST_CROSSINGS => return Err(TooManyCrossings),
                Step::Stopped(h) => crossings.push(self.cross(piece, h, &mut pieces)),
            }
        }
        Ok(())
    }

    /// Cuts a piece at the vertices on it, before a crossing bends it and it misses them.
    fn cut_at_vertices(&self, piece: Piece, pieces: &mut Vec<Piece>) {
        let first = pieces.len();
        let mut from = piece.from;
        while from != piece.to {
            let to = self.vertex_ahead(from, piece.to);
            pieces.push(Piece { from, to, is_bare: true, ..piece });
            from = to;
        }
        pieces[first..].reverse();
    }

    /// Lets the half-edge carry `record`, together with what it carries already.
    fn mark(&mut self, h: u32, record: u32, edges: &mut EdgeRecords) {
        let present = self.records[h as usize];
        let marked = if present == NONE { record } else { edges.joined(present, record) };
        self.set_record(h, marked);
    }

    /// A piece crosses the constrained half-edge `h`.
    fn cross(&mut self, piece: Piece, h: u32, pieces: &mut Vec<Piece>) -> Crossing {
        let Piece { from: a, to: b, record, .. } = piece;
        let (c, d, other) = (self.origin(h), self.origin(next(h)), self.records[h as usize]);
        let [pa, pb, pc, pd] = [a, b, c, d].map(|v| self.point(v));
        let at = crossing(pa, pb, pc, pd);
        let end = self.end_on_other([a, b, c, d]);
        // Without the edge the mesh around it would be another: a long one, crossed many times, would be carved as often.
        let cut = if end.is_none() { self.cut_at(h, at) } else { None };
        if cut.is_none() {
            self.set_record(h, NONE);
        }
        let v = end.or(cut).unwrap_or_else(|| self.insert(at, h));
        let mut add = |from, to, record| pieces.push(Piece { from, to, record, is_bare: true });
        add(v, b, record);
        add(a, v, record);
        if cut.is_none() {
            add(v, d, other);
            add(c, v, other);
        }
        let at = self.point(v);
        let moved = off_line(pa, pb, at).max(off_line(pc, pd, at));
        Crossing { vertex: v, at, moved, records: [RecordId(record >> 1), RecordId(other >> 1)] }
    }
}

impl Mesh {
    /// The one of the ends of a-b and c-d that lies within rounding of the other edge. Edges that near are taken to meet
    /// there: a vertex between them would bend them across each other again and again.
    fn end_on_other(&self, [a, b, c, d]: [u32; 4]) -> Option<u32> {
        let points = [a, b, c, d].map(|v| self.point(v));
        let largest = points.iter().fold(0.0f64, |m, p| m.max(p.x.abs()).max(p.y.abs()));
        let [pa, pb, pc, pd] = points;
        let is_on =
            |p: Point, q: Point, end: Point| closest_on_segment(p, q, end).distance(end) <= CROSSING_ROUNDING * largest;
        let ends = [(a, is_on(pc, pd, pa)), (b, is_on(pc, pd, pb)), (c, is_on(pa, pb, pc)), (d, is_on(pa, pb, pd))];
        ends.into_iter().find(|end| end.1).map(|end| end.0)
    }
}

/// Distance of `p` from the line through `a` and `b`.
fn off_line(a: Point, b: Point, p: Point) -> f64 {
    orient(a, b, p).abs() / a.distance(b)
}
