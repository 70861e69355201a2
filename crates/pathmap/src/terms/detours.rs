//! Detours around slow corners: a path turns early, though nothing is in the way, and passes them straight on.
//!
//! A path that turns at a corner `v` to pass a slow corner `c` leads to what lies behind `c`, in the shadow that `c` casts
//! from where the path came. Most such turns are in vain. Let `u` be a neighbour of `c` in the triangulation beyond all ways of
//! the turn: they cross the side `u c`. If from `u` one is at `c` at a lower cost, one is so wherever they cross the side;
//! and the way from there, pulled taut, is cheaper still, unless another slow corner is in its way, which then sees the
//! side. The same holds for any `u` that sees `c`, if no slow corner lies between it and such a side.
//!
//! So a turn waits until the cost at which `c` is reached by it, when all that is cheaper is known.

use super::blocking::{Detour, Slow};
use super::directions::{Hand, Turn};
use super::goal::Event;
use super::memory::{Kind, OnTerms};
use crate::generators::{LayerId, NodeId, Root, SlowId};
use crate::wave::front::{Front, PointFront};
use crate::wave::{Item, Work};
use wayfront_domain::{CornerId, Domain, SideId};
use wayfront_geometry::{Bounds, Point, orient};

/// Tolerance: Share of a cost by which one must be lower to outdo another: costs of the two are sums over different
/// legs, rounded apart. In doubt a detour is taken, which costs time only.
const COST_ROUNDING: f64 = 1e-12;

/// A neighbour of a slow corner in the triangulation, and the side of the triangle behind the side between them as seen
/// by paths that pass.
struct Neighbour {
    corner: CornerId,
    behind: SideId,
}

impl<K: Kind> Work<OnTerms<K>> {
    /// Lets a corner that was reached wait for the turns by which it may pay to keep away from slow corners.
    pub fn plan_detours(&mut self, node: NodeId, corner: CornerId) {
        let front = self.point_front(node);
        for k in 0..self.goal.conditions.blocking.slow_seeing_corner(corner).len() {
            let id = self.goal.conditions.blocking.slow_seeing_corner(corner)[k];
            let slow = *self.goal.conditions.blocking.slow_corner(id);
            if self.detours(front, &slow).iter().any(Option::is_some) {
                self.queue.push(Item::Event(Event::Detour(node, id)), front.cost_at(slow.at));
            }
        }
    }

    /// A corner's node turns to keep away from a slow corner, if that still pays.
    pub fn take_detour(&mut self, domain: &Domain, node: NodeId, id: SlowId) {
        let front = self.point_front(node);
        let slow = *self.goal.conditions.blocking.slow_corner(id);
        for detour in self.detours(front, &slow).into_iter().flatten() {
            let is_outdone =
                self.is_outdone(domain, front, &slow, &detour) || self.is_outdone_by_others(domain, front, id, &detour);
            if !is_outdone {
                self.goal.detours.of[id.index()].push((node, detour.hand));
                self.turn_away(domain, front, detour.turn());
            }
        }
        self.run(domain, front);
    }

    /// The ways past a slow corner, one for each hand, for which it may pay to turn at a root.
    fn detours(&self, front: PointFront<K::Pace>, slow: &Slow) -> [Option<Detour>; 2] {
        let parent = self.nodes[front.id.index()].parent;
        // What came from within a segment has no single start, even if it touched a corner since.
        let is_pivot = |root: Root| !self.goal.conditions.surcharges.base_and_chain(root).0.is_node();
        let is_point = !parent.get().is_some_and(is_pivot);
        let start = self.nodes.get(parent.slot()).map(|node| node.at).filter(|_| is_point);
        // Straight on towards it one sees no more than from before.
        let is_ahead = |start: Point| (slow.at - start).dot(slow.at - front.at) > 0.0;
        if start.is_some_and(|start| orient(start, front.at, slow.at) == 0.0 && is_ahead(start)) {
            return [None; 2];
        }
        slow.detours(start, front.at, -self.way_back(parent, front.at))
    }

