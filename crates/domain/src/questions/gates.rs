//! What is beyond a gate, and which sectors of a vertex lie across one.

use crate::tables::domain::Domain;
use crate::tables::gates::{Across, GateSide, Marks};
use crate::tables::ids::{CornerId, SideId};

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
    /// # Ok::<(), wayfront_domain::DomainError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn gate(&self, side: SideId) -> Option<GateSide<'_>> {
        let entry = self.gates.entries[self.gates.sides.rank(side.0)?];
        let [from, to] = entry.numbers.map(|k| k as usize);
        Some(GateSide { beyond: SideId(entry.beyond), gates: &self.gates.numbers[from..to] })
    }

    /// The sectors of the same vertex that lie next to this corner's, beyond a gate: at most two, one at each end of
    /// the sector. A path that slides through a gate's end, or bends at the corner in which it ends, takes this link. Constant
    /// time.
    #[inline]
    #[must_use]
    pub fn across(&self, corner: CornerId) -> &[Across] {
        let gates = &self.gates;
        let Some(k) = gates.corners.rank(corner.0) else { return &[] };
        &gates.across[gates.starts[k] as usize..gates.starts[k + 1] as usize]
    }

    /// The vertex is there for the sake of gates alone: one ends there in the middle of a straight wall, or some cross.
    /// The free space has no corner there, so no path turns. Constant time.
    #[inline]
    #[must_use]
    pub fn is_made_by_gates(&self, corner: CornerId) -> bool {
        self.gates.made.contains(corner.0)
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
