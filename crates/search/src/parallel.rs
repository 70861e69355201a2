//! Waves on all cores: many at once, and one of them on several threads.
//!
//! Waves to different goals are independent, and so are their repairs: as many cores, as many times. *One* wave is shared
//! out by rows: each thread owns a band of the grid with its buckets, settles its part of a bucket, and hands what crosses
//! a border to its neighbour; two barriers for each bucket. Worth it from a few million cells on: below, the barriers cost
//! more than they share. *Invariant*: costs are sums of whole numbers, and within a bucket the order makes no difference, so
//! the result is the same bit for bit on any number of threads.

use crate::lattice::{DIAGONAL, Lattice, STRAIGHT, Successors};
use crate::space::{Space, StateId, Ticks, UNKNOWN};
use crate::wave::{Wave, WaveRepair};
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Barrier, Mutex, PoisonError};

/// Runs a wave for each list of goals, on all threads of the current pool.
#[must_use]
pub fn waves<S: Space + Sync>(space: &S, goals: &[Vec<(StateId, Ticks)>]) -> Vec<Wave> {
    let run = |goals: &Vec<(StateId, Ticks)>| {
        let mut wave = Wave::new();
        wave.run(space, goals);
        wave
    };
    goals.par_iter().map(run).collect()
}

/// Repairs all waves after the steps of these states became others, on all threads of the current pool.
pub fn repair_all<S: Space + Sync>(space: &S, waves: &mut [Wave], changed: &[StateId]) -> Vec<WaveRepair> {
    waves.par_iter_mut().map(|wave| wave.repair(space, changed)).collect()
}

/// What crosses a border: cell, cost, direction of arrival.
type Arrival = (u32, u32, u8);

/// The costs of one wave on a lattice, shared out over so many threads. The same as those of [`Wave::run`].
///
/// ```
/// use wayfront_domain::Cells;
/// use wayfront_geometry::Point;
/// use wayfront_search::{CellSpace, Diagonals, StateId, Wave, wave_on_threads};
///
/// let cells = Cells::new(Point::new(0.0, 0.0), 1.0, [50, 40], vec![true; 2000])?;
/// let space = CellSpace::new(&cells, Diagonals::BothFree)?;
/// let mut wave = Wave::new();
/// wave.run(&space, &[(StateId(7), 0)]);
/// assert_eq!(wave_on_threads(space.steps_of_cells(), &[StateId(7)], 2), wave.costs());
/// # Ok::<(), wayfront_search::SearchError>(())
/// ```
#[must_use]
pub fn wave_on_threads(lattice: &Lattice, goals: &[StateId], threads: usize) -> Vec<Ticks> {
    let [columns, rows] = lattice.size();
    let mut costs = vec![UNKNOWN; columns * rows];
    let bands = threads.clamp(1, rows.max(1));
    let height = rows.div_ceil(bands).max(1);
    let bands = rows.div_ceil(height).max(1);
    let shared = Shared {
        lattice,
        successors: Successors::of(lattice.diagonals()),
        barrier: Barrier::new(bands),
        waiting: [AtomicUsize::new(0), AtomicUsize::new(0)],
        // From below and from above.
        mail: (0..bands).map(|_| [Mutex::new(Vec::new()), Mutex::new(Vec::new())]).collect(),
    };
    std::thread::scope(|scope| {
        for (number, part) in costs.chunks_mut(height * columns).enumerate() {
            let shared = &shared;
            let first = (number * height * columns) as u32;
            let cells = first..first + part.len() as u32;
            let mut band = Band::new(part, first, lattice, number);
            let own = goals.iter().filter(|goal| cells.contains(&goal.0));
            own.filter(|goal| lattice.is_free(goal.0)).for_each(|goal| band.begin(goal.0));
            scope.spawn(move || band.run(shared));
        }
    });
    costs
}

/// What all threads see.
struct Shared<'a> {
    lattice: &'a Lattice,
    successors: Successors,
    barrier: Barrier,
    /// How many cells wait in all, for even and for odd buckets.
    waiting: [AtomicUsize; 2],
    mail: Vec<[Mutex<Vec<Arrival>>; 2]>,
}

