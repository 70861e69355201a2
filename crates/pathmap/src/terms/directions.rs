//! Directions and hands of rays, compared in doubt for the window: what may be, counts.

use crate::wave::front::Line;
use wayfront_geometry::Point;

/// Tolerance: Square of the sine within which a turn to one hand may be one to the other: directions here are computed
/// ones, good to about 1e-15, and a wide margin costs nothing but a window that is kept.
const IN_DOUBT: f64 = 1e-18;

/// Directions, counter-clockwise from one to another, at most half a turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    pub from: Point,
    pub to: Point,
}

impl Turn {
    /// It goes counter-clockwise indeed. In doubt, yes.
    pub fn may_be(&self) -> bool {
        may_turn_left(self.from, self.to)
    }

    /// In doubt, yes.
    pub fn has(&self, way: Point) -> bool {
        may_turn_left(self.from, way) && may_turn_left(way, self.to)
    }

    /// Some direction belongs to both. In doubt, yes.
    pub fn meets(&self, other: &Self) -> bool {
        self.has(other.from) || other.has(self.from)
    }
}

/// On which hand of a ray something lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hand {
    Left,
    Right,
}

impl Hand {
    /// From one direction to another that lies on this hand of it.
    pub fn turn(self, from: Point, to: Point) -> Turn {
        match self {
            Self::Left => Turn { from, to },
            Self::Right => Turn { from: to, to: from },
        }
    }

    /// A line that has what lies between on its left hand, given as it is seen with the hand on the left.
    pub fn line(self, through: Point, way: Point) -> Line {
        Line { through, way: if self == Self::Left { way } else { -way } }
    }

    pub fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// Of two directions the one that lies less on this hand. In doubt, the second.
    pub fn nearer(self, a: Point, b: Point) -> Point {
        if self.turn(b, a).may_be() { b } else { a }
    }
}

/// In doubt, yes.
pub(super) fn may_turn_left(from: Point, to: Point) -> bool {
    let cross = from.cross(to);
    cross >= 0.0 || cross * cross <= IN_DOUBT * from.dot(from) * to.dot(to)
}

/// In doubt, yes.
pub(super) fn may_be_left_of(line: &Line, p: Point) -> bool {
    may_turn_left(line.way, p - line.through)
}
