//! Windows on their way: from triangle to triangle, splitting at corners, dropped where they cannot win.
//!
//! A window enters a triangle over one side; the corner opposite is left of it, right of it, or seen, and the window
//! goes on over one of the two other sides, or over both. Two rules of constant cost keep their number linear in
//! practice:
//!
//! 1. *An end of the side is cheaper.* Walking from an end `a` of the entered side along it costs `d(a) + |a x|` at `x`.
//!    A window's advantage over that only grows away from `a`; so if `a` wins at the window's far bound, it wins
//!    everywhere, and the window is dropped.
//! 2. *One angle, one split* (Xin and Wang 2009). Of the windows that come over the same side and see the same opposite
//!    corner, only the one that reaches it cheapest goes on on both sides. Any other goes on only on the side it comes
//!    from: on the way to the other side it would cross the cheapest's ray. Not if the cheapest is a source, which may
//!    lie inside the other's cone.
//!
//! Both compare costs with a margin: a window that may win is kept.

use crate::front::{BEHIND, FlatFront, Front, NONE, PointFront, Roots, Window};
use crate::front::{Flat, Node};
use crate::queue::{Item, Queue};
use wayfront_domain::{Domain, NO_SIDE, Side, TriangleId};

/// Share of a cost by which one must be lower to count as lower, so that rounding never decides.
const MARGIN: f64 = 1e-13;

/// The cheapest way in which windows over a side reached the corner opposite.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Split {
    pub cost: f64,
    pub root: u32,
}

/// A window and the triangle it entered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kept {
    pub window: Window,
    pub triangle: u32,
}

/// Everything that a build works on. Its memory is kept from build to build.
#[derive(Debug, Default)]
pub(crate) struct Work {
    /// Corners, then points of sources.
    pub nodes: Vec<Node>,
    pub flats: Vec<Flat>,
    pub kept: Vec<Kept>,
    pub queue: Queue,
    /// Windows about to enter over a side.
    pub stack: Vec<(Window, u32)>,
    /// The triangles that a piece of a source crosses, each with what it sees of the piece.
    pub strips: Vec<(TriangleId, Window)>,
    splits: Vec<Split>,
    corners: u32,
}

#[inline]
fn next(side: u32) -> u32 {
    if side % 3 == 2 { side - 2 } else { side + 1 }
}

#[inline]
fn prev(side: u32) -> u32 {
    if side.is_multiple_of(3) { side + 2 } else { side - 1 }
}

impl Work {
    /// Forgets the last build: corners without cost, no windows.
    pub fn restart(&mut self, domain: &Domain) {
        let fresh = |at| Node { at, cost: f64::INFINITY, parent: NONE, is_done: 0 };
        self.nodes.clear();
        self.nodes.extend(domain.corner_points().iter().map(|&at| fresh(at)));
        self.corners = domain.corner_count() as u32;
        self.flats.clear();
        self.kept.clear();
        self.stack.clear();
        self.splits.clear();
        self.splits.resize(domain.sides().len(), Split { cost: f64::INFINITY, root: NONE });
    }

