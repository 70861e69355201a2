//! Eight pixels at a time: what a candidate offers to them, and whether that is sure.
//!
//! Each condition of a leg is a number that is positive where it holds; the least of them, with what rounding may take off
//! it, tells whether the leg surely counts, and with what rounding may add, whether it may count at all. Nothing branches,
//! but conditions that surely hold for all of the block are not asked.

// Loops over lanes run over several arrays at once; written as indices they become vectors.
#![allow(clippy::needless_range_loop)]

use super::candidate::{Candidate, Start, WIDER};
use super::eights::{Block, Eight, LANES, Lanes, greater, lesser};
use std::f64::consts::FRAC_PI_2;
use wayfront_geometry::Point;

/// Shares of products within which rounding decides: of lengths, and of what is seen.
const ROUNDING: f64 = 1e-9;
const EDGE: f64 = 4e-9;
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

/// What a candidate offers to eight pixels.
#[derive(Clone, Debug, Default)]
pub(super) struct Offer {
    pub candidate: u32,
    pub number: u32,
    pub cost: Lanes,
    /// Positive where the leg surely counts, and where it may.
    pub sure: Lanes,
    pub perhaps: Lanes,
    /// Lengths of legs, squares of distances, and the directions of legs times these.
    far: Lanes,
    square: Lanes,
    ux: Lanes,
    uy: Lanes,
    /// What is in the way has been looked at.
    pub is_tested: bool,
}

impl Offer {
    /// What a candidate offers, if nothing is in its way.
    #[inline(always)]
    pub fn make(&mut self, candidate: &Candidate, eight: &Eight) {
        self.number = candidate.number;
        match candidate.start {
            Start::Turn { sign, direction, most } => {
                self.leave_turn(candidate, [sign, most], direction, eight);
                self.see(candidate, eight);
            }
            Start::Segment { along, across, length } => self.leave_segment(candidate, [along, across], length, eight),
        }
    }

    /// Legs from a corner or a point.
    #[inline(always)]
    fn leave_turn(&mut self, candidate: &Candidate, [sign, most]: [f64; 2], direction: Point, eight: &Eight) {
        let (at, radius) = (candidate.at, candidate.radius);
        let (offset, less) = (sign * radius, sign * sign * radius * radius);
        // Conditions that do not apply always hold.
        let straight = if sign == 0.0 { 1.0 } else { 0.0 };
        for k in 0..LANES {
            let (vx, vy) = (eight.xs[k] - at.x, eight.ys[k] - at.y);
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
            self.sure[k] = lesser(lesser(under - slack, sine - back), most - turn - ANGLE);
            let perhaps = lesser(under + slack + f64::MIN_POSITIVE, sine + back + around + f64::MIN_POSITIVE);
            self.perhaps[k] = lesser(perhaps, most - turn + ANGLE + around);
            self.cost[k] = candidate.cost + radius * turn + far;
            (self.far[k], self.square[k], self.ux[k], self.uy[k]) = (far, square, ux, uy);
        }
    }

    /// What lies within the edges.
    #[inline(always)]
    fn see(&mut self, candidate: &Candidate, eight: &Eight) {
        let middle = eight.block.middle - candidate.at;
        for (number, edge) in candidate.edges.iter().enumerate() {
            if !edge.is_any() || edge.between(middle, &eight.block)[0] > 0.0 {
                continue;
            }
            let wide = EDGE * (edge.normal.x.abs() + edge.normal.y.abs());
            let aside = if number > 1 { EDGE * candidate.radius } else { 0.0 };
            for k in 0..LANES {
                let (vx, vy) = (eight.xs[k] - candidate.at.x, eight.ys[k] - candidate.at.y);
                let inside = edge.normal.x * vx + edge.normal.y * vy + edge.far;
                let slack = wide * (vx.abs() + vy.abs()) + aside;
                self.sure[k] = lesser(self.sure[k], inside - slack);
                self.perhaps[k] = lesser(self.perhaps[k], inside + slack + f64::MIN_POSITIVE);
            }
        }
    }

