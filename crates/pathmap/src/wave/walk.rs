//! A window on its way to a side: its bounds looked up, and where it crosses the side.

use super::front::{Edge, Front, Seen, greater, lesser};
use super::pace::Pace;
use super::window::Window;
use crate::generators::{Bound, MaybeRoot};
use wayfront_domain::{CornerId, SideId, TriangleId};
use wayfront_geometry::Point;

/// Tolerance: Share of the lengths around a side by which a computed crossing with it may be off: the angle may be as
/// small as makes directions parallel, which costs six of the digits of an `f64`.
const CROSSING_ROUNDING: f64 = 1e-9;

/// A window on its way, with its bounds looked up.
pub(crate) struct Walk<F: Front> {
    pub window: Window,
    pub left: F::Ray,
    pub right: F::Ray,
    /// The ends of the side, on the left hand and on the right.
    pub ends: [End; 2],
    /// The side that it is about to come over.
    pub side: SideId,
}

/// A side and the part of it that a window crosses.
pub(super) struct Crossed {
    pub edge: Edge,
    /// Where both ends cost the same: to the left of it the left one is cheaper, to the right the right one.
    pub even: f64,
    /// From where to where, in lengths along the side.
    pub from: f64,
    pub to: f64,
}

impl<F: Front> Walk<F> {
    /// The ends of the side, on the left hand and on the right.
    pub fn end_points(&self) -> [Point; 2] {
        [self.ends[0].seen.at, self.ends[1].seen.at]
    }

    /// The triangle that it is about to enter.
    pub fn triangle(&self) -> TriangleId {
        self.side.triangle()
    }

    #[inline]
    pub(super) fn crosses(&self, front: F, length: f64) -> Crossed {
        let [a, b] = &self.ends;
        let edge = Edge { start: a.seen, way: b.seen.way - a.seen.way, length };
        let even = 0.5 * (length + (b.cost - a.cost) * front.pace().speed());
        let is_whole = [self.window.left == Bound::corner(a.corner), self.window.right == Bound::corner(b.corner)];
        let from = if is_whole[0] { 0.0 } else { greater(front.meets(&self.left, &edge, 0.0), 0.0) };
        let to = if is_whole[1] { length } else { lesser(front.meets(&self.right, &edge, length), length) };
        Crossed { edge, even, from, to }
    }

    /// How far along the side the ray to a point beyond it crosses it, and how far off that may be.
    pub fn passes(&self, front: &F, p: Point, length: f64) -> (f64, f64) {
        let [a, b] = &self.ends;
        let edge = Edge { start: a.seen, way: b.seen.way - a.seen.way, length };
        let at = front.meets(&front.ray_through(&front.look_at(p)), &edge, f64::INFINITY);
        if at.is_infinite() { (0.0, f64::INFINITY) } else { (at, CROSSING_ROUNDING * (length + a.seen.way.length())) }
    }
}

/// An end of a side.
#[derive(Clone, Copy)]
pub(crate) struct End {
    pub corner: CornerId,
    pub seen: Seen,
    /// Cost of walking on from there; infinite if that cannot be better than coming from the root.
    pub cost: f64,
}

/// The cheapest way in which windows over a side reached the corner opposite.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Split {
    pub cost: f64,
    pub root: MaybeRoot,
}

impl Split {
    /// No window has come over the side yet.
    pub const NONE: Self = Self { cost: f64::INFINITY, root: MaybeRoot::NONE };
}
