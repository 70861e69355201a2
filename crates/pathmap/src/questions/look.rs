//! The cheapest generator at a point of a triangle: its corners and the windows that entered it, all looked at.
//!
//! Which of a handful of windows sees a point, and which of them is cheapest, follows no pattern: a processor that
//! guesses at each comparison guesses wrong several times per question, and each time throws away more work than one
//! window takes. So nothing is decided before all numbers of a window are known, and they are compared by selection.
//! Only what rounding leaves in doubt branches off, to exact arithmetic, as do flat fronts and rays without a node.

use crate::generators::{MaybeRoot, Node, NodeId, Root, RootKind};
use crate::map::Built;
use crate::terms::LegStart;
use crate::wave::front::{FlatFront, Front, PointFront};
use crate::wave::{Even, Window};
use std::hint::select_unpredictable;
use wayfront_domain::{Domain, TriangleId};
use wayfront_geometry::{Point, sure_cross};

/// The generator that a point goes to, and what that costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Winner {
    /// Cost at the point.
    pub cost: f64,
    /// The generator.
    pub root: Root,
}

/// The best so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Best {
    pub cost: f64,
    pub root: MaybeRoot,
}

impl Best {
    pub const NOTHING: Self = Self { cost: f64::INFINITY, root: MaybeRoot::NONE };

    /// The cheaper one; the first of equals.
    #[inline]
    #[must_use]
    fn or(self, cost: f64, root: MaybeRoot) -> Self {
        let is_better = cost < self.cost;
        Self { cost: if is_better { cost } else { self.cost }, root: if is_better { root } else { self.root } }
    }

    /// The generator and its cost, if any was found.
    #[inline]
    pub fn winner(self) -> Option<Winner> {
        self.root.get().map(|root| Winner { cost: self.cost, root })
    }

    #[inline]
    pub fn improve(&mut self, cost: f64, root: MaybeRoot) {
        *self = self.or(cost, root);
    }
}

impl Built {
    /// The corners of a triangle and the windows that entered it, at a point in it.
    #[inline]
    pub(crate) fn look_in(&self, domain: &Domain, triangle: TriangleId, p: Point, best: &mut Best) {
        if !self.conditions.is_plain() {
            return self.look_on_terms(domain, triangle, p, best);
        }
        let mut found = *best;
        // No path bends at the other corners: what is reached through them is seen from before them.
        for corner in triangle.sides().map(|side| domain.side(side).origin) {
            let node = &self.nodes[corner.index()];
            let cost = node.cost + node.at.distance(p);
            let root = Root::from(NodeId::of(corner)).into();
            found = found.or(select_unpredictable(node.bends, cost, f64::INFINITY), root);
        }
        for window in self.index.of(triangle) {
            let cost = match quick_cost(&self.nodes, window, p) {
                Some(cost) => cost,
                None => self.exact_cost(window, p),
            };
            found = found.or(cost, window.root.into());
        }
        *best = found;
    }

    /// What a window makes a point cost; infinite if it does not see it.
    #[cold]
    #[inline(never)]
    fn exact_cost(&self, window: &Window, p: Point) -> f64 {
        let cost = match window.root.kind() {
            RootKind::Node(node) => {
                let node = &self.nodes[node.index()];
                node.cost + node.at.distance(p)
            }
            RootKind::Flat(flat) => {
                let flat = &self.flats[flat.index()];
                flat.cost + flat.distance(p)
            }
        };
        if self.sees(window, p) { cost } else { f64::INFINITY }
    }

    /// The same on several layers, and behind gates.
    #[inline(never)]
    fn look_on_terms(&self, domain: &Domain, triangle: TriangleId, p: Point, best: &mut Best) {
        for corner in triangle.sides().map(|side| domain.side(side).origin) {
            for id in self.conditions.layers.nodes_of(corner).filter(|&id| self.nodes[id.index()].bends) {
                best.improve(self.cost_from(id.into(), p), Root::from(id).into());
            }
        }
        for window in self.index.of(triangle) {
            let cost = self.cost_from(window.root, p);
            if cost < best.cost && self.sees(window, p) {
                best.improve(cost, window.root.into());
            }
        }
    }

