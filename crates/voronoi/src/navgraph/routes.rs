//! Routes of all discs over red and black.
//!
//! From its first point a disc takes the black edges of its own cell to the border, red edges from there, and the ray back
//! from the edge that the goal is retracted to. A* with straight distances
//! times what a metre costs at least. The border of its own
//! cell is left out: there the disc would keep away from itself.

use super::NavGraph;
use crate::graph::NONE;
use crate::order::Ordered;
use crate::retract::land;
use crate::site::{Bisector, Site};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use wayfront_domain::NoPath;
use wayfront_geometry::Point;

/// Share of the last black edge up to which the aim goes: its end is a red vertex that others may share.
const SHORT_OF_THE_BORDER: f64 = 0.9;

/// What a way costs: its length, and more where it is narrow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GraphCost {
    /// A metre at clearance c costs 1 + safety / c. 0 is the shortest way on the graph; more is wider.
    pub safety: f64,
    /// Edges with less clearance than the disc's own radius are closed.
    pub closes_narrow: bool,
}

impl Default for GraphCost {
    fn default() -> Self {
        Self { safety: 0.5, closes_narrow: true }
    }
}

/// The way of one disc.
#[derive(Clone, Debug, PartialEq)]
pub struct GraphRoute {
    /// What it costs, from the first point on.
    pub cost: f64,
    /// The least clearance on the way, from walls and from other discs; infinite on a straight way to a goal nearby.
    pub clearance: f64,
    /// Where that is.
    pub narrowest: Point,
    /// Where to go now: the farthest point of the way inside of the disc's own cell. Nobody else's.
    pub aim: Point,
    /// From the centre to the goal.
    pub points: Vec<Point>,
}

/// What is known of vertices and edges during searches.
#[derive(Clone, Debug, Default)]
pub(super) struct SearchMemory {
    /// Per vertex: the round in which it was reached, the cost, and the half-edge that led there.
    reached: Vec<(u32, f64, u32)>,
    round: u32,
    /// What a metre costs at least.
    least_rate: f64,
    /// Per half-edge: what it costs; NaN if that is not known yet.
    costs: Vec<f64>,
    open: BinaryHeap<(Reverse<Ordered>, u32)>,
}

/// Where a search ends.
#[derive(Clone, Copy)]
struct Goal {
    given: Point,
    /// On the diagram.
    at: Point,
    /// The ends of the edge that it lies on, and what is left to pay from there.
    ends: [(u32, f64); 2],
}

impl NavGraph {
    /// The ways of all discs to their goals.
    ///
    /// # Panics
    /// If there are not as many goals as discs.
    pub fn routes(&mut self, goals: &[Point], cost: &GraphCost) -> Vec<Result<GraphRoute, NoPath>> {
        assert_eq!(goals.len(), self.len(), "a goal for each disc");
        let mut memory = std::mem::take(&mut self.search);
        memory.costs.clear();
        memory.costs.resize(self.graph.edges.len(), f64::NAN);
        if memory.reached.len() < self.graph.vertices.len() {
            memory.reached.resize(self.graph.vertices.len(), (0, 0.0, NONE));
        }
        let widest = self.graph.vertices.iter().map(|v| v.clearance).fold(f64::MIN_POSITIVE, f64::max);
        memory.least_rate = 1.0 + cost.safety.max(0.0) / widest;
        let routes = (0..self.len()).map(|disc| self.route(disc, goals[disc], cost, &mut memory)).collect();
        self.search = memory;
        routes
    }

    fn route(
        &self,
        disc: usize,
        goal: Point,
        cost: &GraphCost,
        memory: &mut SearchMemory,
    ) -> Result<GraphRoute, NoPath> {
        let face = self.faces[disc];
        if face == NONE {
            return Err(NoPath::Blocked);
        }
        let room = self.voronoi.clearance(goal).ok_or(NoPath::Blocked)?;
        let target = goal - self.voronoi.frame;
        let at = self.face_around(target, &room).ok_or(NoPath::Blocked)?;
        let centre = self.discs[disc].centre;
        let is_next = at == face || self.graph.ring(face).any(|h| self.graph.face(self.graph.twin(h)) == at);
        if is_next && self.voronoi.domain().sees(centre + self.voronoi.frame, goal) {
            return Ok(self.straight(disc, at == face, goal));
        }
        let goal = self.goal(at, goal, cost, memory).ok_or(NoPath::Unreachable)?;
        self.search(disc, &goal, cost, memory).ok_or(NoPath::Unreachable)
    }

