//! Repair: after steps became others, costs become those of a fresh wave.
//!
//! 1. *Taking back*, by rising cost: a changed state keeps its cost if some step still supports it, g(n) + c = g(s). Else
//!    it is lost, and those that it may have supported are asked in their turn. A supporter lies in a lower bucket,
//!    so a bucket can be dealt with in any order.
//! 2. *Paying anew*: lost states and those with a cheaper step get the least that their steps offer, and Dijkstra runs
//!    among them.
//!
//! No predecessor is stored: support is an equality of whole numbers. Where more is lost or settled than
//! [`PATIENCE`] allows, a fresh wave is cheaper and is run instead.

use super::{Wave, WaveRepair};
use crate::cells::PlainCells;
use crate::space::{Space, StateId, UNKNOWN};

/// One in so many states may be touched before a fresh wave is run: on cells of equal price, where waves are several times
/// faster, and elsewhere.
const PATIENCE: [usize; 2] = [64, 24];

/// What repairs need, kept for the next one.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// Lost states.
    lost: Vec<u32>,
    seeds: Vec<(u32, u32)>,
    dependents: Vec<(u32, u32)>,
}

impl Wave {
    /// Makes the costs right after the steps of these states became others. All states whose steps or which themselves
    /// changed must be among them; further ones do no harm.
    pub fn repair(&mut self, space: &impl Space, changed: &[StateId]) -> WaveRepair {
        match space.lattice() {
            Some(lattice) => self.repair_in(&PlainCells::new(lattice), changed, PATIENCE[0]),
            None => self.repair_in(space, changed, PATIENCE[1]),
        }
    }

    fn repair_in(&mut self, space: &impl Space, changed: &[StateId], patience: usize) -> WaveRepair {
        if self.costs.len() != space.len() {
            self.spread(space, &[]);
            return WaveRepair { lost: 0, settled: self.settled, is_fresh: true };
        }
        let most = space.len() / patience + 64;
        let is_patient =
            changed.len() <= most && self.take_back(space, changed, most) && self.pay_anew(space, changed, most);
        let lost = if changed.len() <= most { self.repair.lost.len() } else { 0 };
        if !is_patient {
            self.spread(space, &[]);
        }
        WaveRepair { lost, settled: self.settled, is_fresh: !is_patient }
    }

    /// Takes back what nothing supports any more. False if that is too much.
    fn take_back(&mut self, space: &impl Space, changed: &[StateId], most: usize) -> bool {
        let Self { costs, ring, repair: Scratch { lost, seeds, dependents }, goals, .. } = self;
        lost.clear();
        seeds.clear();
        let known = changed.iter().map(|state| (costs[state.index()], state.0));
        seeds.extend(known.filter(|seed| seed.0 < UNKNOWN));
        ring.start(space.cheapest(), space.dearest());
        ring.seed(seeds.iter().copied());
        while let Some(bucket) = ring.next_bucket() {
            for &state in &bucket {
                let own = costs[state as usize];
                if own == UNKNOWN || is_supported(space, costs, goals, StateId(state), own, dependents) {
                    continue;
                }
                costs[state as usize] = UNKNOWN;
                lost.push(state);
                dependents.iter().for_each(|&(cost, before)| ring.push(cost, UNKNOWN, before));
            }
            ring.recycle(bucket);
            if lost.len() > most {
                return false;
            }
        }
        true
    }

    /// Dijkstra among lost states and those that became cheaper. False if these are too many.
    fn pay_anew(&mut self, space: &impl Space, changed: &[StateId], most: usize) -> bool {
        let Self { costs, ring, repair: Scratch { lost, seeds, .. }, goals, horizon, .. } = self;
        seeds.clear();
        for state in lost.iter().copied().chain(changed.iter().map(|state| state.0)) {
            let least = least_offer(space, costs, goals, StateId(state));
            if least < costs[state as usize] && least < *horizon {
                seeds.push((least, state));
            }
        }
        // Only now: offers must not come from states that are themselves waiting.
        for &(cost, state) in seeds.iter() {
            costs[state as usize] = cost;
        }
        ring.start(space.cheapest(), space.dearest());
        ring.seed(seeds.iter().copied());
        self.settled = super::relax(space, costs, ring, (*horizon, false), |_, _, settled| settled > most);
        self.settled <= most
    }
}

/// Some step pays exactly what the state costs, or it is a goal of that cost. If not, `dependents` are those that it may
/// have supported, with their costs.
fn is_supported(
    space: &impl Space,
    costs: &[u32],
    goals: &[(StateId, u32)],
    state: StateId,
    own: u32,
    dependents: &mut Vec<(u32, u32)>,
) -> bool {
    dependents.clear();
    let leads_on = space.both_ways(state, |next, cost| {
        let left = costs[next.index()];
        if left == own + cost {
            dependents.push((left, next.0));
        }
        left + cost == own
    });
    match leads_on {
        Some(is_paid) => is_paid || own == paid_at(space, goals, state),
        None => {
            dependents.clear();
            let is_paid = space.any_step(state, |next, cost| costs[next.index()] + cost == own);
            if is_paid || own == paid_at(space, goals, state) {
                return true;
            }
            space.steps_to(state, |before, cost| {
                if costs[before.index()] == own + cost {
                    dependents.push((own + cost, before.0));
                }
            });
            false
        }
    }
}

/// The least that a state's steps offer, or what is paid there if it is a goal.
fn least_offer(space: &impl Space, costs: &[u32], goals: &[(StateId, u32)], state: StateId) -> u32 {
    let mut least = paid_at(space, goals, state);
    space.steps(state, |next, cost| least = least.min(costs[next.index()] + cost));
    least.min(UNKNOWN)
}

fn paid_at(space: &impl Space, goals: &[(StateId, u32)], state: StateId) -> u32 {
    let found = goals.binary_search_by_key(&state, |goal| goal.0);
    found.ok().filter(|_| space.is_open(state)).map_or(UNKNOWN, |k| goals[k].1)
}
