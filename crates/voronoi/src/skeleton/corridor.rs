//! Corridors: a route over the skeleton with the nearest places of walls on both hands (explicit corridors, Geraerts 2010).
//!
//! Between two stops both feet stay on the same two features, so the stops hold all of the corridor: whatever lies between
//! the feet is free, and a body of any radius up to the least clearance can be led within it.

use super::route::Way;
use super::{Skeleton, Top};
use wayfront_domain::NoPath;
use wayfront_geometry::Point;

/// A place of a route, and what is beside it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CorridorStop {
    /// On the skeleton.
    pub at: Point,
    /// The distance from both feet.
    pub clearance: f64,
    /// The nearest place on the left hand of those that walk.
    pub left: Point,
    /// And on the right.
    pub right: Point,
}

impl Skeleton {
    /// The corridor around the shortest route over the skeleton for a radius: a stop where each edge begins, and where it
    /// ends.
    ///
    /// # Errors
    /// If a place is blocked, or no way is wide enough.
    pub fn corridor(&self, a: Point, b: Point, radius: f64) -> Result<Vec<CorridorStop>, NoPath> {
        let pieces = self.pieces(a, b, radius)?;
        Ok(pieces.into_iter().flat_map(|(edge, ends)| ends.map(|at| self.stop(edge, at))).collect())
    }

    /// The half-edges of the shortest route over the skeleton, each with the places where it is joined and left.
    pub(super) fn pieces(&self, a: Point, b: Point, radius: f64) -> Result<Vec<(u32, [Point; 2])>, NoPath> {
        let [from, to] = [self.top(a)?, self.top(b)?];
        if from.room.distance.min(to.room.distance) < radius {
            return Err(NoPath::Unreachable);
        }
        let graph = &self.voronoi.graph;
        let at = |v: u32| graph.vertex(v).at + self.voronoi.frame;
        let towards = |top: &Top, v: u32| if graph.target(top.edge) == v { top.edge } else { graph.twin(top.edge) };
        let mut pieces = Vec::new();
        match self.shortest(&from, &to, radius).ok_or(NoPath::Unreachable)? {
            Way::SameEdge => {
                let end = at(graph.target(from.edge));
                let is_forward = self.edge_length(from.edge, from.at, end) >= self.edge_length(from.edge, to.at, end);
                let edge = if is_forward { from.edge } else { graph.twin(from.edge) };
                pieces.push((edge, [from.at, to.at]));
            }
            Way::Over { first, edges, last } => {
                pieces.push((towards(&from, first), [from.at, at(first)]));
                pieces.extend(edges.into_iter().map(|h| (h, [at(graph.origin(h)), at(graph.target(h))])));
                pieces.push((graph.twin(towards(&to, last)), [at(last), to.at]));
            }
        }
        Ok(pieces)
    }

    /// A place of an edge that is walked along.
    pub(super) fn stop(&self, edge: u32, at: Point) -> CorridorStop {
        let (graph, frame) = (&self.voronoi.graph, self.voronoi.frame);
        let sites = [edge, graph.twin(edge)].map(|h| graph.site(graph.face(h)));
        let [left, right] = sites.map(|site| site.foot(at - frame) + frame);
        CorridorStop { at, clearance: sites[0].distance(at - frame), left, right }
    }
}
