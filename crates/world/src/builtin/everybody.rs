//! Scenes in which one graph leads everybody at once: the demos of Sud et al. 2008 (an orchard with thieves, a plaza with
//! cars, rovers around a crater), four who cross, and places where graphs break.

use super::parts::{disc, door, ellipse, point_source, rect, wall};
use crate::model::{
    Change, Crowd, Distribution, Goods, Group, GuideKind, Kind, Motion, Polygon, Profile, Seek, Start, Thing, World,
};
use std::f64::consts::TAU;
use wayfront_geometry::Point;

fn led(start: Start) -> Group {
    Group { guide: GuideKind::Navgraph, ..Group::new(start) }
}

fn points<const N: usize>(points: [[f64; 2]; N]) -> Vec<Point> {
    points.map(Point::from).to_vec()
}

fn run(groups: Vec<Group>, seconds: f64) -> Crowd {
    Crowd { seconds, step: 0.1, groups, ..Crowd::default() }
}

/// Trees in rows; thieves come from the rim for the fruit, four farmers chase them.
pub fn orchard() -> World {
    let (side, rim) = (72.0, 4.0);
    let trees = (0..64).map(|k| disc([8.0 + 8.0 * f64::from(k % 8), 8.0 + 8.0 * f64::from(k / 8)], 0.8, 12));
    let within = side - rim;
    // The rim as one ring: around outside, and back around inside.
    let strip = points([
        [0.0, 0.0],
        [side, 0.0],
        [side, side],
        [0.0, side],
        [0.0, 0.0],
        [rim, rim],
        [rim, within],
        [within, within],
        [within, rim],
        [rim, rim],
    ]);
    let thieves = Group {
        seek: Seek::Densest,
        radius: Distribution::Exactly(0.25),
        speed: Distribution::Between(1.1, 1.4),
        ..led(Start::Area { outline: strip, count: 96 }).named("thieves")
    };
    let farmers = Group {
        seek: Seek::Nearest { of: "thieves".into(), catch: Some(0.3) },
        radius: Distribution::Exactly(0.3),
        speed: Distribution::Exactly(1.6),
        ..led(Start::Points(points([[36.0, 36.0], [28.0, 36.0], [36.0, 28.0], [44.0, 36.0]]))).named("farmers")
    };
    let fruit = points([[rim, rim], [within, rim], [within, within], [rim, within]]);
    World {
        areas: vec![rect(0.0, 0.0, side, side)],
        obstacles: trees.collect(),
        sources: vec![door("gate", [34.0, 0.0], [38.0, 0.0])],
        crowd: Some(Crowd {
            goods: vec![Goods { name: Some("fruit".into()), ..Goods::new(fruit, 64_000) }],
            ..run(vec![thieves, farmers], 600.0)
        }),
        ..World::default()
    }
}

/// A car of 4.4 m x 1.8 m that drives to a place and back, and starts anew.
fn car(number: usize, at: [f64; 2], upright: bool, by: f64, seconds: f64) -> (Polygon, Motion) {
    let name = format!("car {number}");
    let (half, wide) = if upright { (0.9, 2.2) } else { (2.2, 0.9) };
    let body = rect(at[0] - half, at[1] - wide, at[0] + half, at[1] + wide).named(&name);
    let there = if upright { Point::new(0.0, by) } else { Point::new(by, 0.0) };
    let shifts = Change::Shifts(vec![Point::default(), there, Point::default()]);
    let motion = Motion::new(Thing::named(Kind::Obstacle, &name), [0.0, seconds, 2.0 * seconds], shifts).repeated();
    (body, motion)
}

