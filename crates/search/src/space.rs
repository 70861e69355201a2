//! What a search runs over: states with numbers, steps between them, a lower bound, a place.
//!
//! *Idea*: states are numbers from 0 on, so everything that a solver knows of them lies in arrays, and nothing is hashed.
//! *Costs* are whole [`Ticks`]: sums of integers do not depend on their order, so one thread or many, a repair or a fresh
//! build give the same bits, and tests compare with `==`. *Invariant*: every step costs at least [`Space::cheapest`]
//! (which is positive) and at most [`Space::dearest`], and no path without loops costs [`UNKNOWN`] or more.

use crate::lattice::Lattice;
use wayfront_geometry::Point;

/// A cost in whole units of [`Space::tick`].
pub type Ticks = u32;

/// The cost of states from which no goal is reached, or not yet: half of the range, so that adding a step never overflows.
pub const UNKNOWN: Ticks = u32::MAX / 2;

/// The number of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateId(pub u32);

impl StateId {
    /// The place in arrays of states.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// States and the steps between them.
///
/// ```
/// use wayfront_geometry::Point;
/// use wayfront_search::{AStar, Budget, Space, StateId, Ticks};
///
/// /// Stones in a row; one may hop to the next one or over it.
/// struct Stones(usize);
/// impl Space for Stones {
///     fn len(&self) -> usize {
///         self.0
///     }
///     fn steps(&self, from: StateId, mut each: impl FnMut(StateId, Ticks)) {
///         for (hop, cost) in [(1, 10), (2, 15)] {
///             if from.index() + hop < self.0 {
///                 each(StateId(from.0 + hop as u32), cost);
///             }
///         }
///     }
///     fn steps_to(&self, to: StateId, mut each: impl FnMut(StateId, Ticks)) {
///         for (hop, cost) in [(1, 10), (2, 15)] {
///             if to.index() >= hop {
///                 each(StateId(to.0 - hop as u32), cost);
///             }
///         }
///     }
///     fn place(&self, state: StateId) -> Point {
///         Point::new(f64::from(state.0), 0.0)
///     }
///     fn cheapest(&self) -> Ticks {
///         10
///     }
///     fn dearest(&self) -> Ticks {
///         15
///     }
/// }
/// let mut search = AStar::new();
/// let answer = search.find(&Stones(8), StateId(0), StateId(7), Budget::Unlimited);
/// assert_eq!(answer.cost, 3 * 15 + 10);
/// ```
pub trait Space {
    /// How many states there are; their numbers are below this.
    fn len(&self) -> usize;

    /// There are no states.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All steps that begin at a state.
    fn steps(&self, from: StateId, each: impl FnMut(StateId, Ticks));

    /// All steps that end at a state. The same as [`Self::steps`] where every step can be taken both ways at one price.
    fn steps_to(&self, to: StateId, each: impl FnMut(StateId, Ticks)) {
        self.steps(to, each);
    }

    /// Whether some step that begins at a state is as asked for. Spaces that can stop at the first one do.
    fn any_step(&self, from: StateId, mut is_meant: impl FnMut(StateId, Ticks) -> bool) -> bool {
        let mut is_any = false;
        self.steps(from, |to, cost| is_any = is_any || is_meant(to, cost));
        is_any
    }

    /// The same as [`Self::any_step`], in a space in which every step can be taken both ways at one price; `None` if it is
    /// not said to be one.
    fn both_ways(&self, from: StateId, is_meant: impl FnMut(StateId, Ticks) -> bool) -> Option<bool> {
        let _ = (from, is_meant);
        None
    }

    /// Never more than the true cost from `a` to `b`, and by no step larger than it falls: `least(a, b) <= c(a, n) +
    /// least(n, b)`. Zero is fine.
    fn least(&self, a: StateId, b: StateId) -> Ticks {
        let _ = (a, b);
        0
    }

    /// Where a state is, for pictures and routes.
    fn place(&self, state: StateId) -> Point;

    /// No step costs less. Positive.
    fn cheapest(&self) -> Ticks;

    /// No step costs more.
    fn dearest(&self) -> Ticks;

    /// What one tick costs in the units of the scene.
    fn tick(&self) -> f64 {
        1.0
    }

    /// One can stand there. A goal that is not open is no goal.
    fn is_open(&self, state: StateId) -> bool {
        let _ = state;
        true
    }

    /// False only if there is no path from `a` to `b` for sure. Constant time.
    fn may_reach(&self, a: StateId, b: StateId) -> bool {
        let _ = (a, b);
        true
    }

    /// Cells of equal price, for which there are faster methods with the same answer.
    fn lattice(&self) -> Option<&Lattice> {
        None
    }
}

/// The first step and goal at which a lower bound says too much, for tests of a space of one's own: it looks at all
/// steps.
///
/// # Errors
/// The two states, what the bound says and what it may say at most.
pub fn check_least(space: &impl Space, goal: StateId) -> Result<(), BadLowerBound> {
    let mut wrong = None;
    for state in (0..space.len() as u32).map(StateId) {
        let said = space.least(state, goal);
        if state == goal && said > 0 {
            wrong = wrong.or(Some(BadLowerBound { from: state, to: goal, said, most: 0 }));
        }
        space.steps(state, |next, cost| {
            let most = space.least(next, goal).saturating_add(cost);
            if said > most && wrong.is_none() {
                wrong = Some(BadLowerBound { from: state, to: next, said, most });
            }
        });
    }
    wrong.map_or(Ok(()), Err)
}

/// A lower bound that says too much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the lower bound overestimates at the step from state {} to state {}: {said} ticks to the goal, but at most {most}", from.0, to.0)]
pub struct BadLowerBound {
    /// Where the step begins.
    pub from: StateId,
    /// Where it ends.
    pub to: StateId,
    /// The bound.
    pub said: Ticks,
    /// What a path over this step costs at least, by the bound at its other end.
    pub most: Ticks,
}
