//! Random numbers from a seed: the same everywhere, for ever.
//!
//! [`Rng`] is `wayfront_world::Random` (SplitMix64) with seeds spread apart, and draws whole numbers by remainder. Tests
//! that make their own streams take `Random` as it is. [`Congruential`] is for texts and bytes.

use wayfront_world::Random;

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Rng(Random);

impl Rng {
    /// The stream of this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(Random::new(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ 0x6a09_e667_f3bc_c908))
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// 0..n
    pub fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }

    /// low..=high
    pub fn between(&mut self, low: i32, high: i32) -> i32 {
        low + self.below((high - low + 1) as usize) as i32
    }

    /// 0.0..1.0
    pub fn unit(&mut self) -> f64 {
        self.0.unit()
    }

    /// True in this share of all cases.
    pub fn chance(&mut self, share: f64) -> bool {
        self.unit() < share
    }

    /// One of these.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// Brings them into random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for k in (1..items.len()).rev() {
            items.swap(k, self.below(k + 1));
        }
    }
}

/// A 64-bit congruential generator (Knuth's MMIX): one multiplication per number, low bits of little worth.
#[derive(Clone, Debug)]
pub struct Congruential(u64);

impl Congruential {
    /// The stream of this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next state.
    pub const fn state(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0
    }

    /// 0..n; 0 if there is none.
    pub fn below(&mut self, n: usize) -> usize {
        (self.state() >> 33) as usize % n.max(1)
    }
}
