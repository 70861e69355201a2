//! Scenes by which models of crowds are judged: bends, doors, counterflow, merging, equal and unequal exits.
//!
//! Their sizes are those of the guidelines (RiMEA 4, IMO MSC.1/Circ.1533, NIST TN 1822) where these give any. Most are
//! built in; those of which only a test has use are files of the folder `scenes`. Every scene can be
//! [mirrored](mirrored): what is right on one hand must be right on the other.

use wayfront_geometry::Point;
use wayfront_world::{
    Crowd, Distribution, Format, Group, Measure, MeasureShape, Polygon, Shape, Source, Start, World, builtin, read_text,
};

/// The scenes of this room, by name.
const FILES: [(&str, &str); 10] = [
    // Twelve rooms along a corridor: eight are sent to the main exit, the others to the second one (RiMEA 10, IMO 10,
    // NIST 3.1).
    ("assigned-exits", include_str!("../scenes/assigned-exits.toml")),
    // Two exits, the nearer of which closes after a second (NIST 4.1).
    ("closing-exit", include_str!("../scenes/closing-exit.toml")),
    // Twenty people go around a corner of a passage of 2 m (RiMEA 6, IMO 6, NIST 2.3).
    ("corner", include_str!("../scenes/corner.toml")),
    // People of four kinds with room to walk as they like (RiMEA 7, IMO 7, NIST 2.4).
    ("demographics", include_str!("../scenes/demographics.toml")),
    // Five who keep together among others (NIST 2.9).
    ("family", include_str!("../scenes/family.toml")),
    // A corridor of 50 x 2 m: people enter on the left as long as there is room and leave on the right.
    ("filling-corridor", include_str!("../scenes/filling-corridor.toml")),
    // One person in a corridor of 2 x 40 m (RiMEA 1, IMO 1).
    ("lone-walker", include_str!("../scenes/lone-walker.toml")),
    // Ten people in a room of 8 x 5 m, who set off after 10 to 100 s (RiMEA 5, IMO 5, NIST 1.1).
    ("premovement", include_str!("../scenes/premovement.toml")),
    // One person over stairs of 10 m, on which people walk at a share of their speed (RiMEA 2 and 3, IMO 2 and 3).
    ("stairs", include_str!("../scenes/stairs.toml")),
    // A direct door of 0.7 m and a detour through one of 1.2 m: people in wheelchairs need the detour (NIST 2.10).
    ("wheelchairs", include_str!("../scenes/wheelchairs.toml")),
];

/// The scene of that name: one of this room, or a built-in one. A name that is neither gives an empty world, which no
/// test passes.
pub fn scene(name: &str) -> World {
    let read = |&(_, text): &(&str, &str)| read_text(text.as_bytes(), Format::SceneToml, name).ok();
    let ours = FILES.iter().find(|file| file.0 == name).and_then(read);
    ours.or_else(|| builtin(name)).unwrap_or_default()
}

/// The scene of that name with another crowd.
fn changed(name: &str, change: impl FnMut(&mut Crowd)) -> World {
    let mut world = scene(name);
    world.crowd.iter_mut().for_each(change);
    world
}

/// One person at a speed in a corridor.
pub fn lone_walker(speed: f64) -> World {
    changed("lone-walker", |crowd| crowd.groups[0].speed = Distribution::Exactly(speed))
}

/// The same over stairs, on which people walk at a share of their speed.
pub fn stairs(speed: f64, share: f64) -> World {
    changed("stairs", |crowd| {
        crowd.groups[0].speed = Distribution::Exactly(speed);
        crowd.areas[0].speed = share;
    })
}

/// NIST 2.8: 100 people and some who come towards them, through a passage of 2 m between two rooms.
pub fn counterflow(against: usize) -> World {
    changed("counterflow", |crowd| {
        if let Start::Area { count, .. } = &mut crowd.groups[1].start {
            *count = against;
        }
    })
}

/// Where the exit lies, seen by those who come through a door.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beyond {
    /// The door itself is the exit: a part of the outline.
    Outline,
    /// Straight ahead.
    Straight,
    /// To the left, along the wall.
    Left,
    /// To the right, along the wall.
    Right,
}