    /// Legs that leave a segment straight across. Whether one counts is asked of the map.
    #[inline(always)]
    fn leave_segment(&mut self, candidate: &Candidate, [along, across]: [Point; 2], length: f64, eight: &Eight) {
        for k in 0..LANES {
            let (vx, vy) = (eight.xs[k] - candidate.at.x, eight.ys[k] - candidate.at.y);
            let place = vx * along.x + vy * along.y;
            let far = vx * across.x + vy * across.y;
            let within = lesser(lesser(place, length - place), far);
            let slack = ROUNDING * (length + vx.abs() + vy.abs());
            self.cost[k] = candidate.cost + far;
            self.perhaps[k] = within + slack;
            self.sure[k] = -1.0;
        }
    }

    /// Some pixel may be reached.
    #[inline(always)]
    pub fn is_any(&self) -> bool {
        let mut most = f64::NEG_INFINITY;
        for k in 0..LANES {
            most = greater(most, self.perhaps[k]);
        }
        most > 0.0
    }

    /// Takes back what corners are in the way of. True if that changes anything.
    #[inline(always)]
    pub fn pass(&mut self, candidate: &Candidate, corners: &[Point], block: &Block) -> bool {
        let Start::Turn { sign, .. } = candidate.start else { return false };
        let (mut sure, mut perhaps) = ([f64::INFINITY; LANES], [f64::INFINITY; LANES]);
        let (radius, offset) = (candidate.radius, sign * candidate.radius);
        let filter = Filter::of(candidate, sign, block);
        for &w in corners {
            if filter.is_clear(w) {
                continue;
            }
            let size = radius + w.x.abs() + w.y.abs();
            for k in 0..LANES {
                let (ux, uy, square, far) = (self.ux[k], self.uy[k], self.square[k], self.far[k]);
                let height = ux * w.y - uy * w.x + offset * square;
                let along = ux * w.x + uy * w.y;
                let aside = height.abs() - radius * square;
                let clear = greater(aside, greater(-along, along - far * square));
                let slack = ROUNDING * (size + far) * square;
                sure[k] = lesser(sure[k], clear - slack);
                perhaps[k] = lesser(perhaps[k], clear + slack + f64::MIN_POSITIVE);
            }
        }
        let mut is_changed = false;
        for k in 0..LANES {
            is_changed |= (self.sure[k] > 0.0) & (sure[k] <= 0.0) | (self.perhaps[k] > 0.0) & (perhaps[k] <= 0.0);
            self.sure[k] = lesser(self.sure[k], sure[k]);
            self.perhaps[k] = lesser(self.perhaps[k], perhaps[k]);
        }
        is_changed
    }
}

/// The legs to a block of pixels, all at once: the direction of the one to its middle, by how much others turn from that, and
/// the longest.
struct Filter {
    leg: Point,
    turn: f64,
    farthest: f64,
    offset: f64,
    radius: f64,
}

impl Filter {
    #[inline(always)]
    fn of(candidate: &Candidate, sign: f64, block: &Block) -> Self {
        let (v, reach, radius) = (block.middle - candidate.at, block.reach(), candidate.radius);
        let (square, less, offset) = (v.dot(v), sign * sign * radius * radius, sign * radius);
        let (distance, far) = (square.sqrt(), (square - less).max(0.0).sqrt());
        // The leg turns by the way across it over its length. That is least on the side of the generator.
        let near = distance - reach;
        let least = (near.max(0.0) * near - less).max(0.0).sqrt();
        let turn = if least > 0.0 { reach / least * (1.0 + WIDER) + WIDER } else { f64::INFINITY };
        let leg = (v * far + v.left() * offset) * (1.0 / square);
        Self { leg, turn, farthest: distance + reach, offset, radius }
    }

    /// A corner is surely in nobody's way: beside all legs, before them or beyond their ends.
    #[inline(always)]
    fn is_clear(&self, w: Point) -> bool {
        let length = w.x.abs() + w.y.abs();
        let (height, along) = (self.leg.cross(w) + self.offset, self.leg.dot(w));
        let slack = self.turn * length + WIDER * self.radius;
        (height.abs() - self.radius > slack)
            | (-along > slack)
            | (along - self.farthest > slack + WIDER * self.farthest)
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
