//! Gates: segments of the free space that can be crossed at a price, or that open and close.
//!
//! A gate is a chain of sides whose [`twin`](crate::Side::twin) is [`NO_SIDE`](crate::NO_SIDE), as at a wall: each of
//! its two sides has its own corners, and nothing passes by accident. Whoever may pass asks here what is beyond. Both
//! questions are a bit test and a look-up, and a domain without gates has empty tables.

use crate::domain::Domain;
use crate::ids::{CornerId, GateId, SideId};

/// A side that lies on a gate, or on several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GateSide<'a> {
    /// The same side seen from the triangle beyond.
    pub beyond: SideId,
    /// The gates that run along it, by number. Never empty.
    pub gates: &'a [GateId],
}

/// The way from a corner over a gate to the next sector of the same vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Across {
    /// The sector beyond.
    pub corner: CornerId,
    /// The side of this corner's sector that lies on the gate: see [`Domain::gate`].
    pub side: SideId,
}

/// A set of numbers that knows how many of them come before each: one bit per number, and a sum per 64.
#[derive(Debug, Default)]
struct Marks {
    words: Vec<u64>,
    before: Vec<u32>,
}

impl Marks {
    /// The set of these numbers, sorted, all below `limit`.
    fn of(numbers: impl Iterator<Item = u32>, limit: usize) -> Self {
        let mut words = vec![0u64; limit.div_ceil(64)];
        for k in numbers {
            words[k as usize / 64] |= 1 << (k % 64);
        }
        let sums = words.iter().scan(0, |sum, word| {
            let before = *sum;
            *sum += word.count_ones();
            Some(before)
        });
        Self { before: sums.collect(), words }
    }

    #[inline]
    fn contains(&self, k: u32) -> bool {
        self.words.get(k as usize / 64).is_some_and(|word| word >> (k % 64) & 1 == 1)
    }

    /// How many numbers of the set are smaller than `k`, if that is one of them.
    #[inline]
    fn rank(&self, k: u32) -> Option<usize> {
        let word = *self.words.get(k as usize / 64)?;
        let bit = 1u64 << (k % 64);
        (word & bit != 0).then(|| (self.before[k as usize / 64] + (word & (bit - 1)).count_ones()) as usize)
    }
}

/// All gates of a domain.
#[derive(Debug, Default)]
pub(crate) struct Gates {
    /// Which sides lie on gates.
    sides: Marks,
    /// For each of them: what is beyond, and where its gates begin in `numbers`.
    entries: Vec<Entry>,
    numbers: Vec<GateId>,
    /// Which corners have something across.
    corners: Marks,
    /// For each of them: where its list begins. One more at the end.
    starts: Vec<u32>,
    across: Vec<Across>,
}

/// A side on a gate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub side: u32,
    pub beyond: u32,
    /// The part of [`Gates::numbers`] that holds its gates.
    pub numbers: [u32; 2],
}

impl Gates {
    /// Of all sides on gates, among `sides` free ones. Corners follow with [`Domain::link_corners_across`].
    pub fn of(mut entries: Vec<Entry>, numbers: Vec<GateId>, sides: usize) -> Self {
        entries.sort_unstable_by_key(|entry| entry.side);
        let sides = Marks::of(entries.iter().map(|entry| entry.side), sides);
        Self { sides, entries, numbers, ..Self::default() }
    }

    pub fn beyond(&self, side: u32) -> Option<u32> {
        self.sides.rank(side).map(|k| self.entries[k].beyond)
    }
}

impl Domain {
    /// The domain was made with gates that close something.
    #[must_use]
    pub fn has_gates(&self) -> bool {
        !self.gates.entries.is_empty()
    }

