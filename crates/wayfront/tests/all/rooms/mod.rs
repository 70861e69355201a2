//! What the sources and manifests of all rooms must keep to: data moves from left to right between rooms and between
//! the modules of a room, and one name means one thing.
//!
//! `WAYFRONT_UPDATE=1 cargo test -p wayfront --test all rooms::` writes the graph of rooms into the architecture page.

mod manifests;
mod modules;
mod names;
mod source;
