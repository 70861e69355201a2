//! Random convex polygons that never overlap: one in each cell of a square grid.
//!
//! Idea: a polygon is inscribed in an ellipse whose longer half-axis, moved by its jitter, stays inside the cell.
//! Cost: proportional to the number of vertices.

use super::parts::{number_places, point_source, rect};
use crate::model::{Polygon, World};
use crate::random::Random;
use std::f64::consts::TAU;

/// Side of a grid cell.
const CELL: f64 = 10.0;
/// Free band between the grid and the boundary; the source lies in it.
const BAND: f64 = 4.0;

/// `count` convex polygons with `vertices_each` vertices each (at least three), a square boundary and one point
/// source near its lower left corner. The same world for the same arguments.
///
/// ```
/// let world = wayfront_world::random_polygons(50, 6, 1);
/// assert_eq!(world.obstacles.len(), 50);
/// assert!(world.obstacles.iter().all(|o| o.outer.len() == 6));
/// ```
#[must_use]
pub fn random_polygons(count: usize, vertices_each: usize, seed: u64) -> World {
    let mut random = Random::new(seed);
    let per_row = count.isqrt() + usize::from(count.isqrt().pow(2) < count);
    // The last row may be half empty: shuffled cells leave the gaps anywhere.
    let mut cells: Vec<usize> = (0..per_row * per_row).collect();
    random.shuffle(&mut cells);
    cells.truncate(count);
    let obstacles = cells.iter().map(|&cell| {
        let corner = [BAND + CELL * (cell % per_row) as f64, BAND + CELL * (cell / per_row) as f64];
        polygon_in_cell(corner, vertices_each.max(3), &mut random)
    });
    let obstacles = obstacles.collect();
    let side = CELL * per_row.max(1) as f64 + 2.0 * BAND;
    let source = point_source("source", [random.between(0.3, 0.6) * BAND, random.between(0.3, 0.6) * BAND]);
    let mut world = World {
        name: Some(format!("{count} polygons, seed {seed}")),
        areas: vec![rect(0.0, 0.0, side, side)],
        obstacles,
        sources: vec![source],
        ..World::default()
    };
    number_places(&mut world);
    world
}

/// A polygon inscribed in an ellipse at a random place of the cell.
fn polygon_in_cell([left, bottom]: [f64; 2], corners: usize, random: &mut Random) -> Polygon {
    let long = CELL * random.between(0.2, 0.46);
    let short = long * random.between(0.5, 1.0);
    let slack = CELL * 0.48 - long;
    let x = left + CELL / 2.0 + random.between(-slack, slack);
    let y = bottom + CELL / 2.0 + random.between(-slack, slack);
    let (sin, cos) = random.between(0.0, TAU).sin_cos();
    Polygon::ring((0..corners).map(|i| {
        // Each corner keeps to its own sector, so that they stay in order and apart.
        let angle = TAU * (i as f64 + random.between(0.0, 0.75)) / corners as f64;
        let (along, across) = (long * angle.cos(), short * angle.sin());
        [x + along * cos - across * sin, y + along * sin + across * cos]
    }))
}
