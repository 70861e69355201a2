//! Curves of straight pieces and circle arcs: lengths, distances, polylines that stand for them.
//!
//! Distances are exact but for rounding: they are taken at ends, at feet, and on the line through two centres, which
//! are the only places where two such pieces can be nearest. Constant time for each pair of pieces.

use crate::{Bounds, Point, closest_on_segment};
use std::f64::consts::TAU;

/// Tolerance: Least tolerance of a flattened arc, as a share of its radius: finer polylines would differ from the arc
/// by rounding.
const FINEST_FLATTENING: f64 = 1e-12;

/// A part of a circle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CircularArc {
    /// Centre of the circle.
    pub centre: Point,
    /// Its radius.
    pub radius: f64,
    /// The angle at which the arc starts, counter-clockwise from the x axis.
    pub start: f64,
    /// The angle that it covers: positive counter-clockwise, negative clockwise; less than a whole turn.
    pub sweep: f64,
}

/// A piece of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Piece {
    /// A straight one.
    Straight([Point; 2]),
    /// A bent one.
    Arc(CircularArc),
}

impl CircularArc {
    /// The arc around `centre` from `from` to `to`, counter-clockwise or clockwise, at the distance of `from`.
    #[must_use]
    pub fn between(centre: Point, radius: f64, from: Point, to: Point, is_left: bool) -> Self {
        let start = angle(from - centre);
        let turn = (angle(to - centre) - start).rem_euclid(TAU);
        let sweep = if is_left {
            turn
        } else if turn == 0.0 {
            0.0
        } else {
            turn - TAU
        };
        Self { centre, radius, start, sweep }
    }

    /// The point at a share of the arc, from 0 to 1.
    #[must_use]
    pub fn at(&self, share: f64) -> Point {
        let (sin, cos) = (self.start + self.sweep * share).sin_cos();
        self.centre + Point::new(cos, sin) * self.radius
    }

    /// The arc passes this direction, seen from its centre.
    fn faces(&self, direction: Point) -> bool {
        let turn = (angle(direction) - self.start).rem_euclid(TAU);
        if self.sweep >= 0.0 { turn <= self.sweep } else { turn - TAU >= self.sweep || turn == 0.0 }
    }

    fn distance_to_point(&self, p: Point) -> f64 {
        let offset = p - self.centre;
        if self.faces(offset) {
            return (offset.length() - self.radius).abs();
        }
        self.at(0.0).distance(p).min(self.at(1.0).distance(p))
    }

    fn distance_to_segment(&self, [a, b]: [Point; 2]) -> f64 {
        let at_ends = self.distance_to_point(a).min(self.distance_to_point(b));
        let of_ends = [self.at(0.0), self.at(1.0)].map(|p| closest_on_segment(a, b, p).distance(p));
        let mut least = at_ends.min(of_ends[0]).min(of_ends[1]);
        let foot = closest_on_segment(a, b, self.centre);
        let height = foot.distance(self.centre);
        if self.faces(foot - self.centre) {
            least = least.min((height - self.radius).abs());
        }
        if height < self.radius && self.meets_segment(a, b) {
            return 0.0;
        }
        least
    }

    fn meets_segment(&self, a: Point, b: Point) -> bool {
        let along = b - a;
        let from = a - self.centre;
        let (square, half, rest) = (along.dot(along), from.dot(along), from.dot(from) - self.radius * self.radius);
        let root = half * half - square * rest;
        if square == 0.0 || root < 0.0 {
            return false;
        }
        let is_on = |t: f64| (0.0..=1.0).contains(&t) && self.faces(from + along * t);
        is_on((-half - root.sqrt()) / square) || is_on((-half + root.sqrt()) / square)
    }

    fn distance_to_arc(&self, other: &Self) -> f64 {
        let ends = |arc: &Self, to: &Self| to.distance_to_point(arc.at(0.0)).min(to.distance_to_point(arc.at(1.0)));
        let mut least = ends(self, other).min(ends(other, self));
        let offset = other.centre - self.centre;
        let apart = offset.length();
        for (own, its) in [(offset, -offset), (offset, offset), (-offset, -offset), (-offset, offset)] {
            if apart > 0.0 && self.faces(own) && other.faces(its) {
                let p = self.centre + own * (self.radius / apart);
                let q = other.centre + its * (other.radius / apart);
                least = least.min(p.distance(q));
            }
        }
        if self.meets_arc(other, offset, apart) {
            return 0.0;
        }
        least
    }

