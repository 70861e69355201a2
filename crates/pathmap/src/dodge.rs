//! Keeping away from slow corners: one turns early, though nothing is in the way, and passes them straight on.
//!
//! Whoever turns at a corner `v` to pass a slow corner `c` wants to see what lies behind `c`, in the shadow that `c` casts
//! from where he came. Most such turns are in vain. Let `u` be a neighbour of `c` in the triangulation beyond all ways of
//! the turn: they cross the side `u c`. If from `u` one is at `c` at a lower cost, one is so wherever they cross the side;
//! and the way from there, pulled taut, is cheaper still, unless another slow corner is in its way, which then sees the
//! side. The same holds for any `u` that sees `c`, if no slow corner lies between it and such a side.
//!
//! So a turn waits until the cost at which `c` is reached by it, when all that is cheaper is known.

use crate::front::{Front, PointFront};
use crate::goal::Goal;
use crate::hindrance::{Dodge, Hand, Slow, Turn};
use crate::queue::Item;
use crate::run::Work;
use wayfront_domain::{CornerId, Domain, SideId};
use wayfront_geometry::{Bounds, Point, orient};

/// Who keeps away from slow corners.
#[derive(Debug, Default)]
pub(crate) struct Dodgers {
    /// Per slow corner those who turned to pass it.
    of: Vec<Vec<(u32, Hand)>>,
    /// Per side that starts at a corner, at which cost of the corner its triangle was filled.
    filled: Vec<f64>,
}

impl Dodgers {
    /// Forgets the last build.
    pub fn restart(&mut self, slow: usize, sides: usize) {
        self.of.iter_mut().for_each(Vec::clear);
        self.of.resize(slow, Vec::new());
        self.filled.clear();
        if slow > 0 {
            self.filled.resize(sides, f64::INFINITY);
        }
    }
}

/// A neighbour of a slow corner in the triangulation, and the side of the triangle behind the side between them as seen
/// by those who pass.
struct Neighbour {
    corner: CornerId,
    behind: SideId,
}

impl<G: Goal> Work<G> {
    /// Lets a corner that was reached wait for the turns by which it may pay to keep away from slow corners.
    pub fn plan_dodges(&mut self, node: u32) {
        let front = self.point_front(node);
        for k in 0..self.tariff.hindrances.slow_seeing_corner(node).len() {
            let number = self.tariff.hindrances.slow_seeing_corner(node)[k];
            let slow = *self.tariff.hindrances.slow_corner(number);
            if self.dodges(front, &slow).iter().any(Option::is_some) {
                self.queue.push(Item::Dodge(node, number), front.cost_at(slow.at));
            }
        }
    }

    /// A corner's node turns to keep away from a slow corner, if that still pays.
    pub fn dodge(&mut self, domain: &Domain, node: u32, number: u32) {
        let front = self.point_front(node);
        let slow = *self.tariff.hindrances.slow_corner(number);
        for dodge in self.dodges(front, &slow).into_iter().flatten() {
            let is_outdone = self.is_outdone(domain, front, &slow, &dodge)
                || self.is_outdone_by_dodgers(domain, front, number, &dodge);
            if !is_outdone {
                self.dodgers.of[number as usize].push((node, dodge.hand));
                self.turn_away(domain, front, dodge.turn());
            }
        }
        self.run(domain, front);
    }

    /// The ways past a slow corner, one for each hand, for which it may pay to turn at a root.
    fn dodges(&self, front: PointFront<G::Pace>, slow: &Slow) -> [Option<Dodge>; 2] {
        let parent = self.nodes[front.id as usize].parent;
        let start = self.nodes.get(parent as usize).map(|node| node.at);
        // Straight on towards it one sees no more than from before.
        let is_ahead = |start: Point| (slow.at - start).dot(slow.at - front.at) > 0.0;
        if start.is_some_and(|start| orient(start, front.at, slow.at) == 0.0 && is_ahead(start)) {
            return [None; 2];
        }
        slow.dodges(start, front.at, -self.way_back(parent, front.at))
    }

    /// From a neighbour of the slow corner all that is seen by a dodge is reached at a lower cost.
    fn is_outdone(&self, domain: &Domain, front: PointFront<G::Pace>, slow: &Slow, dodge: &Dodge) -> bool {
        let cost = front.cost_at(slow.at) * (1.0 - 1e-12);
        neighbours(domain, slow, dodge.hand).any(|Neighbour { corner, behind }| {
            let node = &self.nodes[corner.index()];
            let way = node.at - slow.at;
            node.cost + way.length() < cost && dodge.crosses(way) && !self.is_in_doubt(slow, dodge, node.at, behind)
        })
    }

    /// The same from somebody else who turned to pass the slow corner.
    fn is_outdone_by_dodgers(&self, domain: &Domain, front: PointFront<G::Pace>, number: u32, dodge: &Dodge) -> bool {
        let slow = self.tariff.hindrances.slow_corner(number);
        let cost = front.cost_at(slow.at) * (1.0 - 1e-12);
        let is_crossed = |n: &Neighbour| dodge.crosses(domain.point(n.corner) - slow.at);
        let Some(Neighbour { corner, behind }) = neighbours(domain, slow, dodge.hand).find(is_crossed) else {
            return false;
        };
        self.dodgers.of[number as usize].iter().rev().any(|&(other, hand)| {
            let node = &self.nodes[other as usize];
            let way = node.at - slow.at;
            hand == dodge.hand
                && node.cost + way.length() < cost
                && dodge.crosses(way)
                && !self.is_in_doubt(slow, dodge, node.at, behind)
                && !self.is_between(slow, dodge.hand, node.at, domain.point(corner))
        })
    }

    /// A slow corner behind a side may be in the way from `place` to what is seen by a dodge over that side.
    fn is_in_doubt(&self, slow: &Slow, dodge: &Dodge, place: Point, behind: SideId) -> bool {
        let lines = [dodge.hand.line(place, place - slow.at), dodge.hand.line(place, dodge.before)];
        let mut others = self.tariff.hindrances.slow_seeing(0, behind.triangle().0, &lines);
        others.any(|other| other.at != slow.at && other.catches(dodge.hand.other(), place, dodge.before))
    }

    /// Another slow corner may lie in the triangle between a slow corner, a neighbour of it and a place.
    fn is_between(&self, slow: &Slow, hand: Hand, place: Point, neighbour: Point) -> bool {
        let lines = [
            hand.line(place, place - slow.at),
            hand.line(place, neighbour - place),
            hand.line(slow.at, slow.at - neighbour),
        ];
        let bounds = Bounds::of(&[place, neighbour, slow.at]);
        self.tariff.hindrances.slow_within(0, bounds, &lines).any(|other| other.at != slow.at)
    }

    /// Sends windows out of a root in some directions, if that has not been done yet.
    fn turn_away(&mut self, domain: &Domain, front: PointFront<G::Pace>, turn: Turn) {
        for side in domain.fan(CornerId(front.id)) {
            let [from, to] = domain.side_points(side.next()).map(|p| p - front.at);
            if turn.meets(&Turn { from, to }) && self.dodgers.filled[side.index()] != front.cost {
                self.dodgers.filled[side.index()] = front.cost;
                self.fill_one(domain, front, side);
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
