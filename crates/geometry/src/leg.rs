//! Legs: straight paths of a disc between two points, two corners that it turns around, or one of each.
//!
//! The centre runs along a line. What it starts from lies beside that line: a corner on its left hand at distance r to
//! the left, one on its right hand r to the right, a point on the line itself. So does what it leads to. With `v` from the
//! one to the other, `L = |v|`, and `k` the difference of the two distances (0, ±r or ±2r), the direction is
//! `(√(L² - k²) v - k left(v)) / L²`. Hence on which side of the line a point lies, how far, and where its foot is are
//! signs of `A√B + C`, with polynomials of the input: all decisions here are exact, and a disc may touch.
//!
//! Tangents of discs: Chew 1985, Liu and Arimoto 1995. Constant time each.

use crate::exact::{Decision, Number, Vector, decide};
use crate::{Point, orient};

/// On which hand of a disc that passes a corner lies.
// As wide as a number of a corner: a single byte is copied with the seven behind it, in parts that overlap, and reading such
// a copy back waits for all of them. A fifth of a question about discs went into that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum Hand {
    /// The disc goes around the corner counter-clockwise.
    Left,
    /// Clockwise.
    Right,
}

/// What a leg starts from or leads to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LegEnd {
    /// The point, or the corner.
    pub at: Point,
    /// The hand on which the corner lies; `None` for a point.
    pub hand: Option<Hand>,
}

impl LegEnd {
    /// A point at which the centre is.
    #[inline]
    #[must_use]
    pub fn point(at: Point) -> Self {
        Self { at, hand: None }
    }

    /// A corner that the disc touches.
    #[inline]
    #[must_use]
    pub fn turn(at: Point, hand: Hand) -> Self {
        Self { at, hand: Some(hand) }
    }

    /// How far it lies to the left of the centre's line, in radii.
    #[inline]
    fn side(self) -> f64 {
        match self.hand {
            None => 0.0,
            Some(Hand::Left) => 1.0,
            Some(Hand::Right) => -1.0,
        }
    }
}

/// A straight leg of a disc.
///
/// ```
/// use wayfront_geometry::{DiscLeg, Hand, LegEnd, Point};
/// let corner = LegEnd::turn(Point::new(4.0, 1.0), Hand::Left);
/// let leg = DiscLeg::new(LegEnd::point(Point::new(0.0, 0.0)), corner, 1.0).unwrap();
/// assert!((leg.length() - 4.0).abs() < 1e-15);
/// assert!(!leg.is_blocked_by(Point::new(2.0, -1.0)), "it touches");
/// assert!(leg.is_blocked_by(Point::new(2.0, -0.999_999_999)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct DiscLeg {
    from: LegEnd,
    to: LegEnd,
    radius: f64,
    /// The difference of the two ends' distances from the line, in radii.
    shift: f64,
    direction: Point,
    length: f64,
}

/// The terms that all decisions about a leg share.
struct Parts<N> {
    v: Vector<N>,
    square: N,
    /// `k`, and the number under the root.
    k: N,
    root: N,
}

impl DiscLeg {
    /// The leg; `None` where two corners are too close to pass between them, a point lies too close to a corner, or both
    /// ends are the same.
    #[inline]
    #[must_use]
    pub fn new(from: LegEnd, to: LegEnd, radius: f64) -> Option<Self> {
        let shift = to.side() - from.side();
        let v = to.at - from.at;
        let (square, k) = (v.dot(v), shift * radius);
        if square == 0.0 {
            return None;
        }
        // Differences of squares as products, which keep their digits where the two are close.
        let length = square.sqrt();
        let mut under = (length - k.abs()) * (length + k.abs());
        if shift != 0.0 && under.abs() <= 8.0 * f64::EPSILON * square {
            if decide(&Apart { from: from.at, to: to.at, k }) < 0 {
                return None;
            }
            under = under.max(0.0);
        }
        if under < 0.0 {
            return None;
        }
        let length = under.sqrt();
        let direction = (v * length - v.left() * k) * (1.0 / square);
        Some(Self { from, to, radius, shift, direction, length })
    }

    /// What it starts from.
    #[must_use]
    pub fn from(&self) -> LegEnd {
        self.from
    }

    /// What it leads to.
    #[must_use]
    pub fn to(&self) -> LegEnd {
        self.to
    }

