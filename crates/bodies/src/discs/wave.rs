//! Turns and what they see, in the order of the least that a way over them can cost.
//!
//! Sights only look for corners and lose none that a free leg can lead to (`sight`). A leg to a corner waits in the queue
//! unproved: whether it is free is asked when its turn comes, by its stadium, so only for legs that are cheap enough to
//! matter. Then the corner is reached, unless it was before, earlier around it and not dearer, and looks around in its
//! turn: from the direction across the leg, since what is in the way of the next one is seen there.
//!
//! What is searched for is the wave's [`Goal`]: one place, or all of them.

use super::arcs::{Around, Turning};
use super::corners::Corners;
use super::ends::{Ends, end_of};
use super::flat::Flat;
use super::passages::{Admission, Known, Passages};
use super::sight::{Bounds, Look, Part, Passing, Root, Sight};
use super::tolls::Tolls;
use super::turns::{Arrivals, NONE, STRAIGHT, Turn};
use super::waiting::{Kind, Untried, Waiting};
use std::collections::BinaryHeap;
use wayfront_domain::{CornerId, Domain, OpeningEnd, Openings, SideId, SweepMemory, TriangleId};
use wayfront_geometry::{Checkpoints, DiscLeg, Hand, Point, closest_on_segment, orient};

/// What a wave is for.
pub(super) trait Goal: Default + Sized {
    /// Sights go on at once while their least cost is above the queue's by no more than so many radii: their bound is lower
    /// than the truth by about half a radius, and the queue has less to sort.
    const AHEAD: f64;

    /// Few windows cross the same side, so that it is worth a look only when something was claimed there.
    const IS_BRIEF: bool;

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

    /// An arrival at a corner looks for others.
    fn look_around(wave: &mut Wave<Self>, domain: &Domain, number: u32, corner: CornerId) {
        wave.send_around(domain, number, corner);
    }

    /// An arrival offers what costs at least so much: it has waited for that.
    fn resume(_: &mut Wave<Self>, _: &Domain, _number: u32, _least: f64) {}

    /// How far a disc can turn that arrives at a corner.
    fn most(wave: &mut Wave<Self>, domain: &Domain, corner: CornerId, turning: Turning) -> f64 {
        wave.most(domain, corner, turning)
    }

    /// Nothing is in the way of a leg.
    fn is_free(wave: &mut Wave<Self>, domain: &Domain, untried: &Untried, leg: &DiscLeg) -> bool {
        wave.is_free(domain, untried.from, leg)
    }
}

/// A wave and its memory.
#[derive(Debug, Default)]
pub(super) struct Wave<G> {
    pub arrivals: Arrivals,
    pub(super) queue: BinaryHeap<Waiting>,
    sights: Vec<Sight>,
    pub(super) legs: Vec<Untried>,
    stack: Vec<Sight>,
    /// The sides around the corner that looks around.
    fan: Vec<SideId>,
    pub(super) sweeps: SweepMemory,
    pub(super) around: Around,
    pub(super) corners: Corners,
    pub(super) passages: Passages,
    /// Parts of outlines that no path turns around.
    pub openings: Openings,
    pub(super) ends: Ends,
    pub tolls: Tolls,
    pub radius: f64,
    /// The triangles around each of the points from which all starts.
    pub(super) starts: Vec<Vec<TriangleId>>,
    pub goal: G,
}

