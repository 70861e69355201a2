//! A disc in its own cell: what its black edges cost, which of them a path takes, and where it aims.
//!
//! Black edges are trees, so there is one way between two nodes or none; a walk from a node finds all of them. Cost: linear in
//! the edges that meet at each node, some ten in a crowd.

use super::NavGraph;
use super::black::BlackTree;
use super::known::{BlackCosts, Own, Path};
use crate::cost::{GraphCost, Stop, price};
use crate::graph::NONE;
use crate::retract::land;
use crate::site::{Site, apex};
use wayfront_geometry::Point;

/// Tolerance: Edges shorter than this share of the path to their ends are ties.
const TIE: f64 = 1e-6;

/// Share of the last black edge up to which the aim goes: its end is a red vertex that others may share.
const SHORT_OF_THE_BORDER: f64 = 0.9;

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

    /// From a place on an edge to every node that can be reached inside.
    pub fn spread_along(&self, edge: usize, place: Point, costs: &mut BlackCosts, open: &mut Vec<u32>) {
        self.forget(costs, open);
        for node in self.tree.edges[edge].nodes {
            if let Some(paid) = self.edge_cost(edge, self.stop(edge, place), node) {
                costs[node as usize] = (paid, NONE);
                open.push(node);
            }
        }
        self.walk(costs, open, edge);
    }

    /// A place on an edge with its clearance.
    fn stop(&self, edge: usize, place: Point) -> Stop {
        (place, self.sites(edge)[0].distance(place))
    }

    /// What it costs from a place on an edge to another on it.
    pub fn along(&self, edge: usize, [from, to]: [Point; 2]) -> Option<f64> {
        let (sites, faces) = (self.sites(edge), self.tree.edges[edge].faces);
        let clearance = narrowest(sites, from, to, self.radius);
        let toll = self.cost.toll(clearance, self.radius, faces.iter().any(|&face| face >= self.graph.first))?;
        Some(price(sites, [self.stop(edge, from), self.stop(edge, to)], self.cost) + toll)
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

    /// The stops of the path to a node that costs know of, without the first one.
    pub fn follow(&self, costs: &BlackCosts, to: u32, stops: &mut Vec<Stop>) {
        let mut path = vec![to];
        while let Some(&(_, before)) = costs.get(path[path.len() - 1] as usize).filter(|known| known.1 != NONE) {
            path.push(before);
        }
        let first = path[path.len() - 1];
        if let Some(start) = self.tree.start.filter(|_| costs[first as usize].0 > 0.0) {
            self.leg(self.tree.start_edge as usize, start, self.node(first), stops);
        }
        for pair in path.windows(2).rev() {
            self.leg_between([pair[1], pair[0]], stops);
        }
    }

    /// The stops of the path from a node back to the place on an edge that costs count from.
    pub fn follow_back(&self, costs: &BlackCosts, from: u32, (edge, place): (usize, Point), stops: &mut Vec<Stop>) {
        let mut at = from;
        while let Some(&(_, next)) = costs.get(at as usize).filter(|known| known.1 != NONE) {
            self.leg_between([at, next], stops);
            at = next;
        }
        self.leg(edge, self.node(at).0, self.stop(edge, place), stops);
    }

    fn node(&self, node: u32) -> Stop {
        (self.tree.nodes[node as usize].at, self.tree.nodes[node as usize].clearance)
    }

    fn leg_between(&self, [from, to]: [u32; 2], stops: &mut Vec<Stop>) {
        let edge = self.tree.edges.iter().position(|edge| edge.nodes.contains(&from) && edge.nodes.contains(&to));
        if let Some(edge) = edge {
            self.leg(edge, self.node(from).0, self.node(to), stops);
        }
    }

    /// Along an edge: where its two sites are nearest to each other is a stop, too.
    pub fn leg(&self, edge: usize, from: Point, to: Stop, stops: &mut Vec<Stop>) {
        let [i, j] = self.sites(edge);
        let mut at = from;
        if let Some(p) = apex(i, j, from, to.0) {
            self.graph.bend([i, j], from, (p, i.distance(p).min(j.distance(p))), stops);
            at = p;
        }
        self.graph.bend([i, j], at, to, stops);
    }
}

impl NavGraph {
    pub(super) fn black_paths<'a>(&'a self, disc: usize, cost: &'a GraphCost) -> Inside<'a> {
        Inside { graph: self, tree: self.tree(disc), cost, radius: self.closed_below(disc, cost) }
    }

    /// Costs inside of the own cell, from the first point to every node of the black tree.
    pub(super) fn inside(&self, disc: usize, cost: &GraphCost, known: &mut Own) -> Option<()> {
        let paths = self.black_paths(disc, cost);
        paths.spread_along(paths.tree.start_edge as usize, paths.tree.start?, &mut known.inside, &mut known.black);
        Some(())
    }

    /// Where to go first: the farthest point of a path inside of the disc's own cell, and in no other.
    pub(super) fn aim(&self, disc: usize, path: Path, goal: Point, known: &Own) -> Point {
        let (centre, frame) = (self.discs[disc].centre, self.voronoi.frame);
        match path {
            Path::Straight { is_own: true } => goal,
            Path::Straight { is_own: false } => {
                let border = land(&self.graph, self.faces[disc], goal - frame);
                border.map_or(goal, |border| centre.lerp(border.at, SHORT_OF_THE_BORDER) + frame)
            }
            Path::Home { aim, .. } => aim + frame,
            Path::Over { exit, .. } => {
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
