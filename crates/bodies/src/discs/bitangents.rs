//! The tangents that may lead from a corner to others, for all radii: found once, when a search first turns there.
//!
//! A free leg from one corner to another lies in a stadium that holds both, so they see each other as points, whatever the
//! radius. Where both are on the same hand, the leg runs along the line between them, and the outlines that meet at either
//! end must lie on that hand: exact orientations, the same for all radii. Of such a pair the stadium grows with the radius:
//! free for one, it is free for all smaller ones. Where they are on different hands, the leg turns away from that line by
//! the angle whose sine is `2r / L`: the outlines leave it an interval of radii, rounded outwards.
//!
//! `legs` are those of one radius. Cost: once per corner what it sees. Memory: twelve bytes for each tangent, forgotten
//! beyond a limit. Nothing outlives another domain.

mod legs;

pub(super) use legs::{LegId, Legs};

use super::corners::{Corners, unit};
use super::turns::NONE;
use super::visible::{Seen, Walk};
use std::ops::Range;
use wayfront_domain::{CornerId, Domain};
use wayfront_geometry::{Hand, Point, orient};

/// Tangents that are kept at most.
const MOST_KEPT: usize = 4 << 20;

/// Tolerance: Share of a distance by which intervals of radii are wider.
const WIDER: f64 = 1e-6;

/// A corner that sees too much for a list.
const OPEN: u32 = u32::MAX - 1;

/// Corners that see too much until no other is asked, if they are more than half of all.
const FEW: u32 = 8;

/// A corner to which a tangent may lead.
#[derive(Clone, Copy, Debug)]
struct Bitangent {
    corner: CornerId,
    /// On the same hand: radii up to `low` are free, and from `high` on blocked. On different hands: there is a leg for twice
    /// the radii between the two at most.
    low: f32,
    high: f32,
}

impl Bitangent {
    /// It may be one for a radius.
    #[inline]
    fn is_one(&self, is_same: bool, radius: f64) -> bool {
        if is_same {
            radius < f64::from(self.high)
        } else {
            (f64::from(self.low)..=f64::from(self.high)).contains(&(2.0 * radius))
        }
    }

    /// On the same hand: it is known to be free for a radius.
    #[inline]
    fn is_surely_free(&self, radius: f64) -> bool {
        radius <= f64::from(self.low)
    }

    /// On the same hand: whether it is free for a radius was found out.
    fn learn(&mut self, radius: f64, is_free: bool) {
        if is_free {
            self.low = self.low.max((radius as f32).next_down());
        } else {
            self.high = self.high.min((radius as f32).next_up());
        }
    }
}

/// The tangents of a corner: from its left hand to left and to right ones, then from its right hand to right and to left ones.
#[derive(Clone, Copy, Debug)]
struct TangentList {
    starts: [u32; 5],
    /// The middle of the directions in which discs leave that have the corner on their left; the other way for the right.
    middle: Point,
}

/// The tangents of the corners that searches have turned at.
#[derive(Debug, Default)]
struct Bitangents {
    /// For each corner its list.
    slots: Vec<u32>,
    lists: Vec<TangentList>,
    tangents: Vec<Bitangent>,
    walk: Walk,
    found: [Vec<Bitangent>; 4],
    /// Walks that were given up, of how many.
    given_up: u32,
    walks: u32,
}

impl Bitangents {
    /// A search begins; true if everything was forgotten before it.
    fn restart(&mut self, domain: &Domain) -> bool {
        let is_full = self.tangents.len() > MOST_KEPT;
        if is_full {
            *self = Self::default();
        }
        self.slots.resize(domain.corner_count(), NONE);
        is_full
    }

    /// The list of a corner; `None` if it sees too much.
    #[inline]
    fn list_of(&mut self, domain: &Domain, corners: &Corners, corner: CornerId) -> Option<usize> {
        let mut slot = self.slots[corner.index()];
        if slot == NONE {
            slot = self.look(domain, corners, corner);
        }
        (slot != OPEN).then_some(slot as usize)
    }

    /// The tangents of a turn, by their numbers: those to the same hand, then those to the other one.
    #[inline]
    fn tangents(&self, list: usize, hand: Hand) -> [Range<usize>; 2] {
        let starts = self.lists[list].starts.map(|k| k as usize);
        let [same, crossing, end] = [0, 1, 2].map(|k| starts[2 * hand as usize + k]);
        [same..crossing, crossing..end]
    }

    /// The middle of the directions in which discs leave a turn.
    #[inline]
    fn middle(&self, list: usize, hand: Hand) -> Point {
        if hand == Hand::Left { self.lists[list].middle } else { -self.lists[list].middle }
    }

