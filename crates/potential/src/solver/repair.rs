//! Sees to it that every cell has a neighbour that is strictly nearer to the goal.
//!
//! A converged field has no other local maxima of q than goals: each cell is a mean of its neighbours, so one of them is
//! larger. Only where neighbours differ by less than rounding can a cell look like a maximum. Such cells are lowered to
//! just below the pass that leads out of them, by flooding from the goals in the order of q. That changes values by no
//! more than they were uncertain by. Cost: one pass over the cells; the flood runs only if there is such a cell.

use wayfront_domain::{CellId, Cells};
use wayfront_geometry::{Checkpoints, MinHeap};

/// Lowers local maxima that are no goals; goals must be sorted.
pub fn repair(grid: &Cells, goals: &[CellId], log_q: &mut [f64]) {
    let is_peak = |cell: &CellId| {
        let own = log_q[cell.index()];
        let beside = grid.neighbours(*cell).into_iter().flatten();
        own.is_finite() && goals.binary_search(cell).is_err() && beside.into_iter().all(|n| log_q[n.index()] <= own)
    };
    if grid.free_cells().any(|cell| is_peak(&cell)) {
        flood(grid, goals, log_q);
    }
}

fn flood(grid: &Cells, goals: &[CellId], log_q: &mut [f64]) {
    let mut seen = vec![false; log_q.len()];
    let mut open = MinHeap::default();
    for &cell in goals {
        seen[cell.index()] = true;
        open.push(-log_q[cell.index()], cell);
    }
    let mut checkpoints = Checkpoints::default();
    while let Some((cost, cell)) = open.pop() {
        checkpoints.pass();
        let level = -cost;
        for n in grid.neighbours(cell).into_iter().flatten() {
            if !seen[n.index()] && log_q[n.index()].is_finite() {
                seen[n.index()] = true;
                log_q[n.index()] = log_q[n.index()].min(level.next_down());
                open.push(-log_q[n.index()], n);
            }
        }
    }
}
