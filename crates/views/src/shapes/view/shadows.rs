//! What corners see of the triangles around them: the shadows into which they send windows.

use super::{Generator, Views};
use wayfront_domain::{CornerId, SideId};
use wayfront_geometry::{Point, along, orient};
use wayfront_pathmap::view::{Bound, NodeId, Root, Window};

impl Views<'_> {
    /// The direction in which a leg from `parent` arrives.
    fn direction_from(&self, parent: Root, at: Point) -> Point {
        match self.given(parent) {
            Generator::Point { at: from, .. } => at - from,
            Generator::Front(flat) => flat.ahead(),
        }
    }

    /// Positive if `p` lies left of the line that arrives at `corner` from its parent. Exact.
    fn side_of_arrival(&self, parent: Root, corner: Point, p: Point) -> f64 {
        match self.given(parent) {
            Generator::Point { at, .. } => orient(at, corner, p),
            Generator::Front(flat) => {
                let [from, to] = flat.ends();
                along(from, to, corner, p)
            }
        }
    }

    /// A corner wins only in its shadow: between the extension of the leg that arrives and the outline that it bends
    /// around. Here are the parts of the shadow in the triangles around the corner. Where a gate ends, legs arrive from
    /// beyond it, and the corner may win all around.
    pub(super) fn add_fans(&mut self, corner: CornerId) {
        let node = *self.view.node(NodeId::of(corner));
        let Some(parent) = node.parent().get().filter(|_| node.bends()) else { return };
        // At a source's point the source itself sees all around, but not across gates, which may end there.
        let is_source = matches!(self.given(parent), Generator::Point { at, .. } if at == node.at());
        if self.view.is_gate_end(corner) || is_source && self.domain.has_gates() {
            let all = Window { root: NodeId::of(corner).into(), left: Bound::NONE, right: Bound::NONE };
            return self.fans.extend(self.domain.fan(corner).map(|side| (side.triangle(), all)));
        }
        if !is_source {
            self.add_shadows(corner, parent);
        }
    }

    /// On one hand only, but at the end of a wall without thickness that was reached along the wall, as when the corner
    /// sends windows. Along other outlines everything on the other hand is seen from before.
    fn add_shadows(&mut self, corner: CornerId, parent: Root) {
        let here = self.domain.point(corner);
        let outer = self.domain.point(self.domain.side(self.domain.first_side(corner).next()).origin);
        let is_along = self.side_of_arrival(parent, here, outer) == 0.0
            && self.direction_from(parent, here).dot(outer - here) < 0.0;
        let hands = if is_along { [1.0, -1.0] } else { [-1.0, 1.0] };
        if !self.add_shadow(corner, parent, hands[0]) {
            self.add_shadow(corner, parent, hands[1]);
        }
    }

    /// From the outline on the left (`hand` 1) or on the right (-1) to the extension. True if that outline lies on this
    /// hand.
    fn add_shadow(&mut self, corner: CornerId, parent: Root, hand: f64) -> bool {
        let here = self.domain.point(corner);
        let fan: Vec<SideId> = self.domain.fan(corner).collect();
        let side_of = |views: &Self, p: CornerId| hand * views.side_of_arrival(parent, here, views.domain.point(p));
        let is_left = hand > 0.0;
        let mut is_here = false;
        for k in 0..fan.len() {
            let side = if is_left { fan[fan.len() - 1 - k] } else { fan[k] };
            let (right, left) = (self.domain.side(side.next()).origin, self.domain.side(side.prev()).origin);
            let (outer, inner) = if is_left { (left, right) } else { (right, left) };
            let from = side_of(self, outer);
            let back = self.direction_from(parent, here).dot(self.domain.point(outer) - here) < 0.0;
            if k == 0 && (from < 0.0 || from == 0.0 && !back) {
                return false;
            }
            is_here |= k == 0 && from > 0.0;
            let to = side_of(self, inner);
            let bound = if to < 0.0 { Bound::beyond(parent.into()) } else { Bound::corner(inner) };
            let (left, right) = if is_left { (Bound::corner(outer), bound) } else { (bound, Bound::corner(outer)) };
            self.fans.push((side.triangle(), Window { root: NodeId::of(corner).into(), left, right }));
            if to <= 0.0 {
                break;
            }
        }
        is_here
    }
}
