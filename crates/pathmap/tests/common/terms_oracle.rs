//! Fastest ways on terms, slow and obviously right: Dijkstra over pairs of a corner and a speed, every pair tried.
//!
//! A leg is a straight way between two vertices with no third one in between. It leaves its first vertex within one
//! sector of the gated domain and arrives in one at its second; whoever is in another sector of the same vertex goes
//! around the ends of gates first, and pays for each. Gates that a leg crosses are found by trying all.
//!
//! A leg from a segment source starts at an end, at a foot, or where the segment crosses a gate, just before it or just
//! behind: between these a leg that starts elsewhere can be turned and gets shorter, until a corner stops it.

use crate::random_terms::is_crossed;
use wayfront_domain::{CornerId, Domain};
use wayfront_geometry::{Point, closest_on_segment, crossing, orient};
use wayfront_pathmap::{Price, Terms};
use wayfront_world::Source;

pub struct TermsOracle<'a> {
    /// Without gates: who sees whom.
    open: &'a Domain,
    /// With gates: sectors.
    gated: &'a Domain,
    gates: &'a [[Point; 2]],
    terms: &'a Terms,
    /// Where a leg from a source may start, but for feet, each with its offset.
    starts: Vec<(Point, f64)>,
    segments: Vec<([Point; 2], f64)>,
    /// Speed 0 stands for the start's.
    speeds: Vec<f64>,
    /// Per speed and corner.
    pub costs: Vec<Vec<f64>>,
}

