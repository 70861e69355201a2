//! The outlines that meet in each corner, for the test whether a disc can touch it: kept for the domain, for all radii.

use super::turns::Turn;
use wayfront_domain::{CornerId, Domain};
use wayfront_geometry::{DiscLeg, Hand, LegEnd, Point};

/// For each corner the far ends of the two outlines between which its sector lies.
#[derive(Debug, Default)]
pub(super) struct Corners {
    ends: Vec<[Point; 2]>,
}

impl Corners {
    /// Looks at the corners once.
    pub fn prepare(&mut self, domain: &Domain) {
        if self.ends.is_empty() {
            let last = |corner| domain.fan(corner).last().unwrap_or_else(|| domain.first_side(corner));
            let ends =
                |corner| [domain.side_points(domain.first_side(corner))[1], domain.side_points(last(corner).prev())[0]];
            self.ends = (0..domain.corner_count() as u32).map(|k| ends(CornerId(k))).collect();
        }
    }

    /// The outlines that meet in the corner lie on the hand on which the disc has it.
    #[inline]
    pub fn keep_aside(&self, leg: &DiscLeg, end: LegEnd, turn: Turn) -> bool {
        let wanted = if turn.hand == Hand::Left { 1 } else { -1 };
        self.ends[turn.corner.index()].into_iter().all(|far| leg.side_of(end.at, far) * wanted >= 0)
    }
}
