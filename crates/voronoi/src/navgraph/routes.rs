//! Routes of all discs over red and black, with every place on the way. [`NavGraph::lead`] is for crowds, which ask for the
//! next place alone.

use super::NavGraph;
use super::black::MANY;
use super::known::{Goal, HOME, Own, Path, Question, SearchMemory, THROUGH};
use super::red::RedGraph;
use crate::cost::{GraphCost, Stop};
use crate::graph::NONE;
use crate::site::{Bisector, Site};
use rayon::prelude::*;
use wayfront_domain::NoPath;
use wayfront_geometry::Point;

/// Tolerance: Chords of bent pieces are off by this share of the clearance.
const BENT: f64 = 0.02;
/// Tolerance: The same as a share of the world's size: the least error of a chord.
const LEAST_BENT: f64 = 1e-4;

/// The path of one disc.
#[derive(Clone, Debug, PartialEq)]
pub struct GraphRoute {
    /// What it costs, from the first point on.
    pub cost: f64,
    /// The least clearance on the way, from walls and from other discs; infinite on a straight path to a goal nearby.
    pub clearance: f64,
    /// Where that is.
    pub narrowest: Point,
    /// Where to go now: the farthest point of the path inside of the disc's own cell, and in no other.
    pub aim: Point,
    /// From the centre to the goal. Bent pieces are chords that come nearer to what they keep away from by a fiftieth of the
    /// clearance there, or a ten-thousandth of the world's size.
    pub points: Vec<Point>,
}

