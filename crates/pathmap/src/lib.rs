//! Exact path maps: for every point of a domain the cost to the nearest source, the next point, the source, the route.
//!
//! [`PathMap::new`] sends *windows* out from the sources, over the triangles of the free space (continuous Dijkstra;
//! Mitchell, Mount and Papadimitriou 1987; Xin and Wang 2009). What a window sees is decided by exact predicates on
//! input coordinates; which window wins is decided by comparing costs, and a doubtful one is kept. A query looks at the
//! few windows of one triangle and takes the cheapest that sees the point.
//!
//! Stages, each looking to its left only: `generators`, `sources`, `wave`, `terms`, `map`, `questions`, [`view`];
//! `solids` stands on maps. The README of this room tells where to start reading.

mod advice;
mod baked;
mod generators;
mod map;
mod of_scene;
mod questions;
mod sanity;
mod solids;
mod sources;
mod terms;
pub mod view;
mod wave;

pub use baked::BakedMapError;
pub use generators::GeneratorId;
pub use map::{PathMap, PathMapError};
pub use questions::{Answer, GeneratorPlace, Leg, LevelLine, MapStats, PairPath, PairSearch};
pub use sanity::BrokenMap;
pub use solids::{Crossing, Solid, SolidMap};
pub use sources::{SourceError, check_sources};
pub use terms::{Price, Terms, TermsError};

/// The example of this room's page.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
