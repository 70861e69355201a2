//! Fastest paths on terms, slow and obviously right: Dijkstra over pairs of a corner and a speed, every pair tried.
//!
//! A leg is straight. It leaves its first vertex within one sector of the gated domain and arrives in one at its
//! second; a path in another sector of the same vertex goes around the ends of gates first, and pays for each. Gates
//! that a leg crosses are found by trying all. A leg may pass vertices: there it also goes around the ends of
//! gates, but does not turn, so no weight has to be taken. A leg that goes on along a gate stays on its side of it.
//!
//! A leg may start at any point of a segment source. It starts at an end, at a foot, or where the segment crosses a gate
//! or comes by a corner, just before it or just behind: between these a leg that starts elsewhere can be turned and gets shorter, until a corner
//! stops it. So it may also start where the line through its end and any corner meets the segment; it is then taken as
//! two straight parts, and does not turn at the corner.
//!
//! Paths turn at corners of the free space without gates. Vertices that are there for the sake of gates are passed.

use super::is_crossed;
use crate::paths::beside_walls;
use wayfront_domain::{CornerId, Domain, SideId};
use wayfront_geometry::{Point, closest_on_segment, crossing, orient};
use wayfront_pathmap::{Price, Terms};
use wayfront_world::{Source, World};

/// How far before and behind a gate a source is cut: less than costs are compared by.
const BESIDE: f64 = 1e-12;

/// How far a corner may lie beside a segment that runs through it but for rounding.
const MISSED: f64 = 1e-14;

/// Fastest paths on terms.
pub struct TermsOracle<'a> {
    /// Without gates: what sees what.
    open: &'a Domain,
    /// With gates: sectors.
    gated: &'a Domain,
    /// The sides on gates, one of both faces: a gate is led through vertices that it misses by rounding.
    gates: Vec<(SideId, [Point; 2])>,
    terms: &'a Terms,
    /// Where a leg from a source may start, but for feet, each with its offset.
    starts: Vec<(Point, f64)>,
    segments: Vec<([Point; 2], f64)>,
    is_lenient: bool,
    /// Speed 0 stands for the start's.
    speeds: Vec<f64>,
    /// Per speed and corner.
    pub costs: Vec<Vec<f64>>,
}

/// An end of a leg: a point, and if it is a vertex, in which of its sectors.
#[derive(Clone, Copy)]
struct Stop {
    at: Point,
    sector: Option<CornerId>,
}

/// What was paid on a leg so far, in length and in time, and what the rest of it costs per length.
#[derive(Clone, Copy)]
struct Paid {
    length: f64,
    delay: f64,
    factor: f64,
}

impl<'a> TermsOracle<'a> {
    /// The oracle of a domain without and with its gates.
    #[must_use]
    pub fn of(open: &'a Domain, gated: &'a Domain, terms: &'a Terms, sources: &[Source]) -> Self {
        Self::new(open, gated, terms, sources, true)
    }

    /// Where a leg from within a segment starts is rounded: whether it passes a slow corner that it touches may differ in
    /// the last bit. A strict oracle takes such legs only where they are straight exactly; the truth is one or the other.
    #[must_use]
    pub fn strict(open: &'a Domain, gated: &'a Domain, terms: &'a Terms, sources: &[Source]) -> Self {
        Self::new(open, gated, terms, sources, false)
    }

    fn new(open: &'a Domain, gated: &'a Domain, terms: &'a Terms, sources: &[Source], is_lenient: bool) -> Self {
        let mut speeds: Vec<f64> = terms.weights.iter().map(|w| w.weight).collect();
        speeds.sort_unstable_by(f64::total_cmp);
        speeds.dedup();
        speeds.insert(0, 1.0);
        let count = gated.corner_count();
        let costs = vec![vec![f64::INFINITY; count]; speeds.len()];
        let (starts, segments) = (Vec::new(), Vec::new());
        let sides = gated.gate_sides().filter(|&side| gated.gate(side).is_some_and(|gate| side < gate.beyond));
        let gates = sides.map(|side| (side, gated.side_points(side))).collect();
        let mut oracle = Self { open, gated, gates, terms, starts, segments, is_lenient, speeds, costs };
        sources.iter().for_each(|source| oracle.add(source));
        oracle.solve();
        oracle
    }

