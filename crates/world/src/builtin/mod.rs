//! Scenes made by code: something to look at without a file, and worlds of any size for tests and benchmarks.
//!
//! Every scene is deterministic and clean: no outlines cross, sources lie in the free space, coordinates are metres.

mod city;
mod crowds;
mod everybody;
mod floor_plan;
mod flows;
mod guard;
mod hall;
mod maze;
mod office;
mod parts;
mod profiling;
mod queue;
mod scatter;
mod serpentine;
mod sizes;
mod sources;
mod speed;
mod spiral;
mod station;
mod streets;
mod terminal;
mod three_ways;
mod touching;
pub mod validation;

#[cfg(test)]
mod tests;

pub use scatter::random_polygons;

use crate::model::World;
use validation::Beyond;

/// A scene's name, what it shows, and how it is made.
type Entry = (&'static str, &'static str, fn() -> World);

const SCENES: [Entry; 71] = [
    ("office", "an office floor of twenty rooms with furniture and two stairwells", office::office),
    ("city", "streets between fifty buildings, a park, an avenue, a river and two bridges", city::city),
    ("hall", "a hall with pillars, a stage, rows of seats and two exits", hall::hall),
    ("terminal", "security lanes with queues, and a corner from which one travels faster", terminal::terminal),
    ("maze", "a perfect maze of 20 x 20 cells with walls without thickness", maze::maze),
    ("spiral", "one spiral obstacle with 38 vertices", spiral::spiral),
    ("serpentine", "a corridor 2 m wide and 2.5 km long that folds 24 times", serpentine::serpentine),
    ("three-ways", "two rooms joined by three passages of the same length", three_ways::three_ways),
    (
        "sizes",
        "two rooms joined by a narrow, a wide and a middling opening: which one is taken is a matter of size",
        sizes::sizes,
    ),
    ("posts", "900 posts in rows, 2 m apart: wide bodies touch them left and right", sizes::posts),
    ("touching", "obstacles, walls and the boundary touch in points and along edges", touching::touching),
    ("two-rooms", "the smallest useful scene: a wall with a gap, an obstacle and a door", parts::two_rooms),
    ("sources", "a market hall with three points and two segments to go to", sources::sources),
    ("bicycle", "a bicycle at a far corner: worth the detour on a long path", speed::bicycle),
    ("speeds", "the same room with corners that make one 1, 1.3, 2 and 4 times as fast", speed::speeds),
    ("queue-delay", "three corridors, and a queue that takes ten seconds in the middle one", queue::queue_delay),
    ("queue-weight", "the same corridors, and a barrier behind which the way counts more", queue::queue_weight),
    ("subway", "a platform between two trains whose doors open and close (moves)", station::subway),
    ("trains", "two trains that run to and fro, and people who want to board (moves)", station::trains),
    (
        "guard",
        "a yard with a guard who walks, whose sight is to be avoided, and a wall to keep to (moves)",
        guard::guard,
    ),
    ("one-exit", "street blocks with one road out", streets::one_exit),
    ("three-exits", "the same street blocks with three roads out", streets::three_exits),
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
    ("three-corridors", "a crowd of 180 and three corridors, the shortest of which is narrow", crowds::three_corridors),
    ("bottleneck", "a crowd of 300 that leaves a room by a door of 1.2 m", crowds::bottleneck),
    ("crossing", "a crowd from four sides that crosses in the middle", crowds::crossing),
    ("pocket", "a crowd half of which walks into a pocket, for want of a map", crowds::pocket),
    ("museum", "a crowd that comes in by and by, some by way of a desk", crowds::museum),
    ("evacuation", "a crowd of 200 that leaves the office floor", crowds::evacuation),
    (
        "orchard",
        "64 trees, 96 thieves who take 64,000 fruits, and 4 farmers who catch them; one graph leads all",
        everybody::orchard,
    ),
    ("plaza", "a crowd of 200 between buildings, with 5 cars on three streets; one graph leads all", everybody::plaza),
    ("crater", "50 rovers among six rocks and a crater, some of them fast; one graph leads all", everybody::crater),
    ("opposite", "four who cross from corner to corner of a square; one graph leads all", everybody::opposite),
    ("pinch", "obstacles that touch, walls without thickness, a wall end in line with somebody", everybody::pinch),
    ("lanes-pillars", "a crowd on lanes between pillars", crowds::lanes_pillars),
    ("lanes-bends", "a crowd on lanes around two bends", crowds::lanes_bends),
    ("lanes-blocks", "a crowd on lanes between blocks of houses", crowds::lanes_blocks),
    ("bend-5", "a crowd of 71 around a bend of 5 m", || validation::bend(5.0, 71)),
    ("bend-8", "a crowd of 118 around a bend of 8 m", || validation::bend(8.0, 118)),
    ("bend-15", "a crowd of 150 around a bend of 15 m", || validation::bend(15.0, 150)),
    ("tee", "two crowds of 114 that merge into one passage of 8 m", validation::tee),
    ("door-1m", "a crowd of 180 before a door of 1 m", || validation::door(1.0, Beyond::Straight)),
    ("door-2m", "a crowd of 300 before a door of 2 m", || validation::door(2.0, Beyond::Straight)),
    ("counterflow", "two crowds that meet in a passage of 2 m (NIST 2.8)", || validation::counterflow(10)),
    ("counterflow-50", "the same with fifty who come towards a hundred", || validation::counterflow(50)),
    ("head-on", "two crowds of 30 that meet in a corridor of 4 m", validation::head_on),
    ("two-way", "streams of 4 a second in both directions of a corridor of 3.6 m", validation::two_way),
    ("four-doors", "a crowd of 1000 in a hall with four equal doors (RiMEA 9)", validation::four_doors),
    ("two-doors", "a crowd of 780 before a near and a far door (RiMEA 11)", validation::two_doors),
    ("two-rooms-in-a-row", "a crowd of 150 through two doors (RiMEA 12)", validation::rooms_in_a_row),
    ("imo-4", "a crowd of 100 in a room with a door of 1 m (IMO 4)", validation::imo_4),
    ("waiting-room", "a crowd of 40 that waits for half a minute", validation::waiting_room),
    ("small-stops", "a crowd of 150 around a bend, most by way of a stop of half a metre", validation::small_stops),
    ("two-way-door", "a corridor whose entrance is an exit, too", validation::two_way_door),
    ("measured-exit", "lines that count on an exit and before it", validation::measured_exit),
    ("school", "a crowd of 960 in twelve class rooms with three exits", validation::school),
    ("rimea-15-short", "the same people as in rimea-15 in a straight passage of 44 m", || {
        validation::rimea_15_straight(44.0)
    }),
    ("rimea-15-long", "the same people as in rimea-15 in a straight passage of 75.4 m", || {
        validation::rimea_15_straight(75.4)
    }),
    ("rimea-15", "a crowd of 500 around a bend of 20 m (RiMEA 15)", validation::rimea_15_corner),
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
