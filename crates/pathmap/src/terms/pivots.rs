//! Legs from within a segment source that touch a slow corner on their way.
//!
//! From a segment one starts at the foot, unless a corner hides it: then at the point nearest to it that is seen, past
//! that corner. At other corners a path turns, which is no dearer; a slow one is passed straight on. Behind it, the legs
//! are rays through the corner, one from each point of the segment that the corner sees: a *pivot* is a root at the
//! corner whose cost depends on the direction, by how far the segment is in the opposite one.
//!
//! What the corner sees of the segment changes at ends and at corners between both, so between two neighbours of these,
//! seen from the slow corner, one look tells. Bounds are input points, as everywhere. The windows of pivots are not
//! pruned: their cost is not that of a point. Costs, for each slow corner and each straight piece of a source, a pass over
//! all corners and what both see of each other; and what lies behind.

use super::memory::{Kind, OnTerms};
use crate::generators::{Bound, FlatId, LayerId, MaybeRoot, Node, NodeId, Root, RootKind, StepId};
use crate::sources::{Piece, Sources};
use crate::wave::front::Front;
use crate::wave::{Goal, Window, Work};
use std::cmp::Ordering;
use wayfront_domain::{CornerId, Domain, SideId};
use wayfront_geometry::{Point, orient};

/// Tolerance: Share of the way to a segment by which a look at it stops short: the point looked at is rounded, and may
/// lie beyond an outline along which the segment runs.
const SHORT: f64 = 1e-9;

/// What is seen of a piece in some directions, from a slow corner.
struct View {
    /// Seen from the corner, what lies between these points.
    right: NodeId,
    left: NodeId,
    /// The sector of the corner in which it lies.
    sector: CornerId,
    /// What is crossed on the way.
    steps: Vec<StepId>,
}

impl<K: Kind> Work<OnTerms<K>> {
    /// Starts the legs of all segments past all slow corners.
    pub fn start_pivots(&mut self, domain: &Domain, sources: &Sources) {
        if sources.pieces.is_empty() {
            return;
        }
        let corners = (0..domain.corner_count() as u32).map(CornerId);
        let slow: Vec<CornerId> = corners
            .filter(|&corner| self.goal.conditions.layers.is_slow(corner))
            .filter(|&corner| domain.sectors(corner).next() == Some(corner))
            .collect();
        for piece in &sources.pieces {
            for &corner in &slow {
                self.start_pivot(domain, piece, corner);
            }
        }
    }

    fn start_pivot(&mut self, domain: &Domain, piece: &Piece, corner: CornerId) {
        let at = domain.point(corner);
        let ahead = |flat: FlatId| self.flats[flat.index()].is_ahead(at);
        let Some(flat) = [piece.flats, piece.flats.plus(1)].into_iter().find(|&flat| ahead(flat) > 0.0) else {
            return; // on the segment's line
        };
        let views = self.views_of(domain, piece, corner);
        if views.is_empty() {
            return;
        }
        let pivot = self.add_pivot(flat, at);
        for view in views {
            let mut root = pivot;
            for &step in view.steps.iter().rev() {
                root = self.paid(root, step, None);
            }
            self.emit_pivot(domain, root, &view);
        }
    }

    /// The root at a corner for the legs of a flat front that touch the corner.
    fn add_pivot(&mut self, flat: FlatId, at: Point) -> Root {
        let front = self.flats[flat.index()];
        let height = front.distance(at);
        let id = NodeId::new(self.nodes.len());
        self.goal.conditions.surcharges.add_pivot(flat, front.ahead(), height);
        self.nodes.push(Node {
            parent: Root::from(flat).into(),
            is_done: true,
            ..Node::source(at, front.cost + height)
        });
        id.into()
    }

