//! From the goals outwards to all states: what is left to pay from each, kept right while steps change.
//!
//! *Dijkstra without a heap*: buckets as wide as the cheapest step. Whatever lies in the lowest bucket is final, in any
//! order, and a step leads a fixed number of buckets ahead, so a short ring of lists is the whole queue (`ring`). On
//! cells of equal price, paths in canonical order alone are followed: most cells are reached once instead of eight times
//! (`plain`). *Repair* (Ramalingam and Reps 1996) first takes back what lost its support, by rising cost, and then
//! runs Dijkstra among those only (`repair`). *Invariant*: g(s) = min over steps of c(s, n) + g(n), in whole ticks,
//! so a repaired wave equals a fresh one bit for bit. *Cost*: linear in states for a wave, in the changed region for a
//! repair; never much more than a wave.

mod plain;
mod repair;
mod ring;

use crate::space::{Space, StateId, Ticks, UNKNOWN};
use plain::PlainWave;
use ring::Ring;

/// What is left to pay from every state to the nearest goal.
///
/// ```
/// use wayfront_domain::{CellId, Cells};
/// use wayfront_geometry::Point;
/// use wayfront_search::{CellSpace, Diagonals, StateId, Wave};
///
/// let cells = Cells::new(Point::new(0.0, 0.0), 1.0, [5, 5], vec![true; 25])?;
/// let mut space = CellSpace::new(&cells, Diagonals::BothFree)?;
/// let mut wave = Wave::new();
/// wave.run(&space, &[(StateId(12), 0)]);
/// assert_eq!(wave.cost(StateId(10)), Some(2 * 408));
/// let changed = space.set_free(&[CellId(11)], false)?; // a chair is put there
/// wave.repair(&space, &changed);
/// assert_eq!(wave.cost(StateId(10)), Some(4 * 408));
/// # Ok::<(), wayfront_search::SearchError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Wave {
    costs: Vec<Ticks>,
    goals: Vec<(StateId, Ticks)>,
    /// Costs below this are final; the others are [`UNKNOWN`].
    horizon: Ticks,
    ring: Ring,
    plain: PlainWave,
    repair: repair::Scratch,
    /// States settled by the last run or repair.
    settled: usize,
}

impl Default for Wave {
    fn default() -> Self {
        Self::new()
    }
}

/// What a repair did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaveRepair {
    /// States whose cost was taken back.
    pub lost: usize,
    /// States that got another cost.
    pub settled: usize,
    /// So much had changed that the wave was run anew.
    pub is_fresh: bool,
}

impl Wave {
    /// A wave that has not run.
    #[must_use]
    pub fn new() -> Self {
        Self {
            costs: Vec::new(),
            goals: Vec::new(),
            horizon: UNKNOWN,
            ring: Ring::default(),
            plain: PlainWave::default(),
            repair: repair::Scratch::default(),
            settled: 0,
        }
    }

    /// Runs from these goals, each with what is already paid there, to all states.
    pub fn run(&mut self, space: &impl Space, goals: &[(StateId, Ticks)]) {
        self.run_until(space, goals, &[]);
    }

    /// Runs until these walkers know their cost, and no farther; to all states if there are none. The cost of states
    /// beyond is unknown.
    pub fn run_until(&mut self, space: &impl Space, goals: &[(StateId, Ticks)], walkers: &[StateId]) {
        self.goals.clear();
        self.goals.extend(goals);
        self.goals.sort_unstable();
        self.goals.dedup_by_key(|goal| goal.0); // the cheapest of each state stays
        self.spread(space, walkers);
    }

    fn spread(&mut self, space: &impl Space, walkers: &[StateId]) {
        self.costs.clear();
        self.costs.resize(space.len(), UNKNOWN);
        self.horizon = UNKNOWN;
        let mut waits = Walkers { states: walkers, done: 0 };
        let open: Vec<(StateId, Ticks)> = self.goals.iter().copied().filter(|goal| space.is_open(goal.0)).collect();
        open.iter().for_each(|&(goal, paid)| self.costs[goal.index()] = paid);
        self.settled = match space.lattice() {
            Some(lattice) => self.plain.run(lattice, &open, &mut self.costs, &mut self.ring, &mut waits),
            None => self.dijkstra(space, &open, &mut waits),
        };
        if let Some(horizon) = waits.horizon(&self.costs, self.ring.base()) {
            self.horizon = horizon;
            self.costs.iter_mut().filter(|cost| **cost >= horizon).for_each(|cost| *cost = UNKNOWN);
        }
    }

