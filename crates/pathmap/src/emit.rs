//! Where windows begin: at sources, and at corners that paths bend around.

mod piece;

pub(crate) use piece::Strip;

use crate::front::{Front, NONE, Node, Pace, PointFront, Window};
use crate::goal::Goal;
use crate::placed::PlacedPoint;
use crate::run::{Work, extension};
use wayfront_domain::{CornerId, Domain, SideId, Spot, TriangleId};
use wayfront_geometry::{Point, along, orient};

impl<G: Goal> Work<G> {
    /// A corner sends windows into its shadow: the free directions between the extension of the leg by which it was
    /// reached and the outline that it bends around, on either side.
    pub fn emit_corner(&mut self, domain: &Domain, node: u32) {
        let front = self.point_front(node);
        let corner = CornerId(node - front.pace.first());
        let parent = self.nodes[node as usize].parent;
        if G::HAS_TERMS && self.turns_anywhere(node, corner) {
            self.fill_all(domain, front, corner);
            self.pass_on(domain, node, corner);
        } else if !G::HAS_TERMS || domain.bends(corner) {
            self.cast_shadow(domain, front, corner, parent);
        }
        if G::HAS_TERMS && self.may_shun(node, corner) {
            self.plan_dodges(node);
        }
        self.run(domain, front);
    }

    /// All free directions of a sector.
    fn fill_all(&mut self, domain: &Domain, front: PointFront<G::Pace>, corner: CornerId) {
        for side in domain.fan(corner) {
            self.fill_one(domain, front, side);
        }
    }

    /// A corner slows down those who turn, but not those who go straight on along a side. Their root sees its end too, but
    /// maybe through a gap without width between corners on both hands, and there are no windows without width.
    fn pass_on(&mut self, domain: &Domain, node: u32, corner: CornerId) {
        let Node { at, parent, .. } = self.nodes[node as usize];
        let is_at_speed = self.nodes.get(parent as usize).is_none_or(|p| p.layer == 0 && p.at != at);
        if !is_at_speed || !self.tariff.is_slow(corner.0) {
            return;
        }
        for end in domain.fan(corner).flat_map(|side| domain.side_corners(side.next())) {
            let p = domain.point(end);
            if self.side_of_arrival(parent, at, p) == 0.0 && !self.is_back(parent, at, p) {
                if parent < self.first_flat {
                    let front = self.point_front(parent);
                    self.reach(end.0, front.pace, self.cost_on_terms(&front, p), parent);
                } else {
                    let front = self.flat_front(parent);
                    self.reach(end.0, front.pace(), self.cost_on_terms(&front, p), parent);
                }
            }
        }
    }

    /// All of the triangle of a side that starts at the root.
    pub fn fill_one(&mut self, domain: &Domain, front: PointFront<G::Pace>, side: SideId) {
        let [p, q] = domain.side_corners(side.next());
        for end in [p, q] {
            self.reach(end.0, front.pace, front.cost_at(domain.point(end)), front.id);
        }
        self.start(domain, front, side, Window { root: front.id, left: q.0, right: p.0 });
    }

    /// Positive if `p` lies left of the line that arrives at `corner` from its parent.
    fn side_of_arrival(&self, parent: u32, corner: Point, p: Point) -> f64 {
        match self.nodes.get(parent as usize) {
            Some(node) => orient(node.at, corner, p),
            None => {
                let flat = &self.flats[(parent - self.first_flat) as usize];
                along(flat.from, flat.to, corner, p)
            }
        }
    }

    /// `p`, on the line of arrival, lies on the side one came from.
    fn is_back(&self, parent: u32, corner: Point, p: Point) -> bool {
        self.way_back(parent, corner).dot(p - corner) > 0.0
    }

    /// The way from a corner back to its parent.
    pub fn way_back(&self, parent: u32, corner: Point) -> Point {
        match self.nodes.get(parent as usize) {
            Some(node) => node.at - corner,
            None => self.flats[(parent - self.first_flat) as usize].unit.left(),
        }
    }

    /// An outline that goes straight on. Whoever sees this corner sees its end too, but maybe through a gap without width
    /// between corners on both hands, and there are no windows without width.
    fn reach_ahead(&mut self, end: u32, front: PointFront<G::Pace>, is_straight: bool, at: Point) {
        if is_straight {
            self.reach(end, front.pace, front.cost_at(at), front.id);
        }
    }