    /// The face that a place is in.
    fn face_around(&self, p: Point, room: &crate::nearest::Clearance) -> Option<u32> {
        let fixed = self.voronoi.face_of(room)?;
        Some(self.nearest_face(p, fixed, NONE))
    }

    /// The goal is in the own cell or the next one, and seen.
    fn straight(&self, disc: usize, is_own: bool, goal: Point) -> GraphRoute {
        let centre = self.discs[disc].centre + self.voronoi.frame;
        let aim = if is_own { goal } else { self.first_point(disc).unwrap_or(centre) };
        let points = vec![centre, goal];
        GraphRoute { cost: centre.distance(goal), clearance: f64::INFINITY, narrowest: goal, aim, points }
    }

    fn goal(&self, face: u32, given: Point, cost: &GraphCost, _: &mut SearchMemory) -> Option<Goal> {
        let landing = land(&self.graph, face, given - self.voronoi.frame)?;
        let twin = self.graph.twin(landing.edge);
        let [i, j] = [face, self.graph.face(twin)].map(|f| *self.graph.site(f));
        let ends = [self.graph.origin(landing.edge), self.graph.origin(twin)].map(|v| {
            let curve = Bisector::between(&i, &j, self.graph.vertex(v).at, landing.at);
            (v, price(&curve, &i, cost))
        });
        Some(Goal { given, at: landing.at, ends })
    }

    fn edge_cost(&self, h: u32, cost: &GraphCost, memory: &mut SearchMemory) -> f64 {
        let known = memory.costs[h as usize];
        if !known.is_nan() {
            return known;
        }
        let twin = self.graph.twin(h);
        let [i, j] = [h, twin].map(|h| self.graph.site(self.graph.face(h)));
        let [from, to] = [self.graph.origin(h), self.graph.origin(twin)].map(|v| self.graph.vertex(v).at);
        let is_way = !crate::site::is_spoke(i, j);
        let price = if is_way { price(&Bisector::between(i, j, from, to), i, cost) } else { f64::INFINITY };
        memory.costs[h as usize] = price;
        memory.costs[twin as usize] = price;
        price
    }

    fn search(&self, disc: usize, goal: &Goal, cost: &GraphCost, memory: &mut SearchMemory) -> Option<GraphRoute> {
        memory.round = memory.round.wrapping_add(1);
        memory.open.clear();
        let (own, radius) = (self.faces[disc], self.discs[disc].radius);
        let is_open = |v: u32| {
            let clearance = self.graph.vertex(v).clearance;
            clearance > 0.0 && (!cost.closes_narrow || clearance >= radius)
        };
        let inside = self.inside(disc, cost, if cost.closes_narrow { radius } else { 0.0 })?;
        let rate = memory.least_rate;
        let left = |v: u32| self.graph.vertex(v).at.distance(goal.at) * rate;
        for (node, &(paid, _)) in self.trees[disc].nodes.iter().zip(&inside.costs) {
            if node.red != NONE && paid < f64::INFINITY && is_open(node.red) {
                reach(memory, node.red, paid, NONE, left(node.red));
            }
        }
        let mut best = (f64::INFINITY, NONE);
        while let Some((Reverse(Ordered(bound)), v)) = memory.open.pop() {
            if bound >= best.0 {
                break;
            }
            let paid = memory.reached[v as usize].1;
            if bound > paid + left(v) {
                continue;
            }
            if let Some(&(_, rest)) = goal.ends.iter().find(|end| end.0 == v)
                && paid + rest < best.0
            {
                best = (paid + rest, v);
            }
            let first = self.graph.vertex(v).leaving;
            let mut h = first;
            loop {
                let twin = self.graph.twin(h);
                let is_own = self.graph.face(h) == own || self.graph.face(twin) == own;
                let w = self.graph.origin(twin);
                if !is_own && is_open(w) {
                    let next = paid + self.edge_cost(h, cost, memory);
                    let (round, known, _) = memory.reached[w as usize];
                    if next < f64::INFINITY && (round != memory.round || next < known) {
                        reach(memory, w, next, h, left(w));
                    }
                }
                h = self.graph.twin(self.graph.edge(h).prev);
                if h == first || h == NONE {
                    break;
                }
            }
        }
        (best.1 != NONE).then(|| self.trace(disc, &inside, best, goal, memory))
    }

