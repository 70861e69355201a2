//! Windows on their way: from triangle to triangle, splitting at corners, dropped where they cannot win.
//!
//! A window enters a triangle over one side; the corner opposite is left of it, right of it, or seen, and the window
//! goes on over one of the two other sides, or over both. Two rules of constant cost keep their number linear in
//! practice:
//!
//! 1. *The ends of the side are cheaper.* Walking from an end `a` of the entered side along it costs `d(a) + |a x|` at
//!    `x`. A window's advantage over that only grows away from `a`: if `a` wins at `x`, it wins between `a` and `x`. So
//!    if both ends win at the point where they cost the same, they win everywhere; and if that point lies outside the
//!    window, its bound nearest to that point decides.
//! 2. *One angle, one split* (Xin and Wang 2009). Of the windows that come over the same side and see the same opposite
//!    corner, only the one that reaches it cheapest goes on on both sides. Any other goes on only on the side it comes
//!    from: on the way to the other side it would cross the cheapest's ray. Not if the cheapest is a source, which may
//!    lie inside the other's cone.
//!
//! Both compare costs with a margin: a window that may win is kept.

mod walk;

pub(crate) use walk::{Walk, is_beaten_apart};

use crate::dodge::Dodgers;
use crate::front::{
    BEHIND, Flat, FlatFront, Front, MARGIN, NONE, Node, Pace, PointFront, Roots, Seen, Window, greater,
};
use crate::goal::Goal;
use crate::queue::{Item, Queue};
use crate::shelf::Shelf;
use crate::tariff::Tariff;
use walk::{End, is_beaten};
use wayfront_domain::{Domain, NO_SIDE, SideId, TriangleId};
use wayfront_geometry::Point;

/// The cheapest way in which windows over a side reached the corner opposite.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Split {
    pub cost: f64,
    pub root: u32,
}

const NO_SPLIT: Split = Split { cost: f64::INFINITY, root: NONE };

/// A window and the triangle it entered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kept {
    pub window: Window,
    pub triangle: u32,
}

/// Everything that a build works on. Its memory is kept from build to build.
#[derive(Debug, Default)]
pub(crate) struct Work<G> {
    pub goal: G,
    pub tariff: Tariff,
    /// Corners, then points of sources; on terms also the corners of further layers, then copies of roots.
    pub nodes: Vec<Node>,
    pub flats: Vec<Flat>,
    /// Number of the first flat front.
    pub first_flat: u32,
    pub kept: Vec<Kept>,
    pub queue: Queue,
    /// Windows about to enter over a side.
    pub stack: Vec<(Window, u32)>,
    /// The triangles that a piece of a source crosses, each with what it sees of the piece.
    pub strips: Vec<(TriangleId, Window)>,
    /// Who keeps away from slow corners.
    pub dodgers: Dodgers,
    pub shelf: Shelf,
    splits: Vec<Split>,
    /// What a search has to put back: corners reached, and sides with a split.
    touched: Vec<u32>,
    touched_sides: Vec<u32>,
    pub corners: u32,
    sides: usize,
}

impl<G: Goal> Work<G> {
    /// Forgets the last build: corners without cost, no windows.
    pub fn restart(&mut self, domain: &Domain) {
        let corners = domain.corner_points().iter().zip(domain.bending());
        self.nodes.clear();
        self.nodes.extend(corners.map(|(&at, &bends)| Node::unreached(at, bends, 0)));
        self.corners = domain.corner_count() as u32;
        self.flats.clear();
        self.kept.clear();
        self.stack.clear();
        self.splits.clear();
        let layers = if G::HAS_TERMS { self.tariff.layers().len() } else { 1 };
        self.sides = domain.sides().len();
        self.splits.resize(layers * self.sides, NO_SPLIT);
        if G::HAS_SPEEDS {
            self.dodgers.restart(self.tariff.hindrances.slow_count(), self.sides);
        }
        self.touched.clear();
        self.touched_sides.clear();
    }

    /// Forgets the last search, putting back only what it touched.
    pub fn put_back(&mut self) {
        self.nodes.truncate(self.corners as usize);
        for corner in self.touched.drain(..) {
            let node = &mut self.nodes[corner as usize];
            *node = Node::unreached(node.at, node.bends, node.layer);
        }
        for side in self.touched_sides.drain(..) {
            self.splits[side as usize] = NO_SPLIT;
        }
        self.stack.clear();
    }

