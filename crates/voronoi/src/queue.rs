//! What is open in a search over nodes, the cheapest first.
//!
//! A node and its cost are one number of 64 bits: the cost in single precision, then the node. The order is right up to the
//! rounding of that, so searches take a node again when a cheaper way to it turns up later, and end when the next cost is
//! surely not below what they have. Costs are not negative.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Costs in the queue are rounded by no more than this share.
const ROUNDED: f64 = 1.0 - f32::EPSILON as f64;

#[derive(Clone, Debug, Default)]
pub(crate) struct Queue(BinaryHeap<Reverse<u64>>);

impl Queue {
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Room for so many.
    pub fn reserve(&mut self, count: usize) {
        self.0.reserve(count);
    }

    #[inline]
    pub fn push(&mut self, cost: f64, node: u32) {
        self.0.push(Reverse(u64::from((cost as f32).to_bits()) << 32 | u64::from(node)));
    }

    /// The next node, and what it costs at least.
    #[inline]
    pub fn pop(&mut self) -> Option<(f64, u32)> {
        self.0.pop().map(|Reverse(both)| (f64::from(f32::from_bits((both >> 32) as u32)) * ROUNDED, both as u32))
    }

    /// A cost as [`Self::pop`] gives it.
    #[inline]
    pub fn rounded(cost: f64) -> f64 {
        f64::from(cost as f32) * ROUNDED
    }
}
