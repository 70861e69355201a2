//! A device: which adapter, what it can hold, buffers that are kept, and what was uploaded.
//!
//! Everything on a card goes through a [`Gpu`]. Its invariants: nothing here panics for what a driver does. A device
//! that is lost, a limit that is exceeded and a fault that the driver reports are errors of the call at which they are
//! noticed, [`Gpu::finish`] at the latest. Buffers and textures grow and are never shrunk, and everything that is made,
//! uploaded and read back is counted ([`Counts`]), so that a test can say "no buffer was made in the second frame".

mod adapter;
mod buffers;
mod counts;
mod error;
mod gpu;
mod kernel;

pub use adapter::Adapter;
pub use buffers::{Readback, Store, Uniform};
pub use counts::Counts;
pub use error::GpuError;
pub use gpu::Gpu;
pub use kernel::{Kernel, groups};
