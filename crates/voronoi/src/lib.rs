//! Voronoi diagrams of the free space, and what follows from them.
//!
//! [`Voronoi::of`] gives the diagram of all outlines and walls of a domain, with edges as exact curves; how far the nearest
//! wall is, and which ([`Voronoi::clearance`]). [`Skeleton`] answers how wide the widest path between two places is and what
//! limits it, which places are narrow, and what is connected for bodies of any radius. [`NavGraph`] puts discs into the
//! diagram, each frame anew, and leads all of them at once, away from walls and from each other.

mod build;
mod cost;
mod delaunay;
mod graph;
mod insert;
mod isolines;
mod meeting;
mod navgraph;
mod nearest;
mod no_passage;
mod objects;
mod queue;
mod retract;
mod site;
mod skeleton;
mod voronoi;

pub use build::Feature;
pub use cost::GraphCost;
pub use navgraph::{GraphDisc, GraphRoute, GraphWish, Lead, NavGraph, Unplaced};
pub use nearest::Clearance;
pub use no_passage::{FreePart, NoPassage};
pub use objects::object_at;
pub use site::Bisector;
pub use skeleton::{ClearanceGuide, KeptClearance, KeptPiece, KeptRoute, Narrow, Parts, Skeleton, Widest};
pub use voronoi::{Voronoi, VoronoiEdge, VoronoiError};

/// The example of the README, compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
