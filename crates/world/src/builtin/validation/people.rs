//! Scenes about people rather than about geometry: how fast they walk, when they set off, where they are sent.

use super::{area, crowd_in, line, scene};
use crate::builtin::parts::{door as exit, rect};
use crate::model::{
    Change, Crowd, Distribution, Door, Group, Kind, Measure, MeasureShape, Motion, Polygon, Profile, Source, SpeedArea,
    Start, Stop, Thing, Wall, World,
};
use wayfront_geometry::Point;

/// One person at a speed in a corridor of 2 x 40 m (RiMEA 1, IMO 1).
#[must_use]
pub fn lone_walker(speed: f64) -> World {
    let group = Group::new(Start::Points(vec![Point::new(1.0, 1.0)])).with_speed(Distribution::Exactly(speed));
    scene(rect(0.0, 0.0, 41.0, 2.0), vec![exit("exit", [41.0, 0.0], [41.0, 2.0])], Crowd::new().group(group))
}

/// The same over stairs of 10 m, on which people walk at a share of their speed (RiMEA 2 and 3, IMO 2 and 3).
#[must_use]
pub fn stairs(speed: f64, share: f64) -> World {
    let mut world = lone_walker(speed);
    if let Some(crowd) = &mut world.crowd {
        crowd.areas =
            vec![SpeedArea { name: Some("stairs".into()), ..SpeedArea::new(area(15.0, 0.0, 25.0, 2.0), share) }];
        crowd.measures = vec![line("foot", [15.0, 0.0], [15.0, 2.0]), line("head", [25.0, 0.0], [25.0, 2.0])];
    }
    world
}

/// Ten people in a room of 8 x 5 m, who set off after 10 to 100 s (RiMEA 5, IMO 5, NIST 1.1).
#[must_use]
pub fn premovement() -> World {
    let group = Group { premovement: Distribution::Between(10.0, 100.0), ..crowd_in(area(0.5, 0.5, 7.0, 4.5), 10) };
    scene(rect(0.0, 0.0, 8.0, 5.0), vec![exit("exit", [8.0, 2.0], [8.0, 3.0])], Crowd::new().group(group))
}

/// Twenty people go around a corner of a passage of 2 m (RiMEA 6, IMO 6, NIST 2.3).
#[must_use]
pub fn corner() -> World {
    let boundary = [[0.0, 0.0], [12.0, 0.0], [12.0, 12.0], [10.0, 12.0], [10.0, 2.0], [0.0, 2.0]];
    let crowd = Crowd::new().group(crowd_in(area(0.0, 0.0, 6.0, 2.0), 20));
    scene(Polygon::ring(boundary), vec![exit("exit", [10.0, 12.0], [12.0, 12.0])], crowd)
}

/// People of four kinds with room to walk as they like (RiMEA 7, IMO 7, NIST 2.4).
#[must_use]
pub fn demographics() -> World {
    let kind = |share: f64, name: &str, speed: Distribution| Profile {
        name: Some(name.into()),
        speed: Some(speed),
        ..Profile::new(share)
    };
    let profiles = vec![
        kind(0.2, "up to 30", Distribution::Between(1.26, 1.64)),
        kind(0.4, "30 to 50", Distribution::Between(1.13, 1.51)),
        kind(0.3, "over 50", Distribution::Between(0.93, 1.31)),
        kind(0.1, "impaired", Distribution::Triangular { from: 0.5, mode: 0.7, to: 0.9 }),
    ];
    let enter = Start::Entrance {
        segment: [Point::new(1.0, 0.5), Point::new(1.0, 19.5)],
        count: Some(200),
        rate: Some(2.0),
        batch: 1,
        after: 0.0,
    };
    let group = Group { profiles, ..Group::new(enter) };
    scene(rect(0.0, 0.0, 41.0, 20.0), vec![exit("exit", [41.0, 0.0], [41.0, 20.0])], Crowd::new().group(group))
}

