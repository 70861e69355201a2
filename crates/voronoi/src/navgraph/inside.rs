//! A disc in its own cell: what its black edges cost, which of them a way takes, and where it aims.
//!
//! Black edges are trees, so there is one way between two nodes or none; a walk from a node finds all of them. Cost: linear in
//! the edges that meet at each node, some ten in a crowd.

use super::NavGraph;
use super::black::BlackTree;
use super::search::{Own, Way};
use crate::cost::{GraphCost, Stop, price};
use crate::graph::NONE;
use crate::retract::land;
use crate::site::{Site, apex};
use wayfront_geometry::Point;

/// Edges shorter than this share of the way to their ends are ties.
const TIE: f64 = 1e-6;

/// Share of the last black edge up to which the aim goes: its end is a red vertex that others may share.
const SHORT_OF_THE_BORDER: f64 = 0.9;

/// Per node of a black tree: what it costs to get there, and the node before it.
pub(super) type BlackCosts = Vec<(f64, u32)>;

/// The black edges of a disc's cell, as a body of a radius pays for them.
pub(super) struct Inside<'a> {
    graph: &'a NavGraph,
    pub tree: BlackTree<'a>,
    cost: &'a GraphCost,
    radius: f64,
}

impl Inside<'_> {
    fn sites(&self, edge: usize) -> [&Site; 2] {
        self.tree.edges[edge].faces.map(|f| self.graph.graph.site(f))
    }

    /// What an edge costs with its toll, from a stop to a node.
    fn edge_cost(&self, edge: usize, from: Stop, to: u32) -> Option<f64> {
        let (sites, to) = (self.sites(edge), &self.tree.nodes[to as usize]);
        let clearance = to.clearance.min(narrowest(sites, from.0, to.at, self.radius));
        let is_beside_disc = self.tree.edges[edge].faces.iter().any(|&face| face >= self.graph.first);
        let toll = self.cost.toll(clearance, self.radius, is_beside_disc)?;
        Some(price(sites, [from, (to.at, to.clearance)], self.cost) + toll)
    }

    /// From the first point to every node that can be reached inside.
    fn spread_from_start(&self, costs: &mut BlackCosts, open: &mut Vec<u32>) -> Option<()> {
        let start = self.tree.start?;
        let first = self.tree.start_edge as usize;
        self.forget(costs, open);
        for node in self.tree.edges[first].nodes {
            if let Some(paid) = self.edge_cost(first, (start, self.sites(first)[0].distance(start)), node) {
                costs[node as usize] = (paid, NONE);
                open.push(node);
            }
        }
        self.walk(costs, open, first);
        Some(())
    }

    /// From a node to every other that can be reached inside.
    pub fn spread_from(&self, node: u32, costs: &mut BlackCosts, open: &mut Vec<u32>) {
        self.forget(costs, open);
        costs[node as usize].0 = 0.0;
        open.push(node);
        self.walk(costs, open, usize::MAX);
    }

    fn forget(&self, costs: &mut BlackCosts, open: &mut Vec<u32>) {
        costs.clear();
        costs.resize(self.tree.nodes.len(), (f64::INFINITY, NONE));
        open.clear();
    }

    /// Each node is reached one way, but for the two sides of the edge that is left out.
    fn walk(&self, costs: &mut BlackCosts, open: &mut Vec<u32>, without: usize) {
        while let Some(v) = open.pop() {
            let here = self.tree.edges.iter().enumerate().filter(|(k, e)| *k != without && e.nodes.contains(&v));
            for (k, edge) in here {
                let w = if edge.nodes[0] == v { edge.nodes[1] } else { edge.nodes[0] };
                if costs[w as usize].0 < costs[v as usize].0 {
                    continue; // back where it came from
                }
                let from = &self.tree.nodes[v as usize];
                let Some(paid) = self.edge_cost(k, (from.at, from.clearance), w) else { continue };
                let next = costs[v as usize].0 + paid;
                if next < costs[w as usize].0 {
                    costs[w as usize] = (next, v);
                    open.push(w);
                }
            }
        }
    }

    /// The stops of the way to a node that costs know of, without the first one. Where two sites are nearest to each other is one.
    pub fn follow(&self, costs: &BlackCosts, to: u32, stops: &mut Vec<Stop>) {
        let mut path = vec![to];
        while let Some(&(_, before)) = costs.get(path[path.len() - 1] as usize).filter(|known| known.1 != NONE) {
            path.push(before);
        }
        let is_start = costs[path[path.len() - 1] as usize].0 > 0.0;
        let mut from = if is_start { None } else { path.pop() };
        while let Some(node) = path.pop() {
            let (at, clearance) = (self.tree.nodes[node as usize].at, self.tree.nodes[node as usize].clearance);
            let joins = |nodes: [u32; 2]| from.is_some_and(|from| nodes.contains(&from) && nodes.contains(&node));
            let edge = match from {
                None => Some(self.tree.start_edge as usize),
                Some(_) => self.tree.edges.iter().position(|edge| joins(edge.nodes)),
            };
            let begin = from.map_or(self.tree.start, |from| Some(self.tree.nodes[from as usize].at));
            if let (Some(edge), Some(begin)) = (edge, begin) {
                let [i, j] = self.sites(edge);
                stops.extend(apex(i, j, begin, at).map(|p| (p, i.distance(p).min(j.distance(p)))));
            }
            stops.push((at, clearance));
            from = Some(node);
        }
    }
}

