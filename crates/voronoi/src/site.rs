//! Sites and what lies as far from one as from another.
//!
//! A site is a vertex of an outline, the inside of a side, or a disc; its distance is that from the point, from the line,
//! from the circle. The places as far from two of them are a straight line, a parabola or a branch of a hyperbola; each
//! has a parameter in which a point of it costs a few operations and lies on it up to rounding.

mod length;

use wayfront_geometry::Point;

/// Tolerance: A point whose distance from a side is this share of those around is on its line but for rounding: no more
/// than a few of the digits of its distance are right.
const FLAT: f64 = 64.0 * f64::EPSILON;

/// Tolerance: A point that is this share of the distance of two centres beside their line is surely beside it: rounding
/// is far less.
const SURELY_BESIDE: f64 = 1e-6;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Site {
    Point(Point),
    /// Cells of sides never reach beyond the perpendiculars at its ends.
    Side {
        start: Point,
        end: Point,
        /// From start to end, of length 1.
        along: Point,
        length: f64,
    },
    Disc {
        centre: Point,
        radius: f64,
    },
}

impl Site {
    pub fn side(start: Point, end: Point) -> Self {
        let length = start.distance(end);
        Self::Side { start, end, along: (end - start) * (1.0 / length), length }
    }

    /// How far a point of its cell is.
    #[inline]
    pub fn distance(&self, p: Point) -> f64 {
        match *self {
            Self::Point(at) => p.distance(at),
            Self::Side { start, along, .. } => along.cross(p - start).abs(),
            Self::Disc { centre, radius } => p.distance(centre) - radius,
        }
    }

    /// The place of it that is nearest to a point of its cell.
    pub fn foot(&self, p: Point) -> Point {
        match *self {
            Self::Point(at) => at,
            Self::Side { start, end, along, length } => {
                let x = along.dot(p - start);
                if x <= 0.0 {
                    start
                } else if x >= length {
                    end
                } else {
                    start + along * x
                }
            }
            Self::Disc { centre, radius } => centre + (p - centre).unit().unwrap_or(Point::new(1.0, 0.0)) * radius,
        }
    }

    /// As a circle: points have radius 0.
    #[inline]
    pub(crate) fn circle(&self) -> Option<(Point, f64)> {
        match *self {
            Self::Point(at) => Some((at, 0.0)),
            Self::Disc { centre, radius } => Some((centre, radius)),
            Self::Side { .. } => None,
        }
    }

    fn has_end(&self, p: Point) -> bool {
        matches!(*self, Self::Side { start, end, .. } if start == p || end == p)
    }
}

/// One is a side and the other an end of it: their border is the perpendicular there.
pub(crate) fn is_spoke(i: &Site, j: &Site) -> bool {
    match (i, j) {
        (Site::Point(p), side @ Site::Side { .. }) | (side @ Site::Side { .. }, Site::Point(p)) => side.has_end(*p),
        _ => false,
    }
}

/// Tolerance: Sides whose directions differ by less go on straight.
const STRAIGHT: f64 = 1e-6;
/// Tolerance: Ends of two sides that go on straight may be apart by this share of their lengths: what lay between has
/// no width.
const JOINED: f64 = 1e-8;

/// Two sides that join each other and go on straight: their border is the perpendicular there.
pub(crate) fn goes_on(i: &Site, j: &Site) -> bool {
    match (*i, *j) {
        (Site::Side { along, .. }, Site::Side { along: other, .. }) => {
            is_straight(along, other) && joint(i, j).is_some()
        }
        _ => false,
    }
}

/// One is a side and the other a point just beyond an end of it: what lay between has no width, and their border is the
/// perpendicular there.
pub(crate) fn nearly_spoke(i: &Site, j: &Site) -> bool {
    match (*i, *j) {
        (Site::Point(p), Site::Side { start, end, length, .. })
        | (Site::Side { start, end, length, .. }, Site::Point(p)) => {
            start.distance(p).min(end.distance(p)) <= JOINED * length
        }
        _ => false,
    }
}

fn is_straight(along: Point, other: Point) -> bool {
    along.cross(other).abs() < STRAIGHT && along.dot(other) > 0.0
}

