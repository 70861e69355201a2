//! What maps are built with: one propagation for each kind of terms, so that nobody pays for what he does not use.

use crate::build::Built;
use crate::goal::{Everywhere, OnTerms, WithGates, WithSpeeds};
use crate::placed::SourceFault;
use crate::run::Work;
use crate::terms::Terms;
use wayfront_domain::Domain;
use wayfront_world::Source;

/// The memory of builds of one kind.
#[derive(Debug)]
pub(crate) enum Engine {
    Plain(Work<Everywhere>),
    Speeds(Work<WithSpeeds>),
    Gates(Work<WithGates>),
    OnTerms(Work<OnTerms>),
}

impl Default for Engine {
    fn default() -> Self {
        Self::Plain(Work::default())
    }
}

impl Engine {
    /// Makes it ready for some terms. Its memory is kept if it is of the right kind.
    pub fn fit(&mut self, terms: &Terms) {
        let kind = (!terms.weights.is_empty(), !terms.prices.is_empty());
        match (kind, &*self) {
            ((false, false), Self::Plain(_))
            | ((true, false), Self::Speeds(_))
            | ((false, true), Self::Gates(_))
            | ((true, true), Self::OnTerms(_)) => {}
            ((false, false), _) => *self = Self::default(),
            ((true, false), _) => *self = Self::Speeds(Work::default()),
            ((false, true), _) => *self = Self::Gates(Work::default()),
            ((true, true), _) => *self = Self::OnTerms(Work::default()),
        }
    }

    /// Builds a map into `built`, whose memory is used again.
    pub fn build(&mut self, domain: &Domain, sources: &[Source], built: &mut Built) -> Result<(), SourceFault> {
        match self {
            Self::Plain(work) => work.build(domain, sources, built),
            Self::Speeds(work) => work.build(domain, sources, built),
            Self::Gates(work) => work.build(domain, sources, built),
            Self::OnTerms(work) => work.build(domain, sources, built),
        }
    }
}
