//! The cheapest generator at a point of a triangle: its corners and the windows that entered it, all looked at.
//!
//! Which of a handful of windows sees a point, and which of them is cheapest, follows no pattern: a processor that
//! guesses at each comparison guesses wrong several times per question, and each time throws away more work than one
//! window takes. So nothing is decided before all numbers of a window are known, and they are compared by selection.
//! Only what rounding leaves in doubt branches off, to exact arithmetic, as do flat fronts and rays without a node.

use crate::build::Built;
use crate::front::{BEHIND, Even, FlatFront, Front, NONE, Node, PointFront, Window};
use crate::map::PathMap;
use crate::tariff::Ray;
use std::hint::select_unpredictable;
use wayfront_domain::TriangleId;
use wayfront_geometry::{Point, sure_cross};

/// The best so far.
#[derive(Clone, Copy)]
pub(crate) struct Best {
    pub cost: f64,
    pub root: u32,
}

impl Best {
    pub const NOTHING: Self = Self { cost: f64::INFINITY, root: NONE };

    /// The cheaper one; the first of equals.
    #[inline]
    #[must_use]
    fn or(self, cost: f64, root: u32) -> Self {
        let is_better = cost < self.cost;
        Self { cost: if is_better { cost } else { self.cost }, root: if is_better { root } else { self.root } }
    }

    #[inline]
    pub fn improve(&mut self, cost: f64, root: u32) {
        *self = self.or(cost, root);
    }
}

impl PathMap {
    /// The corners of a triangle and the windows that entered it, at a point in it.
    #[inline]
    pub(crate) fn look_in(&self, triangle: TriangleId, p: Point, best: &mut Best) {
        if !self.built().tariff.is_plain() {
            return self.look_on_terms(triangle, p, best);
        }
        let nodes = &self.built().nodes;
        let mut found = *best;
        // Nobody bends at the other corners: whoever is reached through them is seen from before them.
        for corner in triangle.sides().map(|side| self.domain().side(side).origin.0) {
            let node = &nodes[corner as usize];
            let cost = node.cost + node.at.distance(p);
            found = found.or(select_unpredictable(node.bends, cost, f64::INFINITY), corner);
        }
        for window in self.built().index.of(triangle.index()) {
            let cost = match quick_cost(nodes, window, p) {
                Some(cost) => cost,
                None => self.exact_cost(window, p),
            };
            found = found.or(cost, window.root);
        }
        *best = found;
    }

    /// What a window makes a point cost; infinite if it does not see it.
    #[cold]
    #[inline(never)]
    fn exact_cost(&self, window: &Window, p: Point) -> f64 {
        let Built { nodes, flats, .. } = self.built();
        let cost = match nodes.get(window.root as usize) {
            Some(node) => node.cost + node.at.distance(p),
            None => {
                let flat = &flats[window.root as usize - nodes.len()];
                flat.cost + flat.distance(p)
            }
        };
        if self.sees(window, p) { cost } else { f64::INFINITY }
    }

    /// The same on several layers, and behind gates.
    #[inline(never)]
    fn look_on_terms(&self, triangle: TriangleId, p: Point, best: &mut Best) {
        let Built { nodes, index, tariff, .. } = self.built();
        for corner in triangle.sides().map(|side| self.domain().side(side).origin.0) {
            for id in tariff.nodes_of(corner).filter(|&id| nodes[id as usize].bends) {
                best.improve(self.cost_from(id, p), id);
            }
        }
        for window in index.of(triangle.index()) {
            let cost = self.cost_from(window.root, p);
            if cost < best.cost && self.sees(window, p) {
                best.improve(cost, window.root);
            }
        }
    }

    /// A window sees a point. Exact.
    fn sees(&self, window: &Window, p: Point) -> bool {
        let Built { nodes, flats, .. } = self.built();
        let id = window.root;
        match nodes.get(id as usize) {
            Some(n) => PointFront { id, at: n.at, cost: n.cost, pace: Even }.sees(self.roots(), window, p),
            None => FlatFront { id, flat: flats[id as usize - nodes.len()] }.sees(self.roots(), window, p),
        }
    }

    /// Cost at a point that a generator sees.
    pub(crate) fn cost_from(&self, root: u32, p: Point) -> f64 {
        let Built { nodes, flats, tariff, .. } = self.built();
        match nodes.get(root as usize) {
            Some(n) => {
                let detour = tariff.detour(root, nodes.len() as u32, Ray::From(n.at), p);
                n.cost + (n.at.distance(p) + detour) * tariff.slowness(n.layer)
            }
            None => {
                let flat = &flats[root as usize - nodes.len()];
                flat.cost + flat.distance(p) + tariff.detour(root, nodes.len() as u32, Ray::Along(flat.ahead()), p)
            }
        }
    }
}

/// [`PathMap::exact_cost`] of a window of a point between rays through nodes; `None` where that takes another look.
#[inline(always)]
fn quick_cost(nodes: &[Node], window: &Window, p: Point) -> Option<f64> {
    let node = |id: u32| nodes.get(id as usize);
    let (root, left, right) = (node(window.root)?, node(window.left & !BEHIND)?, node(window.right & !BEHIND)?);
    let way = p - root.at;
    let cost = root.cost + way.length();
    let on_left = turned(sure_cross(left.at - root.at, way)?, window.left);
    let on_right = turned(sure_cross(right.at - root.at, way)?, window.right);
    Some(if (on_left <= 0.0) & (on_right >= 0.0) { cost } else { f64::INFINITY })
}

/// Rays lead away from bounds behind their root: what is on their left hand is on the right of the way to the bound.
#[inline(always)]
fn turned(side: f64, bound: u32) -> f64 {
    f64::from_bits(side.to_bits() ^ (u64::from(bound & BEHIND) << 32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::front::Roots;
    use wayfront_world::Random;

    /// Points of a small grid: every other ray passes through some of them.
    #[test]
    fn a_quick_look_sees_what_an_exact_one_does() {
        let mut random = Random::new(11);
        let mut point = || Point::new(random.below(6) as f64 / 10.0, random.below(6) as f64 / 10.0);
        let nodes: Vec<Node> = (0..60).map(|k| Node::source(point(), f64::from(k % 4))).collect();
        let places: Vec<Point> = (0..50).map(|_| point()).collect();
        let roots = Roots { nodes: &nodes, flats: &[], first_flat: 60 };
        let (mut random, mut seen, mut told) = (Random::new(12), 0, 0);
        for _ in 0..40_000 {
            let mut bound = || random.below(60) as u32 | if random.below(3) == 0 { BEHIND } else { 0 };
            let window = Window { left: bound(), right: bound(), root: bound() & !BEHIND };
            let p = places[random.below(50)];
            let node = &nodes[window.root as usize];
            let front = PointFront { id: window.root, at: node.at, cost: node.cost, pace: Even };
            let exact = if front.sees(roots, &window, p) { front.cost_at(p) } else { f64::INFINITY };
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
        assert!(quick_cost(&nodes, &Window { root: 0, left: 1, right: 1 }, p).is_some());
        assert!(quick_cost(&nodes, &Window { root: 0, left: NONE, right: 1 }, p).is_none());
        assert!(quick_cost(&nodes, &Window { root: 0, left: 1, right: 2 | BEHIND }, p).is_none());
        assert!(quick_cost(&nodes, &Window { root: 2, left: 1, right: 1 }, p).is_none());
    }
}
