//! One source after another: located, cut, and added to the lists of generators.

use super::{Piece, PlacedPoint, SourceError, Sources};
use crate::generators::{Flat, FlatId, Node, NodeId};
use wayfront_domain::{CornerId, Domain, SideId, Spot, TraversalStep, TriangleId};
use wayfront_geometry::{Point, crossing, orient};
use wayfront_world::Source;

/// A segment that is being cut into pieces.
struct Cut {
    index: usize,
    ends: [Point; 2],
    offset: f64,
    flats: FlatId,
    /// Node at which the next piece starts.
    from: NodeId,
    /// Its first triangle.
    first: u32,
}

/// A side on a gate, as seen from both triangles.
struct GateCrossing {
    here: SideId,
    beyond: SideId,
}

/// What sources are added to.
pub(super) struct Placing<'a> {
    pub domain: &'a Domain,
    pub placed: &'a mut Sources,
    pub nodes: &'a mut Vec<Node>,
    pub flats: &'a mut Vec<Flat>,
}

impl Placing<'_> {
    pub fn add(&mut self, index: usize, source: &Source) -> Result<(), SourceError> {
        let points = source.shape.points();
        if !source.offset.is_finite() || points.iter().any(|p| !p.is_finite()) {
            return Err(SourceError::NotFinite { index });
        }
        let mut last: Option<(Point, NodeId)> = None;
        for &at in points {
            if last.is_some_and(|(before, _)| before == at) {
                continue;
            }
            let node = self.add_point(index, at, source.offset)?;
            if let Some((before, from)) = last {
                self.add_segment(index, [before, at], [from, node], source.offset)?;
            }
            last = Some((at, node));
        }
        Ok(())
    }

    fn add_point(&mut self, index: usize, at: Point, offset: f64) -> Result<NodeId, SourceError> {
        let blocked = || SourceError::Blocked { index, at, nearest: self.domain.nearest_free(at) };
        // A point on a wall is on both of its sides, even where rounding bends the wall.
        let spot = self.domain.locate_on_walls(at).ok_or_else(blocked)?;
        Ok(self.push_point(index, at, spot, offset))
    }

    fn push_point(&mut self, index: usize, at: Point, spot: Spot, offset: f64) -> NodeId {
        let node = NodeId::new(self.nodes.len());
        self.nodes.push(Node::source(at, offset));
        self.placed.points.push(PlacedPoint { node, spot, source: index as u32 });
        node
    }

    /// A segment between two placed points, cut at the corners on it and at the gates that it crosses.
    fn add_segment(
        &mut self,
        index: usize,
        ends: [Point; 2],
        nodes: [NodeId; 2],
        offset: f64,
    ) -> Result<(), SourceError> {
        let mut trail = std::mem::take(&mut self.placed.trail);
        if !self.domain.trail_through_gates_into(ends[0], ends[1], &mut trail) {
            let hit = self.domain.cast_through_gates(ends[0], ends[1]);
            return Err(SourceError::Leaves { index, at: hit.map_or(ends[0], |h| h.at) });
        }
        let flats = self.add_flats(index, ends, offset);
        let mut cut = Cut { index, ends, offset, flats, from: nodes[0], first: self.placed.triangles.len() as u32 };
        let mut last = None;
        for &leg in trail.legs() {
            match leg {
                TraversalStep::Within(triangle) => {
                    if let Some(side) = last.and_then(|last| gate_between(self.domain, last, triangle)) {
                        self.cut_at_gate(&mut cut, side);
                    }
                    self.add_triangle(ends, triangle);
                    last = Some(triangle);
                }
                TraversalStep::Through(corner) => {
                    self.cut_at_corner(&mut cut, corner);
                    last = None;
                }
            }
        }
        self.close_piece(&mut cut, nodes[1]);
        self.placed.trail = trail;
        Ok(())
    }

    fn cut_at_corner(&mut self, cut: &mut Cut, corner: CornerId) {
        let at = self.domain.point(corner);
        if !cut.ends.contains(&at) {
            let to = self.push_point(cut.index, at, Spot::At(first_sector(self.domain, corner)), cut.offset);
            self.close_piece(cut, to);
            cut.from = to;
        }
    }

    /// Each side of the gate has its own part of the segment, and its own end of it: nothing crosses without paying.
    fn cut_at_gate(&mut self, cut: &mut Cut, side: GateCrossing) {
        let [a, b] = cut.ends;
        let [here, beyond] = [(side.here, a), (side.beyond, b)].map(|(side, towards)| {
            let (at, spot) = end_at_gate(self.domain, side, cut.ends, towards);
            self.push_point(cut.index, at, spot, cut.offset)
        });
        self.close_piece(cut, here);
        cut.from = beyond;
    }

    fn close_piece(&mut self, cut: &mut Cut, to: NodeId) {
        let end = self.placed.triangles.len() as u32;
        let Cut { from, flats, first, offset: cost, .. } = *cut;
        self.placed.pieces.push(Piece { from, to, flats, triangles: [first, end], cost });
        cut.first = end;
    }

    /// The triangle, and where the segment runs along a side of it, the free one beyond too.
    fn add_triangle(&mut self, ends: [Point; 2], triangle: TriangleId) {
        self.placed.triangles.push(triangle);
        for side in triangle.sides() {
            let [p, q] = self.domain.side_points(side);
            if orient(ends[0], ends[1], p) == 0.0 && orient(ends[0], ends[1], q) == 0.0 {
                let beyond = self.domain.faces(side).map(|s| s.triangle()).filter(|&t| t != triangle);
                self.placed.triangles.extend(beyond);
            }
        }
    }

    fn add_flats(&mut self, index: usize, [a, b]: [Point; 2], cost: f64) -> FlatId {
        let number = FlatId::new(self.flats.len());
        let unit = (b - a) * (1.0 / a.distance(b));
        let source = index as u32;
        self.flats.push(Flat { from: a, to: b, unit, cost, source });
        self.flats.push(Flat { from: b, to: a, unit: -unit, cost, source });
        number
    }
}

/// The lowest of the sectors at a corner's vertex.
fn first_sector(domain: &Domain, corner: CornerId) -> CornerId {
    domain.sectors(corner).next().unwrap_or(corner)
}

/// The gate through which one gets from a triangle to the next.
fn gate_between(domain: &Domain, from: TriangleId, to: TriangleId) -> Option<GateCrossing> {
    from.sides().into_iter().find_map(|here| {
        let beyond = domain.gate(here)?.beyond;
        (beyond.triangle() == to).then_some(GateCrossing { here, beyond })
    })
}

/// Where a segment meets a gate, rounded, but never beyond the gate: the point may be moved by rounding towards the end
/// of the segment on this side.
fn end_at_gate(domain: &Domain, side: SideId, [a, b]: [Point; 2], towards: Point) -> (Point, Spot) {
    let [p, q] = domain.side_points(side);
    let at = crossing(a, b, p, q);
    let shares = std::iter::successors(Some(f64::EPSILON), |share| Some(2.0 * share)).take_while(|&share| share < 1.0);
    let mut nearer = std::iter::once(at).chain(shares.map(|share| at.lerp(towards, share)));
    let at = nearer.find(|&at| orient(p, q, at) >= 0.0).unwrap_or(towards);
    let spot = if orient(p, q, at) == 0.0 { Spot::On(side) } else { Spot::Inside(side.triangle()) };
    (at, spot)
}
