//! One pair, best first: turns and what they see, in the order of the least that a way over them can cost.
//!
//! A window is what a corner sees, as a point, over one side. Windows only look for corners; whether a tangent to one is
//! free is decided by its stadium. So nothing depends on how wide a window is, only on that it loses no corner: bounds
//! are input points, left and right of them exact. Three things end a window: its bound (the least cost of a way through
//! its side) is above the best way; the turn's disc cannot pass between the two corners that bound it; nothing is beyond.

use super::arcs::Around;
use super::route::{DiscPath, Narrowest};
use super::turns::{Arrivals, NONE};
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use wayfront_domain::{CornerId, Domain, SideId, SweepMemory, TriangleId};
use wayfront_geometry::{CircularArc, DiscLeg, Hand, LegEnd, Piece, Point, orient};

/// Turns back by less are rounding: the leg goes straight on.
const STRAIGHT: f64 = 1e-9;

/// Something that waits for its turn; a window, or with no side an arrival that has not looked around yet.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    least: f64,
    arrival: u32,
    /// The side over which the window comes, seen from the triangle that it enters.
    side: u32,
    left: CornerId,
    right: CornerId,
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Waiting {}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Waiting {
    /// The least first; then by numbers, to be the same every time.
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |w: &Self| (w.arrival, w.side, w.left, w.right);
        other.least.total_cmp(&self.least).then_with(|| key(other).cmp(&key(self)))
    }
}

/// The memory of searches for discs.
#[derive(Debug, Default)]
pub(crate) struct DiscWork {
    arrivals: Arrivals,
    queue: BinaryHeap<Waiting>,
    stack: Vec<Waiting>,
    sweeps: SweepMemory,
    around: Around,
    radius: f64,
    goal: Point,
    goal_triangles: Vec<TriangleId>,
    start_triangles: Vec<TriangleId>,
    best: f64,
    last: u32,
}

impl DiscWork {
    /// The length of the shortest way; infinite if there is none. Both points must have room for the disc, and the
    /// radius must be above 0.
    pub fn search(&mut self, domain: &Domain, [from, to]: [Point; 2], radius: f64) -> f64 {
        let triangles = |p: Point| domain.locate(p).map(|spot| domain.triangles_at(spot)).unwrap_or_default();
        (self.radius, self.goal, self.best, self.last) = (radius, to, f64::INFINITY, NONE);
        (self.start_triangles, self.goal_triangles) = (triangles(from), triangles(to));
        self.arrivals.restart(domain.corner_count(), from);
        self.queue.clear();
        if from == to {
            (self.best, self.last) = (0.0, 0);
            return 0.0;
        }
        self.aim(domain, 0);
        if self.best.is_infinite() {
            self.queue.push(self.arrived(0, from.distance(to)));
        }
        while let Some(next) = self.queue.pop() {
            if next.least >= self.best {
                break;
            }
            if next.side == u32::MAX {
                self.look_around(domain, next.arrival);
            } else {
                self.stack.push(next);
            }
            self.run(domain, next.least);
        }
        self.best
    }

    fn arrived(&self, arrival: u32, least: f64) -> Waiting {
        Waiting { least, arrival, side: u32::MAX, left: CornerId(0), right: CornerId(0) }
    }

    /// Follows windows until those that are left can wait.
    fn run(&mut self, domain: &Domain, limit: f64) {
        while let Some(window) = self.stack.pop() {
            if window.least >= self.best {
                continue;
            }
            if window.least > limit {
                self.queue.push(window);
            } else {
                self.enter(domain, &window);
            }
        }
    }

    /// Sends windows over everything that an arrival may look at.
    fn look_around(&mut self, domain: &Domain, number: u32) {
        let arrival = self.arrivals.list[number as usize];
        let Some(corner) = arrival.corner else {
            for triangle in self.start_triangles.clone() {
                for side in triangle.sides() {
                    self.offer(domain, number, domain.side(side).origin);
                    let [right, left] = domain.side_corners(side);
                    self.send(domain, number, side, left, right);
                }
            }
            return;
        };
        // A leg starts beside the corner, and what is in its way is seen from the corner between the direction across the
        // leg and the leg: so from across the arriving leg on, around the hand's way.
        let is_left = arrival.end.hand == Some(Hand::Left);
        let across = if is_left { -arrival.direction.left() } else { arrival.direction.left() };
        let at = domain.point(corner);
        let sides: Vec<SideId> = domain.fan(corner).collect();
        let holds = |side: &SideId| {
            let [x, y] = domain.side_points(side.next()).map(|p| p - at);
            x.cross(across) >= -1e-9 * x.length() && across.cross(y) >= -1e-9 * y.length()
        };
        let range = if is_left {
            sides.iter().position(holds).unwrap_or(0)..sides.len()
        } else {
            0..sides.iter().rposition(holds).map_or(sides.len(), |k| k + 1)
        };
        for &side in &sides[range] {
            let [right, left] = domain.side_corners(side.next());
            self.offer(domain, number, right);
            self.offer(domain, number, left);
            if self.goal_triangles.contains(&side.triangle()) {
                self.aim(domain, number);
            }
            self.send(domain, number, side.next(), left, right);
        }
    }

