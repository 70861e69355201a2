//! Arrivals at turns: what the search knows about how to get around a corner.
//!
//! An arrival is a cost and a direction; costs are compared at the same direction, an arc being paid from the one to the
//! other. The cheaper of two arrivals beats the other if it comes earlier around the corner and the arc between them is
//! free. It does so too if it comes later: whoever leaves the corner before it would cross its leg, at most
//! `r tan(turn / 2)` before its end, and is dearer there, since an arc is shorter than the two tangents at its ends. For
//! that its leg must be as long. Others are all kept.

use super::flat::Flat;
use super::tolls::{Swing, Tolls};
use wayfront_domain::CornerId;
use wayfront_geometry::{DiscLeg, Hand, LegEnd, Point};

/// No arrival.
pub(crate) const NONE: u32 = u32::MAX;

/// Tolerance: Share by which an arrival must be cheaper to be worth keeping: below that it is rounding.
const MARGIN: f64 = 1e-13;

/// Tolerance: Radians by which an arrival may come later than another and still count as in its direction: both are
/// rounded.
const SAME_DIRECTION: f64 = 1e-12;

/// Tolerance: Turns back by less are rounding: the leg goes straight on.
pub(crate) const STRAIGHT: f64 = 1e-9;

/// Tolerance: Share by which a leg must be longer than where others cross it.
const SURELY_LONGER: f64 = 1e-9;

/// Radians that are surely less than half a turn.
const HALF: f64 = 3.0;

/// An arrival at a turn; the first of all is the start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrival {
    pub corner: Option<CornerId>,
    pub end: LegEnd,
    /// What it costs until the disc touches the corner.
    pub cost: f64,
    /// Where the centre goes then.
    pub direction: Point,
    /// How far the disc can turn from there.
    pub most: f64,
    /// How far it is worth to turn, no more than that.
    pub worthwhile: f64,
    pub parent: u32,
    /// Where the centre is at the start and at the end of the leg that arrives.
    pub leg: [Point; 2],
    /// The next arrival at the same turn.
    next: u32,
    /// The side of a segment that it is, instead of a point.
    pub flat: u32,
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

    /// What it costs to the end of a leg, the turn before it and what is crossed included; `None` if the disc does not turn so.
    #[inline]
    pub fn cost_of(&self, leg: &DiscLeg, tolls: &Tolls) -> Option<f64> {
        let turn = self.turn_to(leg.direction());
        let walked = || self.cost + leg.radius() * turn.max(0.0) + leg.length();
        (turn >= -STRAIGHT && turn <= self.worthwhile)
            .then(|| walked() + tolls.on_leg(|| self.swing(turn, leg.radius()), leg))
    }

    /// The arc on which the disc turns by an angle; `None` where all starts at a point.
    fn swing(&self, turn: f64, radius: f64) -> Option<Swing> {
        let LegEnd { at, hand } = self.end;
        let is_start = self.parent == NONE;
        hand.map(|hand| Swing { at, hand, direction: self.direction, turn, radius, is_start })
    }
}

/// The angle from one direction to another around a corner; negative where that is a way back.
pub(crate) fn turned(from: Point, to: Point, hand: Hand) -> f64 {
    let cross = from.cross(to);
    let turn = (if hand == Hand::Left { cross } else { -cross }).atan2(from.dot(to));
    // Half a turn, at the end of a wall, may come out as minus half a turn.
    if turn < -3.0 { turn + std::f64::consts::TAU } else { turn }
}

/// A corner, and the hand on which the disc has it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    pub corner: CornerId,
    pub hand: Hand,
}

/// All arrivals.
#[derive(Debug, Default)]
pub(crate) struct Arrivals {
    pub list: Vec<Arrival>,
    /// Per corner and hand the latest arrival.
    heads: Vec<[u32; 2]>,
    /// Sides of segments from which all starts.
    pub flats: Vec<Flat>,
}

impl Arrivals {
    /// Forgets everything but its memory.
    pub fn restart(&mut self, corners: usize) {
        for arrival in &self.list {
            if let Some(corner) = arrival.corner.and_then(|c| self.heads.get_mut(c.index())) {
                *corner = [NONE; 2];
            }
        }
        self.heads.resize(corners, [NONE; 2]);
        self.list.clear();
        self.flats.clear();
    }

    /// Keeps a point from which all starts.
    pub fn start(&mut self, at: Point, cost: f64) -> u32 {
        let number = self.list.len() as u32;
        self.list.push(Arrival {
            corner: None,
            end: LegEnd::point(at),
            cost,
            direction: Point::default(),
            most: f64::INFINITY,
            worthwhile: f64::INFINITY,
            parent: NONE,
            leg: [at; 2],
            next: NONE,
            flat: NONE,
        });
        number
    }

    /// Keeps a turn that the disc touches from the start.
    pub fn start_turning(&mut self, turn: Turn, at: Point, direction: Point, most: f64, cost: f64) -> u32 {
        let number = self.start(at, cost);
        let head = &mut self.heads[turn.corner.index()][turn.hand as usize];
        let start = &mut self.list[number as usize];
        (start.corner, start.next) = (Some(turn.corner), std::mem::replace(head, number));
        (start.end, start.direction) = (LegEnd::turn(at, turn.hand), direction);
        (start.most, start.worthwhile) = (most, most);
        number
    }

