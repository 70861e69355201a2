//! Where discs can cross a side, and what that costs at least: windows that come too late are not followed.
//!
//! The centre of a disc that crosses a side is in its *passage*, the part of the side that has room. Whoever knows a
//! cheap way to an end of the passage can walk along the side to any place of it, so a window that is dearer everywhere
//! needs no further look: the rule of the ends of a side, for discs. Costs change by no more than one walks, so it is
//! enough to compare in one place: where both ends offer the same.
//!
//! A leg that leads beyond a side crosses its passage, unless it starts within a radius of the side, or touches a corner
//! beyond it before its centre has crossed: such windows are kept, such corners still looked at. For then the way of the
//! centre, the line of sight and the side would have an end of the side between them, inside of what the disc sweeps.
//!
//! Sides whose passage is in several parts, or so narrow that rounding decides, or that meet a barrier, take no part; and
//! none does where costs are no distances. Cost: for each side what
//! lies within a radius of it, once; and a leg or two: ways to the ends of a passage are claimed, and looked at only when
//! something would be too late if they were free.

use super::near::{Axis, Near};
use super::sight::{Passing, Root};
use super::wave::{Goal, Wave};
use wayfront_domain::{Domain, SideId};
use wayfront_geometry::{DiscLeg, LegEnd, Point, closest_on_segment};

/// Share of the radius by which passages are certain, or certainly not.
const SURE: f64 = 1e-9;
/// Turns back by less are rounding here, where rays bound what is asked about.
const BACK: f64 = 1e-6;

/// Radii by which a way to the end of a passage must be cheaper to be worth keeping.
const WORTH: f64 = 0.1;

/// The part of a side in which centres may cross it.
#[derive(Clone, Copy, Debug)]
enum Passage {
    Unknown,
    /// Nobody can cross.
    Closed,
    /// No rule holds.
    Doubtful,
    Open(Open),
}

/// All of it is one piece.
#[derive(Clone, Copy, Debug)]
struct Open {
    /// Lengths along the side between which everything with room lies, and between which everything has room.
    outer: [f64; 2],
    inner: [f64; 2],
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
    const NONE: Self = Self { cost: f64::INFINITY, number: u32::MAX };
}

impl Open {
    /// A way to one of the ends is known: whoever is there can walk along.
    fn know(&mut self, k: usize, cost: f64) {
        self.most[k] = self.most[k].min(cost);
        self.most[1 - k] = self.most[1 - k].min(self.most[k] + self.inner[1] - self.inner[0]);
    }

    /// As if all claims were true.
    fn claimed(&self) -> Self {
        let mut open = *self;
        self.claims.iter().enumerate().for_each(|(k, claim)| open.know(k, claim.cost));
        open
    }
}

/// The passages of all sides, as far as somebody asked.
#[derive(Debug, Default)]
pub(super) struct Passages {
    list: Vec<Passage>,
    /// The radius for which it was filled, if nothing but outlines counted.
    filled_for: Option<f64>,
    near: Near,
}

/// A side as it is stored: once for both of its faces.
struct Stored {
    index: usize,
    axis: Axis,
}

impl Stored {
    fn of(domain: &Domain, side: SideId) -> Self {
        let canonical = domain.twin(side).map_or(side, |twin| twin.min(side));
        Self { index: canonical.index(), axis: Axis::of(domain.side_points(canonical)) }
    }
}

impl Passages {
    /// Forgets costs; and places too, unless they are those of the same radius among the same outlines.
    pub fn restart(&mut self, domain: &Domain, radius: f64, has_outlines_only: bool) {
        let radius = has_outlines_only.then_some(radius);
        if radius.is_none() || self.filled_for != radius {
            self.list.clear();
        }
        self.filled_for = radius;
        self.list.resize(domain.sides().len(), Passage::Unknown);
        for passage in &mut self.list {
            if let Passage::Open(open) = passage {
                (open.most, open.claims) = ([f64::INFINITY; 2], [Claim::NONE; 2]);
            }
        }
    }

    /// The outlines are others from now on.
    pub fn forget_domain(&mut self) {
        self.list.clear();
        self.filled_for = None;
    }

    /// Not everything that a root sends over a side is too late.
    pub fn admits<G: Goal>(
        &mut self,
        wave: &Wave<G>,
        domain: &Domain,
        root: &Root,
        side: SideId,
        passing: Passing,
    ) -> bool {
        let stored = Stored::of(domain, side);
        let [a, b] = domain.side_points(side);
        let at = root.end.at;
        if wave.tolls.has_factors() || closest_on_segment(a, b, at).distance(at) <= root.radius * (1.0 + SURE) {
            return true;
        }
        let open = match self.passage(wave, domain, side, &stored) {
            Passage::Closed => return false,
            Passage::Open(open) => open,
            Passage::Doubtful | Passage::Unknown => return true,
        };
        let [low, high] = crossed(root, &stored, passing, open.outer);
        if low > high || is_late(wave, root, &stored, &open, [low, high]) {
            return false;
        }
        if is_late(wave, root, &stored, &open.claimed(), [low, high]) {
            let open = self.prove(wave, domain, &stored, open);
            if is_late(wave, root, &stored, &open, [low, high]) {
                return false;
            }
        }
        self.claim(wave, root, &stored, passing);
        true
    }