    /// Finds the tangents of a corner.
    #[inline(never)]
    fn look(&mut self, domain: &Domain, corners: &Corners, corner: CornerId) -> u32 {
        let Self { walk, found, tangents, lists, .. } = self;
        found.iter_mut().for_each(Vec::clear);
        // Where most corners see too much, looking for the others does not pay.
        let is_hopeless = self.given_up >= FEW && 2 * self.given_up > self.walks;
        let own = corners.outlines(corner).filter(|_| !is_hopeless).map(|far| {
            self.walks += 1;
            Own { at: domain.point(corner), far, along: corners.along(corner) }
        });
        let own = own.filter(|own| walk.look_from_corner(domain, corner, |seen| own.add(domain, corners, seen, found)));
        let slot = if let Some(own) = own {
            let mut starts = [tangents.len() as u32; 5];
            for (k, found) in found.iter().enumerate() {
                tangents.extend_from_slice(found);
                starts[k + 1] = tangents.len() as u32;
            }
            lists.push(TangentList { starts, middle: middle(own.along) });
            lists.len() as u32 - 1
        } else {
            self.given_up += u32::from(!is_hopeless);
            OPEN
        };
        self.slots[corner.index()] = slot;
        slot
    }
}

/// A corner, and the outlines that meet there.
struct Own {
    at: Point,
    far: [Point; 2],
    along: [Point; 2],
}

/// Where an outline leads, seen along the line to another corner: to the left of it, and ahead, at that corner's distance.
type Placed = (f64, f64);

impl Own {
    /// Adds the tangents to a corner that is seen.
    fn add(&self, domain: &Domain, corners: &Corners, seen: Seen, found: &mut [Vec<Bitangent>; 4]) {
        let Some(theirs) = corners.outlines(seen.corner) else { return };
        let (at, to) = (self.at, domain.point(seen.corner));
        let v = to - at;
        let square = v.dot(v);
        if square == 0.0 {
            return;
        }
        // At least the share of the distance.
        let slack = WIDER * (v.x.abs() + v.y.abs());
        let placed = |along: Point| (v.cross(along), v.dot(along));
        let own = self.along.map(placed);
        let their = corners.along(seen.corner).map(placed);
        let mut keep = |k: usize, [low, high]: [f64; 2]| {
            found[k].push(Bitangent { corner: seen.corner, low: low as f32, high: high as f32 });
        };
        let side = |(left, _): Placed, far: Point| if left.abs() > slack { left } else { orient(at, to, far) };
        let sides = [
            side(own[0], self.far[0]),
            side(own[1], self.far[1]),
            side(their[0], theirs[0]),
            side(their[1], theirs[1]),
        ];
        let (is_left, is_right) = (sides.iter().all(|&side| side >= 0.0), sides.iter().all(|&side| side <= 0.0));
        // A leg along an edge of the window touches the corner there: it leads to that one, and on from there.
        let is_touched = |corner: Option<CornerId>| {
            corner.is_some_and(|corner| {
                let w = domain.point(corner) - at;
                corners.outlines(corner).is_some() && w.dot(w) < square
            })
        };
        if is_left && !is_touched(seen.behind_left) {
            keep(0, [0.0, f64::INFINITY]);
        }
        if is_right && !is_touched(seen.behind_right) {
            keep(2, [0.0, f64::INFINITY]);
        }
        let mirrored = |placed: [Placed; 2]| placed.map(|(left, ahead)| (-left, ahead));
        if let Some(widths) = crossing((square, slack), own, their) {
            keep(1, widths);
        }
        if let Some(widths) = crossing((square, slack), mirrored(own), mirrored(their)) {
            keep(3, widths);
        }
    }
}

/// Between which widths, twice the radius, a leg may cross over from a corner on its left to one on its right, so that the
/// outlines that meet there lie on these hands.
///
/// The leg is turned to the left of the line between the two by an angle from 0 to a quarter of a turn, whose sine is the
/// width over the distance. So an outline at some angle from that line bounds it by how far it lies beside the line.
fn crossing((square, slack): (f64, f64), own: [Placed; 2], theirs: [Placed; 2]) -> Option<[f64; 2]> {
    let (mut low, mut high) = (0.0f64, f64::INFINITY);
    for (left, ahead) in own {
        if left >= 0.0 {
            high = if ahead > 0.0 { high.min(left) } else { high };
        } else if ahead <= slack {
            low = low.max(-left);
        } else if left >= -slack {
            high = high.min(0.0);
        } else {
            return None;
        }
    }
    for (left, ahead) in theirs {
        if left < 0.0 {
            high = if ahead < 0.0 { high.min(-left) } else { high };
        } else if ahead >= -slack {
            low = low.max(left);
        } else if left <= slack {
            high = high.min(0.0);
        } else {
            return None;
        }
    }
    let high = high.min(square.sqrt());
    (low <= high + 2.0 * slack).then_some([low - slack, high + slack])
}

/// The middle of the directions that have both outlines of a corner on their left: from where the first comes from, around
/// the solid, to where the second leads.
fn middle([a, b]: [Point; 2]) -> Point {
    // Outlines that go on nearly straight have no bisector that could be told from rounding; those of a needle lie on each
    // other.
    if a.dot(b) < 0.0 { unit(b - a) } else { -unit(a + b).left() }
}