    fn meets_arc(&self, other: &Self, offset: Point, apart: f64) -> bool {
        let (r, s) = (self.radius, other.radius);
        if apart == 0.0 || apart > r + s || apart < (r - s).abs() {
            return false;
        }
        let along = (apart * apart + r * r - s * s) / (2.0 * apart);
        let beside = (r * r - along * along).max(0.0).sqrt();
        let unit = offset * (1.0 / apart);
        [1.0, -1.0].into_iter().any(|hand| {
            let from_own = unit * along + unit.left() * (hand * beside);
            self.faces(from_own) && other.faces(from_own - offset)
        })
    }
}

fn angle(direction: Point) -> f64 {
    direction.y.atan2(direction.x)
}

impl Piece {
    /// Where it starts.
    #[must_use]
    pub fn start(&self) -> Point {
        match self {
            Self::Straight(ends) => ends[0],
            Self::Arc(arc) => arc.at(0.0),
        }
    }

    /// Where it ends.
    #[must_use]
    pub fn end(&self) -> Point {
        match self {
            Self::Straight(ends) => ends[1],
            Self::Arc(arc) => arc.at(1.0),
        }
    }

    /// The point at a share of its length, from 0 to 1.
    #[must_use]
    pub fn at(&self, share: f64) -> Point {
        match self {
            Self::Straight([a, b]) => a.lerp(*b, share),
            Self::Arc(arc) => arc.at(share),
        }
    }

    /// How long it is.
    #[must_use]
    pub fn length(&self) -> f64 {
        match self {
            Self::Straight([a, b]) => a.distance(*b),
            Self::Arc(arc) => arc.radius * arc.sweep.abs(),
        }
    }

    /// The same piece from its end to its start.
    #[must_use]
    pub fn reversed(&self) -> Self {
        match self {
            Self::Straight([a, b]) => Self::Straight([*b, *a]),
            Self::Arc(arc) => Self::Arc(CircularArc { start: arc.start + arc.sweep, sweep: -arc.sweep, ..*arc }),
        }
    }

    /// The same piece, moved.
    #[must_use]
    pub fn moved(&self, by: Point) -> Self {
        match *self {
            Self::Straight(ends) => Self::Straight(ends.map(|p| p + by)),
            Self::Arc(arc) => Self::Arc(CircularArc { centre: arc.centre + by, ..arc }),
        }
    }

    /// The part between two shares of its length.
    #[must_use]
    pub fn part(&self, from: f64, to: f64) -> Self {
        match self {
            Self::Straight(_) => Self::Straight([self.at(from), self.at(to)]),
            Self::Arc(arc) => {
                Self::Arc(CircularArc { start: arc.start + arc.sweep * from, sweep: arc.sweep * (to - from), ..*arc })
            }
        }
    }

    /// How far a point is from it.
    #[must_use]
    pub fn distance_to_point(&self, p: Point) -> f64 {
        match self {
            Self::Straight([a, b]) => closest_on_segment(*a, *b, p).distance(p),
            Self::Arc(arc) => arc.distance_to_point(p),
        }
    }

    /// How far apart two pieces are; 0 where they cross.
    #[must_use]
    pub fn distance(&self, other: &Self) -> f64 {
        match (self, other) {
            (Self::Straight(s), Self::Straight(t)) => segments_apart(*s, *t),
            (Self::Straight(s), Self::Arc(arc)) | (Self::Arc(arc), Self::Straight(s)) => arc.distance_to_segment(*s),
            (Self::Arc(a), Self::Arc(b)) => a.distance_to_arc(b),
        }
    }

