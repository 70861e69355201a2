//! Questions of many points that are on the card already: costs, aims, whole routes; and a step that moves agents.
//!
//! Points are pairs of `f32` relative to the map's centre ([`GpuMap::centre`](crate::GpuMap::centre)), in a buffer of the caller or one of
//! [`GpuQuestions::points`]. Every answer comes from the kernel that samples pixels (`maps/look.wgsl`), so costs have its
//! precision; routes follow the generators' parents, as those of the exact map do.
//!
//! Invariant: a step shortens what is left to walk by its length, or ends at a source. An agent that rounding has put
//! into a wall looks around itself by a few roundings and goes on from there.

mod ask;

pub use ask::{GpuQuestions, PointAnswer};
