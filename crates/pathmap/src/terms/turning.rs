//! Corners on terms: what it means that one was reached, and in which directions its wave goes on.

use super::memory::{Kind, OnTerms};
use crate::generators::{Node, NodeId, Root};
use crate::wave::Work;
use wayfront_domain::{CornerId, Domain};

impl<K: Kind> Work<OnTerms<K>> {
    /// A corner was reached: that makes slower ways to it needless, and leads around the gates that end in it.
    pub fn follow_on_terms(&mut self, node: NodeId) {
        let Node { cost, layer, .. } = self.nodes[node.index()];
        let corner = self.goal.conditions.layers.corner_of(node, layer);
        if K::HAS_SPEEDS {
            for slower in self.goal.conditions.layers.needless(layer, corner) {
                let slower = &mut self.nodes[slower.index()];
                if cost < slower.cost {
                    (slower.cost, slower.parent, slower.is_done) = (cost, Root::from(node).into(), true);
                }
            }
        }
        if K::HAS_GATES {
            self.lead_around(node, corner);
        }
    }

    /// A corner's wave goes out in all directions: it was not reached by a leg that it bends, or legs grow dearer on
    /// their way, or slow corners may be anywhere.
    pub fn turns_anywhere(&self, node: NodeId, corner: CornerId) -> bool {
        let conditions = &self.goal.conditions;
        let Node { at, parent, layer, .. } = self.nodes[node.index()];
        let is_same_place = self.nodes.get(parent.slot()).is_some_and(|p| p.at == at);
        let is_wary = layer.is_first() && conditions.blocking.are_unseen();
        is_same_place
            || is_wary
            || conditions.has_factors() && conditions.may_turn_anywhere_at(corner)
            || conditions.layers.picks_up(&self.nodes[node.index()], corner)
    }

    /// Elsewhere one may turn to keep away from slow corners.
    pub fn may_shun(&self, node: NodeId, corner: CornerId) -> bool {
        let layer = self.nodes[node.index()].layer;
        self.goal.conditions.blocking.may_shun_at(layer, corner) && !self.turns_anywhere(node, corner)
    }

    /// A corner slows down paths that turn, but not those that go straight on.
    pub fn pass_on(&mut self, domain: &Domain, node: NodeId, corner: CornerId) {
        let Node { at, parent, .. } = self.nodes[node.index()];
        let is_at_speed = self.nodes.get(parent.slot()).is_none_or(|p| p.layer.is_first() && p.at != at);
        if let Some(root) = parent.get().filter(|_| is_at_speed && self.goal.conditions.layers.is_slow(corner)) {
            self.pass_straight(domain, root, corner);
        }
    }
}