    /// From a neighbour of the slow corner all that is seen by a detour is reached at a lower cost.
    fn is_outdone(&self, domain: &Domain, front: PointFront<K::Pace>, slow: &Slow, detour: &Detour) -> bool {
        let cost = front.cost_at(slow.at) * (1.0 - COST_ROUNDING);
        neighbours(domain, slow, detour.hand).any(|Neighbour { corner, behind }| {
            let node = &self.nodes[corner.index()];
            let way = node.at - slow.at;
            node.cost + way.length() < cost && detour.crosses(way) && !self.is_in_doubt(slow, detour, node.at, behind)
        })
    }

    /// The same from another node that turned to pass the slow corner.
    fn is_outdone_by_others(&self, domain: &Domain, front: PointFront<K::Pace>, id: SlowId, detour: &Detour) -> bool {
        let slow = self.goal.conditions.blocking.slow_corner(id);
        let cost = front.cost_at(slow.at) * (1.0 - COST_ROUNDING);
        let is_crossed = |n: &Neighbour| detour.crosses(domain.point(n.corner) - slow.at);
        let Some(Neighbour { corner, behind }) = neighbours(domain, slow, detour.hand).find(is_crossed) else {
            return false;
        };
        self.goal.detours.of[id.index()].iter().rev().any(|&(other, hand)| {
            let node = &self.nodes[other.index()];
            let way = node.at - slow.at;
            hand == detour.hand
                && node.cost + way.length() < cost
                && detour.crosses(way)
                && !self.is_in_doubt(slow, detour, node.at, behind)
                && !self.is_between(slow, detour.hand, node.at, domain.point(corner))
        })
    }

    /// A slow corner behind a side may be in the way from `place` to what is seen by a detour over that side.
    fn is_in_doubt(&self, slow: &Slow, detour: &Detour, place: Point, behind: SideId) -> bool {
        let lines = [detour.hand.line(place, place - slow.at), detour.hand.line(place, detour.before)];
        let mut others = self.goal.conditions.blocking.slow_seeing(LayerId::FIRST, behind.triangle(), &lines);
        others.any(|other| other.at != slow.at && other.catches(detour.hand.other(), place, detour.before))
    }

    /// Another slow corner may lie in the triangle between a slow corner, a neighbour of it and a place.
    fn is_between(&self, slow: &Slow, hand: Hand, place: Point, neighbour: Point) -> bool {
        let lines = [
            hand.line(place, place - slow.at),
            hand.line(place, neighbour - place),
            hand.line(slow.at, slow.at - neighbour),
        ];
        let bounds = Bounds::of(&[place, neighbour, slow.at]);
        self.goal.conditions.blocking.slow_within(LayerId::FIRST, bounds, &lines).any(|other| other.at != slow.at)
    }

    /// Sends windows out of a root in some directions, if that has not been done yet.
    fn turn_away(&mut self, domain: &Domain, front: PointFront<K::Pace>, turn: Turn) {
        for side in domain.fan(CornerId(front.id.index() as u32)) {
            let [from, to] = domain.side_points(side.next()).map(|p| p - front.at);
            if turn.meets(&Turn { from, to }) && self.goal.detours.filled[side.index()] != front.cost {
                self.goal.detours.filled[side.index()] = front.cost;
                self.fill_one(domain, front, side);
                for end in domain.side_corners(side.next()) {
                    self.touch(domain, LayerId::FIRST, front.id.into(), end);
                }
            }
        }
    }
}

/// The neighbours of a slow corner that is passed on a hand.
fn neighbours(domain: &Domain, slow: &Slow, hand: Hand) -> impl Iterator<Item = Neighbour> {
    domain.fan(slow.sector).map(move |behind| {
        let [right, left] = domain.side_corners(behind.next());
        Neighbour { corner: if hand == Hand::Left { right } else { left }, behind }
    })
}
