//! What roots have paid at gates on the way: each copy of a root knows its original, and what makes its legs dearer.

use super::{Step, Tariff};
use std::collections::HashMap;
use std::ops::Range;
use wayfront_geometry::Point;

/// The rest of a leg that costs more since a line was crossed.
#[derive(Clone, Copy, Debug)]
struct Crossing {
    through: Point,
    ahead: Point,
    /// How much more, per length.
    extra: f64,
    /// It was crossed where the leg starts.
    is_at_root: bool,
}

/// What a copied root has paid on the way from its original.
#[derive(Clone, Debug)]
struct Toll {
    /// The root that has paid nothing, counted among the nodes or among the flat fronts: where these begin among the
    /// generators is known only when all copies are made.
    base: u32,
    /// Equal for those that crossed the same gates in the same order.
    chain: u32,
    factor: f64,
    crossings: Range<u32>,
}

/// All copies of roots.
#[derive(Clone, Debug, Default)]
pub(super) struct Tolls {
    /// Numbers from which on nodes and flat fronts are copies.
    first_copy: u32,
    flats: u32,
    copies: HashMap<(u32, u32, bool), u32>,
    chains: HashMap<(u32, u32), u32>,
    of_nodes: Vec<Toll>,
    of_flats: Vec<Toll>,
    crossings: Vec<Crossing>,
}

impl Tolls {
    /// Forgets all copies; there are so many nodes and flat fronts.
    pub fn restart(&mut self, nodes: usize, flats: usize) {
        (self.first_copy, self.flats) = (nodes as u32, flats as u32);
        self.copies.clear();
        self.chains.clear();
        self.of_nodes.clear();
        self.of_flats.clear();
        self.crossings.clear();
    }
}

impl Tariff {
    fn toll(&self, root: u32, first_flat: u32) -> Option<&Toll> {
        if root >= first_flat {
            self.tolls.of_flats.get((root - first_flat).checked_sub(self.tolls.flats)? as usize)
        } else {
            self.tolls.of_nodes.get(root.checked_sub(self.tolls.first_copy)? as usize)
        }
    }

    /// The root that has paid nothing, and what this one has paid.
    pub fn base_and_chain(&self, root: u32, first_flat: u32) -> (u32, u32) {
        let first = if root >= first_flat { first_flat } else { 0 };
        self.toll(root, first_flat).map_or((root, 0), |toll| (first + toll.base, toll.chain))
    }

    /// What makes the legs of a root dearer on their way, as numbers: equal for those that grow in the same way.
    pub fn surcharges(&self, root: u32, first_flat: u32) -> impl Iterator<Item = u64> + '_ {
        let crossings = self.toll(root, first_flat).map_or(0..0, |toll| toll.crossings.clone());
        let crossings = &self.tolls.crossings[crossings.start as usize..crossings.end as usize];
        crossings.iter().flat_map(|c| {
            let Crossing { through, ahead, extra, is_at_root } = *c;
            [through.x, through.y, ahead.x, ahead.y, extra, f64::from(u8::from(is_at_root))].map(f64::to_bits)
        })
    }

    /// The copy of a root that has paid for a step, if there is one, else its number: the next one.
    pub fn copy(&mut self, root: u32, step: u32, is_at_root: bool, next: u32, first_flat: u32) -> u32 {
        if let Some(&copy) = self.tolls.copies.get(&(root, step, is_at_root)) {
            return copy;
        }
        self.tolls.copies.insert((root, step, is_at_root), next);
        let toll = self.extended(root, step, is_at_root, first_flat);
        let tolls = if root >= first_flat { &mut self.tolls.of_flats } else { &mut self.tolls.of_nodes };
        tolls.push(toll);
        next
    }

    /// What a root has paid after one more step.
    fn extended(&mut self, root: u32, step: u32, is_at_root: bool, first_flat: u32) -> Toll {
        let before = self.toll(root, first_flat).cloned();
        let own = if root >= first_flat { root - first_flat } else { root };
        let Toll { base, chain, factor, crossings } =
            before.unwrap_or(Toll { base: own, chain: 0, factor: 1.0, crossings: 0..0 });
        let next = self.tolls.chains.len() as u32 + 1;
        let chain = *self.tolls.chains.entry((chain, step)).or_insert(next);
        let start = self.tolls.crossings.len() as u32;
        self.tolls.crossings.extend_from_within(crossings.start as usize..crossings.end as usize);
        let Step { factor: more, through, ahead, .. } = self.step(step);
        if more > 1.0 {
            self.tolls.crossings.push(Crossing { through, ahead, extra: factor * (more - 1.0), is_at_root });
        }
        Toll { base, chain, factor: factor * more, crossings: start..self.tolls.crossings.len() as u32 }
    }

    /// The length by which factors lengthen the leg from a root to `p`. `towards` is the leg's unit vector for a flat
    /// front, whose rays have no common start.
    pub fn detour(&self, root: u32, first_flat: u32, at: Ray, p: Point) -> f64 {
        let Some(toll) = self.toll(root, first_flat) else { return 0.0 };
        let crossings = &self.tolls.crossings[toll.crossings.start as usize..toll.crossings.end as usize];
        crossings.iter().map(|crossing| crossing.extra * crossing.rest_of(at, p)).sum()
    }
}

/// Where legs come from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ray {
    From(Point),
    /// Along this unit vector.
    Along(Point),
}

impl Crossing {
    /// How long the leg to `p` is behind the line.
    fn rest_of(&self, leg: Ray, p: Point) -> f64 {
        let beyond = (p - self.through).dot(self.ahead).max(0.0);
        match leg {
            Ray::From(at) if self.is_at_root => at.distance(p),
            Ray::From(at) => {
                let before = (self.through - at).dot(self.ahead).max(0.0);
                let whole = beyond + before;
                if whole > 0.0 { at.distance(p) * beyond / whole } else { 0.0 }
            }
            Ray::Along(unit) => {
                let steepness = unit.dot(self.ahead);
                if steepness > 0.0 { beyond / steepness } else { 0.0 }
            }
        }
    }
}
