//! What a straight way from a root to a place costs, at least and at most, where an estimate is enough.
//!
//! The turn before the leg is the only angle in a cost. Its chord `c` is the distance of two unit vectors, and
//! `2 asin(c / 2)` is `c` times a series in `c²` with positive coefficients: cut off, it is a lower bound; with its last
//! coefficient raised to what the rest of the series is worth at the end of a range, an upper one on that range.

use super::sight::Root;
use super::turns::{STRAIGHT, turned};
use wayfront_geometry::{Hand, Point};

/// Tolerance: Turns back by less are rounding here, where rays bound what is asked about.
const BACK: f64 = 1e-6;
/// Chords up to that of a quarter of a turn.
const QUARTER: f64 = std::f64::consts::SQRT_2;
/// Tolerance: Share by which an angle may seem to be more.
const ROUNDING: f64 = 1e-12;
/// The first coefficients of the series.
const SERIES: [f64; 3] = [1.0 / 24.0, 3.0 / 640.0, 5.0 / 7168.0];
/// What the last of them must be to reach a quarter of a turn at its chord; rounded up.
const RAISED: f64 = 0.001_081;

/// A leg that ends in a place, without the exactness of [`DiscLeg`](wayfront_geometry::DiscLeg).
#[derive(Clone, Copy, Debug)]
pub(super) struct Straight {
    pub length: f64,
    v: Point,
    aside: f64,
    square: f64,
}

impl Straight {
    /// The leg; `None` where the place is too close.
    #[inline]
    pub fn to(root: &Root, place: Point) -> Option<Self> {
        let (v, aside) = (place - root.end.at, root.aside(None));
        let square = v.dot(v);
        let under = square - aside * aside;
        if under <= 0.0 {
            return None;
        }
        Some(Self { length: under.sqrt(), v, aside, square })
    }

    /// Where it goes, of length 1.
    #[inline]
    fn direction(&self) -> Point {
        (self.v * self.length - self.v.left() * self.aside) * (1.0 / self.square)
    }

    /// How far the disc turns back or on (a sine), and the chord of the turn.
    #[inline]
    fn turn(&self, root: &Root, hand: Hand) -> (f64, f64) {
        let direction = self.direction();
        let cross = root.direction.cross(direction);
        (if hand == Hand::Left { cross } else { -cross }, root.direction.distance(direction))
    }

    /// No more than what it costs with the turn before it; `None` if that is one backwards.
    #[inline]
    pub fn least(&self, root: &Root) -> Option<f64> {
        let Some(hand) = root.end.hand else { return Some(root.cost + self.length) };
        let (sine, chord) = self.turn(root, hand);
        (sine >= -BACK).then(|| root.cost + root.radius * angle(chord, SERIES[2]) + self.length)
    }

    /// No less than what it costs, but for rounding; `None` if the disc does not turn so.
    #[inline]
    pub fn most(&self, root: &Root, most: f64) -> Option<f64> {
        let Some(hand) = root.end.hand else { return Some(root.cost + self.length) };
        let (sine, chord) = self.turn(root, hand);
        if sine < -STRAIGHT {
            return None;
        }
        let mut turn = angle(chord, RAISED);
        // Often a disc turns just as far as it can: until it lies along an outline.
        if chord > QUARTER || turn > most {
            turn = turned(root.direction, self.direction(), hand);
        }
        (turn <= most).then(|| root.cost + root.radius * turn.max(0.0) + self.length)
    }
}

/// No more than the angle between two directions.
#[inline]
pub(super) fn least_angle(from: Point, to: Point) -> f64 {
    angle(from.distance(to), SERIES[2]) * (1.0 - ROUNDING)
}

/// The angle of a chord, but for what follows the last coefficient.
#[inline]
fn angle(chord: f64, last: f64) -> f64 {
    let square = chord * chord;
    chord * (1.0 + square * (SERIES[0] + square * (SERIES[1] + square * last)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_lie_between_their_bounds() {
        for k in 0..=2000 {
            let turn = f64::from(k) * std::f64::consts::PI / 2000.0;
            let chord = 2.0 * (turn / 2.0).sin();
            let rounding = 1e-15 * turn;
            assert!(angle(chord, SERIES[2]) <= turn + rounding, "{turn}");
            assert!(chord > QUARTER || angle(chord, RAISED) >= turn - rounding, "{turn}");
            assert!(chord > QUARTER || angle(chord, RAISED) <= turn * 1.001, "{turn}");
        }
    }
}
