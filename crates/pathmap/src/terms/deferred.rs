//! Deferred corners: those that may matter far away only, or nowhere, wait until it is known how far the map reaches.
//!
//! A fast wave that is behind catches up with a slower one ahead no earlier than at a cost that follows from both costs
//! and speeds. A layer that wins in a part of the world need not be built in all of it; one that wins nowhere costs
//! little.
//!
//! A guess from coordinates decides which are deferred; when all others are done, the costs of all corners decide which
//! are needed after all. So the guess is a matter of speed, not of correctness.

use super::memory::{Kind, OnTerms};
use crate::generators::{LayerId, NodeId};
use crate::wave::{Item, Pace, Work};
use wayfront_domain::{Domain, TriangleId};
use wayfront_geometry::Point;

/// Tolerance: Share by which the highest cost of a map is taken higher: it is rounded, and a corner deferred in vain
/// would be lost.
const HIGHEST_ROUNDING: f64 = 1e-9;

impl<K: Kind> Work<OnTerms<K>> {
    /// Guesses how far the map reaches: to the corner of the world that is farthest from its nearest source.
    pub fn guess_most(&mut self, domain: &Domain, sources: impl Iterator<Item = NodeId> + Clone) {
        let (min, max) = (domain.bounds().min, domain.bounds().max);
        let cost = |p: Point| {
            let costs =
                sources.clone().map(|node| &self.nodes[node.index()]).map(|node| node.cost + node.at.distance(p));
            costs.fold(f64::INFINITY, f64::min)
        };
        let ends = [min, max, Point::new(min.x, max.y), Point::new(max.x, min.y)];
        self.goal.deferred.most = ends.map(cost).into_iter().fold(0.0, f64::max);
        self.goal.deferred.nodes.clear();
    }

    /// The least cost at which a corner's node may matter anywhere.
    #[inline]
    fn due(&self, node: NodeId) -> f64 {
        let conditions = &self.goal.conditions;
        let own = &self.nodes[node.index()];
        // Slow corners, and gates with factors, may hold up what is slower, and only that.
        if own.layer.is_first() || conditions.blocking.are_in(LayerId::FIRST) {
            return own.cost;
        }
        conditions.layers.due(&self.nodes, node)
    }

    /// Sets a corner's node aside whose turn has come, if it matters far away at most.
    pub fn set_aside(&mut self, node: NodeId) -> bool {
        let is_far = self.due(node) >= self.goal.deferred.most;
        if is_far {
            let waiting = &mut self.nodes[node.index()];
            waiting.is_done = true;
            self.goal.deferred.nodes.push((node, waiting.cost));
        }
        is_far
    }

    /// Nothing waits any more: lets those wait that were set aside and may matter. False if there are none.
    pub fn take_up(&mut self, domain: &Domain) -> bool {
        if self.goal.deferred.nodes.is_empty() {
            return false;
        }
        self.goal.deferred.most = self.most(domain) * (1.0 + HIGHEST_ROUNDING);
        let mut nodes = std::mem::take(&mut self.goal.deferred.nodes);
        let is_same = |&(node, cost): &(NodeId, f64)| self.nodes[node.index()].cost == cost;
        nodes.retain(|entry| is_same(entry) && self.due(entry.0) < self.goal.deferred.most);
        let least = nodes.iter().map(|&(_, cost)| cost).fold(f64::INFINITY, f64::min);
        let has_any = !nodes.is_empty();
        if has_any {
            self.start_queue(domain, least);
        }
        for (node, cost) in nodes.drain(..) {
            self.nodes[node.index()].is_done = false;
            self.queue.push(Item::Node(node), cost);
        }
        self.goal.deferred.nodes = nodes;
        has_any
    }

    /// No point costs more, now that all that can be reached is reached.
    fn most(&self, domain: &Domain) -> f64 {
        let triangles = (0..domain.free_triangles() as u32).map(TriangleId);
        let slowness = self.goal.conditions.layers.all().iter().map(Pace::slowness).fold(1.0, f64::max);
        triangles.map(|triangle| self.most_in(domain, triangle, slowness)).fold(0.0, f64::max)
    }

    /// No point of a triangle costs more; zero if it cannot be reached.
    ///
    /// Between two places at known costs, one of them is the nearer: no point costs more than half of both costs and of
    /// the way between. This holds along sides; and along the ways from a corner to the side opposite. A path that turns
    /// at a corner may get slower there, and slow corners are reached on slow layers only: costs are those of any layer.
    fn most_in(&self, domain: &Domain, triangle: TriangleId, slowness: f64) -> f64 {
        let sides = triangle.sides().map(|side| domain.side(side));
        let cost = |node: NodeId| self.nodes[node.index()].cost;
        let costs =
            sides.map(|side| self.goal.conditions.layers.nodes_of(side.origin).map(cost).fold(f64::INFINITY, f64::min));
        let ways = sides.map(|side| side.length * slowness);
        if costs.iter().all(|cost| cost.is_infinite()) {
            return 0.0;
        }
        let between = |k: usize| 0.5 * (costs[k] + costs[(k + 1) % 3] + ways[k]);
        // The corner where side k starts is opposite to the side after it.
        let from_corner = |k: usize| {
            let way = ways[k].max(ways[(k + 2) % 3]);
            0.5 * (costs[k] + between((k + 1) % 3) + way)
        };
        [0, 1, 2].map(from_corner).into_iter().fold(f64::INFINITY, f64::min)
    }
}
