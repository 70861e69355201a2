//! The papers' way to a field: Gauss-Seidel relaxation until a sweep changes little. Here for comparison.

use crate::bias::Bias;
use crate::grid::{CellId, Grid};

/// A relaxed field.
#[derive(Clone, Debug)]
pub struct Relaxed {
    /// The potential of each cell.
    pub potential: Vec<f64>,
    /// Sweeps done.
    pub sweeps: usize,
    /// What the last sweep changed, summed over all cells.
    pub change: f64,
}

/// Sweeps over all free cells, row by row, until one sweep changes the potential by no more than `e_max` in sum, or
/// `most_sweeps` are done. Walls are 1, goals 0, and free cells 1 at first.
#[must_use]
pub fn relax(grid: &Grid, goals: &[CellId], bias: Bias, e_max: f64, most_sweeps: usize) -> Relaxed {
    let [columns, rows] = grid.size();
    let stride = columns + 2;
    let padded = |cell: CellId| {
        let [column, row] = grid.column_row(cell);
        (row + 1) * stride + column + 1
    };
    let mut p = vec![1.0; stride * (rows + 2)];
    goals.iter().for_each(|&goal| p[padded(goal)] = 0.0);
    let free: Vec<usize> = grid.free_cells().filter(|cell| !goals.contains(cell)).map(padded).collect();
    let [left, right, below, above] = bias.shares();
    let (mut sweeps, mut change) = (0, f64::INFINITY);
    while sweeps < most_sweeps && change > e_max {
        change = 0.0;
        for &k in &free {
            let mean = left * p[k - 1] + right * p[k + 1] + below * p[k - stride] + above * p[k + stride];
            change += (mean - p[k]).abs();
            p[k] = mean;
        }
        sweeps += 1;
    }
    let potential = (0..grid.len() as u32).map(|cell| p[padded(CellId(cell))]).collect();
    Relaxed { potential, sweeps, change }
}
