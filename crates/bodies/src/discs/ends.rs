//! Turns around the ends of openings.
//!
//! An end within a side, or where the outline goes on but is open, is no corner that bends: what is solid of it is one
//! outline, that of the wall which ends there. Discs turn around it into the recess of the opening, and out of it. Ends are
//! counted after the corners, so that a turn is a number here too.

use std::ops::Range;
use wayfront_domain::{CornerId, Domain, OpeningEnd, Openings, TriangleId};

/// The ends of openings by triangles.
#[derive(Debug, Default)]
pub(super) struct Ends {
    /// Each triangle with the number of an end there, in their order.
    list: Vec<(TriangleId, u32)>,
}

impl Ends {
    pub fn restart(&mut self, ends: &[OpeningEnd]) {
        self.list.clear();
        let numbered = (0..).zip(ends);
        self.list.extend(numbered.flat_map(|(k, end)| end.triangles.iter().map(move |&triangle| (triangle, k))));
        self.list.sort_unstable();
    }

    /// There are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Those in a triangle, by their places in the list.
    pub fn of(&self, triangle: TriangleId) -> Range<usize> {
        let from = self.list.partition_point(|&(t, _)| t < triangle);
        from..from + self.list[from..].iter().take_while(|&&(t, _)| t == triangle).count()
    }
}

impl std::ops::Index<usize> for Ends {
    type Output = u32;

    fn index(&self, place: usize) -> &u32 {
        &self.list[place].1
    }
}

/// The end of an opening that a number beyond those of corners means.
#[inline]
pub(super) fn end_of<'a>(openings: &'a Openings, domain: &Domain, corner: CornerId) -> Option<&'a OpeningEnd> {
    openings.ends().get(corner.index().checked_sub(domain.corner_count())?)
}
