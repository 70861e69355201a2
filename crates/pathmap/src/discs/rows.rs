//! What leaves turns, for maps that are built again for the same radius: it does not change from one to the next.
//!
//! Tangents to other turns, and the ways to the passages of the sides that meet at the corner, depend on the radius alone;
//! where a disc arrives, and at what cost, is all that is new. An arc costs the radius times an angle. So directions at a
//! turn are kept as angles from the middle of all of them, and a leg costs `k + reach`: what an arrival has paid less what
//! the arc up to its direction is worth, and the leg's length with what the arc up to that of the leg is worth. Two arrivals
//! at a turn are compared by `k`. Sums only, whose rounding is far below what arrivals are told apart by; what is believed is
//! computed anew, from the leg.
//!
//! Cost: rows are made for an eighth of the turns in each map after the first, which takes about half as long as the map; from
//! then on an addition for each leg. Memory: forty bytes for each leg and seventy for each glance, up to a limit. Nothing of
//! it outlives another radius.

use super::arcs::{Around, Turning};
use super::bitangents::{Bitangents, middle};
use super::corners::{Corners, keep_aside};
use super::glances::{Glance, Post, Walk};
use super::passages::{PassageEnd, Passages};
use super::turns::{Arrival, HALF, NONE, STRAIGHT, SURELY_LONGER, Turn, turned};
use std::f64::consts::TAU;
use wayfront_domain::{CornerId, Domain, Openings, SideId};
use wayfront_geometry::{DiscLeg, Hand, LegEnd, Point};

/// Legs that are kept at most.
const MOST_LEGS: usize = 4 << 20;

/// Glances that are kept at most.
const MOST_GLANCES: usize = 1 << 20;

/// In so many maps of one radius all turns get their rows.
const SHARES: u32 = 8;

/// A turn whose corner sees too much for a row.
const OPEN: u32 = u32::MAX - 1;

/// A leg from a turn to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowLeg {
    /// The direction in which it leaves, as an angle.
    angle: f64,
    /// Its length, and the radius times that angle.
    reach: f64,
    /// The direction in which it arrives, as an angle of the turn that it leads to.
    arrives: f64,
    pub turn: Turn,
    /// Whether nothing is in its way, if that is known.
    is_free: Option<bool>,
}

/// A straight way from a turn to the end of a passage.
#[derive(Clone, Copy, Debug)]
struct RowClaim {
    angle: f64,
    reach: f64,
    end: PassageEnd,
    is_free: Option<bool>,
}

/// What leaves a turn: numbers from the first to before the last.
#[derive(Clone, Copy, Debug)]
struct Row {
    legs: [u32; 2],
    claims: [u32; 2],
    stops: [u32; 2],
    glances: [u32; 2],
    middle: Point,
}

/// The cheapest arrival at a turn, and the directions in which no other that is dearer counts.
#[derive(Clone, Copy, Debug)]
struct Best {
    round: u32,
    k: f64,
    angles: [f64; 2],
}

const NOBODY: Best = Best { round: 0, k: f64::INFINITY, angles: [f64::INFINITY; 2] };

/// An arrival as rows see it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrived {
    row: usize,
    /// Its direction, as an angle.
    pub angle: f64,
    k: f64,
}

/// The rows of one radius.
#[derive(Debug, Default)]
pub(super) struct Rows {
    bitangents: Bitangents,
    pub radius: f64,
    /// The list of passages that rows are about.
    generation: u32,
    /// Maps that were begun for this radius.
    maps: u32,
    round: u32,
    /// For each corner and hand its row.
    slots: Vec<[u32; 2]>,
    rows: Vec<Row>,
    legs: Vec<RowLeg>,
    claims: Vec<RowClaim>,
    /// Angles at which a disc stops that turns, and what is taken off until there.
    stops: Vec<[f64; 2]>,
    glances: Vec<Glance>,
    best: Vec<[Best; 2]>,
    walk: Walk,
}

impl Rows {
    /// The corners are others from now on.
    pub fn forget_domain(&mut self) {
        *self = Self::default();
    }

    /// A map is begun; true if it is another one for the same radius.
    pub fn restart(&mut self, domain: &Domain, corners: &mut Corners, passages: &Passages, radius: f64) -> bool {
        if self.radius.to_bits() != radius.to_bits() || self.generation != passages.generation {
            (self.radius, self.generation, self.maps) = (radius, passages.generation, 0);
            self.slots.clear();
            self.rows.clear();
            self.legs.clear();
            self.claims.clear();
            self.stops.clear();
            self.glances.clear();
        }
        self.maps = self.maps.saturating_add(1);
        if self.maps == 1 {
            return false;
        }
        corners.prepare_directions(domain);
        // What rows were made from may be forgotten.
        self.bitangents.restart(domain);
        self.round = self.round.wrapping_add(1);
        self.slots.resize(domain.corner_count(), [NONE; 2]);
        self.best.resize(domain.corner_count(), [NOBODY; 2]);
        true
    }

