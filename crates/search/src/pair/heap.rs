//! A queue of states by two numbers: the first ascending, the second descending, then by state. Entries are never changed:
//! a reader sees whether it still holds.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A binary heap of packed keys.
#[derive(Clone, Debug, Default)]
pub struct Heap {
    entries: BinaryHeap<Reverse<(u64, u32)>>,
}

impl Heap {
    pub fn clear(&mut self) {
        self.entries.clear();
    }

    /// By `first`, of equal ones the larger `second`.
    #[inline]
    pub fn push(&mut self, first: u32, second: u32, state: u32) {
        let key = u64::from(first) << 32 | u64::from(u32::MAX - second);
        self.entries.push(Reverse((key, state)));
    }

    /// The first number and the state of the entry that comes first.
    #[inline]
    pub fn pop(&mut self) -> Option<(u32, u32)> {
        self.entries.pop().map(|Reverse((key, state))| ((key >> 32) as u32, state))
    }
}