impl NavGraph {
    /// The paths of all discs to their goals.
    ///
    /// # Panics
    /// If there are not as many goals as discs.
    pub fn routes(&mut self, goals: &[Point], cost: &GraphCost) -> Vec<Result<GraphRoute, NoPath>> {
        assert_eq!(goals.len(), self.len(), "a goal for each disc");
        let mut memory = std::mem::take(&mut self.search);
        let threads = if self.len() < MANY { 1 } else { rayon::current_num_threads() };
        self.prepare(&mut memory, cost, self.len(), threads);
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

    /// A disc has a path to a goal, which need not be free.
    pub(crate) fn has_route(&self, disc: usize, goal: Point, cost: &GraphCost) -> bool {
        let (mut memory, mut own) = (SearchMemory::default(), Own::default());
        self.prepare(&mut memory, cost, 0, 0);
        own.make_room(memory.red.room());
        self.route(disc, goal, cost, &memory, &mut own).is_ok()
    }

    fn route(
        &self,
        disc: usize,
        given: Point,
        cost: &GraphCost,
        memory: &SearchMemory,
        own: &mut Own,
    ) -> Result<GraphRoute, NoPath> {
        if self.faces[disc] == NONE {
            return Err(NoPath::Blocked);
        }
        let at = self.face_around(given).ok_or(NoPath::Blocked)?;
        if let Some(path) = self.straight(disc, given, at) {
            let centre = self.discs[disc].centre + self.voronoi.frame;
            let aim = self.aim(disc, path, given, own);
            let (cost, points) = (centre.distance(given), vec![centre, given]);
            return Ok(GraphRoute { cost, clearance: f64::INFINITY, narrowest: given, aim, points });
        }
        let goal = self.goal(at, given, cost, memory).ok_or(NoPath::Unreachable)?;
        let ask = Question { disc, kept: None, cost, memory };
        let path = self.search(&ask, &goal, own, None)?;
        Ok(self.trace(&ask, path, &goal, own))
    }

    /// Every place on the way that a search has found.
    fn trace(&self, ask: &Question<'_>, path: Path, goal: &Goal, known: &mut Own) -> GraphRoute {
        let disc = ask.disc;
        let frame = self.voronoi.frame;
        let paths = self.black_paths(disc, ask.cost);
        let start = paths.tree.start.unwrap_or(self.discs[disc].centre);
        let mut stops: Vec<(Point, f64)> = vec![(start, self.clearance_without(disc, start))];
        let cost = match path {
            Path::Over { cost, exit, last, end } => {
                paths.follow(&known.inside, exit, &mut stops);
                self.trace_over(ask, last, known, &mut stops);
                self.trace_end(ask, (last, end), goal, known, &mut stops);
                cost
            }
            Path::Home { cost, over, .. } => {
                if over != NONE {
                    paths.follow(&known.inside, over, &mut stops);
                }
                self.trace_home(ask, goal, over, known, &mut stops);
                cost
            }
            Path::Straight { .. } => 0.0,
        };
        let least = stops.iter().copied().min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((start, 0.0));
        let middle = stops.iter().map(|stop| stop.0 + frame);
        let mut points: Vec<Point> = std::iter::once(self.discs[disc].centre + frame).chain(middle).collect();
        points.push(goal.given);
        points.dedup();
        let aim = self.aim(disc, path, goal.given, known);
        GraphRoute { cost, clearance: least.1, narrowest: least.0 + frame, aim, points }
    }

    /// The stops from the first red node of a path to its last.
    fn trace_over(&self, ask: &Question<'_>, last: u32, known: &mut Own, stops: &mut Vec<Stop>) {
        let red = &ask.memory.red;
        let mut nodes: Vec<u32> = known.back_from(last).collect();
        let mut from = nodes.pop();
        while let (Some(before), Some(node)) = (from, nodes.pop()) {
            match known.reached[node as usize].edge {
                THROUGH => self.crossed(ask, [before, node], known, stops),
                edge => self.arc_stops(edge, red.places[before as usize], red, stops),
            }
            from = Some(node);
        }
    }

    /// The stops from the last red node of a path to where the goal meets the graph.
    fn trace_end(
        &self,
        ask: &Question<'_>,
        (last, end): (u32, usize),
        goal: &Goal,
        known: &mut Own,
        stops: &mut Vec<Stop>,
    ) {
        let memory = ask.memory;
        if end == HOME {
            let over = self.tree(ask.disc).at_red(memory.red.vertices[last as usize]);
            self.trace_home(ask, goal, over.unwrap_or(NONE), known, stops);
        } else {
            self.arc_stops_back(goal.edges[end], (goal.at, f64::INFINITY), &memory.red, stops);
        }
    }

    /// The stops from a place on a half-edge over the ones that follow, up to the next node.
    pub(super) fn arc_stops(&self, edge: u32, from: Point, red: &RedGraph, stops: &mut Vec<Stop>) {
        let sites = [edge, self.graph.twin(edge)].map(|h| self.graph.site(self.graph.face(h)));
        let (mut h, mut at) = (edge, from);
        loop {
            let v = self.graph.target(h);
            let to = self.graph.vertex(v);
            self.bend(sites, at, (to.at, to.clearance), stops);
            if red.node_of[v as usize] != NONE {
                return;
            }
            (h, at) = (self.graph.next(h), to.at);
        }
    }

    /// The same backwards: from the node, which is known, to the place.
    pub(super) fn arc_stops_back(&self, edge: u32, to: Stop, red: &RedGraph, stops: &mut Vec<Stop>) {
        let first = stops.len();
        self.arc_stops(edge, to.0, red, stops);
        stops.pop();
        stops[first..].reverse();
        stops.push(to);
    }

    /// The stops of a piece of the border of two sites, without its start. Between its ends clearance is no less.
    pub(super) fn bend(&self, [i, j]: [&Site; 2], from: Point, to: Stop, stops: &mut Vec<Stop>) {
        let curve = Bisector::between(i, j, from, to.0);
        if !matches!(curve, Bisector::Straight(_)) {
            let room = i.distance(from).min(i.distance(to.0));
            let mut points = Vec::new();
            curve.flatten_into((BENT * room).max(LEAST_BENT * self.voronoi.domain().bounds().size()), &mut points);
            points.pop();
            stops.extend(points.into_iter().map(|p| (p, f64::INFINITY)));
        }
        stops.push(to);
    }

    /// The clearance of a place of a disc's cell from everything but the disc: inside of the cell nothing is nearer than all
    /// of its neighbours, each of which borders on some black edge.
    fn clearance_without(&self, disc: usize, p: Point) -> f64 {
        let faces = self.tree(disc).edges.iter().flat_map(|edge| edge.faces);
        // From sides as they are: beyond their ends lines may be nearer.
        let distance = |face: u32| match self.graph.site(face) {
            side @ Site::Side { .. } => side.foot(p).distance(p),
            site => site.distance(p),
        };
        let nearest = faces.map(distance).fold(f64::INFINITY, f64::min);
        if nearest.is_finite() { nearest } else { 0.0 }
    }
}