    /// All sides that lie on gates.
    pub fn gate_sides(&self) -> impl Iterator<Item = SideId> + '_ {
        self.gates.entries.iter().map(|entry| SideId(entry.side))
    }

    /// The side lies on a gate. Only worth asking where it has no [twin](Self::twin).
    #[inline]
    #[must_use]
    pub fn is_gate(&self, side: SideId) -> bool {
        self.gates.sides.contains(side.0)
    }

    /// What is beyond a side that lies on a gate, and which gates these are. Constant time.
    ///
    /// ```
    /// use wayfront_domain::{Domain, GateId};
    /// use wayfront_world::{Polygon, World};
    ///
    /// let hall = Polygon::ring([(0.0, 0.0), (10.0, 0.0), (10.0, 5.0), (0.0, 5.0)]);
    /// let world = World::new().area(hall);
    /// let domain = Domain::with_gates(&world, &[[(4.0, 0.0).into(), (4.0, 5.0).into()]])?;
    /// let side = domain.gate_sides().next().expect("the gate closes the hall");
    /// let gate = domain.gate(side).expect("it is one");
    /// assert_eq!(gate.gates, [GateId(0)]);
    /// assert_eq!(domain.twin(side), None);
    /// assert_eq!(domain.side_points(gate.beyond)[0], domain.side_points(side)[1]);
    /// # Ok::<(), wayfront_domain::Unbuildable>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn gate(&self, side: SideId) -> Option<GateSide<'_>> {
        let entry = self.gates.entries[self.gates.sides.rank(side.0)?];
        let [from, to] = entry.numbers.map(|k| k as usize);
        Some(GateSide { beyond: SideId(entry.beyond), gates: &self.gates.numbers[from..to] })
    }

    /// The sectors of the same vertex that lie next to this corner's, beyond a gate: at most two, one at each end of
    /// the sector. Whoever slides through a gate's end, or turns at the corner in which it ends, goes this way. Constant
    /// time.
    #[inline]
    #[must_use]
    pub fn across(&self, corner: CornerId) -> &[Across] {
        let gates = &self.gates;
        let Some(k) = gates.corners.rank(corner.0) else { return &[] };
        &gates.across[gates.starts[k] as usize..gates.starts[k + 1] as usize]
    }

    /// The sectors of a corner's vertex between which there are only gates, its own included.
    pub(crate) fn sectors_through_gates(&self, corner: CornerId) -> Vec<CornerId> {
        let mut sectors = vec![corner];
        let mut k = 0;
        while let Some(&here) = sectors.get(k) {
            for across in self.across(here) {
                if !sectors.contains(&across.corner) {
                    sectors.push(across.corner);
                }
            }
            k += 1;
        }
        sectors
    }

    /// Fills the lists behind [`Self::across`].
    pub(crate) fn link_corners_across(&mut self) {
        if !self.has_gates() {
            return;
        }
        let mut found: Vec<(u32, Across)> = Vec::new();
        for entry in &self.gates.entries {
            let (side, beyond) = (SideId(entry.side), SideId(entry.beyond));
            let [from, to] = self.side_corners(side);
            let [to_beyond, from_beyond] = self.side_corners(beyond);
            for (corner, across) in [(from, from_beyond), (to, to_beyond)] {
                // At a loose end both sides of the gate belong to the same sector.
                if corner != across {
                    found.push((corner.0, Across { corner: across, side }));
                }
            }
        }
        found.sort_unstable_by_key(|&(corner, across)| (corner, across.side));
        let mut starts: Vec<u32> = Vec::new();
        for k in 0..found.len() {
            if k == 0 || found[k].0 != found[k - 1].0 {
                starts.push(k as u32);
            }
        }
        starts.push(found.len() as u32);
        self.gates.corners = Marks::of(found.iter().map(|f| f.0), self.corner_count());
        self.gates.starts = starts;
        self.gates.across = found.into_iter().map(|f| f.1).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_what_comes_before() {
        let numbers = [0u32, 3, 63, 64, 130, 199];
        let marks = Marks::of(numbers.into_iter(), 200);
        for k in 0..260 {
            let rank = numbers.iter().position(|&n| n == k);
            assert_eq!((marks.rank(k), marks.contains(k)), (rank, rank.is_some()), "{k}");
        }
        assert_eq!(Marks::default().rank(0), None);
    }
}
