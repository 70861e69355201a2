//! Where windows of segments begin: a straight piece of a source sends flat fronts to both of its sides.

use crate::generators::{Bound, Flat};
use crate::sources::Piece;
use crate::wave::front::{FlatFront, Front};
use crate::wave::goal::{Goal, Work};
use crate::wave::window::Window;
use wayfront_domain::{CornerId, Domain, TriangleId};
use wayfront_geometry::{Point, across, along, orient};

impl<G: Goal> Work<G> {
    /// The flat fronts of a straight piece of a source, to both of its sides.
    ///
    /// Look from a point in a triangle that the piece crosses straight down at its foot on the piece. The way leaves
    /// the triangle over the piece, or over a side that the piece crosses, into the next triangle; or over a side that
    /// is not crossed and hangs over the piece, which may be closed. Such a side's lower end limits the strip in which
    /// feet are seen: in its own triangle, and in those from which one looks down through it. So the front leaves the
    /// crossed triangles over the sides that are not crossed, bounded by corners and by the ends of the piece.
    pub fn emit_piece(&mut self, domain: &Domain, piece: &Piece, triangles: &[TriangleId]) {
        for forwards in [true, false] {
            let id = if forwards { piece.flats } else { piece.flats.plus(1) };
            let front = self.flat_front(id);
            // Seen along the rays, the end of the piece lies on the left hand of the first front, on the right of the
            // other.
            let (left, right) = if forwards { (piece.to, piece.from) } else { (piece.from, piece.to) };
            let whole = Window { root: id.into(), left: Bound::through(left), right: Bound::through(right) };
            // From the right hand to the left.
            let mut order = std::mem::take(&mut self.strips);
            order.clear();
            order.extend(triangles.iter().map(|&t| (t, whole)));
            if !forwards {
                order.reverse();
            }
            self.limit_strips(domain, front, whole, &mut order);
            for &(triangle, strip) in &order {
                if front.side(self.generators(), strip.right, self.nodes[strip.left.slot()].at) > 0.0 {
                    self.keep(front, strip, triangle);
                    self.leave_triangle(domain, Strip { front, whole, seen: strip }, triangle);
                }
            }
            self.strips = order;
            self.run(domain, front);
        }
    }

    /// Narrows the strip of each triangle by the overhanging sides below it.
    fn limit_strips(&self, domain: &Domain, front: FlatFront, whole: Window, order: &mut [(TriangleId, Window)]) {
        // A limit on the right hand holds for the triangles on the left of it, and the other way round.
        let mut right = whole.right;
        for (triangle, strip) in order.iter_mut() {
            for low in overhangs(domain, &front.flat, *triangle).filter(|o| o.is_on_right) {
                if front.side(self.generators(), right, domain.point(low.end)) > 0.0 {
                    right = Bound::corner(low.end);
                }
            }
            strip.right = right;
        }
        let mut left = whole.left;
        for (triangle, strip) in order.iter_mut().rev() {
            for low in overhangs(domain, &front.flat, *triangle).filter(|o| !o.is_on_right) {
                if front.side(self.generators(), left, domain.point(low.end)) < 0.0 {
                    left = Bound::corner(low.end);
                }
            }
            strip.left = left;
        }
    }

    pub fn leave_triangle(&mut self, domain: &Domain, strip: Strip, triangle: TriangleId) {
        let front = strip.front;
        for side in triangle.sides() {
            let [p, q] = domain.side_corners(side);
            let inside = self.place_in_strip(strip, domain.point(p)) == Place::Between;
            if inside && front.flat.is_ahead(domain.point(p)) >= 0.0 {
                self.reach(p, front.pace(), front.cost_at(domain.point(p)), front.id.into());
            }
            if let Some(window) = self.window_over(strip, [p, q], [domain.point(p), domain.point(q)]) {
                self.go_on(domain, front, window, side);
            }
        }
    }

    /// The part of a side, from `p` (on the right hand) to `q`, over which the front leaves a triangle that its piece
    /// crosses.
    fn window_over(&self, strip: Strip, ids: [CornerId; 2], ends: [Point; 2]) -> Option<Window> {
        let [p, q] = ends;
        let (front, seen) = (strip.front, strip.seen);
        let (ahead_p, ahead_q) = (front.flat.is_ahead(p), front.flat.is_ahead(q));
        if ahead_p <= 0.0 && ahead_q <= 0.0 {
            return None;
        }
        // Where the side leaves the front's half of the plane, the piece ends before it, or crosses it.
        let mut nearer = Bound::NONE;
        if ahead_p < 0.0 || ahead_q < 0.0 {
            let [left, right] = [strip.whole.left, strip.whole.right].map(|n| self.nodes[n.slot()].at);
            if orient(p, q, left) < 0.0 || orient(p, q, right) < 0.0 {
                return None;
            }
            nearer = if across(p, q, left, right) > 0.0 { seen.left } else { seen.right };
        }
        let bound = |ahead: f64, id: CornerId, at: Point| {
            if ahead < 0.0 {
                return nearer;
            }
            match self.place_in_strip(strip, at) {
                Place::Left => seen.left,
                Place::Right => seen.right,
                Place::Between => Bound::corner(id),
            }
        };
        let (right, left) = (bound(ahead_p, ids[0], p), bound(ahead_q, ids[1], q));
        let is_open = front.side(self.generators(), right, self.nodes[left.slot()].at) > 0.0;
        is_open.then_some(Window { left, right, ..seen })
    }

    fn place_in_strip(&self, strip: Strip, p: Point) -> Place {
        if strip.front.side(self.generators(), strip.seen.left, p) > 0.0 {
            Place::Left
        } else if strip.front.side(self.generators(), strip.seen.right, p) < 0.0 {
            Place::Right
        } else {
            Place::Between
        }
    }
}

/// What a triangle that a piece of a source crosses sees of the piece.
#[derive(Clone, Copy)]
pub(crate) struct Strip {
    pub front: FlatFront,
    /// From end to end of the piece.
    pub whole: Window,
    /// What is not hidden by overhanging sides.
    pub seen: Window,
}

/// Where a point lies relative to a strip of parallel rays.
#[derive(PartialEq, Eq)]
enum Place {
    Left,
    Between,
    Right,
}

/// A side that hangs over the piece whose front is looked along.
struct Overhang {
    /// Its lower end.
    end: CornerId,
    /// It rises to the right hand.
    is_on_right: bool,
}

/// The sides of a triangle over which the front's rays come in, both ends being ahead of the front.
fn overhangs<'a>(domain: &'a Domain, flat: &'a Flat, triangle: TriangleId) -> impl Iterator<Item = Overhang> + 'a {
    triangle.sides().into_iter().filter_map(move |side| {
        let [p, q] = domain.side_corners(side);
        let (a, b) = (domain.point(p), domain.point(q));
        // From inside, a side over which rays leave has its start on the right hand; here it is on the left.
        let is_low = along(flat.from, flat.to, a, b) < 0.0;
        if !is_low || flat.is_ahead(a) < 0.0 || flat.is_ahead(b) < 0.0 {
            return None;
        }
        let rise = across(flat.from, flat.to, a, b);
        // Ahead is to the right of the segment's direction: the height falls as the cross product grows.
        match rise {
            r if r < 0.0 => Some(Overhang { end: p, is_on_right: true }),
            r if r > 0.0 => Some(Overhang { end: q, is_on_right: false }),
            _ => None,
        }
    })
}
