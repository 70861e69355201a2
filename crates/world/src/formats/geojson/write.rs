//! A world as a GeoJSON feature collection with roles.

use crate::model::{Polygon, Shape, Source, World};
use crate::text::{number, quoted};
use wayfront_geometry::Point;

/// The geometry and the sources of the world, one feature per line.
pub(crate) fn geojson(world: &World) -> String {
    let areas = world.areas.iter().map(|area| feature("boundary", "", "Polygon", &rings(area)));
    let obstacles = world.obstacles.iter().map(|o| feature("obstacle", &name(&o.name), "Polygon", &rings(o)));
    let walls = world.walls.iter().map(|wall| feature("wall", "", "LineString", &list(&wall.points)));
    let sources = world.sources.iter().map(source);
    let features: Vec<String> = areas.chain(obstacles).chain(walls).chain(sources).collect();
    format!("{{\"type\": \"FeatureCollection\", \"features\": [\n{}\n]}}\n", features.join(",\n"))
}

fn feature(role: &str, more: &str, kind: &str, coordinates: &str) -> String {
    format!(
        "{{\"type\": \"Feature\", \"properties\": {{\"role\": \"{role}\"{more}}}, \
         \"geometry\": {{\"type\": \"{kind}\", \"coordinates\": {coordinates}}}}}"
    )
}

fn name(name: &Option<String>) -> String {
    name.as_ref().map_or(String::new(), |name| format!(", \"name\": {}", quoted(name)))
}

fn source(source: &Source) -> String {
    let offset = if source.offset == 0.0 { String::new() } else { format!(", \"offset\": {}", number(source.offset)) };
    let more = name(&source.name) + &offset;
    match &source.shape {
        Shape::Point(p) => feature("source", &more, "Point", &pair(p)),
        shape => feature("source", &more, "LineString", &list(shape.points())),
    }
}

fn rings(polygon: &Polygon) -> String {
    // GeoJSON repeats the first point of a ring at its end.
    let closed = |ring: &[Point]| list(&ring.iter().chain(ring.first()).copied().collect::<Vec<_>>());
    let rings: Vec<String> = polygon.rings().map(closed).collect();
    format!("[{}]", rings.join(", "))
}

fn list(points: &[Point]) -> String {
    let pairs: Vec<String> = points.iter().map(pair).collect();
    format!("[{}]", pairs.join(", "))
}

fn pair(p: &Point) -> String {
    format!("[{}, {}]", number(p.x), number(p.y))
}