/// Twelve rooms along a corridor, 23 people; those of the eight western rooms are sent to the main exit, the others to
/// the second one (RiMEA 10, IMO 10, NIST 3.1).
#[must_use]
pub fn assigned_exits() -> World {
    let mut areas = vec![rect(0.0, 5.0, 18.0, 7.0)];
    let mut groups = Vec::new();
    for room in 0..12 {
        let (column, is_north) = (f64::from(room % 6), room >= 6);
        let x = 3.0 * column;
        let (low, high, door) = if is_north { (7.2, 12.0, [7.0, 7.2]) } else { (0.0, 4.8, [4.8, 5.0]) };
        areas.push(rect(x + 0.1, low, x + 2.9, high));
        areas.push(rect(x + 1.0, door[0], x + 1.9, door[1]));
        let goal = if room % 6 < 4 { "main exit" } else { "second exit" };
        // Two in each room, and one in the last.
        let count = if room == 11 { 1 } else { 2 };
        let people = crowd_in(area(x + 0.4, low + 0.4, x + 2.6, high - 0.4), count);
        groups.push(people.named(&format!("room {}", room + 1)).with_goals(vec![goal.into()]));
    }
    let exits = vec![exit("main exit", [0.0, 5.5], [0.0, 6.5]), exit("second exit", [18.0, 5.5], [18.0, 6.5])];
    World { areas, sources: exits, crowd: Some(Crowd::new().with_groups(groups)), ..World::default() }
}

/// Two exits, the nearer of which closes after a second (NIST 4.1).
#[must_use]
pub fn closing_exit() -> World {
    let exits = vec![exit("near", [10.0, 2.0], [10.0, 4.0]), exit("far", [0.0, 16.0], [2.0, 16.0])];
    let group = Group { speed: Distribution::Exactly(1.0), ..crowd_in(area(6.0, 1.0, 9.0, 5.0), 10) };
    World {
        doors: vec![Door::new("near door", (10.0, 2.0), (10.0, 4.0)).opened()],
        motions: vec![Motion::new(Thing::named(Kind::Door, "near door"), [0.0, 1.0], Change::Open(vec![true, false]))],
        ..scene(rect(0.0, 0.0, 10.0, 16.0), exits, Crowd::new().group(group))
    }
}

/// A direct door of 0.7 m and a detour through one of 1.2 m: people in wheelchairs need the detour (NIST 2.10).
#[must_use]
pub fn wheelchairs() -> World {
    let wide = Profile {
        name: Some("wheelchair".into()),
        radius: Some(Distribution::Exactly(0.4)),
        speed: Some(Distribution::Exactly(0.8)),
        ..Profile::new(0.2)
    };
    let group = Group { profiles: vec![Profile::new(0.8), wide], ..crowd_in(area(1.0, 1.0, 6.0, 7.0), 30) };
    let crowd = Crowd::new()
        .group(group)
        .with_measures(vec![line("narrow", [10.0, 3.65], [10.0, 4.35]), line("wide", [10.0, 15.0], [10.0, 16.2])]);
    let wall = |points: [[f64; 2]; 2]| Wall::new(points);
    World {
        walls: vec![
            wall([[10.0, 0.0], [10.0, 3.65]]),
            wall([[10.0, 4.35], [10.0, 15.0]]),
            wall([[10.0, 16.2], [10.0, 20.0]]),
        ],
        ..scene(rect(0.0, 0.0, 20.0, 20.0), vec![exit("exit", [20.0, 2.0], [20.0, 6.0])], crowd)
    }
}

/// Five who keep together among others (NIST 2.9).
#[must_use]
pub fn family() -> World {
    let family = Group {
        together: true,
        ..Group::new(Start::Points(
            [[2.0, 3.0], [2.6, 3.0], [2.0, 3.6], [2.6, 3.6], [2.3, 4.2]].map(Point::from).to_vec(),
        ))
    };
    let slow = Profile { speed: Some(Distribution::Exactly(0.7)), ..Profile::new(1.0) };
    let family = Group {
        profiles: vec![Profile { speed: Some(Distribution::Exactly(1.3)), ..Profile::new(4.0) }, slow],
        ..family.named("family")
    };
    scene(rect(0.0, 0.0, 40.0, 6.0), vec![exit("exit", [40.0, 1.0], [40.0, 5.0])], Crowd::new().group(family))
}

/// Forty people wait in a room for half a minute: nobody moves before.
#[must_use]
pub fn waiting_room() -> World {
    let group = Group { premovement: Distribution::Exactly(30.0), ..crowd_in(area(0.5, 0.5, 11.0, 7.5), 40) };
    scene(rect(0.0, 0.0, 12.0, 8.0), vec![exit("exit", [12.0, 3.0], [12.0, 5.0])], Crowd::new().group(group))
}

