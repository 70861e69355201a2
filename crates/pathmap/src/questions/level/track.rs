//! The curves on which a generator's cost has the level: circles around points, lines ahead of fronts.

use crate::generators::Root;
use std::f64::consts::TAU;
use wayfront_geometry::{CircularArc, Piece, Point};

/// Tolerance: Sine of the angle below which two lines do not meet.
const PARALLEL: f64 = 1e-12;
/// Tolerance: Share of the square of a radius within which curves that miss each other touch: both are rounded.
const TOUCHING: f64 = 1e-12;

/// Where a generator's cost has the level.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shape {
    /// Around a point, at a distance.
    Circle(Point, f64),
    /// Through a point, in the direction of a unit vector.
    Line(Point, Point),
}

impl Shape {
    /// Where two of them meet, at most twice.
    pub fn meets(self, other: Self) -> [Option<Point>; 2] {
        match (self, other) {
            (Self::Line(p, u), Self::Line(q, v)) => {
                let sine = u.cross(v);
                [(sine.abs() > PARALLEL).then(|| p + u * ((q - p).cross(v) / sine)), None]
            }
            (Self::Circle(o, r), Self::Line(p, u)) | (Self::Line(p, u), Self::Circle(o, r)) => {
                let (along, beside) = ((o - p).dot(u), u.cross(o - p));
                let square = (r - beside) * (r + beside);
                // Where they touch but for rounding, they touch.
                let square = if square < 0.0 && square > -TOUCHING * r * r { 0.0 } else { square };
                let half = square.sqrt();
                let at = |t: f64| (square >= 0.0).then(|| p + u * t);
                [at(along - half), at(along + half)]
            }
            (Self::Circle(o, r), Self::Circle(q, s)) => {
                let way = q - o;
                let apart = way.length();
                let unit = way * (1.0 / apart);
                let along = 0.5 * (apart + (r - s) * (r + s) / apart);
                let square = (r - along) * (r + along);
                let square = if square < 0.0 && square > -TOUCHING * r * r { 0.0 } else { square };
                let at = |hand: f64| {
                    (square >= 0.0 && apart > 0.0).then(|| o + unit * along + unit.left() * (hand * square.sqrt()))
                };
                [at(1.0), at(-1.0)]
            }
        }
    }

    /// Its point nearest to `p`, which ends of stretches miss by rounding.
    pub fn nearest(self, p: Point) -> Point {
        match self {
            Self::Circle(o, r) => o + (p - o) * (r / p.distance(o)),
            Self::Line(q, u) => q + u * (p - q).dot(u),
        }
    }

    pub fn distance(self, p: Point) -> f64 {
        match self {
            Self::Circle(o, r) => (p.distance(o) - r).abs(),
            Self::Line(q, u) => u.cross(p - q).abs(),
        }
    }
}

/// The curve of a generator from a point on, lower costs on the right: around points clockwise.
#[derive(Clone, Copy, Debug)]
pub(super) struct Track {
    pub root: Root,
    pub shape: Shape,
    pub start: Point,
}

impl Track {
    /// How far along the curve a point on it lies; just behind the start counts as at the start.
    pub fn far(&self, p: Point, slack: f64) -> f64 {
        match self.shape {
            Shape::Line(_, u) => (p - self.start).dot(u),
            Shape::Circle(o, r) => {
                let (from, to) = (self.start - o, p - o);
                let turn = (-from.cross(to).atan2(from.dot(to))).rem_euclid(TAU);
                if (TAU - turn) * r <= slack { 0.0 } else { turn * r }
            }
        }
    }

    pub fn at(&self, far: f64) -> Point {
        match self.shape {
            Shape::Line(_, u) => self.start + u * far,
            Shape::Circle(o, r) => {
                let (sin, cos) = (-far / r).sin_cos();
                let from = self.start - o;
                let way = Point::new(from.x * cos - from.y * sin, from.x * sin + from.y * cos);
                // From the centre again, so that roundings do not add up.
                o + way * (r / way.length())
            }
        }
    }

    pub fn piece(&self, far: f64) -> Piece {
        match self.shape {
            Shape::Line(..) => Piece::Straight([self.start, self.at(far)]),
            Shape::Circle(centre, radius) => {
                let from = self.start - centre;
                Piece::Arc(CircularArc { centre, radius, start: from.y.atan2(from.x), sweep: -far / radius })
            }
        }
    }
}
