//! Social force (Helbing and Molnár 1995; Helbing, Farkas and Vicsek 2000; as extended by Sud and others 2008).
//!
//! An agent accelerates towards its wish within the time `tau`. Others push it away by
//! `strength * exp((r + r' - distance) / range)`, those ahead more than those behind: by the factor
//! `lambda + (1 - lambda) * (1 + cos phi) / 2`. Walls do the same, equally from all sides. Agents that meet head-on push
//! each other to the side of [`Passing`], or to the other where it is too late for that. Those of one team draw each other
//! nearer by `attraction`. Bodies that touch press like springs, and velocity into a wall that is touched is removed. Whoever
//! waits is moved by touch alone, and so is whoever chases somebody by that one. Where a graph of everybody knows who sees
//! whom, nobody behind a wall is felt.
//!
//! Bodies are soft as deep as [`SOFT`] says, and hard inside: nobody uses more than half of what is left between two hard
//! parts in a step, whatever the other does, so overlaps are bounded by construction, however fast two meet.
//!
//! Stable at any density: pushes are bounded where bodies overlap, velocities by the top speed, and the step is implicit
//! in the velocity, so that it never overshoots. The time grows with the number of agents within `distance`.
//!
//! The defaults are such that the speed over density in a closed corridor follows Weidmann's curve
//! ([`weidmann`](crate::weidmann)); a test measures it.

use super::model::{SteeringModel, Surroundings, each_rank};
use crate::walls::Wall;
use wayfront_geometry::Point;
use wayfront_world::Passing;

/// Overlap of two bodies beyond which the exponential push grows no more, in metres.
const DEEPEST: f64 = 0.05;

/// The share of the smaller radius by which two bodies overlap at most.
const SOFT: f64 = 0.5;
/// How often a velocity is taken off the hard parts of all others, one after the other, before it is shortened.
const ROUNDS: usize = 4;

/// Tolerance: Walls are felt up to so many ranges away: farther ones push by less than a thousandth, since e^-7 <
/// 0.001.
const FELT_RANGES: f64 = 7.0;
/// The speed, in m/s, for which pushes and ranges are as given: for others they grow with their own.
const USUAL_SPEED: f64 = 1.34;
/// Two who meet change sides as long as they have to go no more than this much aside for each metre between them.
const LATEST: f64 = 0.5;
/// Tolerance: A wall is touched up to this multiple of the radius: rounding and the skin in front of walls do not part
/// a body from a wall that it rests on.
const TOUCH: f64 = 1.001;

/// Steering by forces, in metres and seconds, for bodies of mass 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SocialForce {
    /// Push of others at contact, in m/s²: `A`.
    pub strength: f64,
    /// Over which distance it falls by the factor e: `B`.
    pub range: f64,
    /// Those who get away are felt where they will be after so many seconds: people follow them.
    pub look_ahead: f64,
    /// What share of the push is felt from behind: 1 is as much as from ahead.
    pub lambda: f64,
    /// Push of walls at contact, in m/s².
    pub wall_strength: f64,
    /// Over which distance it falls by the factor e.
    pub wall_range: f64,
    /// Push of those who touch, in m/s² for each metre of overlap.
    pub stiffness: f64,
    /// What share of the push of an agent that comes head-on acts sideways.
    pub sideways: f64,
    /// To which side.
    pub passing: Passing,
    /// Pull towards others of one's team, in m/s²: `C`.
    pub attraction: f64,
    /// Time to reach the wished velocity.
    pub tau: f64,
    /// How far an agent looks, from centre to centre.
    pub distance: f64,
    /// The most it walks, in multiples of its preferred speed.
    pub haste: f64,
}

impl SocialForce {
    /// People who keep so much distance that a door carries no more than IMO MSC.1/Circ.1533 allows.
    pub const CALM: Self = Self { strength: 2.6, look_ahead: 0.3, ..Self::PEOPLE };
    /// For people.
    pub const PEOPLE: Self = Self {
        strength: 1.5,
        range: 0.5,
        look_ahead: 1.0,
        lambda: 0.3,
        wall_strength: 2.0,
        wall_range: 0.1,
        stiffness: 60.0,
        sideways: 3.6,
        passing: Passing::Right,
        attraction: 0.4,
        tau: 0.5,
        distance: 2.5,
        haste: 1.3,
    };
}

