//! The way of one disc over black and red: A* with bounds from landmarks, and straight distances times what a metre costs at
//! least.
//!
//! From its first point a disc takes the black edges of its own cell to the border, red arcs from there, and the ray back
//! from the arc that the goal is retracted to. The border of its own cell is left out: there the disc would keep away from
//! itself. Ways that leave the cell in another direction than the last time cost more by a margin, so that choices are kept.

use super::NavGraph;
use super::landmarks::Landmarks;
use super::red::{RedArc, RedGraph};
use crate::cost::{GraphCost, Stop, price};
use crate::graph::NONE;
use crate::queue::Queue;
use crate::retract::land;
use crate::site::{Site, apex};
use std::sync::Arc;
use wayfront_domain::NoPath;
use wayfront_geometry::{Point, closest_on_segment};

/// What all searches of a frame share.
#[derive(Clone, Debug, Default)]
pub(super) struct SearchMemory {
    pub red: RedGraph,
    landmarks: Landmarks,
    /// What a metre costs at least.
    pub least_rate: f64,
    /// One for each thread.
    pub own: Vec<Own>,
    /// What is beyond the horizon, if there is one.
    pub beyond: Option<Arc<dyn Beyond>>,
}

/// What is beyond the horizon of all searches.
pub(super) trait Beyond: std::fmt::Debug + Send + Sync {
    /// What is beyond for a disc of a radius that wants to get to a goal; `None` if that was not asked for.
    fn towards(&self, goal: Point, radius: f64) -> Option<Box<dyn Far + '_>>;
}

/// What one search knows of what is beyond.
pub(super) trait Far {
    /// A place is out of sight from another.
    fn is_beyond(&self, from: Point, p: Point) -> bool;
    /// What a metre costs at least, here and beyond.
    fn least_rate(&self) -> f64;
    /// What is left to pay from a place, in the coordinates of the graph.
    fn left(&self, p: Point) -> Option<f64>;
    /// The places from there on, up to where the goal meets the graph.
    fn follow(&self, p: Point, stops: &mut Vec<Stop>);
}

/// What is known during the searches of one thread.
#[derive(Clone, Debug, Default)]
pub(super) struct Own {
    /// Per node: the round in which it was reached, the cost, the node before it and the half-edge from there.
    pub reached: Vec<Reached>,
    round: u32,
    open: Queue,
    /// Per node of the black tree: what it costs from the first point on, and the node before it.
    pub inside: Vec<(f64, u32)>,
    black: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Reached {
    round: u32,
    paid: f64,
    pub before: u32,
    pub edge: u32,
    /// All that follows from it is known.
    is_done: bool,
}

/// Where a search ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    pub given: Point,
    /// On the diagram.
    pub at: Point,
    /// The nodes at both ends of the arc that it lies on, what is left to pay from there, and the least clearance.
    pub ends: [Option<(u32, f64, f64)>; 2],
    /// The half-edges that lead there.
    pub edges: [u32; 2],
}

/// How a disc gets to its goal.
#[derive(Clone, Copy, Debug)]
pub(super) enum Way {
    /// Straight: the goal is in its own cell, or in the next one and seen.
    Straight { is_own: bool },
    /// Over the graph: the cost, the node of the black tree by which it leaves its cell, the last red node, and which of the
    /// goal's ends that is, or [`BEYOND`].
    Over { cost: f64, exit: u32, last: u32, end: usize },
}

/// In place of the goal's end: a way that goes on beyond the horizon.
pub(super) const BEYOND: usize = 2;

/// What a disc asks for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question<'a> {
    pub disc: usize,
    pub kept: Option<(Point, f64)>,
    pub cost: &'a GraphCost,
    pub memory: &'a SearchMemory,
}

impl Question<'_> {
    /// What it costs a disc more to get through an arc; `None` if it does not fit.
    pub fn toll(&self, graph: &NavGraph, arc: &RedArc, radius: f64) -> Option<f64> {
        self.cost.toll(arc.clearance, radius, arc.faces.iter().any(|&face| face >= graph.first))
    }
}

