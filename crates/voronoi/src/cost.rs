//! What paths cost.

use crate::site::{Bisector, Site};
use wayfront_geometry::Point;

/// What a path costs: its length, and more where it is narrow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GraphCost {
    /// A metre at clearance c costs 1 + safety / c. 0 is the shortest path on the graph; more is wider.
    pub safety: f64,
    /// Edges with less clearance than the disc's own radius are closed.
    pub closes_narrow: bool,
    /// Only walls close: gaps beside other discs are dear where they are narrow, but open, since others move on.
    pub others_move: bool,
    /// What a gap costs for each metre by which its clearance is less than a radius, if others leave it open: one may have to
    /// wait for them. Discs that share a tree count by the smallest of them.
    pub squeeze: f64,
    /// Clearances below this count as this. With 0 a place without room costs without bound, so that costs jump whenever two
    /// discs come close to each other.
    pub least_clearance: f64,
}

impl Default for GraphCost {
    fn default() -> Self {
        Self { safety: 0.5, closes_narrow: true, others_move: false, squeeze: 0.0, least_clearance: 0.0 }
    }
}

impl GraphCost {
    /// What it costs a disc more to get through a gap, which may have another disc on a side of it; `None` if it does not fit.
    #[inline]
    pub(crate) fn toll(&self, clearance: f64, radius: f64, is_beside_disc: bool) -> Option<f64> {
        if clearance >= radius {
            return Some(0.0);
        }
        (self.others_move && is_beside_disc).then(|| self.squeeze * (radius - clearance.max(0.0)))
    }
}

/// A place on the border of two sites, and its clearance.
pub(crate) type Stop = (Point, f64);

/// What a piece of the border of two sites costs: its length, and the mean of what a metre costs by Simpson's rule.
pub(crate) fn price([i, j]: [&Site; 2], [(a, at_a), (b, at_b)]: [Stop; 2], cost: &GraphCost) -> f64 {
    let curve = Bisector::between(i, j, a, b);
    let (m, chord) = (curve.at(0.5), a.distance(b));
    let length = curve.about_length().unwrap_or(chord).max(chord);
    let least = cost.least_clearance.max(1e-3 * chord + f64::MIN_POSITIVE);
    let share = |clearance: f64| 1.0 / if clearance > least { clearance } else { least };
    length * (1.0 + cost.safety * ((share(at_a) + share(at_b)) + 4.0 * share(i.distance(m))) / 6.0)
}
