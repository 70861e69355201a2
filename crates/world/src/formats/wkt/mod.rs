//! Well-known text: polygons are walkable areas and their holes obstacles, as pedestrian simulators use it.

mod parse;
mod read;
pub(crate) mod write;

pub(crate) use read::read;