impl<G: Goal> Wave<G> {
    /// Forgets everything but its memory and what is true for all radii.
    pub fn restart(&mut self, domain: &Domain, radius: f64) {
        self.radius = radius;
        self.corners.prepare(domain, &self.openings);
        let has_outlines_only = self.openings.is_empty() && self.tolls.is_empty();
        self.passages.restart(domain, radius, has_outlines_only);
        self.ends.restart(self.openings.ends());
        self.arrivals.restart(domain.corner_count() + self.openings.ends().len());
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

    /// The end of an opening that the disc touches from the start: it turns around it, and goes in a direction at first.
    pub fn start_turning(&mut self, domain: &Domain, (end, hand): (usize, Hand), direction: Point, cost: f64) -> u32 {
        let OpeningEnd { at, triangles, .. } = &self.openings.ends()[end];
        let turning = Turning { at: *at, hand, direction, radius: self.radius };
        let most = self.around.most(domain, &self.openings, turning, triangles.iter().copied());
        self.starts.push(triangles.clone());
        // Others that come to the same end are compared with it.
        let corner = CornerId((domain.corner_count() + end) as u32);
        self.arrivals.start_turning(Turn { corner, hand }, *at, direction, most, cost)
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
        let triangles = std::mem::take(&mut self.starts[number as usize]);
        self.look_from(domain, number, &triangles);
        self.starts[number as usize] = triangles;
    }

    /// Everything that waits, as long as it may count.
    pub fn propagate(&mut self, domain: &Domain) {
        let mut checkpoints = Checkpoints::default();
        while let Some(next) = self.queue.pop() {
            checkpoints.pass();
            let least = next.least();
            if least >= self.goal.end() {
                break;
            }
            match next.kind() {
                Kind::Leg => self.reach(domain, self.legs[next.index()]),
                Kind::Sight => self.stack.push(self.sights[next.index()]),
                Kind::Rest => G::resume(self, domain, next.index() as u32, least),
            }
            self.run(domain, least + G::AHEAD * self.radius);
        }
    }

    /// Follows sights until those that are left can wait.
    pub fn run(&mut self, domain: &Domain, limit: f64) {
        // Nearly always all of them have the same root.
        let Some(last) = self.stack.last() else { return };
        let mut root = self.root(last.number);
        while let Some(sight) = self.stack.pop() {
            let least = sight.look.least;
            if least >= self.goal.end() {
                continue;
            }
            if least > limit {
                let number = self.sights.len() as u32;
                self.sights.push(sight);
                self.queue.push(Waiting::new(least, Kind::Sight, number));
            } else {
                if root.number != sight.number {
                    root = self.root(sight.number);
                }
                self.enter(domain, &root, &sight);
            }
        }
    }

    #[inline]
    pub(super) fn root(&self, number: u32) -> Root {
        let arrival = &self.arrivals.list[number as usize];
        Root::new(number, arrival.end, arrival.cost, arrival.direction, self.radius)
    }

    /// Sends sights over everything that a turn may look at.
    pub(super) fn send_around(&mut self, domain: &Domain, number: u32, corner: CornerId) {
        if let Some(end) = end_of(&self.openings, domain, corner) {
            let triangles = end.triangles.clone();
            return self.look_from(domain, number, &triangles);
        }
        let root = self.root(number);
        let passing = root.passing(self.arrivals.list[number as usize].worthwhile);
        let is_left = root.end.hand == Some(Hand::Left);
        // A leg starts beside the corner, and what is in its way is seen from the corner between the direction across the
        // leg and the leg: so from across the arriving leg on, around the hand's way.
        let across = if is_left { -root.direction.left() } else { root.direction.left() };
        let at = root.end.at;
        let mut sides = std::mem::take(&mut self.fan);
        sides.clear();
        sides.extend(domain.fan(corner));
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
            self.touch(domain, &root, side, passing);
        }
        for (k, &side) in sides[range].iter().enumerate() {
            let ends = domain.side_corners(side.next());
            if k == 0 {
                self.offer(domain, &root, ends[0], [true; 2], passing);
            }
            self.offer(domain, &root, ends[1], [true; 2], passing);
            G::enter(self, domain, number, side.triangle(), passing, None);
            self.offer_ends(domain, &root, side.triangle(), passing);
            self.send(domain, &root, side.next(), ends, Look::new(passing));
        }
        self.fan = sides;
    }

    /// A sight over a side of a triangle that it has passed.
    #[inline]
    pub(super) fn send(
        &mut self,
        domain: &Domain,
        root: &Root,
        side: SideId,
        [right, left]: [CornerId; 2],
        mut look: Look,
    ) {
        let Some(twin) = domain.twin(side) else { return };
        let bounds = [right, left].map(|corner| domain.point(corner));
        let part = root.part(domain.side_points(side), bounds);
        let is_solid = |k: usize| self.openings.is_solid(domain, if k == 0 { right } else { left });
        let seen = bounds.map(|p| p - root.end.at);
        if !root.narrow(&part, (&mut look.passing, &mut look.counted), seen, is_solid) {
            return;
        }
        if let Some(cheaper) = self.arrivals.list.get(look.cut as usize)
            && root.is_beyond(&part, cheaper.leg)
        {
            let Some(passing) = root.without(&part, look.passing, cheaper.leg) else { return };
            (look.passing, look.cut) = (passing, NONE);
        }
        look.least = look.least.max(self.goal.least(root, &part, look.passing));
        if look.least >= self.goal.end() {
            return;
        }
        match look.beside {
            // Only what a disc touches before it has crossed that side still counts.
            Some(crossed) if !is_within(domain, crossed, domain.side_points(side), self.radius) => return,
            Some(_) => {}
            None => match self.admission(domain, root, side, look.passing) {
                Admission::Through => {}
                Admission::Beside => look.beside = Some(side),
                Admission::Nothing => return,
            },
        }
        self.stack.push(Sight { number: root.number, side: twin, left, right, look });
    }

