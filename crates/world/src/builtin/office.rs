//! An office floor: two rows of rooms, a core between two corridors, stairwells at both ends.

use super::floor_plan::FloorPlan;
use super::parts::{disc, door, ellipse, rect};
use crate::model::{Polygon, World};

const WIDTH: f64 = 40.0;
const DEPTH: f64 = 24.0;
const WALL: f64 = 0.2;

/// A floor of 40 m x 24 m, furnished, with an exit in each stairwell.
pub fn office() -> World {
    let mut plan = FloorPlan::new(WIDTH, DEPTH, WALL);
    south_rooms(&mut plan);
    north_rooms(&mut plan);
    core(&mut plan);
    stairwells(&mut plan);
    let (areas, walls) = plan.outlines();
    let furniture = [desks(), meeting_rooms(), lobbies(), kitchen_and_store()].concat();
    World {
        areas,
        obstacles: walls.into_iter().chain(furniture).collect(),
        sources: vec![door("stairs west", [0.0, 11.0], [0.0, 13.0]), door("stairs east", [WIDTH, 11.0], [WIDTH, 13.0])],
        ..World::default()
    }
}

/// Six rooms along the south front; the fourth is a meeting room with two doors.
fn south_rooms(plan: &mut FloorPlan) {
    let doors = [4.6, 7.0, 16.4, 19.0, 24.4, 27.0, 34.0].map(|x| [x, x + 1.0]);
    plan.wall_along_x([0.0, WIDTH], 6.0, &doors);
    for x in [6.0, 12.0, 18.0, 26.0, 33.0] {
        plan.wall_along_y(x, [0.0, 6.0], &[]);
    }
}

/// Six rooms along the north front; the fourth is an open-plan office with two wide openings.
fn north_rooms(plan: &mut FloorPlan) {
    let doors = [[3.6, 4.6], [6.0, 7.0], [11.0, 12.0], [18.4, 20.4], [26.0, 28.0], [30.0, 31.0], [36.0, 37.0]];
    plan.wall_along_x([0.0, WIDTH], 17.8, &doors);
    for x in [5.0, 10.0, 17.0, 29.0, 35.0] {
        plan.wall_along_y(x, [18.0, DEPTH], &[]);
    }
}

/// Washrooms, lifts, a store, a kitchen and a small meeting room in the middle, with a passage through.
fn core(plan: &mut FloorPlan) {
    let (south, north) = (8.2, 15.6);
    plan.wall_along_x([9.0, 17.8], south, &[[10.4, 11.4], [15.4, 16.4]]);
    plan.wall_along_x([9.0, 17.8], north, &[[11.6, 12.6], [15.4, 16.4]]);
    plan.wall_along_y(9.0, [south, north], &[]);
    plan.wall_along_y(13.4, [south, north], &[]);
    plan.wall_along_y(17.6, [south, north + WALL], &[]);
    plan.wall_along_x([9.2, 13.4], 11.8, &[]);
    plan.wall_along_x([13.6, 17.6], 11.8, &[]);
    plan.block(20.2, 9.4, 22.0, 11.8);
    plan.block(20.2, 12.4, 22.0, 14.8);
    plan.wall_along_x([24.4, 31.2], south, &[[29.4, 30.4]]);
    plan.wall_along_x([24.4, 31.2], north, &[[25.2, 26.2]]);
    plan.wall_along_y(24.4, [south, north], &[[12.6, 13.6]]);
    plan.wall_along_y(31.0, [south, north + WALL], &[[9.0, 10.0]]);
    plan.wall_along_x([24.6, 31.0], 11.6, &[]);
}

/// A room around each exit, closed but for one door towards the lobby.
fn stairwells(plan: &mut FloorPlan) {
    plan.wall_along_y(4.0, [9.6, 14.4], &[[11.4, 12.6]]);
    plan.wall_along_x([0.0, 4.2], 9.4, &[]);
    plan.wall_along_x([0.0, 4.2], 14.4, &[]);
    plan.wall_along_y(35.8, [9.6, 14.4], &[[11.4, 12.6]]);
    plan.wall_along_x([35.8, WIDTH], 9.4, &[]);
    plan.wall_along_x([35.8, WIDTH], 14.4, &[]);
}

