//! Scenes by which models of crowds are judged: bends, doors, counterflow, merging, equal and unequal exits.
//!
//! Their sizes are those of the guidelines (RiMEA 4, IMO MSC.1/Circ.1533, NIST TN 1822) where these give any. Every
//! scene can be [mirrored](mirrored): what is right on one hand must be right on the other.

mod people;

pub use people::{
    assigned_exits, closing_exit, corner, demographics, family, lone_walker, measured_exit, premovement, school,
    small_stops, stairs, two_way_door, waiting_room, wheelchairs,
};

use super::parts::{door as exit, rect};
use crate::model::{Crowd, Group, Measure, MeasureShape, Polygon, Source, Start, World};
use wayfront_geometry::Point;

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

fn area(x0: f64, y0: f64, x1: f64, y1: f64) -> Vec<Point> {
    [[x0, y0], [x1, y0], [x1, y1], [x0, y1]].map(Point::from).to_vec()
}

fn crowd_in(outline: Vec<Point>, count: usize) -> Group {
    Group::new(Start::Area { outline, count })
}

fn line(name: &str, from: [f64; 2], to: [f64; 2]) -> Measure {
    Measure::new(name, MeasureShape::Line([from.into(), to.into()]))
}

fn scene(boundary: Polygon, exits: Vec<Source>, crowd: Crowd) -> World {
    let exits = exits.into_iter().map(|exit| Source { exit: true, ..exit }).collect();
    World { areas: vec![boundary], sources: exits, crowd: Some(crowd), ..World::default() }
}

/// A passage of some width that turns to the left by a right angle, and people in its beginning.
#[must_use]
pub fn bend(width: f64, people: usize) -> World {
    let (w, far) = (width, 25.0 + width);
    let boundary = [[0.0, 0.0], [far, 0.0], [far, w + 30.0], [25.0, w + 30.0], [25.0, w], [0.0, w]];
    let group = crowd_in(area(0.3, 0.3, 14.0, w - 0.3), people);
    let lines = [
        line("behind the bend", [25.0, w + 1.0], [far, w + 1.0]),
        line("15 m behind the bend", [25.0, w + 15.0], [far, w + 15.0]),
        line("bend", [25.0, w], [far, 0.0]),
    ];
    let crowd = Crowd::new().group(group).with_measures(lines.to_vec());
    scene(Polygon::ring(boundary), vec![exit("exit", [25.0, w + 30.0], [far, w + 30.0])], crowd)
}

/// Two passages of 8 m that meet head-on and go on as one.
#[must_use]
pub fn tee() -> World {
    let boundary =
        [[0.0, 0.0], [48.0, 0.0], [48.0, 8.0], [28.0, 8.0], [28.0, 28.0], [20.0, 28.0], [20.0, 8.0], [0.0, 8.0]];
    let crowd = Crowd::new()
        .group(crowd_in(area(1.0, 0.2, 13.0, 7.8), 114).named("left"))
        .group(crowd_in(area(35.0, 0.2, 47.0, 7.8), 114).named("right"))
        .measure(line("stem", [20.0, 8.5], [28.0, 8.5]));
    scene(Polygon::ring(boundary), vec![exit("exit", [20.0, 28.0], [28.0, 28.0])], crowd)
}

/// A hall with a door through a wall of 1 m, or in the outline; 180 people, 300 for doors of 2 m and more.
#[must_use]
pub fn door(width: f64, beyond: Beyond) -> World {
    let (low, high) = (8.0 - width / 2.0, 8.0 + width / 2.0);
    let boundary = if beyond == Beyond::Outline {
        rect(0.0, 0.0, 12.0, 16.0)
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
        Beyond::Outline => exit("exit", [12.0, low], [12.0, high]),
        Beyond::Straight => exit("exit", [18.0, 0.0], [18.0, 16.0]),
        Beyond::Left => exit("exit", [13.0, 16.0], [18.0, 16.0]),
        Beyond::Right => exit("exit", [13.0, 0.0], [18.0, 0.0]),
    };
    let people = if width < 2.0 { 180 } else { 300 };
    let crowd = Crowd::new().group(crowd_in(area(1.0, 0.5, 11.0, 15.5), people)).measure(line(
        "door",
        [12.0, low],
        [12.0, high],
    ));
    scene(boundary, vec![exit], crowd)
}

