//! The legs of one radius that leave turns: which of them are due, and what is known about them.
//!
//! 1. The first search that comes to a turn computes only the legs that are cheap enough to count.
//! 2. A second search with the same radius computes all legs of the turn and keeps them, sorted by direction: the order in
//!    which a turning disc comes to them.
//! 3. Later searches read the legs in reach of the turn, and what is known about them: whether a leg is free, and what
//!    stops a disc that turns.
//!
//! Invariant: nothing here outlives a query with another radius. Cost: a few operations for each tangent, once more for those
//! that are due. Memory: sixty bytes for each leg, forgotten beyond a limit.

use super::{Bitangent, Bitangents};
use crate::discs::arcs::{Around, Stop, Turning, most};
use crate::discs::corners::{Corners, keep_aside, unit};
use crate::discs::turns::{NONE, Turn};
use wayfront_domain::{Domain, Openings, SideId};
use wayfront_geometry::{DiscLeg, Hand, LegEnd, Point};

/// Legs that are kept at most.
const MOST_LEGS: usize = 2 << 20;

/// Radians that are less than half a turn, within which a bound is worth while.
const HALF: f64 = 3.0;

/// Tolerance: Directions that differ by less count as equal.
const NEARLY: f64 = 1e-5;

/// Marks the number of a tangent on the same hand, instead of that of a leg.
const TANGENT: u32 = 1 << 31;

/// A leg of which nothing is kept: it crosses over to the other hand.
const ONCE: u32 = u32::MAX - 1;

/// A leg that is kept, or a tangent; none for one that leaves no turn.
pub(in crate::discs) type LegId = u32;

/// A leg from one turn to another.
#[derive(Clone, Copy, Debug)]
pub(in crate::discs) struct Leg {
    /// Where it leads to.
    pub at: Point,
    pub direction: Point,
    pub length: f64,
    pub turn: Turn,
    /// What is kept about it.
    pub id: LegId,
    /// What is kept about its tangent for all radii.
    tangent: LegId,
    /// How far around the corner it leaves.
    place: f32,
    /// Whether nothing is in its way, if that is known.
    is_free: Option<bool>,
}

/// A turn, for one radius: numbers of legs and stops, from the first to before the last.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// The radius that it is about, by its number.
    round: u32,
    /// The search that looked at its tangents.
    search: u32,
    legs: [u32; 2],
    stops: [u32; 2],
}

const NOWHERE: Place = Place { round: 0, search: 0, legs: [NONE; 2], stops: [NONE; 2] };

/// The directions that a search asks for, as places around the corner: the tangent of half of the angle from the middle of
/// all directions. It grows as the disc turns.
struct Sector {
    middle: Point,
    hand: Hand,
    first: f64,
    last: f64,
}

impl Sector {
    fn new(middle: Point, hand: Hand, (direction, most): (Point, f64)) -> Self {
        let mut sector = Self { middle, hand, first: 0.0, last: f64::INFINITY };
        sector.first = sector.place(direction);
        let turn = (most / 2.0).tan();
        // Beyond that the disc turns to the back, where places end.
        if most < HALF && sector.first * turn < 1.0 {
            sector.last = (sector.first + turn) / (1.0 - sector.first * turn);
        }
        sector
    }

    #[inline]
    fn place(&self, direction: Point) -> f64 {
        let sine = self.middle.cross(direction) / (1.0 + self.middle.dot(direction));
        if self.hand == Hand::Left { sine } else { -sine }
    }

    #[inline]
    fn is_before(&self, place: f32) -> bool {
        f64::from(place) < self.first - NEARLY
    }

    #[inline]
    fn is_after(&self, place: f32) -> bool {
        f64::from(place) > self.last + NEARLY * (1.0 + self.last * self.last)
    }
}

/// The legs of one radius.
#[derive(Debug, Default)]
pub(in crate::discs) struct Legs {
    bitangents: Bitangents,
    radius: f64,
    round: u32,
    search: u32,
    /// For each list of tangents and each hand.
    places: Vec<[Place; 2]>,
    legs: Vec<Leg>,
    stops: Vec<Stop>,
    /// The legs that were asked for last.
    pub due: Vec<Leg>,
}

