//! A window on its way to a side, and whether it wins anywhere on it: the first of the two [rules](super).

use crate::front::{Edge, Front, Pace, Seen, Window, greater, lesser};
use wayfront_geometry::Point;

/// A window on its way, with its bounds looked up.
pub(crate) struct Walk<F: Front> {
    pub window: Window,
    pub left: F::Ray,
    pub right: F::Ray,
    /// The ends of the side, on the left hand and on the right.
    pub ends: [End; 2],
    /// The side that it is about to come over.
    pub side: u32,
}

/// A side and the part of it that a window crosses.
struct Crossed {
    edge: Edge,
    /// Where both ends cost the same: to the left of it the left one is cheaper, to the right the right one.
    even: f64,
    from: f64,
    to: f64,
}

impl<F: Front> Walk<F> {
    /// The ends of the side, on the left hand and on the right.
    pub fn end_points(&self) -> [Point; 2] {
        [self.ends[0].seen.at, self.ends[1].seen.at]
    }

    /// The triangle that it is about to enter.
    pub fn triangle(&self) -> u32 {
        self.side / 3
    }

    #[inline]
    fn crosses(&self, front: F, length: f64) -> Crossed {
        let [a, b] = &self.ends;
        let edge = Edge { start: a.seen, way: b.seen.way - a.seen.way, length };
        let even = 0.5 * (length + (b.cost - a.cost) * front.pace().speed());
        let is_whole = [self.window.left == a.corner, self.window.right == b.corner];
        let from = if is_whole[0] { 0.0 } else { greater(front.meets(&self.left, &edge, 0.0), 0.0) };
        let to = if is_whole[1] { length } else { lesser(front.meets(&self.right, &edge, length), length) };
        Crossed { edge, even, from, to }
    }

    /// How far along the side the ray to a point beyond it crosses it, and how far off that may be.
    pub fn passes(&self, front: &F, p: Point, length: f64) -> (f64, f64) {
        let [a, b] = &self.ends;
        let edge = Edge { start: a.seen, way: b.seen.way - a.seen.way, length };
        let at = front.meets(&front.ray_through(&front.look_at(p)), &edge, f64::INFINITY);
        if at.is_infinite() { (0.0, f64::INFINITY) } else { (at, 1e-9 * (length + a.seen.way.length())) }
    }
}

/// An end of a side.
#[derive(Clone, Copy)]
pub(crate) struct End {
    pub corner: u32,
    pub seen: Seen,
    /// Cost of walking on from there; infinite if that cannot be better than coming from the root.
    pub cost: f64,
}

/// Rule 1: walking along the side from its ends is cheaper wherever the window crosses it.
#[inline]
pub(super) fn is_beaten<F: Front>(front: F, walk: &Walk<F>, length: f64) -> bool {
    let [a, b] = &walk.ends;
    if lesser(a.cost, b.cost) == f64::INFINITY {
        return false;
    }
    let slowness = front.pace().slowness();
    let Crossed { edge, even, from, to } = walk.crosses(front, length);
    // The window may lie on one side of where both ends cost the same: then its near bound counts. Without branches:
    // they could not be foreseen.
    let far = lesser(greater(even, from), to);
    front.exceeds(&edge, far, lesser(a.cost + far * slowness, b.cost + (length - far) * slowness))
}

/// The same, if from the left end only what lies before `until` counts, and from the right end what lies after `since`.
#[inline(never)]
pub(crate) fn is_beaten_apart<F: Front>(front: F, walk: &Walk<F>, length: f64, since: f64, until: f64) -> bool {
    let [a, b] = &walk.ends;
    let slowness = front.pace().slowness();
    let Crossed { edge, even, from, to } = walk.crosses(front, length);
    let [since, until] = [since, until].map(|far| lesser(greater(far, from), to));
    if since > until {
        return false;
    }
    let far = lesser(greater(even, since), until);
    let is_beaten_from = |cost: f64, length: f64| front.exceeds(&edge, far, cost + length * slowness);
    let (from_left, from_right) = (is_beaten_from(a.cost, far), is_beaten_from(b.cost, length - far));
    // At a bound only the rays on one side of it are left.
    match (far > from, far < to) {
        (false, true) => from_right,
        (true, false) => from_left,
        _ => from_left && from_right,
    }
}
