//! Paths pulled taut: points that a straight line makes superfluous are left out.

use wayfront_domain::{CellGrid, CellId};
use wayfront_geometry::Point;

/// Tolerance: A line that passes a cell by less touches it, in cells: what is rounded away must not let a line through
/// a corner.
const BESIDE: f64 = 1e-9;

/// The points of a path that are needed if one may go straight wherever `is_clear` says so. From each point on, the
/// farthest one along the path that is in sight comes next, as far as sight does not break off: linear in the path.
#[must_use]
pub fn pulled_taut(path: &[Point], mut is_clear: impl FnMut(Point, Point) -> bool) -> Vec<Point> {
    let mut taut: Vec<Point> = path.first().copied().into_iter().collect();
    let mut at = 0;
    while at + 1 < path.len() {
        let mut next = at + 1;
        while next + 1 < path.len() && is_clear(path[at], path[next + 1]) {
            next += 1;
        }
        taut.push(path[next]);
        at = next;
    }
    taut
}

/// The cells that a straight line passes through, ends included; where it passes a corner, all cells that meet there.
pub fn cells_between(grid: &CellGrid, from: Point, to: Point, mut each: impl FnMut(CellId)) {
    let (a, b) = (grid.in_cells(from), grid.in_cells(to));
    let [columns, rows] = grid.size();
    let (low, high) = (a.y.min(b.y), a.y.max(b.y));
    let (first, last) = ((low.floor().max(0.0)) as usize, (high.ceil().max(0.0) as usize).min(rows));
    for row in first..last.max(first + 1).min(rows) {
        // Where the line is within this row.
        let heights = [row as f64, row as f64 + 1.0].map(|y| y.clamp(low, high));
        let ends = if a.y == b.y { [a.x, b.x] } else { heights.map(|y| a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y))) };
        let (left, right) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        let first = ((left - BESIDE).floor().max(0.0)) as usize;
        let last = ((right + BESIDE).floor().max(0.0) as usize).min(columns.saturating_sub(1));
        (first..=last).for_each(|column| each(CellId((row * columns + column) as u32)));
    }
}
