//! Whether a disc can go straight, and where it stops.
//!
//! What a disc sweeps on a straight leg is a stadium. The triangles that a free stadium touches hang together, so a
//! search from the leg's start, over every side that comes near enough, meets whatever is in the way: also vertices of
//! triangles that the leg itself does not cross. Two segments that do not cross are nearest at an end of one of them, so
//! an outline is in the way if it crosses the leg, if one of its ends is inside of the stadium, or if one of the leg's
//! ends is too near to it. Plain numbers decide unless something touches; then [`DiscLeg`] decides exactly.
//!
//! Cost: the triangles that the stadium touches.

use crate::questions::openings::Openings;
use crate::tables::domain::Domain;
use crate::tables::ids::{CornerId, SideId, TriangleId};
use wayfront_geometry::{DiscLeg, Hand, LegEnd, Point, Visited};

/// Tolerance: Share of lengths within which a leg ends where it meets an opening.
const ENDS: f64 = 1e-9;

/// Marks of triangles that a search has seen: kept from one question to the next, so that none costs more than what it
/// looks at.
#[derive(Debug, Default)]
pub struct SweepMemory {
    visited: Visited,
    open: Vec<SideId>,
}

impl SweepMemory {
    fn restart(&mut self, triangles: usize) {
        self.visited.restart(triangles);
        self.open.clear();
    }

    /// The triangle is new in this round.
    #[inline]
    fn visit(&mut self, triangle: TriangleId) -> bool {
        self.visited.insert(triangle.index())
    }
}

/// What stops a disc.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DiscHit {
    /// How far the centre goes.
    pub distance: f64,
    /// Where the centre stops, rounded.
    pub at: Point,
    /// What the disc touches then, rounded.
    pub touches: Point,
    /// The outline, wall or gate that is touched.
    pub side: SideId,
}

/// The leg as x axis.
struct Frame {
    origin: Point,
    along: Point,
    length: f64,
    radius: f64,
    /// Distances that differ by less are compared exactly.
    doubt: f64,
}

/// A side that a search has come to, and its ends in the frame of the leg.
type Reached = (SideId, Point, Point);

/// A vertex beside the leg.
#[derive(Clone, Copy, PartialEq)]
enum Beside {
    Clear,
    Blocks,
    Doubtful,
}

impl Frame {
    fn of(leg: &DiscLeg, rounding: f64) -> Self {
        let origin = leg.centres()[0];
        let doubt = 2.0 * rounding + 32.0 * f64::EPSILON * (leg.radius() + leg.length());
        Self { origin, along: leg.direction(), length: leg.length(), radius: leg.radius(), doubt }
    }

    #[inline]
    fn place(&self, p: Point) -> Point {
        let w = p - self.origin;
        Point::new(self.along.dot(w), self.along.cross(w))
    }

    /// The square of the distance of a point, in this frame, from the leg.
    #[inline]
    fn square(&self, p: Point) -> f64 {
        let beyond = if p.x < 0.0 { p.x } else { (p.x - self.length).max(0.0) };
        beyond * beyond + p.y * p.y
    }

    /// The distance of a point, in this frame, from the leg.
    #[inline]
    fn distance(&self, p: Point) -> f64 {
        self.square(p).sqrt()
    }

    #[inline]
    fn judged(&self, distance: f64) -> Beside {
        if distance > self.radius + self.doubt {
            Beside::Clear
        } else if distance < self.radius - self.doubt {
            Beside::Blocks
        } else {
            Beside::Doubtful
        }
    }

    /// A segment is surely farther away than the radius: all of it is beyond one edge of the box around the stadium.
    #[inline]
    fn is_far(&self, a: Point, b: Point) -> bool {
        let reach = self.radius + self.doubt;
        a.y > reach && b.y > reach
            || a.y < -reach && b.y < -reach
            || a.x < -reach && b.x < -reach
            || a.x > self.length + reach && b.x > self.length + reach
    }

