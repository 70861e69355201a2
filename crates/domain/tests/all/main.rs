//! All integration tests of this room, as one program: it is linked once.

mod baked;
mod canonical;
mod cells;
mod clearance;
mod extremes;
mod gates;
mod ground;
mod parts;
mod polygons;
mod properties;
mod real_data;
mod regressions;
mod scene;
