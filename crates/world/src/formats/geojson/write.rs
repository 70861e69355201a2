//! A world as a GeoJSON feature collection with roles.

use super::collection::{FeatureCollection, Properties};
use crate::model::{Shape, Source, World};

/// The geometry, the sources and the exits of the world, one feature per line.
pub(crate) fn geojson(world: &World) -> String {
    let mut features = FeatureCollection::spaced();
    for area in &world.areas {
        features.polygon(&Properties::role("boundary"), area.rings());
    }
    for obstacle in &world.obstacles {
        features.polygon(&named("obstacle", &obstacle.name), obstacle.rings());
    }
    for wall in &world.walls {
        features.line(&Properties::role("wall"), wall.points.iter().copied());
    }
    // Sources before exits, as they are numbered when the file is read again.
    for exit in [false, true] {
        world.sources.iter().filter(|source| source.exit == exit).for_each(|source| add_source(&mut features, source));
    }
    features.finish()
}

fn named(role: &str, name: &Option<String>) -> Properties {
    let properties = Properties::role(role);
    match name {
        Some(name) => properties.text("name", name),
        None => properties,
    }
}

fn add_source(features: &mut FeatureCollection, source: &Source) {
    let mut properties = named(if source.exit { "exit" } else { "source" }, &source.name);
    if source.offset != 0.0 {
        properties = properties.number("offset", source.offset);
    }
    match &source.shape {
        Shape::Point(p) => features.point(&properties, *p),
        shape => features.line(&properties, shape.points().iter().copied()),
    }
}