/// A band of rows with its own buckets.
struct Band<'a> {
    costs: &'a mut [u32],
    arrivals: Vec<u8>,
    first: u32,
    strides: [i32; 8],
    /// This bucket, the next, the one after it.
    lists: [Vec<u32>; 3],
    number: usize,
    /// For the band below and for the one above.
    out: [Vec<Arrival>; 2],
}

impl<'a> Band<'a> {
    fn new(costs: &'a mut [u32], first: u32, lattice: &Lattice, number: usize) -> Self {
        let arrivals = vec![0; costs.len()];
        let (strides, lists, out) = (lattice.strides(), Default::default(), Default::default());
        Self { costs, arrivals, first, strides, lists, number, out }
    }

    fn begin(&mut self, goal: u32) {
        self.costs[(goal - self.first) as usize] = 0;
        self.lists[0].push(goal);
    }

    fn run(mut self, shared: &Shared<'_>) {
        let mut base = 0;
        for bucket in 0usize.. {
            self.settle(shared, base);
            self.send(shared);
            shared.barrier.wait();
            self.receive(shared, base);
            let waiting = self.lists[1].len() + self.lists[2].len();
            shared.waiting[bucket % 2].fetch_add(waiting, Ordering::Relaxed);
            shared.barrier.wait();
            if shared.waiting[bucket % 2].load(Ordering::Relaxed) == 0 {
                return;
            }
            // The other counter is asked for again only after the next barrier.
            if self.number == 0 {
                shared.waiting[(bucket + 1) % 2].store(0, Ordering::Relaxed);
            }
            shared.barrier.wait();
            self.lists[0].clear();
            self.lists.rotate_left(1);
            base += STRAIGHT;
        }
    }

    /// All cells of the bucket.
    fn settle(&mut self, shared: &Shared<'_>, base: u32) {
        let now = std::mem::take(&mut self.lists[0]);
        for &cell in &now {
            let at = (cell - self.first) as usize;
            let own = self.costs[at];
            if own < base {
                continue;
            }
            let mut steps = shared.successors.of_arrivals(self.arrivals[at], shared.lattice.moves(cell));
            while steps != 0 {
                let k = steps.trailing_zeros() as usize & 7;
                steps &= steps - 1;
                let to = cell as i32 + self.strides[k];
                let arrival = (to as u32, own + if k & 1 == 0 { STRAIGHT } else { DIAGONAL }, k as u8);
                if to < self.first as i32 {
                    self.out[0].push(arrival);
                } else if to as usize >= self.first as usize + self.costs.len() {
                    self.out[1].push(arrival);
                } else {
                    self.arrive(arrival, base);
                }
            }
        }
        self.lists[0] = now;
    }

    fn arrive(&mut self, (cell, new, direction): Arrival, base: u32) {
        let at = (cell - self.first) as usize;
        let (old, after) = (self.costs[at], base + 2 * STRAIGHT);
        if new < old {
            self.costs[at] = new;
            self.arrivals[at] = 1 << direction;
            if new < after {
                if old >= after {
                    self.lists[1].push(cell);
                }
            } else if old >= after + STRAIGHT {
                self.lists[2].push(cell);
            }
        } else if new == old && self.arrivals[at] != 0 {
            self.arrivals[at] |= 1 << direction;
        }
    }

    fn send(&mut self, shared: &Shared<'_>) {
        let below = self.number.checked_sub(1).map(|number| (number, 1));
        let above = (self.number + 1 < shared.mail.len()).then_some((self.number + 1, 0));
        for (side, to) in [below, above].into_iter().enumerate() {
            if let Some((number, box_of)) = to {
                let mut mail = shared.mail[number][box_of].lock().unwrap_or_else(PoisonError::into_inner);
                mail.append(&mut self.out[side]);
            }
        }
    }

    fn receive(&mut self, shared: &Shared<'_>, base: u32) {
        for box_of in 0..2 {
            let mail =
                std::mem::take(&mut *shared.mail[self.number][box_of].lock().unwrap_or_else(PoisonError::into_inner));
            mail.into_iter().for_each(|arrival| self.arrive(arrival, base));
        }
    }
}
