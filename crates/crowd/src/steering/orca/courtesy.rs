//! What an agent does whose wish is not permitted: it leans to one side, lets others go first, and makes room.
//!
//! Rigid discs who all push on to the same door form arches that hold for ever. People who go the same way do not: of
//! two, the one that has the other more in front of itself lets it go first and keeps a berth, so that there is room to
//! step back into. Whoever is wedged between two who go first, or between one and a wall, or is in the way of one, steps
//! back: the arch opens.
//!
//! Agents that meet others head-on, which are bound for another place, turn to the side of [`Passing`], the more the
//! slower they are, until the knot begins to turn. And whoever sees others cross its path follows its own people from
//! afar: a crowd that stays loose lets others through, in stripes, where one that closes up locks. Those who are bound
//! for the same place do not cross, they merge.
//!
//! Constant time for each of the others, who are looked at four at a time.

use super::headings::{ACROSS, Headings, dot, strangers};
use super::planes::{Planes, View};
use super::program::{FOUR, Velocity};
use crate::steering::model::Surroundings;
use crate::steering::turn::{share, turned_right};
use wayfront_geometry::Point;
use wayfront_world::Passing;
use wide::f32x4;

/// How far an agent leans to its right: at least, and at most how much more. In radians.
const LEAN: [f64; 2] = [0.03, 0.09];
/// How far it turns to its right, besides, when it stands and all ahead of it come towards it, and at most: so far that
/// it steps back, which opens the gaps that a knot needs to turn. In radians.
const SWERVE: f64 = 8.0;
const TURN: f64 = 2.6;
/// Strangers come towards an agent from this difference of directions on, where 0 is none and 1 is opposite.
const TOWARDS: f32 = 0.6;
/// Those who are near, within so many of the distances at which they touch, are in the way from this difference on.
const MERGING: f32 = 0.25;
const NEAR: f32 = 1.5;
/// Within which distance those who cross count, in the same measure.
const SIGHT: f32 = 7.0;
/// Cosine of the angle to others up to which they are ahead; a bit behind abreast.
const ABREAST: f32 = -0.2;
/// Cosine of the angle between two wishes up to which they go the same way.
const ALIKE: f32 = 0.3;
/// What an agent keeps free between itself and those whom it lets go first, in parts of the distance at which they
/// touch.
const BERTH: f32 = 0.2;
/// How much more behind one of them, for each who crosses its path and at most.
const LOOSER: [f32; 2] = [0.75, 0.9];
/// Cosine of the angle to another from which on the agent is behind it, not beside it. Who kept farther from those beside
/// it would wait for ever at a narrow door.
const BEHIND: f32 = 0.8;
/// How near others touch, in the same measure.
const TOUCH: f64 = 0.05;
/// How straight somebody must want to go through an agent to push it back with all its might, as a cosine.
const PRESSING: f64 = 0.5;
/// How fast an agent steps back, in parts of its speed.
const BACK: f64 = 0.3;

/// One agent, and those around it.
pub struct Company<'a> {
    pub around: &'a Surroundings<'a>,
    pub headings: &'a Headings,
    pub rank: usize,
    /// The ranks of the others, and what the agent knows of them.
    pub others: &'a [u32],
    pub planes: &'a Planes,
}

impl Company<'_> {
    /// Others stand beside the agent and none straight before it: it is at the front of an arch. An agent without others
    /// slides along a wall, however slowly.
    pub fn is_first(&self) -> bool {
        let mut is_beside = false;
        let is_before = |(_, _, seen): (usize, &[u32], Others)| {
            let is_near = seen.distance.simd_lt(seen.touching * NEAR);
            is_beside |= is_near.any();
            (seen.ahead.simd_ge(f32x4::splat(BEHIND)) & is_near).any()
        };
        !self.fours(self.headings.of_rank(self.rank)).any(is_before) && is_beside
    }

    /// The others four by four: the number of the first, their ranks, and how they are judged.
    #[inline(always)]
    fn fours(&self, heading: [f32; 2]) -> impl Iterator<Item = (usize, &[u32], Others)> {
        self.planes
            .views()
            .zip(self.others.chunks(FOUR))
            .enumerate()
            .map(move |(nth, (view, ranks))| (nth * FOUR, ranks, Others::of(view, heading.map(f32x4::splat))))
    }
}

