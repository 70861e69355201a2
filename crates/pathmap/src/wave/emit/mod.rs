//! Where windows begin: at points of sources, at their segments, and at corners that paths bend around.

mod corner;
mod piece;
mod point;
mod ties;

pub(crate) use piece::Strip;
pub(super) use ties::TIE;

use wayfront_domain::{CornerId, Domain, SideId};

/// The side with which a corner's sector ends.
pub(crate) fn last_side(domain: &Domain, corner: CornerId) -> SideId {
    let first = domain.first_side(corner);
    let mut side = first;
    while let Some(after) = domain.twin(side.prev()) {
        if after == first {
            break;
        }
        side = after;
    }
    side
}
