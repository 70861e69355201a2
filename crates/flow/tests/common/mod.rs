//! What the tests share: random worlds with a flow, and two oracles that are slow and obviously right.
#![allow(dead_code)] // each test program uses a part of it

pub mod gates;
pub mod grid_flow;
pub mod worlds;
