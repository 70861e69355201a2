//! The papers' path map, on pixels: generators by rising cost, each fills what it sees.
//!
//! One generator at a time, the cheapest that waits: every corner that it sees may become cheaper and waits in its turn,
//! every pixel that it sees may become cheaper (Farias and Kallmann, *Optimal Path Maps on the GPU*; Farias 2020, chapter 3). What is seen is asked
//! of all edges, by each corner and each pixel for itself: a kernel for each of them, and one that chooses. Segments are
//! generators whose legs start at the nearest of their points; each speed has a layer of pixels of its own, since a slow
//! wave must not stop a fast one.
//!
//! For study and comparison: the exact map is hundreds of times faster, and knows no pixels. Invariant: a pixel has the
//! exact cost as far as a hundredth of a pixel and `f32` tell what is seen; gaps narrower than that are closed or open by
//! chance. Cost: generators times (corners + pixels that improve) times the edges between the generator and their tile,
//! which a kernel lists before.

mod fan;
mod frame;
mod generators;
mod scene;
mod sight;
mod stencil;
mod trace;

pub use fan::FanMap;
pub use scene::ShadowScene;
pub use trace::{ShadowMap, ShadowStats};
