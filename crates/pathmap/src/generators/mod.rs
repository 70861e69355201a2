//! What windows come from: nodes (corners, points of sources) and flat fronts (sides of sources' segments).
//!
//! Two flat lists; everything else refers to them by [handles].

mod handles;
mod packed;

pub use handles::{ChainId, FlatId, LayerId, LinkId, NodeId, OriginId, PassageId, SlowId, SolidId, StepId};
pub(crate) use packed::MOST_GENERATORS;
pub use packed::{Bound, BoundKind, GeneratorId, MaybeRoot, Root, RootKind};

use wayfront_geometry::{Point, closest_on_segment, orient};

/// A corner on some layer, a source's point, or a copy of one of these that has paid at gates.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Node {
    pub(crate) at: Point,
    /// Cost of reaching it; infinite until reached.
    pub(crate) cost: f64,
    /// The generator whose window brought that cost; none at sources and where not reached.
    pub(crate) parent: MaybeRoot,
    /// It has sent out its windows for this cost, or has none to send.
    pub(crate) is_done: bool,
    /// A corner that shortest paths bend around.
    pub(crate) bends: bool,
    /// Which layer of the map: how fast one goes on from here.
    pub(crate) layer: LayerId,
}

const _: () = assert!(size_of::<Node>() == 32);

impl Node {
    /// A corner that was not reached yet.
    pub(crate) fn unreached(at: Point, bends: bool, layer: LayerId) -> Self {
        Self { at, cost: f64::INFINITY, parent: MaybeRoot::NONE, is_done: false, bends, layer }
    }

    /// A point of a source.
    pub(crate) fn source(at: Point, cost: f64) -> Self {
        Self { at, cost, parent: MaybeRoot::NONE, is_done: false, bends: false, layer: LayerId::FIRST }
    }

    /// Where it is.
    #[inline]
    #[must_use]
    pub fn at(&self) -> Point {
        self.at
    }

    /// Cost of reaching it; infinite if no source can be reached.
    #[inline]
    #[must_use]
    pub fn cost(&self) -> f64 {
        self.cost
    }

    /// The generator that one goes to from here; none at sources and where no source can be reached.
    #[inline]
    #[must_use]
    pub fn parent(&self) -> MaybeRoot {
        self.parent
    }

    /// Paths may bend here: the triangles around it are seen from here without a window of their own.
    #[inline]
    #[must_use]
    pub fn bends(&self) -> bool {
        self.bends
    }

    /// How fast one goes on from here, away from the source.
    #[inline]
    #[must_use]
    pub fn layer(&self) -> LayerId {
        self.layer
    }
}

/// A side of a segment source: rays leave it at right angles.
#[derive(Clone, Copy, Debug)]
pub struct Flat {
    /// The segment, such that the rays leave to the right of the direction from `from` to `to`: seen along a ray, `to` is
    /// on the left hand.
    pub(crate) from: Point,
    pub(crate) to: Point,
    /// The segment's unit vector.
    pub(crate) unit: Point,
    /// Cost already paid at the segment.
    pub(crate) cost: f64,
    /// Which source.
    pub(crate) source: u32,
}

impl Flat {
    /// Start and end of the segment; seen along a ray, the end is on the left hand.
    #[inline]
    #[must_use]
    pub fn ends(&self) -> [Point; 2] {
        [self.from, self.to]
    }

    /// The segment's unit vector, from its start to its end.
    #[inline]
    #[must_use]
    pub fn unit(&self) -> Point {
        self.unit
    }

    /// Cost at the segment.
    #[inline]
    #[must_use]
    pub fn cost(&self) -> f64 {
        self.cost
    }

    /// The source that it belongs to.
    #[inline]
    #[must_use]
    pub fn source(&self) -> usize {
        self.source as usize
    }

    /// Distance from the segment's line.
    #[inline]
    #[must_use]
    pub fn distance(&self, p: Point) -> f64 {
        (p - self.from).cross(self.unit).abs()
    }

    /// The direction of its rays.
    #[inline]
    #[must_use]
    pub fn ahead(&self) -> Point {
        -self.unit.left()
    }

    /// The same front in coordinates relative to a point.
    #[must_use]
    pub fn relative_to(&self, origin: Point) -> Self {
        Self { from: self.from - origin, to: self.to - origin, ..*self }
    }

    /// Positive where the rays go, negative behind the segment's line. Exact.
    #[inline]
    pub(crate) fn is_ahead(&self, p: Point) -> f64 {
        -orient(self.from, self.to, p)
    }

    /// Where the ray to `p` leaves the segment, rounded, but never beyond its ends.
    #[inline]
    #[must_use]
    pub fn foot(&self, p: Point) -> Point {
        closest_on_segment(self.from, self.to, p)
    }
}

/// All generators, to look up what windows refer to.
#[derive(Clone, Copy)]
pub(crate) struct Generators<'a> {
    pub nodes: &'a [Node],
    pub flats: &'a [Flat],
}
