//! Anytime and incremental: a first path soon, a better one with every further moment, repaired when steps change.
//!
//! One engine, AD* (Likhachev, Ferguson, Gordon, Stentz and Thrun 2005), from the goal towards the start: `g` is what a
//! state was last known to cost, `rhs` the least that its steps offer now; states where they differ wait. Keys are
//! [rhs + w h, -rhs] where cost fell, and [g + h, g] where it rose: what rose is never inflated. With w = 1 this is D* Lite,
//! without changes ARA*, with neither A*. When the start moves, keys that wait are too small by at most what was added to
//! `drift` since (k_m in D* Lite): a state that comes up with an old key is put back.
//!
//! *Rounds*: within one, a state whose cost falls is expanded at most once; what falls afterwards waits for the next one.
//! *Proved bound*: on the cheapest path, the first inconsistent state seen from the goal waits with min(g, rhs) + h no
//! larger than the cost of that path. So the least of these over everything that waits is a lower bound, and the cost of
//! our path over it a bound for its quality, often far better than w. The next w follows from it.
//!
//! *Deviations from the course's listing*: predecessors are updated after each expansion (left out there), h leads to the
//! start (the search runs backward), and a state's rhs is lowered in place rather than computed anew from all its steps.
//! Of equal first keys, what rose comes first, and of what fell the dearest: as in A*, this spares most states that are as
//! good as the path, of which grids have many. After a change, a search by what is known comes first (`again`). The round ends when nothing that waits could make the path cheaper; on
//! the path itself nothing can have risen by then, since g + h falls along it.

mod again;
mod node;
mod round;

use crate::pair::{AStar, Budget, Meter, SearchAnswer, SearchStatus};
use crate::space::{Space, StateId, UNKNOWN};
use node::{Key, Nodes, Proof};
pub use round::Round;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A path between two states that is found soon, improves, and is repaired.
///
/// ```
/// use wayfront_domain::{CellId, Cells};
/// use wayfront_geometry::Point;
/// use wayfront_search::{Budget, CellSpace, Diagonals, Planner, SearchStatus, StateId};
///
/// let cells = Cells::new(Point::new(0.0, 0.0), 1.0, [60, 40], vec![true; 2400])?;
/// let mut space = CellSpace::new(&cells, Diagonals::BothFree)?;
/// let mut planner = Planner::new(3.0);
/// planner.aim(&space, StateId(0), StateId(2399));
/// let first = planner.improve(&space, Budget::Expansions(2_000));
/// assert!(first.is_path() && first.bound <= 3.0);
/// let best = planner.improve(&space, Budget::Unlimited).cost;
/// let changed = space.set_free(&[CellId(30 * 60 + 30), CellId(30 * 60 + 31)], false)?;
/// planner.repair(&space, &changed);
/// let answer = planner.improve(&space, Budget::Unlimited);
/// assert!(answer.status == SearchStatus::Optimal && answer.cost >= best);
/// # Ok::<(), wayfront_search::SearchError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Planner {
    nodes: Nodes,
    open: BinaryHeap<Reverse<(Key, u32)>>,
    /// States whose cost fell after their turn.
    inconsistent: Vec<u32>,
    start: StateId,
    goal: StateId,
    /// Inflation of the first round, of this one, in [`ONE`]ths.
    first: u64,
    inflation: u64,
    /// What keys of old starts may be short of.
    drift: u64,
    /// Something waits that this round has to deal with.
    is_unfinished: bool,
    /// What the last round without inflation proved, as long as it holds.
    proof: Option<Proof>,
    /// How many states a search by the proof may expand after a change; and a repair, before jump points are tried.
    patience: [usize; 2],
    /// A scout has proved the answer; what waits need not be dealt with unless something changes.
    is_proved: bool,
    answer: SearchAnswer,
    rounds: Vec<Round>,
    spent: usize,
    scout: AStar,
}

/// An inflation of one.
const ONE: u64 = 1024;
/// Second keys of states whose cost fell are at least this, and of others less.
const FELL: u32 = UNKNOWN + 1;
/// After a change, so many states for each one of the path may be expanded by the proof, and by a repair before jumps.
const PATIENCE: [usize; 2] = [8, 1];
/// Proved excesses below this are not worth a round of their own.
const LITTLE: f64 = 0.15;

impl Planner {
    /// A planner whose first path costs at most `bound` times the cheapest one. What is below 1 or no number counts as 1.
    #[must_use]
    pub fn new(bound: f64) -> Self {
        let first = if bound > 1.0 { (bound.min(1e6) * ONE as f64) as u64 } else { ONE };
        Self {
            nodes: Nodes::default(),
            open: BinaryHeap::new(),
            inconsistent: Vec::new(),
            start: StateId(0),
            goal: StateId(0),
            first,
            inflation: first,
            drift: 0,
            is_unfinished: false,
            proof: None,
            patience: [0, usize::MAX],
            is_proved: false,
            answer: SearchAnswer::default(),
            rounds: Vec::new(),
            spent: 0,
            scout: AStar::new(),
        }
    }

