//! Straight lines that leave the free space by rounding only.
//!
//! The points at which such a line can be held are the corners within rounding of it. Taken in their order along it,
//! each is reached from one before that sees it, within its sector: so the path slides past corners and never through a
//! wall. If the end is reached, the line is good. Gates are passed. Cost: one pass over the corners, then a few lines of
//! sight for each that is near.

use crate::tables::domain::Domain;
use crate::tables::ids::CornerId;
use wayfront_geometry::{Point, closest_on_segment};

/// From how many corners before it a corner may be reached: keeps the search linear where thousands lie on the line.
const LOOK_BACK: usize = 16;

/// Where the path may be held.
#[derive(Clone, Copy)]
enum Stop {
    End(Point),
    Corner(CornerId),
}

impl Domain {
    /// The vertices through which one gets from `a` to `b`, straight but for `rounding`: none if `a` sees `b`. `None` if
    /// there is no such path. Both ends must be free.
    pub(super) fn nearly_straight(&self, a: Point, b: Point, rounding: f64) -> Option<Vec<Point>> {
        if self.sees_through_gates(a, b) {
            return Some(Vec::new());
        }
        let mut stops = vec![Stop::End(a)];
        stops.extend(self.corners_along(a, b, rounding).into_iter().map(Stop::Corner));
        stops.push(Stop::End(b));
        let mut before: Vec<Option<usize>> = vec![Some(0)];
        for k in 1..stops.len() {
            let candidates = k.saturating_sub(LOOK_BACK)..k;
            let sees_it = |&i: &usize| before[i].is_some() && self.stop_sees(stops[i], stops[k]);
            let found = candidates.into_iter().find(sees_it);
            before.push(found);
        }
        let mut route = Vec::new();
        let mut at = before[stops.len() - 1]?;
        while at > 0 {
            if let Stop::Corner(corner) = stops[at] {
                route.push(self.point(corner));
            }
            at = before[at]?;
        }
        route.reverse();
        Some(route)
    }

    fn stop_sees(&self, from: Stop, to: Stop) -> bool {
        match (from, to) {
            (Stop::End(a), Stop::End(b)) => self.sees_through_gates(a, b),
            (Stop::End(p), Stop::Corner(c)) | (Stop::Corner(c), Stop::End(p)) => {
                self.corner_sees_through_gates(c, p, None)
            }
            (Stop::Corner(c), Stop::Corner(d)) => {
                self.point(c) != self.point(d) && self.corner_sees_through_gates(c, self.point(d), Some(d))
            }
        }
    }

    /// The corners within `rounding` of the segment, but for those at its ends, in their order along it.
    fn corners_along(&self, a: Point, b: Point, rounding: f64) -> Vec<CornerId> {
        let is_near = |p: Point| closest_on_segment(a, b, p).distance(p) <= rounding && p != a && p != b;
        let mut near: Vec<CornerId> = (0..self.corners).map(CornerId).filter(|&c| is_near(self.point(c))).collect();
        let along = |c: CornerId| (self.point(c) - a).dot(b - a);
        near.sort_by(|&c, &d| along(c).total_cmp(&along(d)));
        near
    }
}
