//! Solids on their domain: what they send waves from, and when.

use super::arrivals::{Arrival, Arrivals};
use super::{Crossing, Solid};
use crate::generators::{Bound, Flat, FlatId, LayerId, Node, NodeId, OriginId, Root, RootKind, SolidId};
use crate::sources::{PlacedPoint, Sources};
use crate::wave::front::Front;
use crate::wave::{Item, Origins, Strip, Window, Work, last_side};
use wayfront_domain::{CornerId, Domain, NO_SIDE, SideId, Spot};
use wayfront_geometry::Point;

/// A solid on its domain.
struct Outline {
    sides: Vec<SideId>,
    /// The front of side `k` is `2 k` places after this one.
    first_flat: FlatId,
    /// Its corners; the node of corner `k` is `k` places after `first_node`.
    corners: Vec<CornerId>,
    first_node: NodeId,
    cost: f64,
    /// At which cost it sent its waves.
    sent: f64,
    crossing: Option<Crossing>,
}

/// All solids, which send waves as soon as they are reached.
pub(super) struct Outlines<T> {
    all: Vec<Outline>,
    /// Per node that is no corner: its solid.
    of_node: Vec<SolidId>,
    corners: usize,
    /// What is paid for a gap of some width.
    toll: T,
}

impl<T: Fn(f64) -> f64> Outlines<T> {
    /// Adds the outlines' points and fronts, which wait until their solid is reached.
    pub fn place(domain: &Domain, solids: &[Solid], work: &mut Work<Arrivals>, sources: &mut Sources, toll: T) -> Self {
        let mut outlines =
            Self { all: Vec::with_capacity(solids.len()), of_node: Vec::new(), corners: domain.corner_count(), toll };
        for (k, solid) in (0u32..).zip(solids) {
            let mut corners: Vec<CornerId> = solid.sides.iter().flat_map(|&s| domain.side_corners(s)).collect();
            corners.extend(&solid.corners);
            corners.sort_unstable();
            corners.dedup();
            let outline = Outline {
                first_flat: FlatId::new(work.flats.len()),
                first_node: NodeId::new(work.nodes.len()),
                sides: solid.sides.clone(),
                cost: solid.cost.unwrap_or(f64::INFINITY),
                sent: f64::INFINITY,
                crossing: None,
                corners,
            };
            for &corner in &outline.corners {
                // The solid itself sends waves from here: no path need bend.
                work.nodes[corner.index()].bends = false;
                let node = NodeId::new(work.nodes.len());
                sources.points.push(PlacedPoint { node, spot: Spot::At(corner), source: k });
                outlines.of_node.push(SolidId::new(k as usize));
                work.nodes.push(Node::unreached(domain.point(corner), false, LayerId::FIRST));
            }
            work.flats.extend(outline.sides.iter().flat_map(|&side| flats_of(domain, side, k)));
            outlines.all.push(outline);
        }
        outlines
    }

    /// Sends waves from the solids that the map starts at, until nothing waits.
    pub fn run(&mut self, domain: &Domain, work: &mut Work<Arrivals>) {
        let least = self.all.iter().map(|o| o.cost).fold(f64::INFINITY, f64::min);
        if least.is_infinite() {
            return;
        }
        work.start_queue(domain, least);
        for (k, outline) in self.all.iter().enumerate().filter(|(_, o)| o.cost.is_finite()) {
            work.queue.push(Item::Flats(OriginId::new(k)), outline.cost);
        }
        work.take_turns(domain, self);
    }

    /// Per solid its cost, and how it was reached.
    pub fn into_parts(self) -> (Vec<f64>, Vec<Option<Crossing>>) {
        self.all.into_iter().map(|o| (o.cost, o.crossing)).unzip()
    }

    /// The solid that a root belongs to, and the path from it to a point that the root sees.
    fn path_from(&self, work: &Work<Arrivals>, mut root: Root, at: Point) -> (SolidId, Vec<Point>) {
        let mut points = vec![at];
        let mut last = at;
        loop {
            let (next, solid, parent) = match root.kind() {
                RootKind::Node(node) => {
                    let Node { at, parent, .. } = work.nodes[node.index()];
                    (at, self.solid_of_node(node), parent.get())
                }
                RootKind::Flat(flat) => {
                    let flat = &work.flats[flat.index()];
                    (flat.foot(last), Some(SolidId::new(flat.source())), None)
                }
            };
            points.push(next);
            match (solid, parent) {
                (None, Some(parent)) => (root, last) = (parent, next),
                (solid, _) => {
                    points.reverse();
                    // Chains of parents end at solids: only they send waves.
                    return (solid.unwrap_or(SolidId::new(0)), points);
                }
            }
        }
    }