/// Where one of two sides ends and the other begins.
pub(crate) fn joint(i: &Site, j: &Site) -> Option<Point> {
    let (Site::Side { start, end, along, length }, Site::Side { start: first, end: last, along: other, length: long }) =
        (*i, *j)
    else {
        return None;
    };
    if end == first {
        return Some(end);
    }
    if start == last {
        return Some(start);
    }
    let [after, before] = [end.distance(first), start.distance(last)];
    if after.min(before) > JOINED * (length + long) || !is_straight(along, other) {
        return None;
    }
    Some(if after < before { end.lerp(first, 0.5) } else { start.lerp(last, 0.5) })
}

/// The places as far from one site as from another, between two of them; its parameter runs from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bisector {
    /// A straight line.
    Straight([Point; 2]),
    /// Between a side and a point or disc: `foot + along (w √height) + up ((w² + height) / 2 - radius)`. This parameter
    /// has all digits both near the vertex and where the parabola of a point close to the line is steep.
    Parabola {
        /// The point's place on the side's line.
        foot: Point,
        /// The direction of the side.
        along: Point,
        /// From the side towards the point.
        up: Point,
        /// How far the point is from the side, or the disc's far border.
        height: f64,
        /// The disc's radius; 0 for a point.
        radius: f64,
        /// Where it starts and ends.
        w: [f64; 2],
    },
    /// Between discs of different radii: `middle + across y + axis (half √(1 + y² / square))`.
    Hyperbola {
        /// Half-way between the centres.
        middle: Point,
        /// From the first centre to the second.
        axis: Point,
        /// The axis turned left.
        across: Point,
        /// Half of the difference of the radii.
        half: f64,
        /// The square of half of the distance of the centres, less that of `half`.
        square: f64,
        /// Where it starts and ends.
        y: [f64; 2],
    },
}

impl Bisector {
    /// Between sites `i` and `j`, from one point of their border to another.
    pub(crate) fn between(i: &Site, j: &Site, from: Point, to: Point) -> Self {
        match (i.circle(), j.circle()) {
            (Some(a), Some(b)) => Self::of_circles(a, b, from, to),
            (Some(circle), None) if !is_spoke(i, j) => Self::of_line(circle, j, from, to),
            (None, Some(circle)) if !is_spoke(i, j) => Self::of_line(circle, i, from, to),
            _ => Self::Straight([from, to]),
        }
    }

    fn of_line((focus, radius): (Point, f64), side: &Site, from: Point, to: Point) -> Self {
        let Site::Side { start, along, .. } = *side else { return Self::Straight([from, to]) };
        let left = along.left();
        // Discs may reach over the line of a side, and points close to it are on either side of it by rounding.
        let seen = left.dot((from - start) + (to - start));
        let is_left = if seen == 0.0 { left.dot(focus - start) >= 0.0 } else { seen > 0.0 };
        let up = if is_left { left } else { -left };
        let height = up.dot(focus - start) + radius;
        // Its chord is nowhere farther from equal distances than the height.
        let scale = (from - start).length() + (to - start).length() + (focus - start).length();
        if height <= FLAT * scale {
            return Self::Straight([from, to]);
        }
        let foot = start + along * along.dot(focus - start);
        let w = [from, to].map(|p| {
            let x = along.dot(p - foot);
            if x.abs() <= height {
                return x / height.sqrt();
            }
            let y = up.dot(p - start) + radius;
            (2.0 * y - height).max(0.0).sqrt().copysign(x)
        });
        Self::Parabola { foot, along, up, height, radius, w }
    }

    fn of_circles((a, r): (Point, f64), (b, s): (Point, f64), from: Point, to: Point) -> Self {
        let e = r - s;
        if e == 0.0 {
            return Self::Straight([from, to]);
        }
        let offset = b - a;
        let apart = offset.length();
        let square = (apart - e) * (apart + e) / 4.0;
        if apart == 0.0 || square <= 0.0 {
            return Self::Straight([from, to]);
        }
        let axis = offset * (1.0 / apart);
        let (middle, across) = (a.lerp(b, 0.5), axis.left());
        let half = e / 2.0;
        let y = [from, to].map(|p| {
            let y = across.dot(p - middle);
            // A steep one is as narrow as a needle if the discs nearly touch from inside: only along it has digits.
            let along = axis.dot(p - middle) / half;
            if half * half <= square || along <= 1.0 { y } else { (square * (along * along - 1.0)).sqrt().copysign(y) }
        });
        Self::Hyperbola { middle, axis, across, half, square, y }
    }

