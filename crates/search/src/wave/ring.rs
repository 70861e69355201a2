//! The queue of a wave: a short ring of lists, one for each bucket of costs, and seeds that wait until their bucket comes.
//!
//! *Invariant*: a bucket is as wide as the cheapest step, so nothing that is settled puts anything into the bucket it was
//! taken from. A state may stand in several lists; only the first of them counts.

use std::collections::BTreeMap;

/// Buckets of states by cost.
#[derive(Clone, Debug, Default)]
pub struct Ring {
    width: u32,
    lists: Vec<Vec<u32>>,
    /// The list of the current bucket.
    at: usize,
    /// The least cost of the current bucket.
    base: u32,
    /// How many entries all lists hold.
    waiting: usize,
    /// By cost, dearest first.
    seeds: Vec<(u32, u32)>,
    /// Room to sort them.
    sorted: Vec<(u32, u32)>,
    counts: Vec<u32>,
    spare: Vec<u32>,
    /// Where steps differ so much in cost that a ring would be mostly empty: buckets by their number.
    far: Option<BTreeMap<u32, Vec<u32>>>,
}

/// So few seeds are sorted by comparing them.
const FEW: usize = 48;
/// The longest ring.
const LONGEST: usize = 1 << 11;

impl Ring {
    /// Empty, for steps between these costs.
    pub fn start(&mut self, cheapest: u32, dearest: u32) {
        debug_assert!(cheapest > 0, "a step is free");
        let count = (dearest / cheapest + 2).next_power_of_two() as usize;
        self.width = cheapest;
        self.lists.iter_mut().for_each(Vec::clear);
        self.far = (count > LONGEST).then(BTreeMap::new);
        let count = count.min(LONGEST);
        if self.lists.len() != count {
            self.lists.resize(count, Vec::new());
        }
        self.seeds.clear();
        (self.at, self.base, self.waiting) = (0, 0, 0);
    }

    /// Costs and states to begin with, however far apart.
    pub fn seed(&mut self, seeds: impl IntoIterator<Item = (u32, u32)>) {
        self.seeds.extend(seeds);
        self.sort_seeds();
        // The bucket before the first one, so that the first step leads into it.
        let first = self.seeds.last().map_or(0, |seed| seed.0);
        self.base = first - first % self.width;
        self.at = 0;
    }

    /// The dearest bucket first. Within a bucket any order will do, so that many seeds are counted out, not compared.
    fn sort_seeds(&mut self) {
        let costs = self.seeds.iter().map(|seed| seed.0);
        let (low, high) = (costs.clone().min().unwrap_or(0), costs.max().unwrap_or(0));
        let (first, count) = (low / self.width, (high / self.width - low / self.width) as usize + 1);
        if self.seeds.len() < FEW || count > self.seeds.len() {
            return self.seeds.sort_unstable_by(|a, b| b.cmp(a));
        }
        self.counts.clear();
        self.counts.resize(count + 1, 0);
        let bucket = |cost: u32| count - 1 - (cost / self.width - first) as usize;
        self.seeds.iter().for_each(|seed| self.counts[bucket(seed.0) + 1] += 1);
        (0..count).for_each(|k| self.counts[k + 1] += self.counts[k]);
        self.sorted.clear();
        self.sorted.resize(self.seeds.len(), (0, 0));
        for &seed in &self.seeds {
            let at = &mut self.counts[bucket(seed.0)];
            self.sorted[*at as usize] = seed;
            *at += 1;
        }
        std::mem::swap(&mut self.seeds, &mut self.sorted);
    }

    /// The least cost of the current bucket.
    pub const fn base(&self) -> u32 {
        self.base
    }

    /// How many buckets ahead a cost lies, and the least cost of that bucket. In a short ring a division takes longer than
    /// to count.
    #[inline]
    fn bucket_of(&self, cost: u32) -> (u32, u32) {
        if self.lists.len() > 4 {
            let ahead = (cost - self.base) / self.width;
            return (ahead, self.base + ahead * self.width);
        }
        let (mut ahead, mut low) = (0, self.base);
        while cost - low >= self.width {
            (ahead, low) = (ahead + 1, low + self.width);
        }
        (ahead, low)
    }

    /// A state got a cost that lies ahead of the current bucket. Where the old cost was in the same bucket, it stands there already.
    #[inline]
    pub fn push(&mut self, new: u32, old: u32, state: u32) {
        let (ahead, low) = self.bucket_of(new);
        if old - low >= self.width {
            if let Some(far) = &mut self.far {
                return far.entry(new / self.width).or_default().push(state);
            }
            let k = (self.at + ahead as usize) & (self.lists.len() - 1);
            self.lists[k].push(state);
            self.waiting += 1;
        }
    }

    /// The next bucket that holds something.
    pub fn next_bucket(&mut self) -> Option<Vec<u32>> {
        if let Some(far) = &mut self.far {
            for (cost, state) in self.seeds.drain(..) {
                far.entry(cost / self.width).or_default().push(state);
            }
            let (number, bucket) = far.pop_first()?;
            self.base = number * self.width;
            return Some(bucket);
        }
        loop {
            if self.waiting == 0 {
                // Nothing on the way: on to the next seed.
                let &(cost, _) = self.seeds.last()?;
                self.base = cost - cost % self.width;
            }
            while let Some(&(cost, state)) = self.seeds.last()
                && cost < self.base + self.width
            {
                self.seeds.pop();
                self.lists[self.at].push(state);
                self.waiting += 1;
            }
            if !self.lists[self.at].is_empty() {
                let bucket = std::mem::replace(&mut self.lists[self.at], std::mem::take(&mut self.spare));
                self.waiting -= bucket.len();
                return Some(bucket);
            }
            self.advance();
        }
    }

    /// Adds the seeds of the current bucket to `now`, a list of a caller that keeps the other buckets, too. If it has
    /// nothing on the way, on to the next seed. False if nothing is left.
    pub fn fill(&mut self, now: &mut Vec<u32>, is_idle: bool) -> bool {
        if now.is_empty() && is_idle {
            let Some(&(cost, _)) = self.seeds.last() else { return false };
            self.base = cost - cost % self.width;
        }
        while let Some(&(cost, state)) = self.seeds.last()
            && cost < self.base + self.width
        {
            self.seeds.pop();
            now.push(state);
        }
        true
    }

    /// The caller of [`Self::fill`] goes on to the bucket that begins here.
    pub const fn skip_to(&mut self, base: u32) {
        self.base = base;
    }

    fn advance(&mut self) {
        self.at = (self.at + 1) & (self.lists.len() - 1);
        self.base += self.width;
    }

    /// A bucket has been dealt with.
    pub fn recycle(&mut self, mut bucket: Vec<u32>) {
        bucket.clear();
        self.spare = bucket;
        self.advance();
    }

    /// Nothing more is wanted.
    pub fn clear(&mut self, bucket: Vec<u32>) {
        self.lists.iter_mut().for_each(Vec::clear);
        self.seeds.clear();
        self.far = None;
        self.waiting = 0;
        self.spare = bucket;
        self.spare.clear();
    }
}
