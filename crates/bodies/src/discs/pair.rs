//! The shortest way of a disc between two points: best first, in the order of the straight distance to the goal.
//!
//! Corners know to which others tangents may lead from there (`bitangents`), so a turn takes those of them that lie in its
//! directions; the goal knows which corners see it. Where a place sees too much for a list, windows look for corners as they do for maps.

use super::arcs::Turning;
use super::bitangents::Legs;
use super::gaps::narrowest;
use super::route::{DiscPath, pieces};
use super::sight::{Bounds, Part, Passing, Root};
use super::straight::least_angle;
use super::turns::{NONE, Turn};
use super::visible::Walk;
use super::waiting::{Kind, Untried, Waiting};
use super::wave::{Goal, Wave};
use wayfront_domain::{CornerId, Domain, Openings, TriangleId};
use wayfront_geometry::{DiscLeg, Hand, LegEnd, Point};

/// Radii by which legs that have their turn together may differ in what they cost at least; a radius counts for no less
/// than a share of a triangle's width.
const STEP: f64 = 6.0;
const NARROW: f64 = 0.5;

/// One place.
#[derive(Debug)]
pub(crate) struct OnePlace {
    at: Point,
    triangles: Vec<TriangleId>,
    /// The cheapest way so far, and the arrival at its last turn.
    best: f64,
    last: u32,
    /// Arrivals whose leg to the goal was tried.
    aimed: Vec<bool>,
    legs: Legs,
    walk: Walk,
    /// For each corner the last search whose goal it saw.
    seen: Vec<u32>,
    search: u32,
    /// The goal sees too much for a list of corners.
    is_seen_widely: bool,
    /// What the start sees.
    ahead: Vec<CornerId>,
    /// By how much legs that have their turn together differ.
    step: f64,
}

impl Default for OnePlace {
    fn default() -> Self {
        Self {
            at: Point::default(),
            triangles: Vec::new(),
            best: f64::INFINITY,
            last: NONE,
            aimed: Vec::new(),
            legs: Legs::default(),
            walk: Walk::default(),
            seen: Vec::new(),
            search: 0,
            is_seen_widely: false,
            ahead: Vec::new(),
            step: 0.0,
        }
    }
}

impl OnePlace {
    /// The next goal.
    fn restart(&mut self, domain: &Domain, at: Point, radius: f64) {
        (self.at, self.triangles) = (at, triangles_at(domain, at));
        (self.best, self.last) = (f64::INFINITY, NONE);
        self.aimed.clear();
        if self.search == u32::MAX {
            self.search = 0;
            self.seen.fill(0);
        }
        self.search += 1;
        self.seen.resize(domain.corner_count(), 0);
        self.step = STEP * radius.max(NARROW * domain.triangle_width());
    }

    /// Marks the corners that see the goal.
    fn mark(&mut self, domain: &Domain) {
        let Self { walk, seen, search, .. } = self;
        let is_whole =
            walk.look_from_point(domain, self.at, &self.triangles, |corner| seen[corner.corner.index()] = *search);
        self.is_seen_widely = !is_whole;
    }

    fn may_be_seen_from(&self, corner: CornerId) -> bool {
        self.is_seen_widely || self.seen[corner.index()] == self.search
    }
}

fn triangles_at(domain: &Domain, p: Point) -> Vec<TriangleId> {
    domain.locate(p).map(|spot| domain.triangles_at(spot)).unwrap_or_default()
}

impl Goal for OnePlace {
    const AHEAD: f64 = 0.5;
    const IS_BRIEF: bool = true;

    #[inline]
    fn least(&self, root: &Root, part: &Part, passing: Passing) -> f64 {
        root.least(part, passing, self.at)
    }

    #[inline]
    fn least_after(&self, cost: f64, at: Point) -> f64 {
        cost + at.distance(self.at)
    }

    #[inline]
    fn end(&self) -> f64 {
        self.best
    }

    #[inline]
    fn enter(wave: &mut Wave<Self>, domain: &Domain, number: u32, triangle: TriangleId, _: Passing, _: Bounds) {
        if wave.goal.triangles.contains(&triangle) {
            aim(wave, domain, number);
        }
    }

    fn look_around(wave: &mut Wave<Self>, domain: &Domain, number: u32, corner: CornerId) {
        if !take_legs(wave, domain, number, corner, f64::NEG_INFINITY) {
            wave.send_around(domain, number, corner);
        } else if wave.goal.may_be_seen_from(corner) {
            aim(wave, domain, number);
        }
    }

    fn resume(wave: &mut Wave<Self>, domain: &Domain, number: u32, least: f64) {
        match wave.arrivals.list[number as usize].corner {
            Some(corner) => {
                take_legs(wave, domain, number, corner, least);
            }
            None => take_ahead(wave, domain, number, least),
        }
    }

    fn most(wave: &mut Wave<Self>, domain: &Domain, corner: CornerId, turning: Turning) -> f64 {
        let Wave { goal, corners, around, .. } = wave;
        let turn = Turn { corner, hand: turning.hand };
        let most = goal.legs.most(domain, (corners, around), turn, turning);
        most.unwrap_or_else(|| wave.most(domain, corner, turning))
    }

    #[inline]
    fn is_free(wave: &mut Wave<Self>, domain: &Domain, untried: &Untried, leg: &DiscLeg) -> bool {
        wave.goal.legs.is_free(untried.kept).unwrap_or_else(|| {
            let is_free = wave.is_free(domain, untried.from, leg);
            wave.goal.legs.set_free(untried.kept, is_free);
            is_free
        })
    }
}

/// Which legs of an arrival have their turn now: those that cost so much at least, and not much more. The rest waits for the
/// least of what it costs, as one: most of it never has its turn. What costs just as much as the first has its turn, however
/// small the step is beside it.
struct Share {
    since: f64,
    until: f64,
    rest: f64,
}

