//! From a domain to its free cells.
//!
//! A cell is free if all of it is: no outline and no wall passes through its inside, and its centre is in the free
//! space. Outlines along the border of a cell do not block it, so that grid maps give their own cells back; where a wall
//! without thickness runs between two free cells, it takes the one to its right or above. Whether an outline passes
//! through a cell is decided by exact predicates on the corners of the cell. Doors narrower than two cells may close.
//! Cost: a step for each cell that an outline passes, and a point location for each other cell.

use super::error::CellsError;
use super::grid::{CellGrid, CellId};
use crate::tables::domain::Domain;
use crate::tables::ids::SideId;
use std::collections::HashMap;
use wayfront_geometry::{Bounds, Checkpoints, Point, orient};

/// Tolerance: In parts of a cell: a side of the world that is a whole number of cells but for rounding gets no sliver
/// of a cell more, and its last cells do not count as reaching out. Far above the rounding of coordinates (1e-16 of
/// them, at most 2^28 cells along a side), far below anything that one would call a part of a cell.
const SLIVER: f64 = 1e-9;

/// Cells over a box, from its lower left corner on.
pub fn grid_over(bounds: Bounds, cell: f64) -> Result<CellGrid, CellsError> {
    if !(cell > 0.0 && cell.is_finite()) {
        return Err(CellsError::CellSize { cell });
    }
    let count = |side: f64| ((side / cell) - SLIVER).ceil().max(1.0) as usize;
    CellGrid::new(bounds.min, cell, [count(bounds.width()), count(bounds.height())])
}

/// Whether each cell is free.
pub fn free_cells(grid: &CellGrid, domain: &Domain) -> Vec<bool> {
    let raster = Rasteriser::new(*grid);
    let passages = raster.passages(domain);
    let mut free = raster.free(domain, &passages);
    raster.close_walls(&passages, &mut free);
    free
}

/// The cells of which some of the inside lies in a region, or that a line passes, in rising order. The
/// first ring is filled by the non-zero rule, and the others are cut out of it; a line without thickness along the border of cells takes those to its right or above.
pub fn touched(grid: &CellGrid, rings: &[&[Point]], is_line: bool) -> Vec<CellId> {
    if grid.is_empty() {
        return Vec::new();
    }
    let raster = Rasteriser::new(*grid);
    let bounds = Bounds::of(rings.iter().copied().flatten());
    let mut passages: HashMap<usize, Passage> = HashMap::new();
    for ring in rings {
        let closing = (!is_line).then(|| [ring[ring.len() - 1], ring[0]]);
        for ends in ring.windows(2).map(|pair| [pair[0], pair[1]]).chain(closing) {
            raster.each_passage(ends, |cell, passage| {
                let known = passages.entry(cell).or_default();
                known.inside |= passage.inside;
                known.along_left |= passage.along_left;
                known.along_bottom |= passage.along_bottom;
            });
        }
    }
    let mut cells: Vec<CellId> = Vec::new();
    if is_line {
        let is_hit = |passage: &Passage| passage.inside || passage.along_left || passage.along_bottom;
        cells.extend(passages.iter().filter(|(_, passage)| is_hit(passage)).map(|(&cell, _)| CellId(cell as u32)));
        cells.sort_unstable();
        return cells;
    }
    let reach = |v: f64, count: usize| ((v / grid.cell()).max(0.0) as usize).min(count - 1);
    let [low, high] = [bounds.min - grid.origin(), bounds.max - grid.origin()];
    for row in reach(low.y, raster.rows)..=reach(high.y, raster.rows) {
        for column in reach(low.x, raster.columns)..=reach(high.x, raster.columns) {
            let cell = row * raster.columns + column;
            let is_passed = passages.get(&cell).is_some_and(|passage| passage.inside);
            let centre = (raster.corner(column, row) + raster.corner(column + 1, row + 1)) * 0.5;
            let is_in = |ring: &&[Point]| winding(ring, centre) != 0;
            if is_passed || rings.first().is_some_and(is_in) && !rings[1..].iter().any(is_in) {
                cells.push(CellId(cell as u32));
            }
        }
    }
    cells
}

/// How often a ring runs around a point.
fn winding(ring: &[Point], p: Point) -> i32 {
    let ends = ring.iter().zip(ring.iter().cycle().skip(1));
    let turn = |(a, b): (&Point, &Point)| match (a.y <= p.y, b.y <= p.y) {
        (true, false) if orient(*a, *b, p) > 0.0 => 1,
        (false, true) if orient(*a, *b, p) < 0.0 => -1,
        _ => 0,
    };
    ends.map(turn).sum()
}

/// Where outlines and walls pass a cell.
#[derive(Clone, Copy, Default)]
struct Passage {
    inside: bool,
    along_left: bool,
    along_bottom: bool,
}

