//! Exact decisions. The arithmetic is Shewchuk's adaptive precision (crate `robust`): a floating-point filter
//! answers nearly always, exact expansions answer the rest.
//!
//! Exactness holds while no product of four coordinates over- or underflows: [`computable`] says whether a coordinate
//! is in that range, and readers refuse those that are not.

use crate::Point;
use crate::twofold::Twofold;
use robust::Coord;

/// Tolerance: Largest magnitude of a coordinate for which decisions are exact.
pub const COORDINATE_MAX: f64 = 1e50;
/// Tolerance: Smallest magnitude, other than zero, of a coordinate for which decisions are exact.
pub const COORDINATE_MIN: f64 = 1e-50;

/// Decisions about points with this coordinate are exact.
#[inline]
#[must_use]
pub fn computable(x: f64) -> bool {
    x == 0.0 || (COORDINATE_MIN..=COORDINATE_MAX).contains(&x.abs())
}

/// To which hand a path bends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Counter-clockwise.
    Left,
    /// The three points lie on one line.
    Straight,
    /// Clockwise.
    Right,
}

#[inline]
fn coord(p: Point) -> Coord<f64> {
    Coord { x: p.x, y: p.y }
}

/// Tolerance: Rounding of the plain determinant of [`orient`], relative to the sum of its products (Shewchuk 1997,
/// `ccwerrboundA`).
const ORIENT_BOUND: f64 = (3.0 + 16.0 * UNIT) * UNIT;
/// Tolerance: The same for [`in_circle`] (`iccerrboundA`).
const CIRCLE_BOUND: f64 = (10.0 + 96.0 * UNIT) * UNIT;
/// Half a unit in the last place of 1.
const UNIT: f64 = f64::EPSILON / 2.0;

/// Positive if `c` lies to the left of the line from `a` to `b`, negative if to the right, zero if on it. The sign is
/// exact; the magnitude is about twice the triangle's area.
#[inline]
#[must_use]
pub fn orient(a: Point, b: Point, c: Point) -> f64 {
    let left = (a.x - c.x) * (b.y - c.y);
    let right = (a.y - c.y) * (b.x - c.x);
    let plain = left - right;
    // At least, not above: where both products are zero, as along the axes, so is the exact value.
    if plain.abs() >= ORIENT_BOUND * (left.abs() + right.abs()) { plain } else { orient_adaptive(a, b, c) }
}

#[cold]
#[inline(never)]
fn orient_adaptive(a: Point, b: Point, c: Point) -> f64 {
    robust::orient2d(coord(a), coord(b), coord(c))
}

/// [`orient`] as a name.
#[inline]
#[must_use]
pub fn turn(a: Point, b: Point, c: Point) -> Turn {
    let side = orient(a, b, c);
    if side > 0.0 {
        Turn::Left
    } else if side < 0.0 {
        Turn::Right
    } else {
        Turn::Straight
    }
}

/// Positive if `d` lies inside the circle through the counter-clockwise triangle `a`, `b`, `c`, negative if outside,
/// zero if on it. The sign is exact.
#[inline]
#[must_use]
pub fn in_circle(a: Point, b: Point, c: Point, d: Point) -> f64 {
    let (plain, sum) = circle_terms(a, b, c, d);
    if plain.abs() > CIRCLE_BOUND * sum { plain } else { in_circle_adaptive(a, b, c, d) }
}

/// The in-circle determinant, rounded, and the sum of the magnitudes of its products.
#[inline]
fn circle_terms(a: Point, b: Point, c: Point, d: Point) -> (f64, f64) {
    let (ad, bd, cd) = (a - d, b - d, c - d);
    let (ab, ba) = (ad.x * bd.y, ad.y * bd.x);
    let (bc, cb) = (bd.x * cd.y, bd.y * cd.x);
    let (ca, ac) = (cd.x * ad.y, cd.y * ad.x);
    let (al, bl, cl) = (ad.dot(ad), bd.dot(bd), cd.dot(cd));
    let plain = al * (bc - cb) + bl * (ca - ac) + cl * (ab - ba);
    let sum = (bc.abs() + cb.abs()) * al + (ca.abs() + ac.abs()) * bl + (ab.abs() + ba.abs()) * cl;
    (plain, sum)
}

#[cold]
#[inline(never)]
fn in_circle_adaptive(a: Point, b: Point, c: Point, d: Point) -> f64 {
    robust::incircle(coord(a), coord(b), coord(c), coord(d))
}

/// Tolerance: Rounding of the in-circle determinant in [twofold](crate::twofold) arithmetic, relative to the sum of its
/// products: each of the few dozen operations errs by at most 2^-102 of its operands, which leaves room for a hundred
/// of them.
const TWOFOLD_BOUND: f64 = 1.0 / (1u128 << 95) as f64;

/// `d` lies inside the circle through the counter-clockwise triangle `a`, `b`, `c`, beyond any doubt.
///
/// Says no for points on the circle, and for those so near to it (10^-28 of the terms) that telling would take
/// arithmetic without bounds. [`in_circle`] decides these too, but takes a microsecond for each point on the circle, of
/// which grids and floor plans are full. A flip of edges asks for nothing more: not to flip is always valid.
#[inline]
#[must_use]
pub fn is_in_circle(a: Point, b: Point, c: Point, d: Point) -> bool {
    let (plain, sum) = circle_terms(a, b, c, d);
    if plain.abs() > CIRCLE_BOUND * sum { plain > 0.0 } else { is_in_circle_twofold(a, b, c, d, sum) }
}

#[cold]
#[inline(never)]
fn is_in_circle_twofold(a: Point, b: Point, c: Point, d: Point, sum: f64) -> bool {
    let [a, b, c] = [a, b, c].map(|p| Twofold::difference(d, p));
    let first = a.dot(a).times(b.cross(c));
    let second = b.dot(b).times(c.cross(a));
    let third = c.dot(c).times(a.cross(b));
    first.add(second).add(third).value() > TWOFOLD_BOUND * sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The quick test never says yes where the exact one does not, and no only within its stated doubt.
    #[test]
    fn quick_circles_agree_with_exact_ones() {
        let mut state = 7u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state >> 33
        };
        let mut ties = 0;
        for round in 0..20_000 {
            let mut coordinate = || match round % 3 {
                0 => (next() % 8) as f64 * 0.1,
                1 => (next() % 5) as f64,
                _ => next() as f64 * 1e-3,
            };
            let [a, b, c, mut d] = [(); 4].map(|()| Point::new(coordinate(), coordinate()));
            if round % 5 == 0 {
                // The fourth corner of a rectangle, or next to it.
                d = Point::new(a.x, c.y + (next() % 3) as f64 * f64::EPSILON * c.y);
            }
            if orient(a, b, c) <= 0.0 {
                continue;
            }
            let exact = in_circle(a, b, c, d);
            ties += usize::from(exact == 0.0);
            assert_eq!(is_in_circle(a, b, c, d), exact > 0.0, "{a} {b} {c} {d}");
        }
        assert!(ties > 100, "{ties} ties");
    }
}
