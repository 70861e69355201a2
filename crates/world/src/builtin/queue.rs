//! A queue in one of three corridors: agents that are not too far from the others go around.

use super::parts::{disc, door, point_source, rect};
use crate::model::{Barrier, BarrierCost, Place, Source, World};
use wayfront_geometry::Point;

/// Where the corridors begin and end.
const CORRIDORS: [f64; 2] = [20.0, 32.0];

/// The queue takes ten seconds at one metre per second.
pub fn queue_delay() -> World {
    halls(BarrierCost::Delay(10.0), door("exit", [52.0, 11.0], [52.0, 15.0]))
}

/// The way behind the barrier counts two and a half times, as in a crowd that thins out slowly.
pub fn queue_weight() -> World {
    // Where the rest of a leg counts more, points are exact as sources, segments are not.
    halls(BarrierCost::Weight(2.5), point_source("exit", [52.0, 13.0]))
}

/// Two halls of 20 m x 26 m, three corridors between them, and a barrier across the middle one.
fn halls(cost: BarrierCost, exit: Source) -> World {
    let [from, to] = CORRIDORS;
    let blocks = [rect(from, 3.0, to, 11.5), rect(from, 14.5, to, 23.0)];
    let pillars = [[6.0, 7.0], [6.0, 19.0], [13.0, 13.0], [39.0, 6.0], [39.0, 20.0]].map(|at| disc(at, 0.9, 12));
    let segment = [Point::new(from, 11.5), Point::new(from, 14.5)];
    World {
        areas: vec![rect(0.0, 0.0, 52.0, 26.0)],
        obstacles: blocks.into_iter().chain(pillars).collect(),
        sources: vec![exit],
        barriers: vec![Barrier { segment, cost, place: Place::default() }],
        ..World::default()
    }
}