/// One who is let go first.
struct First {
    /// Which of the others.
    nth: usize,
    /// The direction to it, of length 1.
    towards: Point,
    /// What is left of the path to it, the berth apart.
    gap: f64,
    /// How near the agent may come, in parts of the distance at which they touch.
    nearness: f32,
    /// How straight it wants to go through the agent, as a cosine.
    pressing: f64,
    is_touching: bool,
}

/// Room for what one agent thinks of those around it.
#[derive(Default)]
pub struct Courtesy {
    firsts: Vec<First>,
    /// What it keeps free behind others now, in parts of the distance at which two touch.
    berth: f32,
}

/// Four others, as an agent judges them.
struct Others {
    /// The direction to each, of length 1, and how far it is.
    towards: [f32x4; 2],
    distance: f32x4,
    touching: f32x4,
    /// How alike their wishes and the agent's are, as a cosine.
    alike: f32x4,
    /// How straight ahead they are, and how straight they want to go through the agent.
    ahead: f32x4,
    pressing: f32x4,
}

impl Others {
    #[inline(always)]
    fn of(View { place, touching, heading: theirs, .. }: View, heading: [f32x4; 2]) -> Self {
        let distance = dot(place, place).sqrt();
        let towards = place.map(|v| v / distance);
        let (alike, ahead, pressing) = (dot(heading, theirs), dot(towards, heading), -dot(towards, theirs));
        Self { towards, distance, touching, alike, ahead, pressing }
    }

    /// How far to the left of a heading each is, as a sine.
    #[inline(always)]
    fn left_of(&self, heading: [f32; 2]) -> f32x4 {
        self.towards[1] * heading[0] - self.towards[0] * heading[1]
    }

    /// How much each is in the way, from 0 to 1: it is bound for another place, ahead, and comes towards the agent.
    #[inline(always)]
    fn opposed(&self, is_stranger: f32x4) -> f32x4 {
        let is_near_by = self.distance.simd_lt(self.touching * NEAR);
        let is_ahead = self.ahead.simd_ge(f32x4::splat(ABREAST)) & is_stranger;
        let from = is_near_by.select(f32x4::splat(MERGING), f32x4::splat(TOWARDS));
        let scale = is_near_by.select(f32x4::splat(1.0 / (1.0 - MERGING)), f32x4::splat(1.0 / (1.0 - TOWARDS)));
        let turned = (0.5 - self.alike * 0.5 - from).fast_max(f32x4::ZERO);
        is_ahead.select(turned * scale, f32x4::ZERO)
    }

    /// How much each crosses the agent's path, ahead of it. Whoever wants to stand is as much in the way.
    #[inline(always)]
    fn crossing(&self, is_stranger: f32x4) -> f32x4 {
        let crosses = is_stranger & self.alike.simd_lt(f32x4::splat(ACROSS)) & self.ahead.simd_ge(f32x4::ZERO);
        let is_seen = crosses & self.distance.simd_lt(self.touching * SIGHT);
        is_seen.select(1.0 - self.alike * self.alike, f32x4::ZERO)
    }
}

/// One agent among others.
struct Own {
    wish: Point,
    heading: [f32; 2],
    bound: Option<u32>,
    radius: f64,
    id: u64,
    /// From 0, at full speed, to 1, when it stands.
    slow: f64,
    /// It keeps to a lane.
    meets: bool,
}

impl Courtesy {
    /// Forgets everybody.
    pub fn clear(&mut self) {
        self.firsts.clear();
    }

