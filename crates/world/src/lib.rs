//! The scene as its user described it: what is there, what may be walked on, where paths start; how it is read and
//! written; and what is wrong with it, and where.
//!
//! Nothing is cleaned here: rings may overlap, cross, nest and run either way. The room `domain` resolves that.

mod builtin;
mod check;
mod crowd;
mod document;
mod fault;
mod format;
mod geojson;
mod grid;
mod motion;
pub mod numpy;
mod place;
mod plain;
mod read;
mod reader;
mod rejected;
mod scene;
mod spelling;
mod value;
mod wkt;
mod world;
mod write;

pub use builtin::{Random, builtin, builtin_like, builtin_names, random_polygons};
pub use check::validate;
pub use crowd::{Crowd, CrowdFault, Group, Leader, Measure, MeasureShape, Queues, Spread, Start, Steering, Stop};
pub use fault::{Fault, Problem};
pub use format::Format;
pub use motion::{Change, Handle, Kind, Motion, MotionFault, Thing};
pub use place::{Field, FileId, Place};
pub use read::{read_file, read_text};
pub use rejected::{Note, Rejected, location};
pub(crate) use value::Value;
pub use world::{Barrier, BarrierCost, Door, Flow, Polygon, Shape, Source, Wall, Weight, World, YAxis};
pub use write::{Unwritable, left_out, write_file, write_text};
