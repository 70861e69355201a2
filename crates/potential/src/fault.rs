//! Why there is no field.

use thiserror::Error;
use wayfront_domain::CellsError;
use wayfront_geometry::Point;

/// What is wrong with a grid, its goals or its bias.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum PotentialError {
    /// The bias is too strong.
    #[error(
        "the bias ({}, {}) has length {}: it must be shorter than 2, or a cell would ignore one of its neighbours \
         or count it with the wrong sign, and routes would no longer lead to the goal", .bias.x, .bias.y, .bias.length()
    )]
    BiasTooLong {
        /// The bias.
        bias: Point,
    },
    /// There is no goal.
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
    /// The grid is impossible.
    #[error(transparent)]
    Cells(#[from] CellsError),
}

impl PotentialError {
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
            Self::Cells(error) => error.advice(),
        }
    }
}
