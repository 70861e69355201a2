//! Routes of all discs over red and black.
//!
//! From its first point a disc takes the black edges of its own cell to the border, red edges from there, and the ray back
//! from the edge that the goal is retracted to. A* with straight distances
//! times what a metre costs at least. The border of its own
//! cell is left out: there the disc would keep away from itself.

use super::NavGraph;
use super::black::MANY;
use super::red::{RedArc, RedGraph};
use crate::cost::{GraphCost, price};
use crate::graph::NONE;
use crate::order::Ordered;
use crate::retract::land;
use crate::site::Bisector;
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use wayfront_domain::NoPath;
use wayfront_geometry::Point;

/// Share of the last black edge up to which the aim goes: its end is a red vertex that others may share.
const SHORT_OF_THE_BORDER: f64 = 0.9;

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

/// What all searches of a frame share, and what each thread has of its own.
#[derive(Clone, Debug, Default)]
pub(super) struct SearchMemory {
    red: RedGraph,
    /// What a metre costs at least.
    least_rate: f64,
    own: Vec<Own>,
}

/// What is known of nodes during the searches of one thread.
#[derive(Clone, Debug, Default)]
struct Own {
    /// Per node: the round in which it was reached, the cost, the node before it and the half-edge from there.
    reached: Vec<Reached>,
    round: u32,
    open: BinaryHeap<(Reverse<Ordered>, u32)>,
}

#[derive(Clone, Copy, Debug)]
struct Reached {
    round: u32,
    paid: f64,
    before: u32,
    edge: u32,
}

/// Where a search ends.
#[derive(Clone, Copy)]
struct Goal {
    given: Point,
    /// On the diagram.
    at: Point,
    /// The nodes at both ends of the arc that it lies on, what is left to pay from there, and the least clearance.
    ends: [Option<(u32, f64, f64)>; 2],
    /// The half-edges that lead there.
    edges: [u32; 2],
}

impl NavGraph {
    /// The ways of all discs to their goals.
    ///
    /// # Panics
    /// If there are not as many goals as discs.
    pub fn routes(&mut self, goals: &[Point], cost: &GraphCost) -> Vec<Result<GraphRoute, NoPath>> {
        assert_eq!(goals.len(), self.len(), "a goal for each disc");
        let mut memory = std::mem::take(&mut self.search);
        memory.red.fill(&self.graph, cost);
        let widest = self.graph.vertices.iter().map(|v| v.clearance).fold(f64::MIN_POSITIVE, f64::max);
        memory.least_rate = 1.0 + cost.safety.max(0.0) / widest;
        let threads = if self.len() < MANY { 1 } else { rayon::current_num_threads() };
        memory.own.resize_with(threads, Own::default);
        let unknown = Reached { round: 0, paid: 0.0, before: NONE, edge: NONE };
        for own in &mut memory.own {
            own.round = 0;
            own.reached.clear();
            own.reached.resize(memory.red.vertices.len(), unknown);
        }
        let mut owns = std::mem::take(&mut memory.own);
        let shared = &memory;
        let of = |own: &mut Own, disc: usize| self.route(disc, goals[disc], cost, shared, own);
        // Each thread takes every so many-th disc: their searches differ in length by place.
        let mut parts: Vec<Vec<Result<GraphRoute, NoPath>>> = owns
            .par_iter_mut()
            .enumerate()
            .map(|(k, own)| (k..self.len()).step_by(threads).map(|disc| of(own, disc)).collect())
            .collect();
        let mut parts: Vec<_> = parts.iter_mut().map(|part| part.drain(..)).collect();
        let routes = (0..self.len()).filter_map(|disc| parts[disc % threads].next()).collect();
        memory.own = owns;
        self.search = memory;
        routes
    }

