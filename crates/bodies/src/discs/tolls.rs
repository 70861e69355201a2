//! What it costs discs to cross lines: barriers and queues.
//!
//! A barrier goes from solid to solid, or ends where no disc has room, and is paid for when the centre crosses it: when it
//! comes from one side and goes on to the other. A path that runs along the line and comes back to its own side pays nothing.
//! A shortest path of its kind is tight, and a tight path crosses a straight line no more often than any other path around
//! the same solids: so delays change which path is cheapest, and never its shape, and everything that holds because paths
//! are shortest holds with them.
//!
//! On which side a centre is that touches the line, but for rounding, follows from its place alone: beside a corner it is on
//! the side of its circle, if that touches the line too, and on the left of the line otherwise. So all pieces of a path agree,
//! whichever of them ends there. Where a path begins or ends on the line, it is on both sides.
//!
//! Factors make the rest of the path to the next corner dearer, its arc included. That is no distance: nothing that compares
//! two paths may be concluded but from the same place in the same direction.
//!
//! Cost: all lines, for each leg.

use wayfront_geometry::{DiscLeg, Hand, LegEnd, Point};
use wayfront_world::{Barrier, BarrierCost};

/// Tolerance: Roundings of the largest coordinate within which a centre touches a line.
const TOUCH: f64 = 64.0;

/// A line and its price.
#[derive(Clone, Copy, Debug)]
struct Toll {
    from: Point,
    /// Of length 1.
    along: Point,
    length: f64,
    delay: f64,
    factor: f64,
    /// Heights that are less may be rounding.
    doubt: f64,
}

/// All lines.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tolls {
    list: Vec<Toll>,
    has_factors: bool,
}

/// A disc that turns around a corner.
#[derive(Clone, Copy)]
pub(crate) struct Swing {
    pub at: Point,
    pub hand: Hand,
    /// Where the centre goes at first.
    pub direction: Point,
    pub turn: f64,
    pub radius: f64,
    /// The path begins here.
    pub is_start: bool,
}

impl Swing {
    /// 1 anticlockwise, -1 clockwise.
    fn sign(&self) -> f64 {
        if self.hand == Hand::Left { 1.0 } else { -1.0 }
    }

    /// From the corner to the centre of the disc at first, of length 1.
    fn out(&self) -> Point {
        self.direction.left() * -self.sign()
    }

    /// Where the centre is after a part of the turn.
    fn place(&self, angle: f64) -> Point {
        let (sin, cos) = angle.sin_cos();
        self.at + (self.out() * cos + self.out().left() * (sin * self.sign())) * self.radius
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
        let largest = from.x.abs().max(from.y.abs()).max(to.x.abs()).max(to.y.abs());
        Some(Self { from, along, length: from.distance(to), delay, factor, doubt: TOUCH * f64::EPSILON * largest })
    }

    fn height(&self, p: Point) -> f64 {
        self.along.cross(p - self.from)
    }

    fn holds(&self, p: Point) -> bool {
        (0.0..=self.length).contains(&self.along.dot(p - self.from))
    }

    /// The side on which something lies: 1 on the left, -1 on the right, or what is said for the line itself.
    #[inline]
    fn side(&self, p: Point, on_line: f64) -> f64 {
        let height = self.height(p);
        if height.abs() <= self.doubt { on_line } else { height.signum() }
    }

    /// The side of a circle that does not cross the line, but may touch it.
    #[inline]
    fn side_of_circle(&self, centre: Point, radius: f64) -> Option<f64> {
        let height = self.height(centre);
        (height.abs() >= radius - 4.0 * self.doubt).then(|| height.signum())
    }

    /// The side on which the centre is at an end of a leg.
    #[inline]
    fn side_of_end(&self, end: LegEnd, centre: Point, radius: f64, on_line: f64) -> f64 {
        match end.hand {
            None => self.side(centre, 0.0),
            Some(_) => self.side_of_circle(end.at, radius).unwrap_or_else(|| self.side(centre, on_line)),
        }
    }

    /// The share of a straight line at which it crosses from one side to another.
    #[inline]
    fn crossing(&self, [a, b]: [Point; 2], [before, after]: [f64; 2]) -> Option<f64> {
        if before * after >= 0.0 {
            return None;
        }
        let (low, high) = (self.height(a), self.height(b));
        let share = if low == high { 1.0 } else { (low / (low - high)).clamp(0.0, 1.0) };
        self.holds(a.lerp(b, share)).then_some(share)
    }

