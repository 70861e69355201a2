//! Terms made ready for a domain: layers, gates, what blocks the rules, and what copies of roots have paid.

use super::blocking::Blocking;
use super::gates::Gates;
use super::given::{Terms, TermsError};
use super::layers::Layers;
use super::surcharges::Surcharges;
use crate::generators::Node;
use crate::wave::Pace;
use wayfront_domain::{CornerId, Domain};

/// Terms on a domain; empty where there are none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Conditions {
    pub layers: Layers,
    pub gates: Gates,
    pub blocking: Blocking,
    pub surcharges: Surcharges,
    corners: usize,
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

    /// Adds the corners of all layers but the first, and forgets all copies.
    pub fn open(&mut self, nodes: &mut Vec<Node>, flats: usize) {
        self.layers.open(nodes, self.corners);
        self.let_turn(nodes);
        self.surcharges.restart(nodes.len(), flats);
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
            for corner in self.corners().filter(|&c| may_shun(c) || self.gates.has_links(c)) {
                nodes[layer.node(corner).index()].bends = true;
            }
        }
    }
}
