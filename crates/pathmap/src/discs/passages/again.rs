//! Passages for maps that are built again for the same radius: all of them are looked at beforehand, ways to their ends are
//! known by who offers them, and nothing is claimed any more.

use super::late::{crossed, is_late, is_near};
use super::{Entry, Known, Passage, Passages, SURE, WORTH};
use crate::discs::sight::{Passing, Root};
use wayfront_domain::{Domain, SideId, TriangleId};
use wayfront_geometry::Point;

/// The end of a passage, by the place of its side in the list: its first end, or its last.
#[derive(Clone, Copy, Debug)]
pub(in crate::discs) struct PassageEnd {
    slot: u32,
    is_last: bool,
}

/// A side that was crossed, by its place in the list; and whether it is near where the way over it starts, so that no rule
/// holds.
#[derive(Clone, Copy, Debug)]
pub(in crate::discs) struct SideSlot(u32);

impl SideSlot {
    const NEAR: u32 = 1 << 31;
    /// None was crossed.
    pub const NONE: Self = Self(u32::MAX);

    #[inline]
    fn is_near(self) -> bool {
        self.0 & Self::NEAR != 0
    }

    #[inline]
    fn index(self) -> usize {
        (self.0 & !Self::NEAR) as usize
    }
}

impl Passages {
    /// Looks at all sides that can be crossed.
    pub fn look_at_all(&mut self, known: Known, domain: &Domain) {
        if self.looked_at_all != Some(self.generation) {
            for side in (0..domain.sides().len() as u32).map(SideId).filter(|&side| domain.twin(side).is_some()) {
                self.slot(known, domain, side);
            }
            self.looked_at_all = Some(self.generation);
        }
    }

    /// The ends of the passage of a side, if it has one in one piece, and where they are.
    pub fn ends(&self, side: SideId) -> impl Iterator<Item = (PassageEnd, Point)> {
        let slot = self.slots[side.index()];
        let ends = self.list.get(slot as usize).and_then(|entry| match entry.passage {
            Passage::Open(open) => Some(open.inner.map(|x| entry.axis.at(x))),
            Passage::Closed | Passage::Doubtful => None,
        });
        let ends =
            ends.map(|ends| [false, true].map(|is_last| (PassageEnd { slot, is_last }, ends[usize::from(is_last)])));
        ends.into_iter().flatten()
    }

    /// Where the end of a passage is.
    pub fn place(&self, PassageEnd { slot, is_last }: PassageEnd) -> Point {
        let entry = &self.list[slot as usize];
        match entry.passage {
            Passage::Open(open) => entry.axis.at(open.inner[usize::from(is_last)]),
            Passage::Closed | Passage::Doubtful => entry.axis.from,
        }
    }

    /// A triangle in which the end of a passage lies.
    pub fn triangle(&self, end: PassageEnd) -> TriangleId {
        self.list[end.slot as usize].side.triangle()
    }

    /// A way to the end of a passage is so much cheaper than what is known that it is worth a look.
    #[inline]
    pub fn is_worth(&self, PassageEnd { slot, is_last }: PassageEnd, cost: f64, radius: f64) -> bool {
        match &self.list[slot as usize].passage {
            Passage::Open(open) => {
                let known = open.most[usize::from(is_last)];
                open.round != self.round || known.is_infinite() || cost < known - WORTH * radius
            }
            Passage::Closed | Passage::Doubtful => false,
        }
    }

    /// A way to the end of a passage is known.
    #[inline]
    pub fn know(&mut self, PassageEnd { slot, is_last }: PassageEnd, cost: f64) {
        if let Passage::Open(open) = &mut self.list[slot as usize].passage {
            open.renew(self.round);
            open.know(usize::from(is_last), cost);
        }
    }

    /// A side that was crossed from a place, as glances know it.
    pub fn slot_of(&self, side: SideId, from: Point, radius: f64) -> SideSlot {
        let slot = self.slots[side.index()];
        let is_near = is_near(&self.list[slot as usize].axis, from, radius * (1.0 + SURE));
        SideSlot(slot | if is_near { SideSlot::NEAR } else { 0 })
    }

    /// The lengths along a passage between which rays of a root cross it, rounded outwards; `None` if there are none.
    pub fn crossed(&self, root: &Root, side: SideSlot, passing: Passing) -> Option<[f32; 2]> {
        let Entry { axis, passage, .. } = &self.list[side.index()];
        match passage {
            Passage::Closed if side.is_near() => Some([f32::NEG_INFINITY, f32::INFINITY]),
            Passage::Closed => None,
            Passage::Doubtful => Some([f32::NEG_INFINITY, f32::INFINITY]),
            Passage::Open(open) => {
                let [low, high] = crossed(root, axis, passing, open.outer);
                let slack = f64::from(f32::EPSILON) * (low.abs() + high.abs());
                (low <= high || side.is_near()).then_some([(low - slack) as f32, (high + slack) as f32])
            }
        }
    }

    /// Something that a root sends over a side may count for places beyond it. The lengths between which it crosses the
    /// passage are found if they are not given.
    #[inline]
    pub fn admits(&self, root: &Root, side: SideSlot, passing: Passing, part: Option<[f32; 2]>) -> bool {
        if side.is_near() {
            return true;
        }
        let Entry { axis, passage, .. } = &self.list[side.index()];
        match passage {
            Passage::Doubtful => true,
            Passage::Closed => false,
            Passage::Open(open) => {
                let part = match part {
                    Some(part) => part.map(f64::from),
                    None => crossed(root, axis, passing, open.outer),
                };
                part[0] <= part[1] && (open.round != self.round || !is_late(root, axis, open, part))
            }
        }
    }
}
