//! Legs that a wave offers to corners: into the queue, and out of it when their turn has come.
//!
//! A leg is put into the queue unproved, if the outlines that meet at its corner allow it and nothing cheaper is known there.
//! When it is the least that waits it is looked at: the first that is free makes an arrival, and the arrival looks around.

use super::arcs::Turning;
use super::bitangents::LegId;
use super::corners::{are_surely_in_the_way, keep_aside, may_keep_aside};
use super::ends::end_of;
use super::sight::{Look, Passing, Root};
use super::turns::{Arrival, NONE, Turn};
use super::waiting::{Kind, Untried, Waiting};
use super::wave::{Goal, Wave};
use wayfront_domain::{CornerId, Domain, OpeningEnd, SideId, TriangleId};
use wayfront_geometry::{DiscLeg, Hand, LegEnd, Point};

impl<G: Goal> Wave<G> {
    /// A corner whose turn has come is reached, if the leg to it is free and nothing better is known.
    pub(super) fn reach(&mut self, domain: &Domain, untried: Untried) {
        let Untried { from, turn, .. } = untried;
        let end = LegEnd::turn(self.place_of(domain, turn), turn.hand);
        let Some(leg) = self.arrivals.leg(from, end, self.radius) else { return };
        let cost = if untried.kept == NONE { Some(untried.cost) } else { self.cost_of(from, &leg) };
        let Some(cost) = cost else { return };
        let direction = leg.direction();
        let known = self.arrivals.cheaper(turn, (direction, self.radius), cost, from, &self.tolls);
        if matches!(known, Some((_, true)))
            || self.arrivals.is_late(turn, &leg, cost, &self.tolls)
            || !G::is_free(self, domain, &untried, &leg)
        {
            return;
        }
        let turning = Turning { at: end.at, hand: turn.hand, direction, radius: self.radius };
        let most = G::most(self, domain, turn.corner, turning);
        let worthwhile = self.arrivals.worthwhile(turn, &leg, cost, &self.tolls);
        let number = self.arrivals.keep(turn, &leg, cost, [most, worthwhile], from);
        G::look_around(self, domain, number, turn.corner);
    }

    /// How far a disc can turn around a corner.
    pub(super) fn most(&mut self, domain: &Domain, corner: CornerId, turning: Turning) -> f64 {
        if let Some(end) = end_of(&self.openings, domain, corner) {
            return self.around.most(domain, &self.openings, turning, end.triangles.iter().copied());
        }
        let fan = domain.fan(corner).map(SideId::triangle);
        self.around.most(domain, &self.openings, turning, fan)
    }

    /// Puts the tangents to a corner that is seen into the queue. Returns an arrival there that is cheaper.
    pub(super) fn offer(
        &mut self,
        domain: &Domain,
        root: &Root,
        corner: CornerId,
        [is_left, is_right]: [bool; 2],
        passing: Passing,
    ) -> Option<u32> {
        let outlines = self.corners.outlines(corner)?;
        let at = domain.point(corner);
        if root.end.at == at {
            return None;
        }
        let mut offer = |hand: Hand| self.offer_turn(root, Turn { corner, hand }, at, outlines, passing);
        let left = if is_left { offer(Hand::Left) } else { None };
        let right = if is_right { offer(Hand::Right) } else { None };
        left.or(right)
    }

    #[inline]
    pub(super) fn offer_turn(
        &mut self,
        root: &Root,
        turn: Turn,
        at: Point,
        outlines: [Point; 2],
        passing: Passing,
    ) -> Option<u32> {
        let (v, aside) = (at - root.end.at, root.aside(Some(turn.hand)));
        if passing.excludes(v, aside) || are_surely_in_the_way(outlines, at, v, turn.hand) {
            return None;
        }
        if !may_keep_aside(outlines, at, v, aside, turn.hand) {
            return None;
        }
        let leg = DiscLeg::new(root.end, LegEnd::turn(at, turn.hand), self.radius)?;
        if !keep_aside(outlines, &leg, leg.to()) {
            return None;
        }
        self.queue_leg(root.number, turn, &leg, NONE)
    }

    /// Puts the legs from a segment to a corner into the queue, if discs can turn there.
    pub(super) fn offer_from_flat(&mut self, number: u32, corner: CornerId, at: Point, outlines: [Point; 2]) {
        for hand in [Hand::Left, Hand::Right] {
            let Some(leg) = self.arrivals.leg(number, LegEnd::turn(at, hand), self.radius) else { continue };
            let aside = if hand == Hand::Left { self.radius } else { -self.radius };
            if may_keep_aside(outlines, at, at - leg.from().at, aside, hand) {
                self.queue_leg(number, Turn { corner, hand }, &leg, NONE);
            }
        }
    }