    /// The parts of a piece that a corner sees.
    fn views_of(&self, domain: &Domain, piece: &Piece, corner: CornerId) -> Vec<View> {
        let at = domain.point(corner);
        let point = |node: NodeId| self.nodes[node.index()].at;
        let is_turned = orient(at, point(piece.from), point(piece.to)) < 0.0;
        let [right, left] = if is_turned { [piece.to, piece.from] } else { [piece.from, piece.to] };
        let [p, q] = [point(right), point(left)];
        let is_between = |v: Point| orient(at, p, v) > 0.0 && orient(at, q, v) < 0.0 && orient(p, q, v) >= 0.0;
        let mut stops: Vec<NodeId> = (0..domain.corner_count() as u32)
            .map(CornerId)
            .filter(|&v| is_between(domain.point(v)))
            .map(NodeId::of)
            .collect();
        stops.sort_by(|&a, &b| 0.0_f64.partial_cmp(&orient(at, point(a), point(b))).unwrap_or(Ordering::Equal));
        stops.dedup_by(|a, b| orient(at, point(*a), point(*b)) == 0.0);
        stops.insert(0, right);
        stops.push(left);
        let hit = |node: NodeId| {
            let v = point(node);
            if node == right || node == left {
                return v;
            }
            let (a, b) = (orient(at, v, p), orient(at, v, q));
            p.lerp(q, a / (a - b))
        };
        let looks = stops.windows(2).filter_map(|pair| {
            let target = hit(pair[0]).lerp(hit(pair[1]), 0.5).lerp(at, SHORT);
            let (sector, steps) = self.look_from(domain, corner, target)?;
            Some(View { right: pair[0], left: pair[1], sector, steps })
        });
        looks.collect()
    }

    /// The sector of a corner from which a point is seen, and what is crossed on the way.
    fn look_from(&self, domain: &Domain, corner: CornerId, target: Point) -> Option<(CornerId, Vec<StepId>)> {
        let at = domain.point(corner);
        let hands = |side: SideId| domain.side_points(side).map(|end| orient(at, target, end));
        let is_left = |side: SideId| {
            let [right, left] = hands(side.next());
            right <= 0.0 && left >= 0.0 && (right < 0.0 || left > 0.0)
        };
        let mut fans = domain.sectors(corner).flat_map(|sector| domain.fan(sector).map(move |side| (sector, side)));
        let (sector, first) = fans.find(|&(_, side)| is_left(side))?;
        let (mut side, mut steps) = (first.next(), Vec::new());
        loop {
            let [a, b] = domain.side_points(side);
            if orient(a, b, target) >= 0.0 {
                return Some((sector, steps));
            }
            let entered = match domain.twin(side) {
                Some(beyond) => beyond,
                None => {
                    let passage = self.goal.conditions.gates.passage(side)?;
                    steps.push(passage.step);
                    passage.beyond
                }
            };
            let apex = domain.point(domain.side(entered.prev()).origin);
            side = if orient(at, target, apex) > 0.0 { entered.next() } else { entered.prev() };
        }
    }

    /// Sends windows past the corner, away from what is seen: in the sector from which it is seen, and beyond the gates
    /// that end in the corner.
    fn emit_pivot(&mut self, domain: &Domain, root: Root, view: &View) {
        self.fill_wedge(domain, root, view, view.sector);
        if !K::HAS_GATES {
            return;
        }
        let start = view.sector;
        for first in self.goal.conditions.gates.links_at(start) {
            let (mut root, mut from, mut next) = (root, start, Some(first));
            while let Some(link) = next.map(|id| self.goal.conditions.gates.link(id)).filter(|l| l.across != start) {
                root = self.paid(root, link.step, Some(domain.point(start)));
                self.fill_wedge(domain, root, view, link.across);
                let gates = &self.goal.conditions.gates;
                next = gates.links_at(link.across).find(|&id| gates.link(id).across != from);
                from = link.across;
            }
        }
    }

