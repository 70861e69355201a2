//! What searches ask for, share and know: questions, goals, paths, and the memory of a frame and of a thread.

use super::NavGraph;
use super::landmarks::Landmarks;
use super::red::{RedArc, RedGraph};
use crate::cost::GraphCost;
use crate::graph::NONE;
use crate::queue::Queue;
use wayfront_geometry::Point;

/// What all searches of a frame share.
#[derive(Clone, Debug, Default)]
pub(super) struct SearchMemory {
    pub red: RedGraph,
    pub landmarks: Landmarks,
    /// What a metre costs at least.
    pub least_rate: f64,
    /// One for each thread.
    pub own: Vec<Own>,
}

/// What is known during the searches of one thread.
#[derive(Clone, Debug, Default)]
pub(super) struct Own {
    /// Per node: the round in which it was reached, the cost, the node before it and the half-edge from there.
    pub reached: Vec<Reached>,
    pub round: u32,
    pub open: Queue,
    /// Costs of the black tree from the first point on, and from where a path comes back into the cell.
    pub inside: BlackCosts,
    pub through: BlackCosts,
    /// To where a goal lies inside of the cell.
    pub rest: BlackCosts,
    pub black: Vec<u32>,
    pub exits: Vec<Exit>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Reached {
    round: u32,
    pub paid: f64,
    pub before: u32,
    pub edge: u32,
    /// All that follows from it is known.
    pub is_done: bool,
}

/// In place of the half-edge: through the disc's own cell, from one node of its border to another.
pub(super) const THROUGH: u32 = NONE;

impl Reached {
    /// For so much, from a node over a half-edge.
    pub const fn new(paid: f64, before: u32, edge: u32) -> Self {
        Self { round: 0, paid, before, edge, is_done: false }
    }
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
pub(super) enum Path {
    /// Straight: the goal is in its own cell, or in the next one and seen.
    Straight { is_own: bool },
    /// Inside of the own cell, up to where the ray of the goal meets a black edge: the cost, the node by way of which it gets
    /// there unless both ends are on one edge, and where to aim.
    Home { cost: f64, over: u32, aim: Point },
    /// Over the graph: the cost, the node of the black tree by which it leaves its cell, the last red node, and which of the
    /// goal's ends that is, or [`HOME`].
    Over { cost: f64, exit: u32, last: u32, end: usize },
}

/// In place of the goal's end: a path that comes back into the own cell, and ends there.
pub(super) const HOME: usize = 2;

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

/// Per node of a black tree: what it costs to get there, and the node before it.
pub(super) type BlackCosts = Vec<(f64, u32)>;

/// A red node of the border of a disc's cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exit {
    pub node: u32,
    /// Its number in the black tree.
    pub black: usize,
    pub at: Point,
    /// From the first point to here inside of the cell, and what it costs more than in the direction of the last time.
    pub paid: f64,
    pub margin: f64,
    /// What is left from here outside, at least.
    pub left: f64,
    /// The next node outside, and what the arc there costs; the node itself if there are several, or it is an exit too.
    pub next: u32,
    pub step: f64,
}

/// Nodes that hardly any black tree has more of.
const LARGE_TREE: usize = 96;

impl Own {
    /// For a graph with so many nodes. What was reached in earlier frames is of other rounds.
    pub fn make_room(&mut self, nodes: usize) {
        if self.reached.len() < nodes {
            self.reached.resize(nodes, Reached::new(0.0, NONE, NONE));
        }
        // Nodes are hardly ever reached more than twice; `reserve` looks at the room beyond what is there.
        self.open.clear();
        self.open.reserve(2 * nodes);
        for costs in [&mut self.inside, &mut self.through, &mut self.rest] {
            costs.clear();
            costs.reserve(LARGE_TREE);
        }
        self.black.clear();
        self.black.reserve(LARGE_TREE);
        self.exits.clear();
        self.exits.reserve(LARGE_TREE);
    }

    /// A new search: nothing is reached.
    pub fn begin(&mut self) {
        if self.round == u32::MAX {
            self.reached.iter_mut().for_each(|reached| reached.round = 0);
            self.round = 0;
        }
        self.round += 1;
        self.open.clear();
    }

    /// The nodes of the path that was found last, from its end to its start.
    pub fn back_from(&self, last: u32) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors(Some(last), |&node| Some(self.reached[node as usize].before).filter(|&node| node != NONE))
    }

    /// Takes a path to a node if it is the cheapest so far; `left`: what is left to pay from there at least.
    #[inline]
    pub fn offer(&mut self, node: u32, path: Reached, left: impl Fn() -> f64) {
        let before = &mut self.reached[node as usize];
        if before.round != self.round || path.paid < before.paid {
            *before = Reached { round: self.round, ..path };
            self.open.push(path.paid + left(), node);
        }
    }
}
