//! Fields on grids of 1000 x 1000 cells.

use super::SEED;
use crate::stopwatch::repeat;
use crate::table::{Bound, Section};
use wayfront::Point;
use wayfront::domain::Cells;
use wayfront::potential::{Bias, PotentialMap};
use wayfront::world::{Random, Source};

const SIDE: usize = 1000;

pub fn section() -> Section {
    let mut section = Section::new("Fields on grids of 1000 x 1000 cells, to rounding in every cell");
    for (name, grid) in grids() {
        let goal = grid.nearest_free(Point::new(333.5, 500.5)).expect("has free cells");
        let source = [Source::point(grid.centre(goal))];
        let (times, map) = repeat(|| PotentialMap::of_grid(grid.clone(), &source, Bias::NONE).expect("is free"));
        section.row(name, grid.free_count(), times);
        section.target(format!("{name}, seconds"), times.map(|seconds| seconds), Bound::AtMost(1.0));
        let stats = map.stats();
        let deepest = grid.free_cells().map(|cell| map.depth(cell)).filter(|d| d.is_finite()).fold(0.0, f64::max);
        let decades = deepest / 10.0_f64.ln();
        section.remark(format!("{name}: relative residual {:.0e}, 1 - p down to 1e-{decades:.0}", stats.residual));
    }
    section
}

fn grids() -> Vec<(&'static str, Cells)> {
    vec![
        ("open", boxes(0, 0)),
        ("100 boxes", boxes(100, 50)),
        ("400 boxes", boxes(400, 20)),
        ("3000 boxes", boxes(3000, 10)),
        ("serpentine of width 16", serpentine(16)),
        ("serpentine of width 1", serpentine(1)),
    ]
}

fn boxes(count: usize, side: usize) -> Cells {
    let mut random = Random::new(SEED);
    let mut free = vec![true; SIDE * SIDE];
    for _ in 0..count {
        let [x, y] = [random.below(SIDE - side), random.below(SIDE - side)];
        for row in y..y + side {
            free[row * SIDE + x..row * SIDE + x + side].fill(false);
        }
    }
    Cells::new(Point::default(), 1.0, [SIDE, SIDE], free).expect("has the right size")
}

fn serpentine(width: usize) -> Cells {
    let period = width + 1;
    let is_open = |k: usize| {
        let (column, row) = (k % SIDE, k / SIDE);
        let turn = if (row / period).is_multiple_of(2) { SIDE - width..SIDE } else { 0..width };
        row % period < width || turn.contains(&column)
    };
    Cells::new(Point::default(), 1.0, [SIDE, SIDE], (0..SIDE * SIDE).map(is_open).collect())
        .expect("has the right size")
}