impl Share {
    fn of(wave: &Wave<OnePlace>, root: &Root, since: f64) -> Self {
        let first = since.max(root.cost + root.end.at.distance(wave.goal.at));
        Self { since, until: first + wave.goal.step, rest: f64::INFINITY }
    }

    /// A leg that costs at least so much has its turn now.
    #[inline]
    fn holds(&mut self, least: f64) -> bool {
        if least > self.until {
            self.rest = self.rest.min(least);
        }
        least >= self.since && least <= self.until
    }

    /// The rest waits.
    fn leave(self, wave: &mut Wave<OnePlace>, number: u32) {
        if self.rest < wave.goal.best {
            wave.queue.push(Waiting::new(self.rest, Kind::Rest, number));
        }
    }
}

/// Puts legs that leave a turn into the queue; false if it sees too much for a list of them.
fn take_legs(wave: &mut Wave<OnePlace>, domain: &Domain, number: u32, corner: CornerId, since: f64) -> bool {
    let root = wave.root(number);
    let Some(hand) = root.end.hand else { return false };
    let turn = Turn { corner, hand };
    let directions = (root.direction, wave.arrivals.list[number as usize].worthwhile);
    let (goal, radius) = (wave.goal.at, root.radius);
    let mut share = Share::of(wave, &root, since);
    let is_due = |length: f64, at: Point| share.holds(root.cost + length + (at.distance(goal) - radius).max(0.0));
    if !wave.goal.legs.find_due(domain, &wave.corners, turn, directions, is_due) {
        return false;
    }
    for k in 0..wave.goal.legs.due.len() {
        let leg = wave.goal.legs.due[k];
        let cost = root.cost + radius * least_angle(root.direction, leg.direction) + leg.length;
        let aside = if leg.turn.hand == Hand::Left { -radius } else { radius };
        let least = cost + (leg.at + leg.direction.left() * aside).distance(goal);
        wave.queue_kept(number, leg.turn, leg.direction, [cost, least], leg.id);
    }
    share.leave(wave, number);
    true
}

/// Looks from the start.
fn look_from_start(wave: &mut Wave<OnePlace>, domain: &Domain, start: u32) {
    let at = wave.arrivals.list[start as usize].end.at;
    let OnePlace { walk, ahead, .. } = &mut wave.goal;
    ahead.clear();
    if walk.look_from_point(domain, at, &wave.starts[start as usize], |seen| ahead.push(seen.corner)) {
        take_ahead(wave, domain, start, f64::NEG_INFINITY);
    } else {
        wave.look_from_start(domain, start);
    }
}

/// Puts tangents that leave the start into the queue.
fn take_ahead(wave: &mut Wave<OnePlace>, domain: &Domain, start: u32, since: f64) {
    let root = wave.root(start);
    let goal = wave.goal.at;
    let mut share = Share::of(wave, &root, since);
    let ahead = std::mem::take(&mut wave.goal.ahead);
    for &corner in &ahead {
        // A point at a distance is reached by a tangent; then the goal is no nearer than from the corner, less a radius.
        let at = domain.point(corner);
        let square = (at - root.end.at).dot(at - root.end.at) - root.radius * root.radius;
        let least = root.cost + square.max(0.0).sqrt() + (at.distance(goal) - root.radius).max(0.0);
        if share.holds(least) {
            wave.offer(domain, &root, corner, [true; 2], Passing::default());
        }
    }
    wave.goal.ahead = ahead;
    share.leave(wave, start);
}

/// Tries the last leg.
fn aim(wave: &mut Wave<OnePlace>, domain: &Domain, number: u32) {
    let goal = &mut wave.goal;
    goal.aimed.resize(wave.arrivals.list.len().max(goal.aimed.len()), false);
    if std::mem::replace(&mut goal.aimed[number as usize], true) {
        return;
    }
    let (at, best) = (goal.at, goal.best);
    let from = wave.arrivals.list[number as usize].end;
    let Some(leg) = DiscLeg::new(from, LegEnd::point(at), wave.radius) else { return };
    let Some(cost) = wave.cost_of(number, &leg) else { return };
    if cost < best && wave.is_free(domain, number, &leg) {
        (wave.goal.best, wave.goal.last) = (cost, number);
    }
}

/// The memory of searches for discs.
#[derive(Debug, Default)]
pub(crate) struct DiscWork {
    wave: Wave<OnePlace>,
}

impl DiscWork {
    /// The length of the shortest way; infinite if there is none. Both points must have room for the disc, and the
    /// radius must be above 0.
    pub fn search(&mut self, domain: &Domain, [from, to]: [Point; 2], radius: f64) -> f64 {
        let wave = &mut self.wave;
        wave.restart(domain, radius);
        wave.goal.restart(domain, to, radius);
        wave.goal.legs.restart(domain, &mut wave.corners, radius);
        let start = wave.start(from, triangles_at(domain, from), 0.0);
        if from == to {
            (wave.goal.best, wave.goal.last) = (0.0, start);
            return 0.0;
        }
        aim(wave, domain, start);
        if wave.goal.best.is_infinite() {
            wave.goal.mark(domain);
            look_from_start(wave, domain, start);
            wave.run(domain, from.distance(to));
            wave.propagate(domain);
        }
        wave.goal.best
    }

    /// The way that was found last.
    pub fn route(&self, domain: &Domain) -> DiscPath {
        let OnePlace { at, best, last, .. } = self.wave.goal;
        let radius = self.wave.radius;
        let pieces = pieces(&self.wave.arrivals, last, at, radius);
        let narrowest = narrowest(domain, &Openings::default(), &pieces);
        DiscPath { radius, length: best, pieces, narrowest }
    }
}
