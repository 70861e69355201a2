//! Borders along sides of triangles.
//!
//! Where two generators tie along a side, rounding decides in which cells that is seen: the border may end a cell on either
//! side of it, or both, or be seen only because the cells on both sides differ. So all that is found along a side is
//! gathered, as stretches of it, and stretches that overlap are one border.

use wayfront_domain::SideId;

/// Tolerance: Share of a side within which two touches of one cell lie side by side: their ends are computed from
/// different curves.
pub(super) const SIDE_BY_SIDE: f64 = 1e-9;

/// Stretches of sides along which borders run: between which regions, of which kind, from where to where as shares of the side.
pub(super) struct Stretches<B, K>(Vec<(SideId, (B, K), [f64; 2])>);

impl<B: Copy + Ord, K: Copy + Ord> Stretches<B, K> {
    /// None yet.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    pub fn add(&mut self, side: SideId, key: (B, K), span: [f64; 2]) {
        self.0.push((side, key, span));
    }

    /// Each stretch of a border once.
    pub fn merged(mut self) -> impl Iterator<Item = (SideId, (B, K), [f64; 2])> {
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
