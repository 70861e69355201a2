//! How fast a wave runs, and which nodes it reaches.

use crate::generators::{LayerId, NodeId};
use wayfront_domain::CornerId;

/// How fast one moves in a layer of the map, and where the layer's corners stand among the nodes.
pub(crate) trait Pace: Copy {
    /// Length per cost.
    fn speed(&self) -> f64;
    /// Cost per length.
    fn slowness(&self) -> f64;
    /// The layer's node of a corner.
    fn node(&self, corner: CornerId) -> NodeId;
    /// The corner of one of the layer's nodes.
    fn corner(&self, node: NodeId) -> CornerId;
    /// Which layer.
    fn layer(&self) -> LayerId;
}

/// The ordinary speed, where there is no other.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Even;

impl Pace for Even {
    #[inline]
    fn speed(&self) -> f64 {
        1.0
    }

    #[inline]
    fn slowness(&self) -> f64 {
        1.0
    }

    #[inline]
    fn node(&self, corner: CornerId) -> NodeId {
        NodeId::of(corner)
    }

    #[inline]
    fn corner(&self, node: NodeId) -> CornerId {
        CornerId(node.index() as u32)
    }

    #[inline]
    fn layer(&self) -> LayerId {
        LayerId::FIRST
    }
}
