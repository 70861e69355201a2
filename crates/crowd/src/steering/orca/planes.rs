//! The half-planes of permitted velocities of one agent, four at a time.

use super::headings::Headings;
use super::program::{Block, FOUR, HalfPlane, HalfPlanes, Velocity};
use crate::neighbours::{Nearest, Neighbours, Seen};
use crate::steering::model::Surroundings;
use wayfront_geometry::Point;
use wide::f32x4;

/// Tolerance: Share of the squared distance by which the gap may be missed: what rounding of `f32` (6e-8) does to the
/// few products of the test, with room to spare.
const GAP_ROUNDING: f32 = 1e-5;
/// Tolerance: Squared distances below this share of the squared radius, a millionth of it, are no direction in `f32`:
/// centres stand in one point, or a velocity in the very centre of a cone's tip.
const ONE_POINT: f32 = 1e-12;
/// Tolerance: How far centres in one point are put aside, in parts of the radius: far above [`ONE_POINT`], too little
/// to be seen.
const PARTED_BY: f32 = 1e-3;
/// Tolerance: How far a velocity in the centre of a tip is moved off it, in parts of the distance: the root of
/// [`ONE_POINT`].
const OFF_CENTRE: f32 = 1e-6;

/// What all pairs have in common.
#[derive(Clone, Copy)]
pub struct Traits {
    /// With respect to those who go along, and to those who come across.
    pub inverse_horizon: f32,
    pub inverse_crossing: f32,
    pub inverse_step: f32,
}

/// Four others, as one agent sees them.
#[derive(Clone, Copy)]
struct Others {
    /// Where they are, from the agent.
    x: f32x4,
    y: f32x4,
    /// The agent's velocity minus theirs.
    vx: f32x4,
    vy: f32x4,
    /// The sum of both radii.
    radius: f32x4,
    /// Where they want to go: directions of length 1, or 0.
    heading: [f32x4; 2],
}

/// Where four others are.
pub struct View {
    /// From the agent.
    pub place: [f32x4; 2],
    /// At which distance the agent touches them.
    pub touching: f32x4,
    /// The agent's velocity minus theirs.
    pub relative: [f32x4; 2],
    /// Where they want to go; what fills a four up goes along.
    pub heading: [f32x4; 2],
}

/// Room for the half-planes of one agent: those of walls first, then those of others.
#[derive(Default)]
pub struct Planes {
    planes: HalfPlanes,
    walls: usize,
    /// Those of openings, which are among those of walls.
    thresholds: Vec<HalfPlane>,
    others: Vec<Others>,
}

impl Planes {
    /// All half-planes.
    pub const fn all(&self) -> &HalfPlanes {
        &self.planes
    }

    /// How many of them, the first, are of walls; they fill blocks of their own.
    pub const fn walls(&self) -> usize {
        self.walls
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.planes.clear();
        self.others.clear();
        self.thresholds.clear();
        self.walls = 0;
    }

    /// Walls that the agent could reach within the horizon. A standing agent satisfies all of them.
    pub fn add_walls(&mut self, around: &Surroundings<'_>, rank: usize, horizon: f64, most: f64) {
        let (p, radius) = (around.near.point(rank), f64::from(around.near.seen()[rank].radius));
        let distance = radius + most * horizon;
        for wall in around.walls.within(p, distance) {
            let out = p - wall.nearest(p);
            let squared = out.dot(out);
            if squared <= distance * distance && squared > 0.0 && wall.faces(p) {
                let apart = squared.sqrt();
                let offset = ((radius - apart) / horizon).min(0.0);
                let normal = [(out.x / apart) as f32, (out.y / apart) as f32];
                self.planes.push(HalfPlane { normal, offset: offset as f32 });
            }
        }
        self.add_thresholds(around, p, most);
        self.planes.fill_up();
        self.walls = self.planes.len();
    }

    /// Openings in outlines that the centre could pass in this step. It is kept inside afterwards; a velocity that knows
    /// nothing of it would be bent towards others by that.
    fn add_thresholds(&mut self, around: &Surroundings<'_>, p: Point, most: f64) {
        for line in around.walls.thresholds(p) {
            let out = p - line.nearest(p);
            let apart = out.length();
            if apart <= most * around.step && line.faces(p) {
                let normal = out.unit().or_else(|| (line.to - line.from).left().unit()).unwrap_or_default();
                let offset = (-apart / around.step) as f32;
                let plane = HalfPlane { normal: [normal.x as f32, normal.y as f32], offset };
                self.planes.push(plane);
                self.thresholds.push(plane);
            }
        }
    }