    /// How near an agent may come to one of the others, in parts of the distance at which they touch.
    pub fn nearness(&self, nth: usize) -> f32 {
        self.firsts.iter().find(|first| first.nth == nth).map_or(1.0, |first| first.nearness)
    }

    /// With this velocity the agent uses at most half of what it may to come nearer to those whom it lets go first.
    pub fn permits(&self, velocity: Velocity, step: f64) -> bool {
        let velocity = Point::new(f64::from(velocity.x), f64::from(velocity.y));
        self.firsts.iter().all(|first| velocity.dot(first.towards) * 2.0 * step <= first.gap.max(0.0))
    }

    /// What an agent wishes instead of what is not permitted.
    pub fn instead(&mut self, company: &Company<'_>, paced: Velocity, passing: Passing) -> Velocity {
        let Some(own) = Own::of(company) else { return Velocity::default() };
        let [opposed, side] = self.look_around(&own, company);
        // Whoever keeps to a lane knows where to go.
        let swerve = if own.meets { 0.0 } else { (SWERVE * opposed * own.slow * own.slow).min(TURN) };
        // Nobody has a hand of its own, except where two meet head-on.
        let lean = (LEAN[0] + LEAN[1] * share(own.id)) * own.hand();
        let to_the_right = match passing {
            Passing::Right => swerve,
            Passing::Left => -swerve,
            Passing::None if side != 0.0 => swerve.copysign(side),
            Passing::None => swerve * own.hand(),
        };
        // Agents that are opposed make room with all their might; others walk as fast as there is room ahead.
        let wish = if opposed > 0.0 { own.wish } else { Point::new(f64::from(paced.x), f64::from(paced.y)) };
        let wish = turned_right(wish, lean + to_the_right);
        let wish = self.held_back(&own, company, wish);
        Velocity { x: wish.x as f32, y: wish.y as f32 }
    }

    /// Judges everybody: finds those who go first, how much all others are in the way, and on which side it is freer:
    /// above 0 on the right.
    fn look_around(&mut self, own: &Own, company: &Company<'_>) -> [f64; 2] {
        let (mut opposed, mut crossing, mut side) = (f32x4::ZERO, f32x4::ZERO, f32x4::ZERO);
        let everybody = f32x4::ZERO.simd_eq(f32x4::ZERO);
        self.berth = BERTH;
        for (first, ranks, seen) in company.fours(own.heading) {
            if seen.alike.simd_lt(f32x4::splat(ACROSS)).any() {
                let is_stranger = own.bound.map_or(everybody, |place| strangers(company.around, ranks, place));
                let against = seen.opposed(is_stranger);
                opposed += against;
                side += against * seen.left_of(own.heading);
                crossing += seen.crossing(is_stranger);
            }
            self.let_go_first(own, company.around, &seen, first, ranks);
        }
        let crossing = crossing.reduce_add();
        if crossing > 0.0 {
            self.berth = BERTH + (crossing * LOOSER[0]).min(LOOSER[1]);
            self.look_again(own, company);
        }
        [f64::from(opposed.reduce_add()) / company.others.len().max(1) as f64, f64::from(side.reduce_add())]
    }

    /// Finds those who go first anew, since the agent keeps another berth.
    #[inline(never)]
    fn look_again(&mut self, own: &Own, company: &Company<'_>) {
        self.firsts.clear();
        for (first, ranks, seen) in company.fours(own.heading) {
            self.let_go_first(own, company.around, &seen, first, ranks);
        }
    }

