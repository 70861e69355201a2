//! Barriers and doors: from outline to outline through free space.

use super::Check;
use crate::layout::outlines::named;
use crate::questions::sight::TraversalStep;
use crate::tables::report::Onto;
use wayfront_geometry::Point;
use wayfront_world::{Barrier, Fault, Field, Place, World};

impl Check<'_> {
    /// Says which barriers close no corridor.
    pub(super) fn barriers(&mut self, barriers: &[Barrier]) {
        for (k, barrier) in barriers.iter().enumerate() {
            self.gate(barrier.segment, self.rounding, named(barrier.place, Field::Barriers, k));
        }
    }

    /// Moves the ends of doors that miss the outline by less than a body's radius, and says which doors do not stand in an
    /// opening.
    pub(super) fn doors(&mut self, world: &World) {
        let reach = Self::reach(world).unwrap_or_default().max(self.rounding);
        for (k, door) in world.doors.iter().enumerate() {
            let known = self.found.problems.len();
            let segment = self.gate(door.segment, reach, named(door.place, Field::Doors, k));
            let mut moved = door.clone();
            moved.segment = segment.unwrap_or(door.segment);
            self.found.doors.push(moved);
            for problem in &mut self.found.problems[known..] {
                problem.fault = match problem.fault {
                    Fault::BarrierOpen { distance, nearest } => Fault::DoorAjar { distance, nearest },
                    _ => Fault::DoorInWall,
                };
            }
        }
    }

    /// Checks a gate whose ends may be so far from the outline; where they are then.
    fn gate(&mut self, [a, b]: [Point; 2], reach: f64, place: Place) -> Option<[Point; 2]> {
        let middle = a.lerp(b, 0.5);
        let [a, b] = [(a, 0), (b, 1)].map(|(end, vertex)| self.gate_end([middle, end], vertex, reach, place));
        let ends = [a?, b?];
        self.between_ends(ends[0], ends[1], place);
        Some(ends)
    }

    /// The free point at which this end of a gate meets an outline: seen from the gate's middle, else the nearest.
    fn gate_end(&mut self, [middle, p]: [Point; 2], vertex: usize, reach: f64, place: Place) -> Option<Point> {
        let nearest = self.domain.nearest_outline(p);
        let distance = nearest.map_or(f64::INFINITY, |q| q.distance(p));
        if distance <= self.rounding {
            return if self.domain.contains(p) { Some(p) } else { nearest };
        }
        if reach > self.rounding {
            let beyond = p + (p - middle).unit().unwrap_or_default() * reach;
            let met =
                self.domain.cast_through_gates(middle, beyond).map(|hit| hit.at).filter(|q| q.distance(p) <= reach);
            let met = met.or(nearest.filter(|_| distance <= reach));
            if let Some(end) = met.and_then(|end| self.domain.nearest_free(end)) {
                self.moved(place, p, end, Onto::Outline);
                return Some(end);
            }
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
