//! Sources on the domain: which triangles, sides and corners they lie in.
//!
//! Every point of a source becomes a node. Every segment becomes straight *pieces*, cut at the corners that it passes and
//! at the gates that it crosses, and two flat fronts, one for each of its sides. Which triangles a segment crosses is
//! decided exactly. Cost: the triangles that sources cross.

mod placing;

use crate::generators::{Flat, FlatId, Node, NodeId};
use placing::Placing;
use thiserror::Error;
use wayfront_domain::{Domain, Spot, Traversal, TriangleId};
use wayfront_geometry::Point;
use wayfront_world::Source;

/// Why a map cannot start from these sources.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum SourceError {
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
    /// A segment, in a world with a gate that makes the rest of a leg dearer. From where on the segment it is best to
    /// start then depends on every point that is asked about, and is not computed.
    #[error(
        "source {index} is a segment, and gate {gate} makes the rest of a leg dearer: that is exact for points only; \
         use points as sources, or a delay at the gate"
    )]
    BeforeFactor {
        /// Which source.
        index: usize,
        /// Which gate: barriers are counted first, then doors.
        gate: usize,
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

/// Whether a map can start from these sources.
///
/// # Errors
/// When there are none, one of them is not in the free space, or two are the same.
pub fn check_sources(domain: &Domain, sources: &[Source]) -> Result<(), SourceError> {
    Sources::default().place(domain, sources, &mut Vec::new(), &mut Vec::new())
}

/// A point of a source: the point itself, an end of a segment, or a corner that a segment passes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedPoint {
    pub node: NodeId,
    pub spot: Spot,
    pub source: u32,
}

/// A straight piece of a source between two of its points, with nothing but triangles in between.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    /// Node at its start.
    pub from: NodeId,
    /// Node at its end.
    pub to: NodeId,
    /// Its two flat fronts are this one and the next.
    pub flats: FlatId,
    /// Its triangles, as a range of [`Sources::triangles`].
    pub triangles: [u32; 2],
    pub cost: f64,
}

/// The sources of a map, placed on its domain.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sources {
    pub points: Vec<PlacedPoint>,
    pub pieces: Vec<Piece>,
    pub triangles: Vec<TriangleId>,
    trail: Traversal,
}

impl Sources {
    /// A single point as the only source.
    pub fn place_point(&mut self, at: Point, spot: Spot, nodes: &mut Vec<Node>) {
        self.points.clear();
        self.pieces.clear();
        self.triangles.clear();
        self.points.push(PlacedPoint { node: NodeId::new(nodes.len()), spot, source: 0 });
        nodes.push(Node::source(at, 0.0));
    }

    /// Places `sources`; adds their points to `nodes`, after the corners, and their fronts to `flats`.
    pub fn place(
        &mut self,
        domain: &Domain,
        sources: &[Source],
        nodes: &mut Vec<Node>,
        flats: &mut Vec<Flat>,
    ) -> Result<(), SourceError> {
        self.points.clear();
        self.pieces.clear();
        self.triangles.clear();
        if sources.is_empty() {
            return Err(SourceError::None);
        }
        let mut placing = Placing { domain, placed: self, nodes, flats };
        for (index, source) in sources.iter().enumerate() {
            placing.add(index, source)?;
            let same = |other: &Source| other.shape == source.shape;
            if let Some(other) = sources[..index].iter().position(same) {
                return Err(SourceError::Duplicate { index, other });
            }
        }
        Ok(())
    }
}
