//! Flow maps: how many discs can cross a world side by side from its entrances to its exits, what limits them, and
//! along which lanes they should go.
//!
//! [`FlowMap::new`] takes a world with entrances and exits on its boundary and finds its capacity and its *min cut*: the
//! narrowest places that together separate the entrances from the exits. [`FlowMap::lanes`] makes as many lanes for
//! discs of a radius as the world can carry, as exact curves that keep their distance from each other and from
//! everything solid; [`Lanes::shortened`] pulls them taut.
//!
//! The method is that of Mitchell (1990) and of Farias and Kallmann (2019), with two changes: the distance through
//! obstacles is exact and computed in one pass, and lanes are lines of equal distance in a world whose gaps are rounded
//! down to whole lanes, so that none is lost and nothing is sampled.

mod assign;
mod bundles;
mod check;
mod cut;
mod error;
mod field;
mod frame;
mod guide;
mod lanes;
mod largest;
mod laying;
mod leap;
mod map;
mod narrows;
mod near;
mod pairing;
mod plain;
mod programme;
mod room;
mod shorten;
mod solids;
mod taut;
mod terminals;
mod widen;

pub use check::Violation;
pub use cut::Gate;
pub use error::FlowError;
pub use field::FlowField;
pub use guide::FlowGuide;
pub use lanes::{Lane, Lanes};
pub use map::{FlowMap, SPECIFIC_FLOW};
pub use plain::PlainLine;
pub use solids::SolidId;
pub use terminals::{Terminal, boundary_between};
pub use widen::Widening;
