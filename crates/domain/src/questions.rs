//! What one asks a domain: where a point lies, what it sees, what is nearest, how much room there is for a disc, what is beyond a gate.

mod clearance;
mod gates;
pub(crate) mod guide;
pub(crate) mod locate;
mod many;
mod nearest;
pub(crate) mod openings;
mod polygons;
mod roomy;
pub(crate) mod sanity;
pub(crate) mod sight;
pub(crate) mod sweep;
pub(crate) mod visibility;
