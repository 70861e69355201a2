//! Where a gate's price is added: windows that come to gates, and corners in which gates end.
//!
//! A window that comes to a gate goes on beyond it: as it is if that costs nothing, else with a copy of its root that has
//! paid ([`Work::pass`]). So everything else works with roots as it always does. Where a gate ends, its price leads from
//! the corners on one side of it to those on the other.

use super::gates::Step;
use super::goal::Event;
use super::memory::{Kind, OnTerms};
use super::surcharges::LegStart;
use crate::generators::{FlatId, LinkId, Node, NodeId, Root, RootKind, StepId};
use crate::wave::front::Front;
use crate::wave::{Goal, Item, Pace, Window, Work};
use wayfront_domain::{CornerId, Domain, SideId};
use wayfront_geometry::Point;

impl<K: Kind> Work<OnTerms<K>> {
    /// A corner was reached: its wave leads around the gates that end in it.
    pub fn lead_around(&mut self, node: NodeId, corner: CornerId) {
        let Node { cost, layer, .. } = self.nodes[node.index()];
        for id in self.goal.conditions.gates.links_at(corner) {
            let link = self.goal.conditions.gates.link(id);
            let step = self.goal.conditions.gates.step(link.step);
            if step.factor > 1.0 {
                if !self.goal.conditions.may_turn_at(corner) {
                    continue;
                }
                self.queue.push(Item::Event(Event::Link(id, node)), cost);
            } else {
                self.reach(link.across, self.goal.pace(layer), cost + step.delay, node.into());
            }
        }
    }

    /// A window comes to a side without triangle beyond: there may be a gate.
    pub fn pass(&mut self, domain: &Domain, window: Window, side: SideId) {
        let Some(passage) = self.goal.conditions.gates.passage(side) else { return };
        let step = self.goal.conditions.gates.step(passage.step);
        if step.delay == 0.0 && step.factor == 1.0 {
            return self.stack.push((window, passage.beyond));
        }
        let [a, b] = domain.side_points(passage.beyond);
        let (root, least) = match window.root.kind() {
            RootKind::Node(node) => {
                let copy = self.paid_node(node, passage.step, None);
                let front = self.point_front(copy);
                (front.id(), front.least_cost_above(f64::NEG_INFINITY, &front.look_at(a), &front.look_at(b)))
            }
            RootKind::Flat(flat) => {
                let copy = self.paid_flat(flat, passage.step, None);
                let front = self.flat_front(copy);
                (front.id(), front.least_cost_above(f64::NEG_INFINITY, &front.look_at(a), &front.look_at(b)))
            }
        };
        let cost = least.unwrap_or(self.queue.now());
        self.queue.push(Item::Window(Window { root, ..window }, passage.beyond), cost);
    }

    /// What sees what a root sees, and has paid for a step; at the end of a gate, if that is given.
    pub(super) fn paid(&mut self, root: Root, step: StepId, since: Option<Point>) -> Root {
        let Step { delay, factor, .. } = self.goal.conditions.gates.step(step);
        if delay == 0.0 && factor == 1.0 {
            return root;
        }
        match root.kind() {
            RootKind::Node(node) => self.paid_node(node, step, since).into(),
            RootKind::Flat(flat) => self.paid_flat(flat, step, since).into(),
        }
    }

    /// The node that sees what another sees, and has paid for a step.
    fn paid_node(&mut self, id: NodeId, step: StepId, since: Option<Point>) -> NodeId {
        let conditions = &mut self.goal.conditions;
        let taken = conditions.gates.step(step);
        let next = NodeId::new(self.nodes.len());
        let copy = conditions.surcharges.copy_of_node(id, step, taken, since, next);
        let node = self.nodes[id.index()];
        if copy == next {
            self.nodes.push(Node { parent: Root::from(id).into(), bends: false, is_done: true, ..node });
        }
        self.nodes[copy.index()].cost = node.cost + taken.delay;
        copy
    }

    /// The same for a flat front.
    fn paid_flat(&mut self, id: FlatId, step: StepId, since: Option<Point>) -> FlatId {
        let conditions = &mut self.goal.conditions;
        let taken = conditions.gates.step(step);
        let next = FlatId::new(self.flats.len());
        let copy = conditions.surcharges.copy_of_flat(id, step, taken, since, next);
        let flat = self.flats[id.index()];
        if copy == next {
            self.flats.push(flat);
        }
        self.flats[copy.index()].cost = flat.cost + taken.delay;
        copy
    }

    /// A leg that leads around the end of a gate costs more from its start on. It may lead around the next gate too that
    /// ends in the same vertex, and so on.
    pub fn emit_link(&mut self, domain: &Domain, id: LinkId, node: NodeId) {
        let start = self.goal.conditions.layers.corner_of(node, self.nodes[node.index()].layer);
        let (mut root, mut from, mut next) = (node, start, Some(id));
        while let Some(link) = next.map(|id| self.goal.conditions.gates.link(id)).filter(|link| link.across != start) {
            root = self.paid_node(root, link.step, Some(domain.point(start)));
            self.fill_beyond(domain, root, link.across);
            let gates = &self.goal.conditions.gates;
            next = gates.links_at(link.across).find(|&id| gates.link(id).across != from);
            from = link.across;
        }
    }

    /// A root that is at a corner, but is not the corner's own node, sends its wave in all directions.
    fn fill_beyond(&mut self, domain: &Domain, root: NodeId, corner: CornerId) {
        let front = self.point_front(root);
        for side in domain.fan(corner) {
            self.fill_fan_side(domain, front, side, |work, front, p| work.cost_on_terms(front, p));
        }
        self.run(domain, front);
    }

    /// Cost at a point that a root sees, with what gates on the way make dearer.
    pub fn cost_on_terms<F: Front>(&self, front: &F, p: Point) -> f64 {
        let cost = front.cost_at(p);
        if !self.goal.conditions.has_uneven_legs() {
            return cost;
        }
        let leg = match front.id().kind() {
            RootKind::Node(node) => LegStart::From(self.nodes[node.index()].at),
            RootKind::Flat(flat) => LegStart::Along(self.flats[flat.index()].ahead()),
        };
        cost + self.goal.conditions.surcharges.extra_length(front.id(), leg, p) * front.pace().slowness()
    }
}
