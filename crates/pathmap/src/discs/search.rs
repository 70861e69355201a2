//! One pair, best first: turns and what they see, in the order of the least that a way over them can cost.
//!
//! Sights only look for corners and lose none that a free leg can lead to (`sight`). A leg to a corner waits in the queue
//! unproved: whether it is free is asked when its turn comes, by its stadium, so only for legs that are cheap enough to
//! matter. Then the corner is reached, unless it was before, earlier around it and not dearer, and looks around in its
//! turn: from the direction across the leg, since what is in the way of the next one is seen there.

use super::arcs::Around;
use super::corners::{Corners, keep_aside};
use super::gaps::narrowest;
use super::route::DiscPath;
use super::sight::{Look, Passing, Root, Sight};
use super::turns::{Arrivals, NONE, Turn};
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use wayfront_domain::{CornerId, Domain, SideId, SweepMemory, TriangleId};
use wayfront_geometry::{CircularArc, DiscLeg, Hand, LegEnd, Piece, Point, orient};

/// Turns back by less are rounding: the leg goes straight on, and what lies across it may be seen.
const STRAIGHT: f64 = 1e-9;

/// Sights go on at once while their least cost is above the queue's by no more than this share of the radius: their bound
/// is lower than the truth by about as much, and the queue has less to sort.
const AHEAD: f64 = 0.5;

/// Something that waits for its turn: a sight, or a leg to a corner.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    least: f64,
    /// Its place in the list of sights, or in that of legs.
    number: u32,
    is_leg: bool,
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
        let key = |w: &Self| (w.is_leg, w.number);
        other.least.total_cmp(&self.least).then_with(|| key(other).cmp(&key(self)))
    }
}

/// A leg to a corner that nobody has looked at yet.
#[derive(Clone, Copy, Debug)]
struct Untried {
    from: u32,
    turn: Turn,
    cost: f64,
}

