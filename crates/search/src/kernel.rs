//! The published two-buffer kernel (Kapadia and others 2013) as a reference for graphics cards: every cell reads its
//! neighbours in one buffer and writes its own cost into the other, again and again.
//!
//! *Termination*: nothing was renewed in an iteration, or the least cost that was renewed is not below that of the farthest
//! walker: what is renewed later is dearer still. (The published loop runs while its flag is 0 and sets it to 0; it
//! must run while something changed.) *Repair*: first inconsistency is propagated to its end, all cells at once, then
//! costs are renewed; in any other order two cells could support each other in a circle. A cell keeps its cost only if a
//! neighbour with a smaller one supports it exactly. *Cost*: all cells in each iteration, as many iterations as steps to
//! the farthest walker. Ticks, moves, the rule for diagonals and [`UNKNOWN`] are those of waves, and so is the result, bit
//! for bit.

use crate::lattice::{Lattice, PRICES};
use crate::space::{StateId, Ticks, UNKNOWN};
use rayon::prelude::*;

/// A wave by two buffers.
///
/// ```
/// use wayfront_domain::Cells;
/// use wayfront_geometry::Point;
/// use wayfront_search::{CellSpace, Diagonals, KernelWave, StateId};
///
/// let cells = Cells::new(Point::new(0.0, 0.0), 1.0, [9, 9], vec![true; 81])?;
/// let space = CellSpace::new(&cells, Diagonals::BothFree)?;
/// let mut kernel = KernelWave::new(space.steps_of_cells(), &[StateId(40)]);
/// assert_eq!(kernel.run(space.steps_of_cells(), &[]), 5); // four steps to the corner, and one to see that it is over
/// assert_eq!(kernel.costs()[0], 4 * 577);
/// # Ok::<(), wayfront_search::SearchError>(())
/// ```
#[derive(Clone, Debug)]
pub struct KernelWave {
    read: Vec<Ticks>,
    write: Vec<Ticks>,
    goals: Vec<u32>,
}

impl KernelWave {
    /// All cells unknown but the goals.
    #[must_use]
    pub fn new(lattice: &Lattice, goals: &[StateId]) -> Self {
        let mut goals: Vec<u32> = goals.iter().map(|goal| goal.0).collect();
        goals.sort_unstable();
        let read = vec![UNKNOWN; lattice.all_moves().len()];
        let mut kernel = Self { write: read.clone(), read, goals };
        kernel.place_goals(lattice);
        kernel
    }

    fn place_goals(&mut self, lattice: &Lattice) {
        for &goal in self.goals.iter().filter(|&&goal| lattice.is_free(goal)) {
            self.read[goal as usize] = 0;
        }
    }

    /// Iterates until costs are final, or those of all walkers are. Returns the number of iterations.
    pub fn run(&mut self, lattice: &Lattice, walkers: &[StateId]) -> usize {
        let mut iterations = 0;
        loop {
            let least = self.iterate(lattice);
            iterations += 1;
            let farthest = walkers.iter().map(|walker| self.read[walker.index()]).max();
            if least == UNKNOWN || farthest.is_some_and(|farthest| farthest <= least) {
                return iterations;
            }
        }
    }

    /// One iteration over all cells. Returns the least cost that was renewed.
    pub fn iterate(&mut self, lattice: &Lattice) -> Ticks {
        let (strides, moves, read) = (lattice.strides(), lattice.all_moves(), &self.read);
        let columns = lattice.size()[0].max(1);
        let renewed = self.write.par_chunks_mut(columns).enumerate().map(|(row, line)| {
            let mut least = UNKNOWN;
            for (column, cost) in line.iter_mut().enumerate() {
                let cell = row * columns + column;
                let old = read[cell];
                let mut new = old;
                for (k, stride) in strides.iter().enumerate() {
                    if moves[cell] >> k & 1 == 1 {
                        new = new.min(read[(cell as i32 + stride) as usize] + PRICES[k]);
                    }
                }
                *cost = new;
                if new < old {
                    least = least.min(new);
                }
            }
            least
        });
        let least = renewed.min().unwrap_or(UNKNOWN);
        std::mem::swap(&mut self.read, &mut self.write);
        least
    }

    /// Makes costs right after cells became free or blocked. Returns the number of iterations of both passes.
    pub fn repair(&mut self, lattice: &Lattice) -> [usize; 2] {
        let mut passes = 1;
        while self.take_back(lattice) {
            passes += 1;
        }
        self.place_goals(lattice);
        [passes, self.run(lattice, &[])]
    }

    /// Takes back the cost of every cell that nothing supports. False if there was none.
    fn take_back(&mut self, lattice: &Lattice) -> bool {
        let (strides, moves, read, goals) = (lattice.strides(), lattice.all_moves(), &self.read, &self.goals);
        let columns = lattice.size()[0].max(1);
        let lost = self.write.par_chunks_mut(columns).enumerate().map(|(row, line)| {
            let mut is_any_lost = false;
            for (column, cost) in line.iter_mut().enumerate() {
                let cell = row * columns + column;
                let old = read[cell];
                let is_goal =
                    || old == 0 && lattice.is_free(cell as u32) && goals.binary_search(&(cell as u32)).is_ok();
                let supports = |(k, stride): (usize, &i32)| {
                    moves[cell] >> k & 1 == 1 && read[(cell as i32 + stride) as usize] + PRICES[k] == old
                };
                let is_lost = old < UNKNOWN && !is_goal() && !strides.iter().enumerate().any(supports);
                *cost = if is_lost { UNKNOWN } else { old };
                is_any_lost |= is_lost;
            }
            is_any_lost
        });
        let is_any_lost = lost.reduce(|| false, |a, b| a | b);
        std::mem::swap(&mut self.read, &mut self.write);
        is_any_lost
    }

    /// The cost of all cells.
    #[must_use]
    pub fn costs(&self) -> &[Ticks] {
        &self.read
    }
}
