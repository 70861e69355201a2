//! Flow chains: every point and every straight piece on the outer boundary, where free space begins.
//!
//! The points of a piece within rounding of an edge form an interval, because the distance to an edge is convex. The
//! piece lies on the boundary if the intervals of all edges cover it. Cost: the edges, for each piece.

use super::Check;
use wayfront_geometry::{Point, closest_on_segment};
use wayfront_world::{Fault, Field, Flow, Place, World};

type Edge = [Point; 2];

impl Check<'_> {
    /// Says which chains leave the boundary, and where.
    pub(super) fn flow(&mut self, flow: &Flow, world: &World) {
        let boundary: Vec<Edge> =
            world.walkable().iter().flat_map(|areas| areas.iter()).flat_map(|area| ring_edges(&area.outer)).collect();
        let open: Vec<Edge> = self.domain.closed_sides().collect();
        for (field, chains) in [(Field::Entrances, &flow.entrances), (Field::Exits, &flow.exits)] {
            for (k, chain) in chains.iter().enumerate() {
                let place = Place { field, index: k as u32, ..flow.place };
                self.chain(chain, place, &boundary, &open);
            }
        }
    }

    fn chain(&mut self, chain: &[Point], place: Place, boundary: &[Edge], open: &[Edge]) {
        let on_boundary: Vec<bool> =
            chain.iter().enumerate().map(|(k, &p)| self.chain_point(p, k, place, boundary)).collect();
        for (k, ends) in chain.windows(2).enumerate() {
            if !(on_boundary[k] && on_boundary[k + 1]) || ends[0] == ends[1] {
                continue;
            }
            let leg = [ends[0], ends[1]];
            if let Some([from, to]) = first_gap(leg, boundary, self.rounding) {
                let middle = along(leg, (from + to) / 2.0);
                let distance = nearest_on(boundary, middle).map_or(f64::INFINITY, |q| q.distance(middle));
                self.fault(place, None, along(leg, from), Fault::ChainLeaves { distance });
            } else if let Some([from, _]) = first_gap(leg, open, self.rounding) {
                self.fault(place, None, along(leg, from), Fault::ChainCovered);
            }
        }
    }

    fn chain_point(&mut self, p: Point, vertex: usize, place: Place, boundary: &[Edge]) -> bool {
        let nearest = nearest_on(boundary, p);
        let distance = nearest.map_or(f64::INFINITY, |q| q.distance(p));
        let is_on = distance <= self.rounding;
        if !is_on {
            self.fault(place, Some(vertex), p, Fault::ChainOffBoundary { distance, nearest });
        }
        is_on
    }
}

fn ring_edges(ring: &[Point]) -> impl Iterator<Item = Edge> + '_ {
    (0..ring.len()).map(|k| [ring[k], ring[(k + 1) % ring.len()]])
}

fn along([a, b]: Edge, share: f64) -> Point {
    a.lerp(b, share)
}

fn nearest_on(edges: &[Edge], p: Point) -> Option<Point> {
    let nearest = edges.iter().map(|&[a, b]| closest_on_segment(a, b, p));
    nearest.min_by(|q, r| q.distance(p).total_cmp(&r.distance(p)))
}

/// The first part of `leg`, as shares of its length, that is on none of the edges.
fn first_gap(leg: Edge, edges: &[Edge], rounding: f64) -> Option<[f64; 2]> {
    let slack = 2.0 * rounding / leg[0].distance(leg[1]);
    let mut spans: Vec<[f64; 2]> = edges.iter().filter_map(|&edge| span_on(leg, edge, rounding)).collect();
    spans.sort_by(|a, b| a[0].total_cmp(&b[0]));
    let mut covered = 0.0f64;
    for [from, to] in spans {
        if from > covered + slack {
            return Some([covered, from]);
        }
        covered = covered.max(to);
    }
    (covered + slack < 1.0).then_some([covered, 1.0])
}

/// The part of `leg` that lies along an edge.
fn span_on(leg: Edge, edge: Edge, rounding: f64) -> Option<[f64; 2]> {
    let direction = leg[1] - leg[0];
    let share = |p: Point| ((p - leg[0]).dot(direction) / direction.dot(direction)).clamp(0.0, 1.0);
    let (p, q) = (share(edge[0]), share(edge[1]));
    let is_on = |t: f64| {
        let at = along(leg, t);
        closest_on_segment(edge[0], edge[1], at).distance(at) <= rounding
    };
    (is_on(p) && is_on(q)).then_some([p.min(q), p.max(q)])
}
