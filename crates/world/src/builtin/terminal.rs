//! Queues and speed changes: the shortest way is not the quickest.

use super::parts::{disc, door, rect};
use crate::model::{Barrier, BarrierCost, Place, Polygon, Weight, World};
use wayfront_geometry::Point;

/// Left edge of each security lane, and the seconds that its queue takes at one metre per second.
const LANES: [(f64, f64); 5] = [(8.0, 4.0), (17.0, 12.0), (26.0, 9.0), (35.0, 6.0), (44.0, 15.0)];
const LANE_WIDTH: f64 = 2.0;
/// The blocks between the lanes reach from here to there.
const SECURITY: [f64; 2] = [11.0, 13.0];

/// A hall cut by five security lanes with queues of their own, shops behind, and the corner of a shop at which a
/// moving walkway begins.
pub fn terminal() -> World {
    World {
        areas: vec![outline()],
        obstacles: blocks().chain(pillars()).chain(shops()).collect(),
        sources: vec![door("entrance", [26.0, 0.0], [31.0, 0.0])],
        barriers: LANES.map(queue).into(),
        weights: vec![Weight { corner: Point::new(21.0, 19.0), weight: 1.8, place: Place::default() }],
        ..World::default()
    }
}

/// The boundary narrows at the security lanes, which are the only way through.
fn outline() -> Polygon {
    let [south, north] = SECURITY;
    let (west, east) = (LANES[0].0, LANES[4].0 + LANE_WIDTH);
    let lower = [[0.0, south], [0.0, 0.0], [54.0, 0.0], [54.0, south], [east, south], [east, north], [54.0, north]];
    let upper = [[54.0, 32.0], [38.0, 32.0], [38.0, 29.0], [33.0, 29.0], [33.0, 32.0], [0.0, 32.0], [0.0, north]];
    Polygon::ring(lower.into_iter().chain(upper).chain([[west, north], [west, south]]))
}

/// The blocks between the lanes.
fn blocks() -> impl Iterator<Item = Polygon> {
    let [south, north] = SECURITY;
    LANES.windows(2).map(move |pair| rect(pair[0].0 + LANE_WIDTH, south, pair[1].0, north))
}

/// A queue across the end of a lane.
fn queue((left, delay): (f64, f64)) -> Barrier {
    let north = SECURITY[1];
    Barrier {
        segment: [Point::new(left, north), Point::new(left + LANE_WIDTH, north)],
        cost: BarrierCost::Delay(delay),
        place: Place::default(),
    }
}

/// A row of pillars in the entrance hall.
fn pillars() -> impl Iterator<Item = Polygon> {
    (0..6).map(|i| disc([4.5 + 9.0 * f64::from(i), 6.0], 0.5, 12))
}

/// Shops behind security.
fn shops() -> [Polygon; 4] {
    [
        Polygon::ring([[3.0, 18.0], [14.0, 18.0], [16.0, 21.0], [14.0, 24.0], [3.0, 24.0]]),
        Polygon::ring([[21.0, 19.0], [29.0, 17.5], [29.0, 25.0], [21.0, 26.5]]),
        Polygon::ring([[34.0, 17.0], [44.0, 17.0], [44.0, 21.0], [40.0, 21.0], [40.0, 25.0], [34.0, 25.0]]),
        rect(47.0, 17.5, 51.0, 28.0),
    ]
}