    /// A segment that is not far comes within the radius of the leg, or nearly.
    #[inline]
    fn is_near(&self, a: Point, b: Point) -> bool {
        if (a.y > 0.0) != (b.y > 0.0) {
            let (at, height) = (a.x * b.y - b.x * a.y, b.y - a.y);
            let (at, height) = if height > 0.0 { (at, height) } else { (-at, -height) };
            if at >= 0.0 && at <= self.length * height {
                return true;
            }
        }
        let square = (self.radius + self.doubt) * (self.radius + self.doubt);
        if self.square(a) <= square || self.square(b) <= square {
            return true;
        }
        let ab = b - a;
        let length = ab.dot(ab);
        [Point::default(), Point::new(self.length, 0.0)].into_iter().any(|end| {
            let (share, height) = ((end - a).dot(ab), ab.cross(end - a));
            share >= 0.0 && share <= length && height * height <= square * length
        })
    }

    /// A segment crosses the leg, and not just where that begins or ends.
    fn crosses(&self, [a, b]: [Point; 2]) -> bool {
        let margin = self.doubt + ENDS * (self.radius + self.length);
        (a.y > 0.0) != (b.y > 0.0) && {
            let x = a.x + (b.x - a.x) * (a.y / (a.y - b.y));
            x > margin && x < self.length - margin
        }
    }

    /// How near a segment comes to the leg, apart from its ends; infinite where only these are near.
    #[inline]
    fn passes(&self, a: Point, b: Point) -> f64 {
        if self.is_far(a, b) {
            return f64::INFINITY;
        }
        if (a.y > 0.0) != (b.y > 0.0) {
            let x = a.x + (b.x - a.x) * (a.y / (a.y - b.y));
            if (0.0..=self.length).contains(&x) {
                return 0.0;
            }
        }
        let (ab, square) = (b - a, (b - a).dot(b - a));
        let mut least = f64::INFINITY;
        for end in [Point::default(), Point::new(self.length, 0.0)] {
            let share = (end - a).dot(ab);
            if share >= 0.0 && share <= square && square > 0.0 {
                least = least.min(ab.cross(end - a).abs() / square.sqrt());
            }
        }
        least
    }
}

impl Domain {
    /// A disc can go straight from `a` to `b`: no outline, wall or gate is nearer than `radius` to any point of the leg.
    /// It may touch. Exact; with radius 0 as [`Self::sees`].
    ///
    /// ```
    /// # use wayfront_domain::Domain;
    /// # use wayfront_geometry::Point;
    /// let domain = Domain::without_doors(&wayfront_world::builtin("profiling0").unwrap()).unwrap();
    /// // Squares from 20 to 40 and from 60 to 80: the alley between them is 20 wide.
    /// let [a, b] = [Point::new(50.0, 10.0), Point::new(50.0, 50.0)];
    /// assert!(domain.fits(a, b, 10.0));
    /// assert!(!domain.fits(a, b, 10.000_000_000_000_002));
    /// ```
    #[must_use]
    pub fn fits(&self, a: Point, b: Point, radius: f64) -> bool {
        if radius == 0.0 {
            return self.sees(a, b);
        }
        if radius.is_nan() || !self.has_room(a, radius) {
            return false;
        }
        let Some(leg) = DiscLeg::new(LegEnd::point(a), LegEnd::point(b), radius) else { return a == b };
        let starts = self.locate(a).map(|spot| self.triangles_at(spot)).unwrap_or_default();
        self.leg_is_free(&leg, starts, &mut SweepMemory::default())
    }

    /// A disc can go along a leg, the disc at its start and at its end included. `starts` are the triangles around the
    /// point or the corner that the leg starts from; the outlines that meet in a corner at either end count like all others.
    pub fn leg_is_free(
        &self,
        leg: &DiscLeg,
        starts: impl IntoIterator<Item = TriangleId>,
        memory: &mut SweepMemory,
    ) -> bool {
        self.leg_is_free_through(leg, starts, memory, None)
    }

    /// [`Self::leg_is_free`] where some parts of outlines are open.
    pub fn leg_is_free_through(
        &self,
        leg: &DiscLeg,
        starts: impl IntoIterator<Item = TriangleId>,
        memory: &mut SweepMemory,
        openings: Option<&Openings>,
    ) -> bool {
        let mut is_free = true;
        self.sweep(leg, starts, memory, openings, |blocks, _| {
            is_free &= !blocks;
            is_free
        });
        is_free
    }

