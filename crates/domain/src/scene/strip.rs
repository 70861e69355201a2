//! Straight ways that leave the free space by rounding only.
//!
//! The points at which such a way can be held are the vertices of outlines within rounding of it. Taken in their order
//! along the way, each is reached from one before that sees it; if the end is reached, the way is good. Cost: one
//! pass over the vertices, then a few lines of sight for each that is near.

use crate::domain::Domain;
use wayfront_geometry::{Point, closest_on_segment};

/// From how many vertices before it a vertex may be reached: keeps the search linear where thousands lie on the way.
const LOOK_BACK: usize = 16;

impl Domain {
    /// The vertices through which one gets from `a` to `b`, straight but for `rounding`: none if `a` sees `b`. `None` if
    /// there is no such way. Both ends must be free.
    pub(super) fn nearly_straight(&self, a: Point, b: Point, rounding: f64) -> Option<Vec<Point>> {
        if self.sees(a, b) {
            return Some(Vec::new());
        }
        let mut stops = vec![a];
        stops.extend(self.vertices_along(a, b, rounding));
        stops.push(b);
        let mut before: Vec<Option<usize>> = vec![Some(0)];
        for k in 1..stops.len() {
            let candidates = k.saturating_sub(LOOK_BACK)..k;
            let sees_it = |&i: &usize| before[i].is_some() && self.sees(stops[i], stops[k]);
            let found = candidates.into_iter().find(sees_it);
            before.push(found);
        }
        let mut way = Vec::new();
        let mut at = before[stops.len() - 1]?;
        while at > 0 {
            way.push(stops[at]);
            at = before[at]?;
        }
        way.reverse();
        Some(way)
    }

    /// The vertices of the domain within `rounding` of the segment, but for its ends, in their order along it.
    fn vertices_along(&self, a: Point, b: Point, rounding: f64) -> Vec<Point> {
        let is_near = |p: &&Point| closest_on_segment(a, b, **p).distance(**p) <= rounding && **p != a && **p != b;
        let mut near: Vec<Point> = self.corner_points().iter().filter(is_near).copied().collect();
        near.sort_by(|p, q| (*p - a).dot(b - a).total_cmp(&(*q - a).dot(b - a)));
        near.dedup();
        near
    }
}
