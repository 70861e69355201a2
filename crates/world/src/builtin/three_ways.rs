//! Two rooms joined by three passages of the same length: which one is taken is a matter of taste.

use super::parts::{point_source, rect};
use crate::model::{Polygon, World};

/// The rooms, with a source in the middle of the eastern one.
pub fn three_ways() -> World {
    let ring = [
        [0.0, 0.0],
        [14.0, 0.0],
        [14.0, 3.0],
        [26.0, 3.0],
        [26.0, 0.0],
        [40.0, 0.0],
        [40.0, 24.0],
        [26.0, 24.0],
        [26.0, 21.0],
        [14.0, 21.0],
        [14.0, 24.0],
        [0.0, 24.0],
    ];
    World {
        areas: vec![Polygon::ring(ring)],
        obstacles: vec![rect(14.0, 5.0, 26.0, 11.0), rect(14.0, 13.0, 26.0, 19.0)],
        sources: vec![point_source("desk", [37.0, 12.0])],
        ..World::default()
    }
}
