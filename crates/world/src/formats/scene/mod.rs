//! The scene format, version 1, in TOML and JSON: fields, decoder and writer.

mod constraints;
mod crowd;
mod decode;
mod fields;
mod geometry;
mod motions;
mod seek;
mod things;
pub(crate) mod write;
mod write_crowd;

pub(crate) use decode::{Draft, Include, decode};
