//! Who is seen by whom, where a graph of everybody knows it: nobody minds somebody behind a wall.

use wayfront_voronoi::NavGraph;

/// The graph of a step, in which the first discs are the agents by their slots.
#[derive(Clone, Copy, Debug)]
pub struct Sights<'a> {
    graph: &'a NavGraph,
    agents: usize,
}

impl<'a> Sights<'a> {
    /// Of a graph whose first `agents` discs are the agents by their slots.
    #[must_use]
    pub const fn new(graph: &'a NavGraph, agents: usize) -> Self {
        Self { graph, agents }
    }

    /// Both are in the graph, and a wall is between the two. Those who have no place in the graph are not hidden from anybody.
    #[must_use]
    pub fn is_hidden(&self, slot: usize, other: usize) -> bool {
        let is_placed = |slot: usize| slot < self.agents && self.graph.fault(slot).is_none();
        is_placed(slot) && is_placed(other) && !self.graph.sees(slot, other)
    }
}