    /// [`Self::leg_is_free_through`] without memory, from a triangle in which the leg starts or ends.
    ///
    /// A free stadium is convex and holds no vertex, so every side that crosses it parts it: triangles are met once, and
    /// nothing need be marked. A look that meets more of them than there are has gone around a vertex that is not solid.
    #[must_use]
    pub fn leg_is_free_from(&self, leg: &DiscLeg, start: TriangleId, openings: Option<&Openings>) -> bool {
        let frame = Frame::of(leg, self.rounding_of_distances());
        let inside = (frame.radius - frame.doubt).max(0.0);
        let place = |corner: CornerId| frame.place(self.point(corner));
        // A vertex inside is in the way, and one would go around it for long before its outlines are met.
        let is_inside = |corner: CornerId, at: Point| {
            frame.square(at) < inside * inside
                && openings.map_or_else(|| self.is_solid(corner), |openings| openings.is_solid(self, corner))
        };
        let sides = start.sides();
        let corners = sides.map(|side| self.side(side).origin);
        let placed = corners.map(place);
        if corners.iter().zip(placed).any(|(&corner, at)| is_inside(corner, at)) {
            return false;
        }
        let mut open: Vec<Reached> = Vec::new();
        let mut steps = 0;
        for k in 0..3 {
            let (mut side, mut a, mut b) = (sides[k], placed[k], placed[(k + 1) % 3]);
            if frame.is_far(a, b) {
                continue;
            }
            // Nearly always one of the two sides beyond is far away: then nothing need wait.
            loop {
                let twin = self.twin(side);
                if twin.is_none() && self.is_side_in_the_way(leg, &frame, side, [a, b], openings) {
                    return false;
                }
                let goes_on = if let Some(twin) = twin.or_else(|| openings?.through(self, side)) {
                    if frame.is_near(a, b) {
                        steps += 1;
                        if steps > self.free_triangles() {
                            return self.leg_is_free_through(leg, [start], &mut SweepMemory::default(), openings);
                        }
                        let corner = self.side(twin.prev()).origin;
                        let apex = place(corner);
                        if is_inside(corner, apex) {
                            return false;
                        }
                        let [is_left, is_right] = [!frame.is_far(a, apex), !frame.is_far(apex, b)];
                        if is_left && is_right {
                            open.push((twin.next(), a, apex));
                        }
                        if is_right {
                            (side, a) = (twin.prev(), apex);
                        } else if is_left {
                            (side, b) = (twin.next(), apex);
                        }
                        is_left || is_right
                    } else {
                        false
                    }
                } else {
                    false
                };
                if !goes_on {
                    let Some(next) = open.pop() else { break };
                    (side, a, b) = next;
                }
            }
        }
        true
    }

    /// Where a disc that goes straight from `a` towards `b`, and no farther, stops: `None` if nothing stops it. If the
    /// disc does not fit at `a`, it stops there.
    #[must_use]
    pub fn cast_disc(&self, a: Point, b: Point, radius: f64) -> Option<DiscHit> {
        let leg = DiscLeg::new(LegEnd::point(a), LegEnd::point(b), radius)?;
        let starts = self.triangles_at(self.locate(a)?);
        let frame = Frame::of(&leg, self.rounding_of_distances());
        let mut first: Option<DiscHit> = None;
        self.sweep(&leg, starts, &mut SweepMemory::default(), None, |blocks, side| {
            if blocks {
                let hit = self.touch(&frame, side);
                if first.is_none_or(|known| hit.distance < known.distance) {
                    first = Some(hit);
                }
            }
            true
        });
        first
    }

    /// Shows every outline, wall and gate near a leg, and whether it is in the way, until it is stopped.
    fn sweep(
        &self,
        leg: &DiscLeg,
        starts: impl IntoIterator<Item = TriangleId>,
        memory: &mut SweepMemory,
        openings: Option<&Openings>,
        mut show: impl FnMut(bool, SideId) -> bool,
    ) {
        let frame = Frame::of(leg, self.rounding_of_distances());
        memory.restart(self.free_triangles());
        for triangle in starts {
            if memory.visit(triangle) {
                memory.open.extend(triangle.sides());
            }
        }
        while let Some(side) = memory.open.pop() {
            let [p, q] = self.side_points(side);
            let (a, b) = (frame.place(p), frame.place(q));
            let twin = self.twin(side);
            if twin.is_none() && !show(self.is_side_in_the_way(leg, &frame, side, [a, b], openings), side) {
                return;
            }
            let Some(twin) = twin.or_else(|| openings?.through(self, side)) else { continue };
            let is_near = frame.passes(a, b) <= frame.radius + frame.doubt
                || frame.distance(a) <= frame.radius + frame.doubt
                || frame.distance(b) <= frame.radius + frame.doubt;
            if is_near && memory.visit(twin.triangle()) {
                memory.open.extend([twin.next(), twin.prev()]);
            }
        }
    }

