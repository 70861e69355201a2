//! Lines of a map for discs as GeoJSON.

use super::DiscSample;
use crate::shapes::geojson::{add_isolines, add_sources, closed};
use wayfront_bodies::SceneMap;
use wayfront_world::Source;
use wayfront_world::geojson::{FeatureCollection, Properties};

impl DiscSample {
    /// Borders, isolines and sources as a `FeatureCollection`. What a feature is stands in its property `role`: `border`,
    /// `isoline` (with `cost`) or `source` (with `offset`, and `name` if it has one).
    #[must_use]
    pub fn to_geojson(&self, map: &SceneMap, levels: &[f64], sources: &[Source]) -> String {
        let mut features = FeatureCollection::compact();
        for line in self.borders(map) {
            features.line(&Properties::role("border"), closed(&line));
        }
        add_isolines(&self.isolines(map, levels), &mut features);
        add_sources(sources, &mut features);
        features.finish()
    }
}
