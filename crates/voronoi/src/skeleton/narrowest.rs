//! The narrowest place of any route.
//!
//! Clearance changes by no more than the distance: between two places it is at least half of the sum of theirs, less half of
//! the distance. So the narrowest place is found by halving stretches that are narrower than the best so far, which a disc of that
//! size does not pass.

use super::Skeleton;
use wayfront_domain::NoPath;
use wayfront_geometry::Point;

/// Depth at which stretches are no longer halved.
const MOST_HALVINGS: u32 = 48;

impl Skeleton {
    /// The least width along a route, up to a billionth of the world's size, and where that is.
    ///
    /// # Errors
    /// If some place of the route is blocked.
    pub fn narrowest(&self, route: &[Point]) -> Result<(f64, Point), NoPath> {
        let clearance = |p: Point| self.voronoi.clearance(p).map(|room| room.distance).ok_or(NoPath::Blocked);
        let &first = route.first().ok_or(NoPath::Blocked)?;
        let mut least = (2.0 * clearance(first)?, first);
        for leg in route.windows(2) {
            let ends = [(0.0, clearance(leg[0])?), (1.0, clearance(leg[1])?)];
            self.narrowest_between(&mut least, [leg[0], leg[1]], ends, 0)?;
        }
        Ok(least)
    }

    fn narrowest_between(
        &self,
        least: &mut (f64, Point),
        leg: [Point; 2],
        [from, to]: [(f64, f64); 2],
        depth: u32,
    ) -> Result<(), NoPath> {
        for (share, clearance) in [from, to] {
            if 2.0 * clearance < least.0 {
                *least = (2.0 * clearance, leg[0].lerp(leg[1], share));
            }
        }
        let between = from.1 + to.1 - leg[0].distance(leg[1]) * (to.0 - from.0);
        let enough = least.0 / 2.0 - self.domain().rounding();
        let [start, end] = [from, to].map(|(share, _)| leg[0].lerp(leg[1], share));
        if depth >= MOST_HALVINGS || between >= 2.0 * enough || enough <= 0.0 || self.domain().fits(start, end, enough)
        {
            return Ok(());
        }
        let middle = f64::midpoint(from.0, to.0);
        let room = self.voronoi.clearance(leg[0].lerp(leg[1], middle)).ok_or(NoPath::Blocked)?;
        let halfway = (middle, room.distance);
        self.narrowest_between(least, leg, [from, halfway], depth + 1)?;
        self.narrowest_between(least, leg, [halfway, to], depth + 1)
    }
}
