//! Corners that may matter far away only, or nowhere: they are set aside until it is known how far the map reaches.
//!
//! Who is fast but behind catches up with who is slower and ahead no earlier than at a cost that can be told from both
//! costs and speeds. A layer that wins in a part of the world need not be built in all of it; one that wins nowhere costs
//! little.
//!
//! A guess from coordinates decides who is set aside; when everybody else is done, the costs of all corners decide who
//! is needed after all. So the guess is a matter of speed, not of correctness.

use crate::front::Pace;
use crate::goal::Goal;
use crate::queue::Item;
use crate::run::Work;
use wayfront_domain::{Domain, TriangleId};
use wayfront_geometry::Point;

#[derive(Debug, Default)]
pub(crate) struct Shelf {
    /// What matters from this cost on is set aside.
    most: f64,
    /// Nodes set aside, and what they cost then. They count as done: whoever gets cheaper waits for another turn.
    nodes: Vec<(u32, f64)>,
}

impl<G: Goal> Work<G> {
    /// Guesses how far the map reaches: to the corner of the world that is farthest from its nearest source.
    pub fn guess_most(&mut self, domain: &Domain, sources: impl Iterator<Item = u32> + Clone) {
        let (min, max) = (domain.bounds().min, domain.bounds().max);
        let cost = |p: Point| {
            let costs =
                sources.clone().map(|node| &self.nodes[node as usize]).map(|node| node.cost + node.at.distance(p));
            costs.fold(f64::INFINITY, f64::min)
        };
        let ends = [min, max, Point::new(min.x, max.y), Point::new(max.x, min.y)];
        self.shelf.most = ends.map(cost).into_iter().fold(0.0, f64::max);
        self.shelf.nodes.clear();
    }

    /// Sets a corner's node aside whose turn has come, if it matters far away at most.
    pub fn set_aside(&mut self, node: u32) -> bool {
        let is_far = self.tariff.due(&self.nodes, node) >= self.shelf.most;
        if is_far {
            let waiting = &mut self.nodes[node as usize];
            waiting.is_done = true;
            self.shelf.nodes.push((node, waiting.cost));
        }
        is_far
    }

    /// Nothing waits any more: lets those wait that were set aside and may matter. False if there are none.
    pub fn take_up(&mut self, domain: &Domain) -> bool {
        if self.shelf.nodes.is_empty() {
            return false;
        }
        self.shelf.most = self.most(domain) * (1.0 + 1e-9);
        let mut nodes = std::mem::take(&mut self.shelf.nodes);
        let is_same = |&(node, cost): &(u32, f64)| self.nodes[node as usize].cost == cost;
        nodes.retain(|entry| is_same(entry) && self.tariff.due(&self.nodes, entry.0) < self.shelf.most);
        let least = nodes.iter().map(|&(_, cost)| cost).fold(f64::INFINITY, f64::min);
        let has_any = !nodes.is_empty();
        if has_any {
            self.start_queue(domain, least);
        }
        for (node, cost) in nodes.drain(..) {
            self.nodes[node as usize].is_done = false;
            self.queue.push(Item::Node(node), cost);
        }
        self.shelf.nodes = nodes;
        has_any
    }

    /// No point costs more, now that all that can be reached is reached.
    fn most(&self, domain: &Domain) -> f64 {
        let triangles = (0..domain.free_triangles() as u32).map(TriangleId);
        let slowness = self.tariff.layers().iter().map(Pace::slowness).fold(1.0, f64::max);
        triangles.map(|triangle| self.most_in(domain, triangle, slowness)).fold(0.0, f64::max)
    }

    /// No point of a triangle costs more; zero if it cannot be reached.
    ///
    /// Between two places at known costs, one of them is the nearer: no point costs more than half of both costs and of
    /// the way between. This holds along sides; and along the ways from a corner to the side opposite. Whoever turns at a
    /// corner may get slower there, and slow corners are reached on slow layers only: costs are those of any layer.
    fn most_in(&self, domain: &Domain, triangle: TriangleId, slowness: f64) -> f64 {
        let sides = triangle.sides().map(|side| domain.side(side));
        let cost = |node: u32| self.nodes[node as usize].cost;
        let costs = sides.map(|side| self.tariff.nodes_of(side.origin.0).map(cost).fold(f64::INFINITY, f64::min));
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
