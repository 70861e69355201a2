//! The tangent graph: every turn and every free tangent between two of them.
//!
//! A turn is a corner and the hand on which a disc has it; a tangent leaves one and arrives at another such that the disc
//! can turn at both ends. Without a radius it is the visibility graph, less what no shortest way uses. A search runs over
//! tangents, not over turns: what an arc costs depends on the direction of arrival, and nothing is compared but two ways
//! that arrive by the same tangent.
//!
//! A planner for small worlds, something to draw, and what quicker searches are compared with. Cost: all pairs of turns,
//! a walk along each tangent; a search takes as many steps as pairs of tangents meet.
//! Lozano-Pérez and Wesley 1979; Chew 1985; Liu and Arimoto 1995.

use super::arcs::{Around, Turning};
use super::corners::{Corners, keep_aside};
use super::route::{DiscPath, NoRoom, arc};
use super::turns::{STRAIGHT, turned};
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::sync::Arc;
use wayfront_domain::{CornerId, Domain, Openings, SideId, SweepMemory};
use wayfront_geometry::{DiscLeg, Hand, LegEnd, Piece, Point};

/// All free tangents between the corners of a domain, for discs of one radius.
///
/// ```
/// use std::sync::Arc;
/// use wayfront_domain::Domain;
/// use wayfront_geometry::Point;
/// use wayfront_bodies::TangentGraph;
///
/// let world = wayfront_world::builtin("profiling0").unwrap();
/// let graph = TangentGraph::new(Arc::new(Domain::without_doors(&world).unwrap()), 3.0).unwrap();
/// // Around the corner (20, 40) of a square: two tangents and a quarter of a circle.
/// let way = graph.way(Point::new(17.0, 30.0), Point::new(30.0, 43.0)).unwrap();
/// assert!((way.length - (20.0 + 3.0 * std::f64::consts::FRAC_PI_2)).abs() < 1e-9);
/// ```
#[derive(Debug)]
pub struct TangentGraph {
    domain: Arc<Domain>,
    radius: f64,
    corners: Corners,
    turns: Vec<TangentTurn>,
    tangents: Vec<Tangent>,
    /// Where the tangents that leave each turn begin.
    starts: Vec<u32>,
}

/// A corner that a disc turns around.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TangentTurn {
    /// The corner.
    pub corner: CornerId,
    /// On which hand the disc has it.
    pub hand: Hand,
}

/// A tangent from one turn to another.
#[derive(Clone, Copy, Debug)]
pub struct Tangent {
    /// The turn that it leaves, by its number.
    pub from: usize,
    /// The turn that it leads to.
    pub to: usize,
    /// The way of the centre.
    pub leg: DiscLeg,
    /// How far the disc can turn at its end.
    most: f64,
}

/// The shortest ways from a place to all turns.
#[derive(Clone, Debug)]
pub struct TangentTree {
    from: Point,
    /// In the order of the graph's turns: how far it is until the disc touches the corner, if it gets there.
    pub lengths: Vec<Option<f64>>,
    arrivals: Vec<Arrived>,
}

/// An arrival at a turn.
#[derive(Clone, Copy, Debug)]
struct Arrived {
    length: f64,
    tangent: Tangent,
    /// Which of the graph's tangents that is, and the arrival before it; `None` for one from the start.
    by: Option<(usize, usize)>,
}

/// An arrival that waits.
#[derive(Clone, Copy, Debug)]
struct Waiting(f64, usize);

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Waiting {}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0).then(self.1.cmp(&other.1))
    }
}

impl TangentGraph {
    /// Tries all tangents.
    ///
    /// # Errors
    /// When the radius is negative, infinite or not a number.
    pub fn new(domain: Arc<Domain>, radius: f64) -> Result<Self, NoRoom> {
        if !(radius >= 0.0 && radius.is_finite()) {
            return Err(NoRoom::Radius(radius));
        }
        let mut corners = Corners::default();
        corners.prepare(&domain, &Openings::default());
        let bending = (0..domain.corner_count() as u32).map(CornerId).filter(|&c| corners.outlines(c).is_some());
        let turns = bending.flat_map(|corner| [Hand::Left, Hand::Right].map(|hand| TangentTurn { corner, hand }));
        let turns: Vec<TangentTurn> = turns.collect();
        let (tangents, starts) = (Vec::new(), vec![0]);
        let mut graph = Self { domain, radius, corners, turns, tangents, starts };
        let (mut memory, mut around) = (SweepMemory::default(), Around::default());
        for from in 0..graph.turns.len() {
            for to in 0..graph.turns.len() {
                graph.tangents.extend(graph.tangent(from, to, &mut memory, &mut around));
            }
            graph.starts.push(graph.tangents.len() as u32);
        }
        Ok(graph)
    }

