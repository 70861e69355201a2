//! Straight lines through the free space: can one point be seen from another, and where does a ray end.
//!
//! The line is followed from triangle to triangle and through vertices; each step is an exact orientation test against
//! the two given points, never against a computed one. A line may touch outlines, slide along them and graze corners;
//! it may not cross a wall or pass between two outlines that touch, because a vertex is left within the sector in which
//! it was entered. Cost: the triangles crossed.

use crate::domain::Domain;
use crate::ids::{CornerId, SideId, TriangleId};
use crate::locate::Spot;
use std::collections::HashSet;
use wayfront_geometry::{Point, crossing, is_between, orient};

/// Where a ray left the free space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The last free point, rounded unless it is a vertex.
    pub at: Point,
    /// The side that stopped it, unless it was stopped at a vertex.
    pub side: Option<SideId>,
}

/// A part of a straight way through the free space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leg {
    /// Through the inside of this triangle, or along one of its sides.
    Within(TriangleId),
    /// Through this corner.
    Through(CornerId),
}

/// The legs of a straight way, and memory to find them in: used again, it asks for none.
#[derive(Clone, Debug, Default)]
pub struct Trail {
    legs: Vec<Leg>,
    starts: Vec<At>,
    /// Where the line was, each with the place among these from which it came.
    visited: Vec<(At, usize)>,
    open: Vec<(At, usize)>,
    next: Vec<At>,
    way: Vec<At>,
    corners: HashSet<CornerId>,
}

impl Trail {
    /// Triangles and corners in order; empty where nothing was found.
    #[must_use]
    pub fn legs(&self) -> &[Leg] {
        &self.legs
    }
}

/// Where the line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    /// In this triangle, having started in it.
    Start(TriangleId),
    /// It came over this side (of the triangle being entered).
    Entered(SideId),
    /// At this corner.
    Corner(CornerId),
}

/// How a line ended.
enum End {
    /// It reached the target.
    Seen,
    /// It was stopped.
    Stopped(Hit),
}

/// The line from `a` through `b`.
struct Line<'a> {
    domain: &'a Domain,
    a: Point,
    b: Point,
    /// End at `b`, or go on.
    ends: bool,
    /// `b` is a vertex, and this the sector in which it must be reached.
    sector: Option<CornerId>,
}

impl Domain {
    /// A straight path leads from `a` to `b` without leaving the free space. Both ends must be free.
    #[must_use]
    pub fn sees(&self, a: Point, b: Point) -> bool {
        if !self.bounds.contains(b) {
            return false;
        }
        if a == b {
            return self.contains(a);
        }
        match self.locate(a) {
            Some(Spot::Inside(triangle)) => self.sees_from(triangle, a, b),
            Some(spot) => self.sees_from_border(spot, a, b),
            None => false,
        }
    }

    /// [`Self::sees`] for a point `a` that is known to lie strictly inside a free triangle, and another `b`.
    #[must_use]
    pub fn sees_from(&self, triangle: TriangleId, a: Point, b: Point) -> bool {
        let line = Line { domain: self, a, b, ends: true, sector: None };
        let seen = || matches!(line.follow(At::Start(triangle)), End::Seen);
        self.bounds.contains(b) && line.glide(triangle).unwrap_or_else(seen)
    }

    fn sees_from_border(&self, spot: Spot, a: Point, b: Point) -> bool {
        let line = Line { domain: self, a, b, ends: true, sector: None };
        line.starts(spot).any(|start| matches!(line.follow(start), End::Seen))
    }

    /// A straight path leads from a corner, within its sector, to `p`.
    #[must_use]
    pub fn corner_sees(&self, corner: CornerId, p: Point) -> bool {
        self.corner_line(corner, p, None)
    }

    /// A straight path leads from the sector of one corner to that of the other.
    #[must_use]
    pub fn corners_see(&self, from: CornerId, to: CornerId) -> bool {
        self.corner_line(from, self.point(to), Some(to))
    }

    fn corner_line(&self, corner: CornerId, b: Point, sector: Option<CornerId>) -> bool {
        let a = self.point(corner);
        if a == b {
            return sector.is_none_or(|s| s == corner);
        }
        let line = Line { domain: self, a, b, ends: true, sector };
        self.bounds.contains(b) && matches!(line.follow(At::Corner(corner)), End::Seen)
    }

    /// The triangles and corners on the straight way from `a` to `b`, in order; where the way runs along a wall, those
    /// on one side of it. `None` if `b` is not [seen](Self::sees) from `a`.
    #[must_use]
    pub fn trail(&self, a: Point, b: Point) -> Option<Vec<Leg>> {
        let mut trail = Trail::default();
        self.trail_into(a, b, &mut trail).then_some(trail.legs)
    }