    /// The share of a leg at which it crosses. `on_line` is the side of the line itself where it starts.
    #[inline]
    fn crossing_of(&self, leg: &DiscLeg, on_line: f64) -> Option<f64> {
        let centres = leg.centres();
        let before = self.side_of_end(leg.from(), centres[0], leg.radius(), on_line);
        self.crossing(centres, [before, self.side_of_end(leg.to(), centres[1], leg.radius(), 1.0)])
    }

    /// The side of the line itself around a corner: where a path begins on the line, it has not crossed it.
    #[inline]
    fn on_line(&self, swing: &Swing) -> f64 {
        if swing.is_start { self.along.cross(swing.direction).signum() } else { 1.0 }
    }

    /// The angles at which an arc crosses, in order.
    fn crossings(&self, swing: &Swing) -> impl Iterator<Item = f64> + use<> {
        let Swing { at, turn, radius, .. } = *swing;
        let (out, sign) = (swing.out(), swing.sign());
        let across = self.along.left();
        let mut angles = [f64::NAN; 2];
        if turn > 0.0 && self.side_of_circle(at, radius).is_none() {
            let cosine = -self.height(at) / radius;
            // The height over the line is the cosine of the angle from its normal.
            let first = across.cross(out).atan2(across.dot(out));
            let angle = |at: f64| (sign * (at - first)).rem_euclid(std::f64::consts::TAU);
            angles = [angle(cosine.acos()), angle(-cosine.acos())];
            angles.sort_by(f64::total_cmp);
            let ends = [0.0, turn].map(|angle| swing.place(angle));
            let [before, after] = ends.map(|p| self.side(p, self.on_line(swing)));
            let [start, end] = ends.map(|p| self.height(p).abs());
            let count = angles.iter().filter(|&&angle| angle < turn).count();
            // Where the arc begins or ends on the line, the sides of its ends decide.
            if (count == 1) != (before * after < 0.0) {
                angles = match count {
                    0 if start < end => [0.0, f64::NAN],
                    0 => [turn * (1.0 - f64::EPSILON), f64::NAN],
                    1 => [f64::NAN; 2],
                    _ if start < end => [angles[1], f64::NAN],
                    _ => [angles[0], f64::NAN],
                };
            }
        }
        let (toll, swing) = (*self, *swing);
        angles.into_iter().filter(move |&angle| angle < turn && toll.holds(swing.place(angle)))
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
        let cut = |toll: &Toll| toll.crossing(line, line.map(|p| toll.side(p, 0.0)));
        let mut cuts: Vec<f64> = self.list.iter().filter_map(cut).collect();
        cuts.sort_by(f64::total_cmp);
        cuts
    }

    /// What an arrival pays on its arc, if it has one, and on a leg after it.
    #[inline]
    pub fn on_leg(&self, swing: impl FnOnce() -> Option<Swing>, leg: &DiscLeg) -> f64 {
        if self.list.is_empty() { 0.0 } else { self.paid(swing(), leg) }
    }

    #[inline(never)]
    fn paid(&self, swing: Option<Swing>, leg: &DiscLeg) -> f64 {
        let arc = swing.map_or(0.0, |swing| swing.turn.max(0.0) * swing.radius);
        let mut delay = 0.0;
        // Where the path becomes dearer, and how much.
        let mut slower: Vec<(f64, f64)> = Vec::new();
        for toll in &self.list {
            let mut cross = |at: f64| {
                delay += toll.delay;
                if toll.factor != 1.0 {
                    slower.push((at, toll.factor));
                }
            };
            let on_line = swing.as_ref().map_or(1.0, |swing| toll.on_line(swing));
            if let Some(share) = toll.crossing_of(leg, on_line) {
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

    /// What an arrival pays on an arc around its corner; `None` if what follows gets dearer.
    #[inline]
    pub fn on_arc(&self, swing: impl FnOnce() -> Option<Swing>) -> Option<f64> {
        if self.list.is_empty() {
            return Some(0.0);
        }
        let Some(swing) = swing() else { return Some(0.0) };
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
