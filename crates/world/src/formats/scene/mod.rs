//! The scene format, version 1, in TOML and JSON: decoder and writer. Which fields there are is said by the tables of
//! `model`.

mod decode;
mod geometry;
mod value;
pub(crate) mod write;

pub(crate) use decode::{Draft, Include, decode};
