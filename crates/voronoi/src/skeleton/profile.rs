//! The width along any route.
//!
//! Clearance changes by no more than the way: between two places it is at least half of the sum of theirs, less half of
//! the way. So the narrowest place is found by halving stretches that are narrower than the best so far, which a disc of that
//! size does not pass.

use super::Skeleton;
use wayfront_domain::NoPath;
use wayfront_geometry::Point;

/// Depth at which stretches are no longer halved.
const MOST_HALVINGS: u32 = 48;

/// The width along a route.
#[derive(Clone, Debug, PartialEq)]
pub struct WidthProfile {
    /// Way so far and width there, at even steps and at all points of the route.
    pub samples: Vec<[f64; 2]>,
    /// The least width.
    pub width: f64,
    /// Where that is.
    pub at: Point,
    /// How far along the route.
    pub along: f64,
}

impl Skeleton {
    /// The width along a route, every `step` and at its points; the least width up to a billionth of the world's size.
    ///
    /// # Errors
    /// If some place of the route is blocked.
    pub fn profile(&self, route: &[Point], step: f64) -> Result<WidthProfile, NoPath> {
        let clearance = |p: Point| self.voronoi.clearance(p).map(|room| room.distance).ok_or(NoPath::Blocked);
        let &first = route.first().ok_or(NoPath::Blocked)?;
        let start = clearance(first)?;
        let mut profile = WidthProfile { samples: vec![[0.0, 2.0 * start]], width: 2.0 * start, at: first, along: 0.0 };
        let mut along = 0.0;
        for leg in route.windows(2) {
            let [a, b] = [leg[0], leg[1]];
            let length = a.distance(b);
            let count = if step > 0.0 { (length / step).ceil().clamp(1.0, 1e6) as u32 } else { 1 };
            let mut before = clearance(a)?;
            for k in 1..=count {
                let [s, t] = [k - 1, k].map(|k| f64::from(k) / f64::from(count));
                let after = clearance(a.lerp(b, t))?;
                let ends = [(s, before), (t, after)];
                self.narrowest_between(&mut profile, [a, b], along, ends, 0)?;
                profile.samples.push([along + length * t, 2.0 * after]);
                before = after;
            }
            along += length;
        }
        Ok(profile)
    }

    fn narrowest_between(
        &self,
        profile: &mut WidthProfile,
        leg: [Point; 2],
        before: f64,
        [from, to]: [(f64, f64); 2],
        depth: u32,
    ) -> Result<(), NoPath> {
        let length = leg[0].distance(leg[1]);
        for (share, clearance) in [from, to] {
            if 2.0 * clearance < profile.width {
                (profile.width, profile.at) = (2.0 * clearance, leg[0].lerp(leg[1], share));
                profile.along = before + length * share;
            }
        }
        let least = from.1 + to.1 - length * (to.0 - from.0);
        let enough = profile.width / 2.0 - self.domain().rounding();
        let [start, end] = [from, to].map(|(share, _)| leg[0].lerp(leg[1], share));
        if depth >= MOST_HALVINGS || least >= 2.0 * enough || enough <= 0.0 || self.domain().fits(start, end, enough) {
            return Ok(());
        }
        let middle = f64::midpoint(from.0, to.0);
        let room = self.voronoi.clearance(leg[0].lerp(leg[1], middle)).ok_or(NoPath::Blocked)?;
        let halfway = (middle, room.distance);
        self.narrowest_between(profile, leg, before, [from, halfway], depth + 1)?;
        self.narrowest_between(profile, leg, before, [halfway, to], depth + 1)
    }
}