impl Default for SocialForce {
    fn default() -> Self {
        Self::PEOPLE
    }
}

impl SteeringModel for SocialForce {
    fn reach(&self) -> f64 {
        self.distance
    }

    fn threshold(&self) -> f64 {
        1.4
    }

    fn steer(&self, around: &Surroundings<'_>, next: &mut [Point]) {
        each_rank(around, next, Vec::new, |rank, limits| self.velocity(around, rank, limits));
    }
}

impl SocialForce {
    fn velocity(&self, around: &Surroundings<'_>, rank: usize, limits: &mut Vec<Limit>) -> Point {
        let agents = around.agents;
        let slot = around.near.seen()[rank].slot as usize;
        let velocity = agents.velocity()[slot];
        // Implicit in the velocity: it goes towards its balance and never beyond, however long the step.
        let others = self.others(around, slot, limits);
        let pull = agents.wish()[slot] * (1.0 / self.tau) + others + self.walls(around, slot);
        let next = (velocity + pull * around.step) * (1.0 / (1.0 + around.step / self.tau));
        let most = agents.speed()[slot] * self.haste;
        let length = next.length();
        let next = if length > most { next * (most / length) } else { next };
        self.stay_inside(around, slot, limits);
        limited(limits, self.off_walls(around, slot, next))
    }

    /// The push of all others, and how fast one may go towards those who are near.
    fn others(&self, around: &Surroundings<'_>, slot: usize, limits: &mut Vec<Limit>) -> Point {
        let agents = around.agents;
        let (p, radius) = (agents.position()[slot], agents.radius()[slot]);
        let heading = agents.wish()[slot].unit().unwrap_or_default();
        // Distance is time: whoever walks more slowly needs less of it.
        let own = agents.speed()[slot] / USUAL_SPEED;
        let is_waiting = heading == Point::default();
        let stride = agents.speed()[slot] * self.haste * around.step;
        limits.clear();
        let mut sum = Point::new(0.0, 0.0);
        around.near.around(agents, p, self.distance, |other| {
            let out = p - agents.position()[other];
            let apart = out.length();
            if other == slot || apart == 0.0 || around.is_hidden(slot, other) {
                return;
            }
            let normal = out * (1.0 / apart);
            let overlap = radius + agents.radius()[other] - apart;
            let left = radius.min(agents.radius()[other]) * SOFT - overlap;
            if left < 2.0 * stride {
                limits.push(Limit { towards: -normal, most: left.max(0.0) / (2.0 * around.step) });
            }
            let ahead = -normal.dot(heading);
            let felt = self.lambda + (1.0 - self.lambda) * (1.0 + ahead) / 2.0;
            // Whoever waits stands where it is as long as nobody touches it.
            // Whoever gets away is felt where it will be.
            let away = (agents.velocity()[slot] - agents.velocity()[other]).dot(normal).max(0.0);
            let felt_overlap = (overlap - away * self.look_ahead).min(DEEPEST);
            let is_chased = agents.chased()[slot] == Some(agents.id()[other]);
            let push = if is_waiting || is_chased {
                0.0
            } else {
                own * self.strength * (felt_overlap / (own * self.range)).exp() * felt
            };
            let is_team = agents.team()[slot].is_some() && agents.team()[slot] == agents.team()[other];
            let pull = if is_team { self.attraction } else { 0.0 };
            sum = sum + normal * (push + self.stiffness * overlap.max(0.0) - pull);
            let oncoming = -heading.dot(agents.wish()[other].unit().unwrap_or_default());
            let is_stranger = agents.bound()[slot].is_none() || agents.bound()[slot] != agents.bound()[other];
            if ahead > 0.0 && oncoming > 0.0 && is_stranger {
                let left = match self.passing {
                    Passing::Right => -self.side(around, [slot, other], -1.0),
                    Passing::Left => self.side(around, [slot, other], 1.0),
                    // To the side on which the other is not.
                    Passing::None => heading.cross(normal).signum(),
                };
                sum = sum + heading.left() * (left * self.sideways * push * oncoming * ahead);
            }
        });
        sum
    }