struct Rasteriser {
    grid: CellGrid,
    columns: usize,
    rows: usize,
}

impl Rasteriser {
    const fn new(grid: CellGrid) -> Self {
        let [columns, rows] = grid.size();
        Self { grid, columns, rows }
    }

    fn corner(&self, column: usize, row: usize) -> Point {
        self.grid.corner(column, row)
    }

    fn passages(&self, domain: &Domain) -> Vec<Passage> {
        let mut passages = vec![Passage::default(); self.columns * self.rows];
        for side in (0..domain.sides().len() as u32).map(SideId) {
            if domain.twin(side).is_none() {
                self.pass(domain.side_points(side), &mut passages);
            }
        }
        passages
    }

    fn pass(&self, ends: [Point; 2], passages: &mut [Passage]) {
        self.each_passage(ends, |cell, passage| {
            let known = &mut passages[cell];
            known.inside |= passage.inside;
            known.along_left |= passage.along_left;
            known.along_bottom |= passage.along_bottom;
        });
    }

    fn each_passage(&self, [a, b]: [Point; 2], mut each: impl FnMut(usize, Passage)) {
        let bounds = Bounds::of(&[a, b]);
        let [first, last] = [bounds.min.y, bounds.max.y].map(|y| self.place(y - self.grid.origin().y, self.rows));
        for row in first.saturating_sub(1)..=last {
            // Where the outline passes this row, and a cell more on either side; exact tests decide.
            let heights = [row, row + 1].map(|row| self.corner(0, row).y.clamp(bounds.min.y, bounds.max.y));
            let along = heights.map(|y| if a.y == b.y { 0.0 } else { (y - a.y) / (b.y - a.y) });
            let ends = if a.y == b.y { [a.x, b.x] } else { along.map(|t| a.x + (b.x - a.x) * t) };
            let ends = ends.map(|x| self.place(x - self.grid.origin().x, self.columns));
            let [low, high] = [ends[0].min(ends[1]), ends[0].max(ends[1])];
            for column in low.saturating_sub(1)..=(high + 1).min(self.columns - 1) {
                let (low, high) = (self.corner(column, row), self.corner(column + 1, row + 1));
                let passage = Passage {
                    inside: passes_inside([low, high], [a, b]),
                    along_left: a.x == low.x && b.x == low.x && overlaps(a.y, b.y, low.y, high.y),
                    along_bottom: a.y == low.y && b.y == low.y && overlaps(a.x, b.x, low.x, high.x),
                };
                each(row * self.columns + column, passage);
            }
        }
    }

    fn place(&self, offset: f64, count: usize) -> usize {
        ((offset / self.grid.cell()).max(0.0) as usize).min(count - 1)
    }

    /// Cells through which nothing passes and whose centre is free.
    fn free(&self, domain: &Domain, passages: &[Passage]) -> Vec<bool> {
        let mut checkpoints = Checkpoints::default();
        let is_free = |k: usize| {
            checkpoints.pass();
            let (column, row) = (k % self.columns, k / self.columns);
            let centre = (self.corner(column, row) + self.corner(column + 1, row + 1)) * 0.5;
            !passages[k].inside && !self.reaches_out(domain, column, row) && domain.contains(centre)
        };
        (0..passages.len()).map(is_free).collect()
    }

    /// The last column or row may reach beyond the domain's bounds.
    fn reaches_out(&self, domain: &Domain, column: usize, row: usize) -> bool {
        let corner = self.corner(column + 1, row + 1);
        let slack = self.grid.cell() * SLIVER;
        corner.x > domain.bounds().max.x + slack || corner.y > domain.bounds().max.y + slack
    }

    /// Between two free cells an outline can only be a wall.
    fn close_walls(&self, passages: &[Passage], free: &mut [bool]) {
        for k in 0..free.len() {
            let (column, row) = (k % self.columns, k / self.columns);
            let left = passages[k].along_left && column > 0 && free[k - 1];
            let below = passages[k].along_bottom && row > 0 && free[k - self.columns];
            free[k] = free[k] && !left && !below;
        }
    }
}

fn overlaps(p: f64, q: f64, low: f64, high: f64) -> bool {
    p.max(q) > low && p.min(q) < high
}

/// The segment has points inside the box: no side of the box and not the segment's line separates them.
fn passes_inside([low, high]: [Point; 2], [a, b]: [Point; 2]) -> bool {
    if !(overlaps(a.x, b.x, low.x, high.x) && overlaps(a.y, b.y, low.y, high.y)) {
        return false;
    }
    let corners = [low, Point::new(high.x, low.y), high, Point::new(low.x, high.y)];
    let turns = corners.map(|corner| orient(a, b, corner));
    turns.iter().any(|&turn| turn > 0.0) && turns.iter().any(|&turn| turn < 0.0)
}
