//! A field and what is asked of it: [`PotentialMap`] with its goal cells, its direction at every point, routes,
//! and its values for numpy.

mod direction;
mod goals;
mod map;
mod npz;
mod route;

pub use map::{PotentialMap, PotentialStats};
