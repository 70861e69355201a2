//! What somebody does whose wish is not permitted: it leans to its right, lets others go first, and makes room.
//!
//! Rigid discs who all push on to the same door form arches that hold for ever. People who go the same way do not: of
//! two, the one that has the other more in front of itself lets it go first and keeps a berth, so that there is room to
//! step back into. Whoever is wedged between two who go first, or between one and a wall, or is in the way of one, steps back: the arch
//! opens.
//!
//! Those who meet others on the way turn to their right, the more the slower they are, until the knot begins to turn.
//! Constant time for each of the others.

use super::planes::Planes;
use super::program::{FOUR, Velocity};
use crate::steer::Around;
use wayfront_geometry::Point;
use wide::f32x4;

/// How far a walker leans to its right: at least, and at most how much more. In radians.
const LEAN: [f64; 2] = [0.03, 0.09];
/// How far it turns to its right, besides, when it stands and all ahead of it come towards it, and at most: so far that
/// it steps back, which opens the gaps that a knot needs to turn. In radians.
const SWERVE: f64 = 8.0;
const TURN: f64 = 2.6;
/// Others count as in the way from this difference of directions on, where 0 is none and 1 is opposite. Those who
/// converge on a door are not.
const ACROSS: f32 = 0.25;
/// Cosine of the angle to others up to which they are ahead; a bit behind abreast.
const ABREAST: f32 = -0.2;
/// Cosine of the angle between two wishes up to which they go the same way.
const ALIKE: f64 = 0.3;
/// What a walker keeps free between itself and those whom it lets go first, in parts of the distance at which they
/// touch.
const BERTH: f64 = 0.3;
/// How near others touch, in the same measure.
const TOUCH: f64 = 0.05;
/// How straight somebody must want to go through a walker to push it back with all its might, as a cosine.
const PRESSING: f64 = 0.5;
/// How fast a walker steps back, in parts of its speed.
const BACK: f64 = 0.3;

/// One who is let go first.
struct First {
    /// Which of the others.
    nth: usize,
    /// The direction to it, of length 1.
    towards: Point,
    /// What is left of the way to it, the berth apart.
    gap: f64,
}

/// Room for what one walker thinks of those around it.
#[derive(Default)]
pub struct Courtesy {
    firsts: Vec<First>,
}

/// One walker among others.
struct Own {
    wish: Point,
    /// The wish, of length 1.
    heading: Point,
    radius: f64,
    id: u64,
    /// From 0, at full speed, to 1, when it stands.
    slow: f64,
}

impl Courtesy {
    /// Forgets everybody.
    pub fn clear(&mut self) {
        self.firsts.clear();
    }

    /// How near a walker may come to one of the others, in parts of the distance at which they touch.
    pub fn nearness(&self, nth: usize) -> f32 {
        if self.firsts.iter().any(|first| first.nth == nth) { 1.0 + BERTH as f32 } else { 1.0 }
    }

    /// With this velocity the walker uses at most half of what it may to come nearer to those whom it lets go first.
    pub fn permits(&self, velocity: Velocity, step: f64) -> bool {
        let velocity = Point::new(f64::from(velocity.x), f64::from(velocity.y));
        self.firsts.iter().all(|first| velocity.dot(first.towards) * 2.0 * step <= first.gap.max(0.0))
    }

    /// What a walker wishes instead of what is not permitted.
    pub fn instead(&mut self, around: &Around<'_>, rank: usize, others: &[u32], planes: &Planes) -> Velocity {
        let Some(own) = Own::of(around, rank) else { return Velocity::default() };
        self.let_go_first(&own, around, rank, others, planes);
        let opposed = f64::from(own.opposed(around, others, planes));
        let swerve = (SWERVE * opposed * own.slow * own.slow).min(TURN);
        let wish = self.held_back(&own, around, rank, others);
        let wish = Velocity { x: wish.x as f32, y: wish.y as f32 };
        wish.turned_right((LEAN[0] + LEAN[1] * share(own.id) + swerve) as f32)
    }

    /// Finds those who go the same way, are near, and whom the walker has more in front of itself than they have it.
    fn let_go_first(&mut self, own: &Own, around: &Around<'_>, rank: usize, others: &[u32], planes: &Planes) {
        let (near, flock) = (around.near, around.flock);
        for nth in planes.nearer_than((1.0 + BERTH) as f32) {
            let other = others[nth] as usize;
            let seen = near.seen()[other];
            let heading = unit(flock.wish()[seen.slot as usize]);
            let apart = near.point(other) - near.point(rank);
            let distance = apart.length();
            if heading.dot(own.heading) < ALIKE || distance == 0.0 {
                continue;
            }
            let berth = (own.radius + f64::from(seen.radius)) * (1.0 + BERTH);
            let towards = apart * (1.0 / distance);
            let (ahead, behind) = (towards.dot(own.heading), -towards.dot(heading));
            if ahead > behind || ahead == behind && flock.id()[seen.slot as usize] < own.id {
                self.firsts.push(First { nth, towards, gap: distance - berth });
            }
        }
    }

