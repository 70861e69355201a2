//! From corners to a way: legs and arcs, each of them tested.
//!
//! A corner that the disc would turn around backwards does not touch the way: it is left out, and the way is laid anew.

use super::funnel::Bend;
use crate::discs::{Around, STRAIGHT, Turning, arc_piece, turned};
use std::f64::consts::{PI, TAU};
use wayfront_domain::{Domain, Openings, SideId, SweepMemory, TriangleId};
use wayfront_geometry::{DiscLeg, Hand, LegEnd, Piece, Point};

/// Tolerance: Share of a radius by which a place is rounded.
const TOUCHING: f64 = 1e-9;

/// Radians from which on a turn may be half a turn, at the end of a wall: the one way around is free, the other leads
/// through the wall.
const NEARLY_HALF: f64 = 3.0;

/// Memory for the tests.
#[derive(Debug, Default)]
pub(super) struct Taut {
    bends: Vec<Bend>,
    legs: Vec<DiscLeg>,
    sweep: SweepMemory,
    around: Around,
    openings: Openings,
}

impl Taut {
    /// Length and pieces of the way around some corners; `None` if a disc cannot walk it.
    pub(super) fn way(
        &mut self,
        domain: &Domain,
        bends: &[Bend],
        ends: [Point; 2],
        radius: f64,
    ) -> Option<(f64, Vec<Piece>)> {
        self.bends.clear();
        self.bends.extend(bends);
        while let Some(back) = self.lay(ends, radius)? {
            self.bends.remove(back);
        }
        self.is_free(domain, ends, radius).then(|| self.pieces(radius))
    }

    /// Lays the legs; tells a corner that is turned around backwards.
    fn lay(&mut self, [from, to]: [Point; 2], radius: f64) -> Option<Option<usize>> {
        self.legs.clear();
        let mut last = LegEnd::point(from);
        for end in self.bends.iter().map(Bend::end).chain([LegEnd::point(to)]) {
            self.legs.push(DiscLeg::new(last, end, radius)?);
            last = end;
        }
        let turn = |k: usize| forwards(self.legs[k].direction(), self.legs[k + 1].direction(), self.bends[k].hand);
        Some((0..self.bends.len()).find(|&k| turn(k) < -STRAIGHT))
    }

    fn is_free(&mut self, domain: &Domain, ends: [Point; 2], radius: f64) -> bool {
        if radius == 0.0 {
            return self.is_seen(domain, ends);
        }
        for k in 0..self.legs.len() {
            let leg = self.legs[k];
            let starts: Vec<TriangleId> = match k.checked_sub(1) {
                Some(before) => domain.fan(self.bends[before].corner).map(SideId::triangle).collect(),
                None => domain.locate(ends[0]).map(|spot| domain.triangles_at(spot)).unwrap_or_default(),
            };
            if !domain.leg_is_free(&leg, starts.iter().copied(), &mut self.sweep) {
                return false;
            }
            if let Some(before) = k.checked_sub(1) {
                let Bend { at, hand, .. } = self.bends[before];
                let direction = self.legs[before].direction();
                let most = self.around.most(domain, &self.openings, Turning { at, hand, direction, radius }, starts);
                let turn = forwards(direction, leg.direction(), hand);
                if turn > most || turn > NEARLY_HALF && !goes_around(domain, at, direction, radius) {
                    return false;
                }
            }
        }
        true
    }

    /// The ways of points: from each corner one sees the next. Points on walls have two sides, of which the channel knows
    /// one.
    fn is_seen(&self, domain: &Domain, [from, to]: [Point; 2]) -> bool {
        let ([Some(first), Some(last)], bends) = ([self.bends.first(), self.bends.last()], &self.bends) else {
            return false; // a straight way was tried before
        };
        domain.corner_sees(first.corner, from)
            && domain.corner_sees(last.corner, to)
            && bends.windows(2).all(|pair| domain.corners_see(pair[0].corner, pair[1].corner))
    }

    fn pieces(&self, radius: f64) -> (f64, Vec<Piece>) {
        let mut pieces = Vec::with_capacity(2 * self.legs.len());
        for (k, leg) in self.legs.iter().enumerate() {
            if let Some(before) = k.checked_sub(1) {
                let Bend { at, hand, .. } = self.bends[before];
                let arc = arc_piece(at, hand, radius, self.legs[before].direction(), leg.direction());
                pieces.extend(arc.filter(|_| radius > 0.0));
            }
            if leg.length() > 0.0 {
                pieces.push(Piece::Straight(leg.centres()));
            }
        }
        (pieces.iter().map(Piece::length).sum(), pieces)
    }
}

/// The angle by which a disc turns around a corner; more than half a turn is one back.
fn forwards(from: Point, to: Point, hand: Hand) -> f64 {
    let turn = turned(from, to, hand);
    if turn > PI + STRAIGHT { turn - TAU } else { turn }
}

/// A disc has room where it has done a quarter of a turn around a corner.
fn goes_around(domain: &Domain, at: Point, direction: Point, radius: f64) -> bool {
    // It touches the corner, but for rounding, and has the direction in which it arrived as its normal.
    domain.has_room(at + direction * radius, radius * (1.0 - TOUCHING))
}