    /// A window over a side of a triangle that it has passed.
    fn send(&mut self, domain: &Domain, number: u32, side: SideId, left: CornerId, right: CornerId) {
        let Some(twin) = domain.twin(side) else { return };
        let arrival = &self.arrivals.list[number as usize];
        let ends = domain.side_points(side);
        // A tangent that crosses over is shorter than the way between its corners, by two radii at most, and ends a radius
        // beside the second one; from a point it is shorter by one.
        let beside = if arrival.corner.is_some() { 3.0 * self.radius } else { 2.0 * self.radius };
        let least = arrival.cost + least_through(arrival.end.at, ends, self.goal) - beside;
        if least >= self.best || self.is_too_narrow(domain, number, ends, [left, right]) {
            return;
        }
        self.stack.push(Waiting { least, arrival: number, side: twin.0, left, right });
    }

    /// No disc that leaves this turn passes between the two corners and reaches what is beyond the side.
    fn is_too_narrow(&self, domain: &Domain, number: u32, ends: [Point; 2], bounds: [CornerId; 2]) -> bool {
        let arrival = &self.arrivals.list[number as usize];
        if !bounds.iter().all(|&corner| domain.is_solid(corner)) {
            return false;
        }
        let at = arrival.end.at;
        let [left, right] = bounds.map(|corner| domain.point(corner) - at);
        let (l, r) = (left.length(), right.length());
        let far = wayfront_geometry::closest_on_segment(ends[0], ends[1], at).distance(at) * (1.0 - 1e-9);
        let (width, opening) = (2.0 * self.radius, right.cross(left));
        if right.dot(left) <= 0.0 {
            return false;
        }
        // Corners count only for legs that lead beyond them.
        match arrival.end.hand {
            Some(Hand::Left) => far >= r && far * far >= l * l + width * width && opening < width * l * (1.0 - 1e-9),
            Some(Hand::Right) => far >= l && far * far >= r * r + width * width && opening < width * r * (1.0 - 1e-9),
            None => {
                let radius = self.radius;
                let reach = l.max(r);
                far * far >= reach * reach + width * width
                    && (radius / l).min(1.0).asin() + (radius / r).min(1.0).asin()
                        > opening.atan2(right.dot(left)) + 1e-9
            }
        }
    }

    /// One step of one window.
    fn enter(&mut self, domain: &Domain, window: &Waiting) {
        let (side, number) = (SideId(window.side), window.arrival);
        if self.goal_triangles.contains(&side.triangle()) {
            self.aim(domain, number);
        }
        let apex = domain.side(side.prev()).origin;
        let (at, seen) = (self.arrivals.list[number as usize].end.at, domain.point(apex));
        let beyond_left = orient(at, domain.point(window.left), seen);
        let beyond_right = orient(at, domain.point(window.right), seen);
        if beyond_left > 0.0 {
            self.send(domain, number, side.next(), window.left, window.right);
        } else if beyond_right < 0.0 {
            self.send(domain, number, side.prev(), window.left, window.right);
        } else {
            self.offer(domain, number, apex);
            if beyond_left < 0.0 {
                self.send(domain, number, side.prev(), window.left, apex);
            }
            if beyond_right > 0.0 {
                self.send(domain, number, side.next(), apex, window.right);
            }
        }
    }

    /// Tries the tangents to a corner that is seen.
    fn offer(&mut self, domain: &Domain, number: u32, corner: CornerId) {
        if domain.bends(corner) && domain.is_solid(corner) && self.arrivals.list[number as usize].corner != Some(corner)
        {
            self.try_turn(domain, number, corner, Hand::Left);
            self.try_turn(domain, number, corner, Hand::Right);
        }
    }

    /// What a leg costs, with the turn before it; `None` if the disc does not turn so.
    fn cost_of(&self, number: u32, leg: &DiscLeg) -> Option<f64> {
        let arrival = &self.arrivals.list[number as usize];
        let turn = arrival.turn_to(leg.direction());
        (turn >= -STRAIGHT && turn <= arrival.most).then(|| arrival.cost + self.radius * turn.max(0.0) + leg.length())
    }

    fn try_turn(&mut self, domain: &Domain, number: u32, corner: CornerId, hand: Hand) {
        let from = self.arrivals.list[number as usize].end;
        let end = LegEnd::turn(domain.point(corner), hand);
        let Some(leg) = DiscLeg::new(from, end, self.radius) else { return };
        let Some(cost) = self.cost_of(number, &leg) else { return };
        let least = cost + leg.centres()[1].distance(self.goal);
        if least >= self.best || !keeps_aside(domain, &leg, corner, hand) {
            return;
        }
        let direction = leg.direction();
        if self.arrivals.is_beaten(corner, hand, direction, cost, self.radius) || !self.is_free(domain, number, &leg) {
            return;
        }
        let most = self.around.most(domain, corner, hand, direction, self.radius);
        let arrival = self.arrivals.keep(corner, end, cost, direction, most, number);
        self.queue.push(self.arrived(arrival, least));
    }

