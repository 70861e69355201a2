//! Where windows are pruned: two rules of constant cost keep their number linear in practice.
//!
//! 1. *The ends of the side are cheaper.* Walking from an end `a` of the entered side along it costs `d(a) + |a x|` at
//!    `x`. A window's advantage over that only grows away from `a`: if `a` wins at `x`, it wins between `a` and `x`. So
//!    if both ends win at the point where they cost the same, they win everywhere; and if that point lies outside the
//!    window, its bound nearest to that point decides.
//! 2. *One angle, one split* (Xin and Wang 2009). Of the windows that come over the same side and see the same opposite
//!    corner, only the one that reaches it cheapest goes on on both sides. Any other goes on only on the side it comes
//!    from: on the way to the other side it would cross the cheapest's ray. Not if the cheapest is a source, which may
//!    lie inside the other's cone.
//!
//! Both compare costs with a margin: a window that may win is kept. Slow corners and gates with factors undo both rules
//! where they may make the cheaper way dearer: the goal is asked before a window is dropped.

use super::front::{Front, MARGIN, greater, lesser};
use super::goal::{Goal, Work};
use super::pace::Pace;
use super::walk::{Crossed, Split, Walk};
use wayfront_geometry::Point;

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

impl<G: Goal> Work<G> {
    /// Rule 2: on which sides of the seen corner `apex` the window goes on.
    #[inline]
    pub(super) fn split<F: Front>(&mut self, front: F, walk: &Walk<F>, apex: Point, cost: f64) -> (bool, bool) {
        let slot = front.pace().layer().index() * self.sides + walk.side.index();
        let best = self.splits[slot];
        if cost < best.cost {
            if !G::IS_MAP && best.root.is_none() {
                self.touched_sides.push(walk.side);
            }
            self.splits[slot] = Split { cost, root: front.id().into() };
            return (true, true);
        }
        if !G::is_comparable(self, best.root, front.id()) || cost * (1.0 - MARGIN) <= best.cost {
            return (true, true);
        }
        let best = self.nodes[best.root.slot()].at;
        let from = front.comes_from(best, apex);
        if from != 0.0 && G::undoes_second_rule(self, &front, walk, best, apex) {
            return (true, true);
        }
        (from >= 0.0, from <= 0.0)
    }
}