    fn add(&mut self, source: &Source) {
        let points = source.shape.points();
        self.starts.extend(points.iter().map(|&p| (p, source.offset)));
        for leg in points.windows(2) {
            let [a, b] = [leg[0], leg[1]];
            self.segments.push(([a, b], source.offset));
            // At a corner that the segment passes a leg starts at the ordinary speed: no leg has ended there.
            let is_passed = |p: &Point| orient(a, b, *p) == 0.0 && (*p - a).dot(*p - b) < 0.0;
            let passed = self.gated.corner_points().iter().filter(|p| is_passed(p));
            self.starts.extend(passed.map(|&p| (p, source.offset)));
            let crossed = self.gates.iter().filter(|&&(_, gate)| is_crossed(gate, a, b));
            let cuts = crossed.map(|&(_, [u, v])| crossing(a, b, u, v));
            // What ends in a corner that the segment misses by rounding cuts it there as well.
            let is_missed = |&at: &Point| at != a && at != b && at.distance(closest_on_segment(a, b, at)) < MISSED;
            let missed = self.gated.corner_points().iter().copied().filter(is_missed);
            for at in cuts.chain(missed.map(|at| closest_on_segment(a, b, at))) {
                let beside = [a, b].into_iter().filter(|&end| at.distance(end) > BESIDE);
                self.starts.extend(beside.map(|end| (at + (end - at) * (BESIDE / at.distance(end)), source.offset)));
            }
        }
    }

    /// Where a leg from a source to `p` may start.
    fn starts_for(&self, p: Point) -> Vec<(Point, f64)> {
        let feet = self.segments.iter().map(|&([a, b], offset)| (closest_on_segment(a, b, p), offset));
        self.starts.iter().copied().chain(feet).collect()
    }

    /// The least cost of a leg from a segment that touches some corner on the way: from the corner on it is straight, and
    /// before it as well.
    fn touching(&self, end: Stop) -> f64 {
        let mut best = f64::INFINITY;
        if self.terms.weights.iter().all(|w| w.weight >= 1.0) {
            return best;
        }
        for &([a, b], offset) in &self.segments {
            for corner in (0..self.gated.corner_count()).map(|c| self.stop(c)).filter(|corner| corner.at != end.at) {
                let (left, right) = (orient(end.at, corner.at, a), orient(end.at, corner.at, b));
                if !(left > 0.0 && right < 0.0 || left < 0.0 && right > 0.0) {
                    continue;
                }
                let start = a.lerp(b, left / (left - right));
                let is_exact = || orient(end.at, corner.at, start) == 0.0;
                if (start - corner.at).dot(corner.at - end.at) <= 0.0 || !self.is_lenient && !is_exact() {
                    continue;
                }
                let starts = [start, start.lerp(corner.at, BESIDE)].map(|at| Stop { at, sector: None });
                let before =
                    starts.map(|start| self.leg(start, corner, 1.0, 1.0)).into_iter().fold(f64::INFINITY, f64::min);
                if offset + before >= best {
                    continue;
                }
                let Some(CornerId(sector)) = corner.sector else { continue };
                for (sector, delay, _) in self.around(sector as usize) {
                    best = best.min(offset + before + delay + self.leg(self.stop(sector), end, 1.0, 1.0));
                }
            }
        }
        best
    }

    /// The free space has a corner there without gates, too.
    fn is_corner(&self, corner: usize) -> bool {
        let at = self.stop(corner).at;
        self.open.corner_points().contains(&at)
    }

