//! Paths of large clearance from everywhere to the nearest goal.
//!
//! One tree over the skeleton, from the goals outwards (Dijkstra). A place goes straight away from what is nearest to the
//! skeleton, and along the tree from there. Cost: the sort of a heap once; a question is a look-up of the nearest feature
//! and of its cell's border.

use super::{Skeleton, Top, is_skeleton};
use crate::cost::{GraphCost, price};
use crate::graph::NONE;
use crate::site::Bisector;
use std::cmp::Reverse;
use std::sync::Arc;
use wayfront_domain::{Domain, Guide, NoPath};
use wayfront_geometry::{MinHeap, Point};

/// A straight leg ahead keeps this share of the clearance that the path itself has.
const KEPT: f64 = 0.7;

/// Leads to the nearest of some goals over the skeleton.
#[derive(Debug)]
pub struct ClearanceGuide {
    skeleton: Arc<Skeleton>,
    cost: GraphCost,
    radius: f64,
    /// Where goals meet the skeleton.
    goals: Vec<(Point, Top)>,
    /// Per vertex: what is left to pay, the half-edge to follow, and the goal if it lies on an edge of this vertex.
    left: Vec<(f64, u32, u32)>,
}

impl ClearanceGuide {
    /// To these goals, for bodies of this radius. With more `safety` paths are wider and longer.
    ///
    /// # Errors
    /// If a goal is blocked.
    pub fn new(skeleton: &Arc<Skeleton>, goals: &[Point], radius: f64, cost: GraphCost) -> Result<Self, NoPath> {
        let tops = goals.iter().map(|&goal| Ok((goal, skeleton.top(goal)?)));
        let goals = tops.collect::<Result<Vec<_>, NoPath>>()?;
        let count = skeleton.voronoi.graph.vertices.len();
        let left = vec![(f64::INFINITY, NONE, NONE); count];
        let mut guide = Self { skeleton: skeleton.clone(), cost, radius, goals, left };
        guide.spread();
        Ok(guide)
    }

    /// The free space.
    #[must_use]
    pub fn domain(&self) -> &Arc<Domain> {
        self.skeleton.domain()
    }

    /// The point is one of the goals.
    #[must_use]
    pub fn is_goal(&self, p: Point) -> bool {
        self.goals.iter().any(|goal| goal.0 == p)
    }

    fn spread(&mut self) {
        let skeleton = self.skeleton.clone();
        let graph = &skeleton.voronoi.graph;
        let mut open = MinHeap::default();
        let is_open = |v: u32| !graph.vertex(v).is_fixed && graph.vertex(v).clearance >= self.radius;
        for (k, (_, top)) in (0..).zip(&self.goals) {
            for v in [graph.origin(top.edge), graph.target(top.edge)].into_iter().filter(|&v| is_open(v)) {
                let paid = self.price(top.edge, self.local(top.at), graph.vertex(v).at);
                if paid < self.left[v as usize].0 {
                    self.left[v as usize] = (paid, NONE, k);
                    open.push(paid, Reverse(v));
                }
            }
        }
        while let Some((paid, Reverse(v))) = open.pop() {
            if paid > self.left[v as usize].0 {
                continue;
            }
            for h in graph.star(v).filter(|&h| is_skeleton(&skeleton.voronoi, h)) {
                let w = graph.target(h);
                let next = paid + self.price(h, graph.vertex(v).at, graph.vertex(w).at);
                if is_open(w) && next < self.left[w as usize].0 {
                    self.left[w as usize] = (next, graph.twin(h), NONE);
                    open.push(next, Reverse(w));
                }
            }
        }
    }

    fn local(&self, p: Point) -> Point {
        p - self.skeleton.voronoi.frame
    }

    fn price(&self, h: u32, from: Point, to: Point) -> f64 {
        let graph = &self.skeleton.voronoi.graph;
        let [i, j] = [h, graph.twin(h)].map(|h| graph.site(graph.face(h)));
        price([i, j], [from, to].map(|p| (p, i.distance(p))), &self.cost)
    }

