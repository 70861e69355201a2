//! Straight lines through the free space: can one point be seen from another, and where does a ray end.
//!
//! The line is followed from triangle to triangle and through vertices; each step is an exact orientation test against
//! the two given points, never against a computed one. A line may touch outlines, slide along them and graze corners;
//! it may not cross a wall or pass between two outlines that touch, because a vertex is left within the sector in which
//! it was entered. Cost: the triangles crossed.

mod trail;

pub use trail::{Traversal, TraversalStep};

use crate::questions::locate::Spot;
use crate::tables::domain::Domain;
use crate::tables::ids::{CornerId, SideId, TriangleId};
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
    /// Gates are open.
    through_gates: bool,
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
        let line = Line::to(self, a, b);
        let seen = || matches!(line.follow(At::Start(triangle)), End::Seen);
        self.bounds.contains(b) && line.glide(triangle).unwrap_or_else(seen)
    }

    fn sees_from_border(&self, spot: Spot, a: Point, b: Point) -> bool {
        Line::to(self, a, b).is_seen_from(spot)
    }

    /// [`Self::sees`] as if all gates were open.
    pub(crate) fn sees_through_gates(&self, a: Point, b: Point) -> bool {
        if !self.has_gates() || a == b {
            return self.sees(a, b);
        }
        let line = Line { through_gates: true, ..Line::to(self, a, b) };
        self.bounds.contains(b) && self.locate(a).is_some_and(|spot| line.is_seen_from(spot))
    }

    /// A straight path leads from a corner to the point `b`, which must be reached in a `sector` if one is given, as if
    /// all gates were open.
    pub(crate) fn corner_sees_through_gates(&self, corner: CornerId, b: Point, sector: Option<CornerId>) -> bool {
        let line = Line { sector, through_gates: true, ..Line::to(self, self.point(corner), b) };
        let starts = self.sectors_through_gates(corner);
        if line.a == b {
            return sector.is_none_or(|s| starts.contains(&s));
        }
        self.bounds.contains(b) && starts.into_iter().any(|c| matches!(line.follow(At::Corner(c)), End::Seen))
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
        let line = Line { sector, ..Line::to(self, a, b) };
        self.bounds.contains(b) && matches!(line.follow(At::Corner(corner)), End::Seen)
    }

    /// The last free point on the ray from `a` through `towards`; `None` if `a` is not free or the points are equal.
    #[must_use]
    pub fn cast(&self, a: Point, towards: Point) -> Option<Hit> {
        self.cast_along(Line { ends: false, ..Line::to(self, a, towards) })
    }

    /// [`Self::cast`] as if all gates were open.
    #[must_use]
    pub fn cast_through_gates(&self, a: Point, towards: Point) -> Option<Hit> {
        self.cast_along(Line { ends: false, through_gates: true, ..Line::to(self, a, towards) })
    }

    fn cast_along(&self, line: Line) -> Option<Hit> {
        let Line { a, b, .. } = line;
        if a == b || !b.is_finite() {
            return None;
        }
        let hits = line.starts(self.locate(a)?).filter_map(|start| match line.follow(start) {
            End::Stopped(hit) => Some(hit),
            End::Seen => None,
        });
        // From a wall or a touching point the ray may leave to several sides: the longest counts.
        hits.max_by(|p, q| p.at.distance(a).total_cmp(&q.at.distance(a)))
    }
}

/// Corners are left once: two paths along a wall meet at its end.
fn is_new(at: At, seen: &mut HashSet<CornerId>) -> bool {
    match at {
        At::Corner(corner) => seen.insert(corner),
        _ => true,
    }
}

impl<'a> Line<'a> {
    fn to(domain: &'a Domain, a: Point, b: Point) -> Self {
        Self { domain, a, b, ends: true, sector: None, through_gates: false }
    }

    fn is_seen_from(&self, spot: Spot) -> bool {
        self.starts(spot).any(|start| matches!(self.follow(start), End::Seen))
    }

    /// The side beyond, if the line may go there.
    #[inline]
    fn link(&self, side: SideId) -> Option<SideId> {
        let through = || self.domain.gate(side).filter(|_| self.through_gates).map(|gate| gate.beyond);
        self.domain.twin(side).or_else(through)
    }

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
            let Some(entry) = self.link(side) else { return Some(false) };
            let on = self.side_of(domain.side(entry.prev()).origin);
            if on == 0.0 {
                return None;
            }
            side = if on > 0.0 { entry.next() } else { entry.prev() };
        }
    }

    /// Follows the line. Only at the end of a wall that lies on it are there two continuations, which meet again at the
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

    /// Goes one triangle further, or ends. What follows is pushed to `open`.
    fn step(&self, at: At, open: &mut Vec<At>) -> Option<End> {
        match at {
            At::Start(triangle) => self.leave_start(triangle, open),
            At::Entered(side) => self.leave_entered(side, open),
            At::Corner(corner) => self.leave_corner(corner, open),
        }
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
        let mut corners = triangle.sides().into_iter().map(|side| self.domain.side(side).origin);
        let is_there = self.sector.is_none() || corners.any(|corner| self.is_wanted(corner));
        if is_there { End::Seen } else { self.missed() }
    }

    /// A corner at which the line ends is in the sector in which it should.
    fn is_wanted(&self, corner: CornerId) -> bool {
        self.sector.is_none_or(|s| self.is_beside(corner, s))
    }

    /// Two corners are one for the line: the same, or with nothing but open gates between them.
    fn is_beside(&self, corner: CornerId, other: CornerId) -> bool {
        let is_next_to = || self.domain.sectors_through_gates(other).contains(&corner);
        corner == other || self.through_gates && is_next_to()
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
        match self.link(side) {
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
            return Some(if self.is_wanted(corner) { End::Seen } else { self.missed() });
        }
        let before = open.len();
        open.push(At::Corner(corner));
        if self.through_gates {
            self.push_sectors_beside(before, open);
        }
        None
    }

    /// Through open gates the line may go on in every sector next to the one in which it came: the last in `open`.
    fn push_sectors_beside(&self, first: usize, open: &mut Vec<At>) {
        let mut k = first;
        while let Some(&At::Corner(corner)) = open.get(k) {
            for next in self.domain.across(corner).iter().map(|across| At::Corner(across.corner)) {
                if !open[first..].contains(&next) {
                    open.push(next);
                }
            }
            k += 1;
        }
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
