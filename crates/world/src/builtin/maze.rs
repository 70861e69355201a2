//! A perfect maze: between any two cells there is exactly one way.
//!
//! Made by a depth-first walk that never enters a cell twice; what it did not pass becomes walls, straight runs
//! merged into one.

use super::parts::{point_source, rect, wall};
use crate::model::{Wall, World};
use crate::random::Random;

const CELLS: usize = 20;
const CELL: f64 = 5.0;
const SEED: u64 = 2024;

/// Which cells the walk joined.
struct Passages {
    /// Joined with the cell to the right.
    right: [[bool; CELLS]; CELLS],
    /// Joined with the cell above.
    above: [[bool; CELLS]; CELLS],
}

/// The maze, with a source in its lower left cell.
pub fn maze() -> World {
    let passages = walk(&mut Random::new(SEED));
    let side = CELL * CELLS as f64;
    World {
        areas: vec![rect(0.0, 0.0, side, side)],
        walls: walls(&passages),
        sources: vec![point_source("start", [CELL * 0.5, CELL * 0.5])],
        ..World::default()
    }
}

/// Joins all cells by a random depth-first walk from the lower left.
fn walk(random: &mut Random) -> Passages {
    let mut passages = Passages { right: [[false; CELLS]; CELLS], above: [[false; CELLS]; CELLS] };
    let mut seen = [[false; CELLS]; CELLS];
    seen[0][0] = true;
    let mut trail = vec![(0, 0)];
    while let Some(&(x, y)) = trail.last() {
        let mut open: Vec<(usize, usize)> = neighbours(x, y).filter(|&(i, j)| !seen[j][i]).collect();
        random.shuffle(&mut open);
        let Some(&(i, j)) = open.first() else {
            trail.pop();
            continue;
        };
        seen[j][i] = true;
        let doors = if i == x { &mut passages.above } else { &mut passages.right };
        doors[y.min(j)][x.min(i)] = true;
        trail.push((i, j));
    }
    passages
}

/// The cells beside, above and below.
fn neighbours(x: usize, y: usize) -> impl Iterator<Item = (usize, usize)> {
    let steps = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
    steps.into_iter().filter(|&(i, j)| i < CELLS && j < CELLS)
}

/// The closed cell borders, each straight run as one wall. Where two runs would cross, the one along x is cut, so that
/// walls only touch.
fn walls(passages: &Passages) -> Vec<Wall> {
    let upright = |line: usize, i: usize| !passages.right[i][line - 1];
    let level = |line: usize, i: usize| !passages.above[line - 1][i];
    let mut walls = Vec::new();
    for line in 1..CELLS {
        let at = CELL * line as f64;
        for [from, to] in runs(|i| upright(line, i), |_| false) {
            walls.push(wall([[at, from], [at, to]]));
        }
        for [from, to] in runs(|i| level(line, i), |i| upright(i, line - 1) && upright(i, line)) {
            walls.push(wall([[from, at], [to, at]]));
        }
    }
    walls
}

/// The maximal stretches of a grid line whose cells are closed, cut before each cell that says so.
fn runs(closed: impl Fn(usize) -> bool, cut_before: impl Fn(usize) -> bool) -> Vec<[f64; 2]> {
    let mut runs: Vec<[usize; 2]> = Vec::new();
    for i in (0..CELLS).filter(|&i| closed(i)) {
        match runs.last_mut() {
            Some(run) if run[1] == i && !cut_before(i) => run[1] = i + 1,
            _ => runs.push([i, i + 1]),
        }
    }
    runs.into_iter().map(|run| run.map(|i| CELL * i as f64)).collect()
}
