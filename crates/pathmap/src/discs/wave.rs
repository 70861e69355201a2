//! Turns and what they see, in the order of the least that a way over them can cost.
//!
//! Sights only look for corners and lose none that a free leg can lead to (`sight`). A leg to a corner waits in the queue
//! unproved: whether it is free is asked when its turn comes, by its stadium, so only for legs that are cheap enough to
//! matter. Then the corner is reached, unless it was before, earlier around it and not dearer, and looks around in its
//! turn: from the direction across the leg, since what is in the way of the next one is seen there.
//!
//! What is searched for is the wave's [`Goal`]: one place, or all of them.

use super::arcs::{Around, Turning};
use super::corners::{Corners, keep_aside};
use super::flat::Flat;
use super::sight::{Bounds, Look, Part, Passing, Root, Sight};
use super::tolls::Tolls;
use super::turns::{Arrivals, NONE, STRAIGHT, Turn};
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use wayfront_domain::{CornerId, Domain, Openings, SideId, SweepMemory, TriangleId};
use wayfront_geometry::{DiscLeg, Hand, LegEnd, Point, orient};

/// Sights go on at once while their least cost is above the queue's by no more than this share of the radius: their bound
/// is lower than the truth by about as much, and the queue has less to sort.
const AHEAD: f64 = 0.5;

/// What a wave is for.
pub(super) trait Goal: Default + Sized {
    /// No way that crosses a part of a side costs less, once it has come to what counts.
    fn least(&self, root: &Root, part: &Part, passing: Passing) -> f64;

    /// The same for a leg that ends in a place.
    fn least_after(&self, cost: f64, at: Point) -> f64;

    /// What costs as much is too late.
    fn end(&self) -> f64;

    /// An arrival may see something of a triangle, in these directions and between these corners.
    fn enter(
        wave: &mut Wave<Self>,
        domain: &Domain,
        number: u32,
        triangle: TriangleId,
        passing: Passing,
        bounds: Bounds,
    );

    /// Nothing cheaper is known for every leg that crosses a side here.
    #[inline]
    fn admits(_: &mut Wave<Self>, _: &Domain, _: &Root, _: SideId, _: Passing) -> bool {
        true
    }

    /// A root is at an end of a side.
    #[inline]
    fn touch(_: &mut Wave<Self>, _: &Domain, _: &Root, _: SideId, _: Passing) {}
}

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

/// A wave and its memory.
#[derive(Debug, Default)]
pub(super) struct Wave<G> {
    pub arrivals: Arrivals,
    queue: BinaryHeap<Waiting>,
    sights: Vec<Sight>,
    legs: Vec<Untried>,
    stack: Vec<Sight>,
    sweeps: SweepMemory,
    around: Around,
    corners: Corners,
    /// Parts of outlines that are in nobody's way.
    pub openings: Openings,
    pub tolls: Tolls,
    pub radius: f64,
    /// The triangles around each of the points from which all starts.
    pub(super) starts: Vec<Vec<TriangleId>>,
    pub goal: G,
}

impl<G: Goal> Wave<G> {
    /// The corners are others from now on.
    pub fn forget_domain(&mut self) {
        self.corners = Corners::default();
    }

    /// Forgets everything but its memory and what is true for all radii.
    pub fn restart(&mut self, domain: &Domain, radius: f64) {
        self.radius = radius;
        self.corners.prepare(domain);
        self.arrivals.restart(domain.corner_count());
        self.queue.clear();
        self.sights.clear();
        self.legs.clear();
        self.starts.clear();
    }

    /// A point to start from, at a cost. All of them come before anything runs.
    pub fn start(&mut self, at: Point, triangles: Vec<TriangleId>, cost: f64) -> u32 {
        self.starts.push(triangles);
        self.arrivals.start(at, cost)
    }

    /// A place that the disc touches from the start: it turns around it, and goes in a direction at first.
    pub fn start_turning(
        &mut self,
        domain: &Domain,
        end: LegEnd,
        direction: Point,
        triangles: Vec<TriangleId>,
        cost: f64,
    ) -> u32 {
        let turning = Turning { at: end.at, hand: end.hand.unwrap_or(Hand::Left), direction, radius: self.radius };
        let most = self.around.most(domain, &self.openings, turning, triangles.iter().copied());
        self.starts.push(triangles);
        self.arrivals.start_turning(end, direction, most, cost)
    }

