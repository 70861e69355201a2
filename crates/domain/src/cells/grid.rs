//! Square cells over a rectangle of the plane: which cell a point is in, and where a cell is.
//!
//! Geometry alone. What is known of the cells (free or blocked, potential, occupancy) is kept by the caller in arrays
//! with one entry for each cell, in the order of [`CellId`]. Constant time for every question.

use super::error::CellsError;
use wayfront_geometry::{Bounds, Point};

/// The most cells of a grid: their numbers fit into 32 bits, and their fields into memory.
const MOST_CELLS: u64 = 1 << 28;

/// A cell's number: row by row from the lowest y, each row from the lowest x.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellId(pub u32);

impl CellId {
    /// The place in arrays of cells.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A grid of square cells.
///
/// ```
/// use wayfront_domain::{CellGrid, CellId};
/// use wayfront_geometry::Point;
/// let grid = CellGrid::new(Point::new(-1.0, 0.0), 0.5, [4, 3])?;
/// assert_eq!(grid.cell_of(Point::new(-0.4, 0.6)), Some(CellId(5)));
/// assert_eq!(grid.centre(CellId(5)), Point::new(-0.25, 0.75));
/// assert_eq!(grid.cell_of(Point::new(9.0, 0.6)), None);
/// assert_eq!(grid.nearest_cell(Point::new(9.0, 0.6)), Some(CellId(7)));
/// # Ok::<(), wayfront_domain::CellsError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CellGrid {
    origin: Point,
    cell: f64,
    columns: usize,
    rows: usize,
}

impl CellGrid {
    /// Cells of side `cell`, the first with its lower left corner at `origin`.
    ///
    /// # Errors
    /// If the size of cells is no positive number, the origin is not finite, or there would be too many cells.
    pub fn new(origin: Point, cell: f64, [columns, rows]: [usize; 2]) -> Result<Self, CellsError> {
        if !(cell > 0.0 && cell.is_finite() && origin.is_finite()) {
            return Err(CellsError::CellSize { cell });
        }
        let (wide, high) = (columns as u64, rows as u64);
        match wide.checked_mul(high) {
            Some(count) if count <= MOST_CELLS => Ok(Self { origin, cell, columns, rows }),
            _ => Err(CellsError::TooManyCells { columns: wide, rows: high, most: MOST_CELLS }),
        }
    }

    /// Columns and rows.
    #[must_use]
    pub const fn size(&self) -> [usize; 2] {
        [self.columns, self.rows]
    }

    /// The side of a cell.
    #[must_use]
    pub const fn cell(&self) -> f64 {
        self.cell
    }

    /// The lower left corner.
    #[must_use]
    pub const fn origin(&self) -> Point {
        self.origin
    }

    /// The box that all cells fill.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        Bounds { min: self.origin, max: self.corner(self.columns, self.rows) }
    }

    /// How many cells there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.columns * self.rows
    }

    /// There are no cells.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All cells.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = CellId> + use<> {
        (0..self.len() as u32).map(CellId)
    }

    /// The corner at which four cells meet: those to the left of this column and below this row, and those beyond.
    #[inline]
    #[must_use]
    pub fn corner(&self, column: usize, row: usize) -> Point {
        self.origin + Point::new(column as f64, row as f64) * self.cell
    }

    /// The cell at this column and row, if it exists.
    #[inline]
    #[must_use]
    pub fn cell_at(&self, column: isize, row: isize) -> Option<CellId> {
        let inside = column >= 0 && row >= 0 && (column as usize) < self.columns && (row as usize) < self.rows;
        inside.then(|| CellId((row as usize * self.columns + column as usize) as u32))
    }

    /// The cell that a point lies in; on a border, the one to the right or above. The grid's upper and right border
    /// belong to its last cells.
    #[inline]
    #[must_use]
    pub fn cell_of(&self, p: Point) -> Option<CellId> {
        let at = self.in_cells(p);
        let place = |v: f64, count: usize| {
            let whole = v.floor() as isize;
            if v == count as f64 { whole - 1 } else { whole }
        };
        if !at.is_finite() {
            return None;
        }
        self.cell_at(place(at.x, self.columns), place(at.y, self.rows))
    }

    /// The cell that a point lies in or, beside the grid, the nearest one. `None` only if there are no cells.
    #[inline]
    #[must_use]
    pub fn nearest_cell(&self, p: Point) -> Option<CellId> {
        let at = self.in_cells(p);
        // Casts saturate: what is left of or below the grid, and NaN, is 0.
        let place = |v: f64, count: usize| (v as usize).min(count.saturating_sub(1)) as isize;
        self.cell_at(place(at.x, self.columns), place(at.y, self.rows))
    }

    /// The cells that a box touches, in rising order.
    #[must_use]
    pub fn cells_within(&self, bounds: Bounds) -> Vec<CellId> {
        let (low, high) = (self.in_cells(bounds.min), self.in_cells(bounds.max));
        let is_beside = high.x < 0.0 || high.y < 0.0 || low.x > self.columns as f64 || low.y > self.rows as f64;
        if self.is_empty() || bounds.is_empty() || is_beside {
            return Vec::new();
        }
        // Casts saturate: what is left of or below the grid is 0.
        let place = |v: f64, count: usize| (v as usize).min(count - 1);
        let columns = place(low.x, self.columns)..=place(high.x, self.columns);
        let rows = place(low.y, self.rows)..=place(high.y, self.rows);
        let cells = rows.flat_map(|row| columns.clone().map(move |column| row * self.columns + column));
        cells.map(|cell| CellId(cell as u32)).collect()
    }

    /// A point with the lower left corner as origin and the side of a cell as unit.
    #[inline]
    #[must_use]
    pub fn in_cells(&self, p: Point) -> Point {
        (p - self.origin) * (1.0 / self.cell)
    }

    /// Column and row of a cell.
    #[inline]
    #[must_use]
    pub const fn column_row(&self, cell: CellId) -> [usize; 2] {
        [cell.index() % self.columns, cell.index() / self.columns]
    }

    /// The middle of a cell.
    #[inline]
    #[must_use]
    pub fn centre(&self, cell: CellId) -> Point {
        let [column, row] = self.column_row(cell);
        self.origin + Point::new(column as f64 + 0.5, row as f64 + 0.5) * self.cell
    }

    /// The cells to the left, to the right, below and above; `None` beyond the grid.
    #[inline]
    #[must_use]
    pub fn neighbours(&self, cell: CellId) -> [Option<CellId>; 4] {
        let [column, row] = self.column_row(cell).map(|v| v as isize);
        [(-1, 0), (1, 0), (0, -1), (0, 1)].map(|(dx, dy)| self.cell_at(column + dx, row + dy))
    }
}
