//! What the geometries of a WKT file mean: polygons are areas to walk on, lines are walls.

use super::parse::{Shape, parse};
use crate::documents::reader::{Reader, opened};
use crate::model::{Field, Polygon, Wall, World};
use crate::problems::Fault;
use crate::spelling::nearest;

const SHAPES: &[&str] =
    &["POLYGON", "MULTIPOLYGON", "GEOMETRYCOLLECTION", "LINESTRING", "MULTILINESTRING", "POINT", "MULTIPOINT"];

/// Reads a text; problems go to the reader.
pub(crate) fn read(text: &str, reader: &mut Reader<'_>) -> World {
    let mut world = World::default();
    let leaves = match parse(text) {
        Ok(leaves) => leaves,
        Err(error) => {
            let place = reader.place(Field::Scene, 0, error.at);
            reader.fault(place, Fault::Syntax { format: "WKT", what: error.what });
            return world;
        }
    };
    for (i, leaf) in leaves.into_iter().enumerate() {
        let place = reader.place(Field::Geometries, i, leaf.at);
        match leaf.shape {
            Shape::Polygon(rings) => {
                let mut rings = rings.into_iter().map(opened);
                let outer = rings.next().unwrap_or_default();
                world.areas.push(Polygon { name: None, outer, holes: rings.collect(), place });
            }
            Shape::Line(points) => world.walls.push(Wall { points, place }),
            Shape::Points => reader.note(place, "points mean nothing in WKT; they are left out"),
            Shape::Unknown(name) => {
                let near = nearest(&name, SHAPES);
                reader.fault(place, Fault::UnknownShape { name, near });
            }
        }
    }
    world.holes_of_only_area_to_obstacles();
    world
}
