//! Voronoi diagrams of the free space.

mod build;
mod delaunay;
mod graph;
mod insert;
mod nearest;
mod objects;
mod retract;
mod site;
mod skeleton;
mod voronoi;

pub use build::Feature;
pub use nearest::Clearance;
pub use objects::object_at;
pub use site::Bisector;
pub use skeleton::{Narrow, Parts, Profile, Skeleton, Widest};
pub use voronoi::{Voronoi, VoronoiEdge, VoronoiError};