    /// Costs inside of the own cell, from the first point to every node of the black tree.
    fn inside(&self, disc: usize, cost: &GraphCost, radius: f64) -> Option<Inside> {
        let tree = &self.trees[disc];
        let start = tree.start?;
        let mut costs = vec![(f64::INFINITY, NONE); tree.nodes.len()];
        let edge_cost = |k: usize, from: Point, to: Point| {
            let [i, j] = tree.edges[k].faces.map(|f| self.graph.site(f));
            price(&Bisector::between(i, j, from, to), i, cost)
        };
        let first = tree.start_edge as usize;
        let mut open = Vec::new();
        for node in tree.edges[first].nodes {
            let at = tree.nodes[node as usize];
            if at.clearance >= radius {
                costs[node as usize] = (edge_cost(first, start, at.at), NONE);
                open.push(node);
            }
        }
        // A tree: each node is reached one way, but for the two sides of the first edge.
        while let Some(v) = open.pop() {
            for (k, edge) in tree.edges.iter().enumerate().filter(|(k, e)| *k != first && e.nodes.contains(&v)) {
                let w = if edge.nodes[0] == v { edge.nodes[1] } else { edge.nodes[0] };
                let [from, to] = [v, w].map(|n| tree.nodes[n as usize].at);
                let next = costs[v as usize].0 + edge_cost(k, from, to);
                if next < costs[w as usize].0 && tree.nodes[w as usize].clearance >= radius {
                    costs[w as usize] = (next, v);
                    open.push(w);
                }
            }
        }
        Some(Inside { costs })
    }

    fn trace(&self, disc: usize, inside: &Inside, best: (f64, u32), goal: &Goal, memory: &SearchMemory) -> GraphRoute {
        let frame = self.voronoi.frame;
        let (mut red, mut v) = (vec![best.1], best.1);
        while memory.reached[v as usize].2 != NONE {
            v = self.graph.origin(memory.reached[v as usize].2);
            red.push(v);
        }
        red.reverse();
        let tree = &self.trees[disc];
        let exits = tree.nodes.iter().zip(&inside.costs).enumerate().filter(|(_, (node, _))| node.red == v);
        let exit = exits.min_by(|a, b| a.1.1.0.total_cmp(&b.1.1.0)).map_or(NONE, |(k, _)| k as u32);
        let mut black = Vec::new();
        let mut at = exit;
        while at != NONE {
            black.push(at);
            at = inside.costs[at as usize].1;
        }
        black.reverse();
        let start = tree.start.unwrap_or(self.discs[disc].centre);
        let mut stops: Vec<(Point, f64)> = vec![(start, self.clearance_without(disc, start))];
        stops.extend(black.iter().map(|&k| (tree.nodes[k as usize].at, tree.nodes[k as usize].clearance)));
        // The last one inside, or short of the border on the edge that leads to it.
        let last = stops[stops.len().saturating_sub(2)].0;
        let aim = last.lerp(stops[stops.len() - 1].0, SHORT_OF_THE_BORDER);
        let aim = if black.is_empty() { start } else { aim };
        stops.extend(red.iter().skip(1).map(|&v| (self.graph.vertex(v).at, self.graph.vertex(v).clearance)));
        stops.push((goal.at, f64::INFINITY));
        let least = stops.iter().copied().min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((start, 0.0));
        let centre = self.discs[disc].centre;
        let middle = stops.iter().map(|stop| stop.0 + frame);
        let mut points: Vec<Point> = std::iter::once(centre + frame).chain(middle).collect();
        points.push(goal.given);
        points.dedup();
        GraphRoute { cost: best.0, clearance: least.1, narrowest: least.0 + frame, aim: aim + frame, points }
    }

    /// The clearance of a place of a disc's cell from everything but the disc.
    fn clearance_without(&self, disc: usize, p: Point) -> f64 {
        let tree = &self.trees[disc];
        tree.edges.get(tree.start_edge as usize).map_or(0.0, |edge| self.graph.site(edge.faces[0]).distance(p))
    }
}

/// Costs inside of a cell: per node of the black tree what it costs, and the node before it.
struct Inside {
    costs: Vec<(f64, u32)>,
}

fn reach(memory: &mut SearchMemory, v: u32, paid: f64, by: u32, left: f64) {
    memory.reached[v as usize] = (memory.round, paid, by);
    memory.open.push((Reverse(Ordered(paid + left)), v));
}

/// What a piece of a way costs: its length by two chords and one, and the mean of what a metre costs by Simpson's rule.
fn price(curve: &Bisector, site: &Site, cost: &GraphCost) -> f64 {
    let [a, m, b] = [0.0, 0.5, 1.0].map(|t| curve.at(t));
    let chord = a.distance(b);
    let length = ((4.0 * (a.distance(m) + m.distance(b)) - chord) / 3.0).max(chord);
    let rate = |p: Point| 1.0 + cost.safety / site.distance(p).max(1e-3 * chord + f64::MIN_POSITIVE);
    length * (rate(a) + 4.0 * rate(m) + rate(b)) / 6.0
}
