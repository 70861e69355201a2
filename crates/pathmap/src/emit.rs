//! Where windows begin: at sources, and at corners that paths bend around.

use crate::front::{Flat, FlatFront, Front, NONE, Window};
use crate::placed::{Piece, PlacedPoint};
use crate::run::{Kept, Work, extension};
use wayfront_domain::{CornerId, Domain, SideId, Spot, TriangleId};
use wayfront_geometry::{Point, across, along, orient};

impl Work {
    /// A corner sends windows into its shadow: the free directions between the extension of the leg by which it was
    /// reached and the outline that it bends around, on either side.
    pub fn emit_corner(&mut self, domain: &Domain, corner: u32) {
        let parent = self.nodes[corner as usize].parent;
        self.shadow_on_left(domain, corner, parent);
        self.shadow_on_right(domain, corner, parent);
        self.run(domain, self.point_front(corner));
    }

    /// Positive if `p` lies left of the line that arrives at `corner` from its parent.
    fn side_of_arrival(&self, parent: u32, corner: Point, p: Point) -> f64 {
        match self.nodes.get(parent as usize) {
            Some(node) => orient(node.at, corner, p),
            None => {
                let flat = &self.flats[parent as usize - self.nodes.len()];
                along(flat.from, flat.to, corner, p)
            }
        }
    }

    /// `p`, on the line of arrival, lies on the side one came from.
    fn is_back(&self, parent: u32, corner: Point, p: Point) -> bool {
        let from = match self.nodes.get(parent as usize) {
            Some(node) => node.at - corner,
            None => self.flats[parent as usize - self.nodes.len()].unit.left(),
        };
        from.dot(p - corner) > 0.0
    }

    /// From the outline that ends the sector, clockwise, until the extension of the arriving leg.
    fn shadow_on_left(&mut self, domain: &Domain, corner: u32, parent: u32) {
        let here = self.nodes[corner as usize].at;
        let mut side = last_side(domain, CornerId(corner));
        let left_point = |side: SideId| domain.side(side.prev()).origin;
        let mut left = self.side_of_arrival(parent, here, domain.point(left_point(side)));
        // On the line and behind: the end of a wall, reached along the wall.
        if left < 0.0 || left == 0.0 && !self.is_back(parent, here, domain.point(left_point(side))) {
            return;
        }
        loop {
            let (p, q) = (domain.side(side.next()).origin, left_point(side));
            let right = self.side_of_arrival(parent, here, domain.point(p));
            let bound = if right < 0.0 { extension(parent) } else { p.0 };
            self.start(domain, corner, side, Window { root: corner, left: q.0, right: bound });
            if right <= 0.0 {
                return;
            }
            left = right;
            debug_assert!(left > 0.0);
            let Some(before) = domain.twin(side) else { return };
            side = before.next();
        }
    }

    /// From the outline that begins the sector, counter-clockwise, until the extension of the arriving leg.
    fn shadow_on_right(&mut self, domain: &Domain, corner: u32, parent: u32) {
        let here = self.nodes[corner as usize].at;
        let mut side = domain.first_side(CornerId(corner));
        let right_point = |side: SideId| domain.side(side.next()).origin;
        let right = self.side_of_arrival(parent, here, domain.point(right_point(side)));
        if right > 0.0 || right == 0.0 && !self.is_back(parent, here, domain.point(right_point(side))) {
            return;
        }
        loop {
            let (p, q) = (right_point(side), domain.side(side.prev()).origin);
            let left = self.side_of_arrival(parent, here, domain.point(q));
            let bound = if left > 0.0 { extension(parent) } else { q.0 };
            self.start(domain, corner, side, Window { root: corner, left: bound, right: p.0 });
            if left >= 0.0 {
                return;
            }
            let Some(after) = domain.twin(side.prev()) else { return };
            side = after;
        }
    }

    /// A window over the side opposite to where `side` starts; the corners that bound it are reached.
    fn start(&mut self, domain: &Domain, root: u32, side: SideId, window: Window) {
        let front = self.point_front(root);
        let [p, q] = domain.side_corners(side.next());
        for (end, bound) in [(p, window.right), (q, window.left)] {
            if end.0 == bound {
                self.reach(domain, end.0, front.cost_at(domain.point(end)), root);
            }
        }
        self.go_on(domain.sides(), window, side.next().0);
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
        self.kept.push(Kept { window: Window { root, left: NONE, right: NONE }, triangle: triangle.0 });
        let front = self.point_front(root);
        for side in triangle.sides() {
            let [p, q] = domain.side_corners(side);
            self.reach(domain, p.0, front.cost_at(domain.point(p)), root);
            if Some(side) != on {
                self.go_on(domain.sides(), Window { root, left: q.0, right: p.0 }, side.0);
            }
        }
    }

