//! Which cells are connected, in constant time: a number for each part, joined when cells come free.
//!
//! *Invariant*: two cells with different numbers are not connected. Blocking a cell may part what one number joins;
//! that is found out when a search has looked everywhere in vain ([`Lattice::relabel`]), which costs no more than the
//! search did, and is known from then on.

use super::{Diagonals, Lattice};

#[derive(Clone, Debug, Default)]
pub struct Components {
    labels: Vec<u32>,
    /// A forest over labels: the root is the smallest.
    parents: Vec<u32>,
    /// A number may join what is no longer connected.
    is_doubtful: bool,
}

impl Components {
    pub fn may_be_joined(&self, a: u32, b: u32) -> bool {
        self.root(self.labels[a as usize]) == self.root(self.labels[b as usize])
    }

    fn root(&self, mut label: u32) -> u32 {
        while self.parents[label as usize] != label {
            label = self.parents[label as usize];
        }
        label
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b) as usize] = a.min(b);
    }

    fn fresh(&mut self) -> u32 {
        self.parents.push(self.parents.len() as u32);
        self.parents.len() as u32 - 1
    }
}

impl Lattice {
    /// Numbers all parts: two passes over rows. Blocked cells have numbers of their own.
    pub(super) fn label(&mut self) {
        let mut components = Components { labels: vec![0; self.moves.len()], parents: vec![0], is_doubtful: false };
        // Number 0 is for blocked cells, which are never asked about.
        for cell in 0..self.moves.len() {
            if !self.is_free(cell as u32) {
                continue;
            }
            let moves = self.moves[cell];
            // Neighbours that come before: to the left, and the row below.
            let left = (moves & 1 << 4 != 0).then(|| components.labels[cell - 1]);
            let below = (moves & 1 << 6 != 0).then(|| components.labels[cell - self.columns]);
            let label = left.or(below).unwrap_or_else(|| components.fresh());
            if let (Some(left), Some(below)) = (left, below)
                && left != below
            {
                components.join(left, below);
            }
            components.labels[cell] = label;
            if self.diagonals == Diagonals::Always {
                for (k, back) in [(5, self.columns + 1), (7, self.columns - 1)] {
                    if moves & 1 << k != 0 {
                        components.join(label, components.labels[cell - back]);
                    }
                }
            }
        }
        for label in 0..components.parents.len() as u32 {
            // Roots are smaller, and already shortened.
            let parent = components.parents[label as usize];
            components.parents[label as usize] = components.parents[parent as usize];
        }
        self.components = components;
    }

    /// Cells became free: their parts are one. Cells were blocked: what was one part may be several.
    pub(super) fn join_or_doubt(&mut self, free: bool, cells: &[u32], changed: &[u32]) {
        if !free {
            self.components.is_doubtful = true;
            return;
        }
        for &cell in cells {
            self.components.labels[cell as usize] = self.components.fresh();
        }
        let strides = self.strides();
        for &cell in changed {
            for (k, stride) in strides.iter().enumerate() {
                if self.moves[cell as usize] & 1 << k != 0 {
                    let next = (cell as i32 + stride) as usize;
                    let [a, b] = [cell as usize, next].map(|cell| self.components.labels[cell]);
                    self.components.join(a, b);
                }
            }
        }
    }

    /// Numbers all parts anew if some may have been parted.
    pub fn relabel(&mut self) {
        if self.components.is_doubtful {
            self.label();
        }
    }
}
