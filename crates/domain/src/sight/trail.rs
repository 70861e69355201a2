//! The way of a line of sight: which triangles and corners it passes.

use super::{At, End, Line, is_new};
use crate::domain::Domain;
use crate::ids::{CornerId, SideId, TriangleId};
use std::collections::HashSet;
use wayfront_geometry::{Point, orient};

/// A part of a straight way through the free space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leg {
    /// Through the inside of this triangle, or along one of its sides.
    Within(TriangleId),
    /// Through this corner.
    Through(CornerId),
}

impl Domain {
    /// The triangles and corners on the straight way from `a` to `b`, in order; where the way runs along a wall, those
    /// on one side of it. `None` if `b` is not [seen](Self::sees) from `a`.
    #[must_use]
    pub fn trail(&self, a: Point, b: Point) -> Option<Vec<Leg>> {
        self.trail_of(Line::to(self, a, b))
    }

    /// [`Self::trail`] that passes gates as if they were open. A vertex on a gate is told as the corner on one of its
    /// sides.
    #[must_use]
    pub fn trail_through_gates(&self, a: Point, b: Point) -> Option<Vec<Leg>> {
        self.trail_of(Line { through_gates: true, ..Line::to(self, a, b) })
    }

    fn trail_of(&self, line: Line) -> Option<Vec<Leg>> {
        let Line { a, b, .. } = line;
        if !self.bounds.contains(b) || a == b {
            return None;
        }
        let trail = line.starts(self.locate(a)?).into_iter().find_map(|start| line.trail(start))?;
        Some(line.legs(&trail))
    }
}

impl Line<'_> {
    /// [`Self::follow`] that remembers the way, if the target is reached.
    fn trail(&self, start: At) -> Option<Vec<At>> {
        let mut visited: Vec<(At, usize)> = Vec::new();
        let mut open = vec![(start, usize::MAX)];
        let mut seen_corners = HashSet::new();
        let mut next = Vec::new();
        while let Some((at, before)) = open.pop() {
            if !is_new(at, &mut seen_corners) {
                continue;
            }
            visited.push((at, before));
            let here = visited.len() - 1;
            if matches!(self.step(at, &mut next), Some(End::Seen)) {
                let mut trail: Vec<At> = std::iter::successors(Some(here), |&k| visited.get(k).map(|v| v.1))
                    .map_while(|k| visited.get(k))
                    .map(|v| v.0)
                    .collect();
                trail.reverse();
                return Some(trail);
            }
            open.extend(next.drain(..).map(|at| (at, here)));
        }
        None
    }

    /// What the states of a trail say about triangles and corners.
    fn legs(&self, trail: &[At]) -> Vec<Leg> {
        let mut legs = Vec::with_capacity(trail.len() + 1);
        for (k, &at) in trail.iter().enumerate() {
            match at {
                At::Start(triangle) if !self.leaves_at_once(trail.get(k + 1)) => legs.push(Leg::Within(triangle)),
                At::Start(_) => {}
                At::Entered(side) => legs.push(Leg::Within(side.triangle())),
                At::Corner(corner) => {
                    legs.push(Leg::Through(corner));
                    legs.extend(self.triangle_after(corner, trail.get(k + 1)).map(Leg::Within));
                }
            }
        }
        legs
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
                Some(&At::Corner(to)) => p == to && slides(p, right) || q == to && slides(q, left),
                Some(&At::Entered(entry)) => self.link(side.next()) == Some(entry),
                _ => right < 0.0 && left > 0.0 || slides(p, right) || slides(q, left),
            }
        };
        domain.fan(corner).find(|&side| faces_line(side)).map(SideId::triangle)
    }
}
