//! Barriers and doors: from outline to outline through free space.

use super::Check;
use crate::layout::outlines::named;
use crate::questions::sight::TraversalStep;
use wayfront_geometry::Point;
use wayfront_world::{Barrier, Door, Fault, Field, Place};

impl Check<'_> {
    /// Says which barriers close no corridor.
    pub(super) fn barriers(&mut self, barriers: &[Barrier]) {
        for (k, barrier) in barriers.iter().enumerate() {
            self.gate(barrier.segment, named(barrier.place, Field::Barriers, k));
        }
    }

    /// Says which doors do not stand in an opening.
    pub(super) fn doors(&mut self, doors: &[Door]) {
        for (k, door) in doors.iter().enumerate() {
            let known = self.found.problems.len();
            self.gate(door.segment, named(door.place, Field::Doors, k));
            for problem in &mut self.found.problems[known..] {
                problem.fault = match problem.fault {
                    Fault::BarrierOpen { distance, nearest } => Fault::DoorAjar { distance, nearest },
                    _ => Fault::DoorInWall,
                };
            }
        }
    }

    fn gate(&mut self, [a, b]: [Point; 2], place: Place) {
        if let (Some(a), Some(b)) = (self.barrier_end(a, 0, place), self.barrier_end(b, 1, place)) {
            self.between_ends(a, b, place);
        }
    }

    /// The free point at which this end of a barrier meets an outline.
    fn barrier_end(&mut self, p: Point, vertex: usize, place: Place) -> Option<Point> {
        let nearest = self.domain.nearest_outline(p);
        let distance = nearest.map_or(f64::INFINITY, |q| q.distance(p));
        if distance <= self.rounding {
            return if self.domain.contains(p) { Some(p) } else { nearest };
        }
        self.fault(place, Some(vertex), p, Fault::BarrierOpen { distance, nearest });
        None
    }

    fn between_ends(&mut self, a: Point, b: Point, place: Place) {
        match self.domain.nearly_straight(a, b, self.rounding) {
            None => {
                let at = self.domain.cast_through_gates(a, b).map_or(a, |hit| hit.at);
                self.fault(place, None, at, Fault::BarrierBlocked);
            }
            Some(_) if self.is_along_outline(a, b) => self.fault(place, None, a, Fault::BarrierAlong),
            Some(_) => {}
        }
    }

    /// Between the vertices that it touches, the segment lies on outlines.
    fn is_along_outline(&self, a: Point, b: Point) -> bool {
        let mut stops = vec![a];
        for leg in self.domain.trail_through_gates(a, b).unwrap_or_default() {
            if let TraversalStep::Through(corner) = leg {
                stops.push(self.domain.point(corner));
            }
        }
        stops.push(b);
        let is_on_outline = |p: Point| self.domain.nearest_outline(p).is_some_and(|q| q.distance(p) <= self.rounding);
        stops.windows(2).all(|ends| is_on_outline(ends[0].lerp(ends[1], 0.5)))
    }
}
