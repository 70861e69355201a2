//! Gates: what crossing them costs, and what they lead to.
//!
//! The triangles on the two sides of a gate are not linked; a *passage* leads over each side that lies on one. Where a
//! gate ends, *links* lead from the corners on one side of it to those on the other, at the same price.

use super::given::Price;
use crate::generators::{LinkId, PassageId, StepId};
use std::collections::HashMap;
use std::ops::Range;
use wayfront_domain::{CornerId, Domain, GateId, SideId};
use wayfront_geometry::Point;

/// What it means to cross from one side of some gates to the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub delay: f64,
    pub factor: f64,
    /// The line that is crossed, and the unit vector away from it on the far side.
    pub through: Point,
    pub ahead: Point,
}

/// A way over a side that lies on a gate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passage {
    /// The side as seen from beyond.
    pub beyond: SideId,
    pub step: StepId,
}

/// A way around a gate's end, which costs as much as the way through it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    pub across: CornerId,
    pub step: StepId,
}

/// The gates of a domain with their prices. Empty without gates.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gates {
    /// Per side its passage.
    passage_of: Vec<Option<PassageId>>,
    passages: Vec<Passage>,
    steps: Vec<Step>,
    /// Per corner the end of its links; they begin where those of the corner before end.
    link_ends: Vec<u32>,
    links: Vec<Link>,
}

impl Gates {
    /// The gates of a domain, in the memory of others.
    pub fn set(&mut self, domain: &Domain, prices: &[Price]) {
        self.set_passages(domain, prices);
        self.set_links(domain, prices);
    }

    fn set_passages(&mut self, domain: &Domain, prices: &[Price]) {
        self.passage_of.clear();
        self.passages.clear();
        self.steps.clear();
        if prices.is_empty() {
            return;
        }
        self.passage_of.resize(domain.sides().len(), None);
        let mut known: HashMap<(&[GateId], bool), StepId> = HashMap::new();
        for side in domain.gate_sides() {
            let Some(gate) = domain.gate(side) else { continue };
            let key = (gate.gates, is_forwards(domain, side));
            let next = StepId::new(self.steps.len());
            let step = *known.entry(key).or_insert(next);
            if step == next {
                self.steps.push(step_over(domain, side, gate.gates, prices));
            }
            if self.steps[step.index()].delay.is_finite() {
                self.passage_of[side.index()] = Some(PassageId::new(self.passages.len()));
                self.passages.push(Passage { beyond: gate.beyond, step });
            }
        }
    }

    fn set_links(&mut self, domain: &Domain, prices: &[Price]) {
        self.link_ends.clear();
        self.links.clear();
        if prices.is_empty() {
            return;
        }
        for corner in (0..domain.corner_count() as u32).map(CornerId) {
            for across in domain.across(corner) {
                if let Some(passage) = self.passage(across.side) {
                    self.links.push(Link { across: across.corner, step: passage.step });
                }
            }
            self.link_ends.push(self.links.len() as u32);
        }
    }

    /// The sides over which the rest of a leg gets dearer.
    pub fn factor_sides(&self) -> impl Iterator<Item = SideId> + '_ {
        let is_dearer = |passage: Passage| self.step(passage.step).factor > 1.0;
        let sides = (0..self.passage_of.len() as u32).map(SideId);
        sides.filter(move |&side| self.passage(side).is_some_and(is_dearer))
    }

    /// The way over a side, if it lies on a gate that is not closed.
    #[inline]
    pub fn passage(&self, side: SideId) -> Option<Passage> {
        let id = (*self.passage_of.get(side.index())?)?;
        Some(self.passages[id.index()])
    }

    pub fn step(&self, id: StepId) -> Step {
        self.steps[id.index()]
    }

    /// Gates end there.
    pub fn has_links(&self, corner: CornerId) -> bool {
        !self.link_range(corner.index()).is_empty()
    }

    /// The links at a corner.
    pub fn links_at(&self, corner: CornerId) -> impl ExactSizeIterator<Item = LinkId> + use<> {
        self.link_range(corner.index()).map(LinkId::new)
    }

    fn link_range(&self, corner: usize) -> Range<usize> {
        match self.link_ends.get(corner) {
            Some(&end) => {
                let start = if corner == 0 { 0 } else { self.link_ends[corner - 1] };
                start as usize..end as usize
            }
            None => 0..0,
        }
    }

    pub fn link(&self, id: LinkId) -> Link {
        self.links[id.index()]
    }
}

/// Of the two directions over a gate, one.
fn is_forwards(domain: &Domain, side: SideId) -> bool {
    let [a, b] = domain.side_points(side);
    (a.x, a.y) < (b.x, b.y)
}

/// Crossing a side from its own triangle.
fn step_over(domain: &Domain, side: SideId, gates: &[GateId], prices: &[Price]) -> Step {
    let [a, b] = domain.side_points(side);
    // A side has its triangle on the left: the far side is on the right.
    let ahead = -(b - a).left() * (1.0 / a.distance(b));
    let mut step = Step { delay: 0.0, factor: 1.0, through: a, ahead };
    for &gate in gates {
        match prices[gate.0 as usize] {
            Price::Open => {}
            Price::Closed => step.delay = f64::INFINITY,
            Price::Delay(delay) => step.delay += delay,
            Price::Factor(factor) => step.factor *= factor,
        }
    }
    step
}