    /// How far the centre goes.
    #[inline]
    #[must_use]
    pub fn length(&self) -> f64 {
        self.length
    }

    /// Where the centre goes, with length 1, rounded.
    #[inline]
    #[must_use]
    pub fn direction(&self) -> Point {
        self.direction
    }

    /// Where the centre starts and ends, rounded.
    #[inline]
    #[must_use]
    pub fn centres(&self) -> [Point; 2] {
        let left = self.direction.left() * self.radius;
        [self.from.at - left * self.from.side(), self.to.at - left * self.to.side()]
    }

    /// The radius of the disc.
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// The point lies strictly inside of what the disc sweeps. Exact.
    #[must_use]
    pub fn is_blocked_by(&self, p: Point) -> bool {
        if self.is_aside(p) {
            return false;
        }
        let is = |test: Test| decide(&OfPoint { leg: self, p, test }) < 0;
        is(Test::AtStart)
            || is(Test::AtEnd)
            || is(Test::NotBehind) && is(Test::NotBeyond) && is(Test::Left) && is(Test::Right)
    }

    /// One of the leg's two ends is nearer than the radius to the inside of this segment: to a place where the line to the
    /// segment is across. Exact; together with [`Self::is_blocked_by`] for its ends, and whether it crosses the leg, this
    /// decides whether the disc passes the segment.
    #[must_use]
    pub fn ends_at(&self, segment: [Point; 2]) -> bool {
        if segment.iter().all(|&p| self.is_aside(p)) {
            return false;
        }
        let is = |is_end: bool, test: SegmentTest| decide(&OfSegment { leg: self, segment, is_end, test }) < 0;
        [false, true].into_iter().any(|end| {
            is(end, SegmentTest::Within)
                && is(end, SegmentTest::AfterStart)
                && is(end, SegmentTest::BeforeEnd)
                && is(end, SegmentTest::Beneath)
        })
    }

    /// On which side of the leg's direction the vector from `a` to `b` points: 1 for left, -1 for right, 0 for along. Exact.
    #[inline]
    #[must_use]
    pub fn side_of(&self, a: Point, b: Point) -> i8 {
        if self.shift == 0.0 && (a == self.from.at || a == self.to.at) {
            let side = orient(self.from.at, self.to.at, b);
            return i8::from(side > 0.0) - i8::from(side < 0.0);
        }
        // The direction is right to eight digits at least.
        let (w, side) = (b - a, self.direction.cross(b - a));
        if side.abs() > 1e-6 * (w.x.abs() + w.y.abs()) {
            return if side > 0.0 { 1 } else { -1 };
        }
        decide(&OfVector { leg: self, a, b })
    }

    /// Between two corners on the same hand the line through them is the edge of what the disc sweeps: the point lies on
    /// it or beyond. Along walls everything does, so this saves most of the decisions that touching would ask for.
    #[inline]
    fn is_aside(&self, p: Point) -> bool {
        match (self.from.hand, self.shift == 0.0) {
            (Some(Hand::Left), true) => orient(self.from.at, self.to.at, p) >= 0.0,
            (Some(Hand::Right), true) => orient(self.from.at, self.to.at, p) <= 0.0,
            _ => false,
        }
    }

    #[inline]
    fn parts<N: Number>(&self) -> Parts<N> {
        let v = Vector::<N>::between(self.from.at, self.to.at);
        let square = v.dot(&v);
        // The shift is -2, -1, 0, 1 or 2, so the product with the radius is exact.
        let k = N::of(self.shift * self.radius);
        let root = square.sub(&k.times(&k));
        Parts { v, square, k, root }
    }
}

impl<N: Number> Parts<N> {
    /// L² times the cross product of the direction and `w`: with the root, and without.
    fn cross(&self, w: &Vector<N>) -> [N; 2] {
        [self.v.cross(w), self.k.times(&self.v.dot(w))]
    }

    /// The same for the scalar product.
    fn dot(&self, w: &Vector<N>) -> [N; 2] {
        [self.v.dot(w), N::of(0.0).sub(&self.k.times(&self.v.cross(w)))]
    }
}

/// `L² - k²`.
struct Apart {
    from: Point,
    to: Point,
    k: f64,
}

impl Decision for Apart {
    fn sign<N: Number>(&self) -> Option<i8> {
        let (v, k) = (Vector::<N>::between(self.from, self.to), N::of(self.k));
        v.dot(&v).sub(&k.times(&k)).sign()
    }
}

