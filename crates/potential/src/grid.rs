//! Cells that are free or blocked.

use crate::fault::PotentialFault;
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

/// A grid of square cells, each free or blocked. Everything around it is blocked.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    origin: Point,
    cell: f64,
    columns: usize,
    rows: usize,
    free: Vec<bool>,
}

impl Grid {
    /// A grid from one entry for each cell, row by row from the lowest y: whether it is free.
    ///
    /// ```
    /// use wayfront_geometry::Point;
    /// use wayfront_potential::Grid;
    /// let grid = Grid::new(Point::new(0.0, 0.0), 0.5, [3, 1], vec![true, true, false])?;
    /// assert!(grid.is_free_at(Point::new(0.9, 0.1)) && !grid.is_free_at(Point::new(1.1, 0.1)));
    /// # Ok::<(), wayfront_potential::PotentialFault>(())
    /// ```
    ///
    /// # Errors
    /// If the size of cells is no positive number, or the count of entries is wrong.
    pub fn new(origin: Point, cell: f64, [columns, rows]: [usize; 2], free: Vec<bool>) -> Result<Self, PotentialFault> {
        if !(cell > 0.0 && cell.is_finite() && origin.is_finite()) {
            return Err(PotentialFault::CellSize { cell });
        }
        Self::fits(columns as u64, rows as u64)?;
        if columns * rows != free.len() {
            return Err(PotentialFault::WrongCount { columns, rows, found: free.len() });
        }
        Ok(Self { origin, cell, columns, rows, free })
    }

    /// A grid from the grey values of an image, whose first row lies at the highest y: pixels of at least `threshold`
    /// are free. The lower left corner is at `origin`.
    ///
    /// # Errors
    /// If the size of cells is no positive number, or the count of pixels is wrong.
    pub fn from_image(
        origin: Point,
        cell: f64,
        [columns, rows]: [usize; 2],
        grey: &[u8],
        threshold: u8,
    ) -> Result<Self, PotentialFault> {
        if columns.checked_mul(rows) != Some(grey.len()) {
            return Err(PotentialFault::WrongCount { columns, rows, found: grey.len() });
        }
        let lines = grey.chunks(columns.max(1)).rev();
        let free = lines.flatten().map(|&value| value >= threshold).collect();
        Self::new(origin, cell, [columns, rows], free)
    }

    /// So many cells are possible.
    pub(crate) fn fits(columns: u64, rows: u64) -> Result<(), PotentialFault> {
        match columns.checked_mul(rows) {
            Some(count) if count <= MOST_CELLS => Ok(()),
            _ => Err(PotentialFault::TooManyCells { columns, rows, most: MOST_CELLS }),
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
        let size = Point::new(self.columns as f64, self.rows as f64) * self.cell;
        Bounds::of(&[self.origin, self.origin + size])
    }

    /// How many cells there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.free.len()
    }

    /// There are no cells.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.free.is_empty()
    }

    /// How many cells are free.
    #[must_use]
    pub fn free_count(&self) -> usize {
        self.free.iter().filter(|&&free| free).count()
    }

    /// The free cells.
    pub fn free_cells(&self) -> impl Iterator<Item = CellId> + '_ {
        self.free.iter().enumerate().filter(|(_, free)| **free).map(|(k, _)| CellId(k as u32))
    }

    /// Whether a cell is free.
    #[inline]
    #[must_use]
    pub fn is_free(&self, cell: CellId) -> bool {
        self.free[cell.index()]
    }

    /// Whether the cell at this column and row exists and is free.
    #[inline]
    #[must_use]
    pub fn is_free_cell(&self, column: isize, row: isize) -> bool {
        self.cell_at(column, row).is_some_and(|cell| self.free[cell.index()])
    }

    /// Whether a point lies in a free cell.
    #[must_use]
    pub fn is_free_at(&self, p: Point) -> bool {
        self.cell_of(p).is_some_and(|cell| self.is_free(cell))
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
        let at = (p - self.origin) * (1.0 / self.cell);
        let place = |v: f64, count: usize| {
            let whole = v.floor() as isize;
            if v == count as f64 { whole - 1 } else { whole }
        };
        if !at.is_finite() {
            return None;
        }
        self.cell_at(place(at.x, self.columns), place(at.y, self.rows))
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

    /// The free cell whose centre is nearest to a point. Looks at all cells.
    #[must_use]
    pub fn nearest_free(&self, p: Point) -> Option<CellId> {
        let distance = |cell: &CellId| self.centre(*cell).distance(p);
        self.free_cells().min_by(|a, b| distance(a).total_cmp(&distance(b)))
    }
}
