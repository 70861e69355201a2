//! Sources of both kinds in one hall: points, segments on the boundary, segments in the open.

use super::parts::{disc, door, point_source, rect};
use crate::model::{Polygon, World};

/// A market hall of 44 m x 28 m with five places to get water: three taps, a counter and a trough along the wall.
pub fn sources() -> World {
    let stalls = [rect(6.0, 5.0, 13.0, 8.0), rect(6.0, 11.0, 9.0, 19.0), rect(18.0, 18.5, 27.0, 21.5)];
    let corner_stall = Polygon::ring([[26.0, 4.0], [34.0, 4.0], [34.0, 11.0], [31.0, 11.0], [31.0, 7.0], [26.0, 7.0]]);
    let tilted = Polygon::ring([[15.0, 11.5], [19.5, 10.0], [21.0, 13.5], [16.5, 15.0]]);
    let columns = [[23.0, 8.5], [26.0, 14.5], [32.0, 15.5], [38.5, 13.0], [12.0, 23.5]].map(|at| disc(at, 0.8, 12));
    World {
        areas: vec![rect(0.0, 0.0, 44.0, 28.0)],
        obstacles: stalls.into_iter().chain([corner_stall, tilted]).chain(columns).collect(),
        sources: vec![
            point_source("tap west", [3.0, 22.0]),
            point_source("tap middle", [22.5, 16.0]),
            point_source("tap east", [40.5, 6.0]),
            door("trough", [14.0, 0.0], [20.0, 0.0]),
            door("counter", [32.0, 20.0], [37.0, 24.5]),
        ],
        ..World::default()
    }
}
