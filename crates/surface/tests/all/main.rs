//! All integration tests of this room, as one program: it is linked once.

mod fields;
mod files;
mod noise;
mod regressions;
mod routes;
mod scipy;
