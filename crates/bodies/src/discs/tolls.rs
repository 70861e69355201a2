//! What it costs discs to cross lines: barriers and queues.
//!
//! A barrier goes from solid to solid, or ends where no disc has room, and is paid for when the centre crosses it. A
//! shortest way of its kind is tight, and a tight way crosses a straight line no more often than any other way around the
//! same solids: so delays change which way is cheapest, and never its shape, and everything that holds because ways are
//! shortest holds with them. A line that the centre stands on belongs to its left side, wherever a way begins or ends.
//!
//! Factors make the rest of the way to the next corner dearer, its arc included. That is no distance: nothing that compares
//! two ways may be concluded but from the same place in the same direction.
//!
//! Cost: all lines, for each leg.

use wayfront_geometry::{DiscLeg, Hand, LegEnd, Point};
use wayfront_world::{Barrier, BarrierCost};

/// A line and its price.
#[derive(Clone, Copy, Debug)]
struct Toll {
    from: Point,
    /// Of length 1.
    along: Point,
    length: f64,
    delay: f64,
    factor: f64,
}

/// All lines.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tolls {
    list: Vec<Toll>,
    has_factors: bool,
}

/// The arc of a centre before it goes straight.
#[derive(Clone, Copy)]
struct Swing {
    centre: Point,
    radius: f64,
    /// From the corner to the centre of the disc, of length 1.
    out: Point,
    /// 1 anticlockwise, -1 clockwise.
    sign: f64,
    turn: f64,
}

impl Swing {
    fn of(centre: Point, direction: Point, hand: Hand, turn: f64, radius: f64) -> Self {
        let (sign, out) = match hand {
            Hand::Left => (1.0, -direction.left()),
            Hand::Right => (-1.0, direction.left()),
        };
        Self { centre, radius, out, sign, turn }
    }

    fn at(&self, angle: f64) -> Point {
        let (sin, cos) = angle.sin_cos();
        self.centre + (self.out * cos + self.out.left() * (sin * self.sign)) * self.radius
    }
}

impl Toll {
    fn of(barrier: &Barrier) -> Option<Self> {
        let [from, to] = barrier.segment;
        let along = (to - from).unit()?;
        let (delay, factor) = match barrier.cost {
            BarrierCost::Delay(delay) => (delay, 1.0),
            BarrierCost::Weight(factor) => (0.0, factor),
        };
        Some(Self { from, along, length: from.distance(to), delay, factor })
    }

    fn height(&self, p: Point) -> f64 {
        self.along.cross(p - self.from)
    }

    fn holds(&self, p: Point) -> bool {
        (0.0..=self.length).contains(&self.along.dot(p - self.from))
    }

    /// The share of a straight line at which it crosses.
    #[inline]
    fn crossing([a, b]: [Point; 2], toll: &Self) -> Option<f64> {
        let (before, after) = (toll.height(a), toll.height(b));
        if (before >= 0.0) == (after >= 0.0) {
            return None;
        }
        let share = before / (before - after);
        toll.holds(a.lerp(b, share)).then_some(share)
    }

    /// The angles at which an arc crosses, in order.
    fn crossings(&self, swing: &Swing) -> impl Iterator<Item = f64> + use<> {
        let Swing { centre, radius, out, sign, turn } = *swing;
        let across = self.along.left();
        let cosine = -self.height(centre) / radius;
        let mut angles = [f64::NAN; 2];
        if cosine.abs() < 1.0 {
            // The height over the line is the cosine of the angle from its normal.
            let first = across.cross(out).atan2(across.dot(out));
            let angle = |at: f64| (sign * (at - first)).rem_euclid(std::f64::consts::TAU);
            angles = [angle(cosine.acos()), angle(-cosine.acos())];
            angles.sort_by(f64::total_cmp);
        }
        let [start, end] = [0.0, turn].map(|angle| self.height(swing.at(angle)));
        let is_within = move |angle: f64| angle < turn;
        let count = angles.iter().filter(|&&angle| is_within(angle)).count();
        // Where the arc begins or ends on the line, the sides of its ends decide.
        if (count == 1) == ((start >= 0.0) == (end >= 0.0)) {
            angles = match count {
                0 if start.abs() < end.abs() => [0.0, f64::NAN],
                0 => [turn * (1.0 - f64::EPSILON), f64::NAN],
                1 => [f64::NAN; 2],
                _ if start.abs() < end.abs() => [angles[1], f64::NAN],
                _ => [angles[0], f64::NAN],
            };
        }
        let (toll, swing) = (*self, *swing);
        angles.into_iter().filter(move |&angle| is_within(angle) && toll.holds(swing.at(angle)))
    }
}

