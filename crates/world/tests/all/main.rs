//! All integration tests of this room, as one program: it is linked once.

mod corpus;
mod geometry_files;
mod messages;
mod moving_holes;
mod noise;
mod real_data;
mod regressions;
mod round_trips;
