//! Voronoi diagrams of the free space.

mod build;
mod delaunay;
mod graph;
mod insert;
mod navgraph;
mod nearest;
mod objects;
mod order;
mod retract;
mod site;
mod skeleton;
mod voronoi;

pub use build::Feature;
pub use navgraph::{GraphCost, GraphDisc, GraphRoute, NavGraph, Unplaced};
pub use nearest::Clearance;
pub use objects::object_at;
pub use site::Bisector;
pub use skeleton::{Narrow, Parts, Profile, Skeleton, Widest};
pub use voronoi::{Voronoi, VoronoiEdge, VoronoiError};