    /// Tries the last leg.
    fn aim(&mut self, domain: &Domain, number: u32) {
        let arrival = &mut self.arrivals.list[number as usize];
        if std::mem::replace(&mut arrival.is_aimed, true) {
            return;
        }
        let Some(leg) = DiscLeg::new(arrival.end, LegEnd::point(self.goal), self.radius) else { return };
        let Some(cost) = self.cost_of(number, &leg) else { return };
        if cost < self.best && self.is_free(domain, number, &leg) {
            (self.best, self.last) = (cost, number);
        }
    }

    fn is_free(&mut self, domain: &Domain, number: u32, leg: &DiscLeg) -> bool {
        match self.arrivals.list[number as usize].corner {
            Some(corner) => {
                let hand = leg.from().hand.unwrap_or(Hand::Left);
                let starts = domain.fan(corner).map(SideId::triangle);
                keeps_aside(domain, leg, corner, hand) && domain.leg_is_free(leg, starts, &mut self.sweeps)
            }
            None => domain.leg_is_free(leg, self.start_triangles.iter().copied(), &mut self.sweeps),
        }
    }

    /// The way that was found last.
    pub fn route(&self, domain: &Domain) -> DiscPath {
        let mut pieces = Vec::new();
        let mut to = LegEnd::point(self.goal);
        let (mut at, mut after) = (self.last, None::<Point>);
        while let Some(arrival) = self.arrivals.list.get(at as usize) {
            if let Some(leg) = DiscLeg::new(arrival.end, to, self.radius) {
                if let (Some(direction), Some(hand)) = (after, to.hand) {
                    pieces.extend(arc(to.at, hand, self.radius, leg.direction(), direction));
                }
                if leg.length() > 0.0 {
                    pieces.push(Piece::Straight(leg.centres()));
                }
                after = Some(leg.direction());
            }
            (to, at) = (arrival.end, arrival.parent);
        }
        pieces.reverse();
        let narrowest = narrowest(domain, &pieces);
        DiscPath { radius: self.radius, length: self.best, pieces, narrowest }
    }
}

/// The outlines that meet in a corner lie on the hand on which the disc has it.
#[inline]
fn keeps_aside(domain: &Domain, leg: &DiscLeg, corner: CornerId, hand: Hand) -> bool {
    let at = domain.point(corner);
    let first = domain.first_side(corner);
    let Some(last) = domain.fan(corner).last() else { return false };
    let ends = [domain.side_points(first)[1], domain.side_points(last.prev())[0]];
    let wanted = if hand == Hand::Left { 1 } else { -1 };
    ends.into_iter().all(|end| leg.side_of(at, end) * wanted >= 0)
}

fn arc(centre: Point, hand: Hand, radius: f64, before: Point, after: Point) -> Option<Piece> {
    let turn = before.cross(after).atan2(before.dot(after));
    let (is_left, turn) = (hand == Hand::Left, turn.abs());
    let out = if is_left { -before.left() } else { before.left() };
    let sweep = if is_left { turn } else { -turn };
    (turn > STRAIGHT).then(|| Piece::Arc(CircularArc { centre, radius, start: out.y.atan2(out.x), sweep }))
}

/// The least length of a way from `a` over a segment to `b`.
fn least_through(a: Point, [p, q]: [Point; 2], b: Point) -> f64 {
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

/// The narrowest of the gaps that a way crosses: sides of triangles, and from a corner straight across to an outline.
fn narrowest(domain: &Domain, pieces: &[Piece]) -> Option<Narrowest> {
    let mut least: Option<Narrowest> = None;
    let mut offer = |a: Point, b: Point| {
        let width = a.distance(b);
        if least.is_none_or(|known| width < known.width) {
            least = Some(Narrowest { at: a.lerp(b, 0.5), width, between: [a, b] });
        }
    };
    for piece in pieces {
        let start = domain.locate(piece.at(0.5));
        let (mut seen, mut open) = (std::collections::HashSet::new(), Vec::new());
        open.extend(start.map(|spot| domain.triangles_at(spot)).unwrap_or_default());
        seen.extend(open.iter().copied());
        while let Some(triangle) = open.pop() {
            for side in triangle.sides() {
                let [a, b] = domain.side_points(side);
                let apex = domain.point(domain.side(side.prev()).origin);
                let Some(twin) = domain.twin(side) else {
                    let foot = wayfront_geometry::closest_on_segment(a, b, apex);
                    if piece.distance(&Piece::Straight([apex, foot])) == 0.0 {
                        offer(apex, foot);
                    }
                    continue;
                };
                if piece.distance(&Piece::Straight([a, b])) == 0.0 {
                    if domain.side_corners(side).iter().all(|&c| domain.is_solid(c)) {
                        offer(a, b);
                    }
                    if seen.insert(twin.triangle()) {
                        open.push(twin.triangle());
                    }
                }
            }
        }
    }
    least
}
