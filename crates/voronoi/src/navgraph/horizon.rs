//! Beyond the horizon: what is left to pay where nobody is, over the graph of walls alone.
//!
//! A search of one disc that comes to a node farther away than the horizon ends there, and adds what the static graph says
//! from that place on. That graph does not change from frame to frame, so its trees are kept, one for each goal and radius.
//!
//! Cost: a tree over the static graph for each new goal, and a retraction for each node at the horizon; in exchange searches
//! look no farther. Ways are near the best ones as long as others beyond the horizon make little difference, and can always be
//! walked: the static part keeps a radius from all walls.

use super::NavGraph;
use super::known::{Beyond, Far, SearchMemory};
use super::lead::Tree;
use super::view::{Onward, Towards};
use crate::cost::{GraphCost, Stop};
use crate::graph::NONE;
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;
use wayfront_geometry::Point;

/// Nodes of all trees together that are kept: some 64 MB.
const MOST_NODES: usize = 4_000_000;

type Key = [u64; 3];

fn key(goal: Point, radius: f64) -> Key {
    [goal.x, goal.y, radius].map(f64::to_bits)
}

/// The graph without discs, and trees over it.
#[derive(Clone, Debug)]
pub(super) struct StaticWays {
    graph: NavGraph,
    memory: SearchMemory,
    cost: GraphCost,
    trees: HashMap<Key, Tree>,
}

/// What one search knows of what is beyond.
struct FarWays<'a> {
    towards: Towards<'a>,
    horizon: f64,
    least_rate: f64,
}

impl NavGraph {
    /// Makes the trees of all goals, each with the radius of a disc, unless the horizon is infinite.
    pub(super) fn look_beyond(
        &mut self,
        memory: &mut SearchMemory,
        goals: impl Iterator<Item = (usize, Point)>,
        cost: &GraphCost,
    ) {
        if cost.horizon == f64::INFINITY {
            (memory.beyond, self.beyond) = (None, None);
            return;
        }
        let fresh = || {
            let graph = Self::new(&self.voronoi);
            let mut memory = SearchMemory::default();
            graph.prepare(&mut memory, cost, 0, 1);
            Arc::new(StaticWays { graph, memory, cost: *cost, trees: HashMap::new() })
        };
        memory.beyond = None;
        let mut beyond = self.beyond.take().filter(|known| known.cost == *cost).unwrap_or_else(fresh);
        let StaticWays { graph, memory: fixed, trees, .. } = Arc::make_mut(&mut beyond);
        let mut wanted: Vec<(Key, Tree)> = Vec::new();
        for (disc, goal) in goals {
            let radius = self.closed_below(disc, cost);
            let key = key(goal, radius);
            if !trees.contains_key(&key) && wanted.iter().all(|(other, _)| *other != key) {
                wanted.push((key, Tree::towards(goal, radius, NONE)));
            }
        }
        if (trees.len() + wanted.len()) * fixed.red.vertices.len() > MOST_NODES {
            trees.clear();
            wanted.truncate((MOST_NODES / fixed.red.vertices.len().max(1)).max(1));
        }
        wanted.par_iter_mut().for_each(|(_, tree)| graph.spread(tree, cost, fixed));
        trees.extend(wanted);
        memory.beyond = Some(beyond.clone());
        self.beyond = Some(beyond);
    }
}

impl Beyond for StaticWays {
    fn towards(&self, goal: Point, radius: f64) -> Option<Box<dyn Far + '_>> {
        let tree = self.trees.get(&key(goal, radius))?;
        let towards = Towards { graph: &self.graph, goal, radius, cost: &self.cost, memory: &self.memory, tree };
        Some(Box::new(FarWays { towards, horizon: self.cost.horizon, least_rate: self.memory.least_rate }))
    }
}

impl Far for FarWays<'_> {
    fn is_beyond(&self, from: Point, p: Point) -> bool {
        from.distance(p) > self.horizon
    }

    fn least_rate(&self) -> f64 {
        self.least_rate
    }

    fn left(&self, p: Point) -> Option<f64> {
        let p = p + self.towards.graph.voronoi.frame;
        match self.towards.onward(self.towards.graph.face_around(p)?, p).ok()? {
            Onward::Straight => Some(p.distance(self.towards.goal)),
            Onward::Over(left, ..) => Some(left),
        }
    }

    fn follow(&self, p: Point, stops: &mut Vec<Stop>) {
        let p = p + self.towards.graph.voronoi.frame;
        let Some(face) = self.towards.graph.face_around(p) else { return };
        if let Ok(Onward::Over(_, begin, end)) = self.towards.onward(face, p) {
            self.towards.follow(&begin, end, stops);
        }
    }
}