    /// Whether something cheaper is known for every leg that crosses a side here.
    #[inline]
    fn admission(&mut self, domain: &Domain, root: &Root, side: SideId, passing: Passing) -> Admission {
        let Self { arrivals, tolls, openings, passages, radius, .. } = self;
        // Nobody has claimed anything here, and there is a gap between the ends.
        if G::IS_BRIEF && !passages.is_looked_at(side) && domain.side(side).length > 2.0 * *radius {
            return Admission::Through;
        }
        let known = Known { arrivals, tolls, openings, radius: *radius };
        passages.admission(known, domain, root, side, passing)
    }

    /// A root is at an end of a side.
    fn touch(&mut self, domain: &Domain, root: &Root, side: SideId, passing: Passing) {
        let Self { arrivals, tolls, openings, passages, radius, .. } = self;
        let known = Known { arrivals, tolls, openings, radius: *radius };
        passages.touch(known, domain, root, side, passing);
    }

    /// One step of one sight.
    fn enter(&mut self, domain: &Domain, root: &Root, sight: &Sight) {
        let Sight { number, side, left, right, look } = *sight;
        if look.beside.is_none() {
            G::enter(self, domain, number, side.triangle(), look.passing, Some([right, left]));
        }
        self.offer_ends(domain, root, side.triangle(), look.passing);
        let apex = domain.side(side.prev()).origin;
        let (at, seen) = (root.end.at, domain.point(apex));
        let beyond_left = orient(at, domain.point(left), seen);
        let beyond_right = orient(at, domain.point(right), seen);
        if beyond_left > 0.0 {
            self.send(domain, root, side.next(), [right, left], look);
        } else if beyond_right < 0.0 {
            self.send(domain, root, side.prev(), [right, left], look);
        } else {
            let is_needless = look.beside.is_some_and(|crossed| !is_within(domain, crossed, [seen; 2], self.radius));
            // A leg on the same hand along the bound touches the corner there: it is offered to that one, and goes on.
            let is_touched = |corner: CornerId| {
                look.beside.is_none()
                    && self.openings.is_empty()
                    && self.corners.outlines(corner).is_some()
                    && at.distance(domain.point(corner)) < at.distance(seen)
            };
            let hands = match root.end.hand {
                Some(Hand::Left) if beyond_left == 0.0 && is_touched(left) => [false, true],
                Some(Hand::Right) if beyond_right == 0.0 && is_touched(right) => [true, false],
                _ => [true; 2],
            };
            let cheaper = if is_needless { None } else { self.offer(domain, root, apex, hands, look.passing) };
            let look = Look { cut: cheaper.unwrap_or(look.cut), ..look };
            let [is_right, is_left] = look.counted;
            if beyond_left < 0.0 {
                self.send(domain, root, side.prev(), [apex, left], Look { counted: [false, is_left], ..look });
            }
            if beyond_right > 0.0 {
                self.send(domain, root, side.next(), [right, apex], Look { counted: [is_right, false], ..look });
            }
        }
    }
}

/// A segment that does not cross a side comes within a radius of it: at one of their ends.
fn is_within(domain: &Domain, side: SideId, [p, q]: [Point; 2], radius: f64) -> bool {
    let [a, b] = domain.side_points(side);
    let reach = radius * (1.0 + STRAIGHT);
    let is_near = |x: Point, [a, b]: [Point; 2]| {
        let apart = closest_on_segment(a, b, x) - x;
        apart.dot(apart) <= reach * reach
    };
    is_near(p, [a, b]) || is_near(q, [a, b]) || p != q && (is_near(a, [p, q]) || is_near(b, [p, q]))
}
