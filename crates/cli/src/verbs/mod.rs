//! One module for each verb: parsed arguments to library objects, run, print.

pub mod check;
pub mod clearance;
pub mod convert;
pub mod draw;
pub mod flow;
#[cfg(feature = "gpu")]
pub mod gpu;
pub mod map;
pub mod navgraph;
pub mod path;
pub mod potential;
pub mod query;
pub mod scenes;
pub mod search;
pub mod shell;
pub mod simulate;
pub mod studio;
pub mod surface;
pub mod verify;
