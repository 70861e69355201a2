//! What must hold for every world, however it was made: finite coordinates in the exact range, rings and lines with enough
//! points, sensible numbers. Linear in the world, a few nanoseconds per point.

mod constraint;
pub(crate) mod crowd;
pub(crate) mod motion;
mod parts;
mod seek;

pub(crate) use parts::different_points;

use crate::model::{Barrier, BarrierCost, Field, Flow, Place, Polygon, Shape, Source, World};
use crate::problems::{Fault, Problem};
use parts::{check_line, check_number, check_points, check_positive, check_ring, named};

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
        check_source(source, world.place_of_source(i), found);
    }
    for (i, weight) in world.weights.iter().enumerate() {
        let place = named(weight.place, Field::Weights, i);
        check_points(&[weight.corner], place, found);
        check_positive("speed", weight.weight, place, found);
    }
    for (i, barrier) in world.barriers.iter().enumerate() {
        check_barrier(barrier, named(barrier.place, Field::Barriers, i), found);
    }
    motion::check(world, found);
    crowd::check(world, found);
    constraint::check(world, found);
    if let Some(flow) = &world.flow {
        check_flow(flow, found);
    }
}

/// What is wrong with the names by which things call each other. Asked when the world is whole.
pub(crate) fn check_names(world: &World, found: &mut Vec<Problem>) {
    motion::check_things(world, found);
    crowd::check_names(world, found);
    constraint::check_things(world, found);
}

fn check_polygon(polygon: &Polygon, place: Place, found: &mut Vec<Problem>) {
    for (i, ring) in polygon.rings().enumerate() {
        // A hole that became an obstacle remembers which ring it was.
        check_ring(ring, Place { ring: place.ring + i as u32, ..place }, found);
    }
}

fn check_source(source: &Source, place: Place, found: &mut Vec<Problem>) {
    match &source.shape {
        Shape::Point(p) => check_points(&[*p], place, found),
        shape => check_line(shape.points(), place, found),
    }
    check_number("offset", source.offset, source.offset >= 0.0, "zero or more", place, found);
}

fn check_barrier(barrier: &Barrier, place: Place, found: &mut Vec<Problem>) {
    check_line(&barrier.segment, place, found);
    match barrier.cost {
        BarrierCost::Delay(delay) => check_number("delay", delay, delay >= 0.0, "zero or more", place, found),
        BarrierCost::Weight(weight) => check_number("factor", weight, weight >= 1.0, "one or more", place, found),
    }
}

fn check_flow(flow: &Flow, found: &mut Vec<Problem>) {
    for (field, chains) in [(Field::Entrances, &flow.entrances), (Field::Exits, &flow.exits)] {
        for (i, chain) in chains.iter().enumerate() {
            check_line(chain, Place { field, index: i as u32, ..flow.place }, found);
        }
    }
    if let Some(radius) = flow.radius {
        check_positive("radius", radius, Place { field: Field::Flow, ..flow.place }, found);
    }
}
