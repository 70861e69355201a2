//! What must hold for every world, however it was made: finite coordinates in the exact range, rings and lines with enough
//! points, sensible numbers. Linear in the world, a few nanoseconds per point.

mod constraint;
pub(crate) mod crowd;
pub(crate) mod motion;
mod parts;
mod seek;
mod things;

pub(crate) use parts::different_points;

use crate::model::table::Described;
use crate::model::{Field, Place, Polygon, World};
use crate::problems::{Fault, Problem};
use parts::{check_line, check_ring, named};
use things::{check_parts, check_things};

/// Everything that is wrong with the numbers of a world, whether it was read or made by a program. Whether things lie
/// where they should is decided by the room `domain`.
///
/// ```
/// use wayfront_world::{Polygon, World, validate};
/// let mut world = World::default();
/// world.areas.push(Polygon::ring([(0.0, 0.0), (9.0, 0.0), (9.0, f64::NAN)]));
/// let problems = validate(&world);
/// assert_eq!(problems[0].to_string(), "world.areas[0] point 2 at (9, NaN): a coordinate is not a finite number");
/// ```
#[must_use]
pub fn validate(world: &World) -> Vec<Problem> {
    let mut found = Vec::new();
    check_numbers(world, &mut found);
    check_names(world, &mut found);
    if found.is_empty() && world.walkable().is_none() {
        let place = Place::default();
        found.push(Problem { place, vertex: None, at: None, fault: Fault::Empty });
    }
    found
}

/// What is wrong with things in themselves.
pub(crate) fn check_numbers(world: &World, found: &mut Vec<Problem>) {
    for (field, polygons) in [(Field::Areas, &world.areas), (Field::Obstacles, &world.obstacles)] {
        for (i, polygon) in polygons.iter().enumerate() {
            check_polygon(polygon, named(polygon.place, field, i), found);
        }
    }
    for (i, wall) in world.walls.iter().enumerate() {
        check_line(&wall.points, named(wall.place, Field::Walls, i), found);
    }
    for (i, source) in world.sources.iter().enumerate() {
        check_parts(&source.parts(), world.place_of_source(i), found);
    }
    check_things(&world.weights, found);
    check_things(&world.barriers, found);
    motion::check(world, found);
    crowd::check(world, found);
    check_things(&world.constraints, found);
    world.flow.iter().for_each(|flow| check_parts(&flow.parts(), named(flow.place, Field::Flow, 0), found));
}

/// What is wrong with the names by which things call each other. Asked when the world is whole.
pub(crate) fn check_names(world: &World, found: &mut Vec<Problem>) {
    motion::check_names(world, found);
    crowd::check_names(world, found);
    constraint::check_names(world, found);
}

fn check_polygon(polygon: &Polygon, place: Place, found: &mut Vec<Problem>) {
    for (i, ring) in polygon.rings().enumerate() {
        // A hole that became an obstacle remembers which ring it was.
        check_ring(ring, Place { ring: place.ring + i as u32, ..place }, found);
    }
}
