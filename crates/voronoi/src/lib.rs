//! Voronoi diagrams of the free space.

mod build;
mod delaunay;
mod graph;
mod insert;
mod site;
mod voronoi;

pub use build::Feature;
pub use site::Bisector;
pub use voronoi::{Voronoi, VoronoiEdge, VoronoiError};
