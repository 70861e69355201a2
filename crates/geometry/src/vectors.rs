//! Exact signs of products of two difference vectors: four points instead of the three of [`orient`](crate::orient).
//!
//! A plain evaluation with an error bound answers nearly always. The rest is computed without rounding: differences and
//! products as pairs of numbers whose sum is exact, added up as an expansion (Shewchuk 1997).

use crate::Point;
use crate::twofold::{two_product, two_sum};

/// Tolerance: Rounding of a sum of two products of differences, relative to the sum of their magnitudes: each product
/// has an error of at most 3 units (two differences, one product), the sum one more. A fifth is left as margin.
const BOUND: f64 = 5.0 * (f64::EPSILON / 2.0);

/// Sign of the scalar product (b - a) . (d - c): positive if their directions differ by less than a right angle. Exact.
#[inline]
#[must_use]
pub fn along(a: Point, b: Point, c: Point, d: Point) -> f64 {
    let (first, second) = ((b.x - a.x) * (d.x - c.x), (b.y - a.y) * (d.y - c.y));
    let plain = first + second;
    if plain.abs() > BOUND * (first.abs() + second.abs()) {
        return plain;
    }
    exact([[b.x, a.x, d.x, c.x], [b.y, a.y, d.y, c.y]])
}

/// The cross product of two differences of points, which may be rounded, if its sign is beyond doubt: nearly always. For
/// callers that ask about the same difference many times; [`across`] decides the rest.
#[inline]
#[must_use]
pub fn sure_cross(u: Point, v: Point) -> Option<f64> {
    let (first, second) = (u.x * v.y, u.y * v.x);
    let plain = first - second;
    // At least, not above: where both products are zero, as along the axes, so is the exact value.
    (plain.abs() >= BOUND * (first.abs() + second.abs())).then_some(plain)
}

/// Sign of the cross product (b - a) x (d - c): positive if the second points to the left of the first. Exact.
#[inline]
#[must_use]
pub fn across(a: Point, b: Point, c: Point, d: Point) -> f64 {
    let (first, second) = ((b.x - a.x) * (d.y - c.y), (b.y - a.y) * (d.x - c.x));
    let plain = first - second;
    if plain.abs() > BOUND * (first.abs() + second.abs()) {
        return plain;
    }
    exact([[b.x, a.x, d.y, c.y], [a.y, b.y, d.x, c.x]])
}

/// The sum of (p - q)(r - s) over the rows, without rounding: a number of the right sign.
#[cold]
#[inline(never)]
fn exact(rows: [[f64; 4]; 2]) -> f64 {
    let mut sum = Expansion::default();
    for [p, q, r, s] in rows {
        let (first, second) = (two_diff(p, q), two_diff(r, s));
        for a in [first.0, first.1] {
            for b in [second.0, second.1] {
                let (product, rest) = two_product(a, b);
                sum.add(rest);
                sum.add(product);
            }
        }
    }
    sum.leading()
}

/// A sum of numbers that do not overlap, by growing magnitude: its sign is that of its last.
#[derive(Default)]
struct Expansion {
    terms: [f64; 16],
    count: usize,
}

impl Expansion {
    fn add(&mut self, value: f64) {
        let mut carry = value;
        let mut kept = 0;
        for k in 0..self.count {
            let (sum, rest) = two_sum(carry, self.terms[k]);
            carry = sum;
            if rest != 0.0 {
                self.terms[kept] = rest;
                kept += 1;
            }
        }
        if carry != 0.0 {
            self.terms[kept] = carry;
            kept += 1;
        }
        self.count = kept;
    }

    fn leading(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.terms[self.count - 1] }
    }
}

fn two_diff(a: f64, b: f64) -> (f64, f64) {
    two_sum(a, -b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_survive_cancellation() {
        // (1 + e, 1) . (-1, 1 + e) is zero exactly; one unit more in a coordinate is seen.
        let e = f64::EPSILON;
        let o = Point::new(0.0, 0.0);
        let v = Point::new(1.0 + e, 1.0);
        assert_eq!(along(o, v, o, Point::new(-1.0, 1.0 + e)), 0.0);
        assert!(along(o, v, o, Point::new(-1.0, 1.0 + 2.0 * e)) > 0.0);
        assert!(along(o, v, o, Point::new(-1.0 - e, 1.0 + e)) < 0.0);
        assert_eq!(across(o, v, o, Point::new(2.0 + 2.0 * e, 2.0)), 0.0);
        assert!(across(o, v, o, Point::new(2.0, 2.0)) > 0.0);
    }

    #[test]
    fn signs_agree_with_integers() {
        let mut state = 1u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 40) as i64 % (1 << 24)
        };
        for _ in 0..20_000 {
            let q: Vec<i128> = (0..8).map(|_| i128::from(next() % 7) * (1 << 50) + i128::from(next() % 3)).collect();
            let p: Vec<Point> = q.chunks(2).map(|c| Point::new(c[0] as f64, c[1] as f64)).collect();
            if q.iter().any(|&v| v as f64 as i128 != v) {
                continue;
            }
            let (bx, by, dx, dy) = (q[2] - q[0], q[3] - q[1], q[6] - q[4], q[7] - q[5]);
            let dot = (bx * dx + by * dy).signum() as f64;
            let cross = (bx * dy - by * dx).signum() as f64;
            let sign = |v: f64| if v == 0.0 { 0.0 } else { v.signum() };
            assert_eq!(sign(along(p[0], p[1], p[2], p[3])), dot, "{q:?}");
            assert_eq!(sign(across(p[0], p[1], p[2], p[3])), cross, "{q:?}");
        }
    }
}
