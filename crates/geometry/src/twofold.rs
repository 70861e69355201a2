//! Numbers of twice the precision of `f64`: for points that should come out right to the last digit. Decisions need
//! more than that and have their own arithmetic.

use crate::Point;
use std::ops::Div;

/// The sum of two `f64`, the second below the rounding of the first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Twice {
    high: f64,
    low: f64,
}

/// A vector of such numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Twofold {
    pub x: Twice,
    pub y: Twice,
}

impl Twofold {
    /// The vector from `a` to `b`, without rounding.
    pub fn difference(a: Point, b: Point) -> Self {
        Self { x: Twice::sum(b.x, -a.x), y: Twice::sum(b.y, -a.y) }
    }

    pub fn dot(self, other: Self) -> Twice {
        self.x.times(other.x).add(self.y.times(other.y))
    }

    pub fn cross(self, other: Self) -> Twice {
        let second = self.y.times(other.x);
        self.x.times(other.y).add(Twice { high: -second.high, low: -second.low })
    }
}

impl Twice {
    fn sum(a: f64, b: f64) -> Self {
        let (high, low) = two_sum(a, b);
        Self { high, low }
    }

    pub fn times(self, other: Self) -> Self {
        let (high, low) = two_product(self.high, other.high);
        Self::sum(high, low + (self.high * other.low + self.low * other.high))
    }

    pub fn add(self, other: Self) -> Self {
        let (high, low) = two_sum(self.high, other.high);
        Self::sum(high, low + (self.low + other.low))
    }

    /// Rounded to one number.
    pub fn value(self) -> f64 {
        self.high + self.low
    }

    /// The sum with a plain number, rounded.
    pub fn plus(self, value: f64) -> f64 {
        let sum = self.add(Self { high: value, low: 0.0 });
        sum.high + sum.low
    }
}

impl Div for Twice {
    type Output = Self;

    fn div(self, by: Self) -> Self {
        let first = self.high / by.high;
        let rest = self.add(by.times(Self { high: -first, low: 0.0 }));
        Self::sum(first, rest.high / by.high)
    }
}

/// The sum and its rounding error.
pub(crate) fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let virtual_b = sum - a;
    let virtual_a = sum - virtual_b;
    (sum, (a - virtual_a) + (b - virtual_b))
}

/// The product and its rounding error.
pub(crate) fn two_product(a: f64, b: f64) -> (f64, f64) {
    // Dekker's method, in halves: a fused multiply-add would be a call where the target lacks the instruction.
    let product = a * b;
    let ((a1, a2), (b1, b2)) = (halves(a), halves(b));
    (product, a2 * b2 - (((product - a1 * b1) - a2 * b1) - a1 * b2))
}

/// Two numbers of 26 bits that add up to `a`. Exact for magnitudes up to 1e300, far beyond products of coordinates.
fn halves(a: f64) -> (f64, f64) {
    let scaled = a * 134_217_729.0;
    let high = scaled - (scaled - a);
    (high, a - high)
}

#[cfg(test)]
mod tests {
    use crate::{Point, crossing};

    #[test]
    fn representable_crossings_come_out_exactly() {
        let p = |x, y| Point::new(x, y);
        assert_eq!(crossing(p(7.0, 3.0), p(4.0, 0.0), p(6.0, 1.0), p(6.0, 5.0)), p(6.0, 2.0));
        assert_eq!(crossing(p(0.0, 0.0), p(30.0, 10.0), p(0.0, 10.0), p(30.0, 0.0)), p(15.0, 5.0));
        assert_eq!(crossing(p(1e9, 0.0), p(1e9, 7.0), p(0.0, 3.0), p(2e9, 3.0)), p(1e9, 3.0));
    }
}
