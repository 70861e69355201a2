//! The papers' path map, on pixels: generators by rising cost, each fills what it sees.
//!
//! One generator at a time, the cheapest that waits: every corner that it sees may become cheaper and waits in its turn,
//! every pixel that it sees may become cheaper (Farias and Kallmann, *Optimal Path Maps on the GPU*; Farias 2020, chapter
//! 3). [`FanMap`] finds what is seen on the processor, from triangle to triangle, and draws it with a depth test. Segments
//! are generators whose legs start at the nearest of their points; each speed has corners of its own, since a slow wave
//! must not stop a fast one. A corner that turns a leg fills only its shadow: what the leg's start sees costs less from
//! there.
//!
//! For study and comparison: the exact map is faster, and knows no pixels. Invariant: a pixel has the exact cost, but for
//! a fiftieth of a pixel and `f32`; which gaps are open is decided exactly. Cost: the pixels that are seen, over all
//! generators.

mod fan;
mod frame;
mod generators;
mod scene;
mod sight;
mod stencil;

pub use fan::{FanMap, ShadowStats};
pub use scene::{ShadowGenerator, ShadowScene};
