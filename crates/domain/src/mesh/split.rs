//! Input edges that cross each other: a vertex where they cross, and four edges instead of two.
//!
//! The vertex is the crossing rounded to `f64`, so the four edges lie within rounding of the two; they are carved anew,
//! in case rounding moved them across something else. Every chain of edges stays closed, so inside and outside stay
//! well defined whatever rounding does. Clean input never comes here.

use super::constrain::Step;
use super::{Mesh, NONE, next};
use crate::edges::{EdgeRecords, RecordId};
use wayfront_geometry::{Point, crossing, orient};

/// More crossings than any sensible world has: the limit that keeps a hostile one from filling the memory.
pub(crate) const MOST_CROSSINGS: usize = 4_000_000;

/// The world has more than [`MOST_CROSSINGS`] crossings.
#[derive(Debug)]
pub(crate) struct TooManyCrossings;

/// A crossing of two input edges that got a vertex.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crossing {
    /// The vertex.
    pub at: Point,
    /// How far the edges were bent to pass through it.
    pub moved: f64,
    /// The two edges.
    pub records: [RecordId; 2],
}

/// An input edge still to be carved: from, to, record in that direction.
type Piece = (u32, u32, u32);

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
        let mut pieces: Vec<Piece> = vec![(a, b, record.0 << 1)];
        while let Some((a, b, record)) = pieces.pop() {
            if a == b {
                continue;
            }
            match self.carve(a, b) {
                Step::Reached(reached, h) => {
                    self.mark(h, record, edges);
                    pieces.push((reached, b, record));
                }
                Step::Stopped(h) => {
                    if crossings.len() >= MOST_CROSSINGS {
                        return Err(TooManyCrossings);
                    }
                    crossings.push(self.cross(a, b, record, h, &mut pieces));
                }
            }
        }
        Ok(())
    }

    /// Lets the half-edge carry `record`, together with what it carries already.
    fn mark(&mut self, h: u32, record: u32, edges: &mut EdgeRecords) {
        let present = self.records[h as usize];
        let marked = if present == NONE { record } else { edges.joined(present, record) };
        self.set_record(h, marked);
    }

    /// The input edge from `a` to `b` crosses the constrained half-edge `h`.
    fn cross(&mut self, a: u32, b: u32, record: u32, h: u32, pieces: &mut Vec<Piece>) -> Crossing {
        let (c, d, other) = (self.origin(h), self.origin(next(h)), self.records[h as usize]);
        let [pa, pb, pc, pd] = [a, b, c, d].map(|v| self.point(v));
        let at = crossing(pa, pb, pc, pd);
        self.set_record(h, NONE);
        let v = self.insert(at, h);
        pieces.extend([(v, b, record), (a, v, record), (v, d, other), (c, v, other)]);
        let at = self.point(v);
        let moved = off_line(pa, pb, at).max(off_line(pc, pd, at));
        Crossing { at, moved, records: [RecordId(record >> 1), RecordId(other >> 1)] }
    }
}

/// Distance of `p` from the line through `a` and `b`.
fn off_line(a: Point, b: Point, p: Point) -> f64 {
    orient(a, b, p).abs() / a.distance(b)
}
