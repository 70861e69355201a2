//! Eight pixels of a row at a time: what a candidate offers to them, and whether that is sure.
//!
//! Each condition of a leg is a number that is positive where it holds; the least of them, with what rounding may take off
//! it, tells whether the leg surely counts, and with what rounding may add, whether it may count at all. Nothing branches.

// Loops over lanes run over several arrays at once; written as indices they become vectors.
#![allow(clippy::needless_range_loop)]

use super::candidate::{Candidate, Start};
use std::f64::consts::FRAC_PI_2;
use wayfront_geometry::Point;

const LANES: usize = 8;
type Lanes = [f64; LANES];

/// Shares of products within which rounding decides: of lengths, and of what is seen.
const ROUNDING: f64 = 1e-9;
const EDGE: f64 = 4e-9;
/// Share of a cost within which two offers are compared by the map: more than what makes a tie.
const NEAR: f64 = 1e-7;
/// Radians within which rounding decides.
const ANGLE: f64 = 1e-7;
/// Cosine of a turn beyond which a little more than half of one may look like one backwards.
const BACKWARDS: f64 = -0.9;

/// The arc tangent of numbers up to 1, over that number, as a polynomial of its square: right to ten digits (fitted at the
/// zeros of a Chebyshev polynomial).
const ARC_TANGENT: [f64; 12] = [
    0.999_999_999_939_011_5,
    -0.333_333_315_181_961_3,
    0.199_999_099_569_735_22,
    -0.142_839_484_207_721_47,
    0.110_929_847_851_605_45,
    -0.089_790_510_429_599_79,
    0.072_422_841_365_668_69,
    -0.054_215_308_520_853_864,
    0.034_133_423_359_266_994,
    -0.016_055_161_092_900_894,
    0.004_827_228_031_728_714,
    -0.000_680_497_330_779_828_3,
];

/// Pixels of a row.
pub(super) struct Pixels<'a> {
    pub y: f64,
    pub xs: &'a [f64],
    pub best: &'a mut [f64],
    pub rival: &'a mut [f64],
    pub ids: &'a mut [u32],
}

/// What is offered to some pixels.
#[derive(Default)]
struct Offer {
    cost: Lanes,
    /// Positive where the leg surely counts, and where it may.
    sure: Lanes,
    perhaps: Lanes,
    /// Lengths of legs, squares of distances, and the directions of legs times these.
    far: Lanes,
    square: Lanes,
    ux: Lanes,
    uy: Lanes,
}

#[inline(always)]
fn lesser(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

#[inline(always)]
fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

impl Pixels<'_> {
    /// A candidate would win some of them, or come near to that, if nothing were in its way.
    #[inline(always)]
    pub fn may_be_won(&self, candidate: &Candidate) -> bool {
        let mut first = 0;
        while first < self.xs.len() {
            if self.is_worth(candidate, first) {
                let part = Part::of(self, first);
                if part.is_near(&offer(candidate, &part.xs, self.y)) {
                    return true;
                }
            }
            first += LANES;
        }
        false
    }

    /// Lets a candidate compete for them.
    #[inline(always)]
    pub fn compete(&mut self, candidate: &Candidate, corners: &[Point]) {
        let mut first = 0;
        while first < self.xs.len() {
            if self.is_worth(candidate, first) {
                let mut part = Part::of(self, first);
                let mut offer = offer(candidate, &part.xs, self.y);
                if part.is_near(&offer) {
                    offer.pass(candidate, corners);
                    part.take(candidate.number, &offer);
                    part.put(self, first);
                }
            }
            first += LANES;
        }
    }
}

impl Pixels<'_> {
    /// A candidate may be as cheap as the dearest of eight pixels.
    #[inline(always)]
    fn is_worth(&self, candidate: &Candidate, first: usize) -> bool {
        let end = self.xs.len().min(first + LANES);
        let mut dearest = f64::NEG_INFINITY;
        if let Some(eight) = self.best[first..end].first_chunk::<LANES>() {
            // In pairs, pairs of pairs and so on: vectors do that at once.
            let four: [f64; 4] = std::array::from_fn(|k| greater(eight[k], eight[k + 4]));
            dearest = greater(greater(four[0], four[2]), greater(four[1], four[3]));
        } else {
            for &best in &self.best[first..end] {
                dearest = greater(dearest, best);
            }
        }
        candidate.least(self.y, self.xs[first], self.xs[end - 1]) <= dearest + NEAR * dearest.abs()
    }
}

/// Up to eight pixels of a row.
struct Part {
    xs: Lanes,
    best: Lanes,
    rival: Lanes,
    ids: [u32; LANES],
    len: usize,
}

