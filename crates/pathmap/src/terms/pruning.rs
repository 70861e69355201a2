//! Where the pruning rules of the plain wave do not hold: slow corners and factors may make the cheaper way dearer.

use super::blocking::Slow;
use super::directions::Hand;
use super::memory::{Kind, OnTerms};
use crate::generators::{ChainId, MaybeRoot, Root};
use crate::wave::front::{Front, Line, greater, lesser};
use crate::wave::{Pace, Walk, Work, is_beaten_apart};
use wayfront_geometry::{Bounds, Point};

impl<K: Kind> Work<OnTerms<K>> {
    /// A window that the first rule would drop may be better after all: ways from the ends of its side may cost more.
    ///
    /// From an end of the side to a point behind the window, the way lies beyond the side, and between the window's
    /// bounds moved to the ends; and between the end and the ray through the window. So a slow corner parts the rays:
    /// those on its left hand must be beaten from the left end, those on its right hand from the right one.
    #[inline]
    pub fn is_blocked<F: Front>(&self, front: &F, walk: &Walk<F>, length: f64) -> bool {
        self.goal.conditions.blocking.are_in(front.pace().layer()) && self.may_be_better(front, walk, length)
    }

    #[inline(never)]
    fn may_be_better<F: Front>(&self, front: &F, walk: &Walk<F>, length: f64) -> bool {
        let (layer, blocking) = (front.pace().layer(), &self.goal.conditions.blocking);
        let [a, b] = walk.end_points();
        let [left, right] = [&walk.left, &walk.right].map(|bound| front.line(bound).way);
        let line = |through: Point, way: Point| Line { through, way };
        let lines = [line(b, b - a), line(a, -left), line(b, right)];
        if blocking.has_any_between(layer, &lines) {
            return true;
        }
        let (mut since, mut until) = (f64::NEG_INFINITY, f64::INFINITY);
        // Nothing is pulled taut over an end of the side: the triangle beyond it is free.
        let inner = blocking.slow_seeing(layer, walk.triangle(), &lines).filter(|slow| slow.at != a && slow.at != b);
        for slow in inner {
            let (at, doubt) = walk.passes(front, slow.at, length);
            let way = front.way_to(slow.at);
            if slow.catches(Hand::Left, a, Hand::Left.nearer(way, left)) {
                until = lesser(until, at - doubt);
            }
            if slow.catches(Hand::Right, b, Hand::Right.nearer(way, right)) {
                since = greater(since, at + doubt);
            }
        }
        since.max(-until) > f64::NEG_INFINITY && !is_beaten_apart(*front, walk, length, since, until)
    }

    /// The same for the second rule. The way leads from the cheaper root `best` to what lies behind the corner `apex`, on
    /// the side of its ray on which the window would not go on. So it lies between that ray and the window's bound
    /// moved to the root; and what blocks it lies beside the window's ray through the corner, where the root is.
    #[inline]
    pub fn is_split_blocked<F: Front>(&self, front: &F, walk: &Walk<F>, best: Point, apex: Point) -> bool {
        self.goal.conditions.blocking.are_in(front.pace().layer()) && self.may_split(front, walk, best, apex)
    }

    #[inline(never)]
    fn may_split<F: Front>(&self, front: &F, walk: &Walk<F>, best: Point, apex: Point) -> bool {
        let (layer, blocking) = (front.pace().layer(), &self.goal.conditions.blocking);
        let is_left = front.comes_from(best, apex) < 0.0;
        let (hand, bound) = if is_left { (Hand::Left, &walk.left) } else { (Hand::Right, &walk.right) };
        let bound = front.line(bound).way;
        // Seen from the right hand, left and right change places.
        let inner = |through: Point, way: Point| Line { through, way: if is_left { way } else { -way } };
        let lines = [inner(best, apex - best), inner(best, -bound)];
        let beside = [lines[0], lines[1], inner(apex, front.way_to(apex))];
        // The ways leave the ray to the corner before it, and come no nearer to it.
        let catches =
            |slow: &Slow| slow.at != apex && slow.catches(hand, best, hand.nearer(front.way_to(slow.at), bound));
        // Those beyond the side see the triangle beyond it. Those before it need not, but lie between it and the root.
        let [a, b] = walk.end_points();
        let end = if is_left { a } else { b };
        blocking.has_any_between(layer, &lines)
            || blocking.are_unseen() && blocking.has_any_between(layer, &[lines[0], inner(best, best - end)])
            || blocking.slow_seeing(layer, walk.triangle(), &beside).any(catches)
            || blocking.slow_within(layer, Bounds::of(&[a, b, best]), &beside).any(catches)
    }

    /// The second rule may compare two roots: both have crossed the same gates, and the cheaper one is a corner.
    pub fn may_compare(&self, best: MaybeRoot, root: Root) -> bool {
        let is_corner = |best: Root| self.nodes.get(best.slot()).is_some_and(|node| node.parent.is_some());
        let Some(best) = best.get() else { return false };
        if !K::HAS_GATES {
            return is_corner(best);
        }
        let conditions = &self.goal.conditions;
        let (base, chain) = conditions.surcharges.base_and_chain(best);
        // Behind a factor costs are no distances.
        let is_distance = chain == ChainId::NOTHING || !conditions.has_factors();
        is_corner(base) && is_distance && chain == conditions.surcharges.base_and_chain(root).1
    }
}
