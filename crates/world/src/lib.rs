//! The scene as its user described it: what is there, what may be walked on, where paths start; how it is read and
//! written; and what is wrong with it, and where.
//!
//! Nothing is cleaned here: rings may overlap, cross, nest and run in either direction. The room `domain` resolves that.
//!
//! The modules stand in the order of the data flow; none looks to its right: `text`, `spelling`, `random`
//! and `files` (small tools), `model` (the world as plain data), `problems` (what can be wrong), `checks` (what is), `documents` (TOML and
//! JSON as trees), `formats` (files), `describe` (the format in
//! other words), `builtin` (scenes without a file), `open` (a file or a built-in scene by its
//! name).

/// The examples of the README are tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod builtin;
mod checks;
mod describe;
mod documents;
pub mod files;
mod formats;
mod model;
#[cfg(feature = "numpy")]
pub mod numpy;
mod open;
mod problems;
mod random;
mod spelling;
mod text;

/// GeoJSON as text, for every room that writes some.
pub mod geojson {
    pub use crate::formats::geojson::{FeatureCollection, Properties};
}

pub use builtin::{builtin, builtin_like, builtin_names, random_polygons};
pub use checks::validate;
pub use describe::schema;
pub use formats::{
    CellMap, Format, WriteError, left_out, read_cell_map, read_file, read_file_within, read_text, read_text_within,
    write_draft, write_file, write_text,
};
pub use model::{
    Barrier, BarrierCost, Change, Constraint, ConstraintRegion, ConstraintSide, ConstraintStrength, Crowd,
    Distribution, Door, Field, Flow, Goods, Group, GuideKind, Handle, Kind, Measure, MeasureShape, Motion, Note,
    Passing, Place, Polygon, Preposition, Profile, Rerouting, Seek, Shape, SizePlan, Source, SpeedArea, Start,
    Steering, Stop, Thing, Wall, Weight, World, YAxis,
};
pub use open::{OpenError, open, open_within};
pub use problems::{CrowdFault, Fault, MotionFault, Problem, Rejected, location};
pub use random::Random;
pub use text::decimal;