/// 150 people around a bend of 15 m, two thirds of them by way of a stop of half a metre.
#[must_use]
pub fn small_stops() -> World {
    let mut world = super::bend(15.0, 50);
    let row = |y: f64, via: Option<&str>| Group {
        via: via.map(str::to_owned).into_iter().collect(),
        ..crowd_in(area(0.3, y, 14.0, y + 4.8), 50)
    };
    let stop = |name: &str, x: f64, y: f64| Stop::new(name, area(x, y, x + 0.5, y + 0.5), Distribution::Exactly(0.0));
    if let Some(crowd) = &mut world.crowd {
        crowd.groups = vec![row(9.9, None), row(5.1, Some("first")), row(0.3, Some("second"))];
        crowd.stops = vec![stop("first", 26.85, 12.65), stop("second", 28.65, 10.85)];
    }
    world
}

/// A corridor whose one end is an entrance and an exit at once.
#[must_use]
pub fn two_way_door() -> World {
    let exits = vec![exit("left", [0.0, 0.0], [0.0, 3.6]), exit("right", [24.0, 0.0], [24.0, 3.6])];
    let enter = Start::Entrance {
        segment: [Point::new(0.0, 0.0), Point::new(0.0, 3.6)],
        count: Some(60),
        rate: Some(1.0),
        batch: 1,
        after: 0.0,
    };
    let crowd = Crowd::new().group(Group::new(enter).with_goals(vec!["right".into()]));
    scene(rect(0.0, 0.0, 24.0, 3.6), exits, crowd)
}

/// Lines on an exit, and just before it: each counts everybody once.
#[must_use]
pub fn measured_exit() -> World {
    let crowd = Crowd::new().group(crowd_in(area(1.0, 1.0, 6.0, 5.0), 40)).with_measures(vec![
        line("on the exit", [12.0, 1.0], [12.0, 5.0]),
        line("within a radius of it", [11.9, 1.0], [11.9, 5.0]),
        line("before it", [11.0, 0.0], [11.0, 6.0]),
    ]);
    scene(rect(0.0, 0.0, 12.0, 6.0), vec![exit("exit", [12.0, 1.0], [12.0, 5.0])], crowd)
}

/// A school floor: twelve class rooms of 80 along a corridor of 4 m, three exits of 2.4 m; 960 people.
#[must_use]
pub fn school() -> World {
    const LENGTH: f64 = 76.0;
    // The stairs in the middle are 4 m wide.
    let at = |column: u32| 12.0 * f64::from(column) + if column < 3 { 0.0 } else { 4.0 };
    // One outline: along the south side of the corridor with its rooms, and back along the north side.
    let mut outline = vec![[0.0, 8.2]];
    for x in (0..6).map(at) {
        let (door, room) = ([x + 9.5, x + 10.7], [x + 0.1, x + 11.9]);
        outline.extend([[door[0], 8.2], [door[0], 8.0], [room[0], 8.0], [room[0], 0.0]]);
        outline.extend([[room[1], 0.0], [room[1], 8.0], [door[1], 8.0], [door[1], 8.2]]);
    }
    outline.extend([[LENGTH, 8.2], [LENGTH, 12.2]]);
    for column in (0..6).rev() {
        let (door, room) = ([at(column) + 9.5, at(column) + 10.7], [at(column) + 0.1, at(column) + 11.9]);
        outline.extend([[door[1], 12.2], [door[1], 12.4], [room[1], 12.4], [room[1], 20.4]]);
        outline.extend([[room[0], 20.4], [room[0], 12.4], [door[0], 12.4], [door[0], 12.2]]);
        if column == 3 {
            outline.extend([[40.0, 12.2], [40.0, 20.4], [36.0, 20.4], [36.0, 12.2]]);
        }
    }
    outline.push([0.0, 12.2]);
    let pupils = |room: u32| {
        let (x, low) = (at(room % 6), if room >= 6 { 12.4 } else { 0.0 });
        let premovement = Distribution::LogNormal { mean: 20.0, deviation: 8.0 };
        let pupils = crowd_in(area(x + 0.5, low + 0.4, x + 11.5, low + 7.6), 80);
        Group { premovement, ..pupils.named(&format!("room {}", room + 1)) }
    };
    let exits: Vec<Source> = vec![
        exit("west", [0.0, 9.0], [0.0, 11.4]),
        exit("east", [LENGTH, 9.0], [LENGTH, 11.4]),
        exit("north stairs", [36.8, 20.4], [39.2, 20.4]),
    ];
    let corridor = |name: &str, x: f64| Measure::new(name, MeasureShape::Area(area(x, 8.2, x + 6.0, 12.2)));
    let crowd = Crowd::new().with_groups((0..12).map(pupils).collect()).with_measures(vec![
        corridor("west corridor", 2.0),
        corridor("middle", 35.0),
        corridor("east corridor", 68.0),
    ]);
    scene(Polygon::ring(outline), exits, crowd)
}
