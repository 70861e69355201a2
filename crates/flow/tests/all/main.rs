//! All integration tests of this room, as one program: it is linked once.

mod capacity;
mod far;
mod lanes;
mod pairing;
mod planning;
mod regressions;
mod slack;
