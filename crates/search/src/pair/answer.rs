//! What a search answers, and how much it may spend.

use crate::space::{StateId, Ticks, UNKNOWN};
use std::time::{Duration, Instant};

/// How much a search may spend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Budget {
    /// As much as it takes.
    #[default]
    Unlimited,
    /// So many states may be expanded: the same answer in every run.
    Expansions(usize),
    /// So much time. Runs differ.
    Time(Duration),
}

/// How a search ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SearchStatus {
    /// The cheapest path there is.
    Optimal,
    /// A path that costs at most [`SearchAnswer::bound`] times the cheapest one.
    Found,
    /// The budget is spent.
    OutOfBudget {
        /// The path leads to the goal; else to the reached state that is nearest to it.
        arrived: bool,
    },
    /// There is no path.
    #[default]
    Unreachable,
}

impl SearchStatus {
    /// In a few words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Optimal => "optimal",
            Self::Found => "found",
            Self::OutOfBudget { arrived: true } => "out of budget",
            Self::OutOfBudget { arrived: false } => "out of budget, towards the goal",
            Self::Unreachable => "unreachable",
        }
    }
}

/// A path, and what is known of it.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct SearchAnswer {
    /// How the search ended.
    pub status: SearchStatus,
    /// The states from the start on; see [`SearchStatus::OutOfBudget`] where they end. Empty if there is no path.
    pub path: Vec<StateId>,
    /// What the path costs; [`UNKNOWN`] if there is none.
    pub cost: Ticks,
    /// No path to the goal costs less.
    pub least: Ticks,
    /// Proved: the path costs at most this many times the cheapest one. Infinite if it does not lead to the goal.
    pub bound: f64,
    /// How many states were expanded.
    pub expanded: usize,
}

impl SearchAnswer {
    /// The path leads to the goal.
    #[must_use]
    pub const fn is_path(&self) -> bool {
        matches!(self.status, SearchStatus::Optimal | SearchStatus::Found | SearchStatus::OutOfBudget { arrived: true })
    }

    pub(crate) fn set(&mut self, status: SearchStatus, cost: Ticks, least: Ticks, expanded: usize) {
        (self.status, self.cost, self.least, self.expanded) = (status, cost, least, expanded);
        self.bound = if !self.is_path() || cost >= UNKNOWN {
            f64::INFINITY
        } else if cost <= least {
            1.0
        } else {
            f64::from(cost) / f64::from(least)
        };
    }
}

/// Counts what is spent.
pub struct Meter {
    expanded: usize,
    most: usize,
    end: Option<Instant>,
}

/// The clock is read once in so many expansions.
const CLOCK_EVERY: usize = 64;

impl Meter {
    pub fn new(budget: Budget) -> Self {
        let most = if let Budget::Expansions(most) = budget { most } else { usize::MAX };
        let end = if let Budget::Time(time) = budget { Instant::now().checked_add(time) } else { None };
        Self { expanded: 0, most, end }
    }

    pub fn is_spent(&self) -> bool {
        let is_late = |end: Instant| self.expanded.is_multiple_of(CLOCK_EVERY) && Instant::now() >= end;
        self.expanded >= self.most || self.end.is_some_and(is_late)
    }

    pub const fn count(&mut self) {
        self.expanded += 1;
    }

    /// Another search spent so much.
    pub const fn add(&mut self, expanded: usize) {
        self.expanded += expanded;
    }

    /// What is left to spend.
    pub fn left(&self) -> Budget {
        match self.end {
            Some(end) => Budget::Time(end.saturating_duration_since(Instant::now())),
            None if self.most == usize::MAX => Budget::Unlimited,
            None => Budget::Expansions(self.most.saturating_sub(self.expanded)),
        }
    }

    pub const fn expanded(&self) -> usize {
        self.expanded
    }
}
