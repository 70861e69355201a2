//! What is seen from a segment from which all starts.
//!
//! A leg that starts within a segment is across it. Its disc sweeps a band whose edges are across the segment too, and
//! start within a radius of it: so what a leg can touch is seen straight across from the segment, made longer by a radius
//! at both ends. That is free, since discs at the ends have room. Sights are strips between parallel rays; beyond the ends
//! ways start from these as from points. Cost: what the strip sees.

use super::flat::Flat;
use super::sight::Passing;
use super::wave::{Goal, Wave};
use wayfront_domain::{CornerId, Domain, SideId};

/// Tolerance: Share of lengths by which strips are wider: what is seen along their edge counts.
const WIDER: f64 = 1e-9;

/// A part of a side that is seen straight across from a segment, as lengths along that.
#[derive(Clone, Copy, Debug)]
struct Strip {
    /// The side, of the triangle that is entered.
    side: SideId,
    part: [f64; 2],
}

impl<G: Goal> Wave<G> {
    /// All that a side of a segment sees.
    pub(super) fn look_from_flat(&mut self, domain: &Domain, number: u32, flat: Flat) {
        let starts = self.starts[number as usize].clone();
        let slack = self.radius + WIDER * (self.radius + flat.axis.length);
        let whole = [-slack, flat.axis.length + slack];
        let mut strips = Vec::new();
        for &triangle in &starts {
            G::enter(self, domain, number, triangle, Passing::default(), None);
            self.offer_ends_from_flat(domain, number, triangle);
            for side in triangle.sides() {
                self.offer_corner_from_flat(domain, number, domain.side(side).origin);
                if domain.twin(side).is_some_and(|twin| !starts.contains(&twin.triangle())) {
                    strips.extend(strip(domain, &flat, side, whole));
                }
            }
        }
        while let Some(Strip { side, part }) = strips.pop() {
            G::enter(self, domain, number, side.triangle(), Passing::default(), None);
            self.offer_ends_from_flat(domain, number, side.triangle());
            self.offer_corner_from_flat(domain, number, domain.side(side.prev()).origin);
            strips.extend([side.next(), side.prev()].into_iter().filter_map(|side| strip(domain, &flat, side, part)));
        }
    }

    fn offer_corner_from_flat(&mut self, domain: &Domain, number: u32, corner: CornerId) {
        if let Some(outlines) = self.corners.outlines(corner) {
            self.offer_from_flat(number, corner, domain.point(corner), outlines);
        }
    }
}

/// What is seen over a side through which rays leave a triangle.
fn strip(domain: &Domain, flat: &Flat, side: SideId, part: [f64; 2]) -> Option<Strip> {
    let side_beyond = domain.twin(side)?;
    let [p, q] = domain.side_points(side);
    // Rays leave to the right of a side, and nothing behind the segment is seen.
    let is_ahead = (p - flat.axis.from).dot(flat.across).max((q - flat.axis.from).dot(flat.across)) > 0.0;
    if (q - p).cross(flat.across) >= 0.0 || !is_ahead {
        return None;
    }
    let [x, y] = [p, q].map(|p| (p - flat.axis.from).dot(flat.axis.along));
    let slack = WIDER * (x - y).abs();
    let part = [part[0].max(x.min(y) - slack), part[1].min(x.max(y) + slack)];
    (part[0] <= part[1]).then_some(Strip { side: side_beyond, part })
}
