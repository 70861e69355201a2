//! How long people were where: person-seconds on a grid of cells.
//!
//! Each look adds the time since the last one to the cells under every walker's centre. Cost: one addition for each
//! walker.

use crate::Simulation;
use wayfront_geometry::{Bounds, Point};

/// Person-seconds in the cells of a grid.
#[derive(Clone, Debug)]
pub struct Footfall {
    bounds: Bounds,
    columns: usize,
    cell: f64,
    seconds: Vec<f64>,
    time: f64,
}

/// Cells at most: what lies beyond no picture shows.
const MOST_CELLS: f64 = 4e6;

impl Footfall {
    /// Nobody yet. Cells are squares of side `cell`, or larger where that would be too many.
    ///
    /// # Panics
    /// If the bounds or the cell have no finite extent above 0.
    #[must_use]
    pub fn new(bounds: Bounds, cell: f64) -> Self {
        let area = bounds.width() * bounds.height();
        assert!(area.is_finite() && area > 0.0 && cell > 0.0, "cells of {cell} in {bounds:?}");
        let cell = cell.max((area / MOST_CELLS).sqrt());
        let [columns, rows] = [bounds.width(), bounds.height()].map(|length| (length / cell).ceil().max(1.0) as usize);
        let max = bounds.min + Point::new(columns as f64, rows as f64) * cell;
        let bounds = Bounds { min: bounds.min, max };
        Self { bounds, columns, cell, seconds: vec![0.0; columns * rows], time: 0.0 }
    }

    /// Looks at the run: before its first step, and after each.
    pub fn look(&mut self, run: &Simulation) {
        let passed = run.time() - self.time;
        self.time = run.time();
        for &at in run.flock().position() {
            let [column, row] = [at.x - self.bounds.min.x, at.y - self.bounds.min.y].map(|d| (d / self.cell) as usize);
            if let Some(seconds) = self.seconds.get_mut(row * self.columns + column.min(self.columns - 1)) {
                *seconds += passed;
            }
        }
    }

    /// The box of all cells.
    #[must_use]
    pub const fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// How many cells there are along x and y.
    #[must_use]
    pub fn size(&self) -> [usize; 2] {
        [self.columns, self.seconds.len() / self.columns]
    }

    /// The side of a cell.
    #[must_use]
    pub const fn cell(&self) -> f64 {
        self.cell
    }

    /// Person-seconds in each cell, row by row from the lowest y.
    #[must_use]
    pub fn seconds(&self) -> &[f64] {
        &self.seconds
    }

    /// How long was looked at.
    #[must_use]
    pub const fn time(&self) -> f64 {
        self.time
    }
}
