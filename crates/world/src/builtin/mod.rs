//! Built-in scenes: something to look at without a file, and worlds of any size for tests and benchmarks.
//!
//! Most are files of the folder `scenes`, compiled in and read like any other; families of regular ones are made by
//! code. Every scene is deterministic and clean: no outlines cross, sources lie in the free space, coordinates are metres.

mod parts;
mod rows;
mod scatter;

#[cfg(test)]
mod tests;

pub use scatter::random_polygons;

use crate::formats::{Format, read_text};
use crate::model::World;
use rows::{posts, profiling};

/// A scene's name, what it shows, and where it comes from.
struct Entry {
    name: &'static str,
    shows: &'static str,
    from: Origin,
}

enum Origin {
    /// A file, whose first line is a comment: what it shows.
    File(&'static str),
    Made(fn() -> World),
}

const fn made(name: &'static str, shows: &'static str, make: fn() -> World) -> Entry {
    Entry { name, shows, from: Origin::Made(make) }
}

macro_rules! file {
    ($name:literal) => {
        Entry { name: $name, shows: "", from: Origin::File(include_str!(concat!("../../scenes/", $name, ".toml"))) }
    };
}

static SCENES: [Entry; 71] = [
    file!("office"),
    file!("city"),
    file!("hall"),
    file!("terminal"),
    file!("maze"),
    file!("spiral"),
    file!("serpentine"),
    file!("three-ways"),
    file!("sizes"),
    made("posts", "900 posts in rows, 2 m apart: wide bodies touch them left and right", posts),
    file!("touching"),
    file!("two-rooms"),
    file!("sources"),
    file!("bicycle"),
    file!("speeds"),
    file!("queue-delay"),
    file!("queue-weight"),
    file!("subway"),
    file!("trains"),
    file!("guard"),
    file!("one-exit"),
    file!("three-exits"),
    file!("corridor"),
    file!("leftovers"),
    file!("grove"),
    file!("wrap"),
    file!("concourse"),
    file!("narrow-door"),
    file!("three-corridors"),
    file!("bottleneck"),
    file!("crossing"),
    file!("pocket"),
    file!("museum"),
    file!("evacuation"),
    file!("orchard"),
    file!("plaza"),
    file!("crater"),
    file!("opposite"),
    file!("pinch"),
    file!("lanes-pillars"),
    file!("lanes-bends"),
    file!("lanes-blocks"),
    file!("bend-5"),
    file!("bend-8"),
    file!("bend-15"),
    file!("tee"),
    file!("door-1m"),
    file!("door-2m"),
    file!("counterflow"),
    file!("counterflow-50"),
    file!("head-on"),
    file!("two-way"),
    file!("four-doors"),
    file!("two-doors"),
    file!("two-rooms-in-a-row"),
    file!("imo-4"),
    file!("waiting-room"),
    file!("small-stops"),
    file!("two-way-door"),
    file!("measured-exit"),
    file!("school"),
    file!("rimea-15-short"),
    file!("rimea-15-long"),
    file!("rimea-15"),
    made("profiling0", "2 x 2 squares in rows", || profiling(2)),
    made("profiling1", "4 x 4 squares in rows", || profiling(4)),
    made("profiling2", "6 x 6 squares in rows", || profiling(6)),
    made("profiling3", "8 x 8 squares in rows", || profiling(8)),
    made("profiling4", "10 x 10 squares in rows", || profiling(10)),
    made("profiling5", "14 x 14 squares in rows", || profiling(14)),
    made("profiling6", "20 x 20 squares in rows", || profiling(20)),
];

impl Entry {
    fn shows(&self) -> &'static str {
        match self.from {
            Origin::File(text) => text.lines().next().unwrap_or_default().trim_start_matches("# "),
            Origin::Made(_) => self.shows,
        }
    }
}

/// The built-in scene of that name.
///
/// ```
/// let office = wayfront_world::builtin("office").unwrap();
/// assert_eq!(office.sources.len(), 2);
/// assert!(wayfront_world::builtin("moon").is_none());
/// ```
#[must_use]
pub fn builtin(name: &str) -> Option<World> {
    let scene = SCENES.iter().find(|scene| scene.name == name)?;
    let mut world = match scene.from {
        // A test reads them all.
        Origin::File(text) => read_text(text.as_bytes(), Format::SceneToml, name).ok()?,
        Origin::Made(make) => make(),
    };
    world.name = Some(name.to_owned());
    world.files.clear();
    parts::number_places(&mut world);
    Some(world)
}

/// The names of all built-in scenes, each with one line that says what it shows.
pub fn builtin_names() -> impl Iterator<Item = (&'static str, &'static str)> {
    SCENES.iter().map(|scene| (scene.name, scene.shows()))
}

/// The name of a built-in scene that was probably meant.
///
/// ```
/// assert_eq!(wayfront_world::builtin_like("ofice"), Some("office"));
/// assert_eq!(wayfront_world::builtin_like("cathedral"), None);
/// ```
#[must_use]
pub fn builtin_like(name: &str) -> Option<&'static str> {
    crate::spelling::nearest(name, &SCENES.each_ref().map(|scene| scene.name))
}
