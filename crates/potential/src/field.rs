//! A field and what is asked of it: [`PotentialMap`] with its goal cells, its direction at every point, and routes.

mod direction;
mod goals;
mod map;
mod route;

pub use map::{PotentialMap, PotentialStats};
