//! Searching again after a change, by what was known before it.
//!
//! When a round without inflation has ended, with cost C from a start s0, every state costs g, exactly, if g + h(s0, s) <= C,
//! and at least C - h(s0, s) otherwise (what waits has no smaller key, and h is consistent). As long as changes make
//! nothing cheaper than these numbers say, they are a lower bound that is nearly the truth, and A* forward from the start
//! hardly leaves the path (Adaptive A*, Koenig and Likhachev 2005, with what an incremental search knows). Whether they
//! still hold is looked up, at the steps that changed: a consistent bound is one on every step, and the other steps are as
//! they were. Nothing that the planner knows is touched, so that it can go on from there.
//!
//! Where the detour is long, that search is broken off: on cells of equal price jump points find the optimum, elsewhere
//! the planner repairs what it knows.

use super::node::{Nodes, Proof};
use super::{Planner, Round};
use crate::pair::{Budget, Meter, SearchStatus};
use crate::space::{Space, StateId, Ticks};
use wayfront_geometry::Point;

/// A space whose lower bound to the goal is what was known before a change.
struct Informed<'a, S> {
    space: &'a S,
    nodes: &'a Nodes,
    goal: StateId,
    proof: Proof,
}

impl<S: Space> Informed<'_, S> {
    fn left(&self, state: StateId) -> Ticks {
        let around = self.space.least(self.proof.start, state);
        match self.nodes.get(state.0) {
            Some(node) if node.g.saturating_add(around) <= self.proof.cost => node.g,
            _ => self.space.least(state, self.goal).max(self.proof.cost.saturating_sub(around)),
        }
    }

    /// The bound holds at all steps from and to a state.
    fn holds_at(&self, state: StateId) -> bool {
        let own = self.left(state);
        let mut holds = true;
        self.space.steps(state, |next, cost| holds &= own <= self.left(next).saturating_add(cost));
        self.space.steps_to(state, |before, cost| holds &= self.left(before) <= own.saturating_add(cost));
        holds
    }
}

impl<S: Space> Space for Informed<'_, S> {
    fn len(&self) -> usize {
        self.space.len()
    }

    #[inline]
    fn steps(&self, from: StateId, each: impl FnMut(StateId, Ticks)) {
        self.space.steps(from, each);
    }

    fn least(&self, a: StateId, b: StateId) -> Ticks {
        if b == self.goal { self.left(a) } else { self.space.least(a, b) }
    }

    fn place(&self, state: StateId) -> Point {
        self.space.place(state)
    }

    fn cheapest(&self) -> Ticks {
        self.space.cheapest()
    }

    fn dearest(&self) -> Ticks {
        self.space.dearest()
    }

    fn is_open(&self, state: StateId) -> bool {
        self.space.is_open(state)
    }

    fn may_reach(&self, a: StateId, b: StateId) -> bool {
        self.space.may_reach(a, b)
    }
}

impl Planner {
    /// The proof stays as long as no step has become cheaper than it says.
    pub(super) fn check_proof(&mut self, space: &impl Space, changed: &[StateId]) {
        let Some(proof) = self.proof else { return };
        let informed = Informed { space, nodes: &self.nodes, goal: self.goal, proof };
        if !changed.iter().all(|&state| informed.holds_at(state)) {
            self.proof = None;
        }
    }

    /// Tries to find the optimum by what was known before a change, with at most so many expansions.
    pub(super) fn search_again(&mut self, space: &impl Space, meter: &mut Meter, most: usize) -> bool {
        let Some(proof) = self.proof else { return false };
        let informed = Informed { space, nodes: &self.nodes, goal: self.goal, proof };
        let budget = match meter.left() {
            Budget::Unlimited => Budget::Expansions(most),
            Budget::Expansions(left) => Budget::Expansions(left.min(most)),
            time => time,
        };
        self.scout.find_step_by_step(&informed, self.start, self.goal, budget);
        self.take_over(meter)
    }

    /// The optimum by jump points. False if the budget ends before.
    pub(super) fn jump(&mut self, space: &impl Space, meter: &mut Meter) -> bool {
        self.scout.find(space, self.start, self.goal, meter.left());
        self.take_over(meter)
    }

    /// The scout's answer is ours if it is final.
    fn take_over(&mut self, meter: &mut Meter) -> bool {
        let found = self.scout.answer();
        meter.add(found.expanded);
        if matches!(found.status, SearchStatus::OutOfBudget { .. }) {
            return false;
        }
        self.answer.clone_from(found);
        self.answer.expanded = meter.expanded();
        self.is_proved = true;
        if self.answer.is_path() {
            let (expanded, cost) = (meter.expanded(), self.answer.cost);
            self.rounds.push(Round { inflation: 1.0, expanded, cost, bound: 1.0 });
        }
        true
    }
}
