//! The published two-buffer kernel for waves (Kapadia and others 2013): every cell reads its neighbours in one buffer and
//! writes its own cost into the other, until nothing is renewed. Ticks, moves and costs are those of [`Wave`].
//!
//! [`Wave`]: wayfront::search::Wave

use rayon::prelude::*;
use wayfront::search::{DIAGONAL, Lattice, STRAIGHT, StateId, Ticks, UNKNOWN};

/// A wave by two buffers.
pub struct TwoBuffers {
    read: Vec<Ticks>,
    write: Vec<Ticks>,
}

impl TwoBuffers {
    /// All cells are unknown but the goal.
    pub fn new(lattice: &Lattice, goal: StateId) -> Self {
        let mut read = vec![UNKNOWN; lattice.all_moves().len()];
        read[goal.index()] = 0;
        Self { write: read.clone(), read }
    }

    /// Renews all cells once. Returns whether a cost became less.
    pub fn iterate(&mut self, lattice: &Lattice) -> bool {
        let (strides, moves, read) = (lattice.strides(), lattice.all_moves(), &self.read);
        let columns = lattice.size()[0].max(1);
        let renewed = self.write.par_chunks_mut(columns).enumerate().map(|(row, line)| {
            let mut is_renewed = false;
            for (column, cost) in line.iter_mut().enumerate() {
                let cell = row * columns + column;
                let mut new = read[cell];
                for (k, stride) in strides.iter().enumerate().filter(|(k, _)| moves[cell] >> k & 1 == 1) {
                    let step = if k % 2 == 0 { STRAIGHT } else { DIAGONAL };
                    new = new.min(read[(cell as i32 + stride) as usize] + step);
                }
                *cost = new;
                is_renewed |= new < read[cell];
            }
            is_renewed
        });
        let is_renewed = renewed.reduce(|| false, |a, b| a | b);
        std::mem::swap(&mut self.read, &mut self.write);
        is_renewed
    }
}
