//! Segments from which all starts: on each side of one the centres leave straight across.
//!
//! Where a leg leaves a slanted segment is rounded, and so is its direction. So a leg is tested with a radius that is less by
//! that rounding: it may run along an outline.

use super::near::Axis;
use wayfront_geometry::{DiscLeg, Hand, LegEnd, Point};

/// One side of a segment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flat {
    pub axis: Axis,
    /// Where legs go, of length 1.
    pub across: Point,
    /// By how much places on it are rounded.
    pub rounding: f64,
}

impl Flat {
    /// The leg to a corner or a place; `None` if it does not start within the segment.
    #[inline]
    pub fn leg(&self, to: LegEnd, radius: f64) -> Option<DiscLeg> {
        let aside = self.across.left() * radius;
        let centre = match to.hand {
            None => to.at,
            Some(Hand::Left) => to.at - aside,
            Some(Hand::Right) => to.at + aside,
        };
        let w = centre - self.axis.from;
        let x = w.dot(self.axis.along);
        if !(0.0..=self.axis.length).contains(&x) || w.dot(self.across) <= 0.0 {
            return None;
        }
        let radius = if to.hand.is_some() { radius } else { radius - self.rounding };
        DiscLeg::new(LegEnd::point(self.axis.at(x)), to, radius)
    }

    /// What must be free for a leg to a corner to be free.
    pub fn tested(&self, leg: &DiscLeg) -> Option<DiscLeg> {
        let [from, to] = leg.centres().map(LegEnd::point);
        DiscLeg::new(from, to, leg.radius() - self.rounding)
    }
}
