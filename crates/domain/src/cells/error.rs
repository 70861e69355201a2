//! Why there is no grid.

use thiserror::Error;

/// What is wrong with a grid of cells.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum CellsError {
    /// Cells have no usable size.
    #[error("cells of size {cell} are impossible: a positive number is needed")]
    CellSize {
        /// The size asked for.
        cell: f64,
    },
    /// There would be too many cells.
    #[error("a grid of {columns} x {rows} cells is too large: at most {most} in all")]
    TooManyCells {
        /// Columns.
        columns: u64,
        /// Rows.
        rows: u64,
        /// The most possible.
        most: u64,
    },
    /// Not one bit for each cell.
    #[error("a grid of {columns} x {rows} cells needs as many entries, but has {found}")]
    WrongCount {
        /// Columns.
        columns: usize,
        /// Rows.
        rows: usize,
        /// How many were given.
        found: usize,
    },
}

impl CellsError {
    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> String {
        match self {
            Self::CellSize { .. } => "choose another size".into(),
            Self::TooManyCells { .. } => "take larger cells".into(),
            Self::WrongCount { .. } => "give one entry for each cell, row by row".into(),
        }
    }
}