    /// The turns.
    #[must_use]
    pub fn turns(&self) -> &[TangentTurn] {
        &self.turns
    }

    /// The tangents, those that leave the first turn first.
    #[must_use]
    pub fn tangents(&self) -> &[Tangent] {
        &self.tangents
    }

    fn end(&self, turn: usize) -> LegEnd {
        LegEnd::turn(self.domain.point(self.turns[turn].corner), self.turns[turn].hand)
    }

    /// The outlines at a turn are on its hand all along a leg.
    fn bends(&self, turn: usize, leg: &DiscLeg, end: LegEnd) -> bool {
        self.corners.outlines(self.turns[turn].corner).is_some_and(|outlines| keep_aside(outlines, leg, end))
    }

    fn tangent(&self, from: usize, to: usize, memory: &mut SweepMemory, around: &mut Around) -> Option<Tangent> {
        let leg =
            DiscLeg::new(self.end(from), self.end(to), self.radius).filter(|_| self.end(from).at != self.end(to).at)?;
        let is_tight = self.bends(from, &leg, leg.from()) && self.bends(to, &leg, leg.to());
        let [start, end] = [from, to].map(|turn| self.turns[turn].corner);
        let is_free = is_tight
            && if self.radius == 0.0 {
                self.domain.corners_see(start, end)
            } else {
                self.domain.leg_is_free(&leg, self.domain.fan(start).map(SideId::triangle), memory)
            };
        is_free.then(|| Tangent { from, to, leg, most: self.most(to, &leg, around) })
    }

    /// How far a disc that arrives can turn.
    fn most(&self, turn: usize, leg: &DiscLeg, around: &mut Around) -> f64 {
        let TangentTurn { corner, hand } = self.turns[turn];
        let turning = Turning { at: self.domain.point(corner), hand, direction: leg.direction(), radius: self.radius };
        let fan = self.domain.fan(corner).map(SideId::triangle);
        if self.radius == 0.0 { f64::INFINITY } else { around.most(&self.domain, &Openings::default(), turning, fan) }
    }

    /// Shortest ways from a place to all turns.
    ///
    /// # Errors
    /// When the disc has no room there.
    pub fn tree(&self, from: Point) -> Result<TangentTree, NoRoom> {
        self.check(from)?;
        let mut arrivals: Vec<Arrived> = Vec::new();
        let mut queue: BinaryHeap<Reverse<Waiting>> = BinaryHeap::new();
        let arrive = |arrivals: &mut Vec<Arrived>, queue: &mut BinaryHeap<_>, next: Arrived| {
            queue.push(Reverse(Waiting(next.length, arrivals.len())));
            arrivals.push(next);
        };
        let (mut memory, mut around) = (SweepMemory::default(), Around::default());
        let starts = self.domain.locate(from).map(|spot| self.domain.triangles_at(spot)).unwrap_or_default();
        for to in 0..self.turns.len() {
            let Some(leg) = DiscLeg::new(LegEnd::point(from), self.end(to), self.radius) else { continue };
            let is_free = self.bends(to, &leg, leg.to())
                && if self.radius == 0.0 {
                    self.domain.corner_sees(self.turns[to].corner, from)
                } else {
                    self.domain.leg_is_free(&leg, starts.iter().copied(), &mut memory)
                };
            if is_free {
                let tangent = Tangent { from: usize::MAX, to, leg, most: self.most(to, &leg, &mut around) };
                arrive(&mut arrivals, &mut queue, Arrived { length: leg.length(), tangent, by: None });
            }
        }
        let mut lengths = vec![None; self.turns.len()];
        let mut is_done = vec![false; self.tangents.len()];
        while let Some(Reverse(Waiting(length, number))) = queue.pop() {
            let Arrived { tangent: Tangent { to, leg, most, .. }, by, .. } = arrivals[number];
            // The first to arrive by a tangent is the cheapest.
            if by.is_some_and(|(tangent, _)| std::mem::replace(&mut is_done[tangent], true)) {
                continue;
            }
            lengths[to].get_or_insert(length);
            let leaving = self.starts[to] as usize..self.starts[to + 1] as usize;
            for (next, &tangent) in leaving.clone().zip(&self.tangents[leaving]) {
                let turn = turned(leg.direction(), tangent.leg.direction(), self.turns[to].hand);
                if turn >= -STRAIGHT && turn <= most && !is_done[next] {
                    let length = length + self.radius * turn.max(0.0) + tangent.leg.length();
                    arrive(&mut arrivals, &mut queue, Arrived { length, tangent, by: Some((next, number)) });
                }
            }
        }
        Ok(TangentTree { from, lengths, arrivals })
    }

