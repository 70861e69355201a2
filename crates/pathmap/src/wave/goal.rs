//! What a build is for, and everything that it works on.
//!
//! A map of everywhere takes corners and windows by their cost. A search for one point takes them by the least cost at
//! which that point could be reached through them (A*), keeps no windows, and ends when nothing better can come. Speeds,
//! gates and solids change what happens at a few places of the wave: each of these places is a method here, which does
//! nothing unless a goal says otherwise.

use super::front::{FlatFront, Front, PointFront, Seen};
use super::index::Kept;
use super::pace::{Even, Pace};
use super::queue::Queue;
use super::walk::{Split, Walk};
use super::window::Window;
use crate::generators::{Flat, FlatId, Generators, LayerId, MaybeRoot, Node, NodeId, Root};
use crate::sources::Sources;
use std::collections::HashSet;
use std::fmt::Debug;
use wayfront_domain::{CornerId, Domain, SideId, TriangleId};
use wayfront_geometry::Point;

/// What a build is for; a map of plain lengths, unless it says otherwise.
pub(crate) trait Goal: Sized {
    /// Windows are kept for queries, and all memory is started afresh.
    const IS_MAP: bool = true;

    /// How many buckets of the queue windows may run ahead of their turn: far, if they are needed anyway.
    const AHEAD: f64 = 10.0;

    /// A corner at which a source lies has nothing to add to the source.
    const SOURCES_SERVE_CORNERS: bool = true;

    /// How fast waves are.
    type Pace: Pace;

    /// What may wait for its turn besides corners, sources and windows.
    type Event: Copy + Debug;

    /// The pace of a layer.
    fn pace(&self, layer: LayerId) -> Self::Pace;

    /// How many layers there are.
    fn layer_count(&self) -> usize {
        1
    }

    /// Forgets the last build; the domain has so many sides.
    fn restart(&mut self, _sides: usize) {}

    /// When a corner or a source that was reached at some cost has its turn.
    #[inline]
    fn turn(&self, _at: Point, cost: f64) -> f64 {
        cost
    }

    /// When a window that comes over the segment `a`-`b` has its turn, if that is after `limit`.
    #[inline]
    fn turn_after<F: Front>(&self, limit: f64, front: &F, a: &Seen, b: &Seen) -> Option<f64> {
        front.least_cost_above(limit, a, b)
    }

    /// Nothing whose turn comes after this is needed.
    #[inline]
    fn end(&self) -> f64 {
        f64::INFINITY
    }

    /// A root sees a part of a triangle.
    #[inline]
    fn look<F: Front>(&mut self, _triangle: TriangleId, _: Generators, _: &F, _: &Window) {}

    /// A corner was seen at a lower cost than before.
    #[inline]
    fn reach(&mut self, _corner: CornerId, _cost: f64, _root: Root) {}

    /// The node at which a wave of some pace arrives at a corner.
    #[inline]
    fn arrival(&self, _pace: &impl Pace, corner: CornerId) -> NodeId {
        NodeId::of(corner)
    }

    /// No path goes on from a corner at its cost: what reached it may have to pay more on the rest of the leg.
    #[inline]
    fn is_passed_only(&self, _corner: CornerId) -> bool {
        false
    }

    /// Cost at a corner that a root sees.
    #[inline]
    fn cost_of<F: Front>(_: &Work<Self>, front: &F, seen: &Seen) -> f64 {
        front.cost_of(seen)
    }

    /// A node was reached at a lower cost than before.
    #[inline]
    fn follow(_: &mut Work<Self>, _node: NodeId) {}

    /// A corner was seen exactly on the bound of a window, which goes on to the left of it, or to the right, or not at all.
    #[inline]
    fn touch<F: Front>(_: &mut Work<Self>, _: &Domain, _: &F, _corner: CornerId, _goes_on: [bool; 2]) {}

    /// A window ends at a side without a linked triangle beyond.
    #[inline]
    fn stop<F: Front>(_: &mut Work<Self>, _: &Domain, _side: SideId, _: &F, _: &Window) {}

    /// A window that the first rule drops may be better after all.
    #[inline]
    fn undoes_first_rule<F: Front>(_: &Work<Self>, _: &F, _: &Walk<F>, _length: f64) -> bool {
        false
    }

    /// The second rule may compare the cheapest root so far with another.
    #[inline]
    fn is_comparable(work: &Work<Self>, best: MaybeRoot, _root: Root) -> bool {
        work.is_corner(best)
    }

    /// A window that the second rule would narrow may be better after all; the root `best` is cheaper at the corner `apex`.
    #[inline]
    fn undoes_second_rule<F: Front>(_: &Work<Self>, _: &F, _: &Walk<F>, _best: Point, _apex: Point) -> bool {
        false
    }

    /// The turn of a corner has come; it may wait for a later one.
    #[inline]
    fn defers(_: &mut Work<Self>, _node: NodeId) -> bool {
        false
    }

    /// Starts the windows of a corner whose turn has come.
    fn emit(work: &mut Work<Self>, domain: &Domain, front: PointFront<Self::Pace>, corner: CornerId) {
        work.cast_shadow(domain, front, corner);
    }

    /// The turn of something else.
    fn serve(_: &mut Work<Self>, _: &Domain, event: Self::Event);

