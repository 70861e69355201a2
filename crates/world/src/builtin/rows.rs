//! Regular scenes: squares and posts in rows.

use super::parts::{point_source, rect};
use crate::model::{Polygon, World};

/// Side of the domain with squares.
const SIDE: f64 = 100.0;

/// `per_row` x `per_row` squares with gaps as wide as the squares, and a source in the lower left gap that is
/// collinear with no row and on no diagonal.
pub fn profiling(per_row: u32) -> World {
    let square = SIDE / f64::from(2 * per_row + 1);
    let at = |i: u32| square * f64::from(2 * i + 1);
    let obstacles = (0..per_row).flat_map(|row| {
        let y = at(row);
        (0..per_row).map(move |column| rect(at(column), y, at(column) + square, y + square))
    });
    World {
        areas: vec![rect(0.0, 0.0, SIDE, SIDE)],
        obstacles: obstacles.collect(),
        sources: vec![point_source("source", [square * 0.37, square * 0.61])],
        ..World::default()
    }
}

/// Posts in a row, and rows.
const POSTS: usize = 30;

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