    #[inline]
    pub fn roots(&self) -> Roots<'_> {
        Roots { nodes: &self.nodes, flats: &self.flats, first_flat: self.first_flat }
    }

    /// A node as the root of windows.
    pub fn point_front(&self, id: u32) -> PointFront<G::Pace> {
        let node = &self.nodes[id as usize];
        PointFront { id, at: node.at, cost: node.cost, pace: G::pace(&self.tariff, node.layer) }
    }

    /// A flat front as the root of windows.
    pub fn flat_front(&self, id: u32) -> FlatFront {
        FlatFront { id, flat: self.flats[(id - self.first_flat) as usize] }
    }

    /// Runs everything on the stack, all from one root.
    pub fn run<F: Front>(&mut self, domain: &Domain, front: F) {
        let limit = self.queue.horizon();
        while let Some((window, side)) = self.stack.pop() {
            let mut walk = self.start_walk(domain, front, window, side);
            while self.enter(domain, front, limit, &mut walk) {}
        }
    }

    #[inline]
    fn start_walk<F: Front>(&self, domain: &Domain, front: F, window: Window, side: u32) -> Walk<F> {
        let roots = self.roots();
        let (left, right) = (front.ray(roots, window.left), front.ray(roots, window.right));
        let ends = domain.side_corners(SideId(side)).map(|corner| {
            let seen = front.look_at(self.nodes[corner.index()].at);
            self.end(&front, corner.0, seen)
        });
        Walk { window, left, right, ends, side }
    }

    /// A corner as an end of a side that windows of a root are about to come over.
    #[inline]
    fn end<F: Front>(&self, front: &F, corner: u32, seen: Seen) -> End {
        let node = &self.nodes[(front.pace().first() + corner) as usize];
        // An end that this root reaches itself never beats it. Without branches: they could not be foreseen.
        let own = [f64::NEG_INFINITY, f64::INFINITY][usize::from(node.parent == front.id())];
        End { corner, seen, cost: greater(node.cost, own) }
    }

    /// Goes on with a window that had run ahead.
    pub fn resume(&mut self, domain: &Domain, window: Window, side: u32) {
        self.stack.push((window, side));
        if window.root < self.first_flat {
            self.run(domain, self.point_front(window.root));
        } else {
            self.run(domain, self.flat_front(window.root));
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
        let length = sides[walk.side as usize].length;
        if is_beaten(front, walk, length) && !(G::HAS_TERMS && self.is_hindered(&front, walk, length)) {
            return false;
        }
        let (triangle, onward, back) = around(walk.side);
        self.keep(front, walk.window, triangle);

        let apex = sides[back as usize].origin.0;
        let seen = front.look_at(self.nodes[apex as usize].at);
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
        let cost = if G::HAS_GATES { self.cost_on_terms(&front, seen.at) } else { front.cost_of(&seen) };
        self.reach(apex, front.pace(), cost, front.id());
        let (to_left, to_right) = self.split(front, walk, seen.at, cost);
        let (to_left, to_right) = (to_left && on_left < 0.0, to_right && on_right > 0.0);
        if to_left && to_right {
            self.go_on(domain, front, Window { right: apex, ..walk.window }, back);
        }
        if to_right {
            (walk.window.left, walk.left) = (apex, front.ray_through(&seen));
            walk.ends[0] = self.end(&front, apex, seen);
            self.go_over(domain, front, walk, onward)
        } else if to_left {
            (walk.window.right, walk.right) = (apex, front.ray_through(&seen));
            walk.ends[1] = self.end(&front, apex, seen);
            self.go_over(domain, front, walk, back)
        } else {
            false
        }
    }

    /// On which hand of a bound a corner lies. Exact.
    #[inline]
    fn side<F: Front>(&self, front: &F, (bound, ray): (u32, &F::Ray), seen: &Seen) -> f64 {
        let exactly = || front.side(self.roots(), bound, seen.at);
        front.sure_side(ray, seen).unwrap_or_else(exactly)
    }

    /// A root sees a part of a triangle.
    #[inline]
    pub fn keep<F: Front>(&mut self, front: F, window: Window, triangle: u32) {
        if G::IS_MAP {
            self.kept.push(Kept { window, triangle });
        }
        let roots = Roots { nodes: &self.nodes, flats: &self.flats, first_flat: self.first_flat };
        self.goal.look(triangle, roots, &front, &window);
    }

    /// Stacks a window that leaves over `side`, unless the way is blocked.
    #[inline]
    pub fn go_on<F: Front>(&mut self, domain: &Domain, front: F, window: Window, side: u32) {
        let twin = domain.sides()[side as usize].twin.0;
        if twin != NO_SIDE {
            self.stack.push((window, twin));
        } else if G::HAS_GATES {
            self.pass(domain, window, side);
        } else if G::MINDS_OUTLINES {
            self.stop(domain, side, &front, &window);
        }
    }

    /// Moves a window on over `side` of its triangle, unless the way is blocked.
    #[inline]
    fn go_over<F: Front>(&mut self, domain: &Domain, front: F, walk: &mut Walk<F>, side: u32) -> bool {
        walk.side = domain.sides()[side as usize].twin.0;
        if G::HAS_GATES && walk.side == NO_SIDE {
            self.pass(domain, walk.window, side);
        } else if G::MINDS_OUTLINES && walk.side == NO_SIDE {
            self.stop(domain, side, &front, &walk.window);
        }
        walk.side != NO_SIDE
    }

    /// A window ends at an outline.
    fn stop<F: Front>(&mut self, domain: &Domain, side: u32, front: &F, window: &Window) {
        let roots = Roots { nodes: &self.nodes, flats: &self.flats, first_flat: self.first_flat };
        self.goal.stop(domain, side, roots, front, window);
    }

    /// A corner is seen at some cost.
    #[inline]
    pub fn reach(&mut self, corner: u32, pace: impl Pace, cost: f64, root: u32) {
        let at = if G::HAS_SPEEDS { self.tariff.arrival(pace.layer(), corner) } else { corner };
        let node = &mut self.nodes[at as usize];
        if cost < node.cost {
            if !G::IS_MAP && node.parent == NONE {
                self.touched.push(corner);
            }
            // Searches may pass over who waits for a later turn than he has.
            let waits = G::IS_MAP && !node.is_done && self.queue.is_same_turn(node.cost, cost);
            node.cost = cost;
            node.parent = root;
            node.is_done = false;
            let (turn, bends) = (self.goal.turn(node.at, cost), node.bends);
            self.goal.reach(corner, cost, root);
            if bends && !waits && turn < self.goal.end() {
                self.queue.push(Item::Node(at), turn);
            }
            if G::HAS_TERMS {
                self.follow(at);
            }
        }
    }

    /// Rule 2: on which sides of the seen corner `apex` the window goes on.
    #[inline]
    fn split<F: Front>(&mut self, front: F, walk: &Walk<F>, apex: Point, cost: f64) -> (bool, bool) {
        let slot = front.pace().layer() as usize * self.sides + walk.side as usize;
        let best = self.splits[slot];
        if cost < best.cost {
            if !G::IS_MAP && best.root == NONE {
                self.touched_sides.push(walk.side);
            }
            self.splits[slot] = Split { cost, root: front.id() };
            return (true, true);
        }
        let is_comparable =
            if G::HAS_TERMS { self.is_comparable(best.root, front.id()) } else { best.root < self.corners };
        if !is_comparable || cost * (1.0 - MARGIN) <= best.cost {
            return (true, true);
        }
        let best = self.nodes[best.root as usize].at;
        let from = front.comes_from(best, apex);
        if G::HAS_TERMS && from != 0.0 && self.is_split_hindered(&front, walk, best, apex) {
            return (true, true);
        }
        (from >= 0.0, from <= 0.0)
    }
}

/// The triangle of a side, the side after it, and the one before it.
#[inline]
fn around(side: u32) -> (u32, u32, u32) {
    let triangle = side / 3;
    let first = 3 * triangle;
    let next = if side == first + 2 { first } else { side + 1 };
    let back = if side == first { first + 2 } else { side - 1 };
    (triangle, next, back)
}

/// A bound as it is seen from a root that the ray reached from `parent`.
pub(crate) fn extension(parent: u32) -> u32 {
    parent | BEHIND
}
