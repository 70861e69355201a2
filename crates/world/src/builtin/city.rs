//! A quarter of a city: irregular blocks on both banks of a river, cut by an avenue that leads over the bridge.
//!
//! Idea: blocks are cells of an uneven street grid with moved corners, cut along the avenue while they are convex,
//! and bent by a smooth map at last. Streets are much wider than what bending and moving take away, so that no two
//! blocks come together.

use super::parts::{disc, ellipse, point_source, rect};
use crate::model::{Polygon, World};
use crate::random::Random;
use wayfront_geometry::{Point, ring_area};

const COLUMNS: [f64; 9] = [0.0, 48.0, 102.0, 158.0, 206.0, 262.0, 318.0, 372.0, 430.0];
const SOUTH_ROWS: [f64; 4] = [0.0, 44.0, 94.0, 138.0];
const NORTH_ROWS: [f64; 4] = [186.0, 230.0, 282.0, 330.0];
/// Between these heights flows the river.
const RIVER: [f64; 2] = [144.0, 180.0];
/// Left and right edge of the footbridge and of the avenue's bridge.
const BRIDGES: [[f64; 2]; 2] = [[99.0, 105.0], [224.0, 242.0]];
/// The avenue's middle: from the south-west over the bridge to the north-east.
const AVENUE: [[f64; 2]; 4] = [[40.0, -20.0], [233.0, 142.0], [233.0, 182.0], [400.0, 350.0]];
const AVENUE_HALF_WIDTH: f64 = 8.0;
const STREET_HALF_WIDTH: f64 = 5.0;
/// Cells that belong to the park, by column, in the two lower rows.
const PARK: [usize; 2] = [5, 6];
/// Smaller pieces stay open as squares.
const SMALLEST_BUILDING: f64 = 220.0;
const BOX: [f64; 4] = [-10.0, -10.0, 444.0, 342.0];

/// The quarter, with three metro entrances.
pub fn city() -> World {
    let mut random = Random::new(61);
    let mut obstacles = buildings(&SOUTH_ROWS, true, &mut random);
    obstacles.extend(buildings(&NORTH_ROWS, false, &mut random));
    obstacles.push(middle_of_the_river());
    obstacles.extend(park());
    let at = |u: f64, v: f64| <[f64; 2]>::from(bent(Point::new(u, v)));
    World {
        areas: vec![outline()],
        obstacles,
        sources: vec![
            point_source("metro park", at(372.0, 46.0)),
            point_source("metro market", at(48.0, 92.0)),
            point_source("metro north", at(158.0, 282.0)),
        ],
        ..World::default()
    }
}

/// The smooth map from the straight street grid to the ground.
fn bent(p: Point) -> Point {
    Point::new(p.x + 7.0 * (p.y / 75.0).sin(), p.y + height_of_waves(p.x))
}

/// How far the streets along x swing.
fn height_of_waves(x: f64) -> f64 {
    8.0 * (x / 85.0 + 0.4).sin()
}

/// All buildings of the cells between these rows.
fn buildings(rows: &[f64], with_park: bool, random: &mut Random) -> Vec<Polygon> {
    let mut buildings = Vec::new();
    for (j, row) in rows.windows(2).enumerate() {
        for (i, column) in COLUMNS.windows(2).enumerate() {
            if with_park && PARK.contains(&i) && j < 2 {
                continue;
            }
            let cell = [column[0], row[0], column[1], row[1]];
            buildings.extend(block(cell, random));
        }
    }
    buildings
}

/// What stands in one cell: one or two buildings, cut by the avenue where it passes.
fn block([left, bottom, right, top]: [f64; 4], random: &mut Random) -> Vec<Polygon> {
    let inset = |low: f64, high: f64| [low + STREET_HALF_WIDTH, high - STREET_HALF_WIDTH];
    let ([x0, x1], [y0, y1]) = (inset(left, right), inset(bottom, top));
    let mut corner = |x: f64, y: f64| Point::new(x + random.between(-2.5, 2.5), y + random.between(-2.5, 2.5));
    let quad = vec![corner(x0, y0), corner(x1, y0), corner(x1, y1), corner(x0, y1)];
    let pieces = beside_avenue(&quad);
    if pieces.len() == 1 && pieces[0] == quad {
        return detached(&quad, random).into_iter().map(bent_polygon).collect();
    }
    let large = pieces.into_iter().filter(|piece| ring_area(piece) >= SMALLEST_BUILDING);
    large.map(|ring| bent_polygon(Polygon::ring(ring))).collect()
}

