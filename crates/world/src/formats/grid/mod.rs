//! Worlds from grids of cells: maps of games and of robots. The outlines of the blocked cells become obstacles.

mod moving_ai;
mod outline;
mod pgm;
mod ros;
mod yaml;

pub(crate) use moving_ai::{read as read_moving_ai, read_cells as read_moving_ai_cells};
pub(crate) use ros::{cell_map, describe, world};

use crate::model::YAxis;
use outline::Grid;
use wayfront_geometry::Point;

/// A grid map as it is in its file: cells rather than outlines.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CellMap {
    /// Columns and rows.
    pub size: [usize; 2],
    /// The side of a cell.
    pub cell: f64,
    /// The corner with the lowest coordinates.
    pub origin: Point,
    /// Whether each cell is free, row by row from the lowest y.
    pub free: Vec<bool>,
    /// In which direction y grows in pictures.
    pub y_axis: YAxis,
}
