//! What generators have paid at gates on the way: a copy of a generator knows its original, and what makes its legs
//! dearer.
//!
//! A window that crosses a gate at a price goes on with a *copy* of its generator: same place, higher cost. A delay is
//! part of the copy's cost; a factor makes the rest of each leg dearer, which is kept here.

use super::gates::Step;
use crate::generators::{ChainId, FlatId, NodeId, Root, RootKind, StepId};
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

/// What a copied generator has paid on the way from its original.
#[derive(Clone, Debug)]
struct Paid {
    /// The generator that has paid nothing.
    base: Root,
    /// Equal for those that crossed the same gates in the same order.
    chain: ChainId,
    factor: f64,
    crossings: Range<u32>,
}

/// A step that a generator's windows take, and whether they take it at the generator's own place.
type Taken = (Root, StepId, bool);

/// All copies of generators, and what they have paid.
#[derive(Clone, Debug, Default)]
pub struct Surcharges {
    /// How many nodes and flat fronts are no copies.
    nodes: usize,
    flats: usize,
    copies: HashMap<Taken, Root>,
    chains: HashMap<(ChainId, StepId), ChainId>,
    of_nodes: Vec<Paid>,
    of_flats: Vec<Paid>,
    crossings: Vec<Crossing>,
}

impl Surcharges {
    /// Forgets all copies; there are so many nodes and flat fronts.
    pub(super) fn restart(&mut self, nodes: usize, flats: usize) {
        (self.nodes, self.flats) = (nodes, flats);
        self.copies.clear();
        self.chains.clear();
        self.of_nodes.clear();
        self.of_flats.clear();
        self.crossings.clear();
    }

    fn paid(&self, root: Root) -> Option<&Paid> {
        match root.kind() {
            RootKind::Node(node) => self.of_nodes.get(node.index().checked_sub(self.nodes)?),
            RootKind::Flat(flat) => self.of_flats.get(flat.index().checked_sub(self.flats)?),
        }
    }

    /// The generator that has paid nothing, and what this one has paid.
    pub(crate) fn base_and_chain(&self, root: Root) -> (Root, ChainId) {
        self.paid(root).map_or((root, ChainId::NOTHING), |paid| (paid.base, paid.chain))
    }

    fn crossings(&self, root: Root) -> &[Crossing] {
        let range = self.paid(root).map_or(0..0, |paid| paid.crossings.clone());
        &self.crossings[range.start as usize..range.end as usize]
    }

    /// What makes the legs of a generator dearer on their way, as numbers: equal for those that grow in the same way.
    pub fn fingerprint(&self, root: Root) -> impl Iterator<Item = u64> + '_ {
        self.crossings(root).iter().flat_map(|c| {
            let Crossing { through, ahead, extra, is_at_root } = *c;
            [through.x, through.y, ahead.x, ahead.y, extra, f64::from(u8::from(is_at_root))].map(f64::to_bits)
        })
    }

    /// Something makes the legs of a generator dearer on their way.
    #[must_use]
    pub fn is_dearer(&self, root: Root) -> bool {
        !self.crossings(root).is_empty()
    }

    /// The length by which factors lengthen the leg from a generator to `p`.
    #[inline]
    #[must_use]
    pub fn extra_length(&self, root: Root, leg: LegStart, p: Point) -> f64 {
        let Some(paid) = self.paid(root) else { return 0.0 };
        let crossings = &self.crossings[paid.crossings.start as usize..paid.crossings.end as usize];
        crossings.iter().map(|crossing| crossing.extra * crossing.rest_of(leg, p)).sum()
    }

    /// The copy of a node that has paid for a step; `next` if there is none yet.
    pub(super) fn copy_of_node(
        &mut self,
        node: NodeId,
        id: StepId,
        step: Step,
        is_at_root: bool,
        next: NodeId,
    ) -> NodeId {
        match self.copy((node.into(), id, is_at_root), step, next.into()).kind() {
            RootKind::Node(copy) => copy,
            // Copies of nodes are nodes.
            RootKind::Flat(_) => next,
        }
    }

    /// The copy of a flat front that has paid for a step; `next` if there is none yet.
    pub(super) fn copy_of_flat(
        &mut self,
        flat: FlatId,
        id: StepId,
        step: Step,
        is_at_root: bool,
        next: FlatId,
    ) -> FlatId {
        match self.copy((flat.into(), id, is_at_root), step, next.into()).kind() {
            RootKind::Flat(copy) => copy,
            // Copies of flat fronts are flat fronts.
            RootKind::Node(_) => next,
        }
    }

    fn copy(&mut self, taken: Taken, step: Step, next: Root) -> Root {
        if let Some(&copy) = self.copies.get(&taken) {
            return copy;
        }
        self.copies.insert(taken, next);
        let paid = self.extended(taken, step);
        let all = if next.is_node() { &mut self.of_nodes } else { &mut self.of_flats };
        all.push(paid);
        next
    }

    /// What a generator has paid after one more step.
    fn extended(&mut self, (root, id, is_at_root): Taken, step: Step) -> Paid {
        let nothing = Paid { base: root, chain: ChainId::NOTHING, factor: 1.0, crossings: 0..0 };
        let Paid { base, chain, factor, crossings } = self.paid(root).cloned().unwrap_or(nothing);
        let next = ChainId::after(self.chains.len());
        let chain = *self.chains.entry((chain, id)).or_insert(next);
        let start = self.crossings.len() as u32;
        self.crossings.extend_from_within(crossings.start as usize..crossings.end as usize);
        let Step { factor: more, through, ahead, .. } = step;
        if more > 1.0 {
            self.crossings.push(Crossing { through, ahead, extra: factor * (more - 1.0), is_at_root });
        }
        Paid { base, chain, factor: factor * more, crossings: start..self.crossings.len() as u32 }
    }
}

/// Where legs come from.
#[derive(Clone, Copy, Debug)]
pub enum LegStart {
    /// From a point.
    From(Point),
    /// Along this unit vector.
    Along(Point),
}

impl Crossing {
    /// How long the leg to `p` is behind the line.
    fn rest_of(&self, leg: LegStart, p: Point) -> f64 {
        let beyond = (p - self.through).dot(self.ahead).max(0.0);
        match leg {
            LegStart::From(at) if self.is_at_root => at.distance(p),
            LegStart::From(at) => {
                let before = (self.through - at).dot(self.ahead).max(0.0);
                let whole = beyond + before;
                if whole > 0.0 { at.distance(p) * beyond / whole } else { 0.0 }
            }
            LegStart::Along(unit) => {
                let steepness = unit.dot(self.ahead);
                if steepness > 0.0 { beyond / steepness } else { 0.0 }
            }
        }
    }
}
