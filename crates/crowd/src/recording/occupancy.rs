//! Occupancy: how long people were where, as person-seconds in the cells of a grid.
//!
//! Each look adds the time since the last one to the cells under every agent's centre. Cost: one addition for each agent.

use crate::Simulation;
use wayfront_domain::CellGrid;
use wayfront_geometry::Bounds;

/// Person-seconds in the cells of a grid.
#[derive(Clone, Debug)]
pub struct Occupancy {
    grid: CellGrid,
    seconds: Vec<f64>,
    time: f64,
}

/// Cells at most: what lies beyond no picture shows.
const MOST_CELLS: f64 = 4e6;

impl Occupancy {
    /// No agent seen yet. Cells are squares of side `cell`, or larger where that would be too many.
    ///
    /// # Panics
    /// If the bounds or the cell have no finite extent above 0, or the box is so thin that it needs more than 2^28 cells.
    #[must_use]
    pub fn new(bounds: Bounds, cell: f64) -> Self {
        let area = bounds.width() * bounds.height();
        assert!(area.is_finite() && area > 0.0 && cell > 0.0, "cells of {cell} in {bounds:?}");
        let cell = cell.max((area / MOST_CELLS).sqrt());
        let size = [bounds.width(), bounds.height()].map(|length| (length / cell).ceil().max(1.0) as usize);
        let grid = CellGrid::new(bounds.min, cell, size);
        let grid = grid.unwrap_or_else(|error| panic!("cells of {cell} in {bounds:?}: {error}"));
        Self { grid, seconds: vec![0.0; grid.len()], time: 0.0 }
    }

    /// Looks at the run: before its first step, and after each.
    pub fn look(&mut self, run: &Simulation) {
        let passed = run.time() - self.time;
        self.time = run.time();
        for &at in run.agents().position() {
            if let Some(cell) = self.grid.nearest_cell(at) {
                self.seconds[cell.index()] += passed;
            }
        }
    }

    /// The box of all cells.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        self.grid.bounds()
    }

    /// How many cells there are along x and y.
    #[must_use]
    pub const fn size(&self) -> [usize; 2] {
        self.grid.size()
    }

    /// The side of a cell.
    #[must_use]
    pub const fn cell(&self) -> f64 {
        self.grid.cell()
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
