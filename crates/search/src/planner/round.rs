//! The end of a round, and the beginning of the next.

use super::node::Proof;
use super::{LITTLE, ONE, Planner};
use crate::pair::{Budget, SearchStatus};
use crate::space::{Space, StateId, Ticks, UNKNOWN};
use std::cmp::Reverse;

/// States expanded for each state of the path, from which on a place counts as hard.
const HARD: usize = 12;

/// One round of a planner.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Round {
    /// By how much the lower bound was inflated.
    pub inflation: f64,
    /// States expanded in all rounds so far.
    pub expanded: usize,
    /// What the path costs.
    pub cost: Ticks,
    /// The proved bound.
    pub bound: f64,
}

impl Planner {
    /// The path of the round, and what is proved of it.
    pub(super) fn end_round(&mut self, space: &impl Space, expanded: usize) {
        self.is_unfinished = false;
        let cost = self.trace(space);
        if cost >= UNKNOWN {
            self.answer.path.clear();
            self.answer.set(SearchStatus::Unreachable, UNKNOWN, UNKNOWN, expanded);
            return;
        }
        if self.inflation <= ONE {
            self.proof = Some(Proof { start: self.start, cost });
        }
        let least = if self.inflation <= ONE { cost } else { self.least_possible(space).min(cost) };
        self.answer.set(SearchStatus::Found, cost, least, expanded);
        self.answer.bound = self.answer.bound.min(self.inflation as f64 / ONE as f64).max(1.0);
        if self.answer.bound <= 1.0 {
            self.answer.status = SearchStatus::Optimal;
        }
        let inflation = self.inflation as f64 / ONE as f64;
        self.rounds.push(Round { inflation, expanded, cost, bound: self.answer.bound });
    }

    /// Follows the cheapest steps from the start to the goal.
    fn trace(&mut self, space: &impl Space) -> Ticks {
        let (mut at, mut sum) = (self.start, 0);
        self.answer.path.clear();
        self.answer.path.push(at);
        let states = self.nodes.len();
        while at != self.goal {
            let mut best = (UNKNOWN, 0, at);
            space.steps(at, |next, cost| {
                let left = self.nodes.at(next.0).g.saturating_add(cost);
                if left < best.0 {
                    best = (left, cost, next);
                }
            });
            if best.0 >= UNKNOWN || self.answer.path.len() > states {
                return UNKNOWN;
            }
            sum += best.1;
            at = best.2;
            self.answer.path.push(at);
        }
        sum
    }

    /// No path costs less: by everything that waits.
    fn least_possible(&mut self, space: &impl Space) -> Ticks {
        let waiting = self.open.iter().map(|Reverse((_, state))| *state).chain(self.inconsistent.iter().copied());
        let offers = waiting.filter_map(|state| {
            let node = self.nodes.get(state).filter(|node| node.g != node.rhs)?;
            Some(node.g.min(node.rhs).saturating_add(space.least(self.start, StateId(state))))
        });
        offers.min().unwrap_or(UNKNOWN)
    }

    /// A smaller inflation; what waited for its turn gets it.
    pub(super) fn next_round(&mut self, space: &impl Space) {
        let excess = self.answer.bound - 1.0;
        // Where the first path was dear to find, the next would be, too: there is nothing to be greedy about.
        let is_hard = self.answer.expanded > HARD * self.answer.path.len();
        let next = if excess < LITTLE || is_hard || self.rounds.len() > 1 { 1.0 } else { 1.0 + excess / 2.0 };
        self.inflation = ((next * ONE as f64) as u64).clamp(ONE, self.inflation);
        self.nodes.reopen();
        let mut waiting: Vec<u32> =
            std::mem::take(&mut self.open).into_iter().map(|Reverse((_, state))| state).collect();
        waiting.append(&mut self.inconsistent);
        self.drift = 0;
        for state in waiting {
            let node = self.nodes.at(state);
            node.is_open = false;
            node.is_inconsistent = false;
            if node.g != node.rhs {
                self.wait(space, state);
            }
        }
        self.is_unfinished = true;
    }

    /// No budget is left: the last path, or one towards the goal.
    pub(super) fn run_out(&mut self, space: &impl Space, reserve: Budget, expanded: usize) {
        if self.rounds.is_empty() {
            let scouted = self.scout.find_step_by_step(space, self.start, self.goal, reserve);
            self.answer.clone_from(scouted);
            if self.answer.status == SearchStatus::Unreachable {
                return;
            }
            self.answer.expanded += expanded;
        } else {
            self.answer.expanded = expanded;
            self.answer.status = SearchStatus::OutOfBudget { arrived: true };
        }
    }
}