    fn route(
        &self,
        disc: usize,
        goal: Point,
        cost: &GraphCost,
        memory: &SearchMemory,
        own: &mut Own,
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
        self.search(disc, &goal, cost, memory, own).ok_or(NoPath::Unreachable)
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

    fn goal(&self, face: u32, given: Point, cost: &GraphCost, memory: &SearchMemory) -> Option<Goal> {
        let landing = land(&self.graph, face, given - self.voronoi.frame)?;
        let twin = self.graph.twin(landing.edge);
        let sites = [face, self.graph.face(twin)].map(|f| *self.graph.site(f));
        let ends = [landing.edge, twin].map(|h| {
            let vertex = self.graph.vertex(self.graph.target(h));
            let paid = price(&Bisector::between(&sites[0], &sites[1], landing.at, vertex.at), &sites[0], cost);
            match memory.red.node_of[self.graph.target(h) as usize] {
                NONE if vertex.is_fixed => None,
                NONE => {
                    let RedArc { to, cost, clearance, .. } =
                        memory.red.follow(&self.graph, self.graph.next(h), cost)?;
                    Some((to, paid + cost, clearance))
                }
                node => Some((node, paid, vertex.clearance)),
            }
        });
        Some(Goal { given, at: landing.at, ends, edges: [landing.edge, twin] })
    }

    fn search(
        &self,
        disc: usize,
        goal: &Goal,
        cost: &GraphCost,
        memory: &SearchMemory,
        known: &mut Own,
    ) -> Option<GraphRoute> {
        known.round += 1;
        known.open.clear();
        let own = self.faces[disc];
        let radius = if cost.closes_narrow { self.discs[disc].radius } else { 0.0 };
        let inside = self.inside(disc, cost, radius)?;
        let left = |node: u32| memory.red.places[node as usize].distance(goal.at) * memory.least_rate;
        for (k, &(paid, _)) in self.trees[disc].nodes.iter().zip(&inside.costs) {
            let node = if k.red == NONE { NONE } else { memory.red.node_of[k.red as usize] };
            if node != NONE && paid < f64::INFINITY {
                known.reach(node, Reached { round: known.round, paid, before: NONE, edge: NONE }, paid + left(node));
            }
        }
        let mut best = (f64::INFINITY, NONE, 0);
        while let Some((Reverse(Ordered(bound)), node)) = known.open.pop() {
            if bound >= best.0 {
                break;
            }
            let paid = known.reached[node as usize].paid;
            if bound > paid + left(node) {
                continue;
            }
            for (k, end) in goal.ends.iter().enumerate() {
                if let Some((end, rest, clearance)) = *end
                    && end == node
                    && clearance >= radius
                    && paid + rest < best.0
                {
                    best = (paid + rest, node, k);
                }
            }
            for arc in memory.red.arcs(node) {
                if arc.faces.contains(&own) || arc.clearance < radius {
                    continue;
                }
                let next = paid + arc.cost;
                let before = known.reached[arc.to as usize];
                if before.round != known.round || next < before.paid {
                    let reached = Reached { round: known.round, paid: next, before: node, edge: arc.edge };
                    known.reach(arc.to, reached, next + left(arc.to));
                }
            }
        }
        (best.1 != NONE).then(|| self.trace(disc, &inside, best, goal, memory, known))
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

    fn trace(
        &self,
        disc: usize,
        inside: &Inside,
        best: (f64, u32, usize),
        goal: &Goal,
        memory: &SearchMemory,
        known: &Own,
    ) -> GraphRoute {
        let frame = self.voronoi.frame;
        let mut edges = Vec::new();
        let mut node = best.1;
        while known.reached[node as usize].before != NONE {
            edges.push(known.reached[node as usize].edge);
            node = known.reached[node as usize].before;
        }
        let v = memory.red.vertices[node as usize];
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
        let stop = |v: u32| (self.graph.vertex(v).at, self.graph.vertex(v).clearance);
        for &edge in edges.iter().rev() {
            self.passed(edge, memory, &mut |v| stops.push(stop(v)));
        }
        // From the goal's place on its arc to the end of the arc, and that backwards, without the end.
        let mut last = Vec::new();
        self.passed(goal.edges[best.2], memory, &mut |v| last.push(stop(v)));
        last.pop();
        stops.extend(last.into_iter().rev());
        stops.push((goal.at, f64::INFINITY));
        let least = stops.iter().copied().min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((start, 0.0));
        let centre = self.discs[disc].centre;
        let middle = stops.iter().map(|stop| stop.0 + frame);
        let mut points: Vec<Point> = std::iter::once(centre + frame).chain(middle).collect();
        points.push(goal.given);
        points.dedup();
        GraphRoute { cost: best.0, clearance: least.1, narrowest: least.0 + frame, aim: aim + frame, points }
    }

    /// The vertices that a half-edge leads over, up to the next node.
    fn passed(&self, edge: u32, memory: &SearchMemory, look: &mut impl FnMut(u32)) {
        let mut h = edge;
        loop {
            let to = self.graph.target(h);
            look(to);
            if memory.red.node_of[to as usize] != NONE {
                return;
            }
            h = self.graph.next(h);
        }
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

impl Own {
    fn reach(&mut self, node: u32, reached: Reached, bound: f64) {
        self.reached[node as usize] = reached;
        self.open.push((Reverse(Ordered(bound)), node));
    }
}