    /// The directions of a sector that lead away from what is seen.
    fn fill_wedge(&mut self, domain: &Domain, root: Root, view: &View, sector: CornerId) {
        let at = domain.point(sector);
        let [from, to] = [view.right, view.left].map(|node| self.nodes[node.index()].at);
        let [from_bound, to_bound] =
            [view.right, view.left].map(|node| Bound::beyond(MaybeRoot::from(Root::from(node))));
        // Hands of the two rays that lead away.
        let after = |p: Point| orient(from, at, p);
        let before = |p: Point| -orient(to, at, p);
        for side in domain.fan(sector) {
            let [p, q] = domain.side_corners(side.next());
            let [a, b] = [p, q].map(|end| domain.point(end));
            let is_in = |v: Point| after(v) >= 0.0 && before(v) >= 0.0;
            for (end, v) in [(p, a), (q, b)] {
                if is_in(v) {
                    self.see_past(domain, root, end, after(v) == 0.0 || before(v) == 0.0);
                }
            }
            // The ray away from a point lies in the triangle if the point lies opposite.
            let holds = |v: Point| orient(at, a, v) <= 0.0 && orient(at, b, v) >= 0.0;
            let right = if is_in(a) { Some(Bound::corner(p)) } else { holds(from).then_some(from_bound) };
            let left = if is_in(b) { Some(Bound::corner(q)) } else { holds(to).then_some(to_bound) };
            let has_width = !(is_in(a) && before(a) == 0.0 || is_in(b) && after(b) == 0.0);
            if let (Some(right), Some(left), true) = (right, left, has_width) {
                let window = Window { root, left, right };
                self.keep_window(window, side);
                let mut open = Vec::new();
                self.leave(domain, window, side.next(), &mut open);
                while let Some((window, side)) = open.pop() {
                    self.see_triangle(domain, window, side, &mut open);
                }
            }
        }
    }

    /// A window of a pivot comes over a side. As other windows go, but nothing stops it before an outline does.
    fn see_triangle(&mut self, domain: &Domain, window: Window, side: SideId, open: &mut Vec<(Window, SideId)>) {
        self.keep_window(window, side);
        let apex = domain.side(side.prev()).origin;
        let p = domain.point(apex);
        let [on_left, on_right] = [window.left, window.right].map(|bound| self.hand_of(window.root, bound, p));
        if on_left > 0.0 {
            return self.leave(domain, window, side.next(), open);
        }
        if on_right < 0.0 {
            return self.leave(domain, window, side.prev(), open);
        }
        self.see_past(domain, window.root, apex, on_left == 0.0 || on_right == 0.0);
        if on_left < 0.0 {
            self.leave(domain, Window { right: Bound::corner(apex), ..window }, side.prev(), open);
        }
        if on_right > 0.0 {
            self.leave(domain, Window { left: Bound::corner(apex), ..window }, side.next(), open);
        }
    }

    /// A pivot sees a corner; on a bound, the leg may be the only one that goes on.
    fn see_past(&mut self, domain: &Domain, root: Root, corner: CornerId, is_on_bound: bool) {
        let cost = self.cost_by(root, domain.point(corner));
        let pace = self.goal.pace(LayerId::FIRST);
        self.reach(corner, pace, cost, root);
        if is_on_bound {
            self.touch(domain, LayerId::FIRST, root, corner);
        }
    }

    fn leave(&mut self, domain: &Domain, window: Window, side: SideId, open: &mut Vec<(Window, SideId)>) {
        if let Some(beyond) = domain.twin(side) {
            open.push((window, beyond));
        } else if let Some(passage) = self.goal.conditions.gates.passage(side).filter(|_| K::HAS_GATES) {
            let root = self.paid(window.root, passage.step, None);
            open.push((Window { root, ..window }, passage.beyond));
        }
    }

    fn keep_window(&mut self, window: Window, side: SideId) {
        if let Some(node) = self.node_of(window.root) {
            self.keep(self.point_front(node), window, side.triangle());
        }
    }

    /// Pivots are nodes.
    fn node_of(&self, root: Root) -> Option<NodeId> {
        match root.kind() {
            RootKind::Node(node) => Some(node),
            RootKind::Flat(_) => None,
        }
    }

    fn hand_of(&self, root: Root, bound: Bound, p: Point) -> f64 {
        self.node_of(root).map_or(0.0, |node| self.point_front(node).side(self.generators(), bound, p))
    }
}