    /// The wish without what presses on those who go first; or backwards, for whoever stands in their way.
    fn held_back(&self, own: &Own, around: &Around<'_>, rank: usize, others: &[u32]) -> Point {
        let (near, flock) = (around.near, around.flock);
        let (mut wish, mut pressed, mut wedged) = (own.wish, 0.0_f64, [false; 2]);
        for first in &self.firsts {
            let seen = near.seen()[others[first.nth] as usize];
            wish = wish - first.towards * wish.dot(first.towards).max(0.0);
            let heading = unit(flock.wish()[seen.slot as usize]);
            pressed = pressed.max(-first.towards.dot(heading) / PRESSING);
            let touching = (own.radius + f64::from(seen.radius)) * (1.0 + TOUCH);
            if near.point(rank).distance(near.point(others[first.nth] as usize)) < touching {
                wedged[usize::from(own.heading.left().dot(first.towards) > 0.0)] = true;
            }
        }
        let is_wedged = wedged != [false; 2] && (wedged == [true; 2] || own.is_held_by_wall(around, rank, wedged[0]));
        let back = if is_wedged { own.slow } else { pressed.min(1.0) * own.slow };
        wish * (1.0 - back) - own.wish * (BACK * back)
    }
}

impl Own {
    /// `None` for somebody who wants to stand.
    fn of(around: &Around<'_>, rank: usize) -> Option<Self> {
        let (flock, seen) = (around.flock, around.near.seen()[rank]);
        let slot = seen.slot as usize;
        let wish = flock.wish()[slot];
        let slow = (1.0 - flock.velocity()[slot].length() / flock.speed()[slot]).clamp(0.0, 1.0);
        let own = Self { wish, heading: unit(wish), radius: f64::from(seen.radius), id: flock.id()[slot], slow };
        (own.heading != Point::default()).then_some(own)
    }

    /// It touches a wall ahead on its left, or on its right.
    fn is_held_by_wall(&self, around: &Around<'_>, rank: usize, on_left: bool) -> bool {
        let (p, touching) = (around.near.point(rank), self.radius * (1.0 + TOUCH));
        around.walls.within(p, touching).iter().any(|wall| {
            let towards = wall.nearest(p) - p;
            let is_left = self.heading.left().dot(towards) > 0.0;
            towards.length() < touching && self.heading.dot(towards) > 0.0 && is_left == on_left
        })
    }

    /// How much the others are in the way, from 0 to 1: they are ahead, and want to go elsewhere.
    fn opposed(&self, around: &Around<'_>, others: &[u32], planes: &Planes) -> f32 {
        let heading = [self.heading.x, self.heading.y].map(|v| f32x4::splat(v as f32));
        let mut opposed = f32x4::ZERO;
        for (apart, four) in planes.places().zip(others.chunks(FOUR)) {
            let ahead = dot(heading, apart);
            let is_behind =
                ahead.simd_lt(f32x4::ZERO) & (ahead * ahead).simd_gt(dot(apart, apart) * (ABREAST * ABREAST));
            let theirs = wishes(around, four, self.heading);
            let length = dot(theirs, theirs).sqrt();
            let is_wish = length.simd_gt(f32x4::ZERO);
            // Whoever wants to stand is as much in the way as one who crosses.
            let along = is_wish.select(dot(heading, theirs) / length, f32x4::ZERO);
            let elsewhere = (0.5 - along * 0.5 - ACROSS).fast_max(f32x4::ZERO);
            opposed += is_behind.select(f32x4::ZERO, elsewhere);
        }
        opposed.reduce_add() / ((1.0 - ACROSS) * others.len().max(1) as f32)
    }
}

/// The wishes of up to four walkers; `rest` is what fills them up.
fn wishes(around: &Around<'_>, four: &[u32], rest: Point) -> [f32x4; 2] {
    let [mut x, mut y] = [[rest.x as f32; FOUR], [rest.y as f32; FOUR]];
    for (k, &other) in four.iter().enumerate() {
        let wish = around.flock.wish()[around.near.seen()[other as usize].slot as usize];
        (x[k], y[k]) = (wish.x as f32, wish.y as f32);
    }
    [x, y].map(f32x4::new)
}

fn dot(a: [f32x4; 2], b: [f32x4; 2]) -> f32x4 {
    a[0] * b[0] + a[1] * b[1]
}

fn unit(v: Point) -> Point {
    let length = v.length();
    if length > 0.0 { v * (1.0 / length) } else { Point::default() }
}

/// A number from 0 to 1 for an id. Fibonacci hashing: those in a row are far apart.
fn share(id: u64) -> f64 {
    (id.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 11) as f64 / (1_u64 << 53) as f64
}
