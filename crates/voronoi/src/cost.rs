//! What ways cost.

use crate::site::{Bisector, Site};
use wayfront_geometry::Point;

/// What a way costs: its length, and more where it is narrow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GraphCost {
    /// A metre at clearance c costs 1 + safety / c. 0 is the shortest way on the graph; more is wider.
    pub safety: f64,
    /// Edges with less clearance than the disc's own radius are closed.
    pub closes_narrow: bool,
}

impl Default for GraphCost {
    fn default() -> Self {
        Self { safety: 0.5, closes_narrow: true }
    }
}

/// What a piece of a way costs: its length by two chords and one, and the mean of what a metre costs by Simpson's rule.
pub(crate) fn price(curve: &Bisector, site: &Site, cost: &GraphCost) -> f64 {
    let [a, m, b] = [0.0, 0.5, 1.0].map(|t| curve.at(t));
    let chord = a.distance(b);
    let length = ((4.0 * (a.distance(m) + m.distance(b)) - chord) / 3.0).max(chord);
    let rate = |p: Point| 1.0 + cost.safety / site.distance(p).max(1e-3 * chord + f64::MIN_POSITIVE);
    length * (rate(a) + 4.0 * rate(m) + rate(b)) / 6.0
}
