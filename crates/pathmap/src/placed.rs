//! Sources on the domain: which triangles, sides and corners they lie in.

use crate::front::{Flat, Node};
use thiserror::Error;
use wayfront_domain::{CornerId, Domain, Leg, SideId, Spot, Trail, TriangleId};
use wayfront_geometry::{Point, crossing, orient};
use wayfront_world::Source;

/// Why a map cannot start from these sources.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum SourceFault {
    /// There are none.
    #[error("the scene has no sources; add one: [[sources]] point = [x, y]")]
    None,
    /// A coordinate or an offset is NaN or infinite.
    #[error("source {index} has a coordinate or an offset that is not a finite number")]
    NotFinite {
        /// Which source.
        index: usize,
    },
    /// A point of it is in an obstacle or outside.
    #[error("source {index} is not in the free space at {at}")]
    Blocked {
        /// Which source.
        index: usize,
        /// Which of its points.
        at: Point,
        /// The nearest free point.
        nearest: Option<Point>,
    },
    /// A straight piece of it leaves the free space.
    #[error("source {index} leaves the free space at {at}")]
    Leaves {
        /// Which source.
        index: usize,
        /// Where.
        at: Point,
    },
    /// The same as another.
    #[error("source {index} is the same as source {other}")]
    Duplicate {
        /// Which source.
        index: usize,
        /// The one before it.
        other: usize,
    },
}

/// A point of a source: the point itself, an end of a segment, or a corner that a segment passes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedPoint {
    pub node: u32,
    pub spot: Spot,
    pub source: u32,
}

/// A straight piece of a source between two of its points, with nothing but triangles in between.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    /// Node at its start.
    pub from: u32,
    /// Node at its end.
    pub to: u32,
    /// Its two flat fronts are this one and the next.
    pub flats: u32,
    /// Its triangles, as a range of [`Sources::triangles`].
    pub triangles: [u32; 2],
    pub cost: f64,
}

/// The sources of a map, placed on its domain.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sources {
    pub(crate) points: Vec<PlacedPoint>,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) triangles: Vec<TriangleId>,
    trail: Trail,
}

impl Sources {
    /// A single point as the only source.
    pub(crate) fn place_point(&mut self, at: Point, spot: Spot, nodes: &mut Vec<Node>) {
        self.points.clear();
        self.pieces.clear();
        self.triangles.clear();
        self.points.push(PlacedPoint { node: nodes.len() as u32, spot, source: 0 });
        nodes.push(Node::source(at, 0.0));
    }

    /// Places `sources`; adds their points to `nodes`, after the corners, and their fronts to `flats`.
    pub(crate) fn place(
        &mut self,
        domain: &Domain,
        sources: &[Source],
        nodes: &mut Vec<Node>,
        flats: &mut Vec<Flat>,
    ) -> Result<(), SourceFault> {
        self.points.clear();
        self.pieces.clear();
        self.triangles.clear();
        if sources.is_empty() {
            return Err(SourceFault::None);
        }
        let mut placing = Placing { domain, placed: self, nodes, flats };
        for (index, source) in sources.iter().enumerate() {
            placing.add(index, source)?;
            let same = |other: &Source| other.shape == source.shape;
            if let Some(other) = sources[..index].iter().position(same) {
                return Err(SourceFault::Duplicate { index, other });
            }
        }
        Ok(())
    }
}

/// A segment that is being cut into pieces.
struct Cut {
    index: usize,
    ends: [Point; 2],
    offset: f64,
    flats: u32,
    /// Node at which the next piece starts.
    from: u32,
    /// Its first triangle.
    first: u32,
}

/// A side on a gate, as seen from both triangles.
struct GateCrossing {
    here: SideId,
    beyond: SideId,
}

struct Placing<'a> {
    domain: &'a Domain,
    placed: &'a mut Sources,
    nodes: &'a mut Vec<Node>,
    flats: &'a mut Vec<Flat>,
}

impl Placing<'_> {
    fn add(&mut self, index: usize, source: &Source) -> Result<(), SourceFault> {
        let points = source.shape.points();
        if !source.offset.is_finite() || points.iter().any(|p| !p.is_finite()) {
            return Err(SourceFault::NotFinite { index });
        }
        let mut last: Option<(Point, u32)> = None;
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

    fn add_point(&mut self, index: usize, at: Point, offset: f64) -> Result<u32, SourceFault> {
        let blocked = || SourceFault::Blocked { index, at, nearest: self.domain.nearest_free(at) };
        let spot = self.domain.locate(at).ok_or_else(blocked)?;
        Ok(self.push_point(index, at, spot, offset))
    }

    fn push_point(&mut self, index: usize, at: Point, spot: Spot, offset: f64) -> u32 {
        let node = self.nodes.len() as u32;
        self.nodes.push(Node::source(at, offset));
        self.placed.points.push(PlacedPoint { node, spot, source: index as u32 });
        node
    }

    /// A segment between two placed points, cut at the corners on it and at the gates that it crosses.
    fn add_segment(&mut self, index: usize, ends: [Point; 2], nodes: [u32; 2], offset: f64) -> Result<(), SourceFault> {
        let mut trail = std::mem::take(&mut self.placed.trail);
        if !self.domain.trail_through_gates_into(ends[0], ends[1], &mut trail) {
            let hit = self.domain.cast_through_gates(ends[0], ends[1]);
            return Err(SourceFault::Leaves { index, at: hit.map_or(ends[0], |h| h.at) });
        }
        let flats = self.add_flats(index, ends, offset);
        let mut cut = Cut { index, ends, offset, flats, from: nodes[0], first: self.placed.triangles.len() as u32 };
        let mut last = None;
        for &leg in trail.legs() {
            match leg {
                Leg::Within(triangle) => {
                    if let Some(side) = last.and_then(|last| gate_between(self.domain, last, triangle)) {
                        self.cut_at_gate(&mut cut, side);
                    }
                    self.add_triangle(ends, triangle);
                    last = Some(triangle);
                }
                Leg::Through(corner) => {
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

    fn close_piece(&mut self, cut: &mut Cut, to: u32) {
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

    fn add_flats(&mut self, index: usize, [a, b]: [Point; 2], cost: f64) -> u32 {
        let number = self.flats.len() as u32;
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
