//! What widening a gate would gain.
//!
//! Take all cuts that are as narrow as the narrowest, in lanes. A gate gains the world a lane if all of them pass it:
//! then widening it by a lane widens every one. The gates of these cuts lie between solids whose heights above the
//! bottom and below the top add up to the capacity, and are as wide as the solids' heights differ. Cost: the pairs of
//! such solids, which are few.

use crate::cut::{Gate, Toll};
use crate::lanes::Lanes;
use crate::solids::SolidId;
use std::collections::{HashMap, HashSet};
use wayfront_geometry::{Bounds, Point, closest_on_segment};

/// A gate of a narrowest cut, and what it is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Widening {
    /// Which.
    pub gate: Gate,
    /// How many lanes pass it.
    pub lanes: usize,
    /// It belongs to the cut that [`Lanes::cut`] tells; else to another one that is as narrow.
    pub is_on_cut: bool,
    /// How many lanes the world gains if this gate alone becomes wider by one lane.
    pub gain: usize,
    /// How much wider it must become for one more lane to pass it.
    pub missing: f64,
}

impl Lanes<'_> {
    /// All gates of cuts that let no more lanes pass than the narrowest does: the one that was found first. Empty where
    /// entrances and exits take turns around the world.
    #[must_use]
    pub fn widenings(&self) -> Vec<Widening> {
        let [part] = self.flow.solids.parts.as_slice() else { return Vec::new() };
        let ([bottom], [top]) = (part.bottoms.as_slice(), part.tops.as_slice()) else { return Vec::new() };
        let below = self.flow.distances_from(*top, self.toll());
        let width = 2.0 * self.radius;
        let number = |cost: f64| (cost / width).round() as i64;
        let heights: HashMap<u32, i64> = (0u32..)
            .zip(self.heights.iter().zip(&below))
            .filter(|(_, (d, e))| d.is_finite() && e.is_finite() && number(**d) + number(**e) == self.capacity as i64)
            .map(|(k, (d, _))| (k, number(*d)))
            .collect();
        let gates = self.tight_gates(&heights);
        let joins = |gate: &Gate| [gate.between[0].0, gate.between[1].0];
        let on_cut: HashSet<[u32; 2]> = self.gates.iter().map(&joins).map(sorted).collect();
        let widening = |gate: &Gate| {
            let others = gates.iter().map(&joins).filter(|pair| sorted(*pair) != sorted(joins(gate)));
            let is_on_cut = on_cut.contains(&sorted(joins(gate)));
            let is_needed = is_on_cut && !leads(others, *bottom, *top);
            let lanes = self.lanes_through(gate);
            let missing = (lanes + 1) as f64 * width - gate.width;
            Widening { gate: gate.clone(), lanes, is_on_cut, gain: usize::from(is_needed), missing }
        };
        gates.iter().map(widening).collect()
    }

    /// The gates between solids of narrowest cuts that are as wide as their heights differ, those of the cut first.
    fn tight_gates(&self, heights: &HashMap<u32, i64>) -> Vec<Gate> {
        let mut gates = self.gates.clone();
        let known: HashSet<[u32; 2]> = gates.iter().map(|g| sorted([g.between[0].0, g.between[1].0])).collect();
        let mut solids: Vec<(u32, i64, Bounds)> = heights.iter().map(|(&k, &h)| (k, h, self.bounds_of(k))).collect();
        solids.sort_by_key(|s| (s.1, s.0));
        for (k, &(lower, low, low_bounds)) in solids.iter().enumerate() {
            for &(upper, high, high_bounds) in &solids[k + 1..] {
                let limit = (high - low + 1) as f64 * 2.0 * self.radius;
                if known.contains(&sorted([lower, upper])) || boxes_apart(low_bounds, high_bounds) >= limit {
                    continue;
                }
                let Some((width, points)) = self.nearest(lower, upper) else { continue };
                if self.toll().lanes(width) as i64 == high - low && self.sees(points) {
                    gates.push(Gate { between: [SolidId(lower), SolidId(upper)], width, points: points.to_vec() });
                }
            }
        }
        gates
    }

    fn segments_of(&self, solid: u32) -> impl Iterator<Item = [Point; 2]> + '_ {
        let domain = &self.flow.domain;
        let solid = &self.flow.solids.solids[solid as usize];
        let points = solid.corners.iter().map(|&c| [domain.point(c); 2]);
        solid.sides.iter().map(|&side| domain.side_points(side)).chain(points)
    }

    fn bounds_of(&self, solid: u32) -> Bounds {
        let points: Vec<Point> = self.segments_of(solid).flatten().collect();
        Bounds::of(&points)
    }

    /// The nearest points of two solids.
    fn nearest(&self, a: u32, b: u32) -> Option<(f64, [Point; 2])> {
        let pairs = self.segments_of(a).flat_map(|s| self.segments_of(b).map(move |t| (s, t)));
        let candidates = pairs.flat_map(|(s, t)| {
            let from = s.map(|p| [p, closest_on_segment(t[0], t[1], p)]);
            let to = t.map(|q| [closest_on_segment(s[0], s[1], q), q]);
            from.into_iter().chain(to)
        });
        candidates.map(|pair| (pair[0].distance(pair[1]), pair)).min_by(|x, y| x.0.total_cmp(&y.0))
    }

    /// The way between two points on outlines is free but for its ends.
    fn sees(&self, [a, b]: [Point; 2]) -> bool {
        self.flow.domain.sees(a.lerp(b, 1e-6), b.lerp(a, 1e-6))
    }
}

impl crate::FlowMap {
    /// What all solids cost from one of them.
    fn distances_from(&self, solid: u32, toll: Toll) -> Vec<f64> {
        crate::cut::distances(&self.domain, &self.solids.solids, &[(solid, 0.0)], toll).costs
    }
}

fn sorted([a, b]: [u32; 2]) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

fn boxes_apart(a: Bounds, b: Bounds) -> f64 {
    let gap = |low: f64, high: f64| (low - high).max(0.0);
    let x = gap(a.min.x, b.max.x).max(gap(b.min.x, a.max.x));
    let y = gap(a.min.y, b.max.y).max(gap(b.min.y, a.max.y));
    x.hypot(y)
}

/// Some of the pairs lead from one number to another.
fn leads(pairs: impl Iterator<Item = [u32; 2]>, from: u32, to: u32) -> bool {
    let mut beside: HashMap<u32, Vec<u32>> = HashMap::new();
    for [a, b] in pairs {
        beside.entry(a).or_default().push(b);
        beside.entry(b).or_default().push(a);
    }
    let (mut seen, mut open) = (HashSet::from([from]), vec![from]);
    while let Some(at) = open.pop() {
        for &next in beside.get(&at).into_iter().flatten() {
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    seen.contains(&to)
}
