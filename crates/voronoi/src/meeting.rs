//! Places as far from three sites.
//!
//! In the unknowns (x, y, d) a side is a linear equation, a circle one with the square |x|² - d² in it; differences of two
//! circles are linear. A side and its own end meet on the perpendicular there, which is linear too. So there are two linear
//! equations and a quadratic one, or three linear ones: two places at most.

use crate::site::{Site, is_spoke, joint};
use wayfront_geometry::Point;

/// A linear equation: the first three times (x, y, d) are the last.
type Linear = [f64; 4];

/// A circle: |x|² - d² - 2 q·x - 2 r d + k = 0.
#[derive(Clone, Copy)]
struct Circle {
    centre: Point,
    q: Point,
    r: f64,
    k: f64,
}

impl Circle {
    #[inline]
    fn around((centre, r): (Point, f64), origin: Point) -> Self {
        let q = centre - origin;
        Self { centre, q, r, k: q.dot(q) - r * r }
    }

    /// What two circles have in common is linear. All digits are there, however close to each other the two are.
    #[inline]
    fn less(&self, other: &Self) -> Linear {
        let (q, r) = (self.centre - other.centre, self.r - other.r);
        [2.0 * q.x, 2.0 * q.y, 2.0 * r, q.dot(self.q + other.q) - r * (self.r + other.r)]
    }
}

/// The places as far from three sites, relative to `origin`, in front of the sides.
pub(crate) fn meetings(sites: [&Site; 3], origin: Point) -> [Option<Point>; 2] {
    // The case of nearly all in a crowd.
    if let [Some((a, r)), Some((b, s)), Some((c, t))] = sites.map(Site::circle) {
        // The two that are nearest to each other are taken off each other.
        let [to_a, to_c] = [a - b, c - b];
        let (across, first) = (to_c - to_a, to_a.dot(to_a));
        let is_farthest = across.dot(across) < first.min(to_c.dot(to_c));
        if r == s && s == t {
            let [base, p, q] = if is_farthest { [a, b - a, across] } else { [b, to_a, to_c] };
            return [Some((base - origin) + middle(p, q)).filter(|p| p.is_finite()), None];
        }
        let [one, other] = if is_farthest { [(b - a, s - r), (across, t - r)] } else { [(to_a, r - s), (to_c, t - s)] };
        let base = if is_farthest { a } else { b };
        if let Some(places) = of_circles(one, other) {
            return places.map(|place| place.map(|p| (base - origin) + p).filter(|p| p.is_finite()));
        }
        let [a, b, c] = [(a, r), (b, s), (c, t)].map(|circle| Circle::around(circle, origin));
        let places = if is_farthest { two(b.less(&a), c.less(&a), a) } else { two(a.less(&b), c.less(&b), b) };
        return places.map(|place| place.filter(|p| p.is_finite()));
    }
    if let Some((side, a, b)) = one_side(sites) {
        let places = match side {
            (start, end, along) if a == (start, 0.0) || a == (end, 0.0) => [Some(above(a.0, along, b, origin)), None],
            (start, end, along) if b == (start, 0.0) || b == (end, 0.0) => [Some(above(b.0, along, a, origin)), None],
            (start, _, along) => beside((start, along), a, b, origin),
        };
        return places.map(|place| place.filter(|p| p.is_finite()));
    }
    let (mut linear, mut count) = ([[0.0; 4]; 4], 0);
    let mut push = |equation: Linear| {
        linear[count] = equation;
        count += 1;
    };
    let mut circle: Option<Circle> = None;
    for (k, site) in sites.iter().enumerate() {
        if let Site::Side { start, along, .. } = **site {
            let up = along.left();
            // Nearly straight on from a side before: the perpendicular where they join, of which both lines know nothing.
            let before = sites[..k].iter().find_map(|other| Some((other, joint(other, site)?)));
            match before {
                Some((Site::Side { along: other, .. }, at)) if along.dot(*other) > 0.0 => {
                    let middle = along + *other;
                    push([middle.x, middle.y, 0.0, middle.dot(at - origin)]);
                }
                _ => push([up.x, up.y, -1.0, up.dot(start - origin)]),
            }
        }
        let Some(this) = site.circle().map(|circle| Circle::around(circle, origin)) else { continue };
        // A side whose end this is: the perpendicular instead.
        let is_end = matches!(site, Site::Point(_));
        let own = sites.iter().enumerate().find(|(other, s)| is_end && *other != k && is_spoke(s, site));
        if let Some((_, Site::Side { along, .. })) = own {
            push([along.x, along.y, 0.0, along.dot(this.q)]);
            continue;
        }
        match circle {
            None => circle = Some(this),
            Some(first) => push(this.less(&first)),
        }
    }
    match (&linear[..count], circle) {
        ([first, second, third], None) => [three(*first, *second, *third), None],
        ([first, second], Some(circle)) => two(*first, *second, circle),
        _ => [None; 2],
    }
    .map(|place| place.filter(|p| p.is_finite()))
}

/// A circle: its centre and radius.
type Round = (Point, f64);

/// A side and two circles: its ends and direction, and they.
#[inline]
fn one_side(sites: [&Site; 3]) -> Option<((Point, Point, Point), Round, Round)> {
    let (side, one, other) = match sites {
        [side @ Site::Side { .. }, one, other]
        | [one, side @ Site::Side { .. }, other]
        | [one, other, side @ Site::Side { .. }] => (side, one, other),
        _ => return None,
    };
    let Site::Side { start, end, along, .. } = *side else { return None };
    Some(((start, end, along), one.circle()?, other.circle()?))
}