    /// How to go on from where a place meets the skeleton: what is left to pay, and the vertex or the goal to go to.
    fn onward(&self, top: &Top) -> Result<(f64, Onward), NoPath> {
        let graph = &self.skeleton.voronoi.graph;
        let at = self.local(top.at);
        let mut best = (f64::INFINITY, Onward::Vertex(NONE));
        for v in [graph.origin(top.edge), graph.target(top.edge)] {
            let whole = self.left[v as usize].0 + self.price(top.edge, at, graph.vertex(v).at);
            if whole < best.0 {
                best = (whole, Onward::Vertex(v));
            }
        }
        for (k, (_, goal)) in self.goals.iter().enumerate() {
            if goal.edge == top.edge || goal.edge == graph.twin(top.edge) {
                let whole = self.price(top.edge, at, self.local(goal.at));
                if whole < best.0 {
                    best = (whole, Onward::Goal(k));
                }
            }
        }
        if best.0 < f64::INFINITY { Ok(best) } else { Err(NoPath::Unreachable) }
    }
}

enum Onward {
    Vertex(u32),
    Goal(usize),
}

impl Guide for ClearanceGuide {
    fn cost(&self, p: Point) -> Result<f64, NoPath> {
        let top = self.skeleton.top(p)?;
        let rate = 1.0 + self.cost.safety / top.room.distance.max(f64::MIN_POSITIVE);
        if top.room.distance < self.radius {
            return Err(NoPath::Unreachable);
        }
        let (left, _) = self.onward(&top)?;
        Ok(left + if top.at == p { 0.0 } else { rate * top.at.distance(p) })
    }

    /// The farthest point of the route to which a straight leg keeps most of the clearance that the route has. A body too near
    /// to a wall, such as one that was pushed, is led away from it.
    fn aim(&self, p: Point) -> Result<Point, NoPath> {
        let route = self.route(p)?;
        let voronoi = &self.skeleton.voronoi;
        let room = |q: Point| voronoi.clearance(q).map_or(0.0, |room| room.distance);
        let mut least = room(p);
        let mut aim = route.get(1).copied().unwrap_or(p);
        for &q in &route[1..] {
            least = least.min(room(q));
            if !voronoi.domain().fits(p, q, (KEPT * least).max(self.radius.min(least))) {
                break;
            }
            aim = q;
        }
        Ok(aim)
    }

    fn route(&self, p: Point) -> Result<Vec<Point>, NoPath> {
        let top = self.skeleton.top(p)?;
        let graph = &self.skeleton.voronoi.graph;
        let frame = self.skeleton.voronoi.frame;
        let tolerance = self.skeleton.domain().rounding().max(1e-3 * self.skeleton.domain().triangle_width());
        let mut route = vec![p, top.at];
        let mut along = |h: u32, from: Point, to: Point| {
            let [i, j] = [h, graph.twin(h)].map(|h| graph.site(graph.face(h)));
            Bisector::between(i, j, from, to).moved(frame).flatten_into(tolerance, &mut route);
        };
        let goal = match self.onward(&top)?.1 {
            Onward::Goal(k) => {
                along(top.edge, self.local(top.at), self.local(self.goals[k].1.at));
                k
            }
            Onward::Vertex(mut v) => {
                along(top.edge, self.local(top.at), graph.vertex(v).at);
                while self.left[v as usize].2 == NONE {
                    let h = self.left[v as usize].1;
                    let w = graph.target(h);
                    along(h, graph.vertex(v).at, graph.vertex(w).at);
                    v = w;
                }
                let k = self.left[v as usize].2 as usize;
                let end = &self.goals[k].1;
                along(end.edge, graph.vertex(v).at, self.local(end.at));
                k
            }
        };
        route.push(self.goals[goal].0);
        route.dedup();
        Ok(route)
    }
}
