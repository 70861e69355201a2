//! Path maps and fields on a graphics card.
//!
//! The exact engine stays where it is; a card gets what it is better at: many pixels, many agents, results that stay
//! where they are drawn. Data moves from left to right, as everywhere: [`Gpu`] opens a device, the other modules upload
//! what the rooms on the left have computed, and run kernels (WGSL files beside the Rust) on it.
//!
//! Kernels use no atomics on floats and no order between workgroups: results are the same on every run of a device.

pub mod device;
pub mod flood;
pub mod local;
pub mod maps;
pub mod questions;
pub mod shadows;
pub mod wave;

pub use device::{Adapter, Counts, Gpu, GpuError};
pub use flood::{FloodPixel, FloodSite, GpuFlood, sites_of};
pub use local::GpuLocalMaps;
pub use maps::{GpuMap, GpuSample, Textures};
pub use questions::{GpuQuestions, PointAnswer};
pub use shadows::{FanMap, ShadowGenerator, ShadowScene, ShadowStats};
pub use wave::{GpuWave, WaveWork};
