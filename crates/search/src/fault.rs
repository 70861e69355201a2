//! What can be wrong with a space, its costs or a question.

use crate::space::{StateId, UNKNOWN};
use thiserror::Error;
use wayfront_domain::CellsError;
use wayfront_geometry::Point;

/// Why there is no space, or no search in it.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum SearchError {
    /// A start or a goal is not free.
    #[error("the {what} {at} is blocked")]
    Blocked {
        /// `start` or `goal`.
        what: &'static str,
        /// Where.
        at: Point,
        /// The nearest place that is free.
        nearest: Option<Point>,
    },
    /// There is no goal.
    #[error("there is no goal")]
    NoGoal,
    /// A step costs less than nothing, or no number.
    #[error("the step from state {from} to state {to} costs {cost}: a positive number is needed")]
    StepCost {
        /// Where it begins.
        from: u32,
        /// Where it ends.
        to: u32,
        /// Its cost.
        cost: f64,
    },
    /// A step is so cheap beside the others that it would be rounded to nothing.
    #[error(
        "the step from state {from} to state {to} costs {cost}, which is below the rounding of costs here ({tick}): \
         it would be free"
    )]
    StepBelowRounding {
        /// Where it begins.
        from: u32,
        /// Where it ends.
        to: u32,
        /// Its cost.
        cost: f64,
        /// What one tick is worth.
        tick: f64,
    },
    /// A step leads to a state that does not exist.
    #[error("a step leads from state {from} to state {to}, but there are only {states}")]
    NoSuchState {
        /// Where it begins.
        from: u32,
        /// Where it ends.
        to: u32,
        /// How many states there are.
        states: usize,
    },
    /// A factor is below one, above what fits, or no number.
    #[error("the factor {factor} is impossible: from 1 to 255")]
    Factor {
        /// The factor.
        factor: f64,
    },
    /// A radius is negative or no number.
    #[error("the radius {radius} is impossible: zero or more")]
    Radius {
        /// The radius.
        radius: f64,
    },
    /// A path could cost more than costs can say.
    #[error("paths over {cells} free cells could cost up to {most} ticks, and costs hold {UNKNOWN}")]
    TooLargeForTicks {
        /// Free cells.
        cells: usize,
        /// What a path could cost at most.
        most: u64,
    },
    /// Not one factor for each cell.
    #[error("{expected} cells need as many factors, but there are {found}")]
    WrongCount {
        /// How many cells there are.
        expected: usize,
        /// How many factors.
        found: usize,
    },
    /// The grid is impossible.
    #[error(transparent)]
    Cells(#[from] CellsError),
}

impl SearchError {
    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> String {
        match self {
            Self::Blocked { nearest: Some(p), .. } => format!("the nearest free place is {p}"),
            Self::Blocked { nearest: None, .. } => {
                "nothing is free here: take smaller cells or a smaller radius".into()
            }
            Self::NoGoal => "give a source in the scene, or `--to`".into(),
            Self::StepCost { .. } => "give every step a positive cost, or leave the step out".into(),
            Self::StepBelowRounding { .. } => "merge the two states, or give the step a cost that counts".into(),
            Self::NoSuchState { .. } => "say how many states there are, counted from 0".into(),
            Self::Factor { .. } => {
                "give a factor from 1 (ordinary ground) to 255; what cannot be entered is blocked".into()
            }
            Self::Radius { .. } => "give the radius of a body in the units of the scene".into(),
            Self::TooLargeForTicks { .. } => "take larger cells or smaller factors".into(),
            Self::WrongCount { .. } => "give one factor for each cell, row by row".into(),
            Self::Cells(error) => error.advice(),
        }
    }

    /// A state that is not open, as `what`.
    pub(crate) const fn blocked(what: &'static str, at: Point, nearest: Option<Point>) -> Self {
        Self::Blocked { what, at, nearest }
    }
}

/// Used where a state number is printed.
impl std::fmt::Display for StateId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)
    }
}
