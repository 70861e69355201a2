//! What a turn sees over one side, and which straight ways of its disc lead there.
//!
//! A disc that leaves a corner which it has on its left sweeps a band whose left edge is the ray from the corner itself:
//! corners on the left are in the way of rays beyond them, corners on the right of those that pass within two radii. From
//! a point the band reaches one radius to either side. So a [`Sight`] has two pairs of bounds: corners, between which it
//! looks, exact; and directions, between which discs may pass, rounded outwards. A corner may be touched by a disc that
//! passes beside the window, so it looks on as long as one comes near enough.
//!
//! Only what no free leg can need is dropped, hence nothing here decides what is free. A corner beside a leg counts only
//! if the leg leads beyond it: the side must be farther away than the corner and two radii.

use super::turns::NONE;
use wayfront_domain::{CornerId, SideId};
use wayfront_geometry::{DiscLeg, Hand, LegEnd, Point};

/// The right and the left corner between which something is seen; `None` for all of it.
pub(super) type Bounds = Option<[CornerId; 2]>;

/// Tolerance: Directions (sines) and shares of distances that differ by less are not told apart: what may be needed is
/// kept.
const ROUNDING: f64 = 1e-9;

/// Tolerance: Squares of chords below this are taken for 0.
const SHORTEST_CHORD: f64 = 1e-6;

/// What is seen over a side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight {
    /// The arrival from which it is seen.
    pub number: u32,
    /// The side, of the triangle that is entered.
    pub side: SideId,
    pub left: CornerId,
    pub right: CornerId,
    pub look: Look,
}

/// What a sight knows beyond what it sees.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub passing: Passing,
    /// No way over it costs less.
    pub least: f64,
    /// An arrival at a corner that it saw, cheaper than its own: rays that cross the leg of that one are needless.
    pub cut: u32,
    /// A side at which something cheaper is known for whoever crosses it: only corners that are touched before still count.
    pub beside: Option<SideId>,
    /// The right and the left corner have narrowed the directions already.
    pub counted: [bool; 2],
}

impl Look {
    /// The first look into some directions.
    pub fn new(passing: Passing) -> Self {
        Self { passing, least: f64::NEG_INFINITY, cut: NONE, beside: None, counted: [false; 2] }
    }
}

/// The directions in which a disc may pass: unit vectors, or 0 where there is no bound.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Passing {
    pub right: Point,
    pub left: Point,
}

impl Passing {
    /// No disc passes that goes to something which its root sees in direction `v`, and which is to lie `aside` farther to
    /// the left of the centre's line than the root. The cross product of that line with `v` is `aside`: so directions are
    /// compared without the leg.
    #[inline]
    pub fn excludes(&self, v: Point, aside: f64) -> bool {
        let slack = ROUNDING * (v.x.abs() + v.y.abs());
        self.right.cross(v) < aside - slack && self.right.dot(v) > 0.0
            || self.left.cross(v) > aside + slack && self.left.dot(v) > 0.0
    }
}

/// Where sights start: a turn, or the point from which all starts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Root {
    pub number: u32,
    pub end: LegEnd,
    pub cost: f64,
    /// Where the centre goes on arrival.
    pub direction: Point,
    pub radius: f64,
    /// How far the band reaches to the left and to the right of the ray.
    reach: [f64; 2],
}

/// The part of a side that is seen: its right and its left end, as vectors from the root; and how near it comes, squared.
pub(super) struct Part {
    pub ends: [Point; 2],
    pub square: f64,
    /// The ends are behind the disc that arrives.
    pub behind: [bool; 2],
}

impl Root {
    pub fn new(number: u32, end: LegEnd, cost: f64, direction: Point, radius: f64) -> Self {
        let reach = match end.hand {
            None => [radius; 2],
            Some(Hand::Left) => [0.0, 2.0 * radius],
            Some(Hand::Right) => [2.0 * radius, 0.0],
        };
        Self { number, end, cost, direction, radius, reach }
    }

    /// How much farther to the left of the centre's line something on a hand lies than the root.
    #[inline]
    pub fn aside(&self, hand: Option<Hand>) -> f64 {
        let side = |hand: Option<Hand>| match hand {
            None => 0.0,
            Some(Hand::Left) => 1.0,
            Some(Hand::Right) => -1.0,
        };
        (side(hand) - side(self.end.hand)) * self.radius
    }

    /// Where the centre is when it leaves in a direction.
    #[inline]
    pub fn centre(&self, direction: Point) -> Point {
        match self.end.hand {
            None => self.end.at,
            Some(Hand::Left) => self.end.at - direction.left() * self.radius,
            Some(Hand::Right) => self.end.at + direction.left() * self.radius,
        }
    }

