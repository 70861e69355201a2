//! Candidates compete for eight pixels.
//!
//! The cheapest is found first, as if nothing were in anybody's way; only then is it looked whether its legs are free. Where
//! they are not, the next cheapest follows, and so on. So corners are looked for and tested for those who would win, and for
//! nobody else.
//!
//! Invariant: what was not asked, or lost without a look, is dearer than the cheapest whose legs are free.

#![allow(clippy::needless_range_loop)]

use super::TIE;
use super::candidate::Obstacles;
use super::crowd::Crowd;
use super::eights::{Eight, LANES, Lanes};
use super::judge::Judge;
use super::lanes::{Offer, greater, lesser};
use crate::sample::NO_GENERATOR;
use wayfront_domain::TriangleId;
use wayfront_pathmap::view::DiscView;

/// Share of a cost within which two offers are compared by the map: more than what makes a tie.
const NEAR: f64 = 1e-7;

/// No offer.
const NOBODY: u32 = u32::MAX;

/// Who is cheapest at eight pixels.
pub(super) struct Standing {
    /// The cheapest so far; less than everything where the map is asked anyway.
    pub best: Lanes,
    /// What is nearly as cheap, or would be if it were sure.
    rival: Lanes,
    /// The generator of the cheapest, and its offer.
    pub numbers: [u32; LANES],
    by: [u32; LANES],
}

impl Standing {
    #[inline(always)]
    fn of(eight: &Eight) -> Self {
        let (mut best, mut rival) = ([f64::INFINITY; LANES], [f64::INFINITY; LANES]);
        for k in 0..LANES {
            if eight.is_on_side[k] {
                (best[k], rival[k]) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
            }
        }
        Self { best, rival, numbers: [NO_GENERATOR; LANES], by: [NOBODY; LANES] }
    }

    /// What a candidate must not exceed to be looked at.
    #[inline(always)]
    fn dearest(&self) -> f64 {
        // In pairs, pairs of pairs and so on: vectors do that at once.
        let mut four = [0.0; LANES / 2];
        for k in 0..LANES / 2 {
            four[k] = greater(self.best[k], self.best[k + LANES / 2]);
        }
        let dearest = greater(greater(four[0], four[2]), greater(four[1], four[3]));
        dearest + NEAR * dearest.abs()
    }

    /// An offer is cheaper than what is known somewhere, or nearly.
    #[inline(always)]
    fn is_near(&self, offer: &Offer) -> bool {
        let mut most = f64::NEG_INFINITY;
        for k in 0..LANES {
            let cheaper = self.best[k] + NEAR * self.best[k].abs() - offer.cost[k];
            most = greater(most, lesser(cheaper, offer.perhaps[k]));
        }
        most > 0.0
    }

    /// An offer is the cheapest somewhere, or would be if it were sure.
    #[inline(always)]
    fn needs(&self, place: u32, offer: &Offer) -> bool {
        let mut is_needed = false;
        for k in 0..LANES {
            let is_open = (offer.perhaps[k] > 0.0) & (offer.sure[k] <= 0.0);
            is_needed |= (self.by[k] == place) | is_open & (offer.cost[k] <= self.best[k] + NEAR * self.best[k].abs());
        }
        is_needed
    }

    /// Keeps the cheapest, and what else may be as cheap: other windows of the same generator cost the same.
    #[inline(always)]
    fn take(&mut self, place: u32, offer: &Offer) {
        for k in 0..LANES {
            let cost = offer.cost[k];
            let sure = if offer.sure[k] > 0.0 { cost } else { f64::INFINITY };
            let perhaps = if (offer.perhaps[k] > 0.0) & (offer.sure[k] <= 0.0) { cost } else { f64::INFINITY };
            let (known, other) = (self.best[k], lesser(self.rival[k], perhaps));
            let is_better = sure < known;
            let loser = if is_better { known } else { sure };
            let loser = if self.numbers[k] == offer.number { f64::INFINITY } else { loser };
            self.rival[k] = lesser(other, loser);
            self.best[k] = if is_better { sure } else { known };
            self.numbers[k] = if is_better { offer.number } else { self.numbers[k] };
            self.by[k] = if is_better { place } else { self.by[k] };
        }
    }