    /// The first turn is about to come.
    fn begin(_: &mut Work<Self>, _: &Domain, _sources: &Sources) {}

    /// Nothing waits any more; true if this changes that.
    fn resume(_: &mut Work<Self>, _: &Domain) -> bool {
        false
    }
}

/// What never waits.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Never {}

/// A map of lengths.
#[derive(Debug, Default)]
pub(crate) struct Everywhere;

impl Goal for Everywhere {
    type Pace = Even;
    type Event = Never;

    #[inline]
    fn pace(&self, _: LayerId) -> Even {
        Even
    }

    fn serve(_: &mut Work<Self>, _: &Domain, event: Never) {
        match event {}
    }
}

/// Everything that a build works on. Its memory is kept from build to build.
#[derive(Debug)]
pub(crate) struct Work<G: Goal> {
    pub goal: G,
    /// Corners, then points of sources; on terms also the corners of further layers, then copies of roots.
    pub nodes: Vec<Node>,
    pub flats: Vec<Flat>,
    pub kept: Vec<Kept>,
    pub queue: Queue<G::Event>,
    /// Windows about to enter over a side.
    pub stack: Vec<(Window, SideId)>,
    /// The triangles that a piece of a source crosses, each with what it sees of the piece.
    pub strips: Vec<(TriangleId, Window)>,
    /// Per layer and side the cheapest way in which windows over the side reached the corner opposite.
    pub(super) splits: Vec<Split>,
    /// What a search has to put back: corners reached, and sides with a split.
    pub(super) touched: Vec<CornerId>,
    pub(super) touched_sides: Vec<SideId>,
    /// Paths may tie by rounding: see [`super::emit`].
    pub(super) has_ties: bool,
    /// Nodes that other roots reach at the same cost as their parents.
    pub(super) ties: Vec<(NodeId, MaybeRoot)>,
    pub(super) settling: Vec<(NodeId, MaybeRoot)>,
    /// Those that were settled already: a node, its parent, and the other root.
    pub(super) settled: HashSet<(NodeId, MaybeRoot, MaybeRoot)>,
    corners: usize,
    pub(super) sides: usize,
}

impl<G: Goal + Default> Default for Work<G> {
    fn default() -> Self {
        Self::new(G::default())
    }
}

impl<G: Goal> Work<G> {
    /// The memory of a build, still empty.
    pub fn new(goal: G) -> Self {
        Self {
            goal,
            nodes: Vec::new(),
            flats: Vec::new(),
            kept: Vec::new(),
            queue: Queue::default(),
            stack: Vec::new(),
            strips: Vec::new(),
            splits: Vec::new(),
            touched: Vec::new(),
            touched_sides: Vec::new(),
            has_ties: false,
            ties: Vec::new(),
            settling: Vec::new(),
            settled: HashSet::new(),
            corners: 0,
            sides: 0,
        }
    }

    /// Forgets the last build: corners without cost, no windows.
    pub fn restart(&mut self, domain: &Domain) {
        let corners = domain.corner_points().iter().zip(domain.bending());
        self.nodes.clear();
        self.nodes.extend(corners.map(|(&at, &bends)| Node::unreached(at, bends, LayerId::FIRST)));
        self.corners = domain.corner_count();
        self.flats.clear();
        self.kept.clear();
        self.stack.clear();
        self.ties.clear();
        self.settled.clear();
        self.splits.clear();
        self.sides = domain.sides().len();
        self.has_ties = domain.has_slivers();
        self.splits.resize(self.goal.layer_count() * self.sides, Split::NONE);
        self.goal.restart(self.sides);
        self.touched.clear();
        self.touched_sides.clear();
    }

    /// Forgets the last search, putting back only what it touched.
    pub fn put_back(&mut self) {
        self.nodes.truncate(self.corners);
        for corner in self.touched.drain(..) {
            let node = &mut self.nodes[corner.index()];
            *node = Node::unreached(node.at, node.bends, node.layer);
        }
        for side in self.touched_sides.drain(..) {
            self.splits[side.index()] = Split::NONE;
        }
        self.stack.clear();
        self.ties.clear();
        self.settled.clear();
    }

    /// All generators.
    #[inline]
    pub fn generators(&self) -> Generators<'_> {
        Generators { nodes: &self.nodes, flats: &self.flats }
    }

    /// A corner of the first layer.
    #[inline]
    pub fn is_corner(&self, root: MaybeRoot) -> bool {
        root.slot() < self.corners
    }

    /// A node as the root of windows.
    pub fn point_front(&self, id: NodeId) -> PointFront<G::Pace> {
        let node = &self.nodes[id.index()];
        PointFront { id, at: node.at, cost: node.cost, pace: self.goal.pace(node.layer) }
    }

    /// A flat front as the root of windows.
    pub fn flat_front(&self, id: FlatId) -> FlatFront {
        FlatFront { id, flat: self.flats[id.index()] }
    }

    /// Starts an empty queue at the least cost that will wait.
    pub fn start_queue(&mut self, domain: &Domain, least: f64) {
        // Narrower than triangles are, so that corners come nearly in order.
        let width = 0.5 * domain.triangle_width();
        self.queue.restart(least, width.max(f64::MIN_POSITIVE), G::AHEAD);
    }
}
