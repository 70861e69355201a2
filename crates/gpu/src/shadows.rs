//! The papers' path map, on pixels: generators by rising cost, each fills what it sees.
//!
//! One generator at a time, the cheapest that waits: every corner that it sees may become cheaper and waits in its turn,
//! every pixel that it sees may become cheaper (Farias and Kallmann, *Optimal Path Maps on the GPU*; Farias 2020, chapter
//! 3). Two forms, with the same results as far as pixels tell. [`FanMap`] finds what is seen on the processor, from triangle
//! to triangle, and draws it with a depth test. [`ShadowMap`] asks all edges, by each corner and each pixel for itself, in
//! kernels. Segments are generators whose legs start at the nearest of their points; each speed has corners of its own, since
//! a slow wave must not stop a fast one. A corner that turns a leg fills only its shadow: what the leg's start sees costs less
//! from there.
//!
//! For study and comparison: the exact map is hundreds of times faster, and knows no pixels. Invariant: a pixel has the
//! exact cost as far as a fiftieth of a pixel and `f32` tell what is seen. Kernels decide that with `f32`, so gaps narrower
//! than a hundredth of a pixel are closed or open by chance; fans decide it exactly. Cost: for fans the pixels that
//! are seen, over all generators; for kernels generators times (corners + pixels that improve) times the edges between the
//! generator and their tile, which a kernel lists before.

mod fan;
mod frame;
mod generators;
mod scene;
mod sight;
mod stencil;
mod trace;

pub use fan::FanMap;
pub use scene::{ShadowGenerator, ShadowScene};
pub use trace::{ShadowMap, ShadowStats};
