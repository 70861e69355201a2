//! Scenes for bodies of different sizes.

use super::parts::{point_source, rect};
use crate::model::{Polygon, World};

/// Posts in a row, and rows.
const POSTS: usize = 30;

/// A wall between two rooms with openings of 0.8 m straight ahead, 1.6 m to the north and 3 m far to the south.
pub fn sizes() -> World {
    let south = [[0.0, 0.0], [18.0, 0.0], [18.0, 2.0], [22.0, 2.0], [22.0, 0.0], [40.0, 0.0]];
    let north = [[40.0, 24.0], [22.0, 24.0], [22.0, 18.0], [18.0, 18.0], [18.0, 24.0], [0.0, 24.0]];
    World {
        areas: vec![Polygon::ring(south.into_iter().chain(north))],
        obstacles: vec![rect(18.0, 5.0, 22.0, 11.6), rect(18.0, 12.4, 22.0, 16.4)],
        sources: vec![point_source("desk", [34.0, 12.0])],
        ..World::default()
    }
}

/// Posts of 0.2 m in rows, 2 m from each other: between two of them there are 1.8 m.
pub fn posts() -> World {
    let side = 2.0 * POSTS as f64;
    let post = |k: usize| -> Polygon {
        let [x, y] = [k % POSTS, k / POSTS].map(|i| 2.0 * i as f64 + 1.0);
        rect(x - 0.1, y - 0.1, x + 0.1, y + 0.1)
    };
    World {
        areas: vec![rect(-2.0, -2.0, side + 2.0, side + 2.0)],
        obstacles: (0..POSTS * POSTS).map(post).collect(),
        sources: vec![point_source("corner", [side + 0.5, side + 0.5])],
        ..World::default()
    }
}
