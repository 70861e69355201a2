//! Exact decisions. The arithmetic is Shewchuk's adaptive precision (crate `robust`): a floating-point filter
//! answers nearly always, exact expansions answer the rest.
//!
//! Exactness holds while no product of four coordinates over- or underflows: [`computable`] tells whether a coordinate
//! is in that range, and readers refuse those that are not.

use crate::Point;
use robust::Coord;

/// Largest magnitude of a coordinate for which decisions are exact.
pub const COORDINATE_MAX: f64 = 1e50;
/// Smallest magnitude, other than zero, of a coordinate for which decisions are exact.
pub const COORDINATE_MIN: f64 = 1e-50;

/// Decisions about points with this coordinate are exact.
#[inline]
#[must_use]
pub fn computable(x: f64) -> bool {
    x == 0.0 || (COORDINATE_MIN..=COORDINATE_MAX).contains(&x.abs())
}

/// Which way a path turns.
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

/// Rounding of the plain determinant of [`orient`], relative to the sum of its products (Shewchuk 1997, `ccwerrboundA`).
const ORIENT_BOUND: f64 = (3.0 + 16.0 * UNIT) * UNIT;
/// The same for [`in_circle`] (`iccerrboundA`).
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
    if plain.abs() > ORIENT_BOUND * (left.abs() + right.abs()) { plain } else { orient_adaptive(a, b, c) }
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
    let (ad, bd, cd) = (a - d, b - d, c - d);
    let (ab, ba) = (ad.x * bd.y, ad.y * bd.x);
    let (bc, cb) = (bd.x * cd.y, bd.y * cd.x);
    let (ca, ac) = (cd.x * ad.y, cd.y * ad.x);
    let (al, bl, cl) = (ad.dot(ad), bd.dot(bd), cd.dot(cd));
    let plain = al * (bc - cb) + bl * (ca - ac) + cl * (ab - ba);
    let sum = (bc.abs() + cb.abs()) * al + (ca.abs() + ac.abs()) * bl + (ab.abs() + ba.abs()) * cl;
    if plain.abs() > CIRCLE_BOUND * sum { plain } else { in_circle_adaptive(a, b, c, d) }
}

#[cold]
#[inline(never)]
fn in_circle_adaptive(a: Point, b: Point, c: Point, d: Point) -> f64 {
    robust::incircle(coord(a), coord(b), coord(c), coord(d))
}
