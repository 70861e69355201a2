//! What lies near a box: a grid of equal cells over boxes of things, which come and go.

use wayfront_geometry::{Bounds, Point};

/// Share of its length that a box counts as wide at least: a world that is a line must not have cells of no size.
const THINNEST: f64 = 1e-3;

/// Things by place. Each is listed in all cells that its box touches.
pub(crate) struct Near {
    origin: Point,
    cell: f64,
    columns: usize,
    rows: usize,
    cells: Vec<Vec<u32>>,
}

impl Near {
    /// An empty grid over a box, with about `count` cells.
    pub fn over(bounds: Bounds, count: usize) -> Self {
        let area = bounds.width().max(bounds.size() * THINNEST) * bounds.height().max(bounds.size() * THINNEST);
        let cell = (area / count.clamp(16, 1 << 20) as f64).sqrt().max(f64::MIN_POSITIVE);
        let along = |extent: f64| (extent / cell).ceil().clamp(1.0, 1e5) as usize;
        let (columns, rows) = (along(bounds.width()), along(bounds.height()));
        Self { origin: bounds.min, cell, columns, rows, cells: vec![Vec::new(); columns * rows] }
    }

    /// Side of a cell.
    pub fn cell(&self) -> f64 {
        self.cell
    }

    /// The cells that a box touches.
    fn touched(&self, bounds: Bounds) -> impl Iterator<Item = usize> + use<> {
        let place = |x: f64, count: usize| (x / self.cell).floor().clamp(0.0, (count - 1) as f64) as usize;
        let (low, high) = (bounds.min - self.origin, bounds.max - self.origin);
        let (left, right) = (place(low.x, self.columns), place(high.x, self.columns));
        let (down, up) = (place(low.y, self.rows), place(high.y, self.rows));
        let columns = self.columns;
        (down..=up).flat_map(move |row| (left..=right).map(move |column| row * columns + column))
    }

    /// Adds a thing.
    pub fn add(&mut self, thing: u32, bounds: Bounds) {
        for cell in self.touched(bounds) {
            self.cells[cell].push(thing);
        }
    }

    /// Takes a thing out.
    pub fn remove(&mut self, thing: u32, bounds: Bounds) {
        for cell in self.touched(bounds) {
            self.cells[cell].retain(|&t| t != thing);
        }
    }

    /// All things whose cells a box touches; some more than once.
    pub fn around(&self, bounds: Bounds) -> impl Iterator<Item = u32> + '_ {
        self.touched(bounds).flat_map(|cell| self.cells[cell].iter().copied())
    }
}
