//! Shapes as GeoJSON.

use super::{Border, BorderKind, Isoline, Line, MapShapes};
use wayfront_geometry::Point;
use wayfront_world::geojson::{FeatureCollection, Properties};
use wayfront_world::{Shape, Source};

impl MapShapes<'_> {
    /// Borders, isolines, sources and routes as a `FeatureCollection`. What a feature is stands in its property
    /// `role`: `border` (with `kind` and `between`, two generators), `isoline` (with `cost`), `source` (with `offset`,
    /// and `name` if it has one) or `route`.
    #[must_use]
    pub fn to_geojson(&self, levels: &[f64], sources: &[Source], routes: &[Vec<Point>]) -> String {
        let mut features = FeatureCollection::compact();
        for border in self.borders() {
            features.line(&properties_of_border(&border), closed(&border.line));
        }
        add_isolines(&self.isolines(levels), &mut features);
        add_sources(sources, &mut features);
        for route in routes.iter().filter(|route| route.len() > 1) {
            features.line(&Properties::role("route"), route.iter().copied());
        }
        features.finish()
    }
}

fn properties_of_border(border: &Border) -> Properties {
    let kind = match border.kind {
        BorderKind::Shadow => "shadow",
        BorderKind::Hyperbola => "hyperbola",
        BorderKind::Parabola => "parabola",
        BorderKind::Line => "line",
        BorderKind::Oval => "oval",
    };
    let between = border.between.map(|generator| i64::from(generator.0));
    Properties::role("border").text("kind", kind).integers("between", between)
}

/// Lines of equal cost, with their `cost`.
pub(crate) fn add_isolines(isolines: &[Isoline], features: &mut FeatureCollection) {
    for Isoline { cost, line } in isolines {
        features.line(&Properties::role("isoline").number("cost", *cost), closed(line));
    }
}

/// Sources, with their `offset` and `name`.
pub(crate) fn add_sources(sources: &[Source], features: &mut FeatureCollection) {
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
}

/// A closed line repeats its first point at the end.
pub(crate) fn closed(line: &Line) -> impl Iterator<Item = Point> + '_ {
    let close = line.points.first().filter(|_| line.is_closed);
    line.points.iter().chain(close).copied()
}
