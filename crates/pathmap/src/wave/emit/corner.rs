//! Corners that paths bend around send windows into their shadow.

use super::last_side;
use crate::generators::{Bound, MaybeRoot, NodeId};
use crate::wave::front::{Front, PointFront};
use crate::wave::goal::{Goal, Work};
use crate::wave::pace::Pace;
use crate::wave::window::Window;
use wayfront_domain::{CornerId, Domain, SideId};
use wayfront_geometry::{Point, along, orient};

impl<G: Goal> Work<G> {
    /// A corner sends windows into its shadow: the free directions between the extension of the leg by which it was
    /// reached and the outline that it bends around, on either side.
    pub fn emit_corner(&mut self, domain: &Domain, node: NodeId) {
        let front = self.point_front(node);
        let corner = front.pace.corner(node);
        G::emit(self, domain, front, corner);
        self.run(domain, front);
    }

    /// All free directions of a sector.
    pub fn fill_all(&mut self, domain: &Domain, front: PointFront<G::Pace>, corner: CornerId) {
        for side in domain.fan(corner) {
            self.fill_one(domain, front, side);
        }
    }

    /// All of the triangle of a side that starts at the root.
    pub fn fill_one(&mut self, domain: &Domain, front: PointFront<G::Pace>, side: SideId) {
        let [p, q] = domain.side_corners(side.next());
        for end in [p, q] {
            self.reach(end, front.pace, front.cost_at(domain.point(end)), front.id.into());
        }
        self.start(
            domain,
            front,
            side,
            Window { root: front.id.into(), left: Bound::corner(q), right: Bound::corner(p) },
        );
    }

    /// Positive if `p` lies left of the line that arrives at `corner` from its parent.
    pub fn side_of_arrival(&self, parent: MaybeRoot, corner: Point, p: Point) -> f64 {
        match self.nodes.get(parent.slot()) {
            Some(node) => orient(node.at, corner, p),
            None => {
                let flat = &self.flats[parent.flat().index()];
                along(flat.from, flat.to, corner, p)
            }
        }
    }

    /// `p`, on the line of arrival, lies on the side one came from.
    pub fn is_back(&self, parent: MaybeRoot, corner: Point, p: Point) -> bool {
        self.way_back(parent, corner).dot(p - corner) > 0.0
    }

    /// The way from a corner back to its parent.
    pub fn way_back(&self, parent: MaybeRoot, corner: Point) -> Point {
        match self.nodes.get(parent.slot()) {
            Some(node) => node.at - corner,
            None => self.flats[parent.flat().index()].unit.left(),
        }
    }

    /// An outline that goes straight on. What sees this corner sees its end too, but maybe through a gap without width
    /// between corners on both hands, and there are no windows without width.
    fn reach_ahead(&mut self, end: CornerId, front: PointFront<G::Pace>, is_straight: bool, at: Point) {
        if is_straight {
            self.reach(end, front.pace, front.cost_at(at), front.id.into());
        }
    }

    /// Sends windows into the shadow of a corner. On one hand only, but at the end of a wall without thickness that was
    /// reached along the wall: which of its sides lies in the shadow cannot be told. Along other outlines everything on the other hand is seen from before.
    pub fn cast_shadow(&mut self, domain: &Domain, front: PointFront<G::Pace>, corner: CornerId) {
        let parent = self.nodes[front.id.index()].parent;
        let at = domain.point(domain.side(domain.first_side(corner).next()).origin);
        let is_along = self.side_of_arrival(parent, front.at, at) == 0.0 && self.is_back(parent, front.at, at);
        let is_done = is_along && self.shadow_on_left(domain, front, corner, parent);
        let is_done = is_done || self.shadow_on_right(domain, front, corner, parent);
        if !is_done && !is_along {
            self.shadow_on_left(domain, front, corner, parent);
        }
    }

    /// From the outline that ends the sector, clockwise, until the extension of the arriving leg. True if that outline
    /// lies on the left hand: then the one that begins the sector casts no shadow.
    fn shadow_on_left(
        &mut self,
        domain: &Domain,
        front: PointFront<G::Pace>,
        corner: CornerId,
        parent: MaybeRoot,
    ) -> bool {
        let mut side = last_side(domain, corner);
        let mut q = domain.side(side.prev()).origin;
        let mut at = domain.point(q);
        let left = self.side_of_arrival(parent, front.at, at);
        // On the line and behind: the end of a wall, reached along the wall.
        if left < 0.0 || left == 0.0 && !self.is_back(parent, front.at, at) {
            self.reach_ahead(q, front, left == 0.0, at);
            return false;
        }
        loop {
            self.reach(q, front.pace, front.cost_at(at), front.id.into());
            let p = domain.side(side.next()).origin;
            at = domain.point(p);
            let right = self.side_of_arrival(parent, front.at, at);
            let bound = if right < 0.0 { Bound::beyond(parent) } else { Bound::corner(p) };
            self.start(domain, front, side, Window { root: front.id.into(), left: Bound::corner(q), right: bound });
            if right == 0.0 {
                self.reach(p, front.pace, front.cost_at(at), front.id.into());
            }
            if right <= 0.0 {
                break;
            }
            let Some(before) = domain.twin(side) else {
                self.reach(p, front.pace, front.cost_at(at), front.id.into());
                break;
            };
            (side, q) = (before.next(), p);
        }
        left > 0.0
    }

    /// From the outline that begins the sector, counter-clockwise, until the extension of the arriving leg. True if that
    /// outline lies on the right hand: then the one that ends the sector casts no shadow.
    fn shadow_on_right(
        &mut self,
        domain: &Domain,
        front: PointFront<G::Pace>,
        corner: CornerId,
        parent: MaybeRoot,
    ) -> bool {
        let mut side = domain.first_side(corner);
        let mut p = domain.side(side.next()).origin;
        let mut at = domain.point(p);
        let right = self.side_of_arrival(parent, front.at, at);
        if right > 0.0 || right == 0.0 && !self.is_back(parent, front.at, at) {
            self.reach_ahead(p, front, right == 0.0, at);
            return false;
        }
        loop {
            self.reach(p, front.pace, front.cost_at(at), front.id.into());
            let q = domain.side(side.prev()).origin;
            at = domain.point(q);
            let left = self.side_of_arrival(parent, front.at, at);
            let bound = if left > 0.0 { Bound::beyond(parent) } else { Bound::corner(q) };
            self.start(domain, front, side, Window { root: front.id.into(), left: bound, right: Bound::corner(p) });
            if left == 0.0 {
                self.reach(q, front.pace, front.cost_at(at), front.id.into());
            }
            if left >= 0.0 {
                break;
            }
            let Some(after) = domain.twin(side.prev()) else {
                self.reach(q, front.pace, front.cost_at(at), front.id.into());
                break;
            };
            (side, p) = (after, q);
        }
        right < 0.0
    }

    /// A window over the side opposite to where `side` starts.
    pub(super) fn start(&mut self, domain: &Domain, front: PointFront<G::Pace>, side: SideId, window: Window) {
        // Queries know that a triangle is seen from its corners; a search must be told.
        if !G::IS_MAP {
            self.keep(front, Window { left: Bound::NONE, right: Bound::NONE, ..window }, side.triangle());
        }
        self.go_on(domain, front, window, side.next());
    }
}
