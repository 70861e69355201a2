//! Streams that meet: people look some metres ahead, and walk where their own people walk.
//!
//! Whoever sees others come towards it, bound for another place, compares strips of its path side by side, each as wide as
//! a body: those in which fewer come towards it, and more of its own people go ahead, are better; changing costs a
//! little. So lanes form by themselves, as they do among people (Helbing and Molnár 1995; Moussaid and others 2012).
//! Whoever is in a lane keeps to it: it neither overtakes nor steps into gaps, which belong to those who come.
//!
//! An agent that stands before people who come, in a strip where it does not want to be, lets them pass: it steps aside
//! and back, each in a direction of its own. One that stands where it wants to be waits a moment, then moves a little to
//! either side. Without that, bodies that cannot be pushed would block each other for ever.
//!
//! Only wishes change, so it holds under every steering model. An agent looks a few times a second, at moments of its
//! own; who sees nobody come is not touched. Where a graph of everybody knows who sees whom, nobody behind a wall counts.
//! Nobody steps aside for whom it chases: the two would circle around each other for ever.
//! Cost: one question for neighbours at each look.

use super::{Simulation, State};
use crate::Walls;
use crate::agents::traits::stream;
use rayon::prelude::*;
use wayfront_geometry::Point;
use wayfront_world::Passing;

/// Steps between two looks of one agent.
const PAUSE: u64 = 6;
/// How far ahead people look, in metres.
const SIGHT: f64 = 8.0;
/// Strips on each side, and how far they are apart, in metres.
const STRIPS: i32 = 4;
const APART: f64 = 0.4;
/// Up to how far from the middle of a strip others are in it, in metres: those who come, and one's own people.
const REACH: [f64; 2] = [0.55, 0.4];
/// How much one of one's own people is worth, where one who comes costs 1; both the less the farther away.
const FOLLOWING: f64 = 0.15;
/// What a metre aside costs in that measure, and how much less to the side of `passing`.
const ASIDE: f64 = 0.3;
const PASSING: f64 = 0.3;
/// How much better the side chosen before is.
const HABIT: f64 = 0.2;
/// Cosines of the angle between two wishes: below the first somebody comes towards an agent, above the second it goes
/// along.
const ONCOMING: f64 = -0.4;
const ALONG: f64 = 0.5;
/// Within how many metres people are aside: at least and at most.
const WITHIN: [f64; 2] = [0.6, 2.5];
/// Below this share of its speed an agent stands.
const STANDING: f64 = 0.15;
/// How near people who come must be for an agent to let them pass, in metres.
const NEAR: f64 = 3.0;
/// Ahead for each metre aside, of somebody who lets others pass: from stepping back to squeezing by.
const STEPS: [f64; 2] = [-0.58, 0.97];
/// How fast, in parts of its speed.
const STEP_SPEED: f64 = 0.5;
/// Seconds for which such a direction is kept, and of standing in the right strip before one moves to either side.
const WHIM: f64 = 1.0;
const PATIENCE: f64 = 0.7;
/// Agents that one task looks at.
const CHUNK: usize = 64;

/// What an agent sees ahead of it.
struct Ahead {
    /// What each strip costs, from the rightmost on.
    strips: [f64; 2 * STRIPS as usize + 1],
    /// How far the nearest is who comes towards it in its own strip.
    nearest: f64,
    is_met: bool,
}