    fn solve(&mut self) {
        let count = self.gated.corner_count();
        for corner in 0..count {
            let end = self.stop(corner);
            for (at, offset) in self.starts_for(end.at) {
                let cost = if at == end.at { 0.0 } else { self.leg(Stop { at, sector: None }, end, 1.0, 1.0) };
                self.arrive(0, corner, offset + cost);
            }
            self.arrive(0, corner, self.touching(end));
        }
        let mut is_done = vec![vec![false; count]; self.speeds.len()];
        loop {
            let all = (0..self.speeds.len()).flat_map(|s| (0..count).map(move |c| (s, c)));
            let open = all.filter(|&(s, c)| !is_done[s][c] && self.costs[s][c].is_finite());
            let Some((s, c)) = open.min_by(|a, b| self.costs[a.0][a.1].total_cmp(&self.costs[b.0][b.1])) else {
                return;
            };
            is_done[s][c] = true;
            if !self.is_corner(c) {
                continue;
            }
            let cost = self.costs[s][c];
            for (sector, delay, factor) in self.around(c) {
                if factor == 1.0 {
                    self.arrive(s, sector, cost + delay);
                }
                for to in 0..count {
                    let leg = self.leg(self.stop(sector), self.stop(to), self.speeds[s], factor);
                    self.arrive(s, to, cost + delay + leg);
                }
            }
        }
    }

    /// Arriving at a corner at some speed: one may have to take another.
    fn arrive(&mut self, s: usize, corner: usize, cost: f64) {
        let at = self.gated.point(CornerId(corner as u32));
        let weight = self.terms.weights.iter().find(|w| w.corner == at).map(|w| w.weight);
        // Without slow corners the speed 1 is no other than the start's.
        let matters = |w: &f64| *w != 1.0 || self.speeds[1] < 1.0;
        let target = match weight.filter(matters) {
            Some(w) if s == 0 || w > self.speeds[s] => {
                1 + self.speeds[1..].iter().position(|&x| x == w).expect("is a speed")
            }
            _ => s,
        };
        let known = &mut self.costs[target][corner];
        *known = known.min(cost);
    }

    /// The sectors that can be reached around the ends of gates, on either hand, with delay and factor; the corner itself
    /// is the first of them.
    fn around(&self, corner: usize) -> Vec<(usize, f64, f64)> {
        let mut found = vec![(corner, 0.0, 1.0)];
        for first in self.gated.across(CornerId(corner as u32)) {
            let (mut from, mut next, mut delay, mut factor) = (corner, Some(*first), 0.0, 1.0);
            while let Some(across) = next.filter(|across| across.corner.index() != corner) {
                self.pay(across.side, &mut delay, &mut factor);
                if delay.is_finite() {
                    found.push((across.corner.index(), delay, factor));
                }
                next = self.gated.across(across.corner).iter().copied().find(|a| a.corner.index() != from);
                from = across.corner.index();
            }
        }
        found
    }

    fn pay(&self, side: SideId, delay: &mut f64, factor: &mut f64) {
        for gate in self.gated.gate(side).expect("is on a gate").gates {
            match self.terms.prices[gate.0 as usize] {
                Price::Open => {}
                Price::Closed => *delay = f64::INFINITY,
                Price::Delay(d) => *delay += d,
                Price::Factor(f) => *factor *= f,
            }
        }
    }

    fn stop(&self, corner: usize) -> Stop {
        let id = CornerId(corner as u32);
        Stop { at: self.gated.point(id), sector: Some(id) }
    }

    /// What a leg costs; a factor may hold from its start.
    fn leg(&self, a: Stop, b: Stop, speed: f64, factor: f64) -> f64 {
        if a.at == b.at {
            return f64::INFINITY;
        }
        let is_between = |q: Point| (q - a.at).dot(q - b.at) < 0.0 && orient(a.at, b.at, q) == 0.0;
        let vertices: Vec<usize> = (0..self.gated.corner_count()).filter(|&c| is_between(self.stop(c).at)).collect();
        self.through(a, b, &vertices, speed, factor)
    }

    /// The same, past some of these vertices or none.
    fn through(&self, a: Stop, b: Stop, vertices: &[usize], speed: f64, factor: f64) -> f64 {
        let cost = |paid: Paid| paid.length / speed + paid.delay;
        let mut best = self.straight(a, b, factor, !vertices.is_empty()).map_or(f64::INFINITY, cost);
        for &vertex in vertices {
            let stop = self.stop(vertex);
            let far = |v: usize| (self.stop(v).at - a.at).dot(b.at - a.at);
            let is_first = vertices.iter().all(|&v| far(v) >= far(vertex));
            let Some(paid) = self.straight(a, stop, factor, !is_first) else { continue };
            let ahead: Vec<usize> = vertices.iter().copied().filter(|&v| far(v) > far(vertex)).collect();
            for (sector, delay, more) in self.around(vertex) {
                let rest = self.through(self.stop(sector), b, &ahead, speed, paid.factor * more);
                best = best.min(cost(paid) + delay + rest);
            }
        }
        best
    }

