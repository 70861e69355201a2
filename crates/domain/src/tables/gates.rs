//! Gates: segments of the free space that can be crossed at a price, or that open and close.
//!
//! A gate is a chain of sides whose [`twin`](crate::Side::twin) is [`NO_SIDE`](crate::NO_SIDE), as at a wall: each of
//! its two sides has its own corners, and nothing passes by accident. A path that may pass asks here what is beyond. Both
//! questions are a bit test and a look-up, and a domain without gates has empty tables.

use crate::tables::ids::{CornerId, GateId, SideId};
use serde::{Deserialize, Serialize};

/// A side that lies on a gate, or on several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GateSide<'a> {
    /// The same side seen from the triangle beyond.
    pub beyond: SideId,
    /// The gates that run along it, by number. Never empty.
    pub gates: &'a [GateId],
}

/// The link from a corner over a gate to the next sector of the same vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Across {
    /// The sector beyond.
    pub corner: CornerId,
    /// The side of this corner's sector that lies on the gate: see [`Domain::gate`](crate::Domain::gate).
    pub side: SideId,
}

/// A set of numbers that knows how many of them come before each: one bit per number, and a sum per 64.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<u64>", into = "Vec<u64>")]
pub(crate) struct Marks {
    words: Vec<u64>,
    before: Vec<u32>,
}

impl Marks {
    /// The set of these numbers, sorted, all below `limit`.
    pub fn of(numbers: impl Iterator<Item = u32>, limit: usize) -> Self {
        let mut words = vec![0u64; limit.div_ceil(64)];
        for k in numbers {
            words[k as usize / 64] |= 1 << (k % 64);
        }
        words.into()
    }

    /// How many numbers there are, and whether all are below `limit`.
    pub fn count_below(&self, limit: usize) -> Option<usize> {
        let last = self.words.iter().rposition(|&word| word != 0);
        let most = last.map_or(0, |w| 64 * w + 64 - self.words[w].leading_zeros() as usize);
        (most <= limit).then(|| self.words.iter().map(|word| word.count_ones() as usize).sum())
    }

    #[inline]
    pub fn contains(&self, k: u32) -> bool {
        self.words.get(k as usize / 64).is_some_and(|word| word >> (k % 64) & 1 == 1)
    }

    /// How many numbers of the set are smaller than `k`, if that is one of them.
    #[inline]
    pub fn rank(&self, k: u32) -> Option<usize> {
        let word = *self.words.get(k as usize / 64)?;
        let bit = 1u64 << (k % 64);
        (word & bit != 0).then(|| (self.before[k as usize / 64] + (word & (bit - 1)).count_ones()) as usize)
    }
}

/// The set with these bits.
impl From<Vec<u64>> for Marks {
    fn from(words: Vec<u64>) -> Self {
        let sums = words.iter().scan(0, |sum, word| {
            let before = *sum;
            *sum += word.count_ones();
            Some(before)
        });
        Self { before: sums.collect(), words }
    }
}

impl From<Marks> for Vec<u64> {
    fn from(marks: Marks) -> Self {
        marks.words
    }
}

/// All gates of a domain.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Gates {
    /// Which sides lie on gates.
    pub sides: Marks,
    /// For each of them: what is beyond, and where its gates begin in `numbers`.
    pub entries: Vec<Entry>,
    pub numbers: Vec<GateId>,
    /// Which corners have something across.
    pub corners: Marks,
    /// For each of them: where its list begins. One more at the end.
    pub starts: Vec<u32>,
    pub across: Vec<Across>,
    /// Which corners are there for the sake of gates alone: see `Domain::is_made_by_gates`.
    pub made: Marks,
}

/// A side on a gate.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Entry {
    pub side: u32,
    pub beyond: u32,
    /// The part of [`Gates::numbers`] that holds its gates.
    pub numbers: [u32; 2],
}

impl Gates {
    /// Of all sides on gates, among `sides` free ones. Corners follow with `Domain::link_corners_across`.
    pub fn of(mut entries: Vec<Entry>, numbers: Vec<GateId>, sides: usize) -> Self {
        entries.sort_unstable_by_key(|entry| entry.side);
        let sides = Marks::of(entries.iter().map(|entry| entry.side), sides);
        Self { sides, entries, numbers, ..Self::default() }
    }

    /// Every number points to something, among so many corners and free sides.
    pub fn is_within(&self, corners: usize, sides: usize) -> bool {
        let is_side = |side: u32| (side as usize) < sides;
        let is_entry = |entry: &Entry| {
            let [from, to] = entry.numbers.map(|k| k as usize);
            is_side(entry.side) && is_side(entry.beyond) && from <= to && to <= self.numbers.len()
        };
        let with_across = self.corners.count_below(corners);
        let is_listed =
            self.starts.is_sorted() && self.starts.last().is_none_or(|&end| end as usize <= self.across.len());
        self.sides.count_below(sides) == Some(self.entries.len())
            && self.entries.iter().all(is_entry)
            && (self.starts.len() == with_across.map_or(0, |n| n + 1)
                || self.starts.is_empty() && with_across == Some(0))
            && is_listed
            && self.across.iter().all(|across| across.corner.index() < corners && is_side(across.side.0))
            && self.made.count_below(corners).is_some()
    }

    pub fn beyond(&self, side: u32) -> Option<u32> {
        self.sides.rank(side).map(|k| self.entries[k].beyond)
    }
}