    /// A window sees a point of its triangle. Exact.
    pub(crate) fn sees(&self, window: &Window, p: Point) -> bool {
        match window.root.kind() {
            RootKind::Node(id) => {
                let node = &self.nodes[id.index()];
                PointFront { id, at: node.at, cost: node.cost, pace: Even }.sees(self.generators(), window, p)
            }
            RootKind::Flat(id) => FlatFront { id, flat: self.flats[id.index()] }.sees(self.generators(), window, p),
        }
    }

    /// Cost at a point that a generator sees.
    pub(crate) fn cost_from(&self, root: Root, p: Point) -> f64 {
        let surcharges = &self.conditions.surcharges;
        match root.kind() {
            RootKind::Node(id) => {
                let node = &self.nodes[id.index()];
                let extra = surcharges.extra_length(root, LegStart::From(node.at), p);
                node.cost + (node.at.distance(p) + extra) * self.conditions.layers.slowness(node.layer)
            }
            RootKind::Flat(id) => {
                let flat = &self.flats[id.index()];
                flat.cost + flat.distance(p) + surcharges.extra_length(root, LegStart::Along(flat.ahead()), p)
            }
        }
    }
}

/// [`Built::exact_cost`] of a window of a point between rays through nodes; `None` where that takes another look.
#[inline(always)]
fn quick_cost(nodes: &[Node], window: &Window, p: Point) -> Option<f64> {
    let node = |slot: usize| nodes.get(slot);
    let (root, left, right) = (node(window.root.slot())?, node(window.left.slot())?, node(window.right.slot())?);
    let way = p - root.at;
    let cost = root.cost + way.length();
    let on_left = window.left.turned(sure_cross(left.at - root.at, way)?);
    let on_right = window.right.turned(sure_cross(right.at - root.at, way)?);
    Some(if (on_left <= 0.0) & (on_right >= 0.0) { cost } else { f64::INFINITY })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generators::{Bound, FlatId, Generators};
    use wayfront_world::Random;

    /// Points of a small grid: every other ray passes through some of them.
    #[test]
    fn a_quick_look_sees_what_an_exact_one_does() {
        let mut random = Random::new(11);
        let mut point = || Point::new(random.below(6) as f64 / 10.0, random.below(6) as f64 / 10.0);
        let nodes: Vec<Node> = (0..60).map(|k| Node::source(point(), f64::from(k % 4))).collect();
        let places: Vec<Point> = (0..50).map(|_| point()).collect();
        let generators = Generators { nodes: &nodes, flats: &[] };
        let (mut random, mut seen, mut told) = (Random::new(12), 0, 0);
        for _ in 0..40_000 {
            let mut node = || NodeId::new(random.below(60));
            let (left, right, id) = (node(), node(), node());
            let mut bound = |node: NodeId| match random.below(3) {
                0 => Bound::beyond(Root::from(node).into()),
                _ => Bound::through(node),
            };
            let window = Window { left: bound(left), right: bound(right), root: id.into() };
            let p = places[random.below(50)];
            let node = &nodes[id.index()];
            let front = PointFront { id, at: node.at, cost: node.cost, pace: Even };
            let exact = if front.sees(generators, &window, p) { front.cost_at(p) } else { f64::INFINITY };
            if let Some(quick) = quick_cost(&nodes, &window, p) {
                assert_eq!(quick, exact, "{window:?} at {p}");
                told += 1;
                seen += usize::from(exact.is_finite());
            }
        }
        assert!(seen > 5_000 && told - seen > 5_000, "{seen} of {told} seen");
    }

    #[test]
    fn rays_without_a_node_take_another_look() {
        let nodes = [Node::source(Point::new(0.0, 0.0), 0.0), Node::source(Point::new(1.0, 0.0), 0.0)];
        let p = Point::new(0.5, 0.5);
        let (node, flat) = (Root::from(NodeId::new(0)), Root::from(FlatId::new(0)));
        let (one, along) = (Bound::through(NodeId::new(1)), Bound::beyond(flat.into()));
        assert!(quick_cost(&nodes, &Window { root: node, left: one, right: one }, p).is_some());
        assert!(quick_cost(&nodes, &Window { root: node, left: Bound::NONE, right: one }, p).is_none());
        assert!(quick_cost(&nodes, &Window { root: node, left: one, right: along }, p).is_none());
        assert!(quick_cost(&nodes, &Window { root: flat, left: one, right: one }, p).is_none());
    }
}