impl<'a> TermsOracle<'a> {
    pub fn of(
        open: &'a Domain,
        gated: &'a Domain,
        gates: &'a [[Point; 2]],
        terms: &'a Terms,
        sources: &[Source],
    ) -> Self {
        let mut speeds: Vec<f64> = terms.weights.iter().map(|w| w.weight).collect();
        speeds.sort_unstable_by(f64::total_cmp);
        speeds.dedup();
        speeds.insert(0, 1.0);
        let count = gated.corner_count();
        let costs = vec![vec![f64::INFINITY; count]; speeds.len()];
        let (starts, segments) = (Vec::new(), Vec::new());
        let mut oracle = Self { open, gated, gates, terms, starts, segments, speeds, costs };
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
            for &[u, v] in self.gates.iter().filter(|&&gate| is_crossed(gate, a, b)) {
                let at = crossing(a, b, u, v);
                let beside = [a, b].map(|end| (at + (end - at) * (1e-12 / at.distance(end)), source.offset));
                self.starts.extend(beside);
            }
        }
    }

    /// Where a leg from a source to `p` may start.
    fn starts_for(&self, p: Point) -> Vec<(Point, f64)> {
        let feet = self.segments.iter().map(|&([a, b], offset)| (closest_on_segment(a, b, p), offset));
        self.starts.iter().copied().chain(feet).collect()
    }

    fn solve(&mut self) {
        let count = self.gated.corner_count();
        for corner in 0..count {
            for (at, offset) in self.starts_for(self.gated.point(CornerId(corner as u32))) {
                let cost = offset + self.leg_to_point(at, corner, 1.0);
                self.arrive(0, corner, cost);
            }
        }
        let mut is_done = vec![vec![false; count]; self.speeds.len()];
        loop {
            let all = (0..self.speeds.len()).flat_map(|s| (0..count).map(move |c| (s, c)));
            let open = all.filter(|&(s, c)| !is_done[s][c] && self.costs[s][c].is_finite());
            let Some((s, c)) = open.min_by(|a, b| self.costs[a.0][a.1].total_cmp(&self.costs[b.0][b.1])) else {
                return;
            };
            is_done[s][c] = true;
            let cost = self.costs[s][c];
            for (sector, delay, factor) in self.around(c) {
                if factor == 1.0 {
                    self.arrive(s, sector, cost + delay);
                }
                for to in 0..count {
                    let leg = self.between(sector, to, self.speeds[s], factor);
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
            Some(w) if s == 0 || w > self.speeds[s] => 1 + self.speeds[1..].iter().position(|&x| x == w).unwrap(),
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
                for gate in self.gated.gate(across.side).unwrap().gates {
                    self.pay(gate.0 as usize, &mut delay, &mut factor);
                }
                if delay.is_finite() {
                    found.push((across.corner.index(), delay, factor));
                }
                next = self.gated.across(across.corner).iter().copied().find(|a| a.corner.index() != from);
                from = across.corner.index();
            }
        }
        found
    }

    fn pay(&self, gate: usize, delay: &mut f64, factor: &mut f64) {
        match self.terms.prices[gate] {
            Price::Open => {}
            Price::Closed => *delay = f64::INFINITY,
            Price::Delay(d) => *delay += d,
            Price::Factor(f) => *factor *= f,
        }
    }

    /// A leg from a point, which is a source or a query.
    fn leg_to_point(&self, p: Point, corner: usize, speed: f64) -> f64 {
        let at = self.gated.point(CornerId(corner as u32));
        if at == p {
            return 0.0;
        }
        let is_seen = self.gated.corner_sees(CornerId(corner as u32), p);
        if !is_seen && (!self.arrives_in(corner, p) || !self.is_seen_through_gates(p, at)) {
            return f64::INFINITY;
        }
        self.leg(p, at, speed, 1.0)
    }

    fn between(&self, from: usize, to: usize, speed: f64, factor: f64) -> f64 {
        let [a, b] = [from, to].map(|c| self.gated.point(CornerId(c as u32)));
        let is_seen = self.gated.corners_see(CornerId(from as u32), CornerId(to as u32));
        let is_through = || self.arrives_in(from, b) && self.arrives_in(to, a) && self.is_seen_through_gates(a, b);
        if a == b || !is_seen && !is_through() {
            return f64::INFINITY;
        }
        self.leg(a, b, speed, factor)
    }

    /// Seen but for gates that are crossed between their ends, and no vertex in between.
    fn is_seen_through_gates(&self, a: Point, b: Point) -> bool {
        let on_the_way = |q: &Point| *q != a && *q != b && orient(a, b, *q) == 0.0 && (*q - a).dot(*q - b) < 0.0;
        let is_crossed = self.gates.iter().any(|&gate| is_crossed(gate, a, b));
        is_crossed && !self.gated.corner_points().iter().any(on_the_way) && self.open.sees(a, b)
    }

    /// The way to `p` leaves the corner within its sector.
    fn arrives_in(&self, corner: usize, p: Point) -> bool {
        let id = CornerId(corner as u32);
        let at = self.gated.point(id);
        self.gated.fan(id).any(|side| {
            let [r, l] = self.gated.side_points(side.next());
            orient(at, r, p) >= 0.0 && orient(at, l, p) <= 0.0
        })
    }

    /// What a straight leg costs; a factor may hold from its start.
    fn leg(&self, a: Point, b: Point, speed: f64, factor: f64) -> f64 {
        let length = a.distance(b);
        let mut crossed: Vec<(f64, usize)> = Vec::new();
        for (k, &[u, v]) in self.gates.iter().enumerate() {
            let (before, after) = (orient(u, v, a), orient(u, v, b));
            if is_crossed([u, v], a, b) {
                crossed.push((length * before / (before - after), k));
            }
        }
        crossed.sort_by(|x, y| x.0.total_cmp(&y.0));
        let (mut cost, mut delay, mut factor, mut last) = (0.0, 0.0, factor, 0.0);
        for (far, gate) in crossed {
            cost += (far - last) * factor;
            last = far;
            self.pay(gate, &mut delay, &mut factor);
        }
        (cost + (length - last) * factor) / speed + delay
    }

    /// The cost at a free point.
    pub fn cost(&self, p: Point) -> f64 {
        let mut best = f64::INFINITY;
        for (at, offset) in self.starts_for(p) {
            if at == p || self.gated.sees(at, p) || self.is_seen_through_gates(at, p) {
                best = best.min(offset + self.leg(at, p, 1.0, 1.0));
            }
        }
        for (s, costs) in self.costs.iter().enumerate() {
            for (c, &cost) in costs.iter().enumerate() {
                if self.gated.point(CornerId(c as u32)) == p {
                    best = best.min(cost);
                }
                if cost < best {
                    for (sector, delay, factor) in self.around(c) {
                        let at = self.gated.point(CornerId(c as u32));
                        let is_seen = self.gated.corner_sees(CornerId(sector as u32), p);
                        if is_seen || self.arrives_in(sector, p) && self.is_seen_through_gates(at, p) {
                            best = best.min(cost + delay + self.leg(at, p, self.speeds[s], factor));
                        }
                    }
                }
            }
        }
        best
    }
}
