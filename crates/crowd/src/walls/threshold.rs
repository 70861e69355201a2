//! Openings in outlines: a body may lean out over the threshold, its centre stays inside.

use super::{Wall, Walls};
use wayfront_geometry::{Point, orient};

/// Tolerance: How far inside a centre is kept, in parts of its radius.
const SKIN: f64 = 1e-6;

impl Walls {
    /// At least all thresholds within a stride of `p`, up to the shortest reach.
    #[inline]
    pub(crate) fn thresholds(&self, p: Point) -> &[Wall] {
        self.thresholds.near(p)
    }

    /// Where a centre ends that walks from `from` to `to`, both clear of walls: beside a threshold that it would pass, as
    /// near to `to` as can be, or it stays. What rounding leads over a threshold changes next to nothing.
    #[inline]
    pub(crate) fn kept_in(&self, from: Point, to: Point, radius: f64) -> Point {
        let (stride, reach) = (to - from, self.thresholds.reach);
        let near = if stride.dot(stride) <= reach * reach { self.thresholds.near(from) } else { self.thresholds.all() };
        // Thresholds have the free space on their left: whoever comes in over one is not held.
        let leads_out = |wall: &Wall, to: Point| passes([wall.from, wall.to], from, to) == Some(true);
        let passed = |to: Point| near.iter().find(|wall| leads_out(wall, to));
        let Some(&Wall { from: a, to: b }) = passed(to) else { return to };
        let inward = (b - a).left() * (1.0 / a.distance(b));
        let beside = self.moved(from, to + inward * (radius * SKIN - inward.dot(to - a)), radius);
        if passed(beside).is_none() { beside } else { from }
    }
}

/// Whether a step leads over a line, and if so, whether to its right.
pub(crate) fn passes([a, b]: [Point; 2], from: Point, to: Point) -> Option<bool> {
    let (before, after) = (orient(a, b, from) > 0.0, orient(a, b, to) > 0.0);
    let is_between = || (orient(from, to, a) > 0.0) != (orient(from, to, b) > 0.0);
    (before != after && is_between()).then_some(before)
}
