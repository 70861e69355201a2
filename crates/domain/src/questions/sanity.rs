//! Every invariant of a domain, checked. Tests and fuzzers call it after each build.

use crate::tables::domain::{Domain, NO_SIDE};
use crate::tables::gates::Across;
use crate::tables::ids::{CornerId, SideId, TriangleId};
use thiserror::Error;
use wayfront_geometry::orient;

/// An invariant that does not hold.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BrokenDomain {
    /// A triangle does not turn left.
    #[error("triangle {0:?} does not turn left")]
    Clockwise(TriangleId),
    /// A triangle has other points for location than for maps.
    #[error("triangle {0:?} has two sets of points")]
    Face(TriangleId),
    /// A side's twin does not lead back, or joins other corners.
    #[error("side {0:?} and its twin disagree")]
    Twins(SideId),
    /// A blocked triangle is linked with a free one.
    #[error("side {0:?} leads out of the free space")]
    Leak(SideId),
    /// The sides around a corner do not all start there, or miss some.
    #[error("the fan of corner {0:?} is not the set of sides that start there")]
    Fan(CornerId),
    /// Two triangles that are linked are in different components.
    #[error("side {0:?} joins two components")]
    Components(SideId),
    /// A side on a gate is linked, or what is beyond does not lead back.
    #[error("the gate at side {0:?} does not have two sides")]
    Gate(SideId),
    /// The sectors across a corner's gates do not have it across.
    #[error("corner {0:?} and what lies across do not agree")]
    Across(CornerId),
    /// The order of corners separates the sectors of a vertex.
    #[error("the sectors of corner {0:?} are not next to each other")]
    Scattered(CornerId),
}

impl Domain {
    /// Checks all invariants. Linear in the size of the domain.
    ///
    /// # Errors
    /// The first invariant that does not hold.
    pub fn sanity_check(&self) -> Result<(), BrokenDomain> {
        for t in (0..self.sides.len() as u32 / 3).map(TriangleId) {
            let [a, b, c] = self.triangle(t);
            if orient(a, b, c) <= 0.0 {
                return Err(BrokenDomain::Clockwise(t));
            }
            if t.sides().map(|s| self.point(self.side(s).origin)) != [a, b, c] {
                return Err(BrokenDomain::Face(t));
            }
            for side in t.sides() {
                self.check_side(side)?;
            }
        }
        self.check_gates()?;
        self.check_fans()?;
        self.check_sectors()
    }

    fn check_side(&self, side: SideId) -> Result<(), BrokenDomain> {
        let beyond = self.beyond(side);
        if beyond != NO_SIDE {
            let [from, to] = self.side_points(side);
            if self.beyond(SideId(beyond)) != side.0 || self.side_points(SideId(beyond)) != [to, from] {
                return Err(BrokenDomain::Twins(side));
            }
        }
        if self.beyond_open(side) != self.twin(side) {
            return Err(BrokenDomain::Twins(side));
        }
        let Some(twin) = self.twin(side) else { return Ok(()) };
        if !self.is_free(side.triangle()) || !self.is_free(twin.triangle()) {
            return Err(BrokenDomain::Leak(side));
        }
        let [from, to] = self.side_corners(side);
        if twin.0 != beyond || self.twin(twin) != Some(side) || self.side_corners(twin) != [to, from] {
            return Err(BrokenDomain::Twins(side));
        }
        if self.component(side.triangle()) != self.component(twin.triangle()) {
            return Err(BrokenDomain::Components(side));
        }
        Ok(())
    }

    fn check_gates(&self) -> Result<(), BrokenDomain> {
        for side in self.gate_sides() {
            let back = self.gate(side).filter(|g| g.beyond.0 == self.beyond(side)).and_then(|g| self.gate(g.beyond));
            let is_right = self.gate(side).zip(back).is_some_and(|(gate, back)| {
                let is_linked = self.twin(side).is_some() || !self.is_free(side.triangle());
                back.beyond == side && back.gates == gate.gates && !gate.gates.is_empty() && !is_linked
            });
            if !is_right {
                return Err(BrokenDomain::Gate(side));
            }
            if self.component(side.triangle()) != self.component(SideId(self.beyond(side)).triangle()) {
                return Err(BrokenDomain::Components(side));
            }
        }
        (0..self.corners).map(CornerId).try_for_each(|corner| self.check_across(corner))
    }

    fn check_across(&self, corner: CornerId) -> Result<(), BrokenDomain> {
        let leads_back = |across: &Across| {
            let beyond = self.gate(across.side).map(|gate| gate.beyond);
            let back = self.across(across.corner).iter().find(|b| Some(b.side) == beyond);
            let is_here = self.side_corners(across.side).contains(&corner);
            is_here && self.point(across.corner) == self.point(corner) && back.is_some_and(|b| b.corner == corner)
        };
        let ends = self.fan(corner).flat_map(|side| [side, side.prev()]);
        let on_gates = ends.filter(|&side| self.is_gate(side)).count();
        let is_whole = on_gates == self.across(corner).len() || self.is_loose_end(corner);
        let is_right = self.across(corner).iter().all(leads_back) && is_whole;
        if is_right { Ok(()) } else { Err(BrokenDomain::Across(corner)) }
    }

    /// A gate ends here in free space: the sector begins and ends at it.
    fn is_loose_end(&self, corner: CornerId) -> bool {
        let first = self.first_side(corner);
        self.across(corner).is_empty()
            && self.gate(first).is_some_and(|gate| self.side_corners(gate.beyond)[1] == corner)
    }

    fn check_fans(&self) -> Result<(), BrokenDomain> {
        let mut starting = vec![0usize; self.corner_count()];
        for side in self.sides() {
            starting[side.origin.index()] += 1;
        }
        for (k, &count) in starting.iter().enumerate() {
            let corner = CornerId(k as u32);
            let fan: Vec<_> = self.fan(corner).take(count + 1).collect();
            let is_whole = fan.len() == count && fan.iter().all(|&s| self.side(s).origin == corner);
            if !is_whole || count == 0 {
                return Err(BrokenDomain::Fan(corner));
            }
        }
        Ok(())
    }

    fn check_sectors(&self) -> Result<(), BrokenDomain> {
        let mut order: Vec<u32> = (0..self.corners).collect();
        let key = |c: u32| (self.points[c as usize].x, self.points[c as usize].y);
        order.sort_by(|&a, &b| key(a).partial_cmp(&key(b)).unwrap_or(std::cmp::Ordering::Equal).then(a.cmp(&b)));
        for pair in order.windows(2) {
            if key(pair[0]) == key(pair[1]) && pair[1] != pair[0] + 1 {
                return Err(BrokenDomain::Scattered(CornerId(pair[1])));
            }
        }
        Ok(())
    }
}
