//! Where discs can cross a side, and what that costs at least: windows that come too late are not followed.
//!
//! The centre of a disc that crosses a side is in its *passage*, the part of the side that has room. Whoever knows a
//! cheap way to an end of the passage can walk along the side to any place of it, so a window that is dearer everywhere
//! needs no further look: the rule of the ends of a side, for discs. Costs change by no more than one walks, so it is
//! enough to compare in one place: where both ends offer the same.
//!
//! A leg that leads beyond a side crosses its passage, unless it starts within a radius of the side, or touches a corner
//! beyond it before its centre has crossed: such windows are kept, such corners still looked at, where there are any. For
//! then the way of the centre, the line of sight and the side would have an end of the side between them, inside of what
//! the disc sweeps.
//!
//! Sides whose passage is in several parts, or so narrow that rounding decides, or that meet a barrier, take no part; and
//! none does where costs are no distances. Cost: for each side what lies within a radius of it, once; and a leg or two:
//! ways to the ends of a passage are claimed by arrivals at the ends of the side, and looked at only when something would
//! be too late if they were free. Windows that cross a side could claim them too: that prunes a little more, and costs
//! more than it saves.
//! Claims are rounded up, what may be too late is rounded down (`Straight`): angles cost a few products, not an arc tangent.

mod late;

use super::near::{Axis, Near};
use super::sight::{Passing, Root};
use super::straight::Straight;
use super::tolls::Tolls;
use super::turns::{Arrivals, NONE};
use late::{crossed, is_late, is_near};
use wayfront_domain::{Domain, Openings, SideId};
use wayfront_geometry::LegEnd;

/// Tolerance: Share of the radius by which passages are certain, or certainly not.
const SURE: f64 = 1e-9;

/// Radii by which a way to the end of a passage must be cheaper to be worth keeping.
const WORTH: f64 = 0.1;

/// What may still count beyond a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Admission {
    /// Everything.
    Through,
    /// Corners that a disc touches before its centre has crossed the side.
    Beside,
    /// Nothing.
    Nothing,
}

/// What a wave knows.
#[derive(Clone, Copy)]
pub(super) struct Known<'a> {
    pub arrivals: &'a Arrivals,
    pub tolls: &'a Tolls,
    pub openings: &'a Openings,
    pub radius: f64,
}

/// The part of a side in which centres may cross it.
#[derive(Clone, Copy, Debug)]
enum Passage {
    /// Nobody can cross.
    Closed,
    /// No rule holds.
    Doubtful,
    /// All of it is one piece.
    Open(Open),
}

/// A passage in one piece.
#[derive(Clone, Copy, Debug)]
struct Open {
    /// Lengths along the side between which everything with room lies, and between which everything has room.
    outer: [f64; 2],
    inner: [f64; 2],
    /// The wave that the rest is about.
    round: u32,
    /// What a way to the ends of the inner part costs at most.
    most: [f64; 2],
    /// Cheaper ways to the ends, of which nobody knows yet whether they are free.
    claims: [Claim; 2],
}

/// A straight way from an arrival, unproved.
#[derive(Clone, Copy, Debug)]
struct Claim {
    cost: f64,
    number: u32,
}

impl Claim {
    const NONE: Self = Self { cost: f64::INFINITY, number: NONE };
}

impl Open {
    /// Forgets the costs of other waves.
    #[inline]
    fn renew(&mut self, round: u32) {
        if self.round != round {
            (self.round, self.most, self.claims) = (round, [f64::INFINITY; 2], [Claim::NONE; 2]);
        }
    }

    /// Something is known, or claimed.
    #[inline]
    fn is_known(&self) -> bool {
        self.most[0].min(self.claims[0].cost).min(self.most[1]).min(self.claims[1].cost) < f64::INFINITY
    }

    /// A way to one of the ends is known: whoever is there can walk along.
    #[inline]
    fn know(&mut self, k: usize, cost: f64) {
        self.most[k] = self.most[k].min(cost);
        self.most[1 - k] = self.most[1 - k].min(self.most[k] + self.inner[1] - self.inner[0]);
    }

