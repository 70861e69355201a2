//! Terms made ready for a domain: layers, gates, what blocks the rules, and what copies of roots have paid.

use super::blocking::Blocking;
use super::gates::Gates;
use super::given::{Price, Terms, TermsError};
use super::layers::Layers;
use super::surcharges::Surcharges;
use crate::generators::{LayerId, Node};
use crate::wave::Pace;
use wayfront_domain::{CornerId, Domain};
use wayfront_geometry::orient;

/// What gates have made of a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Made {
    /// Nothing.
    Corner,
    /// A vertex that is there for the sake of gates alone, and stands out by rounding: it may be in the way.
    Rounded,
    /// A vertex like that at which no path turns, whatever it costs.
    Straight,
}

impl Made {
    fn of(domain: &Domain, corner: CornerId) -> Self {
        match domain.is_made_by_gates(corner) {
            false => Self::Corner,
            true if domain.bends(corner) => Self::Rounded,
            // Where a gate goes on beyond a wall, only a turn leads past the vertex.
            true if pokes(domain, corner) => Self::Corner,
            true => Self::Straight,
        }
    }
}

/// Terms on a domain; empty where there are none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Conditions {
    pub layers: Layers,
    pub gates: Gates,
    pub blocking: Blocking,
    pub surcharges: Surcharges,
    corners: usize,
    /// What gates have made of the corners. Empty without gates.
    made: Vec<Made>,
    /// There are some, and paths from other corners may cost more than their length: what such a vertex costs says nothing
    /// about what lies behind it.
    has_passed_only: bool,
    /// A gate that makes the rest of a leg dearer.
    factor_gate: Option<usize>,
}

impl Conditions {
    /// Makes terms ready, in the memory of others.
    pub fn set(&mut self, domain: &Domain, terms: &Terms) -> Result<(), TermsError> {
        terms.check(domain)?;
        self.corners = domain.corner_count();
        self.layers.set(domain, terms)?;
        self.gates.set(domain, &terms.prices);
        let slow = self.corners().filter(|&corner| self.layers.is_slow(corner));
        // One for each vertex.
        let slow = slow.filter(|&corner| domain.sectors(corner).next() == Some(corner));
        let mut blocking = std::mem::take(&mut self.blocking);
        blocking.set(domain, self.gates.factor_sides(), slow);
        self.blocking = blocking;
        self.made.clear();
        // A gate along an outline closes nothing, but may have made vertices.
        if self.corners().any(|corner| domain.is_made_by_gates(corner)) {
            self.made.extend(self.corners().map(|corner| Made::of(domain, corner)));
        }
        self.has_passed_only = !self.made.is_empty() && self.blocking.are_in(LayerId::FIRST);
        let is_factor = |price: &Price| matches!(price, Price::Factor(factor) if *factor > 1.0);
        self.factor_gate = terms.prices.iter().position(is_factor).filter(|_| self.has_factors());
        Ok(())
    }

    /// Without terms.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// There are none.
    #[inline]
    pub fn is_plain(&self) -> bool {
        self.layers.all().is_empty()
    }

    /// Some gate makes the rest of a leg dearer.
    #[inline]
    pub fn has_factors(&self) -> bool {
        self.blocking.has_factors()
    }

    /// What some legs cost does not grow with their length alone.
    #[inline]
    pub fn has_uneven_legs(&self) -> bool {
        self.has_factors() || self.surcharges.has_pivots()
    }

    /// Adds the corners of all layers but the first, and forgets all copies.
    pub fn open(&mut self, nodes: &mut Vec<Node>, flats: usize) {
        self.layers.open(nodes, self.corners);
        self.let_turn(nodes);
        self.surcharges.restart(nodes.len(), flats);
    }

    /// A gate that makes the rest of a leg dearer, by its number.
    pub fn factor_gate(&self) -> Option<usize> {
        self.factor_gate
    }

    /// Paths may turn at a corner.
    #[inline]
    pub fn may_turn_at(&self, corner: CornerId) -> bool {
        self.made.get(corner.index()) != Some(&Made::Straight)
    }

    /// Paths may turn at a corner for the sake of what they cost, not only where it is in their way.
    #[inline]
    pub fn may_turn_anywhere_at(&self, corner: CornerId) -> bool {
        self.made.get(corner.index()).is_none_or(|&made| made == Made::Corner)
    }

    /// No path goes on from a corner at its cost: to go on elsewhere than straight it would have to turn there, and the
    /// way around, pulled taut, may be dearer.
    #[inline]
    pub fn is_passed_only(&self, corner: CornerId) -> bool {
        self.has_passed_only && !self.may_turn_at(corner)
    }

    fn corners(&self) -> impl Iterator<Item = CornerId> + use<> {
        (0..self.corners as u32).map(CornerId)
    }

    /// Corners at which one may turn though they are not in the way: those in which gates end, which pass the wave on to
    /// the other side; and those where it may pay to keep away from something.
    fn let_turn(&self, nodes: &mut [Node]) {
        for layer in self.layers.all() {
            let has_factors = self.has_factors();
            let may_shun = |corner| has_factors || self.blocking.may_shun_at(layer.layer(), corner);
            let may_turn = |corner| self.may_turn_at(corner) && (may_shun(corner) || self.gates.has_links(corner));
            for corner in self.corners().filter(|&corner| may_turn(corner)) {
                nodes[layer.node(corner).index()].bends = true;
            }
        }
    }
}

/// A vertex that gates made on a wall, moved by rounding so that it stands out: paths along the wall bend there.
fn pokes(domain: &Domain, corner: CornerId) -> bool {
    let last_side = |sector: CornerId| domain.fan(sector).last().unwrap_or_else(|| domain.first_side(sector));
    let outermost = |is_first: bool| {
        let mut sector = corner;
        loop {
            let side = if is_first { domain.first_side(sector) } else { last_side(sector).prev() };
            let Some(across) = domain.across(sector).iter().find(|across| across.side == side) else {
                return Some(side);
            };
            sector = across.corner;
            if sector == corner {
                return None; // gates all around
            }
        }
    };
    let (Some(first), Some(last)) = (outermost(true), outermost(false)) else { return false };
    let (at, [_, from], [to, _]) = (domain.point(corner), domain.side_points(first), domain.side_points(last));
    let side = orient(at, from, to);
    side < 0.0 || side == 0.0 && (from - at).dot(to - at) > 0.0
}
