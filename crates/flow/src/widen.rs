//! What widening a gate would gain.
//!
//! Take all cuts that are as narrow as the narrowest, in lanes. A gate gains the world a lane if all of them pass it:
//! then widening it by a lane widens every one. The gates of these cuts lie between solids whose heights above the
//! bottom and below the top add up to the capacity, and are as wide as the solids' heights differ.
//!
//! Two solids may be that near to each other in several places, one behind the other like the doors of a corridor:
//! `narrows` finds them, and each is a gate of its own. Cost: the sides of such solids that are near each other.

use crate::cut::{Gate, Measure};
use crate::lanes::Lanes;
use crate::narrows::Narrow;
use crate::solids::SolidId;
use std::collections::{HashMap, HashSet};

/// A gate of a narrowest cut, and what it is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Widening {
    /// Which.
    pub gate: Gate,
    /// How many lanes pass it.
    pub lanes: usize,
    /// It belongs to the cut of [`Lanes::cut`]; else to another one that is as narrow.
    pub is_on_cut: bool,
    /// How many lanes the world gains if this gate alone becomes wider by one lane.
    pub gain: usize,
    /// How much wider it must become for one more lane to pass it.
    pub missing: f64,
}

impl Lanes<'_> {
    /// All gates of cuts that let no more lanes pass than the narrowest does, those of [`Lanes::cut`] first. Empty where
    /// entrances and exits take turns around the world.
    #[must_use]
    pub fn widenings(&self) -> Vec<Widening> {
        let [part] = self.flow.solids.parts.as_slice() else { return Vec::new() };
        let ([bottom], [top]) = (part.bottoms.as_slice(), part.tops.as_slice()) else { return Vec::new() };
        let heights = self.heights_on_cuts(*top);
        let gates = self.tight_gates(&heights);
        let steps: Vec<[u32; 2]> = gates.iter().map(|gate| gate.between.map(|solid| solid.0)).collect();
        let width = 2.0 * self.radius;
        let widening = |(k, gate): (usize, &Gate)| {
            let others = (0..steps.len()).filter(|&j| j != k).map(|j| steps[j]);
            let is_needed = !climbs(others, &heights, *bottom, *top);
            let lanes = self.lanes_through(gate);
            let missing = (lanes + 1) as f64 * width - gate.width;
            let is_on_cut = k < self.gates.len();
            Widening { gate: self.flow.frame.given_gate(gate), lanes, is_on_cut, gain: usize::from(is_needed), missing }
        };
        gates.iter().enumerate().map(widening).collect()
    }

    /// Per solid that a narrowest cut passes: its height above the bottom, in lanes.
    fn heights_on_cuts(&self, top: u32) -> HashMap<u32, i64> {
        let below = self.flow.distances_from(top, self.measure());
        let number = |cost: f64| (cost / (2.0 * self.radius)).round() as i64;
        let both = (0u32..).zip(self.heights.iter().zip(&below)).filter(|(_, (d, e))| d.is_finite() && e.is_finite());
        let on_cuts = both.filter(|(_, (d, e))| number(**d) + number(**e) == self.capacity as i64);
        on_cuts.map(|(k, (d, _))| (k, number(*d))).collect()
    }

    /// The gates between solids of narrowest cuts that are as wide as their heights differ, those of the cut first.
    fn tight_gates(&self, heights: &HashMap<u32, i64>) -> Vec<Gate> {
        let mut gates = self.gates.clone();
        let is_tight = |narrow: &Narrow| {
            let [low, high] = narrow.between.map(|solid| heights[&solid]);
            self.measure().lanes(narrow.width) as i64 == high - low
        };
        let is_known = |narrow: &Narrow| self.gates.iter().any(|gate| narrow.holds(gate, self.flow.rounding()));
        let others = self.flow.narrows(heights, 2.0 * self.radius).into_iter().filter(|n| is_tight(n) && !is_known(n));
        gates.extend(others.map(|narrow| Gate {
            between: narrow.between.map(SolidId),
            width: narrow.width,
            points: narrow.points.to_vec(),
        }));
        gates
    }
}

impl crate::FlowMap {
    /// What all solids cost from one of them.
    fn distances_from(&self, solid: u32, measure: Measure) -> Vec<f64> {
        crate::cut::distances(self.local(), &self.solids.solids, &[(solid, 0.0)], measure).costs
    }
}

/// Some of the steps lead from one solid to another, never downwards: a cut that goes down again is not narrowest.
fn climbs(steps: impl Iterator<Item = [u32; 2]>, heights: &HashMap<u32, i64>, from: u32, to: u32) -> bool {
    let mut above: HashMap<u32, Vec<u32>> = HashMap::new();
    for (a, b) in steps.flat_map(|[a, b]| [(a, b), (b, a)]) {
        if heights.get(&a) <= heights.get(&b) {
            above.entry(a).or_default().push(b);
        }
    }
    let (mut seen, mut open) = (HashSet::from([from]), vec![from]);
    while let Some(at) = open.pop() {
        open.extend(above.get(&at).into_iter().flatten().filter(|&&next| seen.insert(next)));
    }
    seen.contains(&to)
}