impl NavGraph {
    /// Everything anew for so many searches of a frame, on so many threads.
    pub(super) fn prepare(&self, memory: &mut SearchMemory, cost: &GraphCost, searches: usize, threads: usize) {
        memory.red.fill(&self.graph, cost);
        memory.landmarks.fill(&memory.red, searches);
        let widest = self.graph.vertices.iter().map(|v| v.clearance).fold(f64::MIN_POSITIVE, f64::max);
        memory.least_rate = 1.0 + cost.safety.max(0.0) / widest;
        memory.own.resize_with(threads, Own::default);
        for own in &mut memory.own {
            own.make_room(memory.red.room());
        }
    }

    /// The radius below which arcs are closed to a disc.
    pub(super) fn closed_below(&self, disc: usize, cost: &GraphCost) -> f64 {
        if cost.closes_narrow { self.discs[disc].radius } else { 0.0 }
    }

    /// The face that a goal is in.
    pub(super) fn face_around(&self, goal: Point) -> Option<u32> {
        let room = self.voronoi.clearance(goal)?;
        let fixed = self.voronoi.face_of(&room)?;
        Some(self.nearest_face(goal - self.voronoi.frame, fixed, NONE))
    }

    /// The goal is in the disc's own cell, or in the next one with nothing between: it needs no graph.
    pub(super) fn straight(&self, disc: usize, goal: Point, at: u32) -> Option<Way> {
        let (face, centre) = (self.faces[disc], self.discs[disc].centre);
        let is_own = at == face;
        let is_next = is_own || self.graph.ring(face).any(|h| self.graph.face(self.graph.twin(h)) == at);
        if !is_next {
            return None;
        }
        let target = goal - self.voronoi.frame;
        let stands_between = self.owner(at).filter(|_| !is_own).is_some_and(|other| {
            let theirs = self.discs[other];
            let near = closest_on_segment(centre, target, theirs.centre);
            near != target && near.distance(theirs.centre) < theirs.radius + self.discs[disc].radius
        });
        let is_seen = !stands_between && self.voronoi.domain().sees(centre + self.voronoi.frame, goal);
        is_seen.then_some(Way::Straight { is_own })
    }

    /// Where a goal in a face lies on the graph.
    pub(super) fn goal(&self, face: u32, given: Point, cost: &GraphCost, memory: &SearchMemory) -> Option<Goal> {
        let landing = land(&self.graph, face, given - self.voronoi.frame)?;
        let twin = self.graph.twin(landing.edge);
        let sites = [face, self.graph.face(twin)].map(|f| *self.graph.site(f));
        let ends = [landing.edge, twin].map(|h| {
            let vertex = self.graph.vertex(self.graph.target(h));
            let stops = [(landing.at, sites[0].distance(landing.at)), (vertex.at, vertex.clearance)];
            let paid = price([&sites[0], &sites[1]], stops, cost);
            match memory.red.node_of[self.graph.target(h) as usize] {
                NONE if vertex.is_fixed => None,
                NONE => {
                    let (arc, _) = memory.red.follow(&self.graph, self.graph.next(h), cost)?;
                    Some((arc.to, paid + arc.cost, arc.clearance))
                }
                node => Some((node, paid, vertex.clearance)),
            }
        });
        Some(Goal { given, at: landing.at, ends, edges: [landing.edge, twin] })
    }

