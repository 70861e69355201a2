//! Scenes for flows: what limits how many can cross side by side, and where they should walk.

use super::parts::{disc, rect, source, wall};
use crate::model::{Flow, Polygon, Shape, World};
use crate::random::Random;
use wayfront_geometry::Point;

/// A chain of a flow.
fn chain<const N: usize>(points: [[f64; 2]; N]) -> Vec<Point> {
    points.map(Point::from).to_vec()
}

/// Doors at all exits, so that shortest paths lead out too.
fn with_doors(mut world: World) -> World {
    let exits = world.flow.iter().flat_map(|flow| &flow.exits);
    let doors = exits.enumerate().map(|(k, exit)| source(&format!("exit {}", k + 1), shape(exit)));
    world.sources = doors.collect();
    world
}

fn flow(entrances: Vec<Vec<Point>>, exits: Vec<Vec<Point>>, radius: f64) -> Option<Flow> {
    Some(Flow { entrances, exits, radius: Some(radius), ..Flow::blank() })
}

/// A corridor in which one obstacle parts the stream.
pub fn corridor() -> World {
    with_doors(World {
        areas: vec![rect(0.0, 0.0, 24.0, 8.0)],
        obstacles: vec![Polygon::ring([[9.0, 3.9], [11.0, 2.5], [14.0, 2.8], [15.0, 4.6], [12.5, 5.7], [10.0, 5.4]])],
        flow: flow(vec![chain([[0.0, 8.0], [0.0, 0.0]])], vec![chain([[24.0, 0.0], [24.0, 8.0]])], 0.25),
        ..World::default()
    })
}

/// Gaps that hold one lane and most of a second: a flow that fills them leaves no room where lanes would fit.
pub fn leftovers() -> World {
    let column = |x: f64, shift: f64| {
        (0..4).map(move |k| rect(x, 1.7 + shift + 3.3 * f64::from(k), x + 1.2, 3.3 + shift + 3.3 * f64::from(k)))
    };
    with_doors(World {
        areas: vec![rect(0.0, 0.0, 22.0, 14.9)],
        obstacles: column(6.0, 0.0).chain(column(10.4, -0.9)).chain(column(14.8, 0.0)).collect(),
        flow: flow(vec![chain([[0.0, 14.9], [0.0, 0.0]])], vec![chain([[22.0, 0.0], [22.0, 14.9]])], 0.5),
        ..World::default()
    })
}

/// A square full of trees.
pub fn grove() -> World {
    let mut random = Random::new(11);
    let mut trees: Vec<([f64; 2], f64)> = Vec::new();
    while trees.len() < 42 {
        let (at, radius) = ([random.between(5.0, 35.0), random.between(1.5, 24.5)], random.between(0.35, 1.2));
        let is_apart = |&(q, s): &([f64; 2], f64)| (at[0] - q[0]).hypot(at[1] - q[1]) > radius + s + 0.3;
        if trees.iter().all(is_apart) {
            trees.push((at, radius));
        }
    }
    with_doors(World {
        areas: vec![rect(0.0, 0.0, 40.0, 26.0)],
        obstacles: trees.into_iter().map(|(at, radius)| disc(at, radius, 9)).collect(),
        flow: flow(vec![chain([[0.0, 22.0], [0.0, 4.0]])], vec![chain([[40.0, 5.0], [40.0, 21.0]])], 0.3),
        ..World::default()
    })
}

/// A hall with a tongue in it: the flow wraps around the tongue, and a part of it comes back to the entrance.
pub fn wrap() -> World {
    with_doors(World {
        areas: vec![Polygon::ring([
            [0.0, 0.0],
            [26.0, 0.0],
            [26.0, 18.0],
            [0.0, 18.0],
            [0.0, 10.6],
            [19.0, 10.6],
            [19.0, 7.4],
            [0.0, 7.4],
        ])],
        obstacles: vec![disc([9.0, 3.4], 1.4, 10), disc([22.4, 9.2], 1.1, 8), disc([11.0, 14.6], 1.6, 9)],
        walls: vec![wall([[4.0, 4.0], [4.0, 6.0]])],
        flow: flow(vec![chain([[0.0, 18.0], [0.0, 10.6]])], vec![chain([[0.0, 7.4], [0.0, 0.5]])], 0.3),
        ..World::default()
    })
}

/// A station concourse: entrances on two sides, exits on two others, kiosks in between.
pub fn concourse() -> World {
    let kiosks = [rect(12.0, 8.0, 16.0, 10.0), rect(22.0, 15.0, 27.0, 17.0), rect(11.0, 17.5, 14.0, 20.0)];
    let pillars = (0..5).map(|k| disc([8.0 + 6.0 * f64::from(k), 12.9], 0.6, 8));
    with_doors(World {
        areas: vec![rect(0.0, 0.0, 40.0, 26.0)],
        obstacles: kiosks.into_iter().chain(pillars).chain([rect(26.0, 6.0, 29.0, 9.5)]).collect(),
        flow: flow(
            vec![chain([[0.0, 11.0], [0.0, 5.0]]), chain([[0.0, 22.0], [0.0, 15.0]])],
            vec![
                chain([[40.0, 3.0], [40.0, 9.0]]),
                chain([[40.0, 14.0], [40.0, 18.0]]),
                chain([[31.0, 26.0], [27.0, 26.0]]),
            ],
            0.3,
        ),
        ..World::default()
    })
}

/// A wide hall behind a narrow door.
pub fn narrow_door() -> World {
    with_doors(World {
        areas: vec![rect(0.0, 0.0, 20.0, 14.0)],
        obstacles: vec![rect(6.0, 5.0, 8.0, 9.0), disc([13.0, 3.5], 1.3, 10), disc([13.0, 10.5], 1.3, 10)],
        flow: flow(vec![chain([[0.0, 8.3], [0.0, 5.7]])], vec![chain([[20.0, 1.0], [20.0, 13.0]])], 0.3),
        ..World::default()
    })
}

fn shape(chain: &[Point]) -> Shape {
    match *chain {
        [a, b] => Shape::Segment([a, b]),
        _ => Shape::Polyline(chain.to_vec()),
    }
}
