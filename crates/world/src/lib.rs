//! The scene as its user described it: what is there, what may be walked on, where paths start; how it is read and
//! written; and what is wrong with it, and where.
//!
//! Nothing is cleaned here: rings may overlap, cross, nest and run either way. The room `domain` resolves that.

mod builtin;
mod fault;
mod place;
mod world;

pub use builtin::{Random, builtin, builtin_names, random_polygons};
pub use fault::{Fault, Problem};
pub use place::{Field, FileId, Place};
pub use world::{Barrier, BarrierCost, Flow, Polygon, Shape, Source, Wall, Weight, World, YAxis};
pub fn validate(_: &World) -> Vec<Problem> {
    Vec::new()
}
