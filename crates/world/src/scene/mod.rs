//! The scene format, version 1, in TOML and JSON: fields, decoder and writer.

mod decode;
mod geometry;
mod things;
pub(crate) mod write;

pub(crate) use decode::{Include, decode};

/// Names of the fields, table by table.
pub(crate) mod fields {
    pub(crate) const SCENE: &[&str] = &["name", "world", "sources", "weights", "barriers", "flow", "crowd"];
    pub(crate) const WORLD: &[&str] = &["boundary", "areas", "obstacles", "solids", "walls", "file", "y_axis"];
    pub(crate) const POLYGON: &[&str] = &["outline", "holes"];
    pub(crate) const SOURCE: &[&str] = &["name", "point", "segment", "polyline", "offset"];
    pub(crate) const SHAPE: &[&str] = &["point", "segment", "polyline"];
    pub(crate) const WEIGHT: &[&str] = &["corner", "weight"];
    pub(crate) const BARRIER: &[&str] = &["segment", "delay", "weight"];
    pub(crate) const COST: &[&str] = &["delay", "weight"];
    pub(crate) const FLOW: &[&str] = &["entrances", "exits", "radius"];
}