    /// The others, four by four. What fills a four up is far to the right.
    pub fn views(&self) -> impl Iterator<Item = View> {
        self.others.iter().map(|others| View {
            place: [others.x, others.y],
            touching: others.radius,
            relative: [others.vx, others.vy],
            heading: others.heading,
        })
    }

    /// With this velocity the agent uses at most half of the gap to each of the others in a step, and stays inside.
    pub fn permit_for_a_step(&self, velocity: Velocity, step: f32) -> bool {
        let path = (velocity.x * velocity.x + velocity.y * velocity.y).sqrt() * step;
        let permit = |others: &Others| others.are_beyond(2.0 * path) || others.leave_half(velocity, step);
        let is_inside = |plane: &HalfPlane| plane.violation(velocity) <= GAP_ROUNDING;
        self.others.iter().all(permit) && self.thresholds.iter().all(is_inside)
    }

    /// Takes back all half-planes of others, and leaves those which keep discs apart for the step: each of two goes at
    /// most half of the gap between them, which ends where `nearness` says, in parts of the distance at which they touch.
    /// A standing agent satisfies all of them.
    pub fn keep_gaps(&mut self, nearness: impl Fn(usize) -> f32, step: f32) {
        self.planes.shorten_to(self.walls);
        for (four, others) in self.others.iter().enumerate() {
            let nearness = f32x4::new(std::array::from_fn(|lane| nearness(four * FOUR + lane)));
            self.planes.push_block(others.half_of_gaps(nearness, step), FOUR);
        }
    }

    /// The others that were found.
    #[inline(always)]
    pub fn add_others(
        &mut self,
        around: &Surroundings<'_>,
        headings: &Headings,
        traits: Traits,
        rank: usize,
        found: &Nearest,
    ) {
        let own = around.near.walker(rank as u32);
        let mut left = found.found().len();
        for four in found.fours() {
            let mut seen = Others::of(own, around.near, four);
            if seen.stand_in_one_point() {
                seen.part(around, rank, &four[..left.min(FOUR)]);
            }
            let ranks = &four[..left.min(FOUR)];
            let theirs = headings.of_four(ranks, headings.of_rank(rank));
            let crossing = headings.crossing(around, rank, ranks, theirs);
            seen.heading = theirs;
            self.planes.push_block(seen.half_planes(own.velocity, traits, crossing), left);
            self.others.push(seen);
            left = left.saturating_sub(FOUR);
        }
    }
}

impl Others {
    #[inline(always)]
    fn of(own: Seen, near: &Neighbours, ranks: &[u32; FOUR]) -> Self {
        let seen = ranks.map(|other| near.walker(other));
        Self {
            x: f32x4::new(seen.map(|seen| (seen.at.x - own.at.x) as f32)),
            y: f32x4::new(seen.map(|seen| (seen.at.y - own.at.y) as f32)),
            vx: own.velocity[0] - f32x4::new(seen.map(|seen| seen.velocity[0])),
            vy: own.velocity[1] - f32x4::new(seen.map(|seen| seen.velocity[1])),
            radius: own.radius + f32x4::new(seen.map(|seen| seen.radius)),
            heading: [f32x4::ZERO; 2],
        }
    }

    /// There are gaps of that width to all of them.
    #[inline]
    fn are_beyond(&self, gap: f32) -> bool {
        let Self { x, y, radius, .. } = *self;
        let reach = radius + gap;
        (x * x + y * y).simd_ge(reach * reach).all()
    }

    /// The agent uses at most half of the gap to each.
    #[inline]
    fn leave_half(&self, velocity: Velocity, step: f32) -> bool {
        let Self { x, y, radius, .. } = *self;
        let squared = x * x + y * y;
        let closing = (x * velocity.x + y * velocity.y) * (2.0 * step);
        // Times the distance, which saves a division; an agent that overlaps another may still leave.
        let gap = (squared - radius * squared.sqrt()).fast_max(f32x4::ZERO);
        closing.simd_le(gap + squared * GAP_ROUNDING).all()
    }

