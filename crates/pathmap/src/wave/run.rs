//! Windows on their way: from triangle to triangle, splitting at corners, dropped where they cannot win.
//!
//! A window enters a triangle over one side; the corner opposite is left of it, right of it, or seen, and the window
//! goes on over one of the two other sides, or over both. The [rules](super::rules) keep their number small.

use super::emit::TIE;
use super::front::{Front, Seen, greater};
use super::goal::{Goal, Work};
use super::index::Kept;
use super::pace::Pace;
use super::queue::Item;
use super::rules::is_beaten;
use super::walk::{End, Walk};
use super::window::Window;
use crate::generators::{Bound, Generators, Root, RootKind};
use wayfront_domain::{CornerId, Domain, NO_SIDE, SideId, TriangleId};

impl<G: Goal> Work<G> {
    /// Runs everything on the stack, all from one root.
    pub fn run<F: Front>(&mut self, domain: &Domain, front: F) {
        let limit = self.queue.horizon();
        while let Some((window, side)) = self.stack.pop() {
            let mut walk = self.start_walk(domain, front, window, side);
            while self.enter(domain, front, limit, &mut walk) {}
        }
    }

    #[inline]
    fn start_walk<F: Front>(&self, domain: &Domain, front: F, window: Window, side: SideId) -> Walk<F> {
        let roots = self.generators();
        let (left, right) = (front.ray(roots, window.left), front.ray(roots, window.right));
        let ends = domain.side_corners(side).map(|corner| {
            let seen = front.look_at(self.nodes[corner.index()].at);
            self.end(&front, corner, seen)
        });
        Walk { window, left, right, ends, side }
    }

    /// A corner as an end of a side that windows of a root are about to come over.
    #[inline]
    fn end<F: Front>(&self, front: &F, corner: CornerId, seen: Seen) -> End {
        let node = &self.nodes[front.pace().node(corner).index()];
        // An end that this root reaches itself never beats it. Without branches: they could not be foreseen.
        let own = [f64::NEG_INFINITY, f64::INFINITY][usize::from(node.parent.is(front.id()))];
        let cost = if self.goal.is_passed_only(corner) { f64::INFINITY } else { greater(node.cost, own) };
        End { corner, seen, cost }
    }

    /// Goes on with a window that had run ahead.
    pub fn resume(&mut self, domain: &Domain, window: Window, side: SideId) {
        self.stack.push((window, side));
        match window.root.kind() {
            RootKind::Node(node) => self.run(domain, self.point_front(node)),
            RootKind::Flat(flat) => self.run(domain, self.flat_front(flat)),
        }
    }

    /// A window is about to come over a side into its triangle. Seen from the root, the side starts on the left. Moves
    /// the window on to the next side, if it goes on; a second one is stacked.
    #[inline]
    fn enter<F: Front>(&mut self, domain: &Domain, front: F, limit: f64, walk: &mut Walk<F>) -> bool {
        let [a, b] = &walk.ends;
        if let Some(turn) = self.goal.turn_after(limit, &front, &a.seen, &b.seen) {
            self.queue.push(Item::Window(walk.window, walk.side), turn);
            return false;
        }
        let sides = domain.sides();
        let length = sides[walk.side.index()].length;
        if is_beaten(front, walk, length) && !G::undoes_first_rule(self, &front, walk, length) {
            return false;
        }
        let (triangle, onward, back) = around(walk.side);
        self.keep(front, walk.window, triangle);

        let apex = sides[back.index()].origin;
        let seen = front.look_at(self.nodes[apex.index()].at);
        // Bounds are closed: a corner on a bound is seen, and the window goes on on its inner side only.
        let on_left = self.side(&front, (walk.window.left, &walk.left), &seen);
        if on_left > 0.0 {
            walk.ends[0] = self.end(&front, apex, seen);
            return self.go_over(domain, front, walk, onward);
        }
        let on_right = self.side(&front, (walk.window.right, &walk.right), &seen);
        if on_right < 0.0 {
            walk.ends[1] = self.end(&front, apex, seen);
            return self.go_over(domain, front, walk, back);
        }
        let cost = G::cost_of(self, &front, &seen);
        self.reach(apex, front.pace(), cost, front.id());
        if on_left == 0.0 || on_right == 0.0 {
            G::touch(self, domain, &front, apex, [on_left < 0.0, on_right > 0.0]);
        }
        let (to_left, to_right) = self.split(front, walk, seen.at, cost);
        let (to_left, to_right) = (to_left && on_left < 0.0, to_right && on_right > 0.0);
        if to_left && to_right {
            self.go_on(domain, front, Window { right: Bound::corner(apex), ..walk.window }, back);
        }
        if to_right {
            (walk.window.left, walk.left) = (Bound::corner(apex), front.ray_through(&seen));
            walk.ends[0] = self.end(&front, apex, seen);
            self.go_over(domain, front, walk, onward)
        } else if to_left {
            (walk.window.right, walk.right) = (Bound::corner(apex), front.ray_through(&seen));
            walk.ends[1] = self.end(&front, apex, seen);
            self.go_over(domain, front, walk, back)
        } else {
            false
        }
    }

