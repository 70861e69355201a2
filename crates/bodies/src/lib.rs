//! Shortest paths of bodies: discs of any radius, on the same free space as points.
//!
//! [`SceneMap`] answers from everywhere to the nearest source, [`DiscSearch`] between two points, [`QuickSearch`] between
//! two points with a path that need not be the shortest; [`LiveMap`] follows a scene that changes; [`TangentGraph`]
//! has every bitangent. Nothing is built for a radius but the map itself. The README of this room tells where to start
//! reading.

mod discs;
mod error;
mod live;
mod map;
mod pairs;
mod quick;

pub use discs::{DiscPath, Narrowest, NoRoom, Tangent, TangentGraph, TangentTree, TangentTurn};
pub use error::MapError;
pub use live::{LiveMap, Timing, Update};
pub use map::{Bend, DiscTerms, SceneMap, SourcePlace, check};
pub use pairs::DiscSearch;
pub use quick::{QuickKind, QuickPath, QuickSearch};

/// The example of this room's page.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