impl Legs {
    /// A search with a radius begins.
    pub fn restart(&mut self, domain: &Domain, corners: &mut Corners, radius: f64) {
        corners.prepare_directions(domain);
        if self.bitangents.restart(domain) || self.round == u32::MAX || self.search == u32::MAX {
            self.places.clear();
            (self.round, self.search) = (0, 0);
        }
        self.search += 1;
        if self.radius.to_bits() != radius.to_bits() || self.legs.len() > MOST_LEGS || self.round == 0 {
            (self.radius, self.round) = (radius, self.round + 1);
            self.legs.clear();
            self.stops.clear();
        }
    }

    /// Puts the legs of a turn that leave from a direction on, turned by `most` at most, and that are due by their length and
    /// their end into [`due`](Self::due), perhaps with others; false if its corner sees too much.
    #[inline]
    pub fn find_due(
        &mut self,
        domain: &Domain,
        corners: &Corners,
        turn: Turn,
        directions: (Point, f64),
        mut is_due: impl FnMut(f64, Point) -> bool,
    ) -> bool {
        self.due.clear();
        let Some(list) = self.list_of(domain, corners, turn) else { return false };
        let sector = Sector::new(self.bitangents.middle(list, turn.hand), turn.hand, directions);
        let place = &mut self.places[list][turn.hand as usize];
        if place.legs[0] == NONE {
            let is_first = place.search == 0 || place.search == self.search;
            place.search = self.search;
            let from = LegEnd::turn(domain.point(turn.corner), turn.hand);
            if is_first {
                self.look(domain, corners, list, from, &sector, is_due);
                return true;
            }
            self.make(domain, corners, list, from, &sector);
        }
        let [from, to] = self.places[list][turn.hand as usize].legs.map(|k| k as usize);
        let legs = self.legs[from..to].iter().skip_while(|leg| sector.is_before(leg.place));
        let legs = legs.take_while(|leg| !sector.is_after(leg.place));
        let is_due = |leg: &&Leg| leg.is_free != Some(false) && is_due(leg.length, leg.at);
        self.due.extend(legs.filter(is_due));
        true
    }

    /// The list of a turn's tangents, with its place ready for this radius.
    #[inline]
    fn list_of(&mut self, domain: &Domain, corners: &Corners, turn: Turn) -> Option<usize> {
        let list = self.bitangents.list_of(domain, corners, turn.corner)?;
        if self.places.len() <= list {
            self.places.resize(list + 1, [NOWHERE; 2]);
        }
        let place = &mut self.places[list][turn.hand as usize];
        if place.round != self.round {
            *place = Place { round: self.round, ..NOWHERE };
        }
        Some(list)
    }

    /// Finds the legs of a turn that are due.
    fn look(
        &mut self,
        domain: &Domain,
        corners: &Corners,
        list: usize,
        from: LegEnd,
        sector: &Sector,
        mut is_due: impl FnMut(f64, Point) -> bool,
    ) {
        let radius = self.radius;
        let [same, crossing] = self.bitangents.tangents(list, sector.hand);
        for (is_same, range, less) in [(true, same, 0.0), (false, crossing, 4.0 * radius * radius)] {
            for (k, tangent) in range.clone().zip(&self.bitangents.tangents[range]) {
                let to = domain.point(tangent.corner);
                let length = || ((to - from.at).dot(to - from.at) - less).max(0.0).sqrt();
                if tangent.is_one(is_same, radius) && is_due(length(), to) {
                    let leg = leg(domain, corners, (from, sector, radius), (k, tangent, is_same));
                    let leg = leg.filter(|leg| !sector.is_before(leg.place) && !sector.is_after(leg.place));
                    self.due.extend(leg.map(|leg| Leg { id: leg.tangent, ..leg }));
                }
            }
        }
    }