/// Two hundred people between buildings, benches and a fountain, and five cars on three streets.
pub fn plaza() -> World {
    let mut obstacles = vec![
        rect(4.0, 4.0, 20.0, 14.0).named("town hall"),
        rect(44.0, 4.0, 60.0, 14.0).named("theatre"),
        rect(4.0, 36.0, 18.0, 46.0).named("market"),
        rect(46.0, 36.0, 60.0, 46.0).named("school"),
        rect(26.0, 42.0, 40.0, 46.0).named("library"),
        rect(26.0, 2.0, 38.0, 6.0).named("museum"),
        disc([16.0, 25.0], 2.0, 16).named("fountain"),
        disc([48.0, 25.0], 1.6, 16).named("statue"),
        rect(22.0, 33.0, 25.0, 33.6).named("bench"),
        rect(22.0, 16.4, 25.0, 17.0).named("bench"),
        rect(39.0, 33.0, 42.0, 33.6).named("bench"),
        rect(39.0, 16.4, 42.0, 17.0).named("bench"),
        ellipse([9.0, 31.8], [2.2, 1.2], 12).named("flower bed"),
        ellipse([55.0, 18.2], [2.2, 1.2], 12).named("flower bed"),
        Polygon::ring([[7.0, 17.5], [9.5, 16.0], [11.0, 18.5], [8.5, 19.5]]).named("kiosk"),
    ];
    // Two streets, in each of which cars follow each other, and a narrow one along the west.
    let cars = [
        car(1, [11.0, 28.6], false, 30.0, 10.0),
        car(2, [23.0, 28.6], false, 30.0, 10.0),
        car(3, [53.0, 21.4], false, -30.0, 12.0),
        car(4, [41.0, 21.4], false, -30.0, 12.0),
        car(5, [2.2, 5.0], true, 40.0, 18.0),
    ];
    let (cars, motions): (Vec<Polygon>, Vec<Motion>) = cars.into_iter().unzip();
    obstacles.extend(cars);
    let people = Group {
        seek: Seek::Random,
        radius: Distribution::Between(0.2, 0.22),
        speed: Distribution::Around { mean: 1.3, deviation: 0.15 },
        ..led(Start::Area { outline: points([[0.5, 0.5], [63.5, 0.5], [63.5, 49.5], [0.5, 49.5]]), count: 200 })
            .named("people")
    };
    World {
        areas: vec![rect(0.0, 0.0, 64.0, 50.0)],
        obstacles,
        sources: vec![
            door("town hall", [10.0, 14.0], [13.0, 14.0]),
            door("theatre", [51.0, 14.0], [54.0, 14.0]),
            door("market", [10.0, 36.0], [13.0, 36.0]),
            door("school", [51.0, 36.0], [54.0, 36.0]),
            door("library", [32.0, 42.0], [35.0, 42.0]),
            door("museum", [31.0, 6.0], [34.0, 6.0]),
            door("west sidewalk", [0.0, 22.0], [0.0, 27.0]),
            door("east sidewalk", [64.0, 22.0], [64.0, 27.0]),
            door("south sidewalk", [22.0, 0.0], [25.0, 0.0]),
            door("north sidewalk", [41.0, 50.0], [45.0, 50.0]),
        ],
        motions,
        crowd: Some(run(vec![people], 600.0)),
        ..World::default()
    }
}

/// Fifty rovers among six rocks and a crater, each on its way to places of its own; some are fast.
pub fn crater() -> World {
    let rover = |share: f64, name: &str, speed: [f64; 2]| Profile {
        speed: Some(Distribution::Between(speed[0], speed[1])),
        ..Profile::new(share).with_name(Some(name.into()))
    };
    let rovers = Group {
        seek: Seek::Anywhere,
        radius: Distribution::Exactly(0.45),
        profiles: vec![rover(0.8, "slow", [0.8, 1.1]), rover(0.2, "fast", [2.0, 2.4])],
        ..led(Start::Area { outline: points([[2.0, 2.0], [62.0, 2.0], [62.0, 62.0], [2.0, 62.0]]), count: 50 })
            .named("rovers")
    };
    World {
        areas: vec![disc([32.0, 32.0], 32.0, 40)],
        obstacles: vec![
            rampart([32.0, 32.0], [8.0, 9.5], 0.12, 36).named("crater"),
            star([14.0, 20.0], [4.2, 2.0], 5).named("rock"),
            star([50.0, 21.0], [4.6, 2.2], 6).named("rock"),
            star([20.0, 49.0], [4.0, 1.7], 5).named("rock"),
            Polygon::ring([[44.0, 44.0], [52.0, 44.0], [52.0, 51.0], [49.5, 51.0], [49.5, 46.5], [44.0, 46.5]])
                .named("rock"),
            Polygon::ring([
                [27.0, 9.0],
                [36.0, 8.0],
                [37.0, 15.0],
                [34.5, 15.2],
                [34.0, 10.6],
                [29.5, 11.0],
                [30.0, 15.5],
                [27.5, 15.5],
            ])
            .named("rock"),
            Polygon::ring([[7.0, 33.0], [11.0, 31.0], [15.0, 36.0], [10.0, 35.0], [8.0, 40.0]]).named("rock"),
        ],
        sources: vec![point_source("lander", [44.0, 32.0])],
        crowd: Some(run(vec![rovers], 600.0)),
        ..World::default()
    }
}

