//! The studio: a page on the own machine in which one draws a plan, and sees paths, lanes, field and crowd follow while one
//! draws.
//!
//! A [`Session`] answers messages and knows neither sockets nor threads; a [`Studio`] serves it to pages of a browser. What
//! they say to each other is written down in `docs/studio-protocol.md`.
//!
//! The modules stand in the order of the data flow; none looks to its right: `limits`, `document` (the scene as things),
//! `messages` and `frame` (what is said), `problems`, `layers` (what is computed from a scene), `runs` (crowds), `files`,
//! `session` (messages in, messages out), `engine` (its thread), `serve` (sockets, guard, files of the page).

mod document;
mod engine;
mod files;
mod frame;
mod layers;
mod limits;
mod messages;
mod problems;
mod runs;
mod serve;
mod session;

pub use files::Desk;
pub use messages::{PageId, Payload, To};
pub use serve::{Studio, StudioError, StudioOptions};
pub use session::{Event, Job, Outgoing, Session, Unwanted};

/// Bytes of all files of the page.
#[must_use]
pub fn page_bytes() -> usize {
    serve::Assets::size()
}
