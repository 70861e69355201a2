//! What the tests of all rooms share.
//!
//! A property is checked on many random worlds against an answer that is slow and obviously right; a world that fails
//! is made as small as it can be made and printed as code. The modules in the order in which a test needs them:
//!
//! 1. [`rng`], [`worlds`]: random numbers and worlds. The same seed gives the same world for ever; tests that name
//!    seeds rely on it.
//! 2. [`runner`], [`shrink`]: many seeds, or one; what the environment asks for; smaller worlds that still fail.
//! 3. Oracles: [`domains`] and [`free_space`] for the domain, `paths` and `terms` for path maps, [`envelopes`] for cells of discs, `flows` for
//!    capacities, `grids` and `meshes` for harmonic fields, by [`elimination`]; `crowds` to walk agents, `ring`
//!    for their speed in a closed corridor, `watch` to look at runs from outside.
//! 4. [`sessions`]: what commands and readers say, kept as files.
//! 5. [`motions`]: the same world elsewhere.
//! 6. [`data`], [`outside`]: what is not part of the project, and may be missing: files of others, Python's packages.
//!
//! Integration tests use it as a dev-dependency. Unit tests inside a room's `src` cannot: they would see the types of
//! their own room twice.

pub mod allocations;
pub mod bytes;
#[cfg(feature = "crowd")]
pub mod crowds;
pub mod data;
pub mod discs;
pub mod domains;
pub mod elimination;
pub mod envelopes;
#[cfg(feature = "flow")]
pub mod flows;
pub mod free_space;
#[cfg(feature = "potential")]
pub mod grids;
#[cfg(feature = "surface")]
pub mod meshes;
pub mod motions;
pub mod outside;
#[cfg(feature = "pathmap")]
pub mod paths;
#[cfg(feature = "pathmap")]
pub mod random_maps;
#[cfg(feature = "crowd")]
pub mod ring;
pub mod rng;
pub mod runner;
pub mod sessions;
pub mod shrink;
#[cfg(feature = "pathmap")]
pub mod terms;
#[cfg(feature = "crowd")]
pub mod watch;
pub mod worlds;
