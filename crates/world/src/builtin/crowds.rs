//! Scenes with people in them: queues, crossings, pockets, evacuations, and lanes against shortest paths.

use super::office::office;
use super::parts::{disc, door, rect, wall};
use crate::model::{
    Crowd, Distribution, Flow, Group, GuideKind, Measure, MeasureShape, Place, Polygon, Rerouting, Start, World,
};
use wayfront_geometry::Point;

const EVERYBODY: Distribution = Distribution::Exactly(1.3);

fn points<const N: usize>(points: [[f64; 2]; N]) -> Vec<Point> {
    points.map(Point::from).to_vec()
}

fn standing(area: [f64; 4], count: usize) -> Start {
    let [x0, y0, x1, y1] = area;
    Start::Area { outline: points([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]), count }
}

fn line(name: &str, from: [f64; 2], to: [f64; 2]) -> Measure {
    Measure { name: name.into(), shape: MeasureShape::Line([from.into(), to.into()]), place: Place::default() }
}

fn area(name: &str, [x0, y0, x1, y1]: [f64; 4]) -> Measure {
    let outline = points([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]);
    Measure { name: name.into(), shape: MeasureShape::Area(outline), place: Place::default() }
}

/// Two halls side by side, a wall between them from `x` to `x`, and a door in it from `y` to `y`.
fn two_halls([width, height]: [f64; 2], x: [f64; 2], y: [f64; 2]) -> Polygon {
    Polygon::ring([
        [0.0, 0.0],
        [x[0], 0.0],
        [x[0], y[0]],
        [x[1], y[0]],
        [x[1], 0.0],
        [width, 0.0],
        [width, height],
        [x[1], height],
        [x[1], y[1]],
        [x[0], y[1]],
        [x[0], height],
        [0.0, height],
    ])
}

/// Two halls and three corridors between them; the shortest one ends in a narrow door, and 180 people want to take it.
pub fn three_corridors() -> World {
    let entrance = Start::Entrance {
        segment: [Point::new(0.0, 5.0), Point::new(0.0, 11.0)],
        count: Some(180),
        rate: Some(6.0),
        batch: 1,
        after: 0.0,
    };
    let south = [[12.0, 2.0], [28.0, 2.0], [28.0, 7.55], [27.6, 7.55], [27.6, 7.1], [12.0, 7.1]];
    let north = south.map(|[x, y]| [x, 16.0 - y]);
    World {
        areas: vec![rect(0.0, 0.0, 40.0, 16.0)],
        obstacles: vec![Polygon::ring(south), Polygon::ring(north)],
        sources: vec![door("exit", [40.0, 6.0], [40.0, 10.0])],
        crowd: Some(Crowd {
            rerouting: Rerouting::Delay,
            groups: vec![Group { speed: EVERYBODY, ..Group::new(entrance) }],
            measures: vec![
                line("south corridor", [20.0, 0.0], [20.0, 2.0]),
                line("middle corridor", [20.0, 7.1], [20.0, 8.9]),
                line("north corridor", [20.0, 14.0], [20.0, 16.0]),
                area("middle corridor, inside", [12.0, 7.1, 27.6, 8.9]),
            ],
            ..Crowd::default()
        }),
        ..World::default()
    }
}