    /// Keeps a side of a segment from which all starts.
    pub fn start_flat(&mut self, flat: Flat, cost: f64) -> u32 {
        let number = self.start(flat.axis.from, cost);
        self.list[number as usize].flat = self.flats.len() as u32;
        self.flats.push(flat);
        number
    }

    /// The leg from an arrival to a corner or a place, if there is one.
    #[inline]
    pub fn leg(&self, number: u32, to: LegEnd, radius: f64) -> Option<DiscLeg> {
        let arrival = &self.list[number as usize];
        match self.flats.get(arrival.flat as usize) {
            None => DiscLeg::new(arrival.end, to, radius),
            Some(flat) => flat.leg(to, radius),
        }
    }

    /// A known arrival that is not dearer than one in this direction, from another place than `from`; and whether it makes
    /// that one needless.
    pub fn cheaper(
        &self,
        turn: Turn,
        (direction, radius): (Point, f64),
        cost: f64,
        from: u32,
        tolls: &Tolls,
    ) -> Option<(u32, bool)> {
        let mut at = self.heads[turn.corner.index()][turn.hand as usize];
        let mut found = None;
        while let Some(known) = self.list.get(at as usize) {
            let angle = turned(known.direction, direction, turn.hand);
            let most = cost + cost.abs() * MARGIN;
            // What is crossed on the arc between them counts for who comes earlier.
            let is_cheaper = known.cost + radius * angle <= most
                && if angle >= -SAME_DIRECTION {
                    let paid = tolls.on_arc(|| known.swing(angle, radius));
                    paid.is_some_and(|paid| known.cost + radius * angle + paid <= most)
                } else {
                    !tolls.has_factors()
                };
            if is_cheaper {
                let beats = if angle >= -SAME_DIRECTION {
                    angle <= known.most
                } else {
                    angle > -3.0
                        && known.leg[0].distance(known.leg[1]) * (1.0 - SURELY_LONGER) >= radius * (-angle / 2.0).tan()
                };
                if beats {
                    return Some((at, true));
                }
                if known.parent != from && !tolls.has_factors() {
                    found = Some((at, false));
                }
            }
            at = known.next;
        }
        found
    }

    /// A disc that has the corner on its other hand rolls to where this arrival ends for less: no shortest way leads over
    /// it. The arc between the two is free if that end is, and otherwise nothing arrives there.
    #[inline]
    pub fn is_late(&self, turn: Turn, leg: &DiscLeg, cost: f64, tolls: &Tolls) -> bool {
        if tolls.has_factors() {
            return false;
        }
        let (direction, radius) = (leg.direction(), leg.radius());
        let (other, place) = match turn.hand {
            Hand::Left => (Hand::Right, -direction.left()),
            Hand::Right => (Hand::Left, direction.left()),
        };
        let mut at = self.heads[turn.corner.index()][other as usize];
        while let Some(known) = self.list.get(at as usize) {
            if known.cost < cost {
                let start = if other == Hand::Left { -known.direction.left() } else { known.direction.left() };
                let angle = turned(start, place, other);
                // About half a turn might lead through the obstacle itself.
                if (0.0..HALF).contains(&angle)
                    && angle <= known.most
                    && let least = known.cost + radius * angle
                    && least < cost - cost.abs() * SURELY_LONGER
                    && let Some(paid) = tolls.on_arc(|| known.swing(angle, radius))
                    && least + paid < cost - cost.abs() * SURELY_LONGER
                {
                    return true;
                }
            }
            at = known.next;
        }
        false
    }

    /// How far it is worth to turn from where an arrival ends: beyond that, discs that have the corner on their other hand
    /// roll there for less.
    pub fn worthwhile(&self, turn: Turn, leg: &DiscLeg, cost: f64, tolls: &Tolls) -> f64 {
        let mut worthwhile = f64::INFINITY;
        if !tolls.is_empty() {
            return worthwhile;
        }
        let (other, sign) = if turn.hand == Hand::Left { (Hand::Right, 1.0) } else { (Hand::Left, -1.0) };
        let mut at = self.heads[turn.corner.index()][other as usize];
        while let Some(known) = self.list.get(at as usize) {
            // From the one place to the other, around the corner.
            let between = turned(leg.direction() * -sign, known.direction * sign, turn.hand);
            let meet = (between + (known.cost - cost) / leg.radius()) / 2.0;
            if (0.0..HALF).contains(&between) && meet < between && between - meet <= known.most {
                worthwhile = worthwhile.min(meet.max(0.0) + STRAIGHT);
            }
            at = known.next;
        }
        worthwhile
    }

    /// Keeps an arrival.
    pub fn keep(&mut self, turn: Turn, leg: &DiscLeg, cost: f64, [most, worthwhile]: [f64; 2], parent: u32) -> u32 {
        let number = self.list.len() as u32;
        let head = &mut self.heads[turn.corner.index()][turn.hand as usize];
        let next = std::mem::replace(head, number);
        self.list.push(Arrival {
            corner: Some(turn.corner),
            end: leg.to(),
            cost,
            direction: leg.direction(),
            most,
            worthwhile: worthwhile.min(most),
            parent,
            leg: leg.centres(),
            next,
            flat: NONE,
        });
        number
    }
}
