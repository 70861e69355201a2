//! What waits for its turn, as one number that the queue compares: the least cost first; then, to be the same every time,
//! sights before legs before turns that have more of them, each by its place in its list.

use super::bitangents::LegId;
use super::turns::Turn;
use std::cmp::Reverse;

/// What it is that waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// What is seen over a side.
    Sight,
    /// A leg to a corner.
    Leg,
    /// An arrival that has dearer legs to offer.
    Rest,
}

/// A leg to a corner whose stadium was not looked at yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Untried {
    pub from: u32,
    pub turn: Turn,
    /// What it costs; at least, if it is kept for the radius.
    pub cost: f64,
    /// Which of the legs that are kept for the radius it is, if any.
    pub kept: LegId,
}

/// Something that waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Waiting(Reverse<u128>);

impl Waiting {
    pub fn new(least: f64, kind: Kind, number: u32) -> Self {
        let bits = least.to_bits();
        // Doubles in their order: negative ones turned around, before all others.
        let order = if bits >> 63 == 0 { bits | 1 << 63 } else { !bits };
        Self(Reverse(u128::from(order) << 64 | (kind as u128) << 32 | u128::from(number)))
    }

    /// The least cost of a way over it.
    pub fn least(self) -> f64 {
        let order = (self.0.0 >> 64) as u64;
        f64::from_bits(if order >> 63 == 1 { order & !(1 << 63) } else { !order })
    }

    /// What it is.
    pub fn kind(self) -> Kind {
        match self.0.0 >> 32 & 3 {
            0 => Kind::Sight,
            1 => Kind::Leg,
            _ => Kind::Rest,
        }
    }

    /// Its place in the list of sights, in that of legs, or in that of arrivals.
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
        let kind = |k: usize| [Kind::Sight, Kind::Leg, Kind::Rest][k % 3];
        let mut queue: std::collections::BinaryHeap<Waiting> =
            costs.iter().rev().zip(0..).map(|(&cost, k)| Waiting::new(cost, kind(k as usize), k)).collect();
        for (k, cost) in costs.iter().enumerate() {
            let next = queue.pop().unwrap();
            assert_eq!(next.least().to_bits(), cost.to_bits());
            assert_eq!(next.index(), costs.len() - 1 - k);
            assert_eq!(next.kind(), kind(next.index()));
        }
        assert!(Waiting::new(1.0, Kind::Sight, 9) > Waiting::new(1.0, Kind::Leg, 2), "sights before legs");
        assert!(Waiting::new(1.0, Kind::Leg, 9) > Waiting::new(1.0, Kind::Rest, 2), "legs before turns");
        assert!(Waiting::new(1.0, Kind::Leg, 2) > Waiting::new(1.0, Kind::Leg, 3));
    }
}
