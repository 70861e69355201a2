//! Corners that two legs reach at the same cost, from nearly the same direction.
//!
//! Only one of the two is kept as the parent, and only its shadow is filled. That loses nothing, as long as the path that
//! is lost can be pulled taut and gets shorter by more than rounding. In gaps that are a millionth of a millionth as wide
//! as they are long it gets shorter by less: there one corner may be left to another, that one to a third, and the third to
//! the first. So what the other leg's shadow has more than the parent's, the directions between the extensions of both legs,
//! is filled at the end, when nothing else waits.
//!
//! Only worlds with [slivers](wayfront_domain::Domain::has_slivers) have such gaps. In others this costs nothing; in these, a
//! comparison for each corner that is reached, and a window for each such pair of legs.

use crate::generators::{Bound, MaybeRoot, NodeId};
use crate::wave::front::{Front, PointFront};
use crate::wave::goal::{Goal, Work};
use crate::wave::pace::Pace;
use crate::wave::window::Window;
use wayfront_domain::{CornerId, Domain};
use wayfront_geometry::Point;

/// Tolerance: Share of a cost within which two may be the same: a cost is a sum of many legs.
pub(crate) const TIE: f64 = 1.0 + 1e-14;

/// Tolerance: Square of the sine below which two legs may differ in length by no more than rounding.
const NEARLY_PARALLEL: f64 = 1e-12;

impl<G: Goal> Work<G> {
    /// A corner's node was reached at the same cost as by its parent.
    #[cold]
    #[inline(never)]
    pub fn note_tie(&mut self, node: NodeId, other: MaybeRoot) {
        let here = &self.nodes[node.index()];
        if here.bends && self.part_slightly(here.at, [here.parent, other]) {
            self.ties.push((node, other));
        }
    }

    /// Two legs to a point come from nearly the same direction, but not from the same.
    fn part_slightly(&self, at: Point, legs: [MaybeRoot; 2]) -> bool {
        if legs.iter().any(|leg| leg.is_none()) {
            return false;
        }
        let [one, other] = legs.map(|leg| self.way_back(leg, at));
        let (sine, cosine) = (one.cross(other), one.dot(other));
        let is_parallel = sine * sine <= NEARLY_PARALLEL * one.dot(one) * other.dot(other);
        cosine > 0.0 && is_parallel && self.hand_of_start(at, legs) != 0.0
    }

    /// On which hand of the first leg to a point the second one starts.
    fn hand_of_start(&self, at: Point, [one, other]: [MaybeRoot; 2]) -> f64 {
        let start = self.nodes.get(other.slot()).map_or_else(|| at + self.way_back(other, at), |node| node.at);
        self.side_of_arrival(one, at, start)
    }

    /// Nothing waits any more: fills what ties have left out. False if there is nothing.
    pub fn settle_ties(&mut self, domain: &Domain) -> bool {
        if self.ties.is_empty() {
            return false;
        }
        // Those that are found meanwhile have their turn when nothing waits again.
        std::mem::swap(&mut self.ties, &mut self.settling);
        let ties = std::mem::take(&mut self.settling);
        let least = ties.iter().map(|&(node, _)| self.nodes[node.index()].cost).fold(f64::INFINITY, f64::min);
        self.start_queue(domain, least);
        for &(node, other) in &ties {
            let front = self.point_front(node);
            let parent = self.nodes[node.index()].parent;
            let is_new = self.settled.insert((node, parent, other));
            if is_new && self.part_slightly(front.at, [parent, other]) {
                // What starts on the right hand leads on to the left.
                let is_left = self.hand_of_start(front.at, [other, parent]) < 0.0;
                self.fill_between(domain, front, if is_left { [other, parent] } else { [parent, other] });
                self.run(domain, front);
            }
        }
        self.settling = ties;
        self.settling.clear();
        true
    }

    /// The directions between the extensions of two legs, the right one first, that nearly agree.
    fn fill_between(&mut self, domain: &Domain, front: PointFront<G::Pace>, [right, left]: [MaybeRoot; 2]) {
        let corner: CornerId = front.pace.corner(front.id);
        for side in domain.fan(corner) {
            let ends = domain.side_corners(side.next());
            let [a, b] = ends.map(|end| domain.point(end));
            let hand = |ray: MaybeRoot, p: Point| self.side_of_arrival(ray, front.at, p);
            let is_between = |p: Point| {
                let is_ahead = self.way_back(left, front.at).dot(p - front.at) < 0.0;
                hand(right, p) >= 0.0 && hand(left, p) <= 0.0 && is_ahead
            };
            let holds = |ray: MaybeRoot| hand(ray, a) <= 0.0 && hand(ray, b) >= 0.0;
            let is_in = [is_between(a), is_between(b)];
            let from =
                if is_in[0] { Some(Bound::corner(ends[0])) } else { holds(right).then_some(Bound::beyond(right)) };
            let to = if is_in[1] { Some(Bound::corner(ends[1])) } else { holds(left).then_some(Bound::beyond(left)) };
            for (end, _) in ends.into_iter().zip(is_in).filter(|&(_, is_in)| is_in) {
                self.reach(end, front.pace, front.cost_at(domain.point(end)), front.id.into());
            }
            if let (Some(from), Some(to)) = (from, to) {
                self.start(domain, front, side, Window { root: front.id.into(), left: to, right: from });
            }
        }
    }
}