impl Part {
    #[inline(always)]
    fn of(pixels: &Pixels, first: usize) -> Self {
        let len = (pixels.xs.len() - first).min(LANES);
        let (mut best, mut rival) = ([f64::NEG_INFINITY; LANES], [f64::INFINITY; LANES]);
        let (mut xs, mut ids) = ([pixels.xs[first]; LANES], [0; LANES]);
        let part = first..first + len;
        if len == LANES {
            // Their number is known to the compiler: no call.
            xs.copy_from_slice(&pixels.xs[part.clone()][..LANES]);
            best.copy_from_slice(&pixels.best[part.clone()][..LANES]);
            rival.copy_from_slice(&pixels.rival[part.clone()][..LANES]);
            ids.copy_from_slice(&pixels.ids[part][..LANES]);
        } else {
            xs[..len].copy_from_slice(&pixels.xs[part.clone()]);
            best[..len].copy_from_slice(&pixels.best[part.clone()]);
            rival[..len].copy_from_slice(&pixels.rival[part.clone()]);
            ids[..len].copy_from_slice(&pixels.ids[part]);
        }
        Self { xs, best, rival, ids, len }
    }

    #[inline(always)]
    fn put(&self, pixels: &mut Pixels, first: usize) {
        let part = first..first + self.len;
        pixels.best[part.clone()].copy_from_slice(&self.best[..self.len]);
        pixels.rival[part.clone()].copy_from_slice(&self.rival[..self.len]);
        pixels.ids[part].copy_from_slice(&self.ids[..self.len]);
    }

    /// An offer is cheaper than what is known, or nearly.
    #[inline(always)]
    fn is_near(&self, offer: &Offer) -> bool {
        let mut most = f64::NEG_INFINITY;
        for k in 0..LANES {
            let cheaper = self.best[k] + NEAR * self.best[k].abs() - offer.cost[k];
            most = greater(most, lesser(cheaper, offer.perhaps[k]));
        }
        most > 0.0
    }

    /// Keeps the cheapest, and what else may be as cheap: other windows of the same generator cost the same.
    #[inline(always)]
    fn take(&mut self, number: u32, offer: &Offer) {
        for k in 0..LANES {
            let cost = offer.cost[k];
            let sure = if offer.sure[k] > 0.0 { cost } else { f64::INFINITY };
            let perhaps = if offer.perhaps[k] > 0.0 && offer.sure[k] <= 0.0 { cost } else { f64::INFINITY };
            let (known, other) = (self.best[k], lesser(self.rival[k], perhaps));
            let is_better = sure < known;
            let loser = if is_better { known } else { sure };
            let loser = if self.ids[k] == number { f64::INFINITY } else { loser };
            self.rival[k] = lesser(other, loser);
            self.best[k] = if is_better { sure } else { known };
            self.ids[k] = if is_better { number } else { self.ids[k] };
        }
    }
}

/// What a candidate offers to eight pixels, if nothing is in its way.
#[inline(always)]
fn offer(candidate: &Candidate, xs: &Lanes, y: f64) -> Offer {
    match candidate.start {
        Start::Turn { sign, direction, most } => from_turn(candidate, [sign, most], direction, xs, y),
        Start::Segment { along, across, length } => from_segment(candidate, [along, across], length, xs, y),
    }
}