    /// Something solid of a side comes nearer to the leg than the radius.
    #[inline]
    fn is_side_in_the_way(
        &self,
        leg: &DiscLeg,
        frame: &Frame,
        side: SideId,
        placed: [Point; 2],
        openings: Option<&Openings>,
    ) -> bool {
        match openings {
            None => self.is_in_the_way(leg, frame, self.side_points(side), placed),
            Some(openings) => {
                let is_in_the_way =
                    |part: [Point; 2]| self.is_in_the_way(leg, frame, part, part.map(|p| frame.place(p)));
                // Centres come as far as an opening, and never beyond it.
                openings.parts(self, side).any(is_in_the_way) || frame.crosses(placed)
            }
        }
    }

    /// An outline comes nearer to the leg than the radius.
    #[inline]
    fn is_in_the_way(&self, leg: &DiscLeg, frame: &Frame, ends: [Point; 2], placed: [Point; 2]) -> bool {
        if let Some(keeps_aside) = keeps_aside(leg, ends) {
            return !keeps_aside;
        }
        let passing = frame.passes(placed[0], placed[1]);
        if passing < frame.radius - frame.doubt {
            return true;
        }
        let is_blocked_by = |k: usize| match frame.judged(frame.distance(placed[k])) {
            Beside::Clear => false,
            Beside::Blocks => true,
            Beside::Doubtful => {
                let touched = [leg.from(), leg.to()];
                !touched.iter().any(|end| end.hand.is_some() && end.at == ends[k]) && leg.is_blocked_by(ends[k])
            }
        };
        is_blocked_by(0) || is_blocked_by(1) || passing <= frame.radius + frame.doubt && leg.ends_at(ends)
    }

    /// Where a disc meets a side that is in its way.
    fn touch(&self, frame: &Frame, side: SideId) -> DiscHit {
        let [p, q] = self.side_points(side);
        let [a, b] = [frame.place(p), frame.place(q)];
        let r = frame.radius;
        let mut found = (f64::INFINITY, p);
        let mut offer = |x: f64, touches: Point| {
            let x = x.max(0.0);
            if x < found.0 {
                found = (x, touches);
            }
        };
        for (placed, at) in [(a, p), (b, q)] {
            if placed.y.abs() < r && placed.x > 0.0 {
                offer(placed.x - (r * r - placed.y * placed.y).sqrt(), at);
            }
        }
        // The line of the side at distance r from the centre, met from the side on which the disc starts.
        let (ab, length) = (b - a, (b - a).length());
        let height = ab.cross(-a) / length;
        let slope = ab.y / length;
        if height.abs() > r && slope != 0.0 {
            let x = (height - r.copysign(height)) / slope;
            let share = (Point::new(x, 0.0) - a).dot(ab) / (length * length);
            if (0.0..=1.0).contains(&share) && x >= 0.0 {
                offer(x, p.lerp(q, share));
            }
        } else if height.abs() <= r {
            let share = (-a).dot(ab) / (length * length);
            if (0.0..=1.0).contains(&share) {
                offer(0.0, p.lerp(q, share));
            }
        }
        if found.0.is_infinite() {
            found.0 = 0.0;
        }
        DiscHit { distance: found.0, at: frame.origin + frame.along * found.0, touches: found.1, side }
    }
}

/// Whether an outline that ends in a corner which the leg touches lies on that corner's hand: then all of it is aside,
/// and otherwise it is in the way. `None` for outlines that do not end in one.
#[inline]
fn keeps_aside(leg: &DiscLeg, [p, q]: [Point; 2]) -> Option<bool> {
    let of = |end: LegEnd| {
        let sign = if end.hand? == Hand::Left { 1 } else { -1 };
        let other = if end.at == p {
            q
        } else if end.at == q {
            p
        } else {
            return None;
        };
        Some(leg.side_of(end.at, other) * sign >= 0)
    };
    of(leg.from()).or_else(|| of(leg.to()))
}