fn rect(x0: f64, y0: f64, x1: f64, y1: f64) -> [Point; 4] {
    [[x0, y0], [x1, y0], [x1, y1], [x0, y1]].map(Point::from)
}

/// A hall with a door through a wall of 1 m, or in the outline; 180 people, 300 for doors of 2 m and more.
pub fn door(width: f64, beyond: Beyond) -> World {
    let (low, high) = (8.0 - width / 2.0, 8.0 + width / 2.0);
    let boundary = if beyond == Beyond::Outline {
        Polygon::ring(rect(0.0, 0.0, 12.0, 16.0))
    } else {
        Polygon::ring([
            [0.0, 0.0],
            [12.0, 0.0],
            [12.0, low],
            [13.0, low],
            [13.0, 0.0],
            [18.0, 0.0],
            [18.0, 16.0],
            [13.0, 16.0],
            [13.0, high],
            [12.0, high],
            [12.0, 16.0],
            [0.0, 16.0],
        ])
    };
    let exit = match beyond {
        Beyond::Outline => Source::segment((12.0, low), (12.0, high)),
        Beyond::Straight => Source::segment((18.0, 0.0), (18.0, 16.0)),
        Beyond::Left => Source::segment((13.0, 16.0), (18.0, 16.0)),
        Beyond::Right => Source::segment((13.0, 0.0), (18.0, 0.0)),
    };
    let outline = rect(1.0, 0.5, 11.0, 15.5).to_vec();
    let count = if width < 2.0 { 180 } else { 300 };
    let line = MeasureShape::Line([Point::new(12.0, low), Point::new(12.0, high)]);
    let crowd = Crowd::new().group(Group::new(Start::Area { outline, count })).measure(Measure::new("door", line));
    World::walkable_area(boundary).exit(exit.named("exit")).with_crowd(Some(crowd))
}

/// The scene as a mirror shows it: x or y with the other sign.
pub fn mirrored(mut world: World, in_x: bool) -> World {
    let at = |p: &mut Point| *p = if in_x { Point::new(-p.x, p.y) } else { Point::new(p.x, -p.y) };
    for polygon in world.areas.iter_mut().chain(&mut world.obstacles) {
        std::iter::once(&mut polygon.outer).chain(&mut polygon.holes).flatten().for_each(at);
    }
    world.walls.iter_mut().flat_map(|wall| &mut wall.points).for_each(at);
    world.doors.iter_mut().flat_map(|door| &mut door.segment).for_each(at);
    world.barriers.iter_mut().flat_map(|barrier| &mut barrier.segment).for_each(at);
    for source in &mut world.sources {
        match &mut source.shape {
            Shape::Point(p) => at(p),
            Shape::Segment(ends) => ends.iter_mut().for_each(at),
            Shape::Polyline(points) => points.iter_mut().for_each(at),
        }
    }
    for chain in world.flow.iter_mut().flat_map(|flow| flow.entrances.iter_mut().chain(&mut flow.exits)) {
        chain.iter_mut().for_each(at);
    }
    let Some(crowd) = &mut world.crowd else { return world };
    for group in &mut crowd.groups {
        match &mut group.start {
            Start::Area { outline, .. } => outline.iter_mut().for_each(at),
            Start::Points(points) => points.iter_mut().for_each(at),
            Start::Entrance { segment, .. } => segment.iter_mut().for_each(at),
            Start::Flow { .. } => {}
        }
    }
    crowd.stops.iter_mut().flat_map(|stop| &mut stop.outline).for_each(at);
    crowd.areas.iter_mut().flat_map(|area| &mut area.outline).for_each(at);
    for measure in &mut crowd.measures {
        match &mut measure.shape {
            MeasureShape::Line(ends) => ends.iter_mut().for_each(at),
            MeasureShape::Area(ring) => ring.iter_mut().for_each(at),
        }
    }
    world
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_a_scene_with_a_crowd() {
        for (name, text) in FILES {
            let world = read_text(text.as_bytes(), Format::SceneToml, name).unwrap();
            assert_eq!(world.name.as_deref(), Some(name));
            assert!(world.crowd.is_some_and(|crowd| !crowd.groups.is_empty()), "{name}");
        }
    }
}