/// IMO test 4: 100 people leave a room of 8 x 5 m by a door of 1 m.
#[must_use]
pub fn imo_4() -> World {
    let boundary = [[0.0, 0.0], [8.0, 0.0], [8.0, 2.0], [8.5, 2.0], [8.5, 3.0], [8.0, 3.0], [8.0, 5.0], [0.0, 5.0]];
    let crowd =
        Crowd::new().group(crowd_in(area(0.0, 0.0, 7.5, 5.0), 100)).measure(line("door", [8.0, 2.0], [8.0, 3.0]));
    scene(Polygon::ring(boundary), vec![exit("exit", [8.5, 2.0], [8.5, 3.0])], crowd)
}

/// NIST 2.8: 100 people and some who come towards them, through a passage of 2 m between two rooms.
#[must_use]
pub fn counterflow(against: usize) -> World {
    let boundary = [
        [0.0, 0.0],
        [10.0, 0.0],
        [10.0, 4.0],
        [20.0, 4.0],
        [20.0, 0.0],
        [30.0, 0.0],
        [30.0, 10.0],
        [20.0, 10.0],
        [20.0, 6.0],
        [10.0, 6.0],
        [10.0, 10.0],
        [0.0, 10.0],
    ];
    let exits = vec![exit("right", [30.0, 0.0], [30.0, 10.0]), exit("left", [0.0, 0.0], [0.0, 10.0])];
    let crowd = Crowd::new()
        .group(crowd_in(area(0.0, 0.0, 7.0, 10.0), 100).named("rightwards").with_goals(vec!["right".into()]))
        .group(crowd_in(area(23.0, 0.0, 30.0, 10.0), against).named("leftwards").with_goals(vec!["left".into()]));
    scene(Polygon::ring(boundary), exits, crowd)
}

/// Two blocks of 30 people that meet head-on in a corridor of 4 m.
#[must_use]
pub fn head_on() -> World {
    let exits = vec![exit("left", [0.0, 0.0], [0.0, 4.0]), exit("right", [40.0, 0.0], [40.0, 4.0])];
    let crowd = Crowd::new()
        .group(crowd_in(area(1.0, 0.0, 7.7, 4.0), 30).named("rightwards").with_goals(vec!["right".into()]))
        .group(crowd_in(area(32.3, 0.0, 39.0, 4.0), 30).named("leftwards").with_goals(vec!["left".into()]));
    scene(rect(0.0, 0.0, 40.0, 4.0), exits, crowd)
}

/// A corridor of 3.6 m that four people a second enter at each end.
#[must_use]
pub fn two_way() -> World {
    let exits = vec![exit("left", [0.0, 0.0], [0.0, 3.6]), exit("right", [24.0, 0.0], [24.0, 3.6])];
    let enter = |segment: [[f64; 2]; 2]| {
        let segment = segment.map(Point::from);
        Group::new(Start::Entrance { segment, count: None, rate: Some(4.0), batch: 1, after: 0.0 })
    };
    let rightwards = enter([[1.0, 0.01], [1.0, 3.59]]).named("rightwards").with_goals(vec!["right".into()]);
    let leftwards = enter([[23.0, 3.59], [23.0, 0.01]]).named("leftwards").with_goals(vec!["left".into()]);
    let crowd = Crowd::new().with_seconds(120.0).group(rightwards).group(leftwards).measure(line(
        "middle",
        [12.0, 0.0],
        [12.0, 3.6],
    ));
    scene(rect(0.0, 0.0, 24.0, 3.6), exits, crowd)
}

/// A hall of 30 x 20 m with a recessed door of 1 m at each of these places along its long walls.
fn hall(below: &[f64], above: &[f64]) -> (Polygon, Vec<Source>) {
    let mut ring = vec![[0.0, 0.0]];
    let mut exits = Vec::new();
    for &x in below {
        ring.extend([[x, 0.0], [x, -0.5], [x + 1.0, -0.5], [x + 1.0, 0.0]]);
        exits.push(exit(&format!("south {x}"), [x, -0.5], [x + 1.0, -0.5]));
    }
    ring.extend([[30.0, 0.0], [30.0, 20.0]]);
    for &x in above.iter().rev() {
        ring.extend([[x + 1.0, 20.0], [x + 1.0, 20.5], [x, 20.5], [x, 20.0]]);
        exits.push(exit(&format!("north {x}"), [x, 20.5], [x + 1.0, 20.5]));
    }
    ring.push([0.0, 20.0]);
    (Polygon::ring(ring), exits)
}