impl NavGraph {
    pub(super) fn black_ways<'a>(&'a self, disc: usize, cost: &'a GraphCost) -> Inside<'a> {
        Inside { graph: self, tree: self.tree(disc), cost, radius: self.closed_below(disc, cost) }
    }

    /// Costs inside of the own cell, from the first point to every node of the black tree.
    pub(super) fn inside(&self, disc: usize, cost: &GraphCost, known: &mut Own) -> Option<()> {
        let Own { inside, black, .. } = known;
        self.black_ways(disc, cost).spread_from_start(inside, black)
    }

    /// Where to go first: the farthest point of a way inside of the disc's own cell. Nobody else's.
    pub(super) fn aim(&self, disc: usize, way: Way, goal: Point, known: &Own) -> Point {
        let (centre, frame) = (self.discs[disc].centre, self.voronoi.frame);
        match way {
            Way::Straight { is_own: true } => goal,
            Way::Straight { is_own: false } => {
                let border = land(&self.graph, self.faces[disc], goal - frame);
                border.map_or(goal, |border| centre.lerp(border.at, SHORT_OF_THE_BORDER) + frame)
            }
            Way::Over { exit, .. } => {
                let tree = self.tree(disc);
                let start = tree.start.unwrap_or(centre);
                let before = known.inside[exit as usize].1;
                let before = if before == NONE { start } else { tree.nodes[before as usize].at };
                let border = tree.nodes[exit as usize].at;
                // Where four or more tie, the last edge has no length; the cell is star-shaped around the centre.
                let from = if before.distance(border) > TIE * centre.distance(border) { before } else { centre };
                from.lerp(border, SHORT_OF_THE_BORDER) + frame
            }
        }
    }
}

/// The least clearance of an edge inside of it, where the two are nearest to each other; infinite where that is at an end, or
/// not below a radius.
fn narrowest([i, j]: [&Site; 2], from: Point, to: Point, radius: f64) -> f64 {
    let half = match (*i, *j) {
        (Site::Side { .. }, Site::Side { .. }) => return f64::INFINITY,
        (Site::Side { start, along, .. }, other) | (other, Site::Side { start, along, .. }) => {
            let (centre, own) = other.circle().unwrap_or_default();
            (along.cross(centre - start).abs() - own) / 2.0
        }
        (one, other) => {
            let [(a, r), (b, s)] = [one, other].map(|site| site.circle().unwrap_or_default());
            (a.distance(b) - r - s) / 2.0
        }
    };
    if half >= radius {
        return f64::INFINITY;
    }
    apex(i, j, from, to).map_or(f64::INFINITY, |p| i.distance(p).min(j.distance(p)))
}