#[derive(Clone, Copy)]
enum Test {
    /// Negative inside of the disc at the start, or at the end.
    AtStart,
    AtEnd,
    /// Negative where the foot is ahead of the start, or before the end.
    NotBehind,
    NotBeyond,
    /// Negative right of the left edge of the band, or left of the right one.
    Left,
    Right,
}

struct OfPoint<'a> {
    leg: &'a DiscLeg,
    p: Point,
    test: Test,
}

impl Decision for OfPoint<'_> {
    fn sign<N: Number>(&self) -> Option<i8> {
        let leg = self.leg;
        let parts = leg.parts::<N>();
        let from = |at: Point| Vector::<N>::between(at, self.p);
        let negative = |[a, c]: [N; 2]| [N::of(0.0).sub(&a), N::of(0.0).sub(&c)];
        let [a, c] = match self.test {
            Test::AtStart => at_disc(leg, &parts, leg.from, &from(leg.from.at)),
            Test::AtEnd => at_disc(leg, &parts, leg.to, &from(leg.to.at)),
            Test::NotBehind => negative(parts.dot(&from(leg.from.at))),
            Test::NotBeyond => parts.dot(&from(leg.to.at)),
            Test::Left => beside(leg, &parts, &from(leg.from.at), leg.from.side() - 1.0),
            Test::Right => negative(beside(leg, &parts, &from(leg.from.at), leg.from.side() + 1.0)),
        };
        a.sign_with_root(&parts.root, &c)
    }
}

/// L² times (squared distance from the centre at this end, less r²).
fn at_disc<N: Number>(leg: &DiscLeg, parts: &Parts<N>, end: LegEnd, w: &Vector<N>) -> [N; 2] {
    let [a, c] = parts.cross(w);
    let twice = N::of(2.0 * end.side() * leg.radius);
    let mut own = w.dot(w);
    if end.hand.is_none() {
        own = own.sub(&N::of(leg.radius).times(&N::of(leg.radius)));
    }
    [a.times(&twice), c.times(&twice).add(&own.times(&parts.square))]
}

/// L² times how far the point lies to the left of a line beside the centre's: `shift` radii from it.
fn beside<N: Number>(leg: &DiscLeg, parts: &Parts<N>, w: &Vector<N>, shift: f64) -> [N; 2] {
    let [a, c] = parts.cross(w);
    [a, c.add(&parts.square.times(&N::of(shift * leg.radius)))]
}

struct OfVector<'a> {
    leg: &'a DiscLeg,
    a: Point,
    b: Point,
}

impl Decision for OfVector<'_> {
    fn sign<N: Number>(&self) -> Option<i8> {
        let parts = self.leg.parts::<N>();
        let [a, c] = parts.cross(&Vector::between(self.a, self.b));
        a.sign_with_root(&parts.root, &c)
    }
}

#[derive(Clone, Copy)]
enum SegmentTest {
    /// Negative where the centre is nearer than r to the line, seen from its left, or from its right.
    Within,
    Beneath,
    /// Negative where the centre's foot lies after the segment's start, or before its end.
    AfterStart,
    BeforeEnd,
}

struct OfSegment<'a> {
    leg: &'a DiscLeg,
    segment: [Point; 2],
    is_end: bool,
    test: SegmentTest,
}