    /// On one hand only, but at the end of a wall without thickness that was reached along the wall: which of its sides
    /// lies in the shadow cannot be told. Along other outlines everything on the other hand is seen from before.
    fn cast_shadow(&mut self, domain: &Domain, front: PointFront<G::Pace>, corner: CornerId, parent: u32) {
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
    fn shadow_on_left(&mut self, domain: &Domain, front: PointFront<G::Pace>, corner: CornerId, parent: u32) -> bool {
        let mut side = last_side(domain, corner);
        let mut q = domain.side(side.prev()).origin;
        let mut at = domain.point(q);
        let left = self.side_of_arrival(parent, front.at, at);
        // On the line and behind: the end of a wall, reached along the wall.
        if left < 0.0 || left == 0.0 && !self.is_back(parent, front.at, at) {
            self.reach_ahead(q.0, front, left == 0.0, at);
            return false;
        }
        loop {
            self.reach(q.0, front.pace, front.cost_at(at), front.id);
            let p = domain.side(side.next()).origin;
            at = domain.point(p);
            let right = self.side_of_arrival(parent, front.at, at);
            let bound = if right < 0.0 { extension(parent) } else { p.0 };
            self.start(domain, front, side, Window { root: front.id, left: q.0, right: bound });
            if right == 0.0 {
                self.reach(p.0, front.pace, front.cost_at(at), front.id);
            }
            if right <= 0.0 {
                break;
            }
            let Some(before) = domain.twin(side) else {
                self.reach(p.0, front.pace, front.cost_at(at), front.id);
                break;
            };
            (side, q) = (before.next(), p);
        }
        left > 0.0
    }

    /// From the outline that begins the sector, counter-clockwise, until the extension of the arriving leg. True if that
    /// outline lies on the right hand: then the one that ends the sector casts no shadow.
    fn shadow_on_right(&mut self, domain: &Domain, front: PointFront<G::Pace>, corner: CornerId, parent: u32) -> bool {
        let mut side = domain.first_side(corner);
        let mut p = domain.side(side.next()).origin;
        let mut at = domain.point(p);
        let right = self.side_of_arrival(parent, front.at, at);
        if right > 0.0 || right == 0.0 && !self.is_back(parent, front.at, at) {
            self.reach_ahead(p.0, front, right == 0.0, at);
            return false;
        }
        loop {
            self.reach(p.0, front.pace, front.cost_at(at), front.id);
            let q = domain.side(side.prev()).origin;
            at = domain.point(q);
            let left = self.side_of_arrival(parent, front.at, at);
            let bound = if left > 0.0 { extension(parent) } else { q.0 };
            self.start(domain, front, side, Window { root: front.id, left: bound, right: p.0 });
            if left == 0.0 {
                self.reach(q.0, front.pace, front.cost_at(at), front.id);
            }
            if left >= 0.0 {
                break;
            }
            let Some(after) = domain.twin(side.prev()) else {
                self.reach(q.0, front.pace, front.cost_at(at), front.id);
                break;
            };
            (side, p) = (after, q);
        }
        right < 0.0
    }

    /// A window over the side opposite to where `side` starts.
    fn start(&mut self, domain: &Domain, front: PointFront<G::Pace>, side: SideId, window: Window) {
        // Queries know that a triangle is seen from its corners; a search must be told.
        if !G::IS_MAP {
            self.keep(front, Window { left: NONE, right: NONE, ..window }, side.triangle().0);
        }
        self.go_on(domain, front, window, side.next().0);
    }

    /// A point of a source sends windows everywhere.
    pub fn emit_point(&mut self, domain: &Domain, placed: &PlacedPoint) {
        match placed.spot {
            Spot::Inside(triangle) => self.fill_triangle(domain, placed.node, triangle, None),
            Spot::On(side) => {
                for face in domain.faces(side) {
                    self.fill_triangle(domain, placed.node, face.triangle(), Some(face));
                }
            }
            Spot::At(corner) => {
                for sector in domain.sectors(corner) {
                    self.fill_sector(domain, placed.node, sector);
                }
            }
        }
        self.run(domain, self.point_front(placed.node));
    }

    /// A source inside a triangle, or on one of its sides.
    fn fill_triangle(&mut self, domain: &Domain, root: u32, triangle: TriangleId, on: Option<SideId>) {
        let front = self.point_front(root);
        self.keep(front, Window { root, left: NONE, right: NONE }, triangle.0);
        for side in triangle.sides() {
            let [p, q] = domain.side_corners(side);
            self.reach(p.0, front.pace, front.cost_at(domain.point(p)), root);
            if Some(side) != on {
                self.go_on(domain, front, Window { root, left: q.0, right: p.0 }, side.0);
            }
        }
    }

    /// A source at a corner. The corner itself has nothing to add.
    fn fill_sector(&mut self, domain: &Domain, root: u32, sector: CornerId) {
        let front = self.point_front(root);
        self.reach(sector.0, front.pace, front.cost, root);
        // On terms the corner may have more to do: change the speed, or lead around a gate.
        if !G::HAS_TERMS && self.nodes[sector.index()].parent == root {
            self.nodes[sector.index()].is_done = true;
        }
        for side in domain.fan(sector) {
            let window = Window { root, left: NONE, right: NONE };
            self.keep(front, window, side.triangle().0);
            let [p, q] = domain.side_corners(side.next());
            for end in [p, q] {
                self.reach(end.0, front.pace, front.cost_at(domain.point(end)), root);
            }
            self.go_on(domain, front, Window { root, left: q.0, right: p.0 }, side.next().0);
        }
    }
}

/// The side with which a corner's sector ends.
pub(crate) fn last_side(domain: &Domain, corner: CornerId) -> SideId {
    let first = domain.first_side(corner);
    let mut side = first;
    while let Some(after) = domain.twin(side.prev()) {
        if after == first {
            break;
        }
        side = after;
    }
    side
}
