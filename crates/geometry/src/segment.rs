//! Segments: crossings, nearest points, order along a line.

use crate::Point;
use crate::twofold::Twofold;

/// The point of the segment `a`-`b` nearest to `p`, rounded.
#[must_use]
pub fn closest_on_segment(a: Point, b: Point, p: Point) -> Point {
    let along = b - a;
    let squared = along.dot(along);
    if squared == 0.0 {
        return a;
    }
    let t = (p - a).dot(along) / squared;
    if t <= 0.0 {
        a
    } else if t >= 1.0 {
        b
    } else {
        a + along * t
    }
}

/// For `p` on the line through `a` and `b`: it lies between them (ends included). Exact.
#[inline]
#[must_use]
pub fn is_between(a: Point, b: Point, p: Point) -> bool {
    let x = (a.x <= p.x && p.x <= b.x) || (b.x <= p.x && p.x <= a.x);
    let y = (a.y <= p.y && p.y <= b.y) || (b.y <= p.y && p.y <= a.y);
    x && y
}

/// The crossing of two segments that are known to cross, rounded to the nearest representable point as well as `f64`
/// allows. The same for any order and direction of the segments.
#[must_use]
pub fn crossing(a: Point, b: Point, c: Point, d: Point) -> Point {
    let key = |p: Point| (p.x, p.y);
    let sorted = |p: Point, q: Point| if key(p) <= key(q) { (p, q) } else { (q, p) };
    let (first, second) = (sorted(a, b), sorted(c, d));
    let in_order = (key(first.0), key(first.1)) <= (key(second.0), key(second.1));
    let ((a, b), (c, d)) = if in_order { (first, second) } else { (second, first) };
    let along = Twofold::difference(c, d);
    let numerator = Twofold::difference(a, c).cross(along);
    let share = numerator / Twofold::difference(a, b).cross(along);
    let step = Twofold::difference(a, b);
    let p = Point::new(step.x.times(share).plus(a.x), step.y.times(share).plus(a.y));
    // Rounding must not leave the boxes of the segments: neighbours that touch them would be crossed.
    let clamp = |v: f64, p: f64, q: f64| v.clamp(p.min(q), p.max(q));
    let p = Point::new(clamp(p.x, a.x, b.x), clamp(p.y, a.y, b.y));
    Point::new(clamp(p.x, c.x, d.x), clamp(p.y, c.y, d.y))
}
