//! Arrivals at turns: what the search knows about how to get around a corner.
//!
//! An arrival is a cost and a direction. Of two arrivals at the same turn the one that comes earlier around the corner and
//! costs no more at the other's direction beats it, if the arc from the one to the other is free. Others are all kept.

use wayfront_domain::CornerId;
use wayfront_geometry::{Hand, LegEnd, Point};

/// No arrival.
pub(super) const NONE: u32 = u32::MAX;

/// Share by which an arrival must be cheaper to be worth keeping: below that it is rounding.
const MARGIN: f64 = 1e-13;

/// An arrival at a turn; the first of all is the start.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrival {
    pub corner: Option<CornerId>,
    pub end: LegEnd,
    /// What it costs until the disc touches the corner.
    pub cost: f64,
    /// Where the centre goes then.
    pub direction: Point,
    /// How far the disc can turn from there.
    pub most: f64,
    pub parent: u32,
    /// The next arrival at the same turn.
    next: u32,
    /// The leg to the goal was tried.
    pub is_aimed: bool,
}

impl Arrival {
    /// The angle from the direction of arrival to another one, around the corner; negative where that is a way back.
    /// Never a difference of two angles. At the start no turn costs anything.
    #[inline]
    pub fn turn_to(&self, direction: Point) -> f64 {
        match self.end.hand {
            None => 0.0,
            Some(hand) => turned(self.direction, direction, hand),
        }
    }
}

fn turned(from: Point, to: Point, hand: Hand) -> f64 {
    let cross = from.cross(to);
    let turn = (if hand == Hand::Left { cross } else { -cross }).atan2(from.dot(to));
    // Half a turn, at the end of a wall, may come out as minus half a turn.
    if turn < -3.0 { turn + std::f64::consts::TAU } else { turn }
}

/// All arrivals.
#[derive(Debug, Default)]
pub(super) struct Arrivals {
    pub list: Vec<Arrival>,
    /// Per corner and hand the latest arrival.
    heads: Vec<[u32; 2]>,
}

impl Arrivals {
    /// Forgets everything but its memory.
    pub fn restart(&mut self, corners: usize, start: Point) {
        for arrival in &self.list {
            if let Some(corner) = arrival.corner.and_then(|c| self.heads.get_mut(c.index())) {
                *corner = [NONE; 2];
            }
        }
        self.heads.resize(corners, [NONE; 2]);
        self.list.clear();
        self.list.push(Arrival {
            corner: None,
            end: LegEnd::point(start),
            cost: 0.0,
            direction: Point::default(),
            most: f64::INFINITY,
            parent: NONE,
            next: NONE,
            is_aimed: false,
        });
    }

    /// An arrival that is known makes this one needless.
    pub fn is_beaten(&self, corner: CornerId, hand: Hand, direction: Point, cost: f64, radius: f64) -> bool {
        let mut at = self.heads[corner.index()][hand as usize];
        while let Some(known) = self.list.get(at as usize) {
            let turn = turned(known.direction, direction, hand);
            let is_earlier = turn >= -1e-12 && turn <= known.most;
            if is_earlier && known.cost + radius * turn.max(0.0) <= cost * (1.0 + MARGIN) {
                return true;
            }
            at = known.next;
        }
        false
    }

    /// Keeps an arrival.
    pub fn keep(&mut self, corner: CornerId, end: LegEnd, cost: f64, direction: Point, most: f64, parent: u32) -> u32 {
        let number = self.list.len() as u32;
        let hand = end.hand.unwrap_or(Hand::Left);
        let head = &mut self.heads[corner.index()][hand as usize];
        let next = std::mem::replace(head, number);
        let corner = Some(corner);
        self.list.push(Arrival { corner, end, cost, direction, most, parent, next, is_aimed: false });
        number
    }
}
