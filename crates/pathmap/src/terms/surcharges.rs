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
    /// Where on the leg it was crossed, if that was at the gate's end: a leg may run along the line.
    since: Option<Point>,
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
    pivot: Option<Pivot>,
}

/// Legs from within a segment that touch a corner: they lead through it in all directions.
#[derive(Clone, Copy, Debug)]
struct Pivot {
    flat: FlatId,
    /// The direction of the front's rays, and how far from the segment the corner is along it.
    ahead: Point,
    height: f64,
}

impl Pivot {
    /// How much longer the leg to `p` is than the way over the foot of the corner at `at`.
    fn extra(&self, at: Point, p: Point) -> f64 {
        let way = p - at;
        let along = way.dot(self.ahead);
        if way == Point::default() {
            0.0
        } else if along > 0.0 {
            self.height * (way.length() / along - 1.0)
        } else {
            f64::INFINITY
        }
    }

    /// Where on the segment's line the leg to `p` starts.
    fn start(&self, at: Point, p: Point) -> Point {
        let way = p - at;
        at - way * (self.height / way.dot(self.ahead))
    }
}

/// A step that a generator's windows take, and the end of the gate at which they take it, if they do, as bits.
type Taken = (Root, StepId, Option<[u64; 2]>);

fn bits(p: Point) -> [u64; 2] {
    [p.x.to_bits(), p.y.to_bits()]
}

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
    has_pivots: bool,
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
        self.has_pivots = false;
    }

    /// Some generators are pivots.
    #[inline]
    pub(super) fn has_pivots(&self) -> bool {
        self.has_pivots
    }

    /// The next node is a pivot: the legs of a flat front that touch a corner this far from its segment.
    pub(super) fn add_pivot(&mut self, flat: FlatId, ahead: Point, height: f64) {
        let pivot = Some(Pivot { flat, ahead, height });
        self.of_nodes.push(Paid { base: flat.into(), chain: ChainId::NOTHING, factor: 1.0, crossings: 0..0, pivot });
        self.has_pivots = true;
    }

    /// The flat front, and where on its line the leg to `p` starts, if it comes from a pivot at `at`.
    #[must_use]
    pub fn start_within(&self, root: Root, at: Point, p: Point) -> Option<(FlatId, Point)> {
        let pivot = self.paid(root)?.pivot?;
        Some((pivot.flat, pivot.start(at, p)))
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
        let pivot = self.paid(root).and_then(|paid| paid.pivot);
        let pivot = pivot.map(|p| [p.ahead.x, p.ahead.y, p.height].map(f64::to_bits));
        pivot.into_iter().flatten().chain(self.crossings_of(root))
    }

    fn crossings_of(&self, root: Root) -> impl Iterator<Item = u64> + '_ {
        self.crossings(root).iter().flat_map(|c| {
            let Crossing { through, ahead, extra, since } = *c;
            let since = since.unwrap_or(Point::new(f64::NAN, f64::NAN));
            [through.x, through.y, ahead.x, ahead.y, extra, since.x, since.y].map(f64::to_bits)
        })
    }

    /// Something makes the legs of a generator dearer on their way.
    #[must_use]
    pub fn is_dearer(&self, root: Root) -> bool {
        self.paid(root).is_some_and(|paid| !paid.crossings.is_empty() || paid.pivot.is_some())
    }

    /// The length by which factors lengthen the leg from a generator to `p`.
    #[inline]
    #[must_use]
    pub fn extra_length(&self, root: Root, leg: LegStart, p: Point) -> f64 {
        let Some(paid) = self.paid(root) else { return 0.0 };
        let crossings = &self.crossings[paid.crossings.start as usize..paid.crossings.end as usize];
        let more: f64 = crossings.iter().map(|crossing| crossing.extra * crossing.rest_of(leg, p)).sum();
        match (paid.pivot, leg) {
            (Some(pivot), LegStart::From(at)) => more + pivot.extra(at, p),
            _ => more,
        }
    }

    /// The copy of a node that has paid for a step; `next` if there is none yet.
    pub(super) fn copy_of_node(
        &mut self,
        node: NodeId,
        id: StepId,
        step: Step,
        since: Option<Point>,
        next: NodeId,
    ) -> NodeId {
        match self.copy((node.into(), id, since.map(bits)), step, since, next.into()).kind() {
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
        since: Option<Point>,
        next: FlatId,
    ) -> FlatId {
        match self.copy((flat.into(), id, since.map(bits)), step, since, next.into()).kind() {
            RootKind::Flat(copy) => copy,
            // Copies of flat fronts are flat fronts.
            RootKind::Node(_) => next,
        }
    }

    fn copy(&mut self, taken: Taken, step: Step, since: Option<Point>, next: Root) -> Root {
        if let Some(&copy) = self.copies.get(&taken) {
            return copy;
        }
        self.copies.insert(taken, next);
        let paid = self.extended(taken, step, since);
        let all = if next.is_node() { &mut self.of_nodes } else { &mut self.of_flats };
        all.push(paid);
        next
    }

    /// What a generator has paid after one more step.
    fn extended(&mut self, (root, id, _): Taken, step: Step, since: Option<Point>) -> Paid {
        let nothing = Paid { base: root, chain: ChainId::NOTHING, factor: 1.0, crossings: 0..0, pivot: None };
        let Paid { base, chain, factor, crossings, pivot } = self.paid(root).cloned().unwrap_or(nothing);
        let next = ChainId::after(self.chains.len());
        let chain = *self.chains.entry((chain, id)).or_insert(next);
        let start = self.crossings.len() as u32;
        self.crossings.extend_from_within(crossings.start as usize..crossings.end as usize);
        let Step { factor: more, through, ahead, .. } = step;
        if more > 1.0 {
            self.crossings.push(Crossing { through, ahead, extra: factor * (more - 1.0), since });
        }
        Paid { base, chain, factor: factor * more, crossings: start..self.crossings.len() as u32, pivot }
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
        if let Some(since) = self.since {
            return since.distance(p);
        }
        let beyond = (p - self.through).dot(self.ahead).max(0.0);
        match leg {
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