    /// Begins a search from one state to another; what was known is forgotten.
    pub fn aim(&mut self, space: &impl Space, start: StateId, goal: StateId) {
        (self.start, self.goal) = (start, goal);
        self.restart(space);
    }

    fn restart(&mut self, space: &impl Space) {
        self.nodes.reset(space.len());
        self.open.clear();
        self.inconsistent.clear();
        self.rounds.clear();
        self.drift = 0;
        (self.proof, self.patience, self.is_proved) = (None, [0, usize::MAX], false);
        self.inflation = self.first;
        self.answer = SearchAnswer { path: std::mem::take(&mut self.answer.path), ..SearchAnswer::default() };
        self.answer.path.clear();
        self.answer.set(SearchStatus::OutOfBudget { arrived: false }, UNKNOWN, 0, 0);
        self.is_unfinished = true;
        if space.is_open(self.goal) {
            self.nodes.at(self.goal.0).rhs = 0;
            self.wait(space, self.goal.0);
        }
    }

    /// The walker went on: the search is kept.
    pub fn move_start(&mut self, space: &impl Space, start: StateId) {
        if start != self.start {
            let moved = u64::from(space.least(self.start, start).max(space.least(start, self.start)));
            self.drift += moved * self.inflation.div_ceil(ONE);
            self.start = start;
            self.void(space);
        }
    }

    /// The goal went elsewhere: a new search, since all costs led to the old one.
    pub fn move_goal(&mut self, space: &impl Space, goal: StateId) {
        if goal != self.goal {
            self.goal = goal;
            self.restart(space);
        }
    }

    /// The steps of these states became others. All that did must be among them; further ones do no harm.
    pub fn repair(&mut self, space: &impl Space, changed: &[StateId]) {
        if space.len() != self.nodes.len() {
            return self.restart(space);
        }
        self.check_proof(space, changed);
        for &state in changed {
            self.offer_anew(space, state.0);
        }
        if !changed.is_empty() {
            self.void(space);
        }
    }

    /// The last bound does not hold any longer: a new round begins, in which every state may be expanded again.
    fn void(&mut self, space: &impl Space) {
        self.is_unfinished = true;
        self.is_proved = false;
        let path = self.answer.path.len().max(1);
        let may_jump = self.inflation == ONE && space.lattice().is_some_and(|lattice| lattice.has_diagonals());
        self.patience = [PATIENCE[0] * path, if may_jump { PATIENCE[1] * path } else { usize::MAX }];
        self.nodes.reopen();
        for state in std::mem::take(&mut self.inconsistent) {
            self.nodes.at(state).is_inconsistent = false;
            self.update(space, state);
        }
        self.rounds.clear();
        let cost = self.answer.cost;
        self.answer.set(SearchStatus::OutOfBudget { arrived: false }, cost, 0, 0);
        self.answer.path.clear();
    }

    /// Goes on until the path is optimal or the budget is spent.
    pub fn improve(&mut self, space: &impl Space, budget: Budget) -> &SearchAnswer {
        self.improve_until(space, budget, 1.0)
    }

    /// Goes on until the proved bound is at most `enough`, or the budget is spent.
    pub fn improve_until(&mut self, space: &impl Space, budget: Budget, enough: f64) -> &SearchAnswer {
        if self.is_proved {
            return &self.answer;
        }
        let (budget, reserve) = reserve(budget);
        let mut meter = Meter::new(budget);
        if !space.is_open(self.start) || !space.is_open(self.goal) || !space.may_reach(self.start, self.goal) {
            self.answer.path.clear();
            self.answer.set(SearchStatus::Unreachable, UNKNOWN, UNKNOWN, 0);
            return &self.answer;
        }
        let most = std::mem::take(&mut self.patience[0]);
        if self.is_unfinished && most > 0 && self.search_again(space, &mut meter, most) {
            self.spent = meter.expanded();
            return &self.answer;
        }
        if most > 0 && self.proof.is_some() && self.patience[1] != usize::MAX {
            // The detour is long, and a repair would be, too.
            self.patience[1] = meter.expanded();
        }
        loop {
            if self.is_unfinished && !self.run_round(space, &mut meter) {
                if meter.expanded() < self.patience[1] || meter.is_spent() {
                    self.run_out(space, reserve, meter.expanded());
                    break;
                }
                self.patience[1] = usize::MAX;
                if self.jump(space, &mut meter) {
                    break;
                }
                continue;
            }
            if self.is_unfinished {
                self.end_round(space, meter.expanded());
            }
            if self.answer.cost >= UNKNOWN || self.answer.bound <= enough.max(1.0) {
                break;
            }
            if meter.is_spent() {
                self.answer.status = SearchStatus::OutOfBudget { arrived: true };
                break;
            }
            self.next_round(space);
        }
        self.answer.expanded = meter.expanded().max(self.answer.expanded);
        self.spent = meter.expanded();
        &self.answer
    }

