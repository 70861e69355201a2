//! What waits for its turn, as one number that the queue compares: the least cost first; then, to be the same every time,
//! sights before legs, each by its place in its list.

use std::cmp::Reverse;

/// A sight, or a leg to a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Waiting(Reverse<u128>);

impl Waiting {
    pub fn new(least: f64, is_leg: bool, number: u32) -> Self {
        let bits = least.to_bits();
        // Doubles in their order: negative ones turned around, before all others.
        let order = if bits >> 63 == 0 { bits | 1 << 63 } else { !bits };
        Self(Reverse(u128::from(order) << 64 | u128::from(is_leg) << 32 | u128::from(number)))
    }

    /// The least cost of a way over it.
    pub fn least(self) -> f64 {
        let order = (self.0.0 >> 64) as u64;
        f64::from_bits(if order >> 63 == 1 { order & !(1 << 63) } else { !order })
    }

    /// It is a leg.
    pub fn is_leg(self) -> bool {
        self.0.0 >> 32 & 1 == 1
    }

    /// Its place in the list of sights, or in that of legs.
    pub fn index(self) -> usize {
        self.0.0 as u32 as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_comes_first_and_reads_back() {
        let costs = [f64::NEG_INFINITY, -3.5, -0.0, 0.0, 1e-300, 2.0, 7.25, f64::INFINITY];
        let mut queue: std::collections::BinaryHeap<Waiting> =
            costs.iter().rev().zip(0..).map(|(&cost, k)| Waiting::new(cost, k % 2 == 1, k)).collect();
        for (k, cost) in costs.iter().enumerate() {
            let next = queue.pop().unwrap();
            assert_eq!(next.least().to_bits(), cost.to_bits());
            assert_eq!(next.index(), costs.len() - 1 - k);
            assert_eq!(next.is_leg(), next.index() % 2 == 1);
        }
        assert!(Waiting::new(1.0, false, 9) > Waiting::new(1.0, true, 2), "sights before legs");
        assert!(Waiting::new(1.0, true, 2) > Waiting::new(1.0, true, 3));
    }
}