    /// The directions in which a disc can leave that can turn by `most`.
    pub fn passing(&self, most: f64) -> Passing {
        // Beyond a quarter of a turn signs of cross products would not tell bounds apart from what is looked at.
        let turned = (most < 1.5).then(|| {
            let (sin, cos) = most.sin_cos();
            (self.direction * cos, self.direction.left() * sin)
        });
        match self.end.hand {
            None => Passing::default(),
            Some(Hand::Left) => {
                Passing { right: self.direction, left: turned.map_or(Point::default(), |(u, v)| u + v) }
            }
            Some(Hand::Right) => {
                Passing { right: turned.map_or(Point::default(), |(u, v)| u - v), left: self.direction }
            }
        }
    }

    /// The part of a side between two rays.
    #[inline]
    pub fn part(&self, side: [Point; 2], bounds: [Point; 2]) -> Part {
        let seen = |p: Point| p - self.end.at;
        let ([a, b], [right, left]) = (side.map(seen), bounds.map(seen));
        let cut = |ray: Point, end: Point| {
            if ray == end {
                return end;
            }
            let along = b - a;
            let (scale, share) = (along.cross(ray), -a.cross(ray));
            let is_within = if scale > 0.0 { 0.0 <= share && share <= scale } else { scale <= share && share <= 0.0 };
            if is_within && scale != 0.0 { a + along * (share / scale) } else { end }
        };
        let ends = [cut(right, a), cut(left, b)];
        let [p, q] = ends;
        let along = q - p;
        let square = if p.dot(along) >= 0.0 {
            p.dot(p)
        } else if q.dot(along) <= 0.0 {
            q.dot(q)
        } else {
            let height = p.cross(q);
            height * height / along.dot(along)
        };
        Part { ends, square: square * (1.0 - 2.0 * ROUNDING), behind: self.are_behind(ends) }
    }

    /// Narrows the directions in which a disc may still pass beyond a part of a side, between two corners that are seen from
    /// the root; false if no leg that is free leads to anything beyond it. A bound that is not solid is no corner.
    #[inline]
    pub fn narrow(
        &self,
        part: &Part,
        (passing, counted): (&mut Passing, &mut [bool; 2]),
        [right, left]: [Point; 2],
        is_solid: impl Fn(usize) -> bool,
    ) -> bool {
        let Passing { right: mut from, left: mut to } = *passing;
        let [is_right_behind, is_left_behind] = part.behind;
        let [on_left, on_right] = self.reach;
        let least = part.square - 4.0 * self.radius * self.radius;
        if !counted[0] && !is_right_behind {
            let b = right;
            if b.dot(b) <= least {
                counted[0] = true;
                let bound = turned(b, self.reach[1]);
                if (from == Point::default() || from.cross(bound) > 0.0) && is_solid(0) {
                    from = bound;
                }
            }
        }
        if !counted[1] && !is_left_behind {
            let b = left;
            if b.dot(b) <= least {
                counted[1] = true;
                let bound = turned(b, -self.reach[0]);
                if (to == Point::default() || to.cross(bound) < 0.0) && is_solid(1) {
                    to = bound;
                }
            }
        }
        if to.cross(from) > ROUNDING
            || !is_left_behind && is_aside(from, part.ends[1], on_right, part.square, 1.0)
            || !is_right_behind && is_aside(to, part.ends[0], on_left, part.square, -1.0)
        {
            return false;
        }
        *passing = Passing { right: from, left: to };
        true
    }

    /// Whoever leads beyond the part has passed all of a leg, if the two cross.
    #[inline]
    pub fn is_beyond(&self, part: &Part, leg: [Point; 2]) -> bool {
        let far = part.square - 4.0 * self.radius * self.radius;
        leg.iter().all(|&p| (p - self.end.at).dot(p - self.end.at) <= far)
    }

    /// The directions that do not cross a leg; `None` if there are none that lead beyond the part.
    pub fn without(&self, part: &Part, passing: Passing, leg: [Point; 2]) -> Option<Passing> {
        let towards = |p: Point| DiscLeg::new(self.end, LegEnd::point(p), self.radius).map(|leg| leg.direction());
        let (Some(start), Some(end)) = (towards(leg[0]), towards(leg[1])) else { return Some(passing) };
        let (from, to) = if start.cross(end) > 0.0 { (start, end) } else { (end, start) };
        let [on_left, on_right] = self.reach;
        if from.dot(to) <= 0.0 || part.square <= 4.0 * self.radius * self.radius || part.behind.contains(&true) {
            return Some(passing);
        }
        // The rays that lead to something beyond the part.
        let inner = |bound: Point, ray: Point, sign: f64| {
            if bound == Point::default() || sign * bound.cross(ray) > 0.0 { ray } else { bound }
        };
        let rightmost = inner(passing.right, turned_at(part.ends[0], -on_left, part.square.sqrt()), 1.0);
        let leftmost = inner(passing.left, turned_at(part.ends[1], on_right, part.square.sqrt()), -1.0);
        let is_in = |ray: Point| {
            from.cross(ray) > ROUNDING && ray.cross(to) > ROUNDING && from.dot(ray) > 0.0 && to.dot(ray) > 0.0
        };
        match (is_in(rightmost), is_in(leftmost)) {
            (true, true) => None,
            (true, false) => Some(Passing { right: to, ..passing }),
            (false, true) => Some(Passing { left: from, ..passing }),
            (false, false) => Some(passing),
        }
    }

