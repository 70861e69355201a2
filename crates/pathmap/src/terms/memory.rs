//! What a build on terms keeps beside the plain wave's memory.

use super::conditions::Conditions;
use super::directions::Hand;
use super::layers::{Layer, Layers};
use crate::generators::{LayerId, NodeId};
use crate::wave::{Even, Pace};
use std::collections::HashMap;
use std::fmt::Debug;
use std::marker::PhantomData;
use wayfront_domain::CornerId;
use wayfront_geometry::Point;

/// Which terms there are: one propagation is compiled for each kind, so that none pays for what it does not use.
pub(crate) trait Kind: Debug + Default {
    /// Speeds change at corners.
    const HAS_SPEEDS: bool;
    /// Gates are crossed at a price.
    const HAS_GATES: bool;
    /// How fast waves are.
    type Pace: Pace;
    /// The pace of a layer.
    fn pace(layers: &Layers, layer: LayerId) -> Self::Pace;
}

/// Speed changes alone.
#[derive(Debug, Default)]
pub(crate) struct Speeds;

/// Gates alone.
#[derive(Debug, Default)]
pub(crate) struct GatesAlone;

/// Speed changes and gates.
#[derive(Debug, Default)]
pub(crate) struct SpeedsAndGates;

impl Kind for Speeds {
    const HAS_SPEEDS: bool = true;
    const HAS_GATES: bool = false;
    type Pace = Layer;

    #[inline]
    fn pace(layers: &Layers, layer: LayerId) -> Layer {
        layers.get(layer)
    }
}

impl Kind for GatesAlone {
    const HAS_SPEEDS: bool = false;
    const HAS_GATES: bool = true;
    type Pace = Even;

    #[inline]
    fn pace(_: &Layers, _: LayerId) -> Even {
        Even
    }
}

impl Kind for SpeedsAndGates {
    const HAS_SPEEDS: bool = true;
    const HAS_GATES: bool = true;
    type Pace = Layer;

    #[inline]
    fn pace(layers: &Layers, layer: LayerId) -> Layer {
        layers.get(layer)
    }
}

/// A map on terms.
#[derive(Debug, Default)]
pub(crate) struct OnTerms<K> {
    pub conditions: Conditions,
    pub detours: TakenDetours,
    pub deferred: Deferred,
    /// Per slow corner the legs that were followed straight on past it, one for each direction.
    pub followed: HashMap<CornerId, Vec<Followed>>,
    kind: PhantomData<K>,
}

/// A leg to a slow corner that was followed straight on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Followed {
    /// Where it starts, and what it costs at the corner.
    pub from: Point,
    pub cost: f64,
}

/// The detours around slow corners that were taken.
#[derive(Debug, Default)]
pub(crate) struct TakenDetours {
    /// Per slow corner the nodes that turned to pass it.
    pub of: Vec<Vec<(NodeId, Hand)>>,
    /// Per side that starts at a corner, at which cost of the corner its triangle was filled.
    pub filled: Vec<f64>,
}

impl TakenDetours {
    /// Forgets the last build.
    pub fn restart(&mut self, slow: usize, sides: usize) {
        self.of.iter_mut().for_each(Vec::clear);
        self.of.resize(slow, Vec::new());
        self.filled.clear();
        if slow > 0 {
            self.filled.resize(sides, f64::INFINITY);
        }
    }
}

/// Corners that may matter far away only, or nowhere.
#[derive(Debug, Default)]
pub(crate) struct Deferred {
    /// What matters from this cost on is deferred.
    pub most: f64,
    /// Nodes deferred, and what they cost then. They count as done: what gets cheaper waits for another turn.
    pub nodes: Vec<(NodeId, f64)>,
}