impl Decision for OfSegment<'_> {
    fn sign<N: Number>(&self) -> Option<i8> {
        let (leg, [p, q]) = (self.leg, self.segment);
        let end = if self.is_end { leg.to } else { leg.from };
        let parts = leg.parts::<N>();
        let along = Vector::<N>::between(p, q);
        let offset = N::of(end.side() * leg.radius);
        match self.test {
            SegmentTest::Within | SegmentTest::Beneath => {
                // L² times the cross product of the segment and the vector from its start to the centre.
                let [a, c] = parts.dot(&along);
                let zero = N::of(0.0);
                let own = along.cross(&Vector::between(p, end.at)).times(&parts.square);
                let (mut x, mut y) = (own.sub(&c.times(&offset)), zero.sub(&a.times(&offset)));
                if matches!(self.test, SegmentTest::Beneath) {
                    (x, y) = (zero.sub(&x), zero.sub(&y));
                }
                let room = zero.sub(&parts.square.times(&N::of(leg.radius)));
                x.sign_with_roots([&y, &parts.root], [&room, &along.dot(&along)])
            }
            SegmentTest::AfterStart | SegmentTest::BeforeEnd => {
                let is_start = matches!(self.test, SegmentTest::AfterStart);
                let [a, c] = parts.cross(&along);
                let own = along.dot(&Vector::between(if is_start { p } else { q }, end.at)).times(&parts.square);
                let (a, c) = (N::of(0.0).sub(&a.times(&offset)), own.sub(&c.times(&offset)));
                let sign = a.sign_with_root(&parts.root, &c)?;
                Some(if is_start { -sign } else { sign })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Piece;

    fn noise(state: &mut u64) -> u64 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        *state >> 33
    }

    fn some_point(state: &mut u64, is_grid: bool) -> Point {
        let mut one = || if is_grid { (noise(state) % 7) as f64 } else { noise(state) as f64 / 3e8 };
        Point::new(one(), one())
    }

    fn some_leg(state: &mut u64, is_grid: bool) -> Option<DiscLeg> {
        let hands = [None, Some(Hand::Left), Some(Hand::Right)];
        let [from, to] = [(); 2].map(|()| {
            let hand = hands[(noise(state) % 3) as usize];
            LegEnd { at: some_point(state, is_grid), hand }
        });
        DiscLeg::new(from, to, [0.5, 1.0, 0.7, 2.0][(noise(state) % 4) as usize])
    }

    #[test]
    fn points_block_a_leg_where_distances_say_so() {
        let (mut state, mut ties) = (3, 0);
        for round in 0..60_000 {
            let is_grid = round % 2 == 0;
            let Some(leg) = some_leg(&mut state, is_grid) else { continue };
            let p = some_point(&mut state, is_grid);
            let apart = Piece::Straight(leg.centres()).distance_to_point(p) - leg.radius();
            if apart.abs() > 1e-12 {
                assert_eq!(leg.is_blocked_by(p), apart < 0.0, "{leg:?} {p}");
            } else {
                ties += 1;
                assert!(!is_grid || !leg.is_blocked_by(p), "on grids what is so near touches: {leg:?} {p}");
            }
            for end in [leg.from(), leg.to()].iter().filter(|end| end.hand.is_some()) {
                assert!(!leg.is_blocked_by(end.at), "{leg:?}");
            }
        }
        assert!(ties > 500, "{ties}");
    }

    #[test]
    fn segments_block_the_ends_of_a_leg_where_distances_say_so() {
        let (mut state, mut hits) = (5, 0);
        for round in 0..40_000 {
            let is_grid = round % 2 == 0;
            let Some(leg) = some_leg(&mut state, is_grid) else { continue };
            let [a, b] = [(); 2].map(|()| some_point(&mut state, is_grid));
            if a == b {
                continue;
            }
            let inside = |centre: Point| {
                let foot = crate::closest_on_segment(a, b, centre);
                let share = (foot - a).dot(b - a) / (b - a).dot(b - a);
                (foot.distance(centre) - leg.radius(), share)
            };
            let found = leg.centres().map(inside);
            let is_clear = |(apart, share): &(f64, f64)| {
                apart.abs() > 1e-9 && share.min(1.0 - share).abs() > 1e-9 || *share == 0.0 || *share == 1.0
            };
            if found.iter().all(is_clear) {
                let right = found.iter().any(|&(apart, share)| apart < 0.0 && share > 0.0 && share < 1.0);
                hits += u32::from(right);
                assert_eq!(leg.ends_at([a, b]), right, "{leg:?} {a} {b} {found:?}");
            }
        }
        assert!(hits > 500, "{hits}");
    }

    #[test]
    fn a_gap_of_exactly_two_radii_is_open() {
        let r = 2f64.sqrt() / 2.0;
        let below = if 4.0 * r * r <= 2.0 { r } else { f64::from_bits(r.to_bits() - 1) };
        let above = f64::from_bits(below.to_bits() + 1);
        let turn = |x: f64, hand| LegEnd::turn(Point::new(x, x), hand);
        let leg = |r| DiscLeg::new(turn(3.0, Hand::Left), turn(4.0, Hand::Right), r);
        assert!(leg(below).is_some_and(|leg| leg.length() < 1e-7));
        assert!(leg(above).is_none());
    }
}
