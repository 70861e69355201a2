//! Borders along sides of triangles.
//!
//! Where two generators tie along a side, rounding decides in which cells that is seen: the border may end a cell on either
//! side of it, or both, or be seen only because the cells on both sides differ. So all that is found along a side is
//! gathered, as stretches of it, and stretches that overlap are one border.

use super::border::{BorderKind, Key, SIDE_BY_SIDE};
use wayfront_domain::SideId;

/// Stretches of sides along which borders run.
#[derive(Default)]
pub(super) struct Stretches(Vec<(SideId, Key, [f64; 2])>);

impl Stretches {
    /// From where to where along a side, as shares of it. A conic that runs along a side is a straight one.
    pub fn add(&mut self, side: SideId, (between, kind): Key, span: [f64; 2]) {
        let kind = if kind == BorderKind::Shadow { kind } else { BorderKind::Line };
        self.0.push((side, (between, kind), span));
    }

    /// Each stretch of a border once.
    pub fn merged(mut self) -> impl Iterator<Item = (SideId, Key, [f64; 2])> {
        self.0.sort_by(|(side, (between, _), span), (other, (beside, _), next)| {
            (side, between).cmp(&(other, beside)).then(span[0].total_cmp(&next[0]))
        });
        self.0.dedup_by(|(next, (beside, other), span), (side, (between, kind), last)| {
            let is_same = next == side && beside == between && span[0] <= last[1] + SIDE_BY_SIDE;
            if is_same {
                last[1] = last[1].max(span[1]);
                *kind = (*kind).min(*other);
            }
            is_same
        });
        self.0.into_iter()
    }
}