/// A ring of rock with a gap of this share of it, towards the east.
fn rampart([x, y]: [f64; 2], [inner, outer]: [f64; 2], gap: f64, corners: usize) -> Polygon {
    let at = |k: usize, radius: f64| {
        let angle = TAU * (gap / 2.0 + (1.0 - gap) * k as f64 / corners as f64);
        [x + radius * angle.cos(), y + radius * angle.sin()]
    };
    let outside = (0..=corners).map(|k| at(k, outer));
    Polygon::ring(outside.chain((0..=corners).rev().map(|k| at(k, inner))))
}

/// A star with so many tips.
fn star([x, y]: [f64; 2], radii: [f64; 2], tips: usize) -> Polygon {
    Polygon::ring((0..2 * tips).map(|k| {
        let (angle, radius) = (TAU * k as f64 / (2 * tips) as f64, radii[k % 2]);
        [x + radius * angle.cos(), y + radius * angle.sin()]
    }))
}

/// Four in the corners of a square, each on its way to the opposite one (figure 5 of the paper).
pub fn opposite() -> World {
    let corners = [
        ("south-west", [2.0, 2.0]),
        ("south-east", [14.0, 2.0]),
        ("north-east", [14.0, 14.0]),
        ("north-west", [2.0, 14.0]),
    ];
    let walker = |k: usize| Group {
        goals: vec![corners[(k + 2) % 4].0.into()],
        speed: Distribution::Exactly(1.3),
        ..led(Start::Points(vec![corners[k].1.into()])).named(&format!("from the {}", corners[k].0))
    };
    World {
        areas: vec![rect(0.0, 0.0, 16.0, 16.0)],
        sources: corners.map(|(name, at)| point_source(name, at)).to_vec(),
        crowd: Some(run((0..4).map(walker).collect(), 60.0)),
        ..World::default()
    }
}

/// Obstacles that touch, walls without thickness, and the end of a wall in line with somebody who walks towards it.
pub fn pinch() -> World {
    let walkers = |name: &str, at: Vec<Point>, goal: &str| Group {
        goals: vec![goal.into()],
        speed: Distribution::Exactly(1.2),
        ..led(Start::Points(at)).named(name)
    };
    let column = |x: f64| (0..6).map(|k| Point::new(x, 2.0 + 2.0 * f64::from(k))).collect();
    World {
        areas: vec![rect(0.0, 0.0, 30.0, 14.0)],
        obstacles: vec![
            rect(8.0, 4.0, 11.0, 7.0),
            rect(11.0, 7.0, 14.0, 10.0),
            Polygon::ring([[18.0, 0.0], [22.0, 0.0], [20.0, 4.0]]),
            Polygon::ring([[18.0, 8.0], [20.0, 4.0], [22.0, 8.0]]),
        ],
        walls: vec![
            wall([[5.0, 8.0], [5.0, 14.0]]),
            wall([[24.0, 6.0], [28.0, 6.0]]),
            wall([[14.0, 0.0], [16.0, 3.0]]),
        ],
        sources: vec![door("west", [0.0, 5.0], [0.0, 9.0]), door("east", [30.0, 7.0], [30.0, 11.0])],
        crowd: Some(run(
            vec![walkers("eastwards", column(2.0), "east"), walkers("westwards", column(29.0), "west")],
            120.0,
        )),
        ..World::default()
    }
}