    /// As if all claims were true.
    #[inline]
    fn claimed(&self) -> Self {
        let mut open = *self;
        self.claims.iter().enumerate().for_each(|(k, claim)| open.know(k, claim.cost));
        open
    }
}

/// What is known about a side, for one radius: once for both of its faces.
#[derive(Clone, Copy, Debug)]
struct Entry {
    side: SideId,
    axis: Axis,
    passage: Passage,
    /// Some other corner lies within a radius of the side: left of it, and right of it.
    has_corners: [bool; 2],
}

/// The passages of the sides about which somebody asked.
#[derive(Debug, Default)]
pub(super) struct Passages {
    list: Vec<Entry>,
    /// For each side its place in the list: the same for both of its faces.
    slots: Vec<u32>,
    /// The radius for which it was filled, if nothing but outlines counted.
    filled_for: Option<f64>,
    round: u32,
    near: Near,
}

impl Passages {
    /// Forgets costs; and places too, unless they are those of the same radius among the same outlines.
    pub fn restart(&mut self, domain: &Domain, radius: f64, has_outlines_only: bool) {
        let radius = has_outlines_only.then_some(radius);
        if radius.is_none() || self.filled_for != radius {
            for entry in self.list.drain(..) {
                for face in [Some(entry.side), domain.twin(entry.side)].into_iter().flatten() {
                    self.slots[face.index()] = NONE;
                }
            }
        }
        self.filled_for = radius;
        self.slots.resize(domain.sides().len(), NONE);
        self.round = self.round.wrapping_add(1);
    }

    /// What of all that a root sends over a side is not too late.
    pub fn admission(
        &mut self,
        known: Known,
        domain: &Domain,
        root: &Root,
        side: SideId,
        passing: Passing,
    ) -> Admission {
        if known.tolls.has_factors() {
            return Admission::Through;
        }
        let slot = self.slot(known, domain, side);
        let Entry { side: own, axis, passage, has_corners } = &mut self.list[slot];
        match passage {
            Passage::Closed => {}
            Passage::Doubtful => return Admission::Through,
            Passage::Open(open) => {
                open.renew(self.round);
                if !open.is_known() {
                    return Admission::Through;
                }
            }
        }
        if is_near(axis, root.end.at, root.radius * (1.0 + SURE)) {
            return Admission::Through;
        }
        let otherwise = if has_corners[usize::from(side == *own)] { Admission::Beside } else { Admission::Nothing };
        let Passage::Open(open) = passage else { return otherwise };
        let part = crossed(root, axis, passing, open.outer);
        if part[0] > part[1] || is_late(root, axis, open, part) {
            return otherwise;
        }
        if is_late(root, axis, &open.claimed(), part) {
            prove(known, domain, (*own, axis), open);
            if is_late(root, axis, open, part) {
                return otherwise;
            }
        }
        Admission::Through
    }

    /// A root is at an end of a side: it may offer cheap ways to the passage.
    pub fn touch(&mut self, known: Known, domain: &Domain, root: &Root, side: SideId, passing: Passing) {
        // Nobody crosses an outline.
        if domain.twin(side).is_none() {
            return;
        }
        let slot = self.slot(known, domain, side);
        let Entry { axis, passage, .. } = &mut self.list[slot];
        if let Passage::Open(open) = passage {
            open.renew(self.round);
            claim(known, root, axis, open, passing);
        }
    }

    /// Somebody has looked at a side, since something was claimed there or might be too late.
    #[inline]
    pub fn is_looked_at(&self, side: SideId) -> bool {
        self.slots[side.index()] != NONE
    }

    /// The place of a side in the list.
    #[inline]
    fn slot(&mut self, known: Known, domain: &Domain, side: SideId) -> usize {
        let slot = self.slots[side.index()];
        if slot != NONE { slot as usize } else { self.look(known, domain, side) }
    }

