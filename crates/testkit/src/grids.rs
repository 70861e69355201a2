//! Grids, and harmonic fields on them by dense elimination.

use crate::elimination::solved;
use wayfront_domain::{CellId, Cells};
use wayfront_geometry::Point;
use wayfront_potential::Bias;
use wayfront_world::Random;

/// A square of random walls, and a free cell of it.
///
/// # Panics
/// If walls are everywhere.
#[must_use]
pub fn random_grid(random: &mut Random, side: usize, walls: f64) -> (Cells, CellId) {
    let free: Vec<bool> = (0..side * side).map(|_| random.unit() >= walls).collect();
    let grid = Cells::new(Point::new(-1.0, 2.0), 1.0, [side, side], free).expect("a grid of whole cells");
    let free: Vec<CellId> = grid.free_cells().collect();
    let goal = free[random.below(free.len())];
    (grid, goal)
}

/// A corridor that folds, `length` cells long in all, and the cells along its middle from its beginning.
#[must_use]
pub fn serpentine(width: usize, length: usize) -> (Cells, Vec<CellId>) {
    let columns = 100;
    let legs = length.div_ceil(columns);
    let (rows, period) = (legs * (width + 1), width + 1);
    let is_open = |column: usize, row: usize| {
        let turn = if (row / period).is_multiple_of(2) { columns - width..columns } else { 0..width };
        row % period < width || turn.contains(&column)
    };
    let free = (0..columns * rows).map(|k| is_open(k % columns, k / columns)).collect();
    let grid = Cells::new(Point::default(), 1.0, [columns, rows], free).expect("a grid of whole cells");
    let mut order = Vec::new();
    for leg in 0..legs {
        let middle = width / 2;
        let row = leg * period + middle;
        let span: Vec<usize> = (middle..columns - middle).collect();
        let along: Vec<usize> = if leg.is_multiple_of(2) { span } else { span.into_iter().rev().collect() };
        let last = along[along.len() - 1];
        order.extend(along.into_iter().map(|column| CellId((row * columns + column) as u32)));
        if leg + 1 < legs {
            order.extend((1..period).map(|step| CellId(((row + step) * columns + last) as u32)));
        }
    }
    (grid, order)
}

/// The potential by Gaussian elimination with pivoting; unreachable cells are 1.
#[must_use]
pub fn dense_potential(grid: &Cells, goals: &[CellId], bias: Bias) -> Vec<f64> {
    let free: Vec<CellId> = grid.free_cells().filter(|cell| !goals.contains(cell)).collect();
    let place = |cell: CellId| free.binary_search(&cell).ok();
    let n = free.len();
    let mut rows: Vec<Vec<f64>> = vec![vec![0.0; n + 1]; n];
    for (k, &cell) in free.iter().enumerate() {
        rows[k][k] = 1.0;
        for (neighbour, share) in grid.neighbours(cell).into_iter().zip(bias.shares()) {
            match neighbour {
                Some(goal) if goals.contains(&goal) => {}
                other => match other.and_then(place) {
                    Some(free) => rows[k][free] -= share,
                    None => rows[k][n] += share,
                },
            }
        }
    }
    let mut potential = vec![1.0; grid.len()];
    goals.iter().for_each(|goal| potential[goal.index()] = 0.0);
    free.iter().zip(solved(rows)).for_each(|(cell, p)| potential[cell.index()] = p);
    potential
}