    /// The same by buckets over any space.
    fn dijkstra(&mut self, space: &impl Space, goals: &[(StateId, Ticks)], waits: &mut Walkers<'_>) -> usize {
        let Self { costs, ring, .. } = self;
        ring.start(space.cheapest(), space.dearest());
        ring.seed(goals.iter().map(|&(goal, paid)| (paid, goal.0)));
        relax(space, costs, ring, (UNKNOWN, true), |costs, base, _| waits.are_settled(costs, base))
    }

    /// What is left to pay from a state, if a goal is reached from it and the wave came so far.
    #[inline]
    #[must_use]
    pub fn cost(&self, state: StateId) -> Option<Ticks> {
        let cost = self.costs[state.index()];
        (cost < UNKNOWN).then_some(cost)
    }

    /// The cost of all states, [`UNKNOWN`] where there is none.
    #[must_use]
    pub fn costs(&self) -> &[Ticks] {
        &self.costs
    }

    /// The goals of the last run.
    #[must_use]
    pub fn goals(&self) -> &[(StateId, Ticks)] {
        &self.goals
    }

    /// States settled by the last run or repair.
    #[must_use]
    pub const fn settled(&self) -> usize {
        self.settled
    }

    /// The state to go to: the first one over which the cheapest path leads. `None` at goals and where there is no path.
    #[must_use]
    pub fn next(&self, space: &impl Space, state: StateId) -> Option<StateId> {
        let own = self.cost(state)?;
        let mut best = (own, None);
        space.steps(state, |next, cost| {
            let left = self.costs[next.index()];
            if left < UNKNOWN && left + cost <= best.0 && (best.1.is_none() || left + cost < best.0) {
                best = (left + cost, Some(next));
            }
        });
        if self.goals.iter().any(|&(goal, paid)| goal == state && paid == own) { None } else { best.1 }
    }

    /// All states from this one to a goal; empty if there is no path.
    #[must_use]
    pub fn path(&self, space: &impl Space, from: StateId) -> Vec<StateId> {
        let mut path = Vec::new();
        let mut at = self.cost(from).map(|_| from);
        while let Some(here) = at {
            path.push(here);
            at = self.next(space, here);
        }
        path
    }
}

/// Settles everything that waits, bucket by bucket, below a horizon. `is_done` may end it before a bucket; it is given
/// the costs, up to where they are final, and how many states were settled. In a fresh wave every state with a cost
/// waits or is settled; in a repair one with an old cost does not wait.
pub(crate) fn relax(
    space: &impl Space,
    costs: &mut [Ticks],
    ring: &mut Ring,
    (horizon, is_fresh): (Ticks, bool),
    mut is_done: impl FnMut(&[Ticks], Ticks, usize) -> bool,
) -> usize {
    let mut settled = 0;
    while let Some(bucket) = ring.next_bucket() {
        let base = ring.base();
        if base >= horizon || is_done(costs, base, settled) {
            ring.clear(bucket);
            break;
        }
        for &state in &bucket {
            let own = costs[state as usize];
            // Improved since it was put here: it was in an earlier bucket.
            if own < base {
                continue;
            }
            settled += 1;
            space.steps_to(StateId(state), |next, cost| {
                let (new, old) = (own + cost, costs[next.index()]);
                if new < old && new < horizon {
                    costs[next.index()] = new;
                    ring.push(new, if is_fresh { old } else { UNKNOWN }, next.0);
                }
            });
        }
        ring.recycle(bucket);
    }
    settled
}

/// Walkers whose cost is waited for.
pub(crate) struct Walkers<'a> {
    states: &'a [StateId],
    /// All before this one are settled.
    done: usize,
}

impl Walkers<'_> {
    /// Everything below `base` is final: whether that is all of them.
    pub fn are_settled(&mut self, costs: &[Ticks], base: Ticks) -> bool {
        while let Some(walker) = self.states.get(self.done)
            && costs[walker.index()] < base
        {
            self.done += 1;
        }
        !self.states.is_empty() && self.done == self.states.len()
    }

    /// Up to where costs are final, if the wave was ended before its time.
    fn horizon(&self, costs: &[Ticks], base: Ticks) -> Option<Ticks> {
        let is_early = !self.states.is_empty() && self.done == self.states.len();
        (is_early && costs.iter().any(|&cost| cost >= base && cost < UNKNOWN)).then_some(base)
    }
}
