//! What a build leaves behind for queries.

use crate::generators::{Flat, Generators, Node};
use crate::sources::Sources;
use crate::terms::Conditions;
use crate::wave::WindowIndex;

/// Generators, windows by triangle, sources, layers and gates.
#[derive(Debug, Default)]
pub(crate) struct Built {
    pub nodes: Vec<Node>,
    pub flats: Vec<Flat>,
    pub index: WindowIndex,
    pub sources: Sources,
    /// Layers and gates; empty where there are none.
    pub conditions: Conditions,
}

impl Built {
    /// All generators.
    #[inline]
    pub fn generators(&self) -> Generators<'_> {
        Generators { nodes: &self.nodes, flats: &self.flats }
    }
}