    /// Expands what this round has to; false if the budget or patience ends before.
    fn run_round(&mut self, space: &impl Space, meter: &mut Meter) -> bool {
        loop {
            let Some(&Reverse((key, state))) = self.open.peek() else { return true };
            let node = *self.nodes.at(state);
            if !node.is_open || node.key != key {
                self.open.pop();
                continue;
            }
            // What is as dear as the path itself cannot make it cheaper; only what rose must be dealt with.
            if key >= (u64::from(self.nodes.at(self.start.0).rhs) + self.drift, FELL) {
                return true;
            }
            if meter.is_spent() || meter.expanded() >= self.patience[1] {
                return false;
            }
            self.open.pop();
            if key < self.key_of(space, state) {
                self.wait(space, state);
                continue;
            }
            meter.count();
            self.expand(space, state);
        }
    }

    fn expand(&mut self, space: &impl Space, state: u32) {
        self.proof = None;
        let round = self.rounds.len() as u16 + 1;
        let node = self.nodes.at(state);
        let old = node.g;
        node.is_open = false;
        node.round = round;
        if node.g > node.rhs {
            node.g = node.rhs;
            let g = node.g;
            self.nodes.close(state);
            space.steps_to(StateId(state), |before, cost| {
                if g + cost < self.nodes.at(before.0).rhs && before != self.goal {
                    self.nodes.at(before.0).rhs = g + cost;
                    self.update(space, before.0);
                }
            });
        } else {
            node.g = UNKNOWN;
            node.closed = 0;
            self.update(space, state);
            space.steps_to(StateId(state), |before, cost| {
                if old + cost == self.nodes.at(before.0).rhs {
                    self.offer_anew(space, before.0);
                }
            });
        }
    }

    /// The least that a state's steps offer now.
    fn offer_anew(&mut self, space: &impl Space, state: u32) {
        let mut least = if state == self.goal.0 && space.is_open(self.goal) { 0 } else { UNKNOWN };
        space.steps(StateId(state), |next, cost| least = least.min(self.nodes.at(next.0).g + cost));
        self.nodes.at(state).rhs = least.min(UNKNOWN);
        self.update(space, state);
    }

    /// A state waits if what it costs is not what its steps offer.
    fn update(&mut self, space: &impl Space, state: u32) {
        let is_closed = self.nodes.is_closed(state);
        let node = self.nodes.at(state);
        if node.g == node.rhs {
            node.is_open = false;
        } else if is_closed && node.g > node.rhs {
            if !node.is_inconsistent {
                node.is_inconsistent = true;
                self.inconsistent.push(state);
            }
            node.is_open = false;
        } else {
            self.wait(space, state);
        }
    }

    fn wait(&mut self, space: &impl Space, state: u32) {
        let key = self.key_of(space, state);
        let node = self.nodes.at(state);
        if !(node.is_open && node.key == key) {
            (node.is_open, node.key) = (true, key);
            self.open.push(Reverse((key, state)));
        }
    }

    fn key_of(&mut self, space: &impl Space, state: u32) -> Key {
        let h = u64::from(space.least(self.start, StateId(state)));
        let node = *self.nodes.at(state);
        if node.g > node.rhs {
            (u64::from(node.rhs) + h * self.inflation / ONE + self.drift, u32::MAX - node.rhs)
        } else {
            (u64::from(node.g) + h + self.drift, node.g)
        }
    }

    /// The answer to the last question.
    #[must_use]
    pub const fn answer(&self) -> &SearchAnswer {
        &self.answer
    }

    /// The rounds since the search began or something changed.
    #[must_use]
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// In which round a state was expanded last, from 1 on; `None` if it was not.
    #[must_use]
    pub fn round_of(&self, state: StateId) -> Option<u16> {
        if self.is_proved && self.scout.has_expanded(state) {
            return Some(self.rounds.len().max(1) as u16);
        }
        self.nodes.get(state.0).map(|node| node.round).filter(|&round| round > 0)
    }

    /// Forgets in which rounds states were expanded, so that what a repair expands can be counted apart.
    pub fn forget_rounds(&mut self) {
        self.nodes.forget_rounds();
    }
}

/// A part of the budget is kept for a path towards the goal in case that none is found.
fn reserve(budget: Budget) -> (Budget, Budget) {
    match budget {
        Budget::Unlimited => (budget, Budget::Expansions(0)),
        Budget::Expansions(all) => {
            let kept = (all / 4).min(512);
            (Budget::Expansions(all - kept), Budget::Expansions(kept))
        }
        Budget::Time(all) => (Budget::Time(all * 7 / 8), Budget::Time(all / 8)),
    }
}
