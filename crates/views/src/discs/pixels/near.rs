//! The corners that may be in the way of legs from one generator to the places of one triangle.
//!
//! What all of these legs' discs sweep lies between four lines: beside the rightmost and the leftmost of them, behind the
//! generator and beyond the triangle. A search from the triangle over sides that reach in there meets every corner that
//! is first in the way of a leg: two discs that have room, a line of sight between the places where they touch, and
//! something solid in between means that a corner of it lies between them.
//!
//! Cost: the triangles between the four lines.

// Loops over lanes run over several arrays at once; written as indices they become vectors.
#![allow(clippy::needless_range_loop)]

use wayfront_domain::{CornerId, Domain, Openings, SideId, TriangleId};
use wayfront_geometry::Point;

/// What lies between four lines: `normal . w <= far` for each of them, with `w` from the generator.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region {
    at: Point,
    x: [f64; 4],
    y: [f64; 4],
    far: [f64; 4],
}

impl Region {
    #[inline(always)]
    pub fn of(at: Point, lines: &[(Point, f64); 4]) -> Self {
        let mut region = Self { at, x: [0.0; 4], y: [0.0; 4], far: [0.0; 4] };
        for (k, &(normal, far)) in lines.iter().enumerate() {
            (region.x[k], region.y[k], region.far[k]) = (normal.x, normal.y, far);
        }
        region
    }

    /// The lines beyond which something lies, one bit for each: where two places share one, so does all between them.
    #[inline(always)]
    fn beyond(&self, w: Point) -> u32 {
        // Bits as a sum of numbers: vectors do that at once.
        let mut bits = [1.0, 2.0, 4.0, 8.0];
        for k in 0..4 {
            bits[k] = if self.x[k] * w.x + self.y[k] * w.y > self.far[k] { bits[k] } else { 0.0 };
        }
        ((bits[0] + bits[2]) + (bits[1] + bits[3])) as i32 as u32
    }
}

/// Bits of a mark that tell beyond what a corner lies.
const BITS: u32 = 4;

/// Memory of searches.
#[derive(Debug, Default)]
pub(super) struct Search {
    /// The last search that has seen a triangle.
    triangles: Vec<u32>,
    /// The last search that has seen a corner, and beyond what it lies.
    corners: Vec<u32>,
    round: u32,
    /// Sides to be looked at, and beyond what their ends lie.
    open: Vec<(SideId, u32, u32)>,
}

impl Search {
    #[inline(always)]
    fn restart(&mut self, domain: &Domain) {
        if self.triangles.len() != domain.free_triangles() || self.round == u32::MAX >> BITS {
            self.triangles.clear();
            self.triangles.resize(domain.free_triangles(), 0);
            self.corners.clear();
            self.corners.resize(domain.corner_count(), 0);
            self.round = 0;
        }
        self.round += 1;
        self.open.clear();
    }

    /// The triangle is new in this search.
    #[inline(always)]
    fn visit(&mut self, triangle: TriangleId) -> bool {
        std::mem::replace(&mut self.triangles[triangle.index()], self.round) != self.round
    }

    /// Beyond what a corner lies. A solid one between the lines is kept.
    #[inline(always)]
    fn meet(&mut self, field: &Field, region: &Region, corner: CornerId, corners: &mut Vec<Point>) -> u32 {
        let mark = self.corners[corner.index()];
        if mark >> BITS == self.round {
            return mark & ((1 << BITS) - 1);
        }
        let w = field.domain.point(corner) - region.at;
        let beyond = region.beyond(w);
        self.corners[corner.index()] = self.round << BITS | beyond;
        if beyond == 0 && w != Point::default() && field.is_solid(corner) {
            corners.push(w);
        }
        beyond
    }

    /// Appends the solid corners of a region, as vectors from its generator, which is not one of them. False if there are
    /// openings.
    #[inline(always)]
    pub fn find(&mut self, field: &Field, start: TriangleId, region: &Region, corners: &mut Vec<Point>) -> bool {
        let domain = field.domain;
        self.restart(domain);
        self.visit(start);
        let sides = start.sides();
        let mut beyond = [0; 3];
        for k in 0..3 {
            beyond[k] = self.meet(field, region, domain.side(sides[k]).origin, corners);
        }
        for k in 0..3 {
            let (a, b) = (beyond[k], beyond[(k + 1) % 3]);
            if a & b == 0 {
                self.open.push((sides[k], a, b));
            }
        }
        while let Some((side, a, b)) = self.open.pop() {
            match domain.twin(side) {
                Some(twin) if self.visit(twin.triangle()) => {
                    let beyond = self.meet(field, region, domain.side(twin.prev()).origin, corners);
                    if a & beyond == 0 {
                        self.open.push((twin.next(), a, beyond));
                    }
                    if beyond & b == 0 {
                        self.open.push((twin.prev(), beyond, b));
                    }
                }
                Some(_) => {}
                // What lies behind an opening is in nobody's way.
                None if field.is_opened(side) => return false,
                None => {}
            }
        }
        true
    }
}

/// What is searched: a domain whose outlines may have openings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field<'a> {
    domain: &'a Domain,
    /// Not if there are none.
    openings: Option<&'a Openings>,
}

impl<'a> Field<'a> {
    pub fn of(domain: &'a Domain, openings: &'a Openings) -> Self {
        Self { domain, openings: (!openings.is_empty()).then_some(openings) }
    }

    #[inline(always)]
    fn is_solid(&self, corner: CornerId) -> bool {
        match self.openings {
            None => self.domain.is_solid(corner),
            Some(openings) => openings.is_solid(self.domain, corner),
        }
    }

    #[inline(always)]
    fn is_opened(&self, side: SideId) -> bool {
        self.openings
            .is_some_and(|openings| openings.parts(self.domain, side).next() != Some(self.domain.side_points(side)))
    }
}