    /// What the agent may do to use at most half of the gap to each, which ends at `nearness` times where they touch.
    #[inline]
    fn half_of_gaps(&self, nearness: f32x4, step: f32) -> Block {
        let Self { x, y, radius, .. } = *self;
        let squared = x * x + y * y;
        let distance = squared.sqrt();
        let gap = (distance - radius * nearness).fast_max(f32x4::ZERO);
        Block { x: -x / distance, y: -y / distance, offset: gap * (-0.5 / step) }
    }

    /// Some of them are where the agent is, or next to.
    #[inline]
    fn stand_in_one_point(&self) -> bool {
        let Self { x, y, radius, .. } = *self;
        (x * x + y * y).simd_lt(radius * radius * ONE_POINT).any()
    }

    /// Puts those a bit aside, each pair by directions of its own.
    #[cold]
    fn part(&mut self, around: &Surroundings<'_>, rank: usize, others: &[u32]) {
        let id = |rank: usize| around.agents.id()[around.near.seen()[rank].slot as usize];
        for (k, &other) in others.iter().enumerate() {
            let [x, y, radius] = [self.x, self.y, self.radius].map(|v| v.as_array()[k]);
            if x * x + y * y < radius * radius * ONE_POINT {
                let aside = parted(id(rank), id(other as usize)) * f64::from(PARTED_BY * radius);
                (self.x.as_mut_array()[k], self.y.as_mut_array()[k]) = (aside.x as f32, aside.y as f32);
            }
        }
    }

    /// What the agent may do with respect to each of them, who does the other half.
    ///
    /// Relative velocities that lead to a collision within the horizon fill a cone with a round tip. The change of
    /// velocity is the nearest way out of it: off the circle of the tip, or off one of the legs. Those who overlap get
    /// apart within the step.
    fn half_planes(&self, own: [f32; 2], traits: Traits, crossing: f32x4) -> Block {
        let Self { x, y, vx, vy, radius, .. } = *self;
        let [own_x, own_y] = own.map(f32x4::splat);
        let (squared, touching) = (x * x + y * y, radius * radius);
        let overlap = squared.simd_le(touching);
        let [along, across] = [traits.inverse_horizon, traits.inverse_crossing].map(f32x4::splat);
        let inverse = overlap.select(f32x4::splat(traits.inverse_step), crossing.select(across, along));
        // From the centre of the tip. In the very centre any direction is as good: away from the other.
        let (wx, wy) = (vx - x * inverse, vy - y * inverse);
        let none = (wx * wx + wy * wy).simd_lt(squared * inverse * inverse * ONE_POINT);
        let (wx, wy) = if none.any() {
            (none.select(x * inverse * -OFF_CENTRE, wx), none.select(y * inverse * -OFF_CENTRE, wy))
        } else {
            (wx, wy)
        };
        let (ww, towards, turn) = (wx * wx + wy * wy, wx * x + wy * y, x * wy - y * wx);
        let before_tip = towards.simd_lt(f32x4::ZERO) & (towards * towards).simd_gt(touching * ww);
        let tip = overlap | before_tip;
        let root = tip.select(ww, squared - touching).sqrt();
        let scale = f32x4::ONE / tip.select(root, squared);
        let side = turn.simd_gt(f32x4::ZERO).select(f32x4::ONE, -f32x4::ONE);
        // A leg leads along the other's direction, turned by the angle that its disc fills.
        let (leg_x, leg_y) = (x * root * side - y * radius, y * root * side + x * radius);
        let nx = tip.select(wx, -leg_y) * scale;
        let ny = tip.select(wy, leg_x) * scale;
        let change = tip.select(radius * inverse - root, -(vx * nx + vy * ny));
        Block { x: nx, y: ny, offset: nx * own_x + ny * own_y + change * 0.5 }
    }
}

/// A direction for two agents in the same place: opposite ones for the two of them.
fn parted(own: u64, other: u64) -> Point {
    let angle = (own.min(other) ^ own.max(other).rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    let (sin, cos) = (angle as f64 * 1e-9).sin_cos();
    let side = if own < other { 1.0 } else { -1.0 };
    Point::new(cos * side, sin * side)
}