    /// Walls that the body could reach in this step, and openings that its centre could pass: it is kept out of them
    /// afterwards in any case, and bent by that towards others if it knew nothing of it.
    fn stay_inside(&self, around: &Surroundings<'_>, slot: usize, limits: &mut Vec<Limit>) {
        let agents = around.agents;
        let (p, radius) = (agents.position()[slot], agents.radius()[slot]);
        let stride = agents.speed()[slot] * self.haste * around.step;
        let mut keep_off = |line: &Wall, gap: f64| {
            let out = p - line.nearest(p);
            let left = out.length() - gap;
            if left <= stride && line.faces(p) {
                let inside = out.unit().or_else(|| (line.to - line.from).left().unit()).unwrap_or_default();
                limits.push(Limit { towards: -inside, most: left.max(0.0) / around.step });
            }
        };
        around.walls.within(p, radius + stride).iter().for_each(|wall| keep_off(wall, radius));
        around.walls.thresholds(p).iter().for_each(|line| keep_off(line, 0.0));
    }

    /// 1 if two who meet can still pass each other on their usual side, which is left by 1 or right by -1; else -1. The same
    /// for both.
    fn side(&self, around: &Surroundings<'_>, [own, other]: [usize; 2], left: f64) -> f64 {
        let agents = around.agents;
        let Some(path) = (agents.wish()[own] - agents.wish()[other]).unit() else { return 1.0 };
        let offset = agents.position()[other] - agents.position()[own];
        let touching = agents.radius()[own] + agents.radius()[other];
        // How far the other is to the side on which it has to be.
        let beside = path.cross(offset) * -left;
        let is_late = touching - beside > path.dot(offset) * LATEST;
        if is_late && beside < 0.0 { -1.0 } else { 1.0 }
    }

    fn walls(&self, around: &Surroundings<'_>, slot: usize) -> Point {
        let agents = around.agents;
        let (p, radius) = (agents.position()[slot], agents.radius()[slot]);
        let distance = radius + FELT_RANGES * self.wall_range;
        let mut sum = Point::new(0.0, 0.0);
        // Whoever waits may lean on a wall.
        if agents.wish()[slot] == Point::default() {
            return sum;
        }
        for wall in around.walls.within(p, distance) {
            let out = p - wall.nearest(p);
            let apart = out.length();
            if apart > 0.0 && apart <= distance && wall.faces(p) {
                let push = self.wall_strength * ((radius - apart).min(0.0) / self.wall_range).exp();
                sum = sum + out * (push / apart);
            }
        }
        sum
    }

    /// The velocity without what leads into walls that the agent touches.
    fn off_walls(&self, around: &Surroundings<'_>, slot: usize, velocity: Point) -> Point {
        let agents = around.agents;
        let (p, touch) = (agents.position()[slot], agents.radius()[slot] * TOUCH);
        around.walls.within(p, touch).iter().fold(velocity, |velocity, wall| {
            let out = p - wall.nearest(p);
            let (apart, into) = (out.length(), -velocity.dot(out));
            if apart > 0.0 && apart <= touch && into > 0.0 {
                velocity + out * (into / (apart * apart))
            } else {
                velocity
            }
        })
    }
}

/// How fast one may go towards another.
#[derive(Clone, Copy, Debug)]
struct Limit {
    /// Of length 1.
    towards: Point,
    most: f64,
}

/// A velocity that keeps all limits: what is too much of it towards one is taken off; what is then left too much, by
/// others in the way, shortens it. Whoever stands keeps all limits.
fn limited(limits: &[Limit], mut velocity: Point) -> Point {
    for _ in 0..ROUNDS {
        let before = velocity;
        for limit in limits {
            let excess = velocity.dot(limit.towards) - limit.most;
            if excess > 0.0 {
                velocity = velocity - limit.towards * excess;
            }
        }
        if velocity == before {
            return velocity;
        }
    }
    let share = |limit: &Limit| {
        let towards = velocity.dot(limit.towards);
        if towards > limit.most { limit.most / towards } else { 1.0 }
    };
    velocity * limits.iter().map(share).fold(1.0, f64::min)
}