    /// The row of a turn; `None` if it has none.
    #[inline]
    pub fn row(
        &mut self,
        domain: &Domain,
        (corners, around): (&Corners, &mut Around),
        passages: &Passages,
        turn: Turn,
    ) -> Option<usize> {
        let slot = self.slots[turn.corner.index()][turn.hand as usize];
        match slot {
            OPEN => None,
            NONE => self.make(domain, (corners, around), passages, turn),
            _ => Some(slot as usize),
        }
    }

    #[inline(never)]
    fn make(
        &mut self,
        domain: &Domain,
        (corners, around): (&Corners, &mut Around),
        passages: &Passages,
        turn: Turn,
    ) -> Option<usize> {
        let is_due = self.maps > SHARES || turn.corner.0 % SHARES == self.maps % SHARES;
        if !is_due || self.legs.len() > MOST_LEGS || self.glances.len() > MOST_GLANCES {
            return None;
        }
        let row = match self.bitangents.row(domain, corners, turn.corner) {
            Some(tangents) => self.fill(domain, (corners, around), passages, turn, tangents),
            None => None,
        };
        let slot = row.map_or(OPEN, |row| {
            self.rows.push(row);
            self.rows.len() as u32 - 1
        });
        self.slots[turn.corner.index()][turn.hand as usize] = slot;
        (slot != OPEN).then_some(slot as usize)
    }

    fn fill(
        &mut self,
        domain: &Domain,
        (corners, around): (&Corners, &mut Around),
        passages: &Passages,
        turn: Turn,
        tangents: usize,
    ) -> Option<Row> {
        let radius = self.radius;
        let middle = middle_of(corners, turn);
        let from = LegEnd::turn(domain.point(turn.corner), turn.hand);
        let first = [self.legs.len(), self.claims.len(), self.stops.len(), self.glances.len()];
        let [a, b] = corners.along(turn.corner);
        let directions = if turn.hand == Hand::Left { [-a, b] } else { [-b, a] };
        let post = Post { corner: turn.corner, end: from, middle, directions, radius };
        if !self.walk.look(domain, passages, post, &mut self.glances) {
            return None;
        }
        self.add_legs(domain, corners, (turn, from, middle), tangents);
        self.add_claims(domain, passages, (turn, from, middle));
        let fan = domain.fan(turn.corner).map(SideId::triangle);
        let ahead = Turning { at: from.at, hand: turn.hand, direction: middle, radius };
        let stops = around.stops(domain, &Openings::default(), (from.at, radius), fan);
        self.stops.extend(stops.iter().map(|stop| stop.angle(ahead)));
        let last = [self.legs.len(), self.claims.len(), self.stops.len(), self.glances.len()];
        let range = |k: usize| [first[k] as u32, last[k] as u32];
        Some(Row { legs: range(0), claims: range(1), stops: range(2), glances: range(3), middle })
    }

    /// Adds the legs that leave a turn, in the order in which a disc that turns comes to them.
    fn add_legs(
        &mut self,
        domain: &Domain,
        corners: &Corners,
        (turn, from, middle): (Turn, LegEnd, Point),
        tangents: usize,
    ) {
        let (radius, first) = (self.radius, self.legs.len());
        let [same, crossing] = self.bitangents.tangents(tangents, turn.hand);
        for (is_same, range) in [(true, same), (false, crossing)] {
            for tangent in &self.bitangents.list[range] {
                let hand = if (turn.hand == Hand::Left) == is_same { Hand::Left } else { Hand::Right };
                let target = Turn { corner: tangent.corner, hand };
                let to = LegEnd::turn(domain.point(target.corner), hand);
                let Some(leg) = DiscLeg::new(from, to, radius).filter(|_| tangent.is_one(is_same, radius)) else {
                    continue;
                };
                if is_same || corners.outlines(target.corner).is_some_and(|outlines| keep_aside(outlines, &leg, to)) {
                    let angle = turned(middle, leg.direction(), turn.hand);
                    let arrives = turned(middle_of(corners, target), leg.direction(), hand);
                    let is_free = (is_same && tangent.is_surely_free(radius)).then_some(true);
                    let reach = leg.length() + radius * angle;
                    self.legs.push(RowLeg { angle, reach, arrives, turn: target, is_free });
                }
            }
        }
        self.legs[first..].sort_unstable_by(|a, b| a.angle.total_cmp(&b.angle));
    }

    /// Adds the ways to the ends of passages beside a turn.
    fn add_claims(&mut self, domain: &Domain, passages: &Passages, (turn, from, middle): (Turn, LegEnd, Point)) {
        let radius = self.radius;
        for side in domain.fan(turn.corner) {
            for (end, at) in passages.ends(side) {
                if let Some(leg) = DiscLeg::new(from, LegEnd::point(at), radius) {
                    let angle = turned(middle, leg.direction(), turn.hand);
                    let reach = leg.length() + radius * angle;
                    self.claims.push(RowClaim { angle, reach, end, is_free: None });
                }
            }
        }
    }

