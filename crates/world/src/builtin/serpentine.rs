//! A corridor that folds: 2 m wide and 2.5 km long.

use super::parts::point_source;
use crate::model::{Polygon, World};

const LEGS: u32 = 25;
const LENGTH: f64 = 100.0;
const WIDTH: f64 = 2.0;
const WALL: f64 = 1.0;

/// The corridor as one ring, and a source at its lower end.
pub fn serpentine() -> World {
    let height = f64::from(LEGS) * (WIDTH + WALL) - WALL;
    let wall = |k: u32| f64::from(k) * (WIDTH + WALL) + WIDTH;
    // Walls reach in from the right behind odd legs, and from the left behind even ones.
    let from_right =
        (0..LEGS - 1).filter(|k| k % 2 == 1).flat_map(|k| notch([LENGTH, WIDTH], [wall(k), wall(k) + WALL]));
    let from_left = (0..LEGS - 1).rev().filter(|k| k % 2 == 0);
    let from_left = from_left.flat_map(|k| notch([0.0, LENGTH - WIDTH], [wall(k) + WALL, wall(k)]));
    let ring = [[0.0, 0.0], [LENGTH, 0.0]].into_iter().chain(from_right);
    let ring = ring.chain([[LENGTH, height], [0.0, height]]).chain(from_left);
    World {
        areas: vec![Polygon::ring(ring)],
        sources: vec![point_source("end", [WIDTH / 2.0, WIDTH / 2.0])],
        ..World::default()
    }
}

fn notch([outside, inside]: [f64; 2], [first, second]: [f64; 2]) -> [[f64; 2]; 4] {
    [[outside, first], [inside, first], [inside, second], [outside, second]]
}