/// Desks in the single rooms, and islands of desks in the open plan.
fn desks() -> Vec<Polygon> {
    let mut desks = Vec::new();
    for (x, y) in [(1.0, 1.2), (1.0, 3.4), (7.4, 1.0), (13.6, 1.0), (27.6, 1.2), (30.4, 1.2), (34.4, 1.0), (37.4, 1.0)]
    {
        desks.push(rect(x, y, x + 1.6, y + 0.8));
    }
    for (x, y) in [(0.8, 22.0), (6.2, 22.0), (11.4, 22.0), (14.2, 22.0), (30.6, 22.0), (36.6, 22.0)] {
        desks.push(rect(x, y, x + 1.6, y + 0.8));
    }
    for (i, j) in (0..3).flat_map(|i| [(i, 0), (i, 1)]) {
        let (x, y) = (18.6 + 3.4 * f64::from(i), 20.4 + 1.9 * f64::from(j));
        desks.push(rect(x, y, x + 2.4, y + 0.9));
    }
    desks.extend([rect(7.6, 3.6, 10.4, 4.3), rect(36.2, 3.6, 39.0, 4.3), rect(30.2, 19.6, 33.4, 20.3)]);
    desks
}

/// The long table with chairs in the south, round tables elsewhere.
fn meeting_rooms() -> Vec<Polygon> {
    let table = Polygon::ring([
        [19.9, 2.9],
        [20.5, 2.3],
        [23.7, 2.3],
        [24.3, 2.9],
        [24.3, 3.3],
        [23.7, 3.9],
        [20.5, 3.9],
        [19.9, 3.3],
    ]);
    let chair = |i: u32, y: f64| rect(20.65 + 0.8 * f64::from(i), y, 21.1 + 0.8 * f64::from(i), y + 0.45);
    let chairs = (0..4).flat_map(|i| [chair(i, 1.65), chair(i, 4.1)]);
    let round =
        [([15.0, 4.2], 0.7), ([8.0, 20.0], 0.65), ([13.6, 20.0], 0.8), ([37.6, 20.0], 0.7), ([27.8, 13.6], 0.9)];
    let round = round.into_iter().map(|(at, radius)| disc(at, radius, 12));
    std::iter::once(table).chain(chairs).chain(round).collect()
}

/// Columns, sofas and plants in the west, the reception's L-shaped counter in the east.
fn lobbies() -> Vec<Polygon> {
    let counter = Polygon::ring([[32.4, 11.0], [33.1, 11.0], [33.1, 13.4], [34.8, 13.4], [34.8, 14.1], [32.4, 14.1]]);
    let columns = [[6.6, 9.0], [6.6, 15.0], [33.4, 8.4], [33.4, 16.2]];
    let columns = columns.map(|at| disc(at, 0.3, 12));
    let sofa = Polygon::ring([[6.2, 10.6], [8.2, 10.6], [8.2, 13.4], [7.4, 13.4], [7.4, 11.4], [6.2, 11.4]]);
    let plants = [[1.0, 8.4], [1.0, 16.4], [38.8, 8.4], [38.8, 16.4]].map(|at| disc(at, 0.35, 8));
    [counter, sofa, ellipse([5.6, 13.0], [0.45, 0.45], 10)].into_iter().chain(columns).chain(plants).collect()
}

/// Washbasins, the kitchen's bar and the store's shelves.
fn kitchen_and_store() -> Vec<Polygon> {
    let shelves = (0..3).map(|i| rect(14.4, 12.6 + 0.95 * f64::from(i), 16.9, 13.0 + 0.95 * f64::from(i)));
    let fixed = [
        rect(9.7, 10.6, 12.9, 11.1),
        rect(9.7, 12.7, 12.9, 13.2),
        rect(14.1, 9.4, 14.6, 11.3),
        rect(25.2, 10.4, 28.6, 11.0),
        rect(29.7, 14.3, 30.5, 15.1),
    ];
    shelves.chain(fixed).collect()
}