/// People from four sides who all want to get across.
pub fn crossing() -> World {
    let group = |name: &str, area: [f64; 4], goal: &str| Group {
        goals: vec![goal.into()],
        ..Group::new(standing(area, 25)).named(name)
    };
    World {
        areas: vec![Polygon::ring([
            [11.0, 0.0],
            [19.0, 0.0],
            [19.0, 11.0],
            [30.0, 11.0],
            [30.0, 19.0],
            [19.0, 19.0],
            [19.0, 30.0],
            [11.0, 30.0],
            [11.0, 19.0],
            [0.0, 19.0],
            [0.0, 11.0],
            [11.0, 11.0],
        ])],
        sources: vec![
            door("west", [0.0, 11.0], [0.0, 19.0]),
            door("east", [30.0, 11.0], [30.0, 19.0]),
            door("south", [11.0, 0.0], [19.0, 0.0]),
            door("north", [11.0, 30.0], [19.0, 30.0]),
        ],
        crowd: Some(Crowd {
            seconds: 180.0,
            groups: vec![
                group("eastwards", [2.0, 12.0, 8.0, 18.0], "east"),
                group("westwards", [22.0, 12.0, 28.0, 18.0], "west"),
                group("northwards", [12.0, 2.0, 18.0, 8.0], "north"),
                group("southwards", [12.0, 22.0, 18.0, 28.0], "south"),
            ],
            measures: vec![area("middle", [13.0, 13.0, 17.0, 17.0])],
            ..Crowd::default()
        }),
        ..World::default()
    }
}

/// A pocket open towards the start: an agent that heads straight for the exit walks into it and stays.
pub fn pocket() -> World {
    let pocket = Polygon::ring([
        [12.0, 4.0],
        [20.0, 4.0],
        [20.0, 14.0],
        [12.0, 14.0],
        [12.0, 13.5],
        [19.5, 13.5],
        [19.5, 4.5],
        [12.0, 4.5],
    ]);
    let group = |name: &str, y: f64, guide: GuideKind| Group {
        guide,
        speed: EVERYBODY,
        ..Group::new(standing([1.0, y, 6.0, y + 4.0], 20)).named(name)
    };
    World {
        areas: vec![rect(0.0, 0.0, 30.0, 18.0)],
        obstacles: vec![pocket],
        sources: vec![door("exit", [30.0, 8.0], [30.0, 10.0])],
        crowd: Some(Crowd {
            seconds: 90.0,
            groups: vec![group("straight on", 4.5, GuideKind::Straight), group("with a map", 9.5, GuideKind::Path)],
            measures: vec![area("pocket", [12.0, 4.5, 19.5, 13.5])],
            ..Crowd::default()
        }),
        ..World::default()
    }
}

/// Two hundred people leave the office floor by its two stairs.
pub fn evacuation() -> World {
    let office = office();
    let group = |name: &str, area: [f64; 4], count: usize| Group {
        premovement: Distribution::Between(0.0, 30.0),
        speed: Distribution::Around { mean: 1.25, deviation: 0.2 },
        ..Group::new(standing(area, count)).named(name)
    };
    World {
        crowd: Some(Crowd {
            seconds: 300.0,
            rerouting: Rerouting::Delay,
            groups: vec![
                group("south rooms", [0.2, 0.2, 39.8, 5.8], 90),
                group("north rooms", [0.2, 18.2, 39.8, 23.8], 90),
                group("corridors", [3.0, 6.4, 37.0, 8.0], 20),
            ],
            ..Crowd::default()
        }),
        ..office
    }
}

/// A room of 20 m x 10 m with a door of 1.2 m, and a corridor behind it.
pub fn bottleneck() -> World {
    World {
        areas: vec![two_halls([26.0, 10.0], [20.0, 20.4], [4.4, 5.6])],
        sources: vec![door("out", [26.0, 1.0], [26.0, 9.0])],
        crowd: Some(Crowd {
            groups: vec![Group::new(standing([0.0, 0.0, 19.0, 10.0], 300))],
            measures: vec![line("door", [20.2, 4.4], [20.2, 5.6]), area("before the door", [17.0, 3.0, 20.0, 7.0])],
            ..Crowd::default()
        }),
        ..World::default()
    }
}

/// A world that people cross on the lanes of its flow, for a minute.
fn on_lanes(areas: Vec<Polygon>, obstacles: Vec<Polygon>, entrance: [[f64; 2]; 2], exit: [[f64; 2]; 2]) -> World {
    let radius = 0.25;
    let flow = Flow {
        entrances: vec![points(entrance)],
        exits: vec![points(exit)],
        radius: Some(radius),
        place: Place::default(),
    };
    let people = Group {
        guide: GuideKind::Lanes,
        radius: Distribution::Exactly(radius),
        speed: EVERYBODY,
        ..Group::new(Start::Flow { count: None, after: 0.0 })
    };
    World {
        areas,
        obstacles,
        sources: vec![door("exit", exit[0], exit[1])],
        flow: Some(flow),
        crowd: Some(Crowd { seconds: 60.0, groups: vec![people], ..Crowd::default() }),
        ..World::default()
    }
}