    /// The cheapest is surely the map's answer.
    #[inline(always)]
    pub fn is_sure(&self, lane: usize) -> bool {
        let (best, rival) = (self.best[lane], self.rival[lane]);
        rival == f64::INFINITY || rival > best + TIE * best.abs()
    }
}

/// Memory of contests.
#[derive(Default)]
pub(super) struct Contest {
    least: Vec<f64>,
    offers: Vec<Offer>,
    count: usize,
}

impl Contest {
    /// Lets the candidates of a triangle compete for eight of its pixels.
    #[inline(always)]
    pub fn run(
        &mut self,
        view: DiscView,
        triangle: TriangleId,
        crowd: &mut Crowd,
        judge: &mut Judge,
        eight: &Eight,
    ) -> Standing {
        let mut standing = Standing::of(eight);
        self.count = 0;
        crowd.least(&eight.block, &mut self.least);
        // The cheapest first: most of the others are then dearer at once.
        let mut first = 0;
        for k in 1..self.least.len() {
            first = if self.least[k] < self.least[first] { k } else { first };
        }
        if first < self.least.len() {
            self.ask(crowd, eight, &mut standing, first);
        }
        loop {
            let mut dearest = standing.dearest();
            for k in 0..self.least.len() {
                if self.least[k] <= dearest && self.least[k] < f64::INFINITY {
                    self.ask(crowd, eight, &mut standing, k);
                    dearest = standing.dearest();
                }
            }
            if !self.look(view, triangle, crowd, judge, eight, &standing) {
                return standing;
            }
            standing = Standing::of(eight);
            for (place, offer) in self.offers[..self.count].iter().enumerate() {
                standing.take(place as u32, offer);
            }
        }
    }

    /// Takes what a candidate offers. If that is too dear it may be asked again.
    #[inline(always)]
    fn ask(&mut self, crowd: &Crowd, eight: &Eight, standing: &mut Standing, k: usize) {
        if self.count == self.offers.len() {
            self.offers.push(Offer::default());
        }
        let (candidate, offer) = (&crowd.list[k], &mut self.offers[self.count]);
        offer.make(candidate, eight);
        if !offer.is_any() {
            self.least[k] = f64::INFINITY;
        } else if standing.is_near(offer) {
            self.least[k] = f64::INFINITY;
            offer.candidate = k as u32;
            offer.is_tested = candidate.obstacles == Obstacles::Doubtful;
            if offer.is_tested {
                offer.sure = [-1.0; LANES];
            }
            standing.take(self.count as u32, offer);
            self.count += 1;
        }
    }

    /// Looks at what is in the way of those who won. True if that changes anything.
    #[inline(always)]
    fn look(
        &mut self,
        view: DiscView,
        triangle: TriangleId,
        crowd: &mut Crowd,
        judge: &mut Judge,
        eight: &Eight,
        standing: &Standing,
    ) -> bool {
        let mut is_changed = false;
        for (place, offer) in self.offers[..self.count].iter_mut().enumerate() {
            if offer.is_tested || !standing.needs(place as u32, offer) {
                continue;
            }
            offer.is_tested = true;
            let candidate = &mut crowd.list[offer.candidate as usize];
            if candidate.obstacles == Obstacles::Unknown {
                candidate.obstacles = judge.look(view, triangle, candidate);
            }
            if let Obstacles::Corners { start, end } = candidate.obstacles {
                is_changed |= offer.pass(candidate, &judge.corners[start as usize..end as usize], &eight.block);
            } else {
                offer.sure = [-1.0; LANES];
                is_changed = true;
            }
        }
        is_changed
    }
}
