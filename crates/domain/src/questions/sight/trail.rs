//! The course of a line of sight: which triangles and corners it passes.

use super::{At, End, Line, is_new};
use crate::tables::domain::Domain;
use crate::tables::ids::{CornerId, SideId, TriangleId};
use std::collections::HashSet;
use wayfront_geometry::{Point, orient};

/// A part of a straight line through the free space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraversalStep {
    /// Through the inside of this triangle, or along one of its sides.
    Within(TriangleId),
    /// Through this corner.
    Through(CornerId),
}

/// The steps of a straight line, and memory to find them in: used again, it asks for none.
#[derive(Clone, Debug, Default)]
pub struct Traversal {
    legs: Vec<TraversalStep>,
    starts: Vec<At>,
    /// Where the line was, each with the place among these from which it came.
    visited: Vec<(At, usize)>,
    open: Vec<(At, usize)>,
    next: Vec<At>,
    line_back: Vec<At>,
    corners: HashSet<CornerId>,
}

impl Traversal {
    /// Triangles and corners in order; empty where nothing was found.
    #[must_use]
    pub fn legs(&self) -> &[TraversalStep] {
        &self.legs
    }
}

impl Domain {
    /// The triangles and corners on the straight line from `a` to `b`, in order; where it runs along a wall, those
    /// on one side of it. `None` if `b` is not [seen](Self::sees) from `a`.
    #[must_use]
    pub fn trail(&self, a: Point, b: Point) -> Option<Vec<TraversalStep>> {
        let mut trail = Traversal::default();
        self.trail_into(a, b, &mut trail).then_some(trail.legs)
    }

    /// [`Self::trail`] that passes gates as if they were open. A vertex on a gate is reported as the corner on one of its
    /// sides.
    #[must_use]
    pub fn trail_through_gates(&self, a: Point, b: Point) -> Option<Vec<TraversalStep>> {
        let mut trail = Traversal::default();
        self.trail_through_gates_into(a, b, &mut trail).then_some(trail.legs)
    }

    /// [`Self::trail`] in the memory of an earlier one. False if `b` is not seen; then there are no legs.
    pub fn trail_into(&self, a: Point, b: Point, trail: &mut Traversal) -> bool {
        self.find_trail(&Line::to(self, a, b), trail)
    }

    /// [`Self::trail_through_gates`] in the memory of an earlier one. False if `b` is not seen; then there are no legs.
    pub fn trail_through_gates_into(&self, a: Point, b: Point, trail: &mut Traversal) -> bool {
        self.find_trail(&Line { through_gates: true, ..Line::to(self, a, b) }, trail)
    }

    fn find_trail(&self, line: &Line, trail: &mut Traversal) -> bool {
        trail.legs.clear();
        let is_long = self.bounds.contains(line.b) && line.a != line.b;
        let Some(spot) = self.locate(line.a).filter(|_| is_long) else { return false };
        trail.starts.clear();
        trail.starts.extend(line.starts(spot));
        // The last is tried first below.
        trail.starts.reverse();
        while let Some(start) = trail.starts.pop() {
            if line.find(start, trail) {
                line.legs(&trail.line_back, &mut trail.legs);
                return true;
            }
        }
        false
    }
}

impl Line<'_> {
    /// [`Self::follow`] that remembers the course, if the target is reached.
    fn find(&self, start: At, trail: &mut Traversal) -> bool {
        let Traversal { visited, open, next, line_back, corners, .. } = trail;
        visited.clear();
        open.clear();
        corners.clear();
        open.push((start, usize::MAX));
        while let Some((at, before)) = open.pop() {
            if !is_new(at, corners) {
                continue;
            }
            visited.push((at, before));
            let here = visited.len() - 1;
            next.clear();
            if matches!(self.step(at, next), Some(End::Seen)) {
                line_back.clear();
                let back = std::iter::successors(visited.get(here), |&&(_, before)| visited.get(before));
                line_back.extend(back.map(|&(at, _)| at));
                line_back.reverse();
                return true;
            }
            open.extend(next.drain(..).map(|at| (at, here)));
        }
        false
    }

    /// What the states of a trail say about triangles and corners.
    fn legs(&self, trail: &[At], legs: &mut Vec<TraversalStep>) {
        for (k, &at) in trail.iter().enumerate() {
            match at {
                At::Start(triangle) if !self.leaves_at_once(trail.get(k + 1)) => {
                    legs.push(TraversalStep::Within(triangle))
                }
                At::Start(_) => {}
                At::Entered(side) => legs.push(TraversalStep::Within(side.triangle())),
                At::Corner(corner) => {
                    legs.push(TraversalStep::Through(corner));
                    legs.extend(self.triangle_after(corner, trail.get(k + 1)).map(TraversalStep::Within));
                }
            }
        }
    }

    /// The line starts on the side over which it leaves its first triangle.
    fn leaves_at_once(&self, next: Option<&At>) -> bool {
        let Some(&At::Entered(side)) = next else { return false };
        let [p, q] = self.domain.side_points(side);
        orient(p, q, self.a) == 0.0
    }

    /// The triangle through or along which the line leaves a corner.
    fn triangle_after(&self, corner: CornerId, next: Option<&At>) -> Option<TriangleId> {
        let domain = self.domain;
        let here = domain.point(corner);
        let faces_line = |side: SideId| {
            let (p, q) = (domain.side(side.next()).origin, domain.side(side.prev()).origin);
            let (right, left) = (self.side_of(p), self.side_of(q));
            let slides = |c: CornerId, on: f64| on == 0.0 && self.is_ahead(here, domain.point(c));
            match next {
                Some(&At::Corner(to)) => {
                    self.is_beside(p, to) && slides(p, right) || self.is_beside(q, to) && slides(q, left)
                }
                Some(&At::Entered(entry)) => self.link(side.next()) == Some(entry),
                _ => right < 0.0 && left > 0.0 || slides(p, right) || slides(q, left),
            }
        };
        domain.fan(corner).find(|&side| faces_line(side)).map(SideId::triangle)
    }
}