    /// The cheapest way of a disc to a goal. What is left to pay from each node by a tree of all others who want to get there
    /// bounds what is left for the disc, which leaves out the border of its own cell and is no smaller than they are.
    pub(super) fn search(
        &self,
        ask: &Question<'_>,
        goal: &Goal,
        known: &mut Own,
        tree: Option<&[(f64, u32)]>,
    ) -> Result<Way, NoPath> {
        let Question { disc, cost, memory, .. } = *ask;
        let radius = self.closed_below(disc, cost);
        known.begin();
        self.inside(disc, cost, radius, known).ok_or(NoPath::Unreachable)?;
        let (far, centre) = (self.far(ask, goal), self.discs[disc].centre);
        let bounds = memory.landmarks.bounds(goal.ends.iter().flatten().map(|&(node, rest, _)| (node, rest)));
        let straight = |node: u32| memory.red.places[node as usize].distance(goal.at);
        let left = |node: u32| match (&far, tree, &bounds) {
            (Some(far), ..) => straight(node) * far.least_rate(),
            (None, Some(tree), _) => tree[node as usize].0,
            (None, None, Some(bounds)) => memory.landmarks.left(node, bounds),
            (None, None, None) => straight(node) * memory.least_rate,
        };
        for exit in 0..known.inside.len() {
            if let Some((node, paid)) = self.way_out(ask, exit, known) {
                let reached = Reached { round: known.round, paid, before: NONE, edge: exit as u32, is_done: false };
                let before = known.reached[node as usize];
                if before.round != known.round || paid < before.paid {
                    known.reach(node, reached, paid + left(node));
                }
            }
        }
        let mut best = (f64::INFINITY, NONE, 0);
        while let Some((bound, node)) = known.open.pop() {
            if bound >= best.0 {
                break;
            }
            let reached = &mut known.reached[node as usize];
            if std::mem::replace(&mut reached.is_done, true) {
                continue;
            }
            let paid = reached.paid;
            for (k, end) in goal.ends.iter().enumerate() {
                if let Some((end, rest, clearance)) = *end
                    && end == node
                    && (clearance >= radius || cost.others_move)
                    && paid + rest < best.0
                {
                    best = (paid + rest, node, k);
                }
            }
            if let Some(far) = far.as_ref().filter(|far| far.is_beyond(centre, memory.red.places[node as usize])) {
                let whole = far.left(memory.red.places[node as usize]).map_or(f64::INFINITY, |rest| paid + rest);
                if whole < best.0 {
                    best = (whole, node, BEYOND);
                }
                continue;
            }
            for arc in memory.red.arcs(node) {
                if arc.faces.contains(&self.faces[disc]) {
                    continue;
                }
                let Some(toll) = ask.toll(self, arc, radius) else { continue };
                let next = paid + arc.cost + toll;
                let before = known.reached[arc.to as usize];
                if before.round != known.round || next < before.paid {
                    let reached =
                        Reached { round: known.round, paid: next, before: node, edge: arc.edge, is_done: false };
                    known.reach(arc.to, reached, next + left(arc.to));
                }
            }
        }
        if best.1 == NONE {
            return Err(NoPath::Unreachable);
        }
        let mut first = best.1;
        while known.reached[first as usize].before != NONE {
            first = known.reached[first as usize].before;
        }
        let exit = known.reached[first as usize].edge;
        let cost = best.0 - self.margin(ask, exit as usize);
        Ok(Way::Over { cost, exit, last: best.1, end: best.2 })
    }

