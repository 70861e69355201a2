//! Corners that change the speed of everybody that passes them.

use super::parts::{disc, point_source, rect};
use crate::model::{Place, Polygon, Weight, World};
use wayfront_geometry::Point;

/// A quarter of 120 m x 64 m with one long building. At its far corner stands a bicycle, three times as fast as
/// walking: an agent that goes far from home walks back to it first.
pub fn bicycle() -> World {
    let long = rect(26.0, 28.0, 98.0, 35.0);
    let houses = [
        rect(8.0, 46.0, 20.0, 56.0),
        Polygon::ring([[52.0, 44.0], [66.0, 44.0], [66.0, 48.0], [58.0, 48.0], [58.0, 56.0], [52.0, 56.0]]),
        Polygon::ring([[82.0, 46.0], [94.0, 43.0], [97.0, 53.0], [85.0, 56.0]]),
        rect(64.0, 8.0, 76.0, 16.0),
        rect(98.0, 10.0, 110.0, 18.0),
    ];
    let trees = [[10.0, 14.0], [16.0, 30.0], [36.0, 48.0], [108.0, 40.0], [28.0, 8.0]].map(|at| disc(at, 1.6, 10));
    World {
        areas: vec![rect(0.0, 0.0, 120.0, 64.0)],
        obstacles: std::iter::once(long).chain(houses).chain(trees).collect(),
        sources: vec![point_source("home", [44.0, 12.0])],
        weights: vec![weight([26.0, 35.0], 3.0)],
        ..World::default()
    }
}

const ROOM: [f64; 2] = [16.0, 24.0];
const BETWEEN_ROOMS: f64 = 2.0;

/// The same room four times; one corner of its obstacle makes agents that pass it 1, 1.3, 2 and 4 times as fast.
pub fn speeds() -> World {
    let [width, depth] = ROOM;
    let mut world = World::default();
    for (k, speed) in [1.0, 1.3, 2.0, 4.0].into_iter().enumerate() {
        let left = k as f64 * (width + BETWEEN_ROOMS);
        world.areas.push(rect(left, 0.0, left + width, depth));
        world.obstacles.push(rect(left + 2.5, 10.0, left + 8.5, 12.5));
        world.obstacles.push(disc([left + 12.5, 17.0], 1.2, 12));
        world.sources.push(point_source("start", [left + 5.0, 3.5]));
        world.weights.push(weight([left + 8.5, 10.0], speed));
    }
    world
}

fn weight(corner: [f64; 2], weight: f64) -> Weight {
    Weight { corner: Point::from(corner), weight, place: Place::default() }
}