    /// The right and the left end of a part are behind the disc that arrives: farther back than across its leg. Cross
    /// products alone would take a little more than half a turn to the one hand for less than that to the other.
    #[inline]
    fn are_behind(&self, [right, left]: [Point; 2]) -> [bool; 2] {
        let d = self.direction;
        let is_behind = |sign: f64, end: Point, other: Point| {
            if sign * d.cross(end) > 0.0 { sign * d.cross(other) < 0.0 } else { d.dot(end) < 0.0 }
        };
        match self.end.hand {
            None => [false; 2],
            Some(Hand::Left) => [is_behind(1.0, right, left), false],
            Some(Hand::Right) => [false, is_behind(-1.0, left, right)],
        }
    }

    /// The least cost of a way over a part of a side to a goal.
    #[inline]
    pub fn least(&self, part: &Part, passing: Passing, goal: Point) -> f64 {
        let r = self.radius;
        // A tangent that crosses over is shorter than the line between its corners, the less the farther they are apart;
        // and it ends a radius beside the second one.
        let reach = if self.end.hand.is_some() { 2.0 * r } else { r };
        let under = part.square - reach * reach;
        let shorter = if under > 0.0 { part.square.sqrt() - under.sqrt() } else { reach };
        let ahead = least_through(Point::default(), part.ends, goal - self.end.at) - shorter - r;
        self.cost + r * self.least_turn(part, passing) + ahead.max(0.0)
    }

    /// The least cost at which the centre crosses a part of a side.
    #[inline]
    pub fn least_across(&self, part: &Part, passing: Passing) -> f64 {
        let r = if self.end.hand.is_some() { self.radius } else { 0.0 };
        self.cost + self.radius * self.least_turn(part, passing) + (part.square - r * r).max(0.0).sqrt()
    }

    /// Less than the angle by which the disc must turn before it leaves: the chord.
    #[inline]
    fn least_turn(&self, part: &Part, passing: Passing) -> f64 {
        let side = match self.end.hand {
            None => return 0.0,
            Some(Hand::Left) => [part.ends[0], passing.right],
            Some(Hand::Right) => [part.ends[1], passing.left],
        };
        let sign = if self.end.hand == Some(Hand::Left) { 1.0 } else { -1.0 };
        let is_ahead = |u: Point| sign * self.direction.cross(u) > 0.0;
        let square = if is_ahead(side[1]) { (side[1] - self.direction).dot(side[1] - self.direction) } else { 0.0 };
        // Seen from the corner, the part may be farther around than the directions in which discs pass.
        let seen = if part.behind.contains(&true) || !is_ahead(side[0]) {
            0.0
        } else {
            2.0 - 2.0 * self.direction.dot(side[0]) / side[0].length()
        };
        let square = square.max(seen);
        // Below that a difference from 1 has no digits left.
        if square < SHORTEST_CHORD { 0.0 } else { square.sqrt() * (1.0 - ROUNDING) }
    }
}

/// What is touched on the right of a ray is seen to the right of it, up to the reach at that distance: here the bound of
/// the rays that pass is farther to the left (with sign 1) than anything seen up to `last`.
#[inline]
fn is_aside(bound: Point, last: Point, reach: f64, square: f64, sign: f64) -> bool {
    if sign * bound.cross(last) >= 0.0 || square <= reach * reach {
        return false;
    }
    let ray = turned_at(last, sign * reach, square.sqrt());
    sign * bound.cross(ray) < -ROUNDING && bound.dot(ray) > 0.0
}

/// The direction of length 1 from which a vector lies so far to the right.
#[inline]
fn turned(v: Point, aside: f64) -> Point {
    let square = v.dot(v);
    let along = (square - aside * aside).max(0.0).sqrt();
    // A vector that is shorter than that lies across.
    let aside = if along == 0.0 { square.sqrt().copysign(aside) } else { aside };
    (v * along + v.left() * aside) * (1.0 / square)
}

/// The same for a vector of some length in the direction of another.
#[inline]
fn turned_at(v: Point, aside: f64, length: f64) -> Point {
    turned(v * (length / v.length()), aside)
}

/// The least length of a way from `a` over a segment to `b`.
pub(super) fn least_through(a: Point, [p, q]: [Point; 2], b: Point) -> f64 {
    let along = q - p;
    let (side_a, side_b) = (along.cross(a - p), along.cross(b - p));
    // On the same side: as long as the way to the mirror image.
    let b = if side_a * side_b > 0.0 { b - along.left() * (2.0 * side_b / along.dot(along)) } else { b };
    let (u, v) = ((b - a).cross(p - a), (b - a).cross(q - a));
    if u * v <= 0.0 {
        return a.distance(b);
    }
    (a.distance(p) + p.distance(b)).min(a.distance(q) + q.distance(b))
}