/// Legs from a corner or a point.
#[inline(always)]
fn from_turn(candidate: &Candidate, [sign, most]: [f64; 2], direction: Point, xs: &Lanes, y: f64) -> Offer {
    let (at, radius, [right, left, first, last]) = (candidate.at, candidate.radius, candidate.edges);
    let (offset, less) = (sign * radius, sign * sign * radius * radius);
    // Conditions that do not apply always hold.
    let straight = if sign == 0.0 { 1.0 } else { 0.0 };
    let [wide_right, wide_left, wide_first, wide_last] =
        candidate.edges.map(|edge| EDGE * (edge.normal.x.abs() + edge.normal.y.abs()));
    let aside = EDGE * radius;
    let vy = y - at.y;
    let mut offer = Offer::default();
    for k in 0..LANES {
        let vx = xs[k] - at.x;
        let square = vx * vx + vy * vy;
        let under = square - less;
        let far = greater(under, 0.0).sqrt();
        // The direction of the leg, times the square of the distance.
        let (ux, uy) = (vx * far - vy * offset, vy * far + vx * offset);
        let sine = sign * (direction.x * uy - direction.y * ux);
        let cosine = direction.x * ux + direction.y * uy;
        // The tangent of half the turn is sine over one and cosine.
        let (a, b) = (greater(sine, 0.0), square + cosine);
        let share = lesser(a, b) / greater(greater(a, b), f64::MIN_POSITIVE);
        let half = arc_tangent(greater(share, 0.0));
        let turn = 2.0 * if a > b { FRAC_PI_2 - half } else { half };
        let slack = ROUNDING * square;
        let (sine, back) = (sine + straight * square, ANGLE * square);
        let around = if cosine < BACKWARDS * square { square } else { 0.0 };
        let seen = vx.abs() + vy.abs();
        let on_right = right.normal.x * vx + right.normal.y * vy + right.far;
        let on_left = left.normal.x * vx + left.normal.y * vy + left.far;
        let after_first = first.normal.x * vx + first.normal.y * vy + first.far;
        let before_last = last.normal.x * vx + last.normal.y * vy + last.far;
        let sure = lesser(lesser(under - slack, sine - back), most - turn - ANGLE);
        let perhaps = lesser(under + slack + f64::MIN_POSITIVE, sine + back + around + f64::MIN_POSITIVE);
        let perhaps = lesser(perhaps, most - turn + ANGLE + around);
        let perhaps_seen = lesser(on_right + wide_right * seen, on_left + wide_left * seen) + f64::MIN_POSITIVE;
        offer.cost[k] = candidate.cost + radius * turn + far;
        let is_seen = lesser(on_right - wide_right * seen, on_left - wide_left * seen);
        let passes = lesser(after_first - wide_first * seen, before_last - wide_last * seen) - aside;
        offer.sure[k] = lesser(lesser(sure, passes), is_seen);
        let may_pass = lesser(after_first + wide_first * seen, before_last + wide_last * seen) + aside;
        offer.perhaps[k] = lesser(lesser(perhaps, may_pass), perhaps_seen);
        (offer.far[k], offer.square[k], offer.ux[k], offer.uy[k]) = (far, square, ux, uy);
    }
    offer
}

/// Legs that leave a segment straight across. Whether one counts is asked of the map.
#[inline(always)]
fn from_segment(candidate: &Candidate, [along, across]: [Point; 2], length: f64, xs: &Lanes, y: f64) -> Offer {
    let mut offer = Offer::default();
    let vy = y - candidate.at.y;
    for k in 0..LANES {
        let vx = xs[k] - candidate.at.x;
        let place = vx * along.x + vy * along.y;
        let far = vx * across.x + vy * across.y;
        let within = lesser(lesser(place, length - place), far);
        let slack = ROUNDING * (length + vx.abs() + vy.abs());
        offer.cost[k] = candidate.cost + far;
        offer.perhaps[k] = within + slack;
    }
    offer
}

impl Offer {
    /// Takes back what corners are in the way of.
    #[inline(always)]
    fn pass(&mut self, candidate: &Candidate, corners: &[Point]) {
        match candidate.start {
            Start::Turn { sign, .. } if !candidate.is_doubtful => {
                self.pass_corners(sign * candidate.radius, candidate.radius, corners);
            }
            _ => self.sure = [-1.0; LANES],
        }
    }

    #[inline(always)]
    fn pass_corners(&mut self, offset: f64, radius: f64, corners: &[Point]) {
        for w in corners {
            let size = radius + w.x.abs() + w.y.abs();
            for k in 0..LANES {
                let (ux, uy, square, far) = (self.ux[k], self.uy[k], self.square[k], self.far[k]);
                let height = ux * w.y - uy * w.x + offset * square;
                let along = ux * w.x + uy * w.y;
                let aside = height.abs() - radius * square;
                let clear = greater(aside, greater(-along, along - far * square));
                let slack = ROUNDING * (size + far) * square;
                self.sure[k] = lesser(self.sure[k], clear - slack);
                self.perhaps[k] = lesser(self.perhaps[k], clear + slack + f64::MIN_POSITIVE);
            }
        }
    }
}

/// The arc tangent of a number from 0 to 1.
#[inline(always)]
fn arc_tangent(x: f64) -> f64 {
    let square = x * x;
    let mut sum = ARC_TANGENT[11];
    for &coefficient in ARC_TANGENT[..11].iter().rev() {
        sum = sum * square + coefficient;
    }
    x * sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arc_tangents_are_right_to_ten_digits() {
        for k in 0..=10_000 {
            let x = f64::from(k) / 10_000.0;
            assert!((arc_tangent(x) - x.atan()).abs() < 1e-10, "{x}");
        }
    }
}
