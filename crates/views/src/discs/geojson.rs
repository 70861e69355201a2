//! Lines of a map for discs as GeoJSON.

use super::DiscSample;
use crate::shapes::{Isoline, Line};
use wayfront_geometry::Point;
use wayfront_pathmap::DiscMap;
use wayfront_world::geojson::{FeatureCollection, Properties};
use wayfront_world::{Shape, Source};

impl DiscSample {
    /// Borders, isolines and sources as a `FeatureCollection`. What a feature is stands in its property `role`: `border`,
    /// `isoline` (with `cost`) or `source` (with `offset`, and `name` if it has one).
    #[must_use]
    pub fn to_geojson(&self, map: &DiscMap, levels: &[f64], sources: &[Source]) -> String {
        let mut features = FeatureCollection::compact();
        for line in self.borders(map) {
            features.line(&Properties::role("border"), closed(&line));
        }
        for Isoline { cost, line } in self.isolines(map, levels) {
            features.line(&Properties::role("isoline").number("cost", cost), closed(&line));
        }
        for source in sources {
            let mut properties = Properties::role("source").number("offset", source.offset);
            if let Some(name) = &source.name {
                properties = properties.text("name", name);
            }
            match &source.shape {
                Shape::Point(p) => features.point(&properties, *p),
                shape => features.line(&properties, shape.points().iter().copied()),
            }
        }
        features.finish()
    }
}

/// A closed line repeats its first point at the end.
fn closed(line: &Line) -> impl Iterator<Item = Point> + '_ {
    let close = line.points.first().filter(|_| line.is_closed);
    line.points.iter().chain(close).copied()
}