    fn check(&self, p: Point) -> Result<(), NoRoom> {
        if self.domain.has_room(p, self.radius) {
            return Ok(());
        }
        let clearance = self.domain.clearance(p).unwrap_or(0.0);
        let nearest = self.domain.nearest_free_for(p, self.radius);
        Err(NoRoom::Blocked { at: p, radius: self.radius, clearance, nearest })
    }

    /// The shortest way between two places.
    ///
    /// # Errors
    /// When the disc has no room at one of them, or there is no way.
    pub fn way(&self, from: Point, to: Point) -> Result<DiscPath, NoRoom> {
        self.way_in(&self.tree(from)?, to)
    }

    /// The shortest way from the place of a tree to another place.
    ///
    /// # Errors
    /// As [`Self::way`].
    pub fn way_in(&self, tree: &TangentTree, to: Point) -> Result<DiscPath, NoRoom> {
        self.check(to)?;
        let TangentTree { from, arrivals, .. } = tree;
        let (radius, domain) = (self.radius, &self.domain);
        let is_direct = if radius == 0.0 { domain.sees(*from, to) } else { domain.fits(*from, to, radius) };
        if is_direct || *from == to {
            let pieces = if *from == to { Vec::new() } else { vec![Piece::Straight([*from, to])] };
            return Ok(DiscPath { radius, length: from.distance(to), pieces, narrowest: None });
        }
        let mut memory = SweepMemory::default();
        let mut best: Option<(f64, usize, DiscLeg)> = None;
        for (number, arrived) in arrivals.iter().enumerate() {
            let Tangent { to: turn, leg: before, most, .. } = arrived.tangent;
            let Some(leg) = DiscLeg::new(self.end(turn), LegEnd::point(to), radius) else { continue };
            let angle = turned(before.direction(), leg.direction(), self.turns[turn].hand);
            let length = arrived.length + radius * angle.max(0.0) + leg.length();
            if angle < -STRAIGHT || angle > most || best.is_some_and(|(known, ..)| known <= length) {
                continue;
            }
            let corner = self.turns[turn].corner;
            let is_free = self.bends(turn, &leg, leg.from())
                && if radius == 0.0 {
                    domain.corner_sees(corner, to)
                } else {
                    domain.leg_is_free(&leg, domain.fan(corner).map(SideId::triangle), &mut memory)
                };
            if is_free {
                best = Some((length, number, leg));
            }
        }
        let (length, number, last) = best.ok_or(NoRoom::Unreachable)?;
        Ok(DiscPath { radius, length, pieces: self.pieces(arrivals, number, last), narrowest: None })
    }

    /// The pieces of the way over an arrival to the end of a last leg.
    fn pieces(&self, arrivals: &[Arrived], number: usize, last: DiscLeg) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let (mut next, mut at) = (last, Some(number));
        while let Some(arrived) = at.map(|number| arrivals[number]) {
            pieces.push(Piece::Straight(next.centres()));
            let (leg, end) = (arrived.tangent.leg, arrived.tangent.leg.to());
            let hand = end.hand.filter(|_| self.radius > 0.0);
            pieces.extend(hand.and_then(|hand| arc(end.at, hand, self.radius, leg.direction(), next.direction())));
            (next, at) = (leg, arrived.by.map(|(_, before)| before));
        }
        pieces.push(Piece::Straight(next.centres()));
        pieces.retain(|piece| piece.length() > 0.0);
        pieces.reverse();
        pieces
    }
}
