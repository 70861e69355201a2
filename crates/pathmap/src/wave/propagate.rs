//! The loop of every build: sources, then corners in the order of their costs, each sending its windows at once.

use super::goal::{Goal, Work};
use super::queue::Item;
use crate::generators::{NodeId, OriginId};
use crate::sources::Sources;
use wayfront_domain::Domain;
use wayfront_geometry::Checkpoints;

/// What waves start from beside corners.
pub(crate) trait Origins<G: Goal> {
    /// Sends the waves of a node, if it is a point of a source.
    fn emit_point(&mut self, work: &mut Work<G>, domain: &Domain, node: NodeId) -> bool;
    /// Sends flat fronts, and what belongs to them.
    fn emit_fronts(&mut self, work: &mut Work<G>, domain: &Domain, origin: OriginId);
    /// After every turn.
    #[inline]
    fn settle(&mut self, _: &mut Work<G>) {}
}

/// The sources of a map; their nodes follow the corners.
struct Placed<'a> {
    sources: &'a Sources,
    points: std::ops::Range<usize>,
}

impl<G: Goal> Origins<G> for Placed<'_> {
    #[inline]
    fn emit_point(&mut self, work: &mut Work<G>, domain: &Domain, node: NodeId) -> bool {
        let is_point = self.points.contains(&node.index());
        if is_point {
            work.emit_point(domain, &self.sources.points[node.index() - self.points.start]);
        }
        is_point
    }

    fn emit_fronts(&mut self, work: &mut Work<G>, domain: &Domain, origin: OriginId) {
        let piece = self.sources.pieces[origin.index()];
        let [start, end] = piece.triangles.map(|t| t as usize);
        work.emit_piece(domain, &piece, &self.sources.triangles[start..end]);
    }
}

impl<G: Goal> Work<G> {
    /// Sends the waves of sources until nothing that waits is needed.
    pub fn propagate(&mut self, domain: &Domain, sources: &Sources) {
        self.start_sources(domain, sources);
        let first = domain.corner_count();
        let points = first..first + sources.points.len();
        G::begin(self, domain, sources);
        self.take_turns(domain, &mut Placed { sources, points });
    }

    /// Lets the sources wait for their turn.
    fn start_sources(&mut self, domain: &Domain, sources: &Sources) {
        let nodes = sources.points.iter().map(|p| self.nodes[p.node.index()]);
        let least = nodes.map(|n| self.goal.turn(n.at, n.cost)).fold(f64::INFINITY, f64::min);
        self.start_queue(domain, least);
        for point in &sources.points {
            let node = self.nodes[point.node.index()];
            self.queue.push(Item::Node(point.node), self.goal.turn(node.at, node.cost));
        }
        for (k, piece) in sources.pieces.iter().enumerate() {
            self.queue.push(Item::Flats(OriginId::new(k)), piece.cost);
        }
    }

    /// Lets everything have its turn, until nothing that waits is needed.
    pub fn take_turns(&mut self, domain: &Domain, origins: &mut impl Origins<G>) {
        let mut checkpoints = Checkpoints::default();
        loop {
            while let Some((item, turn)) = self.queue.pop() {
                checkpoints.pass();
                if turn >= self.goal.end() {
                    // Within a bucket the order is free: others in it may still be needed.
                    if self.queue.now() >= self.goal.end() {
                        return;
                    }
                    continue;
                }
                match item {
                    Item::Window(window, side) => self.resume(domain, window, side),
                    Item::Flats(origin) => origins.emit_fronts(self, domain, origin),
                    Item::Node(node) if origins.emit_point(self, domain, node) => {}
                    Item::Node(corner) => self.serve(domain, corner),
                    Item::Event(event) => G::serve(self, domain, event),
                }
                origins.settle(self);
            }
            if !self.settle_ties(domain) && !G::resume(self, domain) {
                return;
            }
        }
    }

    /// The turn of a corner. Not if it was served already at this cost.
    #[inline]
    fn serve(&mut self, domain: &Domain, corner: NodeId) {
        let is_done = self.nodes[corner.index()].is_done;
        if is_done || G::defers(self, corner) {
            return;
        }
        self.nodes[corner.index()].is_done = true;
        self.emit_corner(domain, corner);
    }
}