    /// Computes all legs of a turn and keeps them.
    #[inline(never)]
    fn make(&mut self, domain: &Domain, corners: &Corners, list: usize, from: LegEnd, sector: &Sector) {
        let first = self.legs.len();
        let [same, crossing] = self.bitangents.tangents(list, sector.hand);
        for (is_same, range) in [(true, same), (false, crossing)] {
            for (k, tangent) in range.clone().zip(&self.bitangents.tangents[range]) {
                if tangent.is_one(is_same, self.radius) {
                    self.legs.extend(leg(domain, corners, (from, sector, self.radius), (k, tangent, is_same)));
                }
            }
        }
        let legs = &mut self.legs[first..];
        legs.sort_unstable_by(|a, b| a.place.total_cmp(&b.place).then(a.id.cmp(&b.id)));
        (first as u32..).zip(legs).for_each(|(k, leg)| leg.id = k);
        self.places[list][sector.hand as usize].legs = [first, self.legs.len()].map(|k| k as u32);
    }

    /// How far a disc can turn around a corner; `None` if it sees too much.
    pub fn most(
        &mut self,
        domain: &Domain,
        (corners, around): (&Corners, &mut Around),
        turn: Turn,
        turning: Turning,
    ) -> Option<f64> {
        let list = self.list_of(domain, corners, turn)?;
        let ahead = self.bitangents.middle(list, turn.hand);
        let stops = &mut self.places[list][turn.hand as usize].stops;
        if stops[0] == NONE {
            let fan = domain.fan(turn.corner).map(SideId::triangle);
            let found = around.stops(domain, &Openings::default(), (turning.at, turning.radius), fan);
            let first = self.stops.len();
            // Of the two outlines that meet here a disc comes to one, the one that is farther ahead.
            let how_far = |stop: &Stop| stop.outline().map(|along| ahead.dot(unit(along)));
            let farthest = found.iter().filter_map(how_far).fold(f64::NEG_INFINITY, f64::max);
            self.stops.extend(found.iter().filter(|&stop| how_far(stop).is_none_or(|far| far >= farthest)));
            *stops = [first, self.stops.len()].map(|k| k as u32);
        }
        let [from, to] = stops.map(|k| k as usize);
        Some(most(&self.stops[from..to], turning))
    }

    /// Whether a leg is free, if that is known.
    #[inline]
    pub fn is_free(&self, id: LegId) -> Option<bool> {
        match id {
            NONE | ONCE => None,
            _ if id & TANGENT == 0 => self.legs[id as usize].is_free,
            _ => self.bitangents.tangents[(id & !TANGENT) as usize].is_surely_free(self.radius).then_some(true),
        }
    }

    /// Whether a leg is free was found out.
    pub fn set_free(&mut self, id: LegId, is_free: bool) {
        match id {
            NONE | ONCE => {}
            _ if id & TANGENT == 0 => {
                let leg = &mut self.legs[id as usize];
                leg.is_free = Some(is_free);
                let tangent = leg.tangent;
                self.set_free(tangent, is_free);
            }
            _ => self.bitangents.tangents[(id & !TANGENT) as usize].learn(self.radius, is_free),
        }
    }
}

/// The leg of a tangent, if there is one for a radius; by its number until it is kept.
#[inline]
fn leg(
    domain: &Domain,
    corners: &Corners,
    (from, sector, radius): (LegEnd, &Sector, f64),
    (k, tangent, is_same): (usize, &Bitangent, bool),
) -> Option<Leg> {
    let hand = if (sector.hand == Hand::Left) == is_same { Hand::Left } else { Hand::Right };
    let turn = Turn { corner: tangent.corner, hand };
    let to = LegEnd::turn(domain.point(turn.corner), hand);
    let leg = DiscLeg::new(from, to, radius)?;
    if !is_same && !corners.outlines(turn.corner).is_some_and(|outlines| keep_aside(outlines, &leg, to)) {
        return None;
    }
    let (direction, length) = (leg.direction(), leg.length());
    let (place, k) = (sector.place(direction) as f32, k as u32);
    let tangent_id = if is_same { TANGENT | k } else { ONCE };
    let is_free = (is_same && tangent.is_surely_free(radius)).then_some(true);
    Some(Leg { at: to.at, direction, length, turn, id: k, tangent: tangent_id, place, is_free })
}
