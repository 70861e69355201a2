//! Keeping the path: a path stays unless another one is better by a stated share.
//!
//! Where two paths cost nearly the same, small changes make one or the other cheaper, and a walker that always takes the
//! cheaper one turns back and forth. *Invariant*: the path that is kept exists, and costs at most 1 + share times the best
//! one that was offered last.

use crate::pair::SearchAnswer;
use crate::space::{Space, StateId, Ticks};

/// A path that is given up only for one that is better by a share.
///
/// ```
/// use wayfront_search::{AStar, Budget, EdgeSpace, KeptPath, StateId};
/// // Two ways from 0 to 3, over 1 and over 2.
/// let mut roads = EdgeSpace::new(4, &[(0, 1, 1.0), (1, 3, 1.0), (0, 2, 1.01), (2, 3, 1.0)])?;
/// let (mut search, mut kept) = (AStar::new(), KeptPath::new(0.1));
/// kept.offer(&roads, search.find(&roads, StateId(0), StateId(3), Budget::Unlimited));
/// roads.set_cost(StateId(0), StateId(1), 1.05)?;
/// kept.offer(&roads, search.find(&roads, StateId(0), StateId(3), Budget::Unlimited));
/// assert_eq!(kept.path()[1], StateId(1)); // the other way is cheaper now, but not by a tenth
/// # Ok::<(), wayfront_search::SearchError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct KeptPath {
    share: f64,
    path: Vec<StateId>,
    cost: Ticks,
}

impl KeptPath {
    /// A path that stays unless another costs less than it by more than this share; 0: always the best one.
    #[must_use]
    pub fn new(share: f64) -> Self {
        Self { share: if share > 0.0 { share } else { 0.0 }, ..Self::default() }
    }

    /// A new answer from where the walker is now. Returns whether the path became another.
    pub fn offer(&mut self, space: &impl Space, answer: &SearchAnswer) -> bool {
        // The walker may have gone on along the path.
        let start = answer.path.first().and_then(|start| self.path.iter().position(|state| state == start));
        let rest = start.map_or(&[][..], |k| &self.path[k..]);
        let is_same_end = rest.last() == answer.path.last();
        let most = f64::from(answer.cost) * (1.0 + self.share);
        match cost_of(space, rest).filter(|&cost| is_same_end && f64::from(cost) <= most) {
            Some(cost) if self.share > 0.0 => {
                self.path.drain(..start.unwrap_or(0));
                self.cost = cost;
                false
            }
            _ => {
                let is_other = rest != answer.path;
                self.path.clone_from(&answer.path);
                self.cost = answer.cost;
                is_other
            }
        }
    }

    /// The path to take.
    #[must_use]
    pub fn path(&self) -> &[StateId] {
        &self.path
    }

    /// What it costs.
    #[must_use]
    pub const fn cost(&self) -> Ticks {
        self.cost
    }
}

/// What a path costs now; `None` if one of its steps is no longer there.
fn cost_of(space: &impl Space, path: &[StateId]) -> Option<Ticks> {
    if path.is_empty() {
        return None;
    }
    let mut sum: Ticks = 0;
    for pair in path.windows(2) {
        let mut least: Option<Ticks> = None;
        space.steps(pair[0], |next, cost| {
            if next == pair[1] {
                least = Some(least.map_or(cost, |known| known.min(cost)));
            }
        });
        sum = sum.saturating_add(least?);
    }
    Some(sum)
}
