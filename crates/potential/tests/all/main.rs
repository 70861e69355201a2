//! All integration tests of this room, as one program: it is linked once.

mod agents;
mod directions;
mod field;
mod local;
mod local_exact;
mod patches;
mod regressions;
mod routes;
mod window_edge;
mod written;
