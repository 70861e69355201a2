//! All integration tests of this room, as one program: it is linked once.

mod browser;
mod serve;
mod session;
