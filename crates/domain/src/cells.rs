//! Cells that are free or blocked: a domain on a grid.
//!
//! [`CellGrid`] is where cells are, [`Cells`] which of them are free; [`Cells::of`] asks a domain (`rasterise`). Fields,
//! searches and occupancy maps keep their numbers in arrays in the order of [`CellId`].

mod error;
mod grid;
mod rasterise;

pub use error::CellsError;
pub use grid::{CellGrid, CellId};

use crate::tables::domain::Domain;
use wayfront_geometry::{Bounds, Point};

impl CellGrid {
    /// The cells that a polygon covers at least in part, in rising order: the first ring is filled by the non-zero
    /// rule, the others are cut out of it. What touches a cell from outside only does not cover it.
    #[must_use]
    pub fn covered_by(&self, rings: &[&[Point]]) -> Vec<CellId> {
        rasterise::touched(self, rings, false)
    }

    /// The cells that a line passes through, in rising order. Along the border of cells it takes those to its right or
    /// above.
    #[must_use]
    pub fn passed_by(&self, line: &[Point]) -> Vec<CellId> {
        rasterise::touched(self, &[line], true)
    }
}

/// A grid of square cells, each free or blocked. Everything around it is blocked.
#[derive(Clone, Debug, PartialEq)]
pub struct Cells {
    grid: CellGrid,
    free: Vec<bool>,
}

impl Cells {
    /// Cells from one entry for each, row by row from the lowest y: whether it is free.
    ///
    /// ```
    /// use wayfront_domain::Cells;
    /// use wayfront_geometry::Point;
    /// let cells = Cells::new(Point::new(0.0, 0.0), 0.5, [3, 1], vec![true, true, false])?;
    /// assert!(cells.is_free_at(Point::new(0.9, 0.1)) && !cells.is_free_at(Point::new(1.1, 0.1)));
    /// # Ok::<(), wayfront_domain::CellsError>(())
    /// ```
    ///
    /// # Errors
    /// If the size of cells is no positive number, or the count of entries is wrong.
    pub fn new(origin: Point, cell: f64, [columns, rows]: [usize; 2], free: Vec<bool>) -> Result<Self, CellsError> {
        let grid = CellGrid::new(origin, cell, [columns, rows])?;
        if grid.len() != free.len() {
            return Err(CellsError::WrongCount { columns, rows, found: free.len() });
        }
        Ok(Self { grid, free })
    }

    /// Cells from the grey values of an image, whose first row lies at the highest y: pixels of at least `threshold`
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
    ) -> Result<Self, CellsError> {
        if columns.checked_mul(rows) != Some(grey.len()) {
            return Err(CellsError::WrongCount { columns, rows, found: grey.len() });
        }
        let lines = grey.chunks(columns.max(1)).rev();
        let free = lines.flatten().map(|&value| value >= threshold).collect();
        Self::new(origin, cell, [columns, rows], free)
    }

    /// The cells of a domain, `cell` wide, from the lower left corner of its bounds on: free are those all of whose
    /// inside is. Where a scene has doors, make the domain of [`World::walled`](wayfront_world::World::walled): gates of
    /// a domain do not block cells.
    ///
    /// # Errors
    /// If the size of cells is no positive number, or there would be too many.
    pub fn of(domain: &Domain, cell: f64) -> Result<Self, CellsError> {
        let grid = rasterise::grid_over(domain.bounds(), cell)?;
        let free = rasterise::free_cells(&grid, domain);
        Ok(Self { grid, free })
    }

    /// Which cells of a grid are free in a domain. What lies beyond the domain is not.
    #[must_use]
    pub fn on(grid: CellGrid, domain: &Domain) -> Self {
        Self { free: rasterise::free_cells(&grid, domain), grid }
    }

    /// The cells over a domain's bounds, all of them.
    ///
    /// # Errors
    /// If the size of cells is no positive number, or there would be too many.
    pub fn grid_over(domain: &Domain, cell: f64) -> Result<CellGrid, CellsError> {
        rasterise::grid_over(domain.bounds(), cell)
    }

    /// Where the cells are.
    #[must_use]
    pub const fn grid(&self) -> &CellGrid {
        &self.grid
    }

    /// Columns and rows.
    #[must_use]
    pub const fn size(&self) -> [usize; 2] {
        self.grid.size()
    }

    /// The side of a cell.
    #[must_use]
    pub const fn cell(&self) -> f64 {
        self.grid.cell()
    }

    /// The lower left corner.
    #[must_use]
    pub const fn origin(&self) -> Point {
        self.grid.origin()
    }

    /// The box that all cells fill.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        self.grid.bounds()
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
    #[inline]
    #[must_use]
    pub fn is_free_at(&self, p: Point) -> bool {
        self.cell_of(p).is_some_and(|cell| self.is_free(cell))
    }

    /// The cell at this column and row, if it exists.
    #[inline]
    #[must_use]
    pub fn cell_at(&self, column: isize, row: isize) -> Option<CellId> {
        self.grid.cell_at(column, row)
    }

    /// The cell that a point lies in: see [`CellGrid::cell_of`].
    #[inline]
    #[must_use]
    pub fn cell_of(&self, p: Point) -> Option<CellId> {
        self.grid.cell_of(p)
    }

    /// Column and row of a cell.
    #[inline]
    #[must_use]
    pub const fn column_row(&self, cell: CellId) -> [usize; 2] {
        self.grid.column_row(cell)
    }

    /// The middle of a cell.
    #[inline]
    #[must_use]
    pub fn centre(&self, cell: CellId) -> Point {
        self.grid.centre(cell)
    }

    /// The cells to the left, to the right, below and above; `None` beyond the grid.
    #[inline]
    #[must_use]
    pub fn neighbours(&self, cell: CellId) -> [Option<CellId>; 4] {
        self.grid.neighbours(cell)
    }

    /// The free cell whose centre is nearest to a point. Looks at all cells.
    #[must_use]
    pub fn nearest_free(&self, p: Point) -> Option<CellId> {
        let distance = |cell: &CellId| self.centre(*cell).distance(p);
        self.free_cells().min_by(|a, b| distance(a).total_cmp(&distance(b)))
    }

    /// The share of a straight line that is in free cells, from its beginning: 1 if all of it is. Sampled at every
    /// quarter of a cell.
    #[must_use]
    pub fn clear_share(&self, from: Point, to: Point) -> f64 {
        let steps = (from.distance(to) / self.cell() * 4.0).ceil().max(1.0);
        let blocked = (1..=steps as usize).find(|&k| !self.is_free_at(from.lerp(to, k as f64 / steps)));
        blocked.map_or(1.0, |k| (k - 1) as f64 / steps)
    }
}
