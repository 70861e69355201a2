//! What is computed from a scene and shown over it, one file for each layer.

pub mod clearance;
pub mod flow;
pub mod path;
pub mod potential;
mod raster;
mod windows;

pub use raster::step;
