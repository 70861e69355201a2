//! Optimal reciprocal collision avoidance (van den Berg, Guy, Lin and Manocha 2011).
//!
//! Two walkers that would meet within the horizon each take half of the change of velocity that avoids it: for each of
//! them that leaves a half-plane of permitted velocities. Walls leave half-planes that a standing walker always
//! satisfies. The velocity nearest to the wish that all permit is a linear program in two dimensions; in a crowd so
//! dense that there is none, the largest violation is made as small as possible, walls kept.
//!
//! Deviations from the paper: a walker whose wish is not permitted leans a little to its right, each by an angle of its
//! own, so that symmetric meetings resolve; a walker alone goes straight. And nobody uses more than half of the gap to
//! another in a step, whatever the other does: discs do not overlap, but for a fifth of their width in a jam. Velocities are computed in `f32`, four at a
//! time; positions stay `f64`, so that a far origin costs nothing.

mod planes;
mod program;

use crate::near::Nearest;
use crate::steer::{Around, Steering, each_rank};
use planes::{Planes, Traits};
use program::{FOUR, Program, Velocity};
use wayfront_geometry::Point;
use wide::f32x4;

/// How far a walker leans to its right when its wish is not permitted: at least, and at most how much more. In radians.
const LEAN: [f64; 2] = [0.03, 0.09];
/// How far it turns to its right, besides, when it stands and all around it want to go the other way, and at most: so
/// far that it steps back, which opens the gaps that a knot needs to turn. In radians.
const SWERVE: f64 = 8.0;
const TURN: f64 = 2.6;
/// What share of their widths those give up who stand in a jam and all want to go the same way. Rigid discs would form
/// arches in front of doors that hold for ever.
const SQUEEZE: f64 = 0.2;
/// How near others touch, in parts of the distance at which they do.
const TOUCH: f32 = 1.3;
/// How many of the others may want to go elsewhere in such a jam.
const MIXED: f64 = 0.25;

/// Steering by half-planes of permitted velocities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Orca {
    /// How many others a walker heeds at most: the nearest.
    pub neighbours: usize,
    /// How far it looks for others, in metres, from centre to centre.
    pub distance: f64,
    /// How far ahead it avoids others, in seconds.
    pub horizon: f64,
    /// How far ahead it avoids walls, in seconds.
    pub wall_horizon: f64,
    /// The most it walks, in multiples of its preferred speed.
    pub haste: f64,
}

impl Default for Orca {
    /// For people, in metres and seconds.
    fn default() -> Self {
        Self { neighbours: 12, distance: 5.0, horizon: 1.0, wall_horizon: 0.2, haste: 1.3 }
    }
}

/// Room for the thoughts of one walker.
#[derive(Default)]
struct Scratch {
    nearest: Nearest,
    planes: Planes,
    program: Program,
}

impl Steering for Orca {
    fn reach(&self) -> f64 {
        self.distance
    }

    fn steer(&self, around: &Around<'_>, next: &mut [Point]) {
        let traits = Traits { inverse_horizon: (1.0 / self.horizon) as f32, inverse_step: (1.0 / around.step) as f32 };
        each_rank(around, next, Scratch::default, |rank, scratch| self.velocity(around, traits, rank, scratch));
    }
}

impl Orca {
    fn velocity(&self, around: &Around<'_>, traits: Traits, rank: usize, scratch: &mut Scratch) -> Point {
        let Scratch { nearest, planes, program } = scratch;
        let (flock, slot) = (around.flock, around.near.seen()[rank].slot as usize);
        let most = flock.speed()[slot] * self.haste;
        planes.clear();
        planes.add_walls(around, rank, self.wall_horizon, most);
        nearest.look(around.near, flock, rank, self.neighbours, self.distance);
        planes.add_others(around, traits, rank, nearest.found());
        let wish = flock.wish()[slot];
        let wish = Velocity { x: wish.x as f32, y: wish.y as f32 }.shortened_to(most as f32);
        let (mut velocity, mut squeeze) = (wish, 0.0);
        if !planes.all().permit(wish) {
            let held_up = held_up(around, rank, nearest.found(), planes);
            squeeze = held_up.squeeze as f32;
            let leaning = wish.turned_right(held_up.angle as f32);
            let found = program.nearest_permitted(planes.all(), planes.walls(), leaning, most as f32);
            velocity = found.unwrap_or_else(|least_bad| least_bad);
        }
        if !planes.permit_for_a_step(velocity, squeeze, around.step as f32) {
            planes.keep_gaps(around, rank, nearest.found(), squeeze, most);
            let cut = program.nearest_permitted(planes.all(), planes.all().len(), velocity, most as f32);
            velocity = cut.unwrap_or_default();
        }
        Point::new(f64::from(velocity.x), f64::from(velocity.y))
    }
}

/// What a walker does whose wish is not permitted.
fn held_up(around: &Around<'_>, rank: usize, others: &[u32], planes: &Planes) -> HeldUp {
    let (flock, seen) = (around.flock, around.near.seen());
    let slot = seen[rank].slot as usize;
    let own = flock.wish()[slot];
    let opposed = f64::from(opposed(around, slot, others));
    let slow = (1.0 - flock.velocity()[slot].length() / flock.speed()[slot]).clamp(0.0, 1.0);
    let swerve = (SWERVE * opposed * slow * slow).min(TURN);
    let crowded = ((f64::from(planes.nearer_than(TOUCH)) - 1.0) * 0.5).clamp(0.0, 1.0);
    let eager = (2.0 * own.length() / flock.speed()[slot] - 1.0).clamp(0.0, 1.0);
    HeldUp {
        angle: LEAN[0] + LEAN[1] * share(flock.id()[slot]) + swerve,
        squeeze: SQUEEZE * (1.0 - opposed / MIXED).max(0.0) * slow * slow * eager * crowded,
    }
}

/// How much the others want to go another way than the walker in a slot: 0 if all go the same way, 1 if all come towards
/// it. Whoever wants to stand is as much in the way as one who crosses.
fn opposed(around: &Around<'_>, slot: usize, others: &[u32]) -> f32 {
    let (wishes, seen) = (around.flock.wish(), around.near.seen());
    let own = [wishes[slot].x, wishes[slot].y].map(|v| f32x4::splat(v as f32));
    let mut along = f32x4::ZERO;
    for four in others.chunks(FOUR) {
        let [mut x, mut y] = [[0.0; FOUR]; 2];
        for (k, &other) in four.iter().enumerate() {
            let wish = wishes[seen[other as usize].slot as usize];
            (x[k], y[k]) = (wish.x as f32, wish.y as f32);
        }
        let theirs = [x, y].map(f32x4::new);
        let both = (dot(own, own) * dot(theirs, theirs)).sqrt();
        along += both.simd_gt(f32x4::ZERO).select(dot(own, theirs) / both, f32x4::ZERO);
    }
    let many = others.len() as f32;
    0.5 * (many - along.reduce_add()).max(0.0) / many.max(1.0)
}

fn dot(a: [f32x4; 2], b: [f32x4; 2]) -> f32x4 {
    a[0] * b[0] + a[1] * b[1]
}

/// What a walker does that is held up.
struct HeldUp {
    /// How far it turns to its right: a little, each by an angle of its own; and the more the slower it is, if those
    /// around it want to go elsewhere.
    angle: f64,
    /// What share of its width and another's it gives up, if several touch it and all want to go the same way.
    squeeze: f64,
}

/// A number from 0 to 1 for an id. Fibonacci hashing: those in a row are far apart.
fn share(id: u64) -> f64 {
    (id.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 11) as f64 / (1_u64 << 53) as f64
}
