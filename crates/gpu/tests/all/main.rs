//! All integration tests of this room, as one program: it is linked once.

mod common;
mod device;
mod flood;
mod limits;
mod local;
mod maps;
mod questions;
mod regressions;
mod shadows;
mod steps;
mod wave;
