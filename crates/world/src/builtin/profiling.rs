//! Squares in uniform rows: every corner sees far, the worst case of published path map measurements.

use super::parts::{point_source, rect};
use crate::model::World;

/// Side of the domain.
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
