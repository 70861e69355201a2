//! What somebody does whose wish is not permitted: it leans to its right, lets others go first, and makes room.
//!
//! Rigid discs who all push on to the same door form arches that hold for ever. People who go the same way do not: of
//! two, the one that has the other more in front of itself lets it go first and keeps a berth, so that there is room to
//! step back into. Whoever is wedged between two who go first, or between one and a wall, or is in the way of one, steps back: the arch
//! opens.
//!
//! Those who meet others on the way turn to their right, the more the slower they are, until the knot begins to turn.
//! Constant time for each of the others.

use super::program::Velocity;
use crate::steer::Around;
use rayon::prelude::*;

/// How far a walker leans to its right: at least, and at most how much more. In radians.
const LEAN: [f32; 2] = [0.03, 0.09];
/// How far it turns to its right, besides, when it stands and all ahead of it come towards it, and at most: so far that
/// it steps back, which opens the gaps that a knot needs to turn. In radians.
const SWERVE: f32 = 8.0;
const TURN: f32 = 2.6;
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
const TOUCH: f32 = 0.05;
/// How straight somebody must want to go through a walker to push it back with all its might, as a cosine.
const PRESSING: f32 = 0.5;
/// How fast a walker steps back, in parts of its speed.
const BACK: f32 = 0.3;

/// What everybody sees, and where everybody wants to go.
pub struct Sight<'a> {
    pub around: &'a Around<'a>,
    /// Directions of wishes by rank.
    pub headings: &'a [Velocity],
}

/// The directions of all wishes, of length 1 or 0, by rank: each is looked at by many.
pub fn headings(around: &Around<'_>) -> Vec<Velocity> {
    let seen = around.near.seen().par_iter().with_min_len(1024);
    seen.map(|seen| {
        let wish = around.flock.wish()[seen.slot as usize];
        let length = wish.length();
        let scale = if length > 0.0 { 1.0 / length } else { 0.0 };
        Velocity { x: (wish.x * scale) as f32, y: (wish.y * scale) as f32 }
    })
    .collect()
}

/// One who is let go first.
struct First {
    /// Which of the others.
    nth: usize,
    /// The direction to it, of length 1.
    towards: Velocity,
    /// What is left of the way to it, the berth apart.
    gap: f32,
    /// How straight it wants to go through the walker, as a cosine.
    presses: f32,
    touches: bool,
}

/// Room for what one walker thinks of those around it.
#[derive(Default)]
pub struct Courtesy {
    firsts: Vec<First>,
}

/// One walker among others.
struct Own {
    rank: usize,
    heading: Velocity,
    /// How fast it wants to go.
    pace: f32,
    radius: f32,
    id: u64,
    /// From 0, at full speed, to 1, when it stands.
    slow: f32,
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
    pub fn permits(&self, velocity: Velocity, step: f32) -> bool {
        self.firsts.iter().all(|first| velocity.dot(first.towards) * 2.0 * step <= first.gap.max(0.0))
    }

    /// What a walker wishes instead of what is not permitted.
    pub fn instead(&mut self, sight: &Sight<'_>, rank: usize, others: &[u32]) -> Velocity {
        let Some(own) = Own::of(sight, rank) else { return Velocity::default() };
        let mut opposed = 0.0;
        for (nth, &other) in others.iter().enumerate() {
            opposed += self.consider(&own, sight, nth, other as usize);
        }
        let swerve = (SWERVE * opposed / others.len().max(1) as f32 * own.slow * own.slow).min(TURN);
        let wish = own.heading.turned_right(LEAN[0] + LEAN[1] * share(own.id) + swerve);
        self.held_back(&own, sight, wish)
    }