    /// On which hand of a bound a corner lies. Exact.
    #[inline]
    fn side<F: Front>(&self, front: &F, (bound, ray): (Bound, &F::Ray), seen: &Seen) -> f64 {
        let exactly = || front.side(self.generators(), bound, seen.at);
        front.sure_side(ray, seen).unwrap_or_else(exactly)
    }

    /// A root sees a part of a triangle.
    #[inline]
    pub fn keep<F: Front>(&mut self, front: F, window: Window, triangle: TriangleId) {
        if G::IS_MAP {
            self.kept.push(Kept { window, triangle });
        }
        let generators = Generators { nodes: &self.nodes, flats: &self.flats };
        self.goal.look(triangle, generators, &front, &window);
    }

    /// Stacks a window that leaves over `side`, unless free space ends there.
    #[inline]
    pub fn go_on<F: Front>(&mut self, domain: &Domain, front: F, window: Window, side: SideId) {
        let twin = domain.sides()[side.index()].twin;
        if twin.0 != NO_SIDE {
            self.stack.push((window, twin));
        } else {
            G::stop(self, domain, side, &front, &window);
        }
    }

    /// Moves a window on over `side` of its triangle, unless free space ends there.
    #[inline]
    fn go_over<F: Front>(&mut self, domain: &Domain, front: F, walk: &mut Walk<F>, side: SideId) -> bool {
        walk.side = domain.sides()[side.index()].twin;
        if walk.side.0 == NO_SIDE {
            G::stop(self, domain, side, &front, &walk.window);
        }
        walk.side.0 != NO_SIDE
    }

    /// A corner is seen at some cost.
    #[inline]
    pub fn reach(&mut self, corner: CornerId, pace: impl Pace, cost: f64, root: Root) {
        let at = self.goal.arrival(&pace, corner);
        let node = &mut self.nodes[at.index()];
        if cost < node.cost {
            let (before, other) = (node.cost, node.parent);
            if !G::IS_MAP && node.parent.is_none() {
                self.touched.push(corner);
            }
            // Searches may pass over what waits for a later turn than it has.
            let waits = G::IS_MAP && !node.is_done && self.queue.is_same_turn(node.cost, cost);
            node.cost = cost;
            node.parent = root.into();
            node.is_done = false;
            let (turn, bends) = (self.goal.turn(node.at, cost), node.bends);
            self.goal.reach(corner, cost, root);
            if bends && !waits && turn < self.goal.end() {
                self.queue.push(Item::Node(at), turn);
            }
            if self.has_ties && before <= cost * TIE {
                self.note_tie(at, other);
            }
            G::follow(self, at);
        } else if self.has_ties && cost <= node.cost * TIE && !node.parent.is(root) {
            self.note_tie(at, root.into());
        }
    }
}

/// The triangle of a side, the side after it, and the one before it.
#[inline]
fn around(SideId(side): SideId) -> (TriangleId, SideId, SideId) {
    // One division for all three.
    let triangle = side / 3;
    let first = 3 * triangle;
    let next = if side == first + 2 { first } else { side + 1 };
    let back = if side == first { first + 2 } else { side - 1 };
    (TriangleId(triangle), SideId(next), SideId(back))
}