    /// A side of a segment to start from.
    pub fn start_flat(&mut self, flat: Flat, triangles: Vec<TriangleId>, cost: f64) -> u32 {
        self.starts.push(triangles);
        self.arrivals.start_flat(flat, cost)
    }

    /// All that something from which all starts sees.
    pub fn look_from_start(&mut self, domain: &Domain, number: u32) {
        let start = &self.arrivals.list[number as usize];
        if let Some(&flat) = self.arrivals.flats.get(start.flat as usize) {
            return self.look_from_flat(domain, number, flat);
        }
        let most = start.most;
        let root = self.root(number);
        let open = root.passing(most);
        for triangle in self.starts[number as usize].clone() {
            G::enter(self, domain, number, triangle, open, None);
            for side in triangle.sides() {
                self.offer(domain, &root, domain.side(side).origin, open);
                let [right, left] = domain.side_corners(side);
                self.send(domain, &root, side, [right, left], Look::new(open));
            }
        }
    }

    /// Everything that waits, as long as it may count.
    pub fn propagate(&mut self, domain: &Domain) {
        while let Some(next) = self.queue.pop() {
            if next.least >= self.goal.end() {
                break;
            }
            if next.is_leg {
                self.reach(domain, self.legs[next.number as usize]);
            } else {
                self.stack.push(self.sights[next.number as usize]);
            }
            self.run(domain, next.least + AHEAD * self.radius);
        }
    }

