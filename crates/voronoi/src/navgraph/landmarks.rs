//! Bounds for what is left to pay, from a few trees over the red graph (ALT: A*, landmarks and the triangle inequality;
//! Goldberg and Harrelson 2005).
//!
//! What two places cost from a landmark differs by no more than a path between them costs, since arcs cost the same both ways.
//! Discs that leave out the border of their own cell, and pay tolls, only pay more: so one set of trees bounds all searches
//! of a frame. Landmarks are the nodes farthest out in eight directions: most paths lead towards one of them or away from it.
//!
//! Cost: eight times Dijkstra's search in a frame; eight subtractions for a bound. Searches of their own then look at a few
//! nodes beside their paths instead of all around them.

use super::red::RedGraph;
use super::share::share;
use crate::queue::Queue;
use wayfront_geometry::Point;

/// Landmarks of a frame.
const COUNT: usize = 8;
/// Searches from which on trees are worth their time.
const WORTH: usize = 48;
/// Nodes from which on a second thread is worth its start.
const MANY: usize = 256;

#[derive(Clone, Debug, Default)]
pub(super) struct Landmarks {
    trees: Vec<Tree>,
    /// Per node: what it costs from each landmark; empty without landmarks.
    costs: Vec<[f64; COUNT]>,
}

#[derive(Clone, Debug, Default)]
struct Tree {
    paid: Vec<f64>,
    open: Queue,
}

/// What a goal costs from each landmark: between these two by every path that ends there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    low: [f64; COUNT],
    high: [f64; COUNT],
}

impl Tree {
    fn spread(&mut self, red: &RedGraph, root: u32) {
        let Self { paid, open } = self;
        paid.clear();
        paid.reserve(red.room());
        paid.resize(red.vertices.len(), f64::INFINITY);
        open.clear();
        open.reserve(2 * red.room());
        paid[root as usize] = 0.0;
        open.push(0.0, root);
        while let Some((least, node)) = open.pop() {
            let cost = paid[node as usize];
            if least > Queue::rounded(cost) {
                continue;
            }
            for arc in red.arcs(node) {
                let next = cost + arc.cost;
                if next < paid[arc.to as usize] {
                    paid[arc.to as usize] = next;
                    open.push(next, arc.to);
                }
            }
        }
    }
}

impl Landmarks {
    /// Trees for so many searches, or none if they are few.
    pub fn fill(&mut self, red: &RedGraph, searches: usize) {
        self.costs.clear();
        if searches < WORTH || red.vertices.is_empty() {
            return;
        }
        self.trees.resize_with(COUNT, Tree::default);
        let spread = |(k, tree): (usize, &mut Tree)| tree.spread(red, farthest_out(red, k));
        share(self.trees.iter_mut().enumerate(), red.vertices.len() >= MANY, spread);
        let trees = &self.trees;
        self.costs.reserve(red.room());
        self.costs.extend((0..red.vertices.len()).map(|node| std::array::from_fn(|k| trees[k].paid[node])));
    }

    /// What bounds the paths to a goal, given by nodes and what is left to pay from each; `None` without landmarks.
    pub fn bounds(&self, ends: impl Iterator<Item = (u32, f64)>) -> Option<Bounds> {
        if self.costs.is_empty() {
            return None;
        }
        let mut bounds = Bounds { low: [f64::INFINITY; COUNT], high: [f64::NEG_INFINITY; COUNT] };
        for (node, rest) in ends {
            for (k, paid) in self.costs[node as usize].into_iter().enumerate() {
                bounds.low[k] = bounds.low[k].min(paid + rest);
                bounds.high[k] = bounds.high[k].max(paid - rest);
            }
        }
        Some(bounds)
    }

    /// What a path between two nodes costs, at least.
    pub fn apart(&self, a: u32, b: u32) -> f64 {
        let Some((one, other)) = self.costs.get(a as usize).zip(self.costs.get(b as usize)) else { return 0.0 };
        // A landmark that reaches neither says nothing: no number.
        one.iter().zip(other).map(|(one, other)| (one - other).abs()).fold(0.0, f64::max)
    }

    /// What is left to pay from a node, at least. A landmark that reaches neither says nothing.
    #[inline]
    pub fn left(&self, node: u32, goal: &Bounds) -> f64 {
        let costs = &self.costs[node as usize];
        let mut most = [0.0; COUNT];
        for k in 0..COUNT {
            let (above, below) = (costs[k] - goal.high[k], goal.low[k] - costs[k]);
            let bound = if above > below { above } else { below };
            most[k] = if bound > 0.0 { bound } else { 0.0 };
        }
        most.into_iter().fold(0.0, |most, bound| if bound > most { bound } else { most })
    }
}

/// The node farthest out in one of eight directions.
fn farthest_out(red: &RedGraph, k: usize) -> u32 {
    let (sin, cos) = (std::f64::consts::TAU * k as f64 / COUNT as f64).sin_cos();
    let along = |node: &u32| red.places[*node as usize].dot(Point::new(cos, sin));
    (0..red.vertices.len() as u32).max_by(|a, b| along(a).total_cmp(&along(b))).unwrap_or(0)
}
