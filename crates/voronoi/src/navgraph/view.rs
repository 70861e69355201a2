//! One disc's view of the graph, as a guide: everything without the disc itself.
//!
//! A tree over the red graph from the goal outwards, without the border of the disc's own cell. Places in that cell are led by
//! way of the disc's centre: the cell is star-shaped around it, so that leg is free of others.

use super::NavGraph;
use super::known::{Goal, Own, SearchMemory};
use super::lead::{END, Tree};
use super::routes::GraphRoute;
use crate::cost::{GraphCost, Stop};
use wayfront_domain::{Guide, NoPath};
use wayfront_geometry::Point;

/// Leads to the goal of one disc, from wherever it may be.
#[derive(Clone, Debug)]
pub struct GraphView<'a> {
    graph: &'a NavGraph,
    disc: usize,
    goal: Point,
    cost: GraphCost,
    memory: SearchMemory,
    tree: Tree,
    /// From where the disc stands.
    own: Result<GraphRoute, NoPath>,
}

/// How to go on from a place in the cell of another.
pub(super) enum Onward {
    /// The goal is in the same cell, and seen.
    Straight,
    /// What is left to pay, where the place meets the graph, and by which end of that arc.
    Over(f64, Goal, usize),
}

impl NavGraph {
    /// The graph as a guide for one disc: what all others are, and how it gets to its goal among them.
    ///
    /// # Errors
    /// If the disc has no cell, or its goal is blocked.
    pub fn view(&self, disc: usize, goal: Point, cost: &GraphCost) -> Result<GraphView<'_>, NoPath> {
        let is_placed = self.fault(disc).is_none();
        if !is_placed || self.face_around(goal).is_none() {
            return Err(NoPath::Blocked);
        }
        let mut memory = SearchMemory::default();
        self.prepare(&mut memory, cost, 0, 1);
        let mut tree = Tree::towards(goal, self.discs[disc].radius, self.faces[disc]);
        self.spread(&mut tree, cost, &memory);
        let mut own = Own::default();
        own.make_room(memory.red.room());
        let own = self.route(disc, goal, cost, &memory, &mut own);
        Ok(GraphView { graph: self, disc, goal, cost: *cost, memory, tree, own })
    }
}

impl GraphView<'_> {
    /// Places of the disc's own cell are led by way of its centre.
    fn is_own(&self, face: u32) -> bool {
        self.graph.faces[self.disc] == face
    }

    fn centre(&self) -> Point {
        self.graph.discs[self.disc].centre + self.graph.voronoi.frame
    }

    /// The disc has a way to its goal from where it stands.
    #[must_use]
    pub const fn has_way(&self) -> bool {
        self.own.is_ok()
    }

    fn own(&self) -> Result<&GraphRoute, NoPath> {
        self.own.as_ref().map_err(|&error| error)
    }

    fn towards(&self) -> Towards<'_> {
        let radius = self.graph.closed_below(self.disc, &self.cost);
        Towards { graph: self.graph, goal: self.goal, radius, cost: &self.cost, memory: &self.memory, tree: &self.tree }
    }
}

/// A tree over a graph, and the goal that it leads to.
#[derive(Clone, Copy)]
pub(super) struct Towards<'a> {
    pub graph: &'a NavGraph,
    pub goal: Point,
    /// What is narrower is closed.
    pub radius: f64,
    pub cost: &'a GraphCost,
    pub memory: &'a SearchMemory,
    pub tree: &'a Tree,
}

impl Towards<'_> {
    /// How a place in a cell goes on.
    pub fn onward(&self, face: u32, p: Point) -> Result<Onward, NoPath> {
        let graph = self.graph;
        if graph.face_around(self.goal) == Some(face) && graph.voronoi.domain().sees(p, self.goal) {
            return Ok(Onward::Straight);
        }
        let begin = graph.goal(face, p, self.cost, self.memory).ok_or(NoPath::Unreachable)?;
        let way = |k: usize| {
            let (node, rest, clearance) = begin.ends[k]?;
            let fits = clearance >= self.radius || self.cost.others_move;
            fits.then(|| (rest + self.tree.left[node as usize].0, k))
        };
        let best = (0..2).filter_map(way).min_by(|a, b| a.0.total_cmp(&b.0)).filter(|best| best.0 < f64::INFINITY);
        best.map(|(left, k)| Onward::Over(left, begin, k)).ok_or(NoPath::Unreachable)
    }

    /// The places from an end of an arc to the goal, in the coordinates of the graph, with their clearances; infinite inside of
    /// an arc.
    pub fn follow(&self, begin: &Goal, end: usize, points: &mut Vec<Stop>) {
        let (graph, red) = (self.graph, &self.memory.red);
        points.push((begin.at, f64::INFINITY));
        graph.arc_stops(begin.edges[end], begin.at, red, points);
        let Some((mut node, ..)) = begin.ends[end] else { return };
        while self.tree.left[node as usize].1 & END == 0 {
            // The arc leads here, from the node that is next.
            let (from, arc) = red.arc(self.tree.left[node as usize].1);
            let vertex = graph.graph.vertex(red.vertices[from as usize]);
            graph.arc_stops_back(arc.edge, (vertex.at, vertex.clearance), red, points);
            node = from;
        }
        if let Some(goal) = &self.tree.goal {
            let end = (self.tree.left[node as usize].1 & !END) as usize;
            graph.arc_stops_back(goal.edges[end], (goal.at, f64::INFINITY), red, points);
        }
    }
}

impl Guide for GraphView<'_> {
    fn cost(&self, p: Point) -> Result<f64, NoPath> {
        let face = self.graph.face_around(p).ok_or(NoPath::Blocked)?;
        if self.is_own(face) {
            return Ok(self.own()?.cost + p.distance(self.centre()));
        }
        Ok(match self.towards().onward(face, p)? {
            Onward::Straight => p.distance(self.goal),
            Onward::Over(left, ..) => left,
        })
    }

    fn aim(&self, p: Point) -> Result<Point, NoPath> {
        if p == self.centre() {
            return Ok(self.own()?.aim);
        }
        Ok(self.route(p)?.get(1).copied().unwrap_or(self.goal))
    }

    fn route(&self, p: Point) -> Result<Vec<Point>, NoPath> {
        let face = self.graph.face_around(p).ok_or(NoPath::Blocked)?;
        let mut points = vec![p];
        if self.is_own(face) {
            points.extend(&self.own()?.points);
        } else {
            if let Onward::Over(_, begin, end) = self.towards().onward(face, p)? {
                let mut stops = Vec::new();
                self.towards().follow(&begin, end, &mut stops);
                points.extend(stops.iter().map(|stop| stop.0 + self.graph.voronoi.frame));
            }
            points.push(self.goal);
        }
        points.dedup();
        Ok(points)
    }
}