    /// A box around it; for an arc, one around its circle if it is longer than a quarter turn.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        let ends = Bounds::of(&[self.start(), self.end()]);
        match self {
            Self::Straight(_) => ends,
            // The arc rises above its chord by less than half of the chord.
            Self::Arc(arc) if arc.sweep.abs() <= TAU / 4.0 => ends.grown(arc.radius * (1.0 - (arc.sweep / 2.0).cos())),
            Self::Arc(arc) => Bounds::of(&[arc.centre]).grown(arc.radius),
        }
    }

    /// Adds points after the start such that straight lines between them stay within `tolerance`.
    pub fn flatten_into(&self, tolerance: f64, points: &mut Vec<Point>) {
        if let Self::Arc(arc) = self {
            let step = 2.0 * (1.0 - (tolerance / arc.radius).clamp(FINEST_FLATTENING, 1.0)).acos();
            let count = (arc.sweep.abs() / step).ceil().clamp(1.0, 100_000.0) as u32;
            points.extend((1..count).map(|k| arc.at(f64::from(k) / f64::from(count))));
        }
        points.push(self.end());
    }
}

fn segments_apart([a, b]: [Point; 2], [c, d]: [Point; 2]) -> f64 {
    let side = |p: Point, q: Point, r: Point| crate::orient(p, q, r);
    let crosses = side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0;
    if crosses {
        return 0.0;
    }
    // Squares, so that one root does for all.
    let to = |p: Point, [q, r]: [Point; 2]| {
        let offset = closest_on_segment(q, r, p) - p;
        offset.dot(offset)
    };
    to(a, [c, d]).min(to(b, [c, d])).min(to(c, [a, b])).min(to(d, [a, b])).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noise(state: &mut u64) -> f64 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 11) as f64 / (1u64 << 53) as f64
    }

    fn some_piece(state: &mut u64) -> Piece {
        let mut next = || noise(state) * 4.0;
        let (p, q) = (Point::new(next(), next()), Point::new(next(), next()));
        if next() < 2.0 {
            return Piece::Straight([p, q]);
        }
        Piece::Arc(CircularArc {
            centre: p,
            radius: next() / 2.0,
            start: next() * 2.0 - 4.0,
            sweep: (next() - 2.0) * 3.0,
        })
    }

    #[test]
    fn distances_agree_with_samples() {
        let mut state = 7;
        for round in 0..3000 {
            let (a, b) = (some_piece(&mut state), some_piece(&mut state));
            let points = |piece: &Piece| (0..=300).map(|k| piece.at(f64::from(k) / 300.0)).collect::<Vec<_>>();
            let (ps, qs) = (points(&a), points(&b));
            let sampled = ps.iter().flat_map(|p| qs.iter().map(|q| p.distance(*q))).fold(f64::INFINITY, f64::min);
            let step = (a.length() + b.length()) / 300.0;
            let exact = a.distance(&b);
            assert!(
                exact <= sampled + 1e-12 && sampled <= exact + step,
                "round {round}: {a:?} {b:?}: {exact} {sampled}"
            );
            assert_eq!(exact, b.distance(&a));
            let at = Point::new(1.0, 2.0);
            let sampled = ps.iter().map(|p| p.distance(at)).fold(f64::INFINITY, f64::min);
            let exact = a.distance_to_point(at);
            assert!(exact <= sampled + 1e-12 && sampled <= exact + step, "round {round}: {a:?}");
            let bounds = a.bounds().grown(1e-9);
            assert!(ps.iter().all(|p| bounds.contains(*p)), "round {round}: {a:?}");
        }
    }

    #[test]
    fn polylines_stay_within_their_tolerance() {
        let arc = Piece::Arc(CircularArc { centre: Point::new(1.0, 1.0), radius: 2.0, start: 0.3, sweep: -4.0 });
        let mut points = vec![arc.start()];
        arc.flatten_into(1e-3, &mut points);
        let middle = |pair: &[Point]| arc.distance_to_point(pair[0].lerp(pair[1], 0.5));
        assert!(points.windows(2).map(middle).fold(0.0, f64::max) <= 1e-3);
        assert!(points.len() < 70);
        assert_eq!(points.last(), Some(&arc.end()));
    }

    #[test]
    fn arcs_between_points_turn_as_asked() {
        let (o, east, north) = (Point::default(), Point::new(1.0, 0.0), Point::new(0.0, 1.0));
        assert!((CircularArc::between(o, 1.0, east, north, true).sweep - TAU / 4.0).abs() < 1e-15);
        assert!((CircularArc::between(o, 1.0, east, north, false).sweep + 0.75 * TAU).abs() < 1e-15);
        assert_eq!(CircularArc::between(o, 1.0, east, east, false).sweep, 0.0);
    }
}
