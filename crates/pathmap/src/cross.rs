//! Walking on terms: what happens when a corner is reached, and when a window comes to a gate.
//!
//! A corner that is reached makes slower ways to it needless, and leads around the gates that end in it. A window that
//! comes to a gate goes on beyond it: as it is if that costs nothing, else with a copy of its root that has paid. So
//! everything else works with roots as it always does.

use crate::front::{Front, Line, NONE, Node, Pace, Window, greater, lesser};
use crate::goal::Goal;
use crate::hindrance::{Hand, Slow};
use crate::queue::Item;
use crate::run::{Walk, Work, is_beaten_apart};
use crate::tariff::Ray;
use wayfront_domain::{CornerId, Domain};
use wayfront_geometry::{Bounds, Point};

impl<G: Goal> Work<G> {
    /// A corner was reached: what that means for other layers, and beyond gates.
    pub fn follow(&mut self, node: u32) {
        let Node { cost, layer, .. } = self.nodes[node as usize];
        let corner = self.tariff.corner_of(node, layer);
        if G::HAS_SPEEDS {
            for slower in self.tariff.needless(layer, corner) {
                let slower = &mut self.nodes[slower as usize];
                if cost < slower.cost {
                    (slower.cost, slower.parent, slower.is_done) = (cost, node, true);
                }
            }
        }
        if G::HAS_GATES {
            self.lead_around(node, corner);
        }
    }

    /// A corner was reached: its wave leads around the gates that end in it.
    fn lead_around(&mut self, node: u32, corner: u32) {
        let Node { cost, layer, .. } = self.nodes[node as usize];
        for number in self.tariff.links_at(corner) {
            let link = self.tariff.link(number);
            let step = self.tariff.step(link.step);
            if step.factor > 1.0 {
                self.queue.push(Item::Link(number as u32, node), cost);
            } else {
                self.reach(link.across.0, G::pace(&self.tariff, layer), cost + step.delay, node);
            }
        }
    }

    /// A corner's wave goes out in all directions: it was not reached by a leg that it bends, or legs grow dearer on
    /// their way, or slow corners may be anywhere.
    pub fn turns_anywhere(&self, node: u32, corner: CornerId) -> bool {
        let Node { at, parent, layer, .. } = self.nodes[node as usize];
        let is_same_place = self.nodes.get(parent as usize).is_some_and(|p| p.at == at);
        let is_wary = layer == 0 && self.tariff.hindrances.are_unseen();
        is_same_place
            || is_wary
            || self.tariff.has_factors()
            || self.tariff.picks_up(&self.nodes[node as usize], corner.0)
    }

    /// Elsewhere one may turn to keep away from slow corners.
    pub fn may_shun(&self, node: u32, corner: CornerId) -> bool {
        let layer = u32::from(self.nodes[node as usize].layer);
        self.tariff.hindrances.may_shun_at(layer, corner.0) && !self.turns_anywhere(node, corner)
    }

    /// A window comes to a side without triangle beyond: there may be a gate.
    pub fn pass(&mut self, domain: &Domain, window: Window, side: u32) {
        let Some(passage) = self.tariff.passage(side) else { return };
        let step = self.tariff.step(passage.step);
        if step.delay == 0.0 && step.factor == 1.0 {
            return self.stack.push((window, passage.beyond));
        }
        let root = self.paid(window.root, passage.step, false);
        let sides = domain.sides();
        let [a, b] = [passage.beyond, passage.beyond / 3 * 3 + (passage.beyond + 1) % 3];
        let [a, b] = [a, b].map(|s| domain.point(sides[s as usize].origin));
        let least = if root < self.first_flat {
            let front = self.point_front(root);
            front.least_cost_above(f64::NEG_INFINITY, &front.look_at(a), &front.look_at(b))
        } else {
            let front = self.flat_front(root);
            front.least_cost_above(f64::NEG_INFINITY, &front.look_at(a), &front.look_at(b))
        };
        let cost = least.unwrap_or(self.queue.now());
        self.queue.push(Item::Window(Window { root, ..window }, passage.beyond), cost);
    }

    /// The root that sees what another sees, and has paid for a step.
    fn paid(&mut self, root: u32, step: u32, is_at_root: bool) -> u32 {
        let delay = self.tariff.step(step).delay;
        if root >= self.first_flat {
            let next = self.first_flat + self.flats.len() as u32;
            let copy = self.tariff.copy(root, step, is_at_root, next, self.first_flat);
            let flat = self.flats[(root - self.first_flat) as usize];
            if copy == next {
                self.flats.push(flat);
            }
            self.flats[(copy - self.first_flat) as usize].cost = flat.cost + delay;
            return copy;
        }
        let next = self.nodes.len() as u32;
        let copy = self.tariff.copy(root, step, is_at_root, next, self.first_flat);
        let node = self.nodes[root as usize];
        if copy == next {
            self.nodes.push(Node { parent: root, bends: false, is_done: true, ..node });
        }
        self.nodes[copy as usize].cost = node.cost + delay;
        copy
    }

    /// A leg that leads around the end of a gate costs more from its start on. It may lead around the next gate too that
    /// ends in the same vertex, and so on.
    pub fn emit_link(&mut self, domain: &Domain, number: u32, node: u32) {
        let start = CornerId(self.tariff.corner_of(node, self.nodes[node as usize].layer));
        let (mut root, mut from, mut next) = (node, start, Some(number as usize));
        while let Some(link) = next.map(|number| self.tariff.link(number)).filter(|link| link.across != start) {
            root = self.paid(root, link.step, true);
            self.fill_beyond(domain, root, link.across);
            let onward = |&number: &usize| self.tariff.link(number).across != from;
            next = self.tariff.links_at(link.across.0).find(onward);
            from = link.across;
        }
    }

