//! Why there is no field.

use thiserror::Error;
use wayfront_geometry::Point;

/// What is wrong with a grid, its goals or its bias.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum PotentialFault {
    /// The bias is too strong.
    #[error(
        "the bias ({}, {}) has length {}: from 2 on a cell would hear one of its neighbours not at all or with the \
         wrong sign, and walkers would no longer be led to the goal", .bias.x, .bias.y, .bias.length()
    )]
    BiasTooLong {
        /// The bias.
        bias: Point,
    },
    /// There is nothing to walk to.
    #[error("there is no goal")]
    NoGoal,
    /// A goal lies in an obstacle or outside of the grid.
    #[error("goal {goal} lies in an obstacle or outside: no free cell of size {cell} is there (near {at})")]
    GoalBlocked {
        /// Its number.
        goal: usize,
        /// A point of it.
        at: Point,
        /// The size of cells.
        cell: f64,
        /// The centre of the nearest free cell, if there is one.
        nearest: Option<Point>,
    },
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

impl PotentialFault {
    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> String {
        match self {
            Self::BiasTooLong { .. } => "shorten it: 1 is strong already".into(),
            Self::NoGoal => "give a source in the scene or a goal cell".into(),
            Self::GoalBlocked { nearest: Some(p), .. } => {
                format!("move it to {p}, the nearest free cell, or take smaller cells")
            }
            Self::GoalBlocked { nearest: None, .. } => "no cell is free: take smaller cells".into(),
            Self::CellSize { .. } => "choose another size".into(),
            Self::TooManyCells { .. } => "take larger cells".into(),
            Self::WrongCount { .. } => "give one entry for each cell, row by row".into(),
        }
    }
}
