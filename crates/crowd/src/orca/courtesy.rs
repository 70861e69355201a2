//! What somebody does whose wish is not permitted: it leans to its right, lets others go first, and makes room.
//!
//! Rigid discs who all push on to the same door form arches that hold for ever. People who go the same way do not: of
//! two, the one that has the other more in front of itself lets it go first and keeps a berth, so that there is room to
//! step back into. Whoever is wedged between two who go first, or between one and a wall, or is in the way of one, steps
//! back: the arch opens.
//!
//! Those who meet others on the way turn to their right, the more the slower they are, until the knot begins to turn.
//! Constant time for each of the others, who are looked at four at a time.

use super::planes::Planes;
use super::program::{FOUR, Velocity};
use crate::near::Seen;
use crate::steer::Around;
use rayon::prelude::*;
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
const ALIKE: f32 = 0.3;
/// What a walker keeps free between itself and those whom it lets go first, in parts of the distance at which they
/// touch.
const BERTH: f32 = 0.3;
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
    /// How straight it wants to go through the walker, as a cosine.
    pressing: f64,
    is_touching: bool,
}

/// Where everybody wants to go, by ranks: directions of length 1, or 0. Of two, each sees the same.
pub struct Headings(Vec<[f32; 2]>);

impl Headings {
    /// As walkers wish now.
    pub fn of(around: &Around<'_>) -> Self {
        let wish = |seen: &Seen| around.flock.wish()[seen.slot as usize];
        Self(around.near.seen().par_iter().with_min_len(64).map(|seen| unit(wish(seen))).collect())
    }

    /// Of up to four walkers; the last of four that are fewer go along with `rest`.
    #[inline(always)]
    fn of_four(&self, ranks: &[u32], rest: [f32; 2]) -> [f32x4; 2] {
        let four = match ranks.first_chunk::<FOUR>() {
            Some(ranks) => ranks.map(|rank| self.0[rank as usize]),
            None => std::array::from_fn(|k| ranks.get(k).map_or(rest, |&rank| self.0[rank as usize])),
        };
        [f32x4::new(four.map(|heading| heading[0])), f32x4::new(four.map(|heading| heading[1]))]
    }
}

/// A direction of length 1, or 0.
fn unit(wish: Point) -> [f32; 2] {
    let [x, y] = [wish.x as f32, wish.y as f32];
    let length = (x * x + y * y).sqrt();
    let scale = if length > 0.0 { 1.0 / length } else { 0.0 };
    [x * scale, y * scale]
}

/// Room for what one walker thinks of those around it.
#[derive(Default)]
pub struct Courtesy {
    firsts: Vec<First>,
}

