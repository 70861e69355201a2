//! What one asks a domain: where a point lies, what it sees, what is nearest, what is beyond a gate.

mod gates;
pub(crate) mod guide;
pub(crate) mod locate;
mod nearest;
mod polygons;
pub(crate) mod sanity;
pub(crate) mod sight;