    /// Of four, finds those who go the same way or to the same place, are near, and whom the agent has more in front of
    /// itself than they have it. The first of the four has the number `from`.
    #[inline(always)]
    fn let_go_first(&mut self, own: &Own, around: &Surroundings<'_>, seen: &Others, from: usize, ranks: &[u32]) {
        // At a door, people who are bound for the same place may even face each other.
        let is_same = own.bound.map_or(f32x4::ZERO, |place| !strangers(around, ranks, place));
        let berth = seen.ahead.simd_ge(f32x4::splat(BEHIND)).select(f32x4::splat(self.berth), f32x4::splat(BERTH));
        let nearness = berth + 1.0;
        let gap = seen.distance - seen.touching * nearness;
        let is_near = gap.simd_lt(f32x4::ZERO) & (seen.alike.simd_ge(f32x4::splat(ALIKE)) | is_same);
        let mut firsts = (is_near & seen.ahead.simd_ge(seen.pressing)).to_bitmask();
        while firsts != 0 {
            let lane = firsts.trailing_zeros() as usize;
            firsts &= firsts - 1;
            let of = |v: f32x4| f64::from(v.as_array()[lane]);
            if of(seen.ahead) > of(seen.pressing) || id(around, ranks[lane]) < own.id {
                self.firsts.push(First {
                    nth: from + lane,
                    towards: Point::new(of(seen.towards[0]), of(seen.towards[1])),
                    gap: of(gap),
                    nearness: of(nearness) as f32,
                    pressing: of(seen.pressing),
                    is_touching: of(seen.distance) < of(seen.touching) * (1.0 + TOUCH),
                });
            }
        }
    }

    /// A wish without what presses on those who go first; or backwards, for whoever stands in their way.
    fn held_back(&self, own: &Own, company: &Company<'_>, mut wish: Point) -> Point {
        let (mut pressed, mut wedged) = (0.0_f64, [false; 2]);
        for first in &self.firsts {
            wish = wish - first.towards * wish.dot(first.towards).max(0.0);
            if first.is_touching {
                pressed = pressed.max(first.pressing / PRESSING);
                wedged[usize::from(own.wish.left().dot(first.towards) > 0.0)] = true;
            }
        }
        let is_wedged = wedged != [false; 2] && (wedged == [true; 2] || own.is_held_by_wall(company, wedged[0]));
        let back = if is_wedged { own.slow } else { pressed.min(1.0) * own.slow };
        wish * (1.0 - back) - own.wish * (BACK * back)
    }
}

impl Own {
    /// `None` for somebody who wants to stand.
    fn of(company: &Company<'_>) -> Option<Self> {
        let (agents, seen) = (company.around.agents, company.around.near.walker(company.rank as u32));
        let slot = seen.slot as usize;
        let heading = company.headings.of_rank(company.rank);
        let wish = agents.wish()[slot];
        let slow = (1.0 - agents.velocity()[slot].length() / agents.speed()[slot]).clamp(0.0, 1.0);
        let (bound, radius, id) = (agents.bound()[slot], f64::from(seen.radius), agents.id()[slot]);
        let own = Self { wish, heading, bound, radius, id, slow, meets: agents.meets()[slot] };
        (wish != Point::default()).then_some(own)
    }

    /// The side to which it leans, drawn from its number: 1 is the right, -1 the left.
    const fn hand(&self) -> f64 {
        if self.id.wrapping_mul(0x9e37_79b9_7f4a_7c15) & (1 << 40) == 0 { 1.0 } else { -1.0 }
    }

    /// It touches a wall ahead on its left, or on its right.
    fn is_held_by_wall(&self, company: &Company<'_>, on_left: bool) -> bool {
        let (p, touching) = (company.around.near.point(company.rank), self.radius * (1.0 + TOUCH));
        company.around.walls.within(p, touching).iter().any(|wall| {
            let towards = wall.nearest(p) - p;
            let is_left = self.wish.left().dot(towards) > 0.0;
            towards.length() < touching && self.wish.dot(towards) > 0.0 && is_left == on_left
        })
    }
}

fn id(around: &Surroundings<'_>, rank: u32) -> u64 {
    around.agents.id()[around.near.seen()[rank as usize].slot as usize]
}
