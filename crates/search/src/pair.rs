//! One start, one goal: A* over any space, jump points on cells of equal price.
//!
//! *A\** takes states by g + h, of equal ones that with the larger g; `h` is [`Space::least`]. *Jump points* (`jumps`)
//! take only the cells at which a path may turn. Both own their arrays, with a stamp for each state: the next question
//! clears nothing and allocates nothing. *Bound*: with a consistent lower bound the first path that is taken from the
//! queue is optimal; when the budget ends before, the least g + h in the queue is what a path costs at least.

mod answer;
mod heap;
mod jumps;

pub(crate) use answer::Meter;
pub use answer::{Budget, SearchAnswer, SearchStatus};
pub(crate) use heap::Heap;

use crate::space::{Space, StateId, Ticks, UNKNOWN};

/// Finds paths between pairs of states.
///
/// ```
/// use wayfront_domain::Cells;
/// use wayfront_geometry::Point;
/// use wayfront_search::{AStar, Budget, CellSpace, Diagonals, SearchStatus, StateId};
///
/// let cells = Cells::new(Point::new(0.0, 0.0), 1.0, [100, 100], vec![true; 10_000])?;
/// let space = CellSpace::new(&cells, Diagonals::BothFree)?;
/// let mut search = AStar::new();
/// let answer = search.find(&space, StateId(0), StateId(9_999), Budget::Expansions(10_000));
/// assert_eq!((answer.status, answer.cost), (SearchStatus::Optimal, 99 * 577));
/// # Ok::<(), wayfront_search::SearchError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct AStar {
    nodes: Vec<Node>,
    stamp: u32,
    heap: Heap,
    answer: SearchAnswer,
    jumps: jumps::Scratch,
}

/// What is known of a state in the current search.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    stamp: u32,
    cost: Ticks,
    parent: u32,
    /// Directions of arrival that wait, and those that were followed: for jump points.
    waiting: u8,
    done: u8,
}

impl AStar {
    /// A search that knows nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The cheapest path from one state to another, as far as the budget goes. On cells of equal price by jump points.
    pub fn find(&mut self, space: &impl Space, from: StateId, to: StateId, budget: Budget) -> &SearchAnswer {
        let jumps = space.lattice().filter(|lattice| lattice.has_diagonals());
        match jumps {
            Some(_) if self.is_settled_before(space, from, to) => {}
            Some(lattice) => self.find_by_jumps(lattice, from, to, budget),
            None => return self.find_step_by_step(space, from, to, budget),
        }
        &self.answer
    }

    /// The same without jumps: one step after the other, on every space.
    pub fn find_step_by_step(
        &mut self,
        space: &impl Space,
        from: StateId,
        to: StateId,
        budget: Budget,
    ) -> &SearchAnswer {
        if self.is_settled_before(space, from, to) {
            return &self.answer;
        }
        let mut meter = Meter::new(budget);
        let mut nearest = (space.least(from, to), from);
        self.reach(from, 0, from.0);
        self.heap.push(nearest.0, 0, from.0);
        let (mut status, mut least) = (SearchStatus::Unreachable, UNKNOWN);
        while let Some((f, state)) = self.heap.pop() {
            let cost = self.nodes[state as usize].cost;
            let left = f - cost.min(f);
            if self.nodes[state as usize].done != 0 || f != cost + space.least(StateId(state), to) {
                continue;
            }
            if state == to.0 {
                (status, least) = (SearchStatus::Optimal, cost);
                break;
            }
            if meter.is_spent() {
                (status, least) = (SearchStatus::OutOfBudget { arrived: false }, f);
                break;
            }
            meter.count();
            self.nodes[state as usize].done = 1;
            if left < nearest.0 {
                nearest = (left, StateId(state));
            }
            let (nodes, heap, stamp) = (&mut self.nodes, &mut self.heap, self.stamp);
            space.steps(StateId(state), |next, step| {
                let (node, new) = (&mut nodes[next.index()], cost + step);
                if node.stamp != stamp || new < node.cost {
                    let bound = space.least(next, to);
                    debug_assert!(
                        left <= step + bound,
                        "the lower bound overestimates at the step from state {state} to state {next}"
                    );
                    *node = Node { stamp, cost: new, parent: state, waiting: 0, done: 0 };
                    heap.push(new + bound, new, next.0);
                }
            });
        }
        self.finish(from, to, status, least, nearest.1, meter.expanded());
        &self.answer
    }

    /// Whether the last question expanded a state.
    pub(crate) fn has_expanded(&self, state: StateId) -> bool {
        self.nodes.get(state.index()).is_some_and(|node| node.stamp == self.stamp && node.done != 0)
    }

    /// The answer to the last question.
    #[must_use]
    pub const fn answer(&self) -> &SearchAnswer {
        &self.answer
    }

    /// Answers what needs no search, and makes ready for it otherwise.
    fn is_settled_before(&mut self, space: &impl Space, from: StateId, to: StateId) -> bool {
        self.nodes.resize(space.len(), Node::default());
        self.heap.clear();
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.nodes.fill(Node::default());
            self.stamp = 1;
        }
        let is_open = space.is_open(from) && space.is_open(to);
        if is_open && space.may_reach(from, to) {
            return false;
        }
        self.answer.set(SearchStatus::Unreachable, UNKNOWN, UNKNOWN, 0);
        self.answer.path.clear();
        true
    }

    fn reach(&mut self, state: StateId, cost: Ticks, parent: u32) {
        self.nodes[state.index()] = Node { stamp: self.stamp, cost, parent, waiting: 0, done: 0 };
    }

    /// The path from the start to the goal, or to the state that is nearest to it.
    fn finish(
        &mut self,
        from: StateId,
        to: StateId,
        status: SearchStatus,
        least: Ticks,
        nearest: StateId,
        expanded: usize,
    ) {
        self.answer.path.clear();
        let end = match status {
            SearchStatus::Unreachable => None,
            SearchStatus::OutOfBudget { .. } => Some(nearest),
            _ => Some(to),
        };
        let mut cost = UNKNOWN;
        if let Some(end) = end {
            cost = self.nodes[end.index()].cost;
            let mut at = end.0;
            self.answer.path.push(StateId(at));
            while at != from.0 {
                at = self.nodes[at as usize].parent;
                self.answer.path.push(StateId(at));
            }
            self.answer.path.reverse();
        }
        self.answer.set(status, cost, least, expanded);
    }
}
