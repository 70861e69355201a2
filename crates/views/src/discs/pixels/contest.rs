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
use super::crowd::{Crowd, Planes};
use super::eights::{Eight, LANES, Lanes, greater, lesser};
use super::judge::Judge;
use super::lanes::Offer;
use crate::sample::NO_GENERATOR;
use wayfront_domain::TriangleId;
use wayfront_pathmap::view::DiscView;

/// Share of a cost within which two offers are compared by the map: more than what makes a tie.
const NEAR: f64 = 1e-7;

/// No offer.
const NOBODY: f64 = -1.0;

/// Who is cheapest at eight pixels.
pub(super) struct Standing {
    /// The cheapest so far; less than everything where the map is asked anyway.
    pub best: Lanes,
    /// What is nearly as cheap, or would be if it were sure.
    rival: Lanes,
    /// The generator of the cheapest, and its offer: whole numbers, as wide as the others, so that all are chosen alike.
    numbers: Lanes,
    by: Lanes,
}

impl Standing {
    #[inline(always)]
    fn of(eight: &Eight) -> Self {
        let (mut best, mut rival) = ([f64::INFINITY; LANES], [f64::INFINITY; LANES]);
        for k in 0..LANES {
            if eight.is_on_side[k] {
                // The least of numbers: less than everything, but not infinite, so that differences are numbers.
                (best[k], rival[k]) = (f64::MIN, f64::NEG_INFINITY);
            }
        }
        Self { best, rival, numbers: [f64::from(NO_GENERATOR); LANES], by: [NOBODY; LANES] }
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

    /// A plane is below what is known somewhere, or nearly. Also where it is not a number.
    #[inline(always)]
    fn is_above(&self, height: f64, slope: [f64; 2], eight: &Eight) -> bool {
        let middle = eight.block.middle;
        let mut is_above = false;
        for k in 0..LANES {
            let plane = height + slope[0] * (eight.xs[k] - middle.x) + slope[1] * (eight.ys[k] - middle.y);
            let is_below = plane > self.best[k] + NEAR * self.best[k].abs();
            is_above |= !is_below;
        }
        is_above
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

    /// An offer is the cheapest somewhere, or nearly: then it counts what is in its way. Not that of another window of the
    /// generator that is the cheapest, unless it is not sure.
    #[inline(always)]
    fn needs(&self, place: usize, offer: &Offer) -> bool {
        let (place, number) = (place as f64, f64::from(offer.number));
        let mut is_needed = false;
        for k in 0..LANES {
            let is_other = (self.by[k] == place) | (self.numbers[k] != number) | (offer.sure[k] <= 0.0);
            let is_near = offer.cost[k] <= self.best[k] + NEAR * self.best[k].abs();
            is_needed |= is_other & is_near & (offer.perhaps[k] > 0.0);
        }
        is_needed
    }

    /// Keeps the cheapest, and what else may be as cheap: other windows of the same generator cost the same.
    #[inline(always)]
    fn take(&mut self, place: usize, offer: &Offer) {
        let (place, number) = (place as f64, f64::from(offer.number));
        for k in 0..LANES {
            let cost = offer.cost[k];
            let sure = if offer.sure[k] > 0.0 { cost } else { f64::INFINITY };
            let perhaps = if (offer.perhaps[k] > 0.0) & (offer.sure[k] <= 0.0) { cost } else { f64::INFINITY };
            let (known, other) = (self.best[k], lesser(self.rival[k], perhaps));
            let is_better = sure < known;
            let loser = if is_better { known } else { sure };
            let loser = if self.numbers[k] == number { f64::INFINITY } else { loser };
            self.rival[k] = lesser(other, loser);
            self.best[k] = if is_better { sure } else { known };
            self.numbers[k] = if is_better { number } else { self.numbers[k] };
            self.by[k] = if is_better { place } else { self.by[k] };
        }
    }

    /// The generator of the cheapest.
    #[inline(always)]
    pub fn number(&self, lane: usize) -> u32 {
        self.numbers[lane] as u32
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
    planes: Vec<Planes>,
    offers: Vec<Offer>,
    count: usize,
}

/// What candidates compete in.
pub(super) struct Ring<'a> {
    pub view: DiscView<'a>,
    pub triangle: TriangleId,
    pub crowd: &'a mut Crowd,
    pub judge: &'a mut Judge,
}

impl Contest {
    /// Lets the candidates of a triangle compete for eight of its pixels.
    #[inline(always)]
    pub fn run(&mut self, ring: &mut Ring, eight: &Eight) -> Standing {
        let mut standing = Standing::of(eight);
        self.count = 0;
        ring.crowd.planes(&eight.block, &mut self.planes);
        // The cheapest first: most of the others are then dearer at once.
        let (mut first, mut next) = (self.cheapest(), 0);
        // One step asks a candidate or looks at what is in the way of an offer: so the code of either is there once.
        loop {
            // No closures here: they would not be compiled for wide vectors.
            let number = match first.take() {
                None => self.next(&standing, eight, &mut next),
                number => number,
            };
            let is_new = number.is_some();
            let place = match number {
                Some(number) if !self.ask(ring, eight, &standing, number) => continue,
                Some(_) => self.count - 1,
                None => match self.untested(&standing) {
                    Some(place) => place,
                    None => return standing,
                },
            };
            let offer = &mut self.offers[place];
            let obstacles = ring.crowd.list[offer.candidate as usize].obstacles;
            // What is known to be in its way need not be found out later.
            let is_changed = (!is_new || obstacles != Obstacles::Unknown) && offer.test(ring, eight);
            if is_new {
                standing.take(place, offer);
            } else if is_changed {
                standing = Standing::of(eight);
                for (place, offer) in self.offers[..self.count].iter().enumerate() {
                    standing.take(place, offer);
                }
                next = 0;
            }
        }
    }

    /// The candidate that may be the cheapest.
    #[inline(always)]
    fn cheapest(&self) -> Option<usize> {
        let (mut first, mut least) = (None, f64::INFINITY);
        for (p, planes) in self.planes.iter().enumerate() {
            for k in 0..LANES {
                if planes.least[k] < least {
                    (first, least) = (Some(p * LANES + k), planes.least[k]);
                }
            }
        }
        first
    }

    /// The next candidate that may be as cheap as what is known, from some on.
    #[inline(always)]
    fn next(&self, standing: &Standing, eight: &Eight, from: &mut usize) -> Option<usize> {
        let dearest = standing.dearest();
        for p in *from / LANES..self.planes.len() {
            let planes = &self.planes[p];
            // Bits as a sum of numbers: vectors do that at once.
            let mut sums = [0.0; LANES / 2];
            for k in 0..LANES / 2 {
                let (low, high) = (f64::from(1u32 << k), f64::from(1u32 << (k + LANES / 2)));
                let low = if planes.least[k] <= dearest { low } else { 0.0 };
                sums[k] = low + if planes.least[k + LANES / 2] <= dearest { high } else { 0.0 };
            }
            let mut bits = ((sums[0] + sums[2]) + (sums[1] + sums[3])) as i32;
            while bits != 0 {
                let k = bits.trailing_zeros() as usize % LANES;
                bits &= bits - 1;
                if standing.is_above(planes.height[k], [f64::from(planes.x[k]), f64::from(planes.y[k])], eight) {
                    *from = p * LANES;
                    return Some(p * LANES + k);
                }
            }
        }
        *from = self.planes.len() * LANES;
        None
    }

    /// Makes a candidate's offer. False if nobody needs it now.
    #[inline(always)]
    fn ask(&mut self, ring: &Ring, eight: &Eight, standing: &Standing, number: usize) -> bool {
        // Not again.
        self.planes[number / LANES].least[number % LANES] = f64::NAN;
        if self.count == self.offers.len() {
            self.offers.push(Offer::default());
        }
        let offer = &mut self.offers[self.count];
        offer.make(&ring.crowd.list[number], eight);
        if !offer.is_any() {
            return false;
        }
        offer.candidate = number as u32;
        offer.is_tested = false;
        self.count += 1;
        standing.is_near(offer)
    }

    /// An offer that is the cheapest somewhere while nobody knows what is in its way.
    #[inline(always)]
    fn untested(&self, standing: &Standing) -> Option<usize> {
        for (place, offer) in self.offers[..self.count].iter().enumerate() {
            if !offer.is_tested && standing.needs(place, offer) {
                return Some(place);
            }
        }
        None
    }
}

impl Offer {
    /// Takes back what something is in the way of. True if that changes anything.
    #[inline(always)]
    fn test(&mut self, ring: &mut Ring, eight: &Eight) -> bool {
        self.is_tested = true;
        let candidate = &mut ring.crowd.list[self.candidate as usize];
        if candidate.obstacles == Obstacles::Unknown {
            candidate.obstacles = ring.judge.look(ring.view, ring.triangle, &ring.crowd.area, candidate);
        }
        if let Obstacles::Corners { start, end } = candidate.obstacles {
            self.pass(candidate, &ring.judge.corners[start as usize..end as usize], &eight.block)
        } else {
            self.sure = [-1.0; LANES];
            true
        }
    }
}
