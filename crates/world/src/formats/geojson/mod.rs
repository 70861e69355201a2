//! GeoJSON: features, what their properties say about their role, and how worlds are written as features.

mod collection;
mod features;
mod read;
mod role;
pub(crate) mod write;

pub use collection::{FeatureCollection, Properties};
pub(crate) use read::{is_geojson, read};
