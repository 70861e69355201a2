//! What maps are built with: one propagation for each kind of terms, so that none pays for what it does not use.

use super::built::Built;
use crate::generators::MOST_GENERATORS;
use crate::sources::SourceError;
use crate::terms::{GatesAlone, OnTerms, Speeds, SpeedsAndGates, Terms};
use crate::wave::{Everywhere, Goal, Work};
use wayfront_domain::Domain;
use wayfront_world::Source;

/// The memory of builds of one kind.
#[derive(Debug)]
pub(super) enum Engine {
    Plain(Work<Everywhere>),
    Speeds(Work<OnTerms<Speeds>>),
    Gates(Work<OnTerms<GatesAlone>>),
    SpeedsAndGates(Work<OnTerms<SpeedsAndGates>>),
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
            | ((true, true), Self::SpeedsAndGates(_)) => {}
            ((false, false), _) => *self = Self::default(),
            ((true, false), _) => *self = Self::Speeds(Work::default()),
            ((false, true), _) => *self = Self::Gates(Work::default()),
            ((true, true), _) => *self = Self::SpeedsAndGates(Work::default()),
        }
    }

    /// Builds a map into `built`, whose memory is used again.
    pub fn build(&mut self, domain: &Domain, sources: &[Source], built: &mut Built) -> Result<(), SourceError> {
        match self {
            Self::Plain(work) => build(work, domain, sources, built),
            Self::Speeds(work) => build(work, domain, sources, built),
            Self::Gates(work) => build(work, domain, sources, built),
            Self::SpeedsAndGates(work) => build(work, domain, sources, built),
        }
    }
}

/// A goal that leaves a map behind.
trait MapGoal: Goal {
    /// Takes the terms of a map, and gives them back.
    fn swap_terms(_: &mut Work<Self>, _: &mut Built) {}
    /// Sources from which nothing exact can be said.
    fn refuses(_: &Work<Self>, _: &[Source]) -> Option<SourceError> {
        None
    }
    /// Sources are placed: adds what terms need.
    fn open(_: &mut Work<Self>) {}
}

impl MapGoal for Everywhere {}

impl<K> MapGoal for OnTerms<K>
where
    Self: Goal,
{
    fn swap_terms(work: &mut Work<Self>, built: &mut Built) {
        std::mem::swap(&mut work.goal.conditions, &mut built.conditions);
    }

    fn refuses(work: &Work<Self>, sources: &[Source]) -> Option<SourceError> {
        let gate = work.goal.conditions.factor_gate()?;
        let index = sources.iter().position(|source| source.shape.points().len() > 1)?;
        Some(SourceError::BeforeFactor { index, gate })
    }

    fn open(work: &mut Work<Self>) {
        work.goal.conditions.open(&mut work.nodes, work.flats.len());
    }
}

fn build<G: MapGoal>(
    work: &mut Work<G>,
    domain: &Domain,
    sources: &[Source],
    built: &mut Built,
) -> Result<(), SourceError> {
    swap(work, built);
    work.restart(domain);
    let placed = match G::refuses(work, sources) {
        Some(error) => Err(error),
        None => built.sources.place(domain, sources, &mut work.nodes, &mut work.flats),
    };
    G::open(work);
    if placed.is_ok() {
        work.propagate(domain, &built.sources);
    }
    debug_assert!(work.nodes.len().max(work.flats.len()) <= MOST_GENERATORS);
    built.index.fill(&work.kept, domain.free_triangles());
    swap(work, built);
    placed
}

fn swap<G: MapGoal>(work: &mut Work<G>, built: &mut Built) {
    std::mem::swap(&mut work.nodes, &mut built.nodes);
    std::mem::swap(&mut work.flats, &mut built.flats);
    G::swap_terms(work, built);
}