/// One walker among others.
struct Own {
    wish: Point,
    heading: [f32; 2],
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
        if self.firsts.iter().any(|first| first.nth == nth) { 1.0 + BERTH } else { 1.0 }
    }

    /// With this velocity the walker uses at most half of what it may to come nearer to those whom it lets go first.
    pub fn permits(&self, velocity: Velocity, step: f64) -> bool {
        let velocity = Point::new(f64::from(velocity.x), f64::from(velocity.y));
        self.firsts.iter().all(|first| velocity.dot(first.towards) * 2.0 * step <= first.gap.max(0.0))
    }

    /// What a walker wishes instead of what is not permitted.
    pub fn instead(
        &mut self,
        around: &Around<'_>,
        headings: &Headings,
        rank: usize,
        others: &[u32],
        planes: &Planes,
    ) -> Velocity {
        let Some(own) = Own::of(around, headings, rank) else { return Velocity::default() };
        let opposed = f64::from(self.look_around(&own, around, headings, others, planes));
        let swerve = (SWERVE * opposed * own.slow * own.slow).min(TURN);
        let wish = turned_right(own.wish, LEAN[0] + LEAN[1] * share(own.id) + swerve);
        let wish = self.held_back(&own, around, rank, wish);
        Velocity { x: wish.x as f32, y: wish.y as f32 }
    }

    /// Finds those who go the same way, are near, and whom the walker has more in front of itself than they have it.
    /// Tells how much all of the others are in the way, from 0 to 1: they are ahead, and want to go elsewhere.
    fn look_around(
        &mut self,
        own: &Own,
        around: &Around<'_>,
        headings: &Headings,
        others: &[u32],
        planes: &Planes,
    ) -> f32 {
        let heading = own.heading.map(f32x4::splat);
        let mut opposed = f32x4::ZERO;
        for (four, (view, ranks)) in planes.views().zip(others.chunks(FOUR)).enumerate() {
            let theirs = headings.of_four(ranks, own.heading);
            let alike = dot(heading, theirs);
            let distance = dot(view.place, view.place).sqrt();
            let towards = view.place.map(|v| v / distance);
            let [ahead, pressing] = [dot(towards, heading), -dot(towards, theirs)];
            // Whoever wants to stand is as much in the way as one who crosses.
            let elsewhere = (0.5 - alike * 0.5 - ACROSS).fast_max(f32x4::ZERO);
            opposed += ahead.simd_ge(f32x4::splat(ABREAST)).select(elsewhere, f32x4::ZERO);
            let gap = distance - view.touching * (1.0 + BERTH);
            let is_near = gap.simd_lt(f32x4::ZERO) & alike.simd_ge(f32x4::splat(ALIKE));
            let mut firsts = (is_near & ahead.simd_ge(pressing)).to_bitmask();
            while firsts != 0 {
                let lane = firsts.trailing_zeros() as usize;
                firsts &= firsts - 1;
                let of = |v: f32x4| f64::from(v.as_array()[lane]);
                if of(ahead) > of(pressing) || id(around, ranks[lane]) < own.id {
                    self.firsts.push(First {
                        nth: four * FOUR + lane,
                        towards: Point::new(of(towards[0]), of(towards[1])),
                        gap: of(gap),
                        pressing: of(pressing),
                        is_touching: of(distance) < of(view.touching) * (1.0 + TOUCH),
                    });
                }
            }
        }
        opposed.reduce_add() / ((1.0 - ACROSS) * others.len().max(1) as f32)
    }

    /// A wish without what presses on those who go first; or backwards, for whoever stands in their way.
    fn held_back(&self, own: &Own, around: &Around<'_>, rank: usize, mut wish: Point) -> Point {
        let (mut pressed, mut wedged) = (0.0_f64, [false; 2]);
        for first in &self.firsts {
            wish = wish - first.towards * wish.dot(first.towards).max(0.0);
            if first.is_touching {
                pressed = pressed.max(first.pressing / PRESSING);
                wedged[usize::from(own.wish.left().dot(first.towards) > 0.0)] = true;
            }
        }
        let is_wedged = wedged != [false; 2] && (wedged == [true; 2] || own.is_held_by_wall(around, rank, wedged[0]));
        let back = if is_wedged { own.slow } else { pressed.min(1.0) * own.slow };
        wish * (1.0 - back) - own.wish * (BACK * back)
    }
}

impl Own {
    /// `None` for somebody who wants to stand.
    fn of(around: &Around<'_>, headings: &Headings, rank: usize) -> Option<Self> {
        let (flock, seen) = (around.flock, around.near.seen()[rank]);
        let slot = seen.slot as usize;
        let wish = flock.wish()[slot];
        let slow = (1.0 - flock.velocity()[slot].length() / flock.speed()[slot]).clamp(0.0, 1.0);
        let heading = headings.0[rank];
        let own = Self { wish, heading, radius: f64::from(seen.radius), id: flock.id()[slot], slow };
        (wish != Point::default()).then_some(own)
    }

    /// It touches a wall ahead on its left, or on its right.
    fn is_held_by_wall(&self, around: &Around<'_>, rank: usize, on_left: bool) -> bool {
        let (p, touching) = (around.near.point(rank), self.radius * (1.0 + TOUCH));
        around.walls.within(p, touching).iter().any(|wall| {
            let towards = wall.nearest(p) - p;
            let is_left = self.wish.left().dot(towards) > 0.0;
            towards.length() < touching && self.wish.dot(towards) > 0.0 && is_left == on_left
        })
    }
}

fn dot(a: [f32x4; 2], b: [f32x4; 2]) -> f32x4 {
    a[0] * b[0] + a[1] * b[1]
}

fn id(around: &Around<'_>, rank: u32) -> u64 {
    around.flock.id()[around.near.seen()[rank as usize].slot as usize]
}

/// Turned clockwise, by an angle in radians.
fn turned_right(v: Point, angle: f64) -> Point {
    let (sin, cos) = angle.sin_cos();
    Point::new(v.x * cos + v.y * sin, v.y * cos - v.x * sin)
}

/// A number from 0 to 1 for an id. Fibonacci hashing: those in a row are far apart.
fn share(id: u64) -> f64 {
    (id.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 11) as f64 / (1_u64 << 53) as f64
}
