//! All integration tests of this room, as one program: it is linked once.

mod analyst;
mod answers;
mod clearance;
mod common;
mod crowds;
mod fields;
mod files;
mod flow;
#[cfg(feature = "gpu")]
mod gpu;
mod maps;
mod middle;
mod moving;
mod no_path;
mod noise;
mod outputs;
mod paths;
mod pictures;
mod real_data;
mod regressions;
mod search;
mod studio;
mod verbs;
mod voronoi;
