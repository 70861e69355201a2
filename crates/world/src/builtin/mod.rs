//! Scenes made by code: something to look at without a file, and worlds of any size for tests and benchmarks.
//!
//! Every scene is deterministic and clean: no outlines cross, sources lie in the free space, coordinates are metres.

mod city;
mod floor_plan;
mod flows;
mod hall;
mod maze;
mod office;
mod parts;
mod profiling;
mod random;
mod scatter;
mod spiral;
mod terminal;
mod touching;

#[cfg(test)]
mod tests;

pub use random::Random;
pub use scatter::random_polygons;

use crate::World;

/// A scene's name, what it shows, and how it is made.
type Entry = (&'static str, &'static str, fn() -> World);

const SCENES: [Entry; 21] = [
    ("office", "an office floor of twenty rooms with furniture and two stairwells", office::office),
    ("city", "streets between fifty buildings, a park, an avenue, a river and two bridges", city::city),
    ("hall", "a hall with pillars, a stage, rows of seats and two exits", hall::hall),
    ("terminal", "security lanes with queues, and a corner from which one travels faster", terminal::terminal),
    ("maze", "a perfect maze of 20 x 20 cells with walls without thickness", maze::maze),
    ("spiral", "one spiral obstacle with 38 vertices", spiral::spiral),
    ("touching", "obstacles, walls and the boundary touch in points and along edges", touching::touching),
    ("two-rooms", "the smallest useful scene: a wall with a gap, an obstacle and a door", parts::two_rooms),
    ("corridor", "a flow that one obstacle parts", flows::corridor),
    (
        "leftovers",
        "a flow through gaps that hold a lane and a half: lanes are lost unless whole ones are counted",
        flows::leftovers,
    ),
    ("grove", "a flow between 42 trees", flows::grove),
    ("wrap", "a flow that wraps around, entrance and exit on the same side", flows::wrap),
    ("concourse", "a flow with two entrances and three exits", flows::concourse),
    ("narrow-door", "a flow whose entrance is the narrowest place", flows::narrow_door),
    ("profiling0", "2 x 2 squares in rows", || profiling::profiling(2)),
    ("profiling1", "4 x 4 squares in rows", || profiling::profiling(4)),
    ("profiling2", "6 x 6 squares in rows", || profiling::profiling(6)),
    ("profiling3", "8 x 8 squares in rows", || profiling::profiling(8)),
    ("profiling4", "10 x 10 squares in rows", || profiling::profiling(10)),
    ("profiling5", "14 x 14 squares in rows", || profiling::profiling(14)),
    ("profiling6", "20 x 20 squares in rows", || profiling::profiling(20)),
];

/// The built-in scene of that name.
///
/// ```
/// let office = wayfront_world::builtin("office").unwrap();
/// assert_eq!(office.sources.len(), 2);
/// assert!(wayfront_world::builtin("moon").is_none());
/// ```
#[must_use]
pub fn builtin(name: &str) -> Option<World> {
    let (name, _, make) = SCENES.iter().find(|scene| scene.0 == name)?;
    let mut world = make();
    world.name = Some((*name).to_owned());
    parts::number_places(&mut world);
    Some(world)
}

/// The names of all built-in scenes, each with one line that says what it shows.
pub fn builtin_names() -> impl Iterator<Item = (&'static str, &'static str)> {
    SCENES.iter().map(|&(name, shows, _)| (name, shows))
}

/// The name of a built-in scene that was probably meant.
///
/// ```
/// assert_eq!(wayfront_world::builtin_like("ofice"), Some("office"));
/// assert_eq!(wayfront_world::builtin_like("cathedral"), None);
/// ```
#[must_use]
pub fn builtin_like(name: &str) -> Option<&'static str> {
    crate::spelling::nearest(name, &SCENES.map(|scene| scene.0))
}