    /// What is beyond the horizon of a disc, if there is one.
    pub(super) fn far<'a>(&self, ask: &Question<'a>, goal: &Goal) -> Option<Box<dyn Far + 'a>> {
        let memory = ask.memory;
        memory.beyond.as_ref()?.towards(goal.given, self.closed_below(ask.disc, ask.cost))
    }

    /// The red node by which a disc leaves its cell at a node of its black tree, and what it pays up to there.
    pub(super) fn way_out(&self, ask: &Question<'_>, exit: usize, known: &Own) -> Option<(u32, f64)> {
        let (red, paid) = (self.tree(ask.disc).nodes[exit].red, known.inside[exit].0);
        let node = if red == NONE { NONE } else { ask.memory.red.node_of[red as usize] };
        (node != NONE && paid < f64::INFINITY).then(|| (node, paid + self.margin(ask, exit)))
    }

    /// What it costs more to leave the cell there than in the direction of the last time: all of it behind, half of it aside.
    pub(super) fn margin(&self, ask: &Question<'_>, exit: usize) -> f64 {
        let Some((heading, margin)) = ask.kept else { return 0.0 };
        let way = self.tree(ask.disc).nodes[exit].at - self.discs[ask.disc].centre;
        margin * (1.0 - way.unit().map_or(1.0, |unit| unit.dot(heading))) / 2.0
    }

    /// Costs inside of the own cell, from the first point to every node of the black tree.
    pub(super) fn inside(&self, disc: usize, cost: &GraphCost, radius: f64, known: &mut Own) -> Option<()> {
        let tree = self.tree(disc);
        let start = tree.start?;
        let Own { inside: costs, black: open, .. } = known;
        costs.clear();
        costs.resize(tree.nodes.len(), (f64::INFINITY, NONE));
        open.clear();
        let sites = |k: usize| tree.edges[k].faces.map(|f| self.graph.site(f));
        // What an edge costs with its toll, from a stop to a node.
        let edge_cost = |k: usize, from: Stop, to: u32| {
            let (sites, to) = (sites(k), &tree.nodes[to as usize]);
            let clearance = to.clearance.min(narrowest(sites, from.0, to.at, radius));
            let toll = cost.toll(clearance, radius, tree.edges[k].faces.iter().any(|&face| face >= self.first))?;
            Some(price(sites, [from, (to.at, to.clearance)], cost) + toll)
        };
        let first = tree.start_edge as usize;
        for node in tree.edges[first].nodes {
            if let Some(paid) = edge_cost(first, (start, sites(first)[0].distance(start)), node) {
                costs[node as usize] = (paid, NONE);
                open.push(node);
            }
        }
        // A tree: each node is reached one way, but for the two sides of the first edge.
        while let Some(v) = open.pop() {
            for (k, edge) in tree.edges.iter().enumerate().filter(|(k, e)| *k != first && e.nodes.contains(&v)) {
                let w = if edge.nodes[0] == v { edge.nodes[1] } else { edge.nodes[0] };
                if costs[w as usize].0 < costs[v as usize].0 {
                    continue; // back where it came from
                }
                let from = &tree.nodes[v as usize];
                let Some(paid) = edge_cost(k, (from.at, from.clearance), w) else { continue };
                let next = costs[v as usize].0 + paid;
                if next < costs[w as usize].0 {
                    costs[w as usize] = (next, v);
                    open.push(w);
                }
            }
        }
        Some(())
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

/// Edges shorter than this share of the way to their ends are ties.
const TIE: f64 = 1e-6;

/// Nodes that hardly any black tree has more of.
const LARGE_TREE: usize = 96;

/// Share of the last black edge up to which the aim goes: its end is a red vertex that others may share.
const SHORT_OF_THE_BORDER: f64 = 0.9;

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

impl Own {
    /// For a graph with so many nodes. What was reached in earlier frames is of other rounds.
    pub fn make_room(&mut self, nodes: usize) {
        if self.reached.len() < nodes {
            self.reached.resize(nodes, Reached { round: 0, paid: 0.0, before: NONE, edge: NONE, is_done: false });
        }
        // Nodes are hardly ever reached more than twice; `reserve` looks at the room beyond what is there.
        self.open.clear();
        self.open.reserve(2 * nodes);
        self.inside.clear();
        self.inside.reserve(LARGE_TREE);
        self.black.clear();
        self.black.reserve(LARGE_TREE);
    }

    /// A new search: nothing is reached.
    fn begin(&mut self) {
        if self.round == u32::MAX {
            self.reached.iter_mut().for_each(|reached| reached.round = 0);
            self.round = 0;
        }
        self.round += 1;
        self.open.clear();
    }

    /// The nodes of the way that was found last, from its end to its start.
    pub fn back_from(&self, last: u32) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors(Some(last), |&node| Some(self.reached[node as usize].before).filter(|&node| node != NONE))
    }

    fn reach(&mut self, node: u32, reached: Reached, bound: f64) {
        self.reached[node as usize] = reached;
        self.open.push(bound, node);
    }
}
