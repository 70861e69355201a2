//! The shortest way of a disc between two points: best first, in the order of the straight distance to the goal.

use super::gaps::narrowest;
use super::route::{DiscPath, pieces};
use super::sight::{Bounds, Part, Passing, Root};
use super::turns::NONE;
use super::wave::{Goal, Wave};
use wayfront_domain::{Domain, Openings, TriangleId};
use wayfront_geometry::{DiscLeg, LegEnd, Point};

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
}

impl Default for OnePlace {
    fn default() -> Self {
        Self { at: Point::default(), triangles: Vec::new(), best: f64::INFINITY, last: NONE, aimed: Vec::new() }
    }
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
        let triangles = |p: Point| domain.locate(p).map(|spot| domain.triangles_at(spot)).unwrap_or_default();
        let wave = &mut self.wave;
        wave.restart(domain, radius);
        let start = wave.start(from, triangles(from), 0.0);
        wave.goal.aimed.clear();
        (wave.goal.at, wave.goal.triangles) = (to, triangles(to));
        (wave.goal.best, wave.goal.last) = (f64::INFINITY, NONE);
        if from == to {
            (wave.goal.best, wave.goal.last) = (0.0, start);
            return 0.0;
        }
        aim(wave, domain, start);
        if wave.goal.best.is_infinite() {
            wave.look_from_start(domain, start);
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
