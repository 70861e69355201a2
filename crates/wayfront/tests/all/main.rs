//! All integration tests of this room, as one program: it is linked once.

mod examples;
mod features;
mod language;
mod pages;
mod rooms;
mod tolerances;