impl Tolls {
    /// The lines of some barriers, in the memory of others.
    pub fn set(&mut self, barriers: &[Barrier]) {
        self.list.clear();
        self.list.extend(barriers.iter().filter_map(Toll::of));
        self.has_factors = self.list.iter().any(|toll| toll.factor != 1.0);
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Costs are no distances.
    #[inline]
    pub fn has_factors(&self) -> bool {
        self.has_factors
    }

    /// A straight line meets one of them, or nearly.
    pub fn meet(&self, [a, b]: [Point; 2], slack: f64) -> bool {
        self.list.iter().any(|toll| {
            let [p, q] = [a, b].map(|p| toll.height(p));
            if p.min(q) > slack || p.max(q) < -slack {
                return false;
            }
            let [p, q] = [a, b].map(|p| toll.along.dot(p - toll.from));
            p.max(q) >= -slack && p.min(q) <= toll.length + slack
        })
    }

    /// The shares of a straight line at which it crosses one of them.
    pub fn cuts(&self, line: [Point; 2]) -> Vec<f64> {
        let mut cuts: Vec<f64> = self.list.iter().filter_map(|toll| Toll::crossing(line, toll)).collect();
        cuts.sort_by(f64::total_cmp);
        cuts
    }

    /// What an arrival pays on its arc and on a leg after it.
    #[inline]
    pub fn on_leg(&self, direction: Point, turn: f64, leg: &DiscLeg) -> f64 {
        if self.list.is_empty() { 0.0 } else { self.paid(direction, turn, leg) }
    }

    #[inline(never)]
    fn paid(&self, direction: Point, turn: f64, leg: &DiscLeg) -> f64 {
        let LegEnd { at, hand } = leg.from();
        let swing = hand.filter(|_| turn > 0.0).map(|hand| Swing::of(at, direction, hand, turn, leg.radius()));
        let arc = swing.map_or(0.0, |swing| swing.turn * swing.radius);
        let mut delay = 0.0;
        // Where the way becomes dearer, and how much.
        let mut slower: Vec<(f64, f64)> = Vec::new();
        for toll in &self.list {
            let mut cross = |at: f64| {
                delay += toll.delay;
                if toll.factor != 1.0 {
                    slower.push((at, toll.factor));
                }
            };
            if let Some(share) = Toll::crossing(leg.centres(), toll) {
                cross(arc + share * leg.length());
            }
            if let Some(swing) = &swing {
                toll.crossings(swing).for_each(|angle| cross(angle * swing.radius));
            }
        }
        slower.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (mut extra, mut factor) = (0.0, 1.0);
        for &(at, times) in &slower {
            // Of all that follows.
            extra += (factor * times - factor) * (arc + leg.length() - at);
            factor *= times;
        }
        delay + extra
    }

    /// What an arrival pays on an arc around its corner, on the given hand; `None` if what follows gets dearer.
    #[inline]
    pub fn on_arc(&self, at: Point, direction: Point, hand: Hand, turn: f64, radius: f64) -> Option<f64> {
        if self.list.is_empty() || turn <= 0.0 {
            return Some(0.0);
        }
        let swing = Swing::of(at, direction, hand, turn, radius);
        let mut delay = 0.0;
        for toll in &self.list {
            let count = toll.crossings(&swing).count();
            if count > 0 && toll.factor != 1.0 {
                return None;
            }
            delay += count as f64 * toll.delay;
        }
        Some(delay)
    }
}
