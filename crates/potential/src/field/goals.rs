//! From the sources of a scene to goal cells.

use crate::fault::PotentialError;
use wayfront_domain::{CellId, Cells, Domain};
use wayfront_geometry::{Point, closest_on_segment};
use wayfront_world::{Shape, Source};

/// How many cells a goal may miss the nearest free cell by, where obstacles fill the cells that it lies in.
const NEAR: isize = 3;

/// Tolerance: In parts of a cell: points this near to a cell's border are on it. Far above the rounding of coordinates,
/// so that a source along an outline, which is a border of cells, meets the free cells on its inner side.
pub const ON_BORDER: f64 = 1e-9;

/// The free cells that each source touches, with the number of the source.
///
/// Where a source runs through cells that are partly blocked, as along a slanted outline, each of its points takes the
/// nearest free cell that sees it.
pub fn goal_cells(
    grid: &Cells,
    domain: Option<&Domain>,
    sources: &[Source],
) -> Result<Vec<(CellId, usize)>, PotentialError> {
    if sources.is_empty() {
        return Err(PotentialError::NoGoal);
    }
    let mut goals = Vec::new();
    for (number, source) in sources.iter().enumerate() {
        let cells = touched(grid, domain, &source.shape);
        if cells.is_empty() {
            let at = source.shape.points().first().copied().unwrap_or_default();
            let nearest = grid.nearest_free(at).map(|cell| grid.centre(cell));
            return Err(PotentialError::GoalBlocked { goal: number, at, cell: grid.cell(), nearest });
        }
        goals.extend(cells.into_iter().map(|cell| (cell, number)));
    }
    goals.sort_unstable();
    goals.dedup_by_key(|goal| goal.0);
    Ok(goals)
}

/// Free cells whose border or inside a shape meets, or that are nearest to it, found by stepping along it.
fn touched(grid: &Cells, domain: Option<&Domain>, shape: &Shape) -> Vec<CellId> {
    let points = shape.points();
    let mut cells = Vec::new();
    for (k, &a) in points.iter().enumerate() {
        let b = points.get(k + 1).copied().unwrap_or(a);
        let steps = (a.distance(b) / grid.cell() * 4.0).ceil().max(1.0);
        for step in 0..=steps as usize {
            let p = a.lerp(b, step as f64 / steps);
            let before = cells.len();
            touched_at(grid, p, &mut cells);
            if cells.len() == before {
                cells.extend(domain.and_then(|domain| nearest(grid, domain, p)));
            }
        }
    }
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// The free cells that hold a point or have it on their border.
fn touched_at(grid: &Cells, p: Point, cells: &mut Vec<CellId>) {
    let rounding = grid.cell() * ON_BORDER;
    for (dx, dy) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
        let beside = p + Point::new(dx, dy) * rounding;
        cells.extend(grid.cell_of(beside).filter(|&cell| grid.is_free(cell)));
    }
}

/// The free cell nearest to a free point that is in none: within a few cells, and in sight.
pub fn nearest(grid: &Cells, domain: &Domain, p: Point) -> Option<CellId> {
    let at = (p - grid.origin()) * (1.0 / grid.cell());
    let (column, row) = (at.x.floor() as isize, at.y.floor() as isize);
    let around = (-NEAR..=NEAR).flat_map(|dy| (-NEAR..=NEAR).map(move |dx| (dx, dy)));
    let cells = around.filter_map(|(dx, dy)| grid.cell_at(column.checked_add(dx)?, row.checked_add(dy)?));
    let sees = |cell: &CellId| domain.sees(p, grid.centre(*cell));
    let free = cells.filter(|&cell| grid.is_free(cell)).filter(sees);
    free.min_by(|&a, &b| grid.centre(a).distance(p).total_cmp(&grid.centre(b).distance(p)))
}

/// The point of a shape nearest to `p`.
pub fn closest(shape: &Shape, p: Point) -> Point {
    let points = shape.points();
    let legs = points.windows(2).map(|leg| closest_on_segment(leg[0], leg[1], p));
    let all = points.iter().copied().chain(legs);
    all.min_by(|a, b| a.distance(p).total_cmp(&b.distance(p))).unwrap_or(p)
}
