//! What the tests share: random worlds with a flow, and two oracles that are slow and obviously right.
#![allow(dead_code)] // each test program uses a part of it

pub mod gates;
pub mod grid_flow;
pub mod worlds;

/// What the grid's max flow needs.
mod names {
    pub use wayfront_domain::Domain;
    pub use wayfront_flow::FlowMap;
    pub use wayfront_geometry::{Point, closest_on_segment};
}
