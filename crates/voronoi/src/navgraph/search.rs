//! The path of one disc over black and red: A* with bounds from landmarks, and straight distances times what a metre costs at
//! least.
//!
//! From its first point a disc takes the black edges of its own cell to the border, red arcs from there, and the ray back
//! from the arc that the goal is retracted to. The border of its own cell is left out: there the disc would keep away from
//! itself. Paths that leave the cell in another direction than the last time cost more by a margin, so that choices are kept.

use super::NavGraph;
use super::again::left_with_returns;
use super::known::{Goal, Own, Path, Question, Reached, SearchMemory, THROUGH};
use crate::cost::{GraphCost, price};
use crate::graph::NONE;
use crate::retract::land;
use wayfront_domain::NoPath;
use wayfront_geometry::{Point, closest_on_segment};

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
    pub(super) fn straight(&self, disc: usize, goal: Point, at: u32) -> Option<Path> {
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
        is_seen.then_some(Path::Straight { is_own })
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

    /// The cheapest path of a disc to a goal. What is left to pay from each node by a tree of all others that want to get there
    /// bounds what is left for the disc, which leaves out the border of its own cell and is no smaller than they are.
    pub(super) fn search(
        &self,
        ask: &Question<'_>,
        goal: &Goal,
        known: &mut Own,
        tree: Option<&[(f64, u32)]>,
    ) -> Result<Path, NoPath> {
        let memory = ask.memory;
        self.inside(ask.disc, ask.cost, known).ok_or(NoPath::Unreachable)?;
        if let Some(home) = self.home(ask.disc, goal) {
            return self.search_home(ask, &home, known);
        }
        let bounds = memory.landmarks.bounds(goal.ends.iter().flatten().map(|&(node, rest, _)| (node, rest)));
        let place = |node: u32| memory.red.places[node as usize];
        let left = |node: u32| match (tree, &bounds) {
            (Some(tree), _) => tree[node as usize].0,
            (None, Some(bounds)) => memory.landmarks.left(node, bounds),
            (None, None) => place(node).distance(goal.at) * memory.least_rate,
        };
        let radius = self.closed_below(ask.disc, ask.cost);
        // Nearly all nodes are none of them.
        let nodes = goal.ends.map(|end| end.map_or(NONE, |end| end.0));
        let ends = |node: u32| {
            if node != nodes[0] && node != nodes[1] {
                return None;
            }
            let here = goal.ends.iter().enumerate().filter_map(|(k, end)| Some((k, (*end)?)));
            let here = here.filter(|(_, end)| end.0 == node && (end.2 >= radius || ask.cost.others_move));
            here.map(|(k, end)| (end.1, k)).min_by(|a, b| a.0.total_cmp(&b.0))
        };
        let mut best = self.explore(ask, &ends, known, &left, (false, f64::INFINITY));
        if self.may_come_back(ask, known, best.0, left) {
            let exits = std::mem::take(&mut known.exits);
            let left = |node: u32| left_with_returns(&exits, place(node), left(node));
            best = self.explore(ask, &ends, known, &left, (true, f64::INFINITY));
            known.exits = exits;
        }
        self.path_over(ask, best, known)
    }

    /// What a search has found.
    pub(super) fn path_over(
        &self,
        ask: &Question<'_>,
        (whole, last, end): (f64, u32, usize),
        known: &Own,
    ) -> Result<Path, NoPath> {
        if last == NONE {
            return Err(NoPath::Unreachable);
        }
        let first = known.back_from(last).last().unwrap_or(last);
        let exit = known.reached[first as usize].edge;
        Ok(Path::Over { cost: whole - self.margin(ask, exit as usize), exit, last, end })
    }

    /// Searches from all exits of the disc's cell: the cost of the cheapest path, its last node, and which end that is. `ends`:
    /// what is left to pay from a node if one ends there. Paths come back into the cell or not, and cost less than
    /// `most`; without a node there is none.
    pub(super) fn explore(
        &self,
        ask: &Question<'_>,
        ends: &impl Fn(u32) -> Option<(f64, usize)>,
        known: &mut Own,
        left: &impl Fn(u32) -> f64,
        (comes_back, most): (bool, f64),
    ) -> (f64, u32, usize) {
        let Question { disc, cost, memory, .. } = *ask;
        let (radius, own) = (self.closed_below(disc, cost), self.faces[disc]);
        known.begin();
        for exit in 0..known.inside.len() {
            if let Some((node, paid)) = self.way_out(ask, exit, known) {
                known.offer(node, Reached::new(paid, NONE, exit as u32), || left(node));
            }
        }
        let mut best = (most, NONE, 0);
        while let Some((bound, node)) = known.open.pop() {
            if bound >= best.0 {
                break;
            }
            let reached = &mut known.reached[node as usize];
            if std::mem::replace(&mut reached.is_done, true) {
                continue;
            }
            let Reached { paid, before, edge, .. } = *reached;
            if let Some((rest, end)) = ends(node)
                && paid + rest < best.0
            {
                best = (paid + rest, node, end);
            }
            let mut is_at_home = false;
            for arc in memory.red.arcs(node) {
                if arc.faces.contains(&own) {
                    is_at_home = true;
                    continue;
                }
                let Some(toll) = ask.toll(self, arc, radius) else { continue };
                let next = Reached::new(paid + arc.cost + toll, node, arc.edge);
                known.offer(arc.to, next, || left(arc.to));
            }
            // What was reached from inside has led to all others inside.
            if comes_back && is_at_home && before != NONE && edge != THROUGH {
                self.cross(ask, (node, paid), known, left);
            }
        }
        best
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
        let first = self.tree(ask.disc).nodes[exit].at - self.discs[ask.disc].centre;
        margin * (1.0 - first.unit().map_or(1.0, |unit| unit.dot(heading))) / 2.0
    }
}
