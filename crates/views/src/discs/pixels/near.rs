//! The corners that may be in the way of legs from one generator to the places of one triangle.
//!
//! What all of these legs' discs sweep lies between four lines: beside the rightmost and the leftmost of them, behind the
//! generator and beyond the triangle. A search from the triangle over sides that reach in there meets every corner that
//! is first in the way of a leg: two discs that have room, a line of sight between the places where they touch, and
//! something solid in between means that a corner of it lies between them.
//!
//! Cost: the triangles between the four lines.

use wayfront_domain::{Domain, Openings, SideId, TriangleId};
use wayfront_geometry::Point;

/// Triangles after which a search is given up.
const MOST: usize = 400;

/// What lies between four lines: `normal . w <= far` for each of them, with `w` from the generator.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region {
    pub at: Point,
    pub lines: [(Point, f64); 4],
}

impl Region {
    /// The lines beyond which something lies, one bit for each: where two places share one, so does all between them.
    #[inline(always)]
    fn beyond(&self, w: Point) -> u8 {
        let mut bits = 0;
        for (k, &(normal, far)) in self.lines.iter().enumerate() {
            bits |= u8::from(normal.dot(w) > far) << k;
        }
        bits
    }
}

/// Memory of searches.
#[derive(Debug, Default)]
pub(super) struct Search {
    /// The last search that has seen a triangle.
    marks: Vec<u32>,
    round: u32,
    /// Sides to be looked at, and beyond what their ends lie.
    open: Vec<(SideId, u8, u8)>,
}

impl Search {
    fn restart(&mut self, triangles: usize) {
        if self.marks.len() != triangles || self.round == u32::MAX {
            self.marks.clear();
            self.marks.resize(triangles, 0);
            self.round = 0;
        }
        self.round += 1;
        self.open.clear();
    }

    /// The triangle is new in this search.
    #[inline]
    fn visit(&mut self, triangle: TriangleId) -> bool {
        std::mem::replace(&mut self.marks[triangle.index()], self.round) != self.round
    }

    /// Finds the solid corners of a region, as vectors from its generator, which is not one of them. False if there are
    /// openings, or too many triangles.
    pub fn find(
        &mut self,
        domain: &Domain,
        openings: &Openings,
        start: TriangleId,
        region: &Region,
        corners: &mut Vec<Point>,
    ) -> bool {
        corners.clear();
        let mut add = |w: Point| {
            if w != Point::default() && !corners.contains(&w) {
                corners.push(w);
            }
        };
        self.restart(domain.free_triangles());
        self.visit(start);
        let sides = start.sides();
        let beyond = sides.map(|side| {
            let corner = domain.side(side).origin;
            let w = domain.point(corner) - region.at;
            let beyond = region.beyond(w);
            if beyond == 0 && openings.is_solid(domain, corner) {
                add(w);
            }
            beyond
        });
        self.open.extend((0..3).map(|k| (sides[k], beyond[k], beyond[(k + 1) % 3])));
        let mut count = 1;
        self.open.retain(|&(_, a, b)| a & b == 0);
        while let Some((side, a, b)) = self.open.pop() {
            match domain.twin(side) {
                Some(twin) if self.visit(twin.triangle()) => {
                    count += 1;
                    if count > MOST {
                        return false;
                    }
                    let corner = domain.side(twin.prev()).origin;
                    let w = domain.point(corner) - region.at;
                    let beyond = region.beyond(w);
                    if beyond == 0 && openings.is_solid(domain, corner) {
                        add(w);
                    }
                    if a & beyond == 0 {
                        self.open.push((twin.next(), a, beyond));
                    }
                    if beyond & b == 0 {
                        self.open.push((twin.prev(), beyond, b));
                    }
                }
                Some(_) => {}
                // What lies behind an opening is in nobody's way.
                None if !openings.is_empty()
                    && openings.parts(domain, side).next() != Some(domain.side_points(side)) =>
                {
                    return false;
                }
                None => {}
            }
        }
        true
    }
}