    /// The solid of a node that is no corner.
    fn solid_of_node(&self, node: NodeId) -> Option<SolidId> {
        self.of_node.get(node.index().checked_sub(self.corners)?).copied()
    }
}

impl<T: Fn(f64) -> f64> Origins<Arrivals> for Outlines<T> {
    /// Points of solids send their waves with the whole solid.
    #[inline]
    fn emit_point(&mut self, _: &mut Work<Arrivals>, _: &Domain, _: NodeId) -> bool {
        false
    }

    /// A solid sends waves from all of its sides and corners.
    fn emit_fronts(&mut self, work: &mut Work<Arrivals>, domain: &Domain, origin: OriginId) {
        let solid = SolidId::new(origin.index());
        let outline = &mut self.all[solid.index()];
        if outline.cost >= outline.sent {
            return;
        }
        outline.sent = outline.cost;
        for (k, &corner) in outline.corners.iter().enumerate() {
            let node = outline.first_node.plus(k);
            work.nodes[node.index()].cost = outline.cost;
            let own = &mut work.nodes[corner.index()];
            (own.cost, own.parent, own.is_done) = (outline.cost, Root::from(node).into(), true);
        }
        for (k, &side) in outline.sides.iter().enumerate() {
            let flat = outline.first_flat.plus(2 * k);
            work.flats[flat.index()].cost = outline.cost;
            work.flats[flat.index() + 1].cost = outline.cost;
            work.emit_side(domain, side, flat);
        }
        for (k, &corner) in outline.corners.iter().enumerate() {
            work.emit_solid_corner(domain, solid, corner, outline.first_node.plus(k));
        }
    }

    /// Solids that were reached more cheaply than before wait for their turn.
    fn settle(&mut self, work: &mut Work<Arrivals>) {
        while let Some(arrival) = work.goal.found.pop() {
            let Arrival { solid, cost, root, at } = arrival;
            let (from, points) = self.path_from(work, root, at);
            let width = cost - self.all[from.index()].cost;
            let cost = self.all[from.index()].cost + (self.toll)(width);
            let outline = &mut self.all[solid.index()];
            if from != solid && cost < outline.cost {
                outline.cost = cost;
                outline.crossing = Some(Crossing { from: from.index(), width, points });
                work.queue.push(Item::Flats(OriginId::new(solid.index())), cost);
            }
        }
    }
}

impl Work<Arrivals> {
    /// A side sends a flat front into its triangle.
    fn emit_side(&mut self, domain: &Domain, side: SideId, id: FlatId) {
        let front = self.flat_front(id);
        let [from, to] = domain.side_corners(side);
        let whole = Window { root: id.into(), left: Bound::corner(from), right: Bound::corner(to) };
        self.keep(front, whole, side.triangle());
        self.leave_triangle(domain, Strip { front, whole, seen: whole }, side.triangle());
        self.run(domain, front);
    }

    /// A corner sends waves where the fronts of the sides beside it do not reach.
    fn emit_solid_corner(&mut self, domain: &Domain, solid: SolidId, corner: CornerId, root: NodeId) {
        let front = self.point_front(root);
        let rests = self.rests_beside(domain, solid, corner);
        if rests.iter().all(Option::is_some) && !domain.bends(corner) {
            return;
        }
        for side in domain.fan(corner) {
            let ways = domain.side_points(side.next()).map(|p| p - front.at);
            // Both ends beside a side: what is between them belongs to the side's front.
            if rests.iter().flatten().any(|along| ways.iter().all(|way| way.dot(*along) > 0.0)) {
                continue;
            }
            self.fill_fan_side(domain, front, side, |_, front, p| front.cost_at(p));
        }
        self.run(domain, front);
    }

    /// The directions of the two outlines beside a corner's sector, if they belong to the solid.
    fn rests_beside(&self, domain: &Domain, solid: SolidId, corner: CornerId) -> [Option<Point>; 2] {
        let at = domain.point(corner);
        let is_own = |side: SideId| domain.side(side).twin.0 == NO_SIDE && self.goal.solid_of(side) == Some(solid);
        let first = domain.first_side(corner);
        let last = last_side(domain, corner).prev();
        let along_first = is_own(first).then(|| domain.point(domain.side(first.next()).origin) - at);
        let along_last = is_own(last).then(|| domain.point(domain.side(last).origin) - at);
        [along_first, along_last]
    }
}

/// The front of a side into its triangle; and its reverse, which sends nothing, since fronts come in pairs.
fn flats_of(domain: &Domain, side: SideId, solid: u32) -> [Flat; 2] {
    let [to, from] = domain.side_points(side);
    let unit = (to - from) * (1.0 / domain.side(side).length);
    let flat = Flat { from, to, unit, cost: f64::INFINITY, source: solid };
    [flat, Flat { from: to, to: from, unit: -unit, ..flat }]
}
