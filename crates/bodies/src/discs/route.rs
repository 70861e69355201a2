//! The way of a disc as a curve; and why there is none.

use super::turns::{Arrivals, NONE, STRAIGHT};
use thiserror::Error;
use wayfront_geometry::{CircularArc, Hand, LegEnd, Piece, Point};

/// The shortest way of a disc.
#[derive(Clone, Debug, PartialEq)]
pub struct DiscPath {
    /// The radius that was asked for.
    pub radius: f64,
    /// How far the centre goes.
    pub length: f64,
    /// The way of the centre: straight pieces, and arcs around corners.
    pub pieces: Vec<Piece>,
    /// The narrowest gap between two solids that the disc goes through; `None` where there is nothing on both sides.
    pub narrowest: Option<Narrowest>,
}

/// A gap between two solids.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Narrowest {
    /// Its middle.
    pub at: Point,
    /// How wide it is.
    pub width: f64,
    /// The two places between which it is.
    pub between: [Point; 2],
}

impl DiscPath {
    /// The way as points. Around arcs they are where tangents meet, not points of the arc, so straight lines between them
    /// keep the distance from the corner too; they leave the arc by at most `tolerance`, outwards: in a gap just as wide as the
    /// disc they come that much nearer to its other side.
    #[must_use]
    pub fn points(&self, tolerance: f64) -> Vec<Point> {
        let mut points: Vec<Point> = self.pieces.first().map(Piece::start).into_iter().collect();
        for piece in &self.pieces {
            if let Piece::Arc(arc) = piece {
                let share = (tolerance / arc.radius).clamp(1e-9, 1.0);
                // A tangent polygon of half angle h leaves the circle by r (1 / cos h - 1).
                let half = (1.0 / (1.0 + share)).acos();
                let count = (arc.sweep.abs() / (2.0 * half)).ceil().clamp(1.0, 1e5);
                let step = arc.sweep / count;
                let outside = arc.radius / (step / 2.0).cos();
                points.extend((0..count as u32).map(|k| {
                    let (sin, cos) = (arc.start + step * (f64::from(k) + 0.5)).sin_cos();
                    arc.centre + Point::new(cos, sin) * outside
                }));
            }
            points.push(piece.end());
        }
        points.dedup();
        points
    }
}

/// Why a disc has no way.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum NoRoom {
    /// The radius is negative, infinite or not a number.
    #[error("the radius is {0}")]
    Radius(f64),
    /// The disc does not fit at its start or its goal.
    #[error("{at} is blocked for a radius of {radius}: its clearance is {clearance}")]
    Blocked {
        /// The start or the goal.
        at: Point,
        /// The radius that was asked for.
        radius: f64,
        /// How much room there is; 0 in an obstacle or outside of the world.
        clearance: f64,
        /// The nearest place with room, if there is one.
        nearest: Option<Point>,
    },
    /// A point could go, a disc of this radius cannot: `DiscSearch::widest` says which could.
    #[error("the way is too narrow for a radius of {radius}")]
    TooNarrow {
        /// The radius that was asked for.
        radius: f64,
    },
    /// There is no way at any radius.
    #[error("there is no path, of any width")]
    Unreachable,
}

impl NoRoom {
    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> String {
        match self {
            Self::Radius(_) => "give a radius of 0 or more".to_owned(),
            Self::Blocked { nearest: Some(nearest), .. } => format!("the nearest place with room is {nearest}"),
            Self::Blocked { nearest: None, .. } => "no place nearby has room: take a smaller radius".to_owned(),
            Self::TooNarrow { .. } => "take a smaller radius, or widen the narrowest gap".to_owned(),
            Self::Unreachable => "open a door, or choose a goal in the same part of the free space".to_owned(),
        }
    }
}

/// The pieces of the way from where it all starts over an arrival to a place.
pub(crate) fn pieces(arrivals: &Arrivals, last: u32, to: Point, radius: f64) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut to = LegEnd::point(to);
    let (mut at, mut after) = (last, None::<Point>);
    while let Some(arrival) = arrivals.list.get(at as usize) {
        if let Some(leg) = arrivals.leg(at, to, radius) {
            if let (Some(direction), Some(hand)) = (after, to.hand) {
                pieces.extend(arc(to.at, hand, radius, leg.direction(), direction));
            }
            if leg.length() > 0.0 {
                pieces.push(Piece::Straight(leg.centres()));
            }
            after = Some(leg.direction());
        }
        // A disc that starts at a place which it touches turns before it goes straight.
        if arrival.parent == NONE
            && let (Some(hand), Some(direction)) = (arrival.end.hand, after)
        {
            pieces.extend(arc(arrival.end.at, hand, radius, arrival.direction, direction));
        }
        (to, at) = (arrival.end, arrival.parent);
    }
    pieces.reverse();
    pieces
}

/// The arc of a disc around a corner, from one direction to another; none where it goes straight on.
pub(crate) fn arc(centre: Point, hand: Hand, radius: f64, before: Point, after: Point) -> Option<Piece> {
    let turn = before.cross(after).atan2(before.dot(after));
    let (is_left, turn) = (hand == Hand::Left, turn.abs());
    let out = if is_left { -before.left() } else { before.left() };
    let sweep = if is_left { turn } else { -turn };
    (turn > STRAIGHT).then(|| Piece::Arc(CircularArc { centre, radius, start: out.y.atan2(out.x), sweep }))
}
