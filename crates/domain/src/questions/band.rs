//! How wide a disc may be that goes along a side of the triangulation.
//!
//! The band of a side is what lies straight beside it, up to some distance. Parallel rays leave the side at right angles and
//! are followed from triangle to triangle, parted at every vertex; the nearest vertex that one of them meets limits the
//! band. Only vertices count, since an outline that enters a band either ends in it or leaves it at its ends.
//!
//! Whether a vertex lies straight beside the side is decided exactly; the distance is rounded down, so what is said to be
//! free is free. Cost: the triangles that the band touches.

use crate::tables::domain::Domain;
use crate::tables::ids::SideId;
use wayfront_geometry::{Point, along};

/// Tolerance: Rounding of a distance: a few operations.
const ROUNDINGS: f64 = 8.0 * f64::EPSILON;

/// Where rays end: at the foot of a point. Its own ray goes on if nothing solid is there.
#[derive(Clone, Copy)]
struct End {
    at: Point,
    is_solid: bool,
}

/// Rays of a band that go over a side of a triangle: those between two ends.
type Rays = (SideId, [End; 2]);

impl Domain {
    /// The greatest radius of a disc in whose way no vertex lies straight beside a side, on either hand, as far as that is
    /// seen from the side; infinite if there is none. A disc of that radius that fits at both ends of the side goes from
    /// one to the other. Gates count as walls.
    ///
    /// ```
    /// # use wayfront_domain::{Domain, SideId};
    /// # use wayfront_world::{Polygon, World};
    /// let hall = Polygon::ring([(0.0, 0.0), (8.0, 0.0), (8.0, 4.0), (4.0, 3.0), (0.0, 4.0)]);
    /// let domain = Domain::without_doors(&World::new().area(hall)).unwrap();
    /// let floor = (0..).map(SideId).find(|&side| domain.side_points(side).iter().all(|p| p.y == 0.0)).unwrap();
    /// assert!((domain.radius_along(floor) - 3.0).abs() < 1e-12);
    /// ```
    #[must_use]
    pub fn radius_along(&self, side: SideId) -> f64 {
        let on_hands = [Some(side), self.twin(side)].into_iter().flatten();
        on_hands.map(|side| self.band(side)).fold(f64::INFINITY, f64::min)
    }

    /// The same on the left hand of a side.
    fn band(&self, side: SideId) -> f64 {
        let [from, to] = self.side_points(side);
        let Some(direction) = (to - from).unit() else { return f64::INFINITY };
        // A foot lies behind another one, or on a ray that goes on.
        let is_within = |p: Point, q: Point, end: End| {
            let order = along(from, to, p, q);
            order > 0.0 || order == 0.0 && !end.is_solid
        };
        let away = |p: Point| direction.cross(p - from);
        let mut nearest = f64::INFINITY;
        let mut open: Vec<Rays> = vec![(side, [from, to].map(|at| End { at, is_solid: true }))];
        while let Some((side, [first, last])) = open.pop() {
            let apex = self.side(side.prev()).origin;
            let end = End { at: self.point(apex), is_solid: self.is_solid(apex) };
            let is_behind = is_within(first.at, end.at, first);
            let is_ahead = is_within(end.at, last.at, last);
            if is_behind && is_ahead && end.is_solid {
                let distance = away(end.at) * (1.0 - ROUNDINGS) - self.rounding_of_distances();
                nearest = nearest.min(distance.max(0.0));
            }
            // Sides start where the band does, so what comes before the apex goes over the side behind it.
            let before = is_behind.then_some((side.prev(), [first, if is_ahead { end } else { last }]));
            let beyond = is_ahead.then_some((side.next(), [if is_behind { end } else { first }, last]));
            for (over, rays) in [before, beyond].into_iter().flatten() {
                let least = self.side_points(over).map(away).into_iter().fold(f64::INFINITY, f64::min);
                open.extend(self.twin(over).filter(|_| least < nearest).map(|twin| (twin, rays)));
            }
        }
        nearest
    }
}