impl Simulation {
    /// Turns the wishes of those who meet others.
    pub(super) fn form_lanes(&mut self) {
        if self.leads.len() < 2 {
            return;
        }
        let (this, turn) = (&*self, self.steps % PAUSE);
        let mut aside: Vec<Option<Point>> = this.minds.iter().map(|mind| mind.aside).collect();
        aside.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, aside)| {
            for (k, aside) in aside.iter_mut().enumerate() {
                let slot = chunk * CHUNK + k;
                if this.agents.id()[slot] % PAUSE == turn {
                    *aside = this.better_path(slot, *aside);
                }
            }
        });
        for (slot, aside) in aside.into_iter().enumerate() {
            self.minds[slot].aside = aside;
            self.agents.set_meeting(slot, aside.is_some());
            if let Some(aside) = aside {
                let wish = self.agents.wish()[slot];
                self.agents.wish_mut()[slot] = wish * aside.x + wish.left() * aside.y;
            }
        }
    }

    /// Where the agent in a slot wants to go: ahead, and to its left, in parts of its wish. `None` if it meets nobody.
    fn better_path(&self, slot: usize, before: Option<Point>) -> Option<Point> {
        if self.minds[slot].state != State::Walks {
            return None;
        }
        let heading = self.agents.wish()[slot].unit()?;
        let ahead = self.look_ahead(slot, heading);
        if !ahead.is_met {
            return None;
        }
        let aside = self.best_strip(slot, heading, &ahead, before.map_or(0.0, |before| before.y));
        let (speed, id) = (self.agents.speed()[slot], self.agents.id()[slot]);
        if ahead.nearest < NEAR && self.agents.velocity()[slot].length() < STANDING * speed {
            let moment = (self.time() / WHIM) as u64;
            let mut random = stream(self.settings.seed ^ moment.wrapping_mul(0x9E37_79B9), id);
            if aside != 0.0 {
                let step = Point::new(random.between(STEPS[0], STEPS[1]), aside.signum()).unit()?;
                return Some(step * STEP_SPEED);
            }
            if self.minds[slot].standing > PATIENCE {
                let left = random.between(-1.0, 1.0);
                return Point::new(1.0 - left.abs(), left).unit();
            }
        }
        Point::new(ahead.nearest.clamp(WITHIN[0], WITHIN[1]), aside).unit()
    }

    /// Who is in the strips ahead of somebody.
    fn look_ahead(&self, slot: usize, heading: Point) -> Ahead {
        let agents = &self.agents;
        let (p, own, left) = (agents.position()[slot], agents.bound()[slot], heading.left());
        let mut seen = Ahead { strips: Default::default(), nearest: SIGHT, is_met: false };
        let (half, sights) = (SIGHT / 2.0, self.sights());
        self.near.around(agents, p + heading * half, half + APART, |other| {
            let apart = agents.position()[other] - p;
            let (ahead, aside) = (apart.dot(heading), apart.dot(left));
            let is_chased = agents.chased()[slot] == Some(agents.id()[other]);
            if other == slot || is_chased || ahead <= 0.0 || aside.abs() > f64::from(STRIPS) * APART + REACH[0] {
                return;
            }
            let alike = agents.wish()[other].unit().map_or(0.0, |theirs| theirs.dot(heading));
            let is_stranger = own.is_none() || own != agents.bound()[other];
            let weight = 1.0 / (0.5 + ahead);
            let is_coming = is_stranger && alike < ONCOMING;
            if !is_coming && alike <= ALONG || sights.is_some_and(|sights| sights.is_hidden(slot, other)) {
                return;
            }
            let (cost, reach) = if is_coming {
                seen.is_met = true;
                if aside.abs() < REACH[0] {
                    seen.nearest = seen.nearest.min(ahead);
                }
                (weight, REACH[0])
            } else {
                (-FOLLOWING * weight, REACH[1])
            };
            for (k, strip) in (-STRIPS..=STRIPS).zip(&mut seen.strips) {
                if (f64::from(k) * APART - aside).abs() < reach {
                    *strip += cost;
                }
            }
        });
        seen
    }

    /// How far to its left somebody walks best, of the strips that no wall parts from it.
    fn best_strip(&self, slot: usize, heading: Point, ahead: &Ahead, before: f64) -> f64 {
        let (p, radius, id) = (self.agents.position()[slot], self.agents.radius()[slot], self.agents.id()[slot]);
        let left = heading.left();
        let [to_left, to_right] = [left, -left].map(|side| room(self.walls(), p, side, radius));
        let hand = match self.settings.passing {
            Passing::Right => -PASSING,
            Passing::Left => PASSING,
            // Of two that are equal, one is drawn.
            Passing::None if stream(self.settings.seed, id).below(2) == 0 => f64::EPSILON,
            Passing::None => -f64::EPSILON,
        };
        let mut best = (f64::INFINITY, 0.0);
        for (k, strip) in (-STRIPS..=STRIPS).zip(ahead.strips) {
            let aside = f64::from(k) * APART;
            if aside > to_left || -aside > to_right {
                continue;
            }
            let habit = if before * aside > 0.0 { HABIT } else { 0.0 };
            let cost = strip + ASIDE * aside.abs() - hand * aside - habit;
            if cost < best.0 {
                best = (cost, aside);
            }
        }
        best.1
    }
}

/// How far a body can go to one side before it touches a wall, up to what strips need.
fn room(walls: &Walls, p: Point, side: Point, radius: f64) -> f64 {
    let most = f64::from(STRIPS) * APART;
    let mut room = most;
    for wall in walls.within(p + side * (most / 2.0), most / 2.0 + radius) {
        let (a, b) = (wall.from - p, wall.to - p);
        let (u, v) = (a.cross(side), b.cross(side));
        if (u > 0.0) != (v > 0.0) {
            let along = a.dot(side) + (b - a).dot(side) * (u / (u - v));
            if along >= 0.0 {
                room = room.min((along - radius).max(0.0));
            }
        }
    }
    room
}