/// A hall whose pillars leave many ways, of which one is the shortest.
pub fn lanes_pillars() -> World {
    let columns =
        [[9.0, 3.0], [9.0, 8.0], [9.0, 13.0], [15.0, 5.5], [15.0, 10.5], [21.0, 3.0], [21.0, 8.0], [21.0, 13.0]];
    on_lanes(
        vec![rect(0.0, 0.0, 30.0, 16.0)],
        columns.map(|at| disc(at, 1.5, 12)).to_vec(),
        [[0.0, 16.0], [0.0, 0.0]],
        [[30.0, 4.0], [30.0, 12.0]],
    )
}

/// A hall with bends: shortest paths hug the corners, lanes fill the whole width.
pub fn lanes_bends() -> World {
    on_lanes(
        vec![Polygon::ring([
            [0.0, 0.0],
            [10.0, 0.0],
            [10.0, 8.0],
            [12.0, 8.0],
            [12.0, 0.0],
            [36.0, 0.0],
            [36.0, 14.0],
            [24.0, 14.0],
            [24.0, 6.0],
            [22.0, 6.0],
            [22.0, 14.0],
            [0.0, 14.0],
        ])],
        Vec::new(),
        [[0.0, 14.0], [0.0, 0.0]],
        [[36.0, 0.0], [36.0, 14.0]],
    )
}

/// Blocks of houses: many streets lead across, and the shortest paths use few of them.
pub fn lanes_blocks() -> World {
    let blocks = (0..3).flat_map(|column| {
        let shift = if column % 2 == 0 { 0.0 } else { 2.5 };
        (0..4).map(move |row| {
            let (x, y) = (7.0 + 7.0 * f64::from(column), 0.5 + shift + 5.0 * f64::from(row));
            rect(x, y, x + 5.0, (y + 3.0).min(19.5))
        })
    });
    on_lanes(vec![rect(0.0, 0.0, 34.0, 20.0)], blocks.collect(), [[0.0, 20.0], [0.0, 0.0]], [[34.0, 6.0], [34.0, 14.0]])
}

/// A museum: some visitors go by way of the desk, the others straight through.
pub fn museum() -> World {
    let entrance = Start::Entrance {
        segment: [Point::new(0.0, 4.0), Point::new(0.0, 8.0)],
        count: Some(80),
        rate: Some(2.0),
        batch: 1,
        after: 0.0,
    };
    let desk = crate::model::Stop {
        name: "desk".into(),
        outline: points([[8.0, 1.0], [11.0, 1.0], [11.0, 3.0], [8.0, 3.0]]),
        wait: Distribution::Between(5.0, 15.0),
        place: Place::default(),
    };
    World {
        areas: vec![two_halls([30.0, 12.0], [14.0, 15.0], [5.0, 7.0])],
        walls: vec![wall([[20.0, 2.0], [20.0, 10.0]])],
        sources: vec![door("exit", [30.0, 4.0], [30.0, 8.0])],
        crowd: Some(Crowd {
            seconds: 180.0,
            groups: vec![
                Group::new(entrance).named("visitors"),
                Group {
                    via: vec!["desk".into()],
                    premovement: Distribution::Between(0.0, 10.0),
                    ..Group::new(standing([2.0, 9.0, 10.0, 11.5], 20)).named("without a ticket")
                },
            ],
            stops: vec![desk],
            measures: vec![line("passage", [14.5, 5.0], [14.5, 7.0]), area("before it", [10.0, 4.0, 14.0, 8.0])],
            ..Crowd::default()
        }),
        ..World::default()
    }
}
