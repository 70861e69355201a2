//! A hall with two exits: which one is nearer depends on where one sits and what is in the way.

use super::parts::{disc, door, rect};
use crate::model::{Flow, Polygon, World};

/// A hall of 60 m x 36 m with pillars, a stage, rows of seats, a bar and two exits; the west exit leads straight out,
/// behind the south exit lie six more metres of corridor.
pub fn hall() -> World {
    let mut south = door("south exit", [44.0, 0.0], [47.0, 0.0]);
    south.offset = 6.0;
    World {
        areas: vec![outline()],
        obstacles: [pillars(), seats(), bar()].concat(),
        sources: vec![door("west exit", [0.0, 8.0], [0.0, 12.0]), south],
        flow: Some(Flow {
            entrances: vec![vec![[60.0, 10.0].into(), [60.0, 26.0].into()]],
            exits: vec![vec![[0.0, 8.0].into(), [0.0, 12.0].into()], vec![[44.0, 0.0].into(), [47.0, 0.0].into()]],
            ..Flow::blank()
        }),
        ..World::default()
    }
}

/// The boundary; the stage juts into the hall from the north.
fn outline() -> Polygon {
    Polygon::ring([
        [0.0, 0.0],
        [60.0, 0.0],
        [60.0, 36.0],
        [44.0, 36.0],
        [41.5, 30.0],
        [36.0, 27.5],
        [24.0, 27.5],
        [18.5, 30.0],
        [16.0, 36.0],
        [0.0, 36.0],
    ])
}

/// Two rows of round pillars.
fn pillars() -> Vec<Polygon> {
    let row = |y: f64| (0..6).map(move |i| disc([7.5 + 9.0 * f64::from(i), y], 0.75, 16));
    row(6.5).chain(row(23.8)).collect()
}

/// Four rows of seats on either side of an aisle, the front ones shorter.
fn seats() -> Vec<Polygon> {
    let row = |i: u32| {
        let (y, indent) = (10.0 + 2.6 * f64::from(i), 1.2 * f64::from(i));
        [rect(12.0 + indent, y, 28.8, y + 0.9), rect(31.2, y, 48.0 - indent, y + 0.9)]
    };
    (0..5).flat_map(row).collect()
}

/// A bar in the north-west corner, a desk in the north-east, and tables between pillars and exits.
fn bar() -> Vec<Polygon> {
    let bar = Polygon::ring([[3.0, 28.0], [4.2, 28.0], [4.2, 32.3], [10.0, 32.3], [10.0, 33.5], [3.0, 33.5]]);
    let tables = [[50.5, 30.5], [54.5, 32.0], [54.0, 28.0], [5.0, 17.0], [4.5, 21.0]];
    let tables = tables.into_iter().map(|at| disc(at, 0.8, 10));
    [bar, rect(52.0, 2.5, 56.0, 3.5)].into_iter().chain(tables).collect()
}