/// As far from a side and its own end as from a circle: on the perpendicular there, s above the end, where s is as far from the
/// circle. Squared, both sides have the same square of s in them.
#[inline]
fn above(end: Point, along: Point, (centre, radius): Round, origin: Point) -> Point {
    let (up, off) = (along.left(), end - centre);
    let s = (off.dot(off) - radius * radius) / (2.0 * (radius - off.dot(up)));
    (end - origin) + up * s
}

/// As far from a side as from two circles. At s along the side and d above it, (s - sₐ)² = h (2 d + r - y) for a circle that is
/// y above the side, h = y + r: what two of them have in common is quadratic in s.
#[inline]
fn beside((start, along): (Point, Point), a: Round, b: Round, origin: Point) -> [Option<Point>; 2] {
    let up = along.left();
    let [ya, yb] = [a, b].map(|(centre, _)| up.dot(centre - start));
    let apart = along.dot(b.0 - a.0);
    let (ha, hb) = (ya + a.1, yb + b.1);
    let second = hb - ha;
    let first = apart * ha;
    let zeroth = ha * (((ya - a.1) - (yb - b.1)) * hb - apart * apart);
    let root = first * first - second * zeroth;
    if root < 0.0 {
        return [None; 2];
    }
    let sum = -(first + root.sqrt().copysign(first));
    // Above the circle whose parabola is wider: its height has more digits.
    let place = |s: f64| {
        let t = s - apart;
        let twice = if ha > hb { s * s / ha + (ya - a.1) } else { t * t / hb + (yb - b.1) };
        (a.0 - origin) + along * s + up * (twice / 2.0 - ya)
    };
    [Some(place(sum / second)), Some(place(zeroth / sum))]
}

/// Tolerance: Centres whose triangle is flatter than this do not say well where they meet by their distance from one of
/// them.
const FLAT: f64 = 1e-3;

/// As far from two circles as from one around zero, to whose radius theirs are relative; `None` if that is badly determined.
/// At the distance d from zero each of them is linear, so the place is, and its length is d.
#[inline]
fn of_circles((p, r): Round, (q, s): Round) -> Option<[Option<Point>; 2]> {
    let (pp, qq, turn) = (p.dot(p), q.dot(q), p.cross(q));
    if turn * turn < FLAT * FLAT * pp * qq {
        return None;
    }
    let scale = 1.0 / turn;
    let (h, k) = ((pp - r * r) / 2.0, (qq - s * s) / 2.0);
    let solve = |a: f64, b: f64| Point::new(a * q.y - b * p.y, b * p.x - a * q.x) * scale;
    let (at, by) = (solve(h, k), solve(-r, -s));
    let (second, first, zeroth) = (by.dot(by) - 1.0, at.dot(by), at.dot(at));
    let root = first * first - second * zeroth;
    if root < 0.0 {
        return Some([None; 2]);
    }
    let sum = -(first + root.sqrt().copysign(first));
    let place = |d: f64| at + by * d;
    Some([Some(place(sum / second)), Some(place(zeroth / sum))])
}

/// The place as far from two points as from zero.
#[inline]
fn middle(p: Point, q: Point) -> Point {
    let (pp, qq, twice) = (p.dot(p), q.dot(q), 2.0 * p.cross(q));
    Point::new((q.y * pp - p.y * qq) / twice, (p.x * qq - q.x * pp) / twice)
}

fn cross(a: Linear, b: Linear) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn three(a: Linear, b: Linear, c: Linear) -> Option<Point> {
    let [bc, ca, ab] = [cross(b, c), cross(c, a), cross(a, b)];
    let scale = a[0] * bc[0] + a[1] * bc[1] + a[2] * bc[2];
    let part = |k: usize| (a[3] * bc[k] + b[3] * ca[k] + c[3] * ab[k]) / scale;
    (scale != 0.0).then(|| Point::new(part(0), part(1)))
}

#[inline]
fn two(a: Linear, b: Linear, circle: Circle) -> [Option<Point>; 2] {
    let along = cross(a, b);
    let square = along.iter().map(|x| x * x).sum::<f64>();
    if square == 0.0 {
        return [None; 2];
    }
    // The point of the line of solutions that is nearest to zero.
    let third = [along[0], along[1], along[2], 0.0];
    let [bc, ca] = [cross(b, third), cross(third, a)];
    let (first, second) = (a[3] / square, b[3] / square);
    let at = [0, 1, 2].map(|k| first * bc[k] + second * ca[k]);
    if along[0] == 0.0 && along[1] == 0.0 {
        // Circles of one size: the two differ by the sign of the distance alone.
        return [Some(Point::new(at[0], at[1])), None];
    }
    let form = |p: [f64; 3], q: [f64; 3]| p[0] * q[0] + p[1] * q[1] - p[2] * q[2];
    let half = [circle.q.x, circle.q.y, circle.r];
    let dot = |p: [f64; 3]| half[0] * p[0] + half[1] * p[1] + half[2] * p[2];
    let (second, first, zeroth) =
        (form(along, along), form(at, along) - dot(along), form(at, at) - 2.0 * dot(at) + circle.k);
    let place = |t: f64| Point::new(at[0] + along[0] * t, at[1] + along[1] * t);
    let root = first * first - second * zeroth;
    if root < 0.0 {
        return [None; 2];
    }
    // Without cancellation, also where one of the two is far away.
    let sum = -(first + root.sqrt().copysign(first));
    [Some(place(sum / second)), Some(place(zeroth / sum))]
}