    /// The point at a parameter from 0 to 1; even steps are not even lengths.
    #[inline]
    #[must_use]
    pub fn at(&self, t: f64) -> Point {
        match *self {
            Self::Straight([a, b]) => a.lerp(b, t),
            Self::Parabola { foot, along, up, height, radius, w } => {
                let w = w[0] + (w[1] - w[0]) * t;
                foot + along * (w * height.sqrt()) + up * (f64::midpoint(w * w, height) - radius)
            }
            Self::Hyperbola { middle, axis, across, half, square, y } => {
                let y = y[0] + (y[1] - y[0]) * t;
                middle + across * y + axis * (half * (1.0 + y * y / square).sqrt())
            }
        }
    }
}

impl Bisector {
    /// The same elsewhere.
    #[must_use]
    pub fn moved(self, by: Point) -> Self {
        match self {
            Self::Straight(ends) => Self::Straight(ends.map(|p| p + by)),
            Self::Parabola { foot, along, up, height, radius, w } => {
                Self::Parabola { foot: foot + by, along, up, height, radius, w }
            }
            Self::Hyperbola { middle, axis, across, half, square, y } => {
                Self::Hyperbola { middle: middle + by, axis, across, half, square, y }
            }
        }
    }

    /// The same from its end to its start.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Straight([a, b]) => Self::Straight([b, a]),
            Self::Parabola { foot, along, up, height, radius, w: [a, b] } => {
                Self::Parabola { foot, along, up, height, radius, w: [b, a] }
            }
            Self::Hyperbola { middle, axis, across, half, square, y: [a, b] } => {
                Self::Hyperbola { middle, axis, across, half, square, y: [b, a] }
            }
        }
    }

    /// Adds points after the start such that straight lines between them stay within `tolerance`.
    pub fn flatten_into(&self, tolerance: f64, points: &mut Vec<Point>) {
        if !matches!(self, Self::Straight(_)) {
            self.flatten_part(tolerance, [0.0, 1.0], [self.at(0.0), self.at(1.0)], 0, points);
        }
        points.push(self.at(1.0));
    }

    /// Points strictly between two parameters. The arc rises highest above its chord near the middle; its quarters are
    /// looked at too.
    fn flatten_part(&self, tolerance: f64, [s, t]: [f64; 2], [p, q]: [Point; 2], depth: u32, points: &mut Vec<Point>) {
        let middle = f64::midpoint(s, t);
        let rise = |share: f64| {
            let at = self.at(s + (t - s) * share);
            wayfront_geometry::closest_on_segment(p, q, at).distance(at)
        };
        if depth >= 16 || depth > 0 && [0.25, 0.5, 0.75].into_iter().all(|share| rise(share) <= 0.9 * tolerance) {
            return;
        }
        let at = self.at(middle);
        self.flatten_part(tolerance, [s, middle], [p, at], depth + 1, points);
        points.push(at);
        self.flatten_part(tolerance, [middle, t], [at, q], depth + 1, points);
    }
}

/// The place of least clearance on the border of two sites, if it lies strictly between two points of it.
pub(crate) fn apex(i: &Site, j: &Site, from: Point, to: Point) -> Option<Point> {
    let is_between = |middle: Point, across: Point| across.dot(from - middle) * across.dot(to - middle) < 0.0;
    let of_line = |(focus, _): (Point, f64), side: &Site| {
        let Site::Side { start, along, .. } = *side else { return None };
        if side.has_end(focus) {
            return is_between(focus, along.left()).then_some(focus);
        }
        // Both ends on the same hand of its axis: as most are.
        let foot = start + along * along.dot(focus - start);
        if along.dot(from - foot) * along.dot(to - foot) > 0.0 {
            return None;
        }
        let curve = Bisector::between(i, j, from, to);
        let Bisector::Parabola { w, .. } = curve else { return None };
        (w[0] * w[1] < 0.0).then(|| curve.at(w[0] / (w[0] - w[1])))
    };
    match (i.circle(), j.circle()) {
        (Some((a, r)), Some((b, s))) => {
            let offset = b - a;
            // Both ends far on the same side of the line of the centres: as most are.
            let [u, w] = [from - a, to - a].map(|p| offset.cross(p));
            let sure = SURELY_BESIDE * offset.dot(offset);
            if u > sure && w > sure || u < -sure && w < -sure {
                return None;
            }
            let apart = offset.length();
            let axis = offset.unit()?;
            let middle = a + axis * ((apart + r - s) / 2.0);
            is_between(middle, axis.left()).then_some(middle)
        }
        (Some(circle), None) => of_line(circle, j),
        (None, Some(circle)) => of_line(circle, i),
        (None, None) => None,
    }
}