/// RiMEA 9: 1000 people in a hall with four equal doors.
#[must_use]
pub fn four_doors() -> World {
    let (boundary, exits) = hall(&[4.5, 24.5], &[4.5, 24.5]);
    scene(boundary, exits, Crowd::new().group(crowd_in(area(2.0, 2.5, 28.0, 17.5), 1000)))
}

/// RiMEA 11: 780 people on one side of a hall, a near door and a far one.
#[must_use]
pub fn two_doors() -> World {
    let (boundary, exits) = hall(&[21.5, 27.5], &[]);
    scene(boundary, exits, Crowd::new().group(crowd_in(area(1.0, 2.0, 15.0, 18.0), 780)))
}

/// RiMEA 12: two rooms in a row with equal doors; people wait in the first one only.
#[must_use]
pub fn rooms_in_a_row() -> World {
    let boundary = [
        [0.0, 0.0],
        [10.0, 0.0],
        [10.0, 4.5],
        [15.0, 4.5],
        [15.0, 0.0],
        [25.0, 0.0],
        [25.0, 4.5],
        [28.0, 4.5],
        [28.0, 5.5],
        [25.0, 5.5],
        [25.0, 10.0],
        [15.0, 10.0],
        [15.0, 5.5],
        [10.0, 5.5],
        [10.0, 10.0],
        [0.0, 10.0],
    ];
    let measured = |name: &str, outline: Vec<Point>| Measure::new(name, MeasureShape::Area(outline));
    let crowd = Crowd::new()
        .group(crowd_in(area(0.0, 0.0, 5.0, 10.0), 150))
        .measure(measured("first room", area(6.0, 3.0, 10.0, 7.0)))
        .measure(measured("second room", area(21.0, 3.0, 25.0, 7.0)));
    scene(Polygon::ring(boundary), vec![exit("exit", [28.0, 4.5], [28.0, 5.5])], crowd)
}

/// RiMEA 15: 500 people around a bend of 20 m.
#[must_use]
pub fn rimea_15_corner() -> World {
    let boundary = [[30.0, 42.0], [30.0, 20.0], [0.0, 20.0], [0.0, 0.0], [50.0, 0.0], [50.0, 42.0]];
    let crowd = Crowd::new().group(crowd_in(area(30.0, 34.0, 50.0, 42.0), 500)).measure(line(
        "bend",
        [30.0, 20.0],
        [50.0, 0.0],
    ));
    scene(Polygon::ring(boundary), vec![exit("exit", [0.0, 0.0], [0.0, 20.0])], crowd)
}

/// RiMEA 15: the same people in a straight passage as long as the inner side of the bend, 44 m, or the outer, 75.4 m.
#[must_use]
pub fn rimea_15_straight(length: f64) -> World {
    let crowd = Crowd::new().group(crowd_in(area(0.0, -8.0, 20.0, 0.0), 500));
    scene(rect(0.0, -8.0, 20.0, length), vec![exit("exit", [0.0, length], [20.0, length])], crowd)
}

/// A corridor of 50 x 2 m: people enter on the left as long as there is room and leave on the right.
#[must_use]
pub fn corridor() -> World {
    let enter = Start::Entrance {
        segment: [Point::new(0.5, 0.01), Point::new(0.5, 1.99)],
        count: None,
        rate: None,
        batch: 1,
        after: 0.0,
    };
    let crowd =
        Crowd::new().with_seconds(120.0).group(Group::new(enter)).measure(line("middle", [25.0, 0.0], [25.0, 2.0]));
    scene(rect(0.0, 0.0, 50.0, 2.0), vec![exit("exit", [50.0, 0.0], [50.0, 2.0])], crowd)
}

/// The scene as a mirror shows it: x or y with the other sign.
#[must_use]
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
            crate::model::Shape::Point(p) => at(p),
            crate::model::Shape::Segment(ends) => ends.iter_mut().for_each(at),
            crate::model::Shape::Polyline(points) => points.iter_mut().for_each(at),
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
