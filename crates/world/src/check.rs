//! What must hold for every world, whoever made it: finite coordinates in the exact range, rings and lines with enough
//! points, sensible numbers. Linear in the world, a few nanoseconds per point.

use crate::crowd::check as crowd;
use crate::motion::check as motion;
use crate::{Barrier, BarrierCost, Fault, Field, Flow, Place, Polygon, Problem, Source, World};
use wayfront_geometry::{Point, computable};

/// Everything that is wrong with the numbers of a world, whether it was read or made by a program. Whether things lie
/// where they should is the business of the room `domain`.
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
    for (field, polygons) in [(Field::Areas, &world.areas), (Field::Obstacles, &world.obstacles)] {
        for (i, polygon) in polygons.iter().enumerate() {
            check_polygon(polygon, named(polygon.place, field, i), &mut found);
        }
    }
    for (i, wall) in world.walls.iter().enumerate() {
        check_line(&wall.points, named(wall.place, Field::Walls, i), &mut found);
    }
    for (i, source) in world.sources.iter().enumerate() {
        check_source(source, named(source.place, Field::Sources, i), &mut found);
    }
    for (i, weight) in world.weights.iter().enumerate() {
        let place = named(weight.place, Field::Weights, i);
        check_points(&[weight.corner], place, &mut found);
        check_positive("weight", weight.weight, place, &mut found);
    }
    for (i, barrier) in world.barriers.iter().enumerate() {
        check_barrier(barrier, named(barrier.place, Field::Barriers, i), &mut found);
    }
    motion::check(world, &mut found);
    motion::check_things(world, &mut found);
    crowd::check(world, &mut found);
    crowd::check_names(world, &mut found);
    if let Some(flow) = &world.flow {
        check_flow(flow, &mut found);
    }
    if found.is_empty() && world.walkable().is_none() {
        let place = Place::default();
        found.push(Problem { place, vertex: None, at: None, fault: Fault::Empty });
    }
    found
}

/// Things made by a program do not know what they are called.
pub(crate) fn named(place: Place, field: Field, index: usize) -> Place {
    if place.field == Field::Scene { Place::of(field, index) } else { place }
}

fn check_polygon(polygon: &Polygon, place: Place, found: &mut Vec<Problem>) {
    for (i, ring) in polygon.rings().enumerate() {
        // A hole that became an obstacle remembers which ring it was.
        check_ring(ring, Place { ring: place.ring + i as u32, ..place }, found);
    }
}

pub(crate) fn check_ring(ring: &[Point], place: Place, found: &mut Vec<Problem>) {
    check_points(ring, place, found);
    let different = different_points(ring, 3);
    if different < 3 {
        let at = ring.first().copied();
        found.push(Problem { place, vertex: None, at, fault: Fault::TooFewPoints { found: different } });
    }
}

pub(crate) fn check_line(line: &[Point], place: Place, found: &mut Vec<Problem>) {
    check_points(line, place, found);
    let different = different_points(line, 2);
    if different < 2 {
        let at = line.first().copied();
        found.push(Problem { place, vertex: None, at, fault: Fault::TooShort { found: different } });
    }
}

pub(crate) fn check_points(points: &[Point], place: Place, found: &mut Vec<Problem>) {
    for (i, p) in points.iter().enumerate() {
        let Some(value) = [p.x, p.y].into_iter().find(|&v| !computable(v)) else { continue };
        let finite = p.is_finite();
        let fault = if finite { Fault::OutOfRange { value } } else { Fault::NotFinite };
        let vertex = (points.len() > 1).then_some(i as u32);
        found.push(Problem { place, vertex, at: Some(*p), fault });
    }
}

/// How many different points there are, counted up to `enough`, which is at most three. NaN differs from everything: it is reported elsewhere.
pub(crate) fn different_points(points: &[Point], enough: usize) -> usize {
    let (mut seen, mut count) = ([Point::default(); 3], 0);
    for &p in points {
        if count == enough.min(seen.len()) {
            break;
        }
        if !seen[..count].contains(&p) {
            seen[count] = p;
            count += 1;
        }
    }
    count
}

fn check_source(source: &Source, place: Place, found: &mut Vec<Problem>) {
    match &source.shape {
        crate::Shape::Point(p) => check_points(&[*p], place, found),
        shape => check_line(shape.points(), place, found),
    }
    check_number("offset", source.offset, source.offset >= 0.0, "zero or more", place, found);
}

fn check_barrier(barrier: &Barrier, place: Place, found: &mut Vec<Problem>) {
    check_line(&barrier.segment, place, found);
    match barrier.cost {
        BarrierCost::Delay(delay) => check_number("delay", delay, delay >= 0.0, "zero or more", place, found),
        BarrierCost::Weight(weight) => check_number("weight", weight, weight >= 1.0, "one or more", place, found),
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

pub(crate) fn check_positive(name: &'static str, value: f64, place: Place, found: &mut Vec<Problem>) {
    check_number(name, value, value > 0.0, "more than zero", place, found);
}

pub(crate) fn check_number(
    name: &'static str,
    value: f64,
    good: bool,
    needs: &'static str,
    place: Place,
    found: &mut Vec<Problem>,
) {
    if !good || value.is_infinite() {
        let needs = if value.is_infinite() { "finite" } else { needs };
        found.push(Problem { place, vertex: None, at: None, fault: Fault::BadValue { name, value, needs } });
    }
}
