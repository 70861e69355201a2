//! Jump point search: from one cell at which a path may turn to the next.
//!
//! A diagonal jump looks along its row and its column at every step; what is found there is reached from where the jump
//! began, so cells in the middle of a diagonal are never put into the queue. A cell that is reached at equal cost from
//! several directions follows all of them.

use super::{AStar, Budget, Meter, Node, SearchStatus};
use crate::lattice::{DIAGONAL, Diagonals, Jumps, Lattice, OFFSETS, STRAIGHT, Successors};
use crate::space::{StateId, UNKNOWN};

/// What is kept between searches.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    successors: Option<(Diagonals, Box<Successors>)>,
    /// Cells that the last expansion leads to: cell, cost, direction of arrival.
    found: Vec<(u32, u32, u8)>,
    corners: Vec<StateId>,
}

impl AStar {
    pub(super) fn find_by_jumps(&mut self, lattice: &Lattice, from: StateId, to: StateId, budget: Budget) {
        let mut scratch = std::mem::take(&mut self.jumps);
        let diagonals = lattice.diagonals();
        let successors = match scratch.successors.take() {
            Some((known, successors)) if known == diagonals => successors,
            _ => Box::new(Successors::of(diagonals)),
        };
        let (jumps, mut meter) = (Jumps::new(lattice, to.0), Meter::new(budget));
        let mut nearest = (lattice.octile(from.0, to.0), from);
        self.reach(from, 0, from.0);
        self.heap.push(nearest.0, 0, from.0);
        let (mut status, mut least) = (SearchStatus::Unreachable, UNKNOWN);
        while let Some((f, cell)) = self.heap.pop() {
            let node = self.nodes[cell as usize];
            let left = lattice.octile(cell, to.0);
            let arrivals = node.waiting & !node.done;
            if f != node.cost + left || (arrivals == 0 && cell != from.0) {
                continue;
            }
            if cell == to.0 {
                (status, least) = (SearchStatus::Optimal, node.cost);
                break;
            }
            if meter.is_spent() {
                (status, least) = (SearchStatus::OutOfBudget { arrived: false }, f);
                break;
            }
            meter.count();
            self.nodes[cell as usize].done |= arrivals;
            if left < nearest.0 {
                nearest = (left, StateId(cell));
            }
            let steps = successors.of_arrivals(arrivals, lattice.moves(cell));
            scratch.found.clear();
            expand(lattice, &jumps, cell, node.cost, steps, to.0, &mut scratch.found);
            for &(next, cost, direction) in &scratch.found {
                self.arrive(lattice, cell, next, cost, direction, to.0);
            }
        }
        self.finish(from, to, status, least, nearest.1, meter.expanded());
        std::mem::swap(&mut self.answer.path, &mut scratch.corners);
        fill_path(lattice, &scratch.corners, &mut self.answer.path);
        scratch.successors = Some((diagonals, successors));
        self.jumps = scratch;
    }

    fn arrive(&mut self, lattice: &Lattice, parent: u32, cell: u32, cost: u32, direction: u8, to: u32) {
        let (stamp, bit) = (self.stamp, 1 << direction);
        let node = &mut self.nodes[cell as usize];
        if node.stamp != stamp || cost < node.cost {
            *node = Node { stamp, cost, parent, waiting: bit, done: 0 };
        } else if cost == node.cost && node.waiting & bit == 0 && node.parent != cell {
            node.waiting |= bit;
        } else {
            return;
        }
        self.heap.push(cost + lattice.octile(cell, to), cost, cell);
    }
}

/// All cells to which a cell leads in these directions.
fn expand(
    lattice: &Lattice,
    jumps: &Jumps<'_>,
    cell: u32,
    cost: u32,
    steps: u8,
    goal: u32,
    found: &mut Vec<(u32, u32, u8)>,
) {
    let at = lattice.column_row(cell).map(|v| v as isize);
    let mut steps = steps;
    while steps != 0 {
        let k = steps.trailing_zeros() as usize & 7;
        steps &= steps - 1;
        if k & 1 == 0 {
            straight(lattice, jumps, (at, cell), cost, k, found);
        } else {
            diagonal(lattice, jumps, (at, cell), cost, k, goal, found);
        }
    }
}

#[inline]
fn straight(
    lattice: &Lattice,
    jumps: &Jumps<'_>,
    (at, cell): ([isize; 2], u32),
    cost: u32,
    k: usize,
    found: &mut Vec<(u32, u32, u8)>,
) {
    if let Some(count) = jumps.straight(at, k) {
        let stride = OFFSETS[k].0 + OFFSETS[k].1 * lattice.size()[0] as i32;
        let to = cell as i32 + stride * count as i32;
        found.push((to as u32, cost + STRAIGHT * count, k as u8));
    }
}

fn diagonal(
    lattice: &Lattice,
    jumps: &Jumps<'_>,
    (mut at, mut cell): ([isize; 2], u32),
    mut cost: u32,
    k: usize,
    goal: u32,
    found: &mut Vec<(u32, u32, u8)>,
) {
    let is_strict = lattice.diagonals() == Diagonals::BothFree;
    let stride = OFFSETS[k].0 + OFFSETS[k].1 * lattice.size()[0] as i32;
    let bit = |k: usize| 1u8 << (k % 8);
    let mut moves = lattice.moves(cell);
    while moves & bit(k) != 0 {
        cell = (cell as i32 + stride) as u32;
        at = [at[0] + OFFSETS[k].0 as isize, at[1] + OFFSETS[k].1 as isize];
        cost += DIAGONAL;
        moves = lattice.moves(cell);
        // Past a blocked corner there may be more to see: only where diagonals may cut corners.
        let may_turn = !is_strict
            && (moves & bit(k + 3) == 0 && moves & bit(k + 2) != 0
                || moves & bit(k + 5) == 0 && moves & bit(k + 6) != 0);
        if cell == goal || may_turn {
            found.push((cell, cost, k as u8));
            return;
        }
        for side in [(k + 1) % 8, (k + 7) % 8] {
            if moves & bit(side) != 0 {
                straight(lattice, jumps, (at, cell), cost, side, found);
            }
        }
    }
}

/// All cells of a path of which the turning points are known: first diagonally, then straight.
fn fill_path(lattice: &Lattice, corners: &[StateId], path: &mut Vec<StateId>) {
    path.clear();
    let columns = lattice.size()[0] as i32;
    path.extend(corners.first());
    for pair in corners.windows(2) {
        let [[ax, ay], [bx, by]] = [pair[0], pair[1]].map(|state| lattice.column_row(state.0).map(|v| v as i32));
        let (mut x, mut y) = (ax, ay);
        while (x, y) != (bx, by) {
            (x, y) = (x + (bx - x).signum(), y + (by - y).signum());
            path.push(StateId((y * columns + x) as u32));
        }
    }
}