/// A block that the avenue does not touch: with a courtyard, split by an alley, L-shaped, with a cut corner, or plain.
fn detached(quad: &[Point], random: &mut Random) -> Vec<Polygon> {
    // Coordinates within the block: (0, 0) is its first corner, (1, 1) its third.
    let at = |u: f64, v: f64| quad[0].lerp(quad[1], u).lerp(quad[3].lerp(quad[2], u), v);
    let ring = |points: &[[f64; 2]]| Polygon::ring(points.iter().map(|p| at(p[0], p[1])));
    let square = |a: [f64; 2], b: [f64; 2]| ring(&[a, [b[0], a[1]], b, [a[0], b[1]]]);
    let t = random.between(0.35, 0.65);
    match random.below(6) {
        0 | 1 => vec![Polygon { holes: vec![square([0.3, 0.3], [0.7, 0.68]).outer], ..ring(&UNIT) }],
        2 => vec![square([0.0, 0.0], [t - 0.05, 1.0]), square([t + 0.05, 0.0], [1.0, 1.0])],
        3 => vec![ring(&[[0.0, 0.0], [1.0, 0.0], [1.0, t], [t, t], [t, 1.0], [0.0, 1.0]])],
        4 => vec![ring(&[[0.0, 0.0], [0.8, 0.0], [1.0, 0.25], [1.0, 1.0], [0.0, 1.0]])],
        _ => vec![ring(&UNIT)],
    }
}

const UNIT: [[f64; 2]; 4] = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];

/// The parts of a convex ring that the avenue leaves.
fn beside_avenue(ring: &[Point]) -> Vec<Vec<Point>> {
    let south_bank = ring[0].y < RIVER[0];
    let leg = if south_bank { [AVENUE[0], AVENUE[1]] } else { [AVENUE[2], AVENUE[3]] };
    let [from, to] = leg.map(Point::from);
    let normal = (to - from).left() * (1.0 / from.distance(to));
    let along = normal.dot(from);
    let left = cut(ring, normal, along + AVENUE_HALF_WIDTH);
    let right = cut(ring, -normal, -along + AVENUE_HALF_WIDTH);
    [left, right].into_iter().filter(|piece| piece.len() >= 3).collect()
}

/// The part of a convex ring whose points p have normal . p >= least.
fn cut(ring: &[Point], normal: Point, least: f64) -> Vec<Point> {
    let beyond = |p: Point| normal.dot(p) - least;
    let mut kept = Vec::new();
    for (i, &a) in ring.iter().enumerate() {
        let b = ring[(i + 1) % ring.len()];
        let (at_a, at_b) = (beyond(a), beyond(b));
        if at_a >= 0.0 {
            kept.push(a);
        }
        if (at_a > 0.0 && at_b < 0.0) || (at_a < 0.0 && at_b > 0.0) {
            kept.push(a.lerp(b, at_a / (at_a - at_b)));
        }
    }
    kept
}

fn bent_polygon(polygon: Polygon) -> Polygon {
    let bend = |ring: &[Point]| ring.iter().map(|&p| bent(p)).collect::<Vec<_>>();
    let holes = polygon.holes.iter().map(|hole| bend(hole)).collect();
    Polygon { outer: bend(&polygon.outer), holes, ..polygon }
}

/// A bank of the river between two places, sampled every few metres.
fn bank(height: f64, from: f64, to: f64) -> impl Iterator<Item = [f64; 2]> {
    let steps = ((to - from).abs() / 12.0).ceil().max(1.0);
    (0..=steps as u32).map(move |i| {
        let x = if f64::from(i) == steps { to } else { from + (to - from) * f64::from(i) / steps };
        [x, height + height_of_waves(x)]
    })
}

/// The boundary: a box into which the river reaches from both sides, up to the bridges.
fn outline() -> Polygon {
    let ([left, bottom, right, top], [south, north]) = (BOX, RIVER);
    let (first_bridge, last_bridge) = (BRIDGES[0][0], BRIDGES[1][1]);
    let east = bank(south, right, last_bridge).chain(bank(north, last_bridge, right));
    let west = bank(north, left, first_bridge).chain(bank(south, first_bridge, left));
    let lower = [[left, bottom], [right, bottom]];
    Polygon::ring(lower.into_iter().chain(east).chain([[right, top], [left, top]]).chain(west))
}

/// The water between the two bridges.
fn middle_of_the_river() -> Polygon {
    let (from, to) = (BRIDGES[0][1], BRIDGES[1][0]);
    Polygon::ring(bank(RIVER[0], from, to).chain(bank(RIVER[1], to, from)))
}

/// A round pond, a pavilion, and trees.
fn park() -> Vec<Polygon> {
    let around = bent(Point::new((COLUMNS[5] + COLUMNS[7]) / 2.0, SOUTH_ROWS[2] / 2.0));
    let pond = ellipse([around.x, around.y + 4.0], [21.0, 19.0], 36);
    let pavilion = rect(around.x + 30.0, around.y + 14.0, around.x + 42.0, around.y + 24.0);
    let trees =
        [[-44.0, -28.0], [-40.0, -8.0], [-43.0, 16.0], [-32.0, 30.0], [-24.0, -30.0], [8.0, -32.0], [34.0, -26.0]];
    let trees = trees.into_iter().map(|[x, y]| disc([around.x + x, around.y + y], 2.2, 8));
    [pond, pavilion].into_iter().chain(trees).collect()
}