    /// What the turn of an arrival sees.
    #[inline]
    pub fn glances(&self, arrived: Arrived) -> &[Glance] {
        let [from, to] = self.rows[arrived.row].glances.map(|k| k as usize);
        &self.glances[from..to]
    }

    /// How far a disc can turn around a corner.
    pub fn most(&self, row: usize, turning: Turning) -> f64 {
        let Row { stops: [from, to], middle, .. } = self.rows[row];
        let angle = turned(middle, turning.direction, turning.hand);
        let until = |&[stop, less]: &[f64; 2]| (stop - angle).rem_euclid(TAU) - less;
        self.stops[from as usize..to as usize].iter().map(until).fold(f64::INFINITY, f64::min)
    }

    /// An arrival at a turn, which is remembered if it is the cheapest.
    pub fn arrive(&mut self, row: usize, turn: Turn, arrival: &Arrival) -> Arrived {
        let angle = turned(self.rows[row].middle, arrival.direction, turn.hand);
        let k = arrival.cost - self.radius * angle;
        let best = &mut self.best[turn.corner.index()][turn.hand as usize];
        if best.round != self.round || k < best.k {
            let walked = arrival.leg[0].distance(arrival.leg[1]) * (1.0 - SURELY_LONGER);
            let back = (2.0 * (walked / self.radius).atan()).min(HALF);
            let angles = [angle - back + STRAIGHT, angle + arrival.most - STRAIGHT];
            *best = Best { round: self.round, k, angles };
        }
        Arrived { row, angle, k }
    }

    /// The numbers of the legs that an arrival may take, with what they cost: those for which nothing better is known.
    pub fn legs(&self, arrived: Arrived, worthwhile: f64, mut show: impl FnMut(u32, Turn, f64)) {
        let [from, to] = self.rows[arrived.row].legs;
        let legs = &self.legs[from as usize..to as usize];
        let first = legs.partition_point(|leg| leg.angle < arrived.angle - STRAIGHT);
        let last = arrived.angle + worthwhile + STRAIGHT;
        for (number, leg) in (from + first as u32..).zip(&legs[first..]) {
            if leg.angle > last {
                break;
            }
            let cost = arrived.k + leg.reach;
            if leg.is_free != Some(false) && !self.is_beaten(leg, cost) {
                show(number, leg.turn, cost);
            }
        }
    }

    /// Something better than a leg that costs so much is known where it leads.
    #[inline]
    fn is_beaten(&self, leg: &RowLeg, cost: f64) -> bool {
        let best = &self.best[leg.turn.corner.index()][leg.turn.hand as usize];
        best.round == self.round
            && best.k <= cost - self.radius * leg.arrives
            && (best.angles[0]..=best.angles[1]).contains(&leg.arrives)
    }

    /// The same for a leg by its number.
    #[inline]
    pub fn is_needless(&self, number: u32, cost: f64) -> bool {
        self.is_beaten(&self.legs[number as usize], cost)
    }

    /// Whether a leg is free, if that is known.
    #[inline]
    pub fn is_free(&self, number: u32) -> Option<bool> {
        self.legs[number as usize].is_free
    }

    /// Whether a leg is free was found out.
    pub fn set_free(&mut self, number: u32, is_free: bool) {
        self.legs[number as usize].is_free = Some(is_free);
    }

    /// What an arrival offers at most to the ends of passages beside it.
    pub fn claim(&mut self, domain: &Domain, turn: Turn, arrived: Arrived, most: f64, passages: &mut Passages) {
        let [from, to] = self.rows[arrived.row].claims.map(|k| k as usize);
        for claim in &mut self.claims[from..to] {
            let is_within = claim.angle >= arrived.angle - STRAIGHT && claim.angle <= arrived.angle + most;
            let cost = arrived.k + claim.reach;
            if !is_within || claim.is_free == Some(false) || !passages.is_worth(claim.end, cost, self.radius) {
                continue;
            }
            let is_free = claim.is_free.unwrap_or_else(|| {
                let start = LegEnd::turn(domain.point(turn.corner), turn.hand);
                let leg = DiscLeg::new(start, LegEnd::point(passages.place(claim.end)), self.radius);
                leg.is_some_and(|leg| domain.leg_is_free_from(&leg, passages.triangle(claim.end), None))
            });
            claim.is_free = Some(is_free);
            if is_free {
                passages.know(claim.end, cost);
            }
        }
    }
}

/// The middle of the directions in which discs leave a turn.
fn middle_of(corners: &Corners, Turn { corner, hand }: Turn) -> Point {
    let middle = middle(corners.along(corner));
    if hand == Hand::Left { middle } else { -middle }
}

/// The turn around a corner at which an arrival is.
pub(super) fn turn_of(arrival: &Arrival) -> Option<Turn> {
    let corner: CornerId = arrival.corner?;
    Some(Turn { corner, hand: arrival.end.hand? })
}