    #[inline]
    pub fn roots(&self) -> Roots<'_> {
        Roots { nodes: &self.nodes, flats: &self.flats }
    }

    /// A node as the root of windows.
    pub fn point_front(&self, id: u32) -> PointFront {
        let node = &self.nodes[id as usize];
        PointFront { id, at: node.at, cost: node.cost }
    }

    /// Runs everything on the stack, all from one root.
    pub fn run<F: Front>(&mut self, domain: &Domain, front: F) {
        while let Some((window, side)) = self.stack.pop() {
            self.enter(domain, front, window, side);
        }
    }

    /// Goes on with a window that had run ahead.
    pub fn resume(&mut self, domain: &Domain, window: Window, side: u32) {
        self.stack.push((window, side));
        let first_flat = self.nodes.len() as u32;
        if window.root < first_flat {
            self.run(domain, self.point_front(window.root));
        } else {
            let flat = self.flats[(window.root - first_flat) as usize];
            self.run(domain, FlatFront { id: window.root, flat });
        }
    }

    /// A window is about to come over `side` into its triangle. Seen from the root, the side starts on the left.
    #[inline]
    fn enter<F: Front>(&mut self, domain: &Domain, front: F, window: Window, side: u32) {
        let sides = domain.sides();
        let (onward, back) = (next(side), prev(side));
        let left_end = sides[side as usize].origin.0;
        let right_end = sides[onward as usize].origin.0;
        let apex = sides[back as usize].origin.0;
        let (a, b) = (self.nodes[left_end as usize], self.nodes[right_end as usize]);
        if let Some(least) = front.least_cost_above(self.queue.horizon(), a.at, b.at) {
            self.queue.push(Item::Window(window, side), least);
            return;
        }
        if self.is_beaten(front, window, (left_end, &a), (right_end, &b)) {
            return;
        }
        self.kept.push(Kept { window, triangle: side / 3 });

        let p = self.nodes[apex as usize].at;
        let roots = self.roots();
        // Bounds are closed: a corner on a bound is seen, and the window goes on on its inner side only.
        let on_left = front.side(roots, window.left, p);
        if on_left > 0.0 {
            return self.go_on(sides, window, onward);
        }
        let on_right = front.side(roots, window.right, p);
        if on_right < 0.0 {
            return self.go_on(sides, window, back);
        }
        let cost = front.cost_at(p);
        self.reach(domain, apex, cost, front.id());
        let (to_left, to_right) = self.split(front, side, apex, cost);
        if on_left < 0.0 && to_left {
            self.go_on(sides, Window { right: apex, ..window }, back);
        }
        if on_right > 0.0 && to_right {
            self.go_on(sides, Window { left: apex, ..window }, onward);
        }
    }

    /// Stacks a window that leaves over `side`, unless the way is blocked.
    #[inline]
    pub fn go_on(&mut self, sides: &[Side], window: Window, side: u32) {
        let twin = sides[side as usize].twin.0;
        if twin != NO_SIDE {
            self.stack.push((window, twin));
        }
    }

    /// A corner is seen at some cost.
    #[inline]
    pub fn reach(&mut self, domain: &Domain, corner: u32, cost: f64, root: u32) {
        let node = &mut self.nodes[corner as usize];
        if cost < node.cost {
            node.cost = cost;
            node.parent = root;
            node.is_done = 0;
            if domain.bends(wayfront_domain::CornerId(corner)) {
                self.queue.push(Item::Node(corner), cost);
            }
        }
    }

    /// Rule 1: walking along the side from one of its ends is cheaper wherever the window crosses it.
    #[inline]
    fn is_beaten<F: Front>(&self, front: F, window: Window, left: (u32, &Node), right: (u32, &Node)) -> bool {
        let ((left_end, a), (right_end, b)) = (left, right);
        let edge = b.at - a.at;
        let root = front.id();
        let check_left = a.parent != root && a.cost < f64::INFINITY;
        let check_right = b.parent != root && b.cost < f64::INFINITY;
        if !check_left && !check_right {
            return false;
        }
        let length = edge.length();
        let roots = self.roots();
        if check_left {
            let far = if window.right == right_end { 1.0 } else { self.far(front, roots, window.right, a, edge, 1.0) };
            if a.cost + length * far < front.cost_on(a.at, edge, far) * (1.0 - MARGIN) {
                return true;
            }
        }
        if check_right {
            let far = if window.left == left_end { 0.0 } else { self.far(front, roots, window.left, a, edge, 0.0) };
            if b.cost + length * (1.0 - far) < front.cost_on(a.at, edge, far) * (1.0 - MARGIN) {
                return true;
            }
        }
        false
    }

    /// Where a bound crosses the side, or the side's end beyond it, if that cannot be computed well.
    #[inline]
    fn far<F: Front>(
        &self,
        front: F,
        roots: Roots,
        bound: u32,
        a: &Node,
        edge: wayfront_geometry::Point,
        end: f64,
    ) -> f64 {
        front.meets(roots, bound, a.at, edge).map_or(end, |t| t.clamp(0.0, 1.0))
    }

    /// Rule 2: on which sides of the seen corner the window goes on.
    #[inline]
    fn split<F: Front>(&mut self, front: F, side: u32, apex: u32, cost: f64) -> (bool, bool) {
        let best = self.splits[side as usize];
        if cost < best.cost {
            self.splits[side as usize] = Split { cost, root: front.id() };
            return (true, true);
        }
        if best.root >= self.corners || cost * (1.0 - MARGIN) <= best.cost {
            return (true, true);
        }
        let from = front.comes_from(self.nodes[best.root as usize].at, self.nodes[apex as usize].at);
        (from >= 0.0, from <= 0.0)
    }
}

/// A bound as it is seen from a root that the ray reached from `parent`.
pub(crate) fn extension(parent: u32) -> u32 {
    parent | BEHIND
}
