//! Legs that pass a slow corner straight on where no window does: rays without width.
//!
//! A leg that touches obstacles on both hands is the only one of its root there: between the corner on its left hand and
//! the one on its right there is no room for a window. At other corners that does not matter, since they go on with a
//! wave of their own, at the same cost. A slow corner would slow down what it sends on, so the leg itself is followed:
//! over triangles, past vertices, through gates and around their ends, until an outline stops it. What it passes is
//! kept as windows whose two bounds are the same ray. Costs a step for each triangle on the way, once for all legs on one
//! line: along a street many corners see a slow one in the same direction, and the cheapest serves all that is behind.

use super::memory::Followed;
use super::memory::{Kind, OnTerms};
use crate::generators::{Bound, LayerId, Node, Root, RootKind};
use crate::wave::front::{Front, PointFront};
use crate::wave::{Goal, Pace, Window, Work, last_side};
use wayfront_domain::{CornerId, Domain, SideId, TriangleId};
use wayfront_geometry::{Point, orient};

/// A ray from some root, and where it has come to.
#[derive(Clone, Copy)]
struct Tip {
    /// What it comes from, with what it has paid so far.
    root: Root,
    at: TipAt,
}

#[derive(Clone, Copy)]
enum TipAt {
    /// At a vertex, within this sector.
    Corner(CornerId),
    /// About to come over a side into its triangle.
    Side(SideId),
}

/// The ray through a corner.
#[derive(Clone, Copy)]
struct Ray {
    through: Bound,
    way: Point,
}

/// A side as seen from where it is left: its start lies on the right hand.
struct Opposite {
    ends: [CornerId; 2],
    /// On which hand of the ray the ends lie; 0 on it.
    hands: [f64; 2],
}

impl<K: Kind> Work<OnTerms<K>> {
    /// A corner was seen on the edge of what a root of the first layer sees: if it is a slow one, the leg goes straight on.
    #[inline]
    pub fn touch(&mut self, domain: &Domain, layer: LayerId, root: Root, corner: CornerId) {
        if K::HAS_SPEEDS && layer.is_first() && self.goal.conditions.layers.is_slow(corner) {
            self.pass_straight(domain, root, corner);
        }
    }

    /// The same for a window that goes on past the corner on one hand: if nothing ends in the corner on that hand, the leg
    /// straight on is the window's bound.
    #[inline]
    pub fn touch_beside<F: Front>(&mut self, domain: &Domain, front: &F, corner: CornerId, goes_on: [bool; 2]) {
        let is_slow = K::HAS_SPEEDS && front.pace().layer().is_first() && self.goal.conditions.layers.is_slow(corner);
        if is_slow && (K::HAS_GATES || !self.has_room_beside(domain, front, corner, goes_on)) {
            self.pass_straight(domain, front.id(), corner);
        }
    }

    /// The outlines that begin and end a corner's sector do not lie on the hand on which a window goes on past it.
    #[inline(never)]
    fn has_room_beside<F: Front>(&self, domain: &Domain, front: &F, corner: CornerId, goes_on: [bool; 2]) -> bool {
        let side = |p: Point| front.side(self.generators(), Bound::corner(corner), p);
        let [_, begin] = domain.side_points(domain.first_side(corner));
        let [end, _] = domain.side_points(last_side(domain, corner).prev());
        match goes_on {
            [true, false] => side(begin) <= 0.0 && side(end) <= 0.0,
            [false, true] => side(begin) >= 0.0 && side(end) >= 0.0,
            _ => false,
        }
    }

    /// A corner sends its wave in all directions of its sector; in others, beyond gates, it does not.
    pub fn touch_around(&mut self, domain: &Domain, front: PointFront<K::Pace>, corner: CornerId) {
        if K::HAS_GATES && K::HAS_SPEEDS {
            for end in domain.fan(corner).flat_map(|side| domain.side_corners(side.next())) {
                self.touch(domain, front.pace.layer(), front.id.into(), end);
            }
        }
    }

    /// Follows the leg from a root to a slow corner straight on.
    #[inline(never)]
    pub fn pass_straight(&mut self, domain: &Domain, root: Root, corner: CornerId) {
        let at = domain.point(corner);
        let way = match root.kind() {
            RootKind::Node(node) => at - self.nodes[node.index()].at,
            RootKind::Flat(flat) => self.flats[flat.index()].ahead(),
        };
        if way == Point::default() || self.was_followed(root, corner, at) {
            return;
        }
        let ray = Ray { through: Bound::corner(corner), way };
        let mut tips = vec![Tip { root, at: TipAt::Corner(corner) }];
        while let Some(tip) = tips.pop() {
            match tip.at {
                TipAt::Corner(corner) => self.leave_vertex(domain, ray, tip.root, corner, &mut tips),
                TipAt::Side(side) => self.enter_triangle(domain, ray, tip.root, side, &mut tips),
            }
        }
    }

    /// Another leg to a slow corner, on the same line and no dearer, was followed straight on: this one sees no more. Notes
    /// the leg, if not.
    fn was_followed(&mut self, root: Root, corner: CornerId, at: Point) -> bool {
        // What starts on one line may be on different sides of gates.
        let RootKind::Node(node) = root.kind() else { return false };
        if K::HAS_GATES || self.goal.conditions.surcharges.is_dearer(root) {
            return false;
        }
        let Node { at: from, cost, .. } = self.nodes[node.index()];
        let (cost, way) = (cost + from.distance(at), at - from);
        let legs = self.goal.followed.entry(corner).or_default();
        let is_same = |leg: &Followed| orient(leg.from, from, at) == 0.0 && way.dot(at - leg.from) > 0.0;
        match legs.iter_mut().find(|leg| is_same(leg)) {
            Some(leg) if leg.cost <= cost => return true,
            Some(leg) => *leg = Followed { from, cost },
            None => legs.push(Followed { from, cost }),
        }
        false
    }