/// The memory of searches for discs.
#[derive(Debug, Default)]
pub(crate) struct DiscWork {
    arrivals: Arrivals,
    queue: BinaryHeap<Waiting>,
    sights: Vec<Sight>,
    legs: Vec<Untried>,
    stack: Vec<Sight>,
    sweeps: SweepMemory,
    around: Around,
    corners: Corners,
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
        self.corners.prepare(domain);
        self.arrivals.restart(domain.corner_count(), from);
        self.queue.clear();
        self.sights.clear();
        self.legs.clear();
        if from == to {
            (self.best, self.last) = (0.0, 0);
            return 0.0;
        }
        self.aim(domain, 0);
        if self.best.is_infinite() {
            self.look_from_start(domain);
            self.run(domain, from.distance(to));
        }
        while let Some(next) = self.queue.pop() {
            if next.least >= self.best {
                break;
            }
            if next.is_leg {
                self.reach(domain, self.legs[next.number as usize]);
            } else {
                self.stack.push(self.sights[next.number as usize]);
            }
            self.run(domain, next.least + AHEAD * radius);
        }
        self.best
    }

    /// Follows sights until those that are left can wait.
    fn run(&mut self, domain: &Domain, limit: f64) {
        while let Some(sight) = self.stack.pop() {
            let least = sight.look.least;
            if least >= self.best {
                continue;
            }
            if least > limit {
                let number = self.sights.len() as u32;
                self.sights.push(sight);
                self.queue.push(Waiting { least, number, is_leg: false });
            } else {
                self.enter(domain, &sight);
            }
        }
    }

    fn look_from_start(&mut self, domain: &Domain) {
        let root = self.root(0);
        let open = root.passing(f64::INFINITY);
        for triangle in self.start_triangles.clone() {
            for side in triangle.sides() {
                self.offer(domain, &root, domain.side(side).origin, open);
                let [right, left] = domain.side_corners(side);
                self.send(domain, &root, side, [right, left], Look { passing: open, least: 0.0, cut: NONE });
            }
        }
    }

    fn root(&self, number: u32) -> Root {
        let arrival = &self.arrivals.list[number as usize];
        Root::new(number, arrival.end, arrival.cost, arrival.direction, self.radius)
    }

    /// A corner whose turn has come is reached, if the leg to it is free and nothing better is known.
    fn reach(&mut self, domain: &Domain, leg: Untried) {
        let Untried { from, turn, cost } = leg;
        let end = LegEnd::turn(domain.point(turn.corner), turn.hand);
        let start = self.arrivals.list[from as usize].end;
        let Some(leg) = DiscLeg::new(start, end, self.radius) else { return };
        let direction = leg.direction();
        let known = self.arrivals.cheaper(turn, direction, cost, self.radius, from);
        if matches!(known, Some((_, true))) || !self.is_free(domain, from, &leg) {
            return;
        }
        let most = self.around.most(domain, turn.corner, turn.hand, direction, self.radius);
        let number = self.arrivals.keep(turn, &leg, cost, most, from);
        self.look_around(domain, number, turn.corner);
    }

    /// Sends sights over everything that a turn may look at.
    fn look_around(&mut self, domain: &Domain, number: u32, corner: CornerId) {
        let root = self.root(number);
        let is_left = root.end.hand == Some(Hand::Left);
        let passing = root.passing(self.arrivals.list[number as usize].most);
        // A leg starts beside the corner, and what is in its way is seen from the corner between the direction across the
        // leg and the leg: so from across the arriving leg on, around the hand's way.
        let across = if is_left { -root.direction.left() } else { root.direction.left() };
        let at = root.end.at;
        let sides: Vec<SideId> = domain.fan(corner).collect();
        let holds = |side: &SideId| {
            let [x, y] = domain.side_points(side.next()).map(|p| p - at);
            x.cross(across) >= -STRAIGHT * x.length() && across.cross(y) >= -STRAIGHT * y.length()
        };
        let range = if is_left {
            sides.iter().position(holds).unwrap_or(0)..sides.len()
        } else {
            0..sides.iter().rposition(holds).map_or(sides.len(), |k| k + 1)
        };
        for (k, &side) in sides[range].iter().enumerate() {
            let ends = domain.side_corners(side.next());
            if k == 0 {
                self.offer(domain, &root, ends[0], passing);
            }
            self.offer(domain, &root, ends[1], passing);
            if self.goal_triangles.contains(&side.triangle()) {
                self.aim(domain, number);
            }
            self.send(domain, &root, side.next(), ends, Look { passing, least: 0.0, cut: NONE });
        }
    }

    /// A sight over a side of a triangle that it has passed.
    #[inline]
    fn send(&mut self, domain: &Domain, root: &Root, side: SideId, [right, left]: [CornerId; 2], look: Look) {
        let Some(twin) = domain.twin(side) else { return };
        let bounds = [right, left].map(|corner| domain.point(corner));
        let part = root.part(domain.side_points(side), bounds[0], bounds[1]);
        let solid = |k: usize, corner: CornerId| domain.is_solid(corner).then_some(bounds[k]);
        let Some(passing) = root.narrowed(&part, look.passing, solid(0, right), solid(1, left)) else { return };
        let (passing, cut) = match self.arrivals.list.get(look.cut as usize) {
            Some(cheaper) if root.is_beyond(&part, cheaper.leg) => match root.without(&part, passing, cheaper.leg) {
                Some(passing) => (passing, NONE),
                None => return,
            },
            _ => (passing, look.cut),
        };
        let least = look.least.max(root.least(&part, passing, self.goal));
        if least < self.best {
            let look = Look { passing, least, cut };
            self.stack.push(Sight { number: root.number, side: twin, left, right, look });
        }
    }

    /// One step of one sight.
    fn enter(&mut self, domain: &Domain, sight: &Sight) {
        let Sight { number, side, left, right, look } = *sight;
        if self.goal_triangles.contains(&side.triangle()) {
            self.aim(domain, number);
        }
        let root = self.root(number);
        let apex = domain.side(side.prev()).origin;
        let (at, seen) = (root.end.at, domain.point(apex));
        let beyond_left = orient(at, domain.point(left), seen);
        let beyond_right = orient(at, domain.point(right), seen);
        if beyond_left > 0.0 {
            self.send(domain, &root, side.next(), [right, left], look);
        } else if beyond_right < 0.0 {
            self.send(domain, &root, side.prev(), [right, left], look);
        } else {
            let cut = self.offer(domain, &root, apex, look.passing).unwrap_or(look.cut);
            let look = Look { cut, ..look };
            if beyond_left < 0.0 {
                self.send(domain, &root, side.prev(), [apex, left], look);
            }
            if beyond_right > 0.0 {
                self.send(domain, &root, side.next(), [right, apex], look);
            }
        }
    }

    /// Puts the tangents to a corner that is seen into the queue. Returns an arrival there that is cheaper.
    fn offer(&mut self, domain: &Domain, root: &Root, corner: CornerId, passing: Passing) -> Option<u32> {
        let outlines = self.corners.outlines(corner)?;
        let at = domain.point(corner);
        if root.end.at == at {
            return None;
        }
        let offer = |hand: Hand| self.offer_turn(root, Turn { corner, hand }, at, outlines, passing);
        let [left, right] = [Hand::Left, Hand::Right].map(offer);
        left.or(right)
    }

    #[inline]
    fn offer_turn(
        &mut self,
        root: &Root,
        turn: Turn,
        at: Point,
        outlines: [Point; 2],
        passing: Passing,
    ) -> Option<u32> {
        let leg = DiscLeg::new(root.end, LegEnd::turn(at, turn.hand), self.radius)?;
        if passing.excludes(leg.direction()) || !keep_aside(outlines, &leg, leg.to()) {
            return None;
        }
        let cost = self.cost_of(root.number, &leg)?;
        let least = cost + leg.centres()[1].distance(self.goal);
        if least >= self.best {
            return None;
        }
        let known = self.arrivals.cheaper(turn, leg.direction(), cost, self.radius, root.number);
        if !matches!(known, Some((_, true))) {
            let number = self.legs.len() as u32;
            self.legs.push(Untried { from: root.number, turn, cost });
            self.queue.push(Waiting { least, number, is_leg: true });
        }
        known.map(|(number, _)| number).filter(|&number| self.arrivals.list[number as usize].parent != root.number)
    }

    /// What a leg costs, with the turn before it; `None` if the disc does not turn so.
    fn cost_of(&self, number: u32, leg: &DiscLeg) -> Option<f64> {
        let arrival = &self.arrivals.list[number as usize];
        let turn = arrival.turn_to(leg.direction());
        (turn >= -STRAIGHT && turn <= arrival.most).then(|| arrival.cost + self.radius * turn.max(0.0) + leg.length())
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
                let starts = domain.fan(corner).map(SideId::triangle);
                domain.leg_is_free(leg, starts, &mut self.sweeps)
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

fn arc(centre: Point, hand: Hand, radius: f64, before: Point, after: Point) -> Option<Piece> {
    let turn = before.cross(after).atan2(before.dot(after));
    let (is_left, turn) = (hand == Hand::Left, turn.abs());
    let out = if is_left { -before.left() } else { before.left() };
    let sweep = if is_left { turn } else { -turn };
    (turn > STRAIGHT).then(|| Piece::Arc(CircularArc { centre, radius, start: out.y.atan2(out.x), sweep }))
}