    /// Looks at whether claims are true.
    fn prove<G: Goal>(&mut self, wave: &Wave<G>, domain: &Domain, stored: &Stored, mut open: Open) -> Open {
        for k in 0..2 {
            let Claim { cost, number } = std::mem::replace(&mut open.claims[k], Claim::NONE);
            if cost >= open.most[k] {
                continue;
            }
            let end = LegEnd::point(stored.axis.at(open.inner[k]));
            // From the end on: nothing need be marked.
            let start = SideId(stored.index as u32).triangle();
            let leg = wave.arrivals.leg(number, end, wave.radius);
            if leg.is_some_and(|leg| domain.leg_is_free_from(&leg, start, wave.openings())) {
                open.know(k, cost);
            }
        }
        self.list[stored.index] = Passage::Open(open);
        open
    }

    /// A root is at an end of a side: it may offer cheap ways to the passage.
    pub fn reach<G: Goal>(&mut self, wave: &Wave<G>, domain: &Domain, root: &Root, side: SideId, passing: Passing) {
        let stored = Stored::of(domain, side);
        self.passage(wave, domain, side, &stored);
        self.claim(wave, root, &stored, passing);
    }

    /// Straight ways from a root to the ends of a passage may be cheaper than what is known.
    fn claim<G: Goal>(&mut self, wave: &Wave<G>, root: &Root, stored: &Stored, passing: Passing) {
        let Passage::Open(mut open) = self.list[stored.index] else { return };
        for k in 0..2 {
            let Some(leg) = DiscLeg::new(root.end, LegEnd::point(stored.axis.at(open.inner[k])), root.radius) else {
                continue;
            };
            if passing.excludes(leg.direction()) {
                continue;
            }
            let known = open.most[k].min(open.claims[k].cost);
            let worth = if known.is_finite() { WORTH * root.radius } else { 0.0 };
            if let Some(cost) = wave.cost_of(root.number, &leg).filter(|&cost| cost < known - worth) {
                open.claims[k] = Claim { cost, number: root.number };
            }
        }
        self.list[stored.index] = Passage::Open(open);
    }

    fn passage<G: Goal>(&mut self, wave: &Wave<G>, domain: &Domain, side: SideId, stored: &Stored) -> Passage {
        if let Passage::Unknown = self.list[stored.index] {
            let openings = &wave.openings;
            let are_solid = domain.side_corners(side).iter().all(|&corner| openings.is_solid(domain, corner));
            let is_plain = !wave.tolls.meet(domain.side_points(side), SURE * wave.radius);
            self.list[stored.index] = if are_solid && is_plain {
                let faces = [Some(side), domain.twin(side)].into_iter().flatten().map(SideId::triangle);
                self.near.look(domain, openings, &stored.axis, faces, wave.radius * (1.0 + 2.0 * SURE));
                found(&mut self.near, &stored.axis, wave.radius)
            } else {
                Passage::Doubtful
            };
        }
        self.list[stored.index]
    }
}

/// The lengths along a side between which rays of a root may cross it.
fn crossed(root: &Root, stored: &Stored, passing: Passing, outer: [f64; 2]) -> [f64; 2] {
    let [mut low, mut high] = outer;
    // Whether the root has the first end on its right.
    let is_first_right = (stored.axis.from - root.end.at).cross(stored.axis.along) > 0.0;
    for (ray, is_right) in [(passing.right, true), (passing.left, false)] {
        if ray == Point::default() {
            continue;
        }
        let start = root.centre(ray);
        let (across, away) = (ray.cross(stored.axis.along), (stored.axis.from - start).cross(stored.axis.along));
        // Rays that hardly come nearer bound nothing.
        if across * away <= 0.0 || across.abs() < 1e-3 {
            continue;
        }
        let meets = (start + ray * (away / across) - stored.axis.from).dot(stored.axis.along);
        let slack = SURE * (stored.axis.length + (away / across).abs());
        if is_right == is_first_right {
            low = low.max(meets - slack);
        } else {
            high = high.min(meets + slack);
        }
    }
    [low, high]
}

/// Between two places of a passage a root is dearer than what is known.
fn is_late<G: Goal>(wave: &Wave<G>, root: &Root, stored: &Stored, open: &Open, [low, high]: [f64; 2]) -> bool {
    let Open { outer, inner, most, .. } = *open;
    if most[0].is_infinite() && most[1].is_infinite() {
        return false;
    }
    // Where both ends offer the same.
    let middle = (most[1] - most[0] + inner[0] + inner[1]) / 2.0;
    let at = middle.clamp(low, high);
    let known = [most[0] + (at - inner[0]).abs(), most[1] + (at - inner[1]).abs()];
    let known = if middle >= high {
        known[0]
    } else if middle <= low {
        known[1]
    } else {
        known[0].max(known[1])
    };
    let Some(leg) = DiscLeg::new(root.end, LegEnd::point(stored.axis.at(at)), root.radius) else { return false };
    let arrival = &wave.arrivals.list[root.number as usize];
    let turn = arrival.turn_to(leg.direction());
    if turn < -BACK {
        return false;
    }
    let cost = arrival.cost + root.radius * turn.max(0.0) + leg.length();
    let rim = (inner[0] - outer[0]).max(outer[1] - inner[1]);
    cost > known + 2.0 * rim + SURE * (cost.abs() + leg.length())
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
            Passage::Open(Open { outer, inner, most: [f64::INFINITY; 2], claims: [Claim::NONE; 2] })
        }
        _ => Passage::Doubtful,
    }
}