    /// Notes one of the others who goes the same way, is near, and whom the walker has more in front of itself than the
    /// other way round. Tells how much it is in the way, from 0 to 1: it is ahead, and wants to go elsewhere.
    #[inline]
    fn consider(&mut self, own: &Own, sight: &Sight<'_>, nth: usize, other: usize) -> f32 {
        let (near, heading) = (sight.around.near, sight.headings[other]);
        let apart = near.point(other) - near.point(own.rank);
        let apart = Velocity { x: apart.x as f32, y: apart.y as f32 };
        let (squared, ahead, alike) = (apart.dot(apart), own.heading.dot(apart), own.heading.dot(heading));
        if alike >= ALIKE {
            let touching = own.radius + near.seen()[other].radius;
            let berth = touching * (1.0 + BERTH);
            let behind = -heading.dot(apart);
            if squared <= berth * berth && squared > 0.0 && own.lets_go(sight, ahead, behind, other) {
                let distance = squared.sqrt();
                let towards = Velocity { x: apart.x / distance, y: apart.y / distance };
                let touches = distance < touching * (1.0 + TOUCH);
                self.firsts.push(First { nth, towards, gap: distance - berth, presses: behind / distance, touches });
            }
        }
        if ahead < 0.0 && ahead * ahead > ABREAST * ABREAST * squared {
            return 0.0;
        }
        // Whoever wants to stand is as much in the way as one who crosses.
        (0.5 - 0.5 * alike - ACROSS).max(0.0) / (1.0 - ACROSS)
    }

    /// A wish, as a direction, without what presses on those who go first; or backwards, for whoever stands in their
    /// way.
    fn held_back(&self, own: &Own, sight: &Sight<'_>, mut wish: Velocity) -> Velocity {
        let (mut pressed, mut wedged) = (0.0_f32, [false; 2]);
        for first in &self.firsts {
            wish = wish.minus(first.towards, wish.dot(first.towards).max(0.0));
            if first.touches {
                pressed = pressed.max(first.presses / PRESSING);
                wedged[usize::from(own.has_on_left(first.towards))] = true;
            }
        }
        let is_wedged = wedged != [false; 2] && (wedged == [true; 2] || own.is_held_by_wall(sight.around, wedged[0]));
        let back = if is_wedged { own.slow } else { pressed.min(1.0) * own.slow };
        let pace = own.pace * (1.0 - back);
        Velocity { x: wish.x * pace, y: wish.y * pace }.minus(own.heading, own.pace * BACK * back)
    }
}

impl Own {
    /// `None` for somebody who wants to stand.
    fn of(sight: &Sight<'_>, rank: usize) -> Option<Self> {
        let (flock, seen) = (sight.around.flock, sight.around.near.seen()[rank]);
        let slot = seen.slot as usize;
        let heading = sight.headings[rank];
        let slow = (1.0 - flock.velocity()[slot].length() / flock.speed()[slot]).clamp(0.0, 1.0) as f32;
        let pace = flock.wish()[slot].length() as f32;
        let own = Self { rank, heading, pace, radius: seen.radius, id: flock.id()[slot], slow };
        (heading != Velocity::default()).then_some(own)
    }

    /// It has the other more in front of itself than the other way round; of two who are abreast, one does.
    fn lets_go(&self, sight: &Sight<'_>, ahead: f32, behind: f32, other: usize) -> bool {
        let id = || sight.around.flock.id()[sight.around.near.seen()[other].slot as usize];
        ahead > behind || ahead == behind && id() < self.id
    }

    fn has_on_left(&self, towards: Velocity) -> bool {
        self.heading.x * towards.y - self.heading.y * towards.x > 0.0
    }

    /// It touches a wall ahead, on its left or on its right.
    #[cold]
    fn is_held_by_wall(&self, around: &Around<'_>, on_left: bool) -> bool {
        let (p, touching) = (around.near.point(self.rank), f64::from(self.radius * (1.0 + TOUCH)));
        around.walls.within(p, touching).iter().any(|wall| {
            let out = wall.nearest(p) - p;
            let towards = Velocity { x: out.x as f32, y: out.y as f32 };
            out.length() < touching && self.heading.dot(towards) > 0.0 && self.has_on_left(towards) == on_left
        })
    }
}

/// A number from 0 to 1 for an id. Fibonacci hashing: those in a row are far apart.
fn share(id: u64) -> f32 {
    (id.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as f32 / (1_u64 << 24) as f32
}