    /// A root that is at a corner, but is not the corner's own node, sends its wave in all directions.
    fn fill_beyond(&mut self, domain: &Domain, root: u32, corner: CornerId) {
        let front = self.point_front(root);
        for side in domain.fan(corner) {
            self.keep(front, Window { root, left: NONE, right: NONE }, side.triangle().0);
            let [p, q] = domain.side_corners(side.next());
            for end in [p, q] {
                let cost = self.cost_on_terms(&front, domain.point(end));
                self.reach(end.0, front.pace, cost, root);
            }
            self.go_on(domain, front, Window { root, left: q.0, right: p.0 }, side.next().0);
        }
        self.run(domain, front);
    }

    /// Cost at a point that a root sees, with what gates on the way make dearer.
    pub fn cost_on_terms<F: Front>(&self, front: &F, p: Point) -> f64 {
        let cost = front.cost_at(p);
        if !self.tariff.has_factors() {
            return cost;
        }
        let root = front.id();
        let leg = match self.nodes.get(root as usize) {
            Some(node) => Ray::From(node.at),
            None => Ray::Along(self.flats[(root - self.first_flat) as usize].ahead()),
        };
        cost + self.tariff.detour(root, self.first_flat, leg, p) * front.pace().slowness()
    }

    /// A window that the first rule would drop may be better after all: ways from the ends of its side may be hindered.
    ///
    /// From an end of the side to a point behind the window, the way lies beyond the side, and between the window's
    /// bounds moved to the ends; and between the end and the ray through the window. So a slow corner parts the rays:
    /// those on its left hand must be beaten from the left end, those on its right hand from the right one.
    #[inline]
    pub fn is_hindered<F: Front>(&self, front: &F, walk: &Walk<F>, length: f64) -> bool {
        self.tariff.hindrances.are_in(front.pace().layer()) && self.may_be_better(front, walk, length)
    }

    #[inline(never)]
    fn may_be_better<F: Front>(&self, front: &F, walk: &Walk<F>, length: f64) -> bool {
        let (layer, hindrances) = (front.pace().layer(), &self.tariff.hindrances);
        let [a, b] = walk.end_points();
        let [left, right] = [&walk.left, &walk.right].map(|bound| front.line(bound).way);
        let line = |through: Point, way: Point| Line { through, way };
        let lines = [line(b, b - a), line(a, -left), line(b, right)];
        if hindrances.has_any_between(layer, &lines) {
            return true;
        }
        let (mut since, mut until) = (f64::NEG_INFINITY, f64::INFINITY);
        for slow in hindrances.slow_seeing(layer, walk.triangle(), &lines) {
            let (at, doubt) = walk.passes(front, slow.at, length);
            let way = front.way_to(slow.at);
            if slow.catches(Hand::Left, a, Hand::Left.nearer(way, left)) {
                until = lesser(until, at - doubt);
            }
            if slow.catches(Hand::Right, b, Hand::Right.nearer(way, right)) {
                since = greater(since, at + doubt);
            }
        }
        since.max(-until) > f64::NEG_INFINITY && !is_beaten_apart(*front, walk, length, since, until)
    }

    /// The same for the second rule. The way leads from the cheaper root `best` to what lies behind the corner `apex`, on
    /// the side of its ray on which the window would not go on. So it lies between that ray and the window's bound
    /// moved to the root; and what hinders it lies beside the window's ray through the corner, where the root is.
    #[inline]
    pub fn is_split_hindered<F: Front>(&self, front: &F, walk: &Walk<F>, best: Point, apex: Point) -> bool {
        self.tariff.hindrances.are_in(front.pace().layer()) && self.may_split(front, walk, best, apex)
    }

    #[inline(never)]
    fn may_split<F: Front>(&self, front: &F, walk: &Walk<F>, best: Point, apex: Point) -> bool {
        let (layer, hindrances) = (front.pace().layer(), &self.tariff.hindrances);
        let is_left = front.comes_from(best, apex) < 0.0;
        let (hand, bound) = if is_left { (Hand::Left, &walk.left) } else { (Hand::Right, &walk.right) };
        let bound = front.line(bound).way;
        // Seen from the right hand, left and right change places.
        let inner = |through: Point, way: Point| Line { through, way: if is_left { way } else { -way } };
        let lines = [inner(best, apex - best), inner(best, -bound)];
        let beside = [lines[0], lines[1], inner(apex, front.way_to(apex))];
        let catches = |slow: &Slow| slow.catches(hand, best, hand.nearer(front.way_to(slow.at), bound));
        // Those beyond the side see the triangle beyond it. Those before it need not, but lie between it and the root.
        let [a, b] = walk.end_points();
        let end = if is_left { a } else { b };
        hindrances.has_any_between(layer, &lines)
            || hindrances.are_unseen() && hindrances.has_any_between(layer, &[lines[0], inner(best, best - end)])
            || hindrances.slow_seeing(layer, walk.triangle(), &beside).any(catches)
            || hindrances.slow_within(layer, Bounds::of(&[a, b, best]), &beside).any(catches)
    }

    /// The second rule may compare two roots: both have crossed the same gates, and the cheaper one is a corner.
    pub fn is_comparable(&self, best: u32, root: u32) -> bool {
        if !G::HAS_GATES {
            return best < self.first_flat && self.nodes[best as usize].parent != NONE;
        }
        let (base, chain) = self.tariff.base_and_chain(best, self.first_flat);
        let is_corner = base < self.first_flat && self.nodes[base as usize].parent != NONE;
        // Behind a factor costs are no distances.
        let is_distance = chain == 0 || !self.tariff.has_factors();
        is_corner && is_distance && chain == self.tariff.base_and_chain(root, self.first_flat).1
    }
}