    /// Goes on from a vertex: within the sector in which the ray arrived, or around the ends of gates, which are paid for.
    fn leave_vertex(&mut self, domain: &Domain, ray: Ray, root: Root, corner: CornerId, tips: &mut Vec<Tip>) {
        self.leave_sector(domain, ray, root, corner, tips);
        if !K::HAS_GATES {
            return;
        }
        for first in self.goal.conditions.gates.links_at(corner) {
            let (mut root, mut from, mut next) = (root, corner, Some(first));
            while let Some(link) = next.map(|id| self.goal.conditions.gates.link(id)).filter(|l| l.across != corner) {
                root = self.paid(root, link.step, Some(domain.point(corner)));
                self.leave_sector(domain, ray, root, link.across, tips);
                let gates = &self.goal.conditions.gates;
                next = gates.links_at(link.across).find(|&id| gates.link(id).across != from);
                from = link.across;
            }
        }
    }

    fn leave_sector(&mut self, domain: &Domain, ray: Ray, root: Root, sector: CornerId, tips: &mut Vec<Tip>) {
        let at = domain.point(sector);
        for side in domain.fan(sector) {
            let Opposite { ends: [p, q], hands: [right, left] } = self.opposite(domain, ray, root, side.next());
            if right < 0.0 && left > 0.0 {
                self.keep_ray(ray, root, side.triangle());
                self.leave_over(domain, root, side.next(), tips);
            }
            if right == 0.0 && is_ahead(ray, at, domain.point(p)) {
                self.keep_ray(ray, root, side.triangle());
                if let Some(beside) = domain.twin(side) {
                    self.keep_ray(ray, root, beside.triangle());
                }
                self.arrive(domain, root, p, tips);
            }
            let is_last = domain.twin(side.prev()).is_none();
            if is_last && left == 0.0 && is_ahead(ray, at, domain.point(q)) {
                self.keep_ray(ray, root, side.triangle());
                self.arrive(domain, root, q, tips);
            }
        }
    }

    fn enter_triangle(&mut self, domain: &Domain, ray: Ray, root: Root, side: SideId, tips: &mut Vec<Tip>) {
        self.keep_ray(ray, root, side.triangle());
        let apex = domain.side(side.prev()).origin;
        let hand = self.hand(ray, root, domain.point(apex));
        if hand == 0.0 {
            self.arrive(domain, root, apex, tips);
        } else {
            self.leave_over(domain, root, if hand > 0.0 { side.next() } else { side.prev() }, tips);
        }
    }

    fn leave_over(&mut self, domain: &Domain, root: Root, side: SideId, tips: &mut Vec<Tip>) {
        if let Some(beyond) = domain.twin(side) {
            tips.push(Tip { root, at: TipAt::Side(beyond) });
        } else if let Some(passage) = self.goal.conditions.gates.passage(side).filter(|_| K::HAS_GATES) {
            let root = self.paid(root, passage.step, None);
            tips.push(Tip { root, at: TipAt::Side(passage.beyond) });
        }
    }

    fn arrive(&mut self, domain: &Domain, root: Root, corner: CornerId, tips: &mut Vec<Tip>) {
        let p = domain.point(corner);
        let pace = self.goal.pace(LayerId::FIRST);
        self.reach(corner, pace, self.cost_by(root, p), root);
        tips.push(Tip { root, at: TipAt::Corner(corner) });
    }

    /// Cost at a point that a root sees.
    pub(super) fn cost_by(&self, root: Root, p: Point) -> f64 {
        match root.kind() {
            RootKind::Node(node) => self.cost_on_terms(&self.point_front(node), p),
            RootKind::Flat(flat) => self.cost_on_terms(&self.flat_front(flat), p),
        }
    }

    fn keep_ray(&mut self, ray: Ray, root: Root, triangle: TriangleId) {
        let window = Window { root, left: ray.through, right: ray.through };
        match root.kind() {
            RootKind::Node(node) => self.keep(self.point_front(node), window, triangle),
            RootKind::Flat(flat) => self.keep(self.flat_front(flat), window, triangle),
        }
    }

    fn opposite(&self, domain: &Domain, ray: Ray, root: Root, side: SideId) -> Opposite {
        let ends = domain.side_corners(side);
        Opposite { ends, hands: ends.map(|end| self.hand(ray, root, domain.point(end))) }
    }

    /// Positive if a point lies on the left hand of the ray, negative on the right, zero on it. Exact.
    fn hand(&self, ray: Ray, root: Root, p: Point) -> f64 {
        match root.kind() {
            RootKind::Node(node) => self.point_front(node).side(self.generators(), ray.through, p),
            RootKind::Flat(flat) => self.flat_front(flat).side(self.generators(), ray.through, p),
        }
    }
}

/// A point on the ray's line lies farther along the ray than another.
fn is_ahead(ray: Ray, from: Point, p: Point) -> bool {
    ray.way.dot(p - from) > 0.0
}
