//! Street blocks that have to be left: how far is it to the nearest road out?
//!
//! Blocks are cells of an uneven grid with moved corners, bent by a smooth map. Streets are wider than what both take
//! away, so that no two blocks come together.

use super::parts::{door, rect};
use crate::model::{Polygon, World};
use crate::random::Random;
use wayfront_geometry::Point;

const COLUMNS: [f64; 8] = [0.0, 42.0, 78.0, 128.0, 166.0, 214.0, 252.0, 300.0];
const ROWS: [f64; 6] = [0.0, 38.0, 70.0, 112.0, 146.0, 190.0];
const HALF_STREET: f64 = 5.5;
/// How far corners are moved.
const UNEVEN: f64 = 2.2;
/// Squares without a building, by column and row.
const SQUARES: [(usize, usize); 3] = [(2, 3), (4, 1), (0, 4)];
const BOX: [f64; 4] = [-14.0, -14.0, 314.0, 204.0];
const ROAD: f64 = 12.0;

/// The quarter with one road out, in the west.
pub fn one_exit() -> World {
    quarter(1)
}

/// The same quarter with three roads out.
pub fn three_exits() -> World {
    quarter(3)
}

fn quarter(exits: usize) -> World {
    let [left, bottom, right, top] = BOX;
    let roads = [
        door("west road", [left, 66.0], [left, 66.0 + ROAD]),
        door("east road", [right, 120.0], [right, 120.0 + ROAD]),
        door("south road", [184.0, bottom], [184.0 + ROAD, bottom]),
    ];
    World {
        areas: vec![rect(left, bottom, right, top)],
        obstacles: blocks(),
        sources: roads.into_iter().take(exits).collect(),
        ..World::default()
    }
}

fn blocks() -> Vec<Polygon> {
    let mut random = Random::new(1859);
    let mut blocks = Vec::new();
    for (j, row) in ROWS.windows(2).enumerate() {
        for (i, column) in COLUMNS.windows(2).enumerate() {
            let block = block([column[0], row[0], column[1], row[1]], &mut random);
            if !SQUARES.contains(&(i, j)) {
                blocks.extend(block);
            }
        }
    }
    blocks
}

/// One block: whole, with a yard open to the street, or cut in two by an alley.
fn block([left, bottom, right, top]: [f64; 4], random: &mut Random) -> Vec<Polygon> {
    let mut corner =
        |x: f64, y: f64| Point::new(x + random.between(-UNEVEN, UNEVEN), y + random.between(-UNEVEN, UNEVEN));
    let (x0, x1) = (left + HALF_STREET, right - HALF_STREET);
    let (y0, y1) = (bottom + HALF_STREET, top - HALF_STREET);
    let quad = [corner(x0, y0), corner(x1, y0), corner(x1, y1), corner(x0, y1)];
    // Coordinates within the block: (0, 0) is its first corner, (1, 1) its third.
    let at = |[u, v]: [f64; 2]| bent(quad[0].lerp(quad[1], u).lerp(quad[3].lerp(quad[2], u), v));
    let ring = |points: &[[f64; 2]]| Polygon::ring(points.iter().map(|&p| at(p)));
    let cut = random.between(0.4, 0.6);
    match random.below(5) {
        0 => vec![
            ring(&[[0.0, 0.0], [cut - 0.06, 0.0], [cut - 0.06, 1.0], [0.0, 1.0]]),
            ring(&[[cut + 0.06, 0.0], [1.0, 0.0], [1.0, 1.0], [cut + 0.06, 1.0]]),
        ],
        1 => vec![ring(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [cut, 1.0], [cut, 0.45], [0.0, 0.45]])],
        2 => vec![ring(&[
            [0.0, 0.0],
            [1.0, 0.0],
            [1.0, 1.0],
            [0.7, 1.0],
            [0.7, 0.4],
            [0.3, 0.4],
            [0.3, 1.0],
            [0.0, 1.0],
        ])],
        _ => vec![ring(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])],
    }
}

/// The smooth map from the straight grid to the ground.
fn bent(p: Point) -> Point {
    Point::new(p.x + 6.0 * (p.y / 48.0).sin(), p.y + 6.0 * (p.x / 62.0 + 0.6).sin())
}