    /// A straight path that crosses gates between their ends only; if it `has_vertices` on it, none.
    fn straight(&self, a: Stop, b: Stop, factor: f64, has_vertices: bool) -> Option<Paid> {
        let is_seen = match (a.sector, b.sector) {
            (Some(from), Some(to)) => self.gated.corners_see(from, to),
            (Some(corner), None) => self.gated.corner_sees(corner, b.at),
            (None, Some(corner)) => self.gated.corner_sees(corner, a.at),
            (None, None) => self.gated.sees(a.at, b.at),
        };
        let leads = |from: Stop, to: Stop| from.sector.is_none_or(|sector| self.arrives_in(sector, to.at));
        let is_seen_through = || leads(a, b) && leads(b, a) && self.open.sees(a.at, b.at);
        let crossed = self.crossed(a.at, b.at);
        let is_through = || !has_vertices && !crossed.is_empty() && is_seen_through();
        (is_seen || is_through()).then(|| self.paid(a.at.distance(b.at), factor, &crossed))
    }

    /// The gates that are crossed between two points, and how far away from the first.
    fn crossed(&self, a: Point, b: Point) -> Vec<(f64, SideId)> {
        let mut crossed: Vec<(f64, SideId)> = Vec::new();
        for &(side, [u, v]) in self.gates.iter().filter(|&&(_, gate)| is_crossed(gate, a, b)) {
            let (before, after) = (orient(u, v, a), orient(u, v, b));
            crossed.push((a.distance(b) * before / (before - after), side));
        }
        crossed.sort_by(|x, y| x.0.total_cmp(&y.0));
        crossed
    }

    fn paid(&self, length: f64, factor: f64, crossed: &[(f64, SideId)]) -> Paid {
        let mut paid = Paid { length: 0.0, delay: 0.0, factor };
        let mut last = 0.0;
        for &(far, side) in crossed {
            paid.length += (far - last) * paid.factor;
            last = far;
            self.pay(side, &mut paid.delay, &mut paid.factor);
        }
        Paid { length: paid.length + (length - last) * paid.factor, ..paid }
    }

    /// The path to `p` leaves the corner within its sector.
    fn arrives_in(&self, corner: CornerId, p: Point) -> bool {
        let at = self.gated.point(corner);
        self.gated.fan(corner).any(|side| {
            let [r, l] = self.gated.side_points(side.next());
            orient(at, r, p) >= 0.0 && orient(at, l, p) <= 0.0
        })
    }

    /// The cost at a free point.
    #[must_use]
    pub fn cost(&self, p: Point) -> f64 {
        self.cost_at(p)
    }

    /// The same where points on a wall are on both of its sides: see [`beside_walls`].
    #[must_use]
    pub fn cost_on_walls(&self, world: &World, p: Point) -> f64 {
        beside_walls(world, p).into_iter().map(|p| self.cost_at(p)).fold(f64::INFINITY, f64::min)
    }

    fn cost_at(&self, p: Point) -> f64 {
        let end = Stop { at: p, sector: None };
        let mut best = f64::INFINITY;
        for (at, offset) in self.starts_for(p) {
            let cost = if at == p { 0.0 } else { self.leg(Stop { at, sector: None }, end, 1.0, 1.0) };
            best = best.min(offset + cost);
        }
        best = best.min(self.touching(end));
        for (s, costs) in self.costs.iter().enumerate() {
            for (c, &cost) in costs.iter().enumerate() {
                if self.stop(c).at == p {
                    best = best.min(cost);
                }
                if cost < best && self.is_corner(c) {
                    for (sector, delay, factor) in self.around(c) {
                        best = best.min(cost + delay + self.leg(self.stop(sector), end, self.speeds[s], factor));
                    }
                }
            }
        }
        best
    }
}
