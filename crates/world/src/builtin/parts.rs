//! What scenes are made of: boxes, discs, sources, and their places.

use crate::model::{Field, Place, Polygon, Shape, Source, Wall, World};
use std::f64::consts::TAU;
use wayfront_geometry::Point;

/// The axis-parallel box between two corners, counter-clockwise.
pub fn rect(x0: f64, y0: f64, x1: f64, y1: f64) -> Polygon {
    Polygon::ring([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
}

/// A regular polygon with `corners` corners, the first one half a step above the x axis so that sides are upright.
pub fn disc(centre: [f64; 2], radius: f64, corners: usize) -> Polygon {
    ellipse(centre, [radius, radius], corners)
}

/// A regular polygon stretched along the axes.
pub fn ellipse([x, y]: [f64; 2], [rx, ry]: [f64; 2], corners: usize) -> Polygon {
    Polygon::ring((0..corners).map(|i| {
        let angle = TAU * (i as f64 + 0.5) / corners as f64;
        [x + rx * angle.cos(), y + ry * angle.sin()]
    }))
}

/// A wall through these points.
pub fn wall(points: impl IntoIterator<Item = [f64; 2]>) -> Wall {
    Wall { points: points.into_iter().map(Point::from).collect(), place: Place::default() }
}

/// A named source without offset.
pub fn source(name: &str, shape: Shape) -> Source {
    Source { name: Some(name.to_owned()), ..Source::of(shape) }
}

/// A named point to start from.
pub fn point_source(name: &str, at: [f64; 2]) -> Source {
    source(name, Shape::Point(at.into()))
}

/// A named door to start from.
pub fn door(name: &str, from: [f64; 2], to: [f64; 2]) -> Source {
    source(name, Shape::Segment([from.into(), to.into()]))
}

/// Gives everything its field and index, as if it had been read from a scene file.
pub fn number_places(world: &mut World) {
    for (i, area) in world.areas.iter_mut().enumerate() {
        area.place = Place::of(Field::Areas, i);
    }
    for (i, obstacle) in world.obstacles.iter_mut().enumerate() {
        obstacle.place = Place::of(Field::Obstacles, i);
    }
    for (i, wall) in world.walls.iter_mut().enumerate() {
        wall.place = Place::of(Field::Walls, i);
    }
    for i in 0..world.sources.len() {
        world.sources[i].place = world.place_of_source(i);
    }
    for (i, weight) in world.weights.iter_mut().enumerate() {
        weight.place = Place::of(Field::Weights, i);
    }
    for (i, door) in world.doors.iter_mut().enumerate() {
        door.place = Place::of(Field::Doors, i);
    }
    for (i, motion) in world.motions.iter_mut().enumerate() {
        motion.place = Place::of(Field::Motions, i);
    }
    for (i, group) in world.crowd.iter_mut().flat_map(|crowd| &mut crowd.groups).enumerate() {
        group.place = Place::of(Field::Groups, i);
    }
    for (i, barrier) in world.barriers.iter_mut().enumerate() {
        barrier.place = Place::of(Field::Barriers, i);
    }
}

/// The scene that the description of the format opens with, without its speed changes.
pub fn two_rooms() -> World {
    World {
        areas: vec![rect(0.0, 0.0, 20.0, 10.0)],
        obstacles: vec![rect(5.0, 2.0, 8.0, 6.0)],
        walls: vec![wall([[12.0, 0.0], [12.0, 4.0]]), wall([[12.0, 5.5], [12.0, 10.0]])],
        sources: vec![door("door", [20.0, 4.0], [20.0, 6.0])],
        ..World::default()
    }
}