    /// A source at a corner. The corner itself has nothing to add.
    fn fill_sector(&mut self, domain: &Domain, root: u32, sector: CornerId) {
        let front = self.point_front(root);
        self.reach(domain, sector.0, front.cost, root);
        if self.nodes[sector.index()].parent == root {
            self.nodes[sector.index()].is_done = 1;
        }
        for side in domain.fan(sector) {
            let [p, q] = domain.side_corners(side.next());
            for end in [p, q] {
                self.reach(domain, end.0, front.cost_at(domain.point(end)), root);
            }
            self.go_on(domain.sides(), Window { root, left: q.0, right: p.0 }, side.next().0);
        }
    }

    /// The flat fronts of a straight piece of a source, to both of its sides.
    ///
    /// In each triangle that the piece crosses, every point whose foot lies on the piece sees its foot: going straight
    /// down from it one meets the piece, or a side that the piece crosses, beyond which the same holds. So the front
    /// leaves these triangles over the sides that are not crossed, bounded by corners and by the ends of the piece.
    pub fn emit_piece(&mut self, domain: &Domain, piece: &Piece, triangles: &[TriangleId]) {
        for front_number in [piece.flats, piece.flats + 1] {
            let id = self.nodes.len() as u32 + front_number;
            let flat = self.flats[front_number as usize];
            // Seen along the rays, the piece's end lies on the right hand of the first front, on the left of the other.
            let forwards = front_number == piece.flats;
            let (left, right) = if forwards { (piece.to, piece.from) } else { (piece.from, piece.to) };
            let front = FlatFront { id, flat };
            let strip = Window { root: id, left, right };
            for &triangle in triangles {
                if forwards {
                    self.kept.push(Kept { window: strip, triangle: triangle.0 });
                }
                self.leave_triangle(domain, front, strip, triangle);
            }
            self.run(domain, front);
        }
    }

    fn leave_triangle(&mut self, domain: &Domain, front: FlatFront, strip: Window, triangle: TriangleId) {
        for side in triangle.sides() {
            let [p, q] = domain.side_corners(side);
            let inside = self.place_in_strip(front, strip, domain.point(p)) == Place::Between;
            if inside && is_ahead(&front.flat, domain.point(p)) >= 0.0 {
                self.reach(domain, p.0, front.cost_at(domain.point(p)), front.id);
            }
            if let Some(window) = self.window_over(front, strip, [p, q], [domain.point(p), domain.point(q)]) {
                self.go_on(domain.sides(), window, side.0);
            }
        }
    }

    /// The part of a side, from `p` (on the right hand) to `q`, over which the front leaves a triangle that its piece
    /// crosses.
    fn window_over(&self, front: FlatFront, strip: Window, ids: [CornerId; 2], ends: [Point; 2]) -> Option<Window> {
        let [p, q] = ends;
        let (ahead_p, ahead_q) = (is_ahead(&front.flat, p), is_ahead(&front.flat, q));
        if ahead_p <= 0.0 && ahead_q <= 0.0 {
            return None;
        }
        // Where the side leaves the front's half of the plane, the piece ends before it, or crosses it.
        let mut nearer = NONE;
        if ahead_p < 0.0 || ahead_q < 0.0 {
            let [left, right] = [strip.left, strip.right].map(|n| self.nodes[n as usize].at);
            if orient(p, q, left) < 0.0 || orient(p, q, right) < 0.0 {
                return None;
            }
            nearer = if across(p, q, left, right) > 0.0 { strip.left } else { strip.right };
        }
        let bound = |ahead: f64, id: CornerId, at: Point| {
            if ahead < 0.0 {
                return nearer;
            }
            match self.place_in_strip(front, strip, at) {
                Place::Left => strip.left,
                Place::Right => strip.right,
                Place::Between => id.0,
            }
        };
        let (right, left) = (bound(ahead_p, ids[0], p), bound(ahead_q, ids[1], q));
        let is_open = front.side(self.roots(), right, self.nodes[left as usize].at) > 0.0;
        is_open.then_some(Window { left, right, ..strip })
    }

    fn place_in_strip(&self, front: FlatFront, strip: Window, p: Point) -> Place {
        if front.side(self.roots(), strip.left, p) > 0.0 {
            Place::Left
        } else if front.side(self.roots(), strip.right, p) < 0.0 {
            Place::Right
        } else {
            Place::Between
        }
    }
}

/// Where a point lies relative to a strip of parallel rays.
#[derive(PartialEq, Eq)]
enum Place {
    Left,
    Between,
    Right,
}

/// Positive where the front's rays go, negative behind it.
fn is_ahead(flat: &Flat, p: Point) -> f64 {
    -orient(flat.from, flat.to, p)
}

/// The side with which a corner's sector ends.
fn last_side(domain: &Domain, corner: CornerId) -> SideId {
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
