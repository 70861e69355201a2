//! The papers' method for a field: Gauss-Seidel relaxation until a sweep changes little. Here for comparison.

use wayfront::domain::{CellId, Cells};
use wayfront::potential::Bias;

/// A relaxed field.
#[derive(Clone, Debug)]
pub struct Relaxed {
    /// The potential of each cell.
    #[cfg_attr(not(test), expect(dead_code, reason = "only the time matters to the table; the test compares values"))]
    pub potential: Vec<f64>,
    /// What the last sweep changed, summed over all cells.
    pub change: f64,
}

/// Sweeps over all free cells, row by row, until one sweep changes the potential by no more than `e_max` in sum, or
/// `most_sweeps` are done. Walls are 1, goals 0, and free cells 1 at first.
pub fn relax(grid: &Cells, goals: &[CellId], bias: Bias, e_max: f64, most_sweeps: usize) -> Relaxed {
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
    Relaxed { potential, change }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wayfront::Point;
    use wayfront::potential::PotentialMap;
    use wayfront::world::{Random, Source};

    #[test]
    fn relaxation_comes_to_the_same_field() {
        let mut random = Random::new(3);
        let free: Vec<bool> = (0..30 * 30).map(|_| random.unit() >= 0.2).collect();
        let grid = Cells::new(Point::new(-1.0, 2.0), 1.0, [30, 30], free).unwrap();
        let free: Vec<CellId> = grid.free_cells().collect();
        let goal = free[random.below(free.len())];
        for bias in [(0.0, 0.0), (1.0, 0.0), (-0.7, 1.2), (0.0, -1.9)] {
            let bias = Bias::new(bias).unwrap();
            let map = PotentialMap::of_grid(grid.clone(), &[Source::point(grid.centre(goal))], bias).unwrap();
            let relaxed = relax(&grid, &[goal], bias, 1e-13, 100_000);
            for cell in grid.free_cells() {
                let difference = (map.potential(cell) - relaxed.potential[cell.index()]).abs();
                assert!(difference < 1e-10, "{bias:?} {cell:?}: {difference}");
            }
        }
    }
}