    /// [`Self::trail`] in the memory of an earlier one. False if `b` is not seen; then there are no legs.
    pub fn trail_into(&self, a: Point, b: Point, trail: &mut Trail) -> bool {
        trail.legs.clear();
        let Some(spot) = self.locate(a).filter(|_| self.bounds.contains(b) && a != b) else { return false };
        let line = Line { domain: self, a, b, ends: true, sector: None };
        trail.starts.clear();
        trail.starts.extend(line.starts(spot));
        // The last is tried first below.
        trail.starts.reverse();
        while let Some(start) = trail.starts.pop() {
            if line.find(start, trail) {
                line.legs(&trail.way, &mut trail.legs);
                return true;
            }
        }
        false
    }

    /// The last free point on the ray from `a` through `towards`; `None` if `a` is not free or the points are equal.
    #[must_use]
    pub fn cast(&self, a: Point, towards: Point) -> Option<Hit> {
        if a == towards || !towards.is_finite() {
            return None;
        }
        let line = Line { domain: self, a, b: towards, ends: false, sector: None };
        let hits = line.starts(self.locate(a)?).filter_map(|start| match line.follow(start) {
            End::Stopped(hit) => Some(hit),
            End::Seen => None,
        });
        // From a wall or a touching point the ray may leave to several sides: the longest counts.
        hits.max_by(|p, q| p.at.distance(a).total_cmp(&q.at.distance(a)))
    }
}

/// Corners are left once: two ways along a wall meet at its end.
fn is_new(at: At, seen: &mut HashSet<CornerId>) -> bool {
    match at {
        At::Corner(corner) => seen.insert(corner),
        _ => true,
    }
}

