//! Goals whose ray leads into the disc's own cell.
//!
//! A goal in the cell of a neighbour is retracted away from that neighbour. Where this ends at the border of the disc's own
//! cell, there is no border without the disc: the ray goes on to a black edge, and the path ends there. It is inside of the cell
//! from start to end, unless one over the outside that comes back is cheaper or the only one.

use super::NavGraph;
use super::again::left_with_returns;
use super::known::{Goal, HOME, Own, Path, Question};
use crate::cost::Stop;
use crate::graph::NONE;
use crate::retract::{crossing, missed_by};
use wayfront_domain::NoPath;
use wayfront_geometry::Point;

/// Share of the distance from the black edge to the border up to which the disc is led.
const SHORT_OF_THE_BORDER: f64 = 0.9;

/// Where the ray of a goal meets a black edge.
pub(super) struct Home {
    edge: usize,
    at: Point,
    /// Where it has crossed the border of the cell.
    border: Point,
}

impl NavGraph {
    /// The goal's ray ends at the border of a disc's own cell.
    pub(super) fn is_home(&self, disc: usize, goal: &Goal) -> bool {
        goal.edges[1] != NONE && self.graph.face(goal.edges[1]) == self.faces[disc]
    }

    /// Where a goal's ray meets a black edge, if it leads over the border of a disc's own cell.
    pub(super) fn home(&self, disc: usize, goal: &Goal) -> Option<Home> {
        if !self.is_home(disc, goal) {
            return None;
        }
        let (tree, face, p) = (self.tree(disc), self.graph.face(goal.edges[0]), goal.given - self.voronoi.frame);
        let site = self.graph.site(face);
        let mut best: Option<(f64, usize, [Point; 2])> = None;
        for (k, edge) in tree.edges.iter().enumerate().filter(|(_, edge)| edge.faces.contains(&face)) {
            let [u, w] = edge.nodes.map(|node| tree.nodes[node as usize].at);
            for ends in [[u, w], [w, u]] {
                if let Some(miss) = missed_by(site, p, ends)
                    && best.is_none_or(|best| miss < best.0)
                {
                    best = Some((miss, k, ends));
                }
            }
        }
        let (_, edge, ends) = best?;
        let [i, j] = tree.edges[edge].faces;
        let other = self.graph.site(if i == face { j } else { i });
        Some(Home { edge, at: crossing(site, other, p, ends), border: goal.at })
    }

    /// The cheapest path to a place on a black edge of the own cell, after [`Self::inside`].
    pub(super) fn search_home(&self, ask: &Question<'_>, home: &Home, known: &mut Own) -> Result<Path, NoPath> {
        let paths = self.black_paths(ask.disc, ask.cost);
        paths.spread_along(home.edge, home.at, &mut known.rest, &mut known.black);
        let over = known.inside.iter().zip(&known.rest).map(|(paid, rest)| paid.0 + rest.0);
        let over = (0..).zip(over).min_by(|a: &(u32, f64), b| a.1.total_cmp(&b.1));
        let (mut over, mut cost) = over.unwrap_or((NONE, f64::INFINITY));
        if let Some(start) = paths.tree.start.filter(|_| paths.tree.start_edge as usize == home.edge)
            && let Some(direct) = paths.along(home.edge, [start, home.at])
            && direct <= cost
        {
            (over, cost) = (NONE, direct);
        }
        // By way of the outside: to the node by which it comes back, and from there as the costs inside say.
        self.list_exits(ask, known, |_| 0.0);
        let mut exits = std::mem::take(&mut known.exits);
        exits.iter_mut().for_each(|exit| exit.left = known.rest[exit.black].0);
        let ends = |node: u32| exits.iter().find(|exit| exit.node == node).map(|exit| (exit.left, HOME));
        let left = |node: u32| left_with_returns(&exits, ask.memory.red.places[node as usize], f64::INFINITY);
        let outside = self.explore(ask, &ends, known, &left, (true, cost));
        known.exits = exits;
        if outside.1 != NONE {
            return self.path_over(ask, outside, known);
        }
        let aim = home.at.lerp(home.border, SHORT_OF_THE_BORDER);
        if cost < f64::INFINITY { Ok(Path::Home { cost, over, aim }) } else { Err(NoPath::Unreachable) }
    }

    /// The stops from a node of the black tree to where the goal's ray meets it; from the first point without a node.
    pub(super) fn trace_home(
        &self,
        ask: &Question<'_>,
        goal: &Goal,
        over: u32,
        known: &mut Own,
        stops: &mut Vec<Stop>,
    ) {
        let (paths, Some(home)) = (self.black_paths(ask.disc, ask.cost), self.home(ask.disc, goal)) else { return };
        if over == NONE {
            let start = paths.tree.start.unwrap_or(home.at);
            paths.leg(home.edge, start, (home.at, f64::INFINITY), stops);
        } else {
            paths.follow_back(&known.rest, over, (home.edge, home.at), stops);
        }
    }
}
