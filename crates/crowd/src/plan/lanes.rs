//! Lanes of the scene's flow as lines that agents follow.

use super::{Planner, largest};
use wayfront_geometry::Point;
use wayfront_world::{CrowdFault, Group};

/// Tolerance: Polylines differ from lanes by this share of the radius at most: far less than agents may overlap.
const TOLERANCE: f64 = 1e-3;

/// A lane, measured along its length.
pub(crate) struct LaneLine {
    points: Vec<Point>,
    /// How far along the lane each point is.
    along: Vec<f64>,
}

impl LaneLine {
    fn new(points: Vec<Point>) -> Self {
        let mut along = vec![0.0];
        for leg in points.windows(2) {
            along.push(along[along.len() - 1] + leg[0].distance(leg[1]));
        }
        Self { points, along }
    }

    pub fn length(&self) -> f64 {
        self.along[self.along.len() - 1]
    }

    /// The point so far along; its ends beyond them.
    pub fn at(&self, along: f64) -> Point {
        let next = self.along.partition_point(|&a| a <= along);
        match next {
            0 => self.points[0],
            k if k == self.points.len() => self.points[k - 1],
            k => {
                let (from, to) = (self.along[k - 1], self.along[k]);
                self.points[k - 1].lerp(self.points[k], (along - from) / (to - from))
            }
        }
    }
}

impl Planner<'_> {
    /// All lanes for the bodies of a group, pulled taut.
    pub(super) fn lanes(&mut self, group: &Group) -> Option<Vec<LaneLine>> {
        let radius = largest(group);
        let flow = self.flow(group)?;
        let lanes = match flow.lanes(radius) {
            Ok(lanes) => lanes.shortened(),
            Err(fault) => return self.refuse(group, CrowdFault::Flow { why: fault.to_string() }),
        };
        if lanes.lanes().is_empty() {
            let what = "the exit of the flow".to_owned();
            return self.refuse(group, CrowdFault::Unreachable { what, radius });
        }
        Some(lanes.lanes().iter().map(|lane| LaneLine::new(lane.polyline(TOLERANCE * radius))).collect())
    }
}
