//! What the tests share: random worlds, an oracle that is slow and obviously right, and a runner that shrinks what
//! fails.
#![allow(dead_code)] // each test program uses a part of it

pub mod line_oracle;
pub mod oracle;
pub mod rng;
pub mod runner;
pub mod slabs;
pub mod worlds;
