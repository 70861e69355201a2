//! Routes over the skeleton: the shortest one that is wide enough.

use super::{Skeleton, Top, is_skeleton};
use crate::graph::NONE;
use crate::site::Bisector;
use std::cmp::Reverse;
use wayfront_domain::NoPath;
use wayfront_geometry::{MinHeap, Point};

impl Skeleton {
    /// The shortest route over the skeleton that keeps at least `radius` from everything, flattened within `tolerance`. It
    /// begins at `a`, goes straight to the skeleton, and straight from it to `b`.
    ///
    /// # Errors
    /// If a place is blocked, or no path is wide enough: [`Self::widest`] says how wide the widest is.
    pub fn route(&self, a: Point, b: Point, radius: f64, tolerance: f64) -> Result<Vec<Point>, NoPath> {
        let [from, to] = [self.top(a)?, self.top(b)?];
        if from.room.distance.min(to.room.distance) < radius {
            return Err(NoPath::Unreachable);
        }
        let edges = self.shortest(&from, &to, radius).ok_or(NoPath::Unreachable)?;
        let mut route = vec![a];
        let is_apart = |p: Point, q: Point| p.distance(q) > self.domain().rounding();
        if is_apart(from.at, a) {
            route.push(from.at);
        }
        let graph = &self.voronoi.graph;
        let mut part = |h: u32, start: Point, end: Point| {
            let faces = [graph.face(h), graph.face(graph.twin(h))].map(|f| graph.site(f));
            let [start, end] = [start, end].map(|p| p - self.voronoi.frame);
            let curve = Bisector::between(faces[0], faces[1], start, end).moved(self.voronoi.frame);
            curve.flatten_into(tolerance, &mut route);
        };
        let at = |v: u32| graph.vertex(v).at + self.voronoi.frame;
        match edges {
            Path::SameEdge => part(from.edge, from.at, to.at),
            Path::Over { first, edges, last } => {
                part(from.edge, from.at, at(first));
                for h in edges {
                    part(h, at(graph.origin(h)), at(graph.target(h)));
                }
                part(to.edge, at(last), to.at);
            }
        }
        match route.last_mut().filter(|last| !is_apart(b, **last)) {
            Some(last) => *last = b,
            None => route.push(b),
        }
        route.dedup();
        Ok(route)
    }

    pub(super) fn edge_length(&self, h: u32, start: Point, end: Point) -> f64 {
        let graph = &self.voronoi.graph;
        let faces = [graph.face(h), graph.face(graph.twin(h))].map(|f| graph.site(f));
        Bisector::between(faces[0], faces[1], start, end).length()
    }

    /// Dijkstra between two places of edges, over vertices with room.
    pub(super) fn shortest(&self, from: &Top, to: &Top, radius: f64) -> Option<Path> {
        let graph = &self.voronoi.graph;
        if from.edge == to.edge || graph.twin(from.edge) == to.edge {
            return Some(Path::SameEdge);
        }
        let count = graph.vertices.len();
        let (mut cost, mut by) = (vec![f64::INFINITY; count], vec![NONE; count]);
        let mut open = MinHeap::default();
        let ends = |top: &Top| [graph.origin(top.edge), graph.target(top.edge)];
        let is_open = |v: u32| graph.vertex(v).clearance >= radius;
        let start = from.at - self.voronoi.frame;
        for v in ends(from).into_iter().filter(|&v| is_open(v)) {
            cost[v as usize] = self.edge_length(from.edge, start, graph.vertex(v).at);
            open.push(cost[v as usize], Reverse(v));
        }
        let goal = to.at - self.voronoi.frame;
        let mut best = (f64::INFINITY, NONE);
        while let Some((paid, Reverse(v))) = open.pop() {
            if paid >= best.0 {
                break;
            }
            if paid > cost[v as usize] {
                continue;
            }
            if ends(to).contains(&v) {
                let whole = paid + self.edge_length(to.edge, graph.vertex(v).at, goal);
                if whole < best.0 {
                    best = (whole, v);
                }
            }
            for h in graph.star(v).filter(|&h| is_skeleton(&self.voronoi, h)) {
                let w = graph.target(h);
                if !is_open(w) {
                    continue;
                }
                let next = paid + self.edge_length(h, graph.vertex(v).at, graph.vertex(w).at);
                if next < cost[w as usize] {
                    (cost[w as usize], by[w as usize]) = (next, h);
                    open.push(next, Reverse(w));
                }
            }
        }
        if best.1 == NONE {
            return None;
        }
        let (mut edges, mut v) = (Vec::new(), best.1);
        while by[v as usize] != NONE {
            edges.push(by[v as usize]);
            v = graph.origin(by[v as usize]);
        }
        edges.reverse();
        Some(Path::Over { first: v, edges, last: best.1 })
    }
}

/// How two places of edges are joined.
pub(super) enum Path {
    SameEdge,
    Over { first: u32, edges: Vec<u32>, last: u32 },
}