impl Line<'_> {
    fn starts(&self, spot: Spot) -> impl Iterator<Item = At> {
        let (inside, side, corner) = match spot {
            Spot::Inside(triangle) => (Some(At::Start(triangle)), None, None),
            Spot::On(side) => (None, Some(side), None),
            Spot::At(corner) => (None, None, Some(corner)),
        };
        let domain = self.domain;
        let beside = side.into_iter().flat_map(|s| domain.faces(s)).map(|s| At::Start(s.triangle()));
        let sectors = corner.into_iter().flat_map(|c| domain.sectors(c)).map(At::Corner);
        inside.into_iter().chain(beside).chain(sectors)
    }

    /// Whether the target is seen, as long as the line meets no vertex: nearly always, and then without memory.
    fn glide(&self, triangle: TriangleId) -> Option<bool> {
        let domain = self.domain;
        let mut side = None;
        for candidate in triangle.sides() {
            let [from, to] = domain.side_corners(candidate).map(|c| self.side_of(c));
            if from == 0.0 {
                return None;
            }
            if from < 0.0 && to > 0.0 {
                side = Some(candidate);
            }
        }
        let mut side = side?;
        loop {
            let [from, to] = domain.side_points(side);
            if orient(from, to, self.b) >= 0.0 {
                return Some(true);
            }
            let Some(entry) = domain.twin(side) else { return Some(false) };
            let on = self.side_of(domain.side(entry.prev()).origin);
            if on == 0.0 {
                return None;
            }
            side = if on > 0.0 { entry.next() } else { entry.prev() };
        }
    }

    /// Follows the line. Only at the end of a wall that lies on it are there two ways on, which meet again at the
    /// wall's other end or stop: `open` holds the one not yet tried.
    fn follow(&self, start: At) -> End {
        let mut open = vec![start];
        let mut farthest: Option<Hit> = None;
        let mut seen_corners = HashSet::new();
        while let Some(at) = open.pop() {
            if !is_new(at, &mut seen_corners) {
                continue;
            }
            match self.step(at, &mut open) {
                Some(End::Seen) => return End::Seen,
                Some(End::Stopped(hit)) => {
                    let is_farther = |f: &Hit| hit.at.distance(self.a) > f.at.distance(self.a);
                    if farthest.as_ref().is_none_or(is_farther) {
                        farthest = Some(hit);
                    }
                }
                None => {}
            }
        }
        End::Stopped(farthest.unwrap_or(Hit { at: self.a, side: None }))
    }

    /// [`Self::follow`] that remembers the way, if the target is reached.
    fn find(&self, start: At, trail: &mut Trail) -> bool {
        let Trail { visited, open, next, way, corners, .. } = trail;
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
                way.clear();
                let back = std::iter::successors(visited.get(here), |&&(_, before)| visited.get(before));
                way.extend(back.map(|&(at, _)| at));
                way.reverse();
                return true;
            }
            open.extend(next.drain(..).map(|at| (at, here)));
        }
        false
    }

    /// Goes one triangle further, or ends. What follows is pushed to `open`.
    fn step(&self, at: At, open: &mut Vec<At>) -> Option<End> {
        match at {
            At::Start(triangle) => self.leave_start(triangle, open),
            At::Entered(side) => self.leave_entered(side, open),
            At::Corner(corner) => self.leave_corner(corner, open),
        }
    }

    /// What the states of a trail say about triangles and corners.
    fn legs(&self, trail: &[At], legs: &mut Vec<Leg>) {
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
                Some(&At::Entered(entry)) => domain.twin(side.next()) == Some(entry),
                _ => right < 0.0 && left > 0.0 || slides(p, right) || slides(q, left),
            }
        };
        domain.fan(corner).find(|&side| faces_line(side)).map(SideId::triangle)
    }

    fn side_of(&self, corner: CornerId) -> f64 {
        orient(self.a, self.b, self.domain.point(corner))
    }

    /// For a point on the line: it lies beyond `from`, in the line's direction.
    fn is_ahead(&self, from: Point, p: Point) -> bool {
        let (a, b) = (self.a, self.b);
        if a.x != b.x {
            p.x != from.x && (p.x > from.x) == (b.x > a.x)
        } else {
            p.y != from.y && (p.y > from.y) == (b.y > a.y)
        }
    }

    fn leave_start(&self, triangle: TriangleId, open: &mut Vec<At>) -> Option<End> {
        let domain = self.domain;
        let [p, q, r] = domain.triangle(triangle);
        let b_is_inside = || [[p, q], [q, r], [r, p]].iter().all(|e| orient(e[0], e[1], self.b) >= 0.0);
        if self.ends && b_is_inside() {
            return Some(self.at_target(triangle));
        }
        for side in triangle.sides() {
            let [from, to] = domain.side_corners(side);
            let (right, left) = (self.side_of(from), self.side_of(to));
            if right == 0.0 && self.is_ahead(self.a, domain.point(from)) {
                return self.arrive(from, open);
            }
            if right < 0.0 && left > 0.0 {
                return self.go_over(side, open);
            }
        }
        // Unreachable for a start inside the triangle or on its sides; at its vertices lines start as corners.
        Some(End::Stopped(Hit { at: self.a, side: None }))
    }

    fn leave_entered(&self, entry: SideId, open: &mut Vec<At>) -> Option<End> {
        let domain = self.domain;
        let apex = domain.side(entry.prev()).origin;
        let side = self.side_of(apex);
        if side == 0.0 {
            return self.arrive(apex, open);
        }
        // The entry runs from left to right as seen along the line: the apex is on the left if the line leaves
        // between the entry's end and the apex.
        let exit = if side > 0.0 { entry.next() } else { entry.prev() };
        self.go_over(exit, open)
    }

    /// The target is in this triangle or on its border.
    fn at_target(&self, triangle: TriangleId) -> End {
        let has = |s: CornerId| triangle.sides().iter().any(|&side| self.domain.side(side).origin == s);
        if self.sector.is_none_or(has) { End::Seen } else { self.missed() }
    }

    /// The target's vertex was reached, but in another sector.
    fn missed(&self) -> End {
        End::Stopped(Hit { at: self.b, side: None })
    }

    /// Crosses a side, unless the target comes first or the side is closed.
    fn go_over(&self, side: SideId, open: &mut Vec<At>) -> Option<End> {
        let [from, to] = self.domain.side_points(side);
        if self.ends && orient(from, to, self.b) >= 0.0 {
            return Some(self.at_target(side.triangle()));
        }
        match self.domain.twin(side) {
            Some(twin) => {
                open.push(At::Entered(twin));
                None
            }
            None => Some(End::Stopped(Hit { at: self.crossing_with(from, to), side: Some(side) })),
        }
    }

    /// Where the line crosses a side, rounded.
    fn crossing_with(&self, from: Point, to: Point) -> Point {
        let (left, right) = (orient(self.a, self.b, to), orient(self.a, self.b, from));
        let beyond = orient(from, to, self.b) < 0.0;
        if beyond {
            return crossing(self.a, self.b, from, to);
        }
        // The ray goes on past `b`: place the crossing along the side.
        from.lerp(to, (right / (right - left)).clamp(0.0, 1.0))
    }

    /// At a vertex on the line, unless the target comes first.
    fn arrive(&self, corner: CornerId, open: &mut Vec<At>) -> Option<End> {
        if self.ends && is_between(self.a, self.domain.point(corner), self.b) {
            let is_there = self.sector.is_none_or(|s| s == corner);
            return Some(if is_there { End::Seen } else { self.missed() });
        }
        open.push(At::Corner(corner));
        None
    }

    fn leave_corner(&self, corner: CornerId, open: &mut Vec<At>) -> Option<End> {
        let domain = self.domain;
        let here = domain.point(corner);
        let before = open.len();
        for side in domain.fan(corner) {
            let (p, q) = (domain.side(side.next()).origin, domain.side(side.prev()).origin);
            let (right, left) = (self.side_of(p), self.side_of(q));
            for (slide, on) in [(p, right), (q, left)] {
                let slides = on == 0.0 && self.is_ahead(here, domain.point(slide));
                // Missed on this side of a wall: the other side may do.
                if slides
                    && !open[before..].contains(&At::Corner(slide))
                    && let Some(End::Seen) = self.arrive(slide, open)
                {
                    return Some(End::Seen);
                }
            }
            if right < 0.0 && left > 0.0 {
                return self.go_over(side.next(), open);
            }
        }
        (open.len() == before).then_some(End::Stopped(Hit { at: here, side: None }))
    }
}