    /// Puts a leg into the queue. Returns an arrival there that is cheaper.
    #[inline]
    pub(super) fn queue_leg(&mut self, from: u32, turn: Turn, leg: &DiscLeg, kept: LegId) -> Option<u32> {
        let cost = self.cost_of(from, leg)?;
        let least = self.goal.least_after(cost, leg.centres()[1]);
        if least >= self.goal.end() {
            return None;
        }
        let known = self.arrivals.cheaper(turn, (leg.direction(), self.radius), cost, from, &self.tolls);
        if !matches!(known, Some((_, true))) {
            let number = self.legs.len() as u32;
            self.legs.push(Untried { from, turn, cost, kept });
            self.queue.push(Waiting::new(least, Kind::Leg, number));
        }
        known.map(|(number, _)| number).filter(|&number| self.arrivals.list[number as usize].parent != from)
    }

    /// Puts a leg that is kept for the radius into the queue, with the least that it costs, and a way over it.
    #[inline]
    pub(super) fn queue_kept(&mut self, from: u32, turn: Turn, direction: Point, [cost, least]: [f64; 2], kept: LegId) {
        let is_needless = || self.arrivals.cheaper(turn, (direction, self.radius), cost, from, &self.tolls);
        if least < self.goal.end() && !matches!(is_needless(), Some((_, true))) {
            let number = self.legs.len() as u32;
            self.legs.push(Untried { from, turn, cost, kept });
            self.queue.push(Waiting::new(least, Kind::Leg, number));
        }
    }

    /// What a leg costs, with the turn before it; `None` if the disc does not turn so.
    pub fn cost_of(&self, number: u32, leg: &DiscLeg) -> Option<f64> {
        self.arrivals.list[number as usize].cost_of(leg, &self.tolls)
    }

    /// Nothing is in the way of a leg that starts from an arrival.
    pub fn is_free(&mut self, domain: &Domain, number: u32, leg: &DiscLeg) -> bool {
        let openings = (!self.openings.is_empty()).then_some(&self.openings);
        let Arrival { corner, flat, .. } = self.arrivals.list[number as usize];
        let tested = self.arrivals.flats.get(flat as usize).and_then(|flat| flat.tested(leg));
        let leg = tested.as_ref().unwrap_or(leg);
        if let Some(end) = corner.and_then(|corner| end_of(&self.openings, domain, corner)) {
            let starts = end.triangles.iter().copied();
            return domain.leg_is_free_through(leg, starts, &mut self.sweeps, openings);
        }
        match corner {
            // From one of its triangles on: the others are as near to the disc that touches it.
            Some(corner) => domain.leg_is_free_from(leg, domain.first_side(corner).triangle(), openings),
            None => match self.starts[number as usize][..] {
                [start] => domain.leg_is_free_from(leg, start, openings),
                ref starts => domain.leg_is_free_through(leg, starts.iter().copied(), &mut self.sweeps, openings),
            },
        }
    }

    /// Where a turn is.
    #[inline]
    pub(super) fn place_of(&self, domain: &Domain, turn: Turn) -> Point {
        end_of(&self.openings, domain, turn.corner).map_or_else(|| domain.point(turn.corner), |end| end.at)
    }

    /// Offers the ends of openings in a triangle that is seen.
    #[inline]
    pub(super) fn offer_ends(&mut self, domain: &Domain, root: &Root, triangle: TriangleId, passing: Passing) {
        if !self.ends.is_empty() {
            self.offer_some(domain, root, triangle, passing);
        }
    }

    #[cold]
    fn offer_some(&mut self, domain: &Domain, root: &Root, triangle: TriangleId, passing: Passing) {
        for k in self.ends.of(triangle) {
            let number = self.ends[k];
            let OpeningEnd { at, far, .. } = self.openings.ends()[number as usize];
            if at != root.end.at {
                let corner = CornerId(domain.corner_count() as u32 + number);
                for hand in [Hand::Left, Hand::Right] {
                    self.offer_turn(root, Turn { corner, hand }, at, [far; 2], passing);
                }
            }
        }
    }

    /// Offers the ends of openings in a triangle that a segment sees.
    pub(super) fn offer_ends_from_flat(&mut self, domain: &Domain, number: u32, triangle: TriangleId) {
        for k in self.ends.of(triangle) {
            let end = self.ends[k];
            let OpeningEnd { at, far, .. } = self.openings.ends()[end as usize];
            let corner = CornerId(domain.corner_count() as u32 + end);
            self.offer_from_flat(number, corner, at, [far; 2]);
        }
    }

    /// All that is seen from a place in some triangles, which is no corner.
    pub(super) fn look_from(&mut self, domain: &Domain, number: u32, triangles: &[TriangleId]) {
        let root = self.root(number);
        let open = root.passing(self.arrivals.list[number as usize].worthwhile);
        for &triangle in triangles {
            G::enter(self, domain, number, triangle, open, None);
            self.offer_ends(domain, &root, triangle, open);
            for side in triangle.sides() {
                self.offer(domain, &root, domain.side(side).origin, [true; 2], open);
                let ends = domain.side_corners(side);
                self.send(domain, &root, side, ends, Look::new(open));
            }
        }
    }
}
