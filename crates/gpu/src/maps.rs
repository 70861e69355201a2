//! Exact path maps on the card, and samples of them in textures.
//!
//! A map is uploaded once: generators in pairs of `f32` (a number and what its rounding left), triangles, and for each
//! triangle the candidates that may win in it: its bending corners and its windows, whose rays are rounded after they
//! were computed in `f64`. A kernel (`expand.wgsl`) then writes them relative to a point near what is looked at; another
//! (`pieces.wgsl`) cuts triangles along the cells of a grid and lists for each piece the candidates that may win there.
//! Both run when the view moves away or the map changes. Every pixel, and every point of a question, finds its pieces in
//! the grid and takes the cheapest of their candidates that sees it (`look.wgsl`).
//!
//! Invariant: a cost is the exact map's to [`COST_ULPS`] units in the last place of `f32`, relative to the world's size
//! or to the cost if that is larger, of a point no farther away than that from the one asked for. So on a line where the
//! exact cost jumps (a wall without thickness, a gate, the ray behind a slow corner) and within that distance of it,
//! a pixel may have the cost of either side; everywhere else it is the cost there. Free space or obstacles that are narrower
//! than a few times that distance are not resolved. Generators are those of the exact map
//! but where two cost the same within that bound.
//!
//! Cost: a pixel looks at the pieces in its cell of the grid (about four) and at the candidates of its own (three or four).

mod canvas;
mod expand;
mod grid;
mod look;
mod map;
mod patches;
mod rows;
mod sample;

pub(crate) use canvas::Canvas;
pub use canvas::Textures;
pub(crate) use look::Frame;
pub use look::LOOK;
pub use map::GpuMap;
pub(crate) use patches::Patches;
pub use sample::GpuSample;

/// Tolerance: Units in the last place of `f32`, relative to the world's size, by which a cost may be off.
pub const COST_ULPS: f64 = 4.0;

/// Tolerance: Share of the world's size by which a point may lie beside what it counts as part of: a triangle, what a
/// window sees. Rounding of a point, a corner and their product comes to about two and a half halves of a unit in the
/// last place.
const SLACK: f64 = 1.5 * f32::EPSILON as f64;