    #[inline(never)]
    fn look(&mut self, known: Known, domain: &Domain, side: SideId) -> usize {
        let Known { tolls, openings, radius, .. } = known;
        let own = domain.twin(side).map_or(side, |twin| twin.min(side));
        let [from, to] = domain.side_points(own);
        let length = domain.side(own).length;
        let axis = Axis { from, along: (to - from) * (1.0 / length), length };
        let faces = [Some(side), domain.twin(side)].into_iter().flatten().map(SideId::triangle);
        self.near.look(domain, openings, &axis, faces, radius * (1.0 + 2.0 * SURE));
        let are_solid = domain.side_corners(side).iter().all(|&corner| openings.is_solid(domain, corner));
        let is_plain = !tolls.meet(domain.side_points(side), SURE * radius);
        let passage = if are_solid && is_plain { found(&mut self.near, &axis, radius) } else { Passage::Doubtful };
        // Where parts of outlines are open, a corner may be left of which nothing solid is seen.
        let has_corners = if openings.is_empty() {
            self.near.has_corners(&axis, domain.side_points(side), radius * (1.0 + 2.0 * SURE))
        } else {
            [true; 2]
        };
        let slot = self.list.len();
        for face in [Some(side), domain.twin(side)].into_iter().flatten() {
            self.slots[face.index()] = slot as u32;
        }
        self.list.push(Entry { side: own, axis, passage, has_corners });
        slot
    }
}

/// Looks at whether claims are true.
#[inline(never)]
fn prove(known: Known, domain: &Domain, (side, axis): (SideId, &Axis), open: &mut Open) {
    let openings = (!known.openings.is_empty()).then_some(known.openings);
    for k in 0..2 {
        let Claim { cost, number } = std::mem::replace(&mut open.claims[k], Claim::NONE);
        if cost >= open.most[k] {
            continue;
        }
        // From the end on: nothing need be marked.
        let end = LegEnd::point(axis.at(open.inner[k]));
        let leg = known.arrivals.leg(number, end, known.radius);
        if leg.is_some_and(|leg| domain.leg_is_free_from(&leg, side.triangle(), openings)) {
            open.know(k, cost);
        }
    }
}

/// Straight ways from a root to the ends of a passage may be cheaper than what is known.
#[inline]
fn claim(known: Known, root: &Root, axis: &Axis, open: &mut Open, passing: Passing) {
    let arrival = &known.arrivals.list[root.number as usize];
    for k in 0..2 {
        let end = axis.at(open.inner[k]);
        let best = open.most[k].min(open.claims[k].cost);
        let best = if best.is_finite() { best - WORTH * root.radius } else { best };
        let Some(straight) = Straight::to(root, end) else { continue };
        if root.cost + straight.length >= best || passing.excludes(end - root.end.at, root.aside(None)) {
            continue;
        }
        let cost = if known.tolls.is_empty() {
            straight.most(root, arrival.most)
        } else {
            let leg = known.arrivals.leg(root.number, LegEnd::point(end), root.radius);
            leg.and_then(|leg| arrival.cost_of(&leg, known.tolls))
        };
        if let Some(cost) = cost.filter(|&cost| cost < best) {
            open.claims[k] = Claim { cost, number: root.number };
        }
    }
}

/// The passage of a side, from what lies near it.
fn found(near: &mut Near, axis: &Axis, radius: f64) -> Passage {
    let mut one = |radius: f64| {
        let (mut part, mut count) = ([0.0; 2], 0);
        near.parts(axis, radius, |found| {
            part = found;
            count += 1;
        });
        (part, count)
    };
    match (one(radius * (1.0 - SURE)), one(radius * (1.0 + SURE))) {
        ((_, 0), _) => Passage::Closed,
        ((outer, 1), (inner, 1)) if inner[1] - inner[0] > SURE * radius => {
            let (most, claims) = ([f64::INFINITY; 2], [Claim::NONE; 2]);
            Passage::Open(Open { outer, inner, round: 0, most, claims })
        }
        _ => Passage::Doubtful,
    }
}
