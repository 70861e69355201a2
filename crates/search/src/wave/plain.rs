//! The wave on cells of equal price: paths in canonical order alone.
//!
//! A cell knows in which directions its cheapest paths arrive; from there only the steps are taken that a canonical path
//! may take next ([`Successors`]). Since a bucket holds no two cells of which one leads to the other, all arrivals of a
//! cell are known when its turn comes, those of equal cost included.

use super::Walkers;
use super::ring::Ring;
use crate::lattice::{DIAGONAL, Diagonals, Lattice, STRAIGHT, Successors};
use crate::space::StateId;

/// What the wave on a lattice needs besides costs.
#[derive(Clone, Debug, Default)]
pub struct PlainWave {
    /// A cell's moves, and above them the directions in which its cheapest paths arrive; these are only read where a cost is
    /// known. Together, because both are asked for together.
    info: Vec<u16>,
    successors: Option<(Diagonals, Box<Successors>)>,
    /// The buckets: this one, the next, the one after it.
    lists: [Vec<u32>; 3],
}

impl PlainWave {
    pub fn run(
        &mut self,
        lattice: &Lattice,
        goals: &[(StateId, u32)],
        costs: &mut [u32],
        ring: &mut Ring,
        waits: &mut Walkers<'_>,
    ) -> usize {
        self.info.clear();
        self.info.extend(lattice.all_moves().iter().map(|&moves| u16::from(moves)));
        let diagonals = lattice.diagonals();
        if self.successors.as_ref().is_none_or(|known| known.0 != diagonals) {
            self.successors = Some((diagonals, Box::new(Successors::of(diagonals))));
        }
        ring.start(STRAIGHT, DIAGONAL);
        ring.seed(goals.iter().map(|&(goal, paid)| (paid, goal.0)));
        let Some((_, successors)) = &self.successors else { return 0 };
        spread(lattice.strides(), successors, costs, &mut self.info, &mut self.lists, ring, waits)
    }
}

fn spread(
    strides: [i32; 8],
    successors: &Successors,
    costs: &mut [u32],
    info: &mut [u16],
    lists: &mut [Vec<u32>; 3],
    ring: &mut Ring,
    waits: &mut Walkers<'_>,
) -> usize {
    let info = &mut info[..costs.len()];
    let mut settled = 0;
    lists.iter_mut().for_each(Vec::clear);
    let [now, next, after] = lists;
    while ring.fill(now, next.is_empty() && after.is_empty()) {
        let base = ring.base();
        if waits.are_settled(costs, base) {
            return settled;
        }
        let (next_base, after_base) = (base + STRAIGHT, base + 2 * STRAIGHT);
        for &cell in now.iter() {
            let own = costs[cell as usize];
            if own < base {
                continue;
            }
            settled += 1;
            let [moves, arrivals] = info[cell as usize].to_le_bytes();
            let mut steps = successors.of_arrivals(arrivals, moves);
            while steps != 0 {
                let k = steps.trailing_zeros() as usize & 7;
                steps &= steps - 1;
                let to = (cell as i32 + strides[k]) as usize;
                let new = own + if k & 1 == 0 { STRAIGHT } else { DIAGONAL };
                let old = costs[to];
                if new < old {
                    costs[to] = new;
                    info[to] = info[to] & 0xff | 0x100 << k;
                    if new < after_base {
                        if old >= after_base {
                            next.push(to as u32);
                        }
                    } else if old >= after_base + STRAIGHT {
                        after.push(to as u32);
                    }
                } else if new == old && info[to] > 0xff {
                    // Of a goal with that cost, which nothing has entered, all steps are taken anyway.
                    info[to] |= 0x100 << k;
                }
            }
        }
        now.clear();
        std::mem::swap(now, next);
        std::mem::swap(next, after);
        ring.skip_to(next_base);
    }
    settled
}
