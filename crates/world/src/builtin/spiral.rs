//! One spiral: a single obstacle whose free space is a long winding corridor.

use super::parts::{point_source, rect};
use crate::model::{Polygon, World};
use std::f64::consts::TAU;

/// Points along the middle of the spiral; each gives two vertices.
const KNOTS: usize = 19;
/// Knots per turn.
const PER_TURN: f64 = 6.0;
const INNER_RADIUS: f64 = 9.0;
const OUTER_RADIUS: f64 = 45.0;
const HALF_THICKNESS: f64 = 1.3;

/// An Archimedean spiral of three turns with exactly 38 vertices in a box, and a source in its centre.
pub fn spiral() -> World {
    let side = |offset: f64| {
        (0..KNOTS).map(move |i| {
            let along = i as f64 / (KNOTS - 1) as f64;
            let radius = INNER_RADIUS + (OUTER_RADIUS - INNER_RADIUS) * along + offset;
            let angle = TAU * i as f64 / PER_TURN;
            [50.0 + radius * angle.cos(), 50.0 + radius * angle.sin()]
        })
    };
    World {
        areas: vec![rect(0.0, 0.0, 100.0, 100.0)],
        obstacles: vec![Polygon::ring(side(HALF_THICKNESS).chain(side(-HALF_THICKNESS).rev()))],
        sources: vec![point_source("centre", [50.0, 50.0])],
        ..World::default()
    }
}