    /// Follows sights until those that are left can wait.
    pub fn run(&mut self, domain: &Domain, limit: f64) {
        while let Some(sight) = self.stack.pop() {
            let least = sight.look.least;
            if least >= self.goal.end() {
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

    fn root(&self, number: u32) -> Root {
        let arrival = &self.arrivals.list[number as usize];
        Root::new(number, arrival.end, arrival.cost, arrival.direction, self.radius)
    }

    /// A corner whose turn has come is reached, if the leg to it is free and nothing better is known.
    fn reach(&mut self, domain: &Domain, leg: Untried) {
        let Untried { from, turn, cost } = leg;
        let end = LegEnd::turn(domain.point(turn.corner), turn.hand);
        let Some(leg) = self.arrivals.leg(from, end, self.radius) else { return };
        let direction = leg.direction();
        let known = self.arrivals.cheaper(turn, &leg, cost, from, &self.tolls);
        if matches!(known, Some((_, true)))
            || self.arrivals.is_late(turn, &leg, cost, &self.tolls)
            || !self.is_free(domain, from, &leg)
        {
            return;
        }
        let turning = Turning { at: end.at, hand: turn.hand, direction, radius: self.radius };
        let fan = domain.fan(turn.corner).map(SideId::triangle);
        let most = self.around.most(domain, &self.openings, turning, fan);
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
        for &side in &sides[range.clone()] {
            G::touch(self, domain, &root, side, passing);
        }
        for (k, &side) in sides[range].iter().enumerate() {
            let ends = domain.side_corners(side.next());
            if k == 0 {
                self.offer(domain, &root, ends[0], passing);
            }
            self.offer(domain, &root, ends[1], passing);
            G::enter(self, domain, number, side.triangle(), passing, None);
            self.send(domain, &root, side.next(), ends, Look::new(passing));
        }
    }

    /// A sight over a side of a triangle that it has passed.
    #[inline]
    fn send(&mut self, domain: &Domain, root: &Root, side: SideId, [right, left]: [CornerId; 2], look: Look) {
        let Some(twin) = domain.twin(side) else { return };
        let bounds = [right, left].map(|corner| domain.point(corner));
        let part = root.part(domain.side_points(side), bounds[0], bounds[1]);
        let solid = |k: usize, corner: CornerId| self.openings.is_solid(domain, corner).then_some(bounds[k]);
        let Some(passing) = root.narrowed(&part, look.passing, solid(0, right), solid(1, left)) else { return };
        let (passing, cut) = match self.arrivals.list.get(look.cut as usize) {
            Some(cheaper) if root.is_beyond(&part, cheaper.leg) => match root.without(&part, passing, cheaper.leg) {
                Some(passing) => (passing, NONE),
                None => return,
            },
            _ => (passing, look.cut),
        };
        let least = look.least.max(self.goal.least(root, &part, passing));
        if least >= self.goal.end() {
            return;
        }
        let mut beside = look.beside;
        match beside {
            // Only what a disc touches before it has crossed that side still counts.
            Some(crossed) if !is_within(domain, crossed, domain.side_points(side), self.radius) => return,
            Some(_) => {}
            None if !G::admits(self, domain, root, side, passing) => beside = Some(side),
            None => {}
        }
        let look = Look { passing, least, cut, beside };
        self.stack.push(Sight { number: root.number, side: twin, left, right, look });
    }

    /// One step of one sight.
    fn enter(&mut self, domain: &Domain, sight: &Sight) {
        let Sight { number, side, left, right, look } = *sight;
        if look.beside.is_none() {
            let bounds = [right, left].map(|corner| domain.point(corner));
            G::enter(self, domain, number, side.triangle(), look.passing, Some(bounds));
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
            let is_needless = look.beside.is_some_and(|crossed| !is_within(domain, crossed, [seen; 2], self.radius));
            let cheaper = if is_needless { None } else { self.offer(domain, &root, apex, look.passing) };
            let look = Look { cut: cheaper.unwrap_or(look.cut), ..look };
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
        self.queue_leg(root.number, turn, &leg)
    }

    /// Puts a leg to a corner into the queue, if the disc can turn there.
    pub(super) fn offer_leg(&mut self, number: u32, turn: Turn, leg: &DiscLeg) {
        if let Some(outlines) = self.corners.outlines(turn.corner)
            && keep_aside(outlines, leg, leg.to())
        {
            self.queue_leg(number, turn, leg);
        }
    }

    #[inline]
    fn queue_leg(&mut self, from: u32, turn: Turn, leg: &DiscLeg) -> Option<u32> {
        let cost = self.cost_of(from, leg)?;
        let least = self.goal.least_after(cost, leg.centres()[1]);
        if least >= self.goal.end() {
            return None;
        }
        let known = self.arrivals.cheaper(turn, leg, cost, from, &self.tolls);
        if !matches!(known, Some((_, true))) {
            let number = self.legs.len() as u32;
            self.legs.push(Untried { from, turn, cost });
            self.queue.push(Waiting { least, number, is_leg: true });
        }
        known.map(|(number, _)| number).filter(|&number| self.arrivals.list[number as usize].parent != from)
    }

    /// What a leg costs, with the turn before it; `None` if the disc does not turn so.
    pub fn cost_of(&self, number: u32, leg: &DiscLeg) -> Option<f64> {
        self.arrivals.list[number as usize].cost_of(leg, &self.tolls)
    }

    /// Parts of outlines that are in nobody's way, if there are any.
    #[inline]
    pub fn openings(&self) -> Option<&Openings> {
        (!self.openings.is_empty()).then_some(&self.openings)
    }

    /// Nothing is in the way of a leg that starts from an arrival.
    pub fn is_free(&mut self, domain: &Domain, number: u32, leg: &DiscLeg) -> bool {
        let openings = (!self.openings.is_empty()).then_some(&self.openings);
        match self.arrivals.list[number as usize].corner {
            Some(corner) => {
                let starts = domain.fan(corner).map(SideId::triangle);
                domain.leg_is_free_through(leg, starts, &mut self.sweeps, openings)
            }
            None => {
                let starts = self.starts[number as usize].iter().copied();
                domain.leg_is_free_through(leg, starts, &mut self.sweeps, openings)
            }
        }
    }
}

/// A segment comes within a radius of a side.
fn is_within(domain: &Domain, side: SideId, segment: [Point; 2], radius: f64) -> bool {
    wayfront_geometry::Piece::Straight(domain.side_points(side)).distance(&wayfront_geometry::Piece::Straight(segment))
        <= radius * (1.0 + STRAIGHT)
}
