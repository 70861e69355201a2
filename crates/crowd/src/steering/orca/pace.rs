//! How fast, and in which direction near the wished one, an agent gets on best.
//!
//! The speed is what leaves `headway` seconds to whatever is ahead, as in models that are fitted to experiments (Tordeux,
//! Chraibi and Seyfried 2016): so speed falls with density as it does for people. Before somebody who walks faster than
//! that, an agent follows: it takes over a share `trust` of the difference. Nothing changes in a steady stream, but a
//! jam dissolves as fast as people do in front of doors, where more pass than the same density carries elsewhere. Others
//! are seen where they will be a moment later, so that whoever turns off makes room at once.
//!
//! Where the speed is much less than the agent would like, directions to both sides are tried, and the one with the best
//! progress is taken (Moussaid, Helbing and Theraulaz 2011): faster people overtake, and those who meet a stream fall in
//! behind people of their own direction. Nothing here knows left from right, except that of two equal directions the
//! one on the side of `passing` is taken where somebody comes towards the agent.
//!
//! Constant time for each of the others and each direction, four others at a time.

use super::Orca;
use super::courtesy::Company;
use super::program::Velocity;
use wayfront_world::Passing;
use wide::f32x4;

/// Directions to each side, as sine and cosine: 20 and 40 degrees.
const SIDEWAYS: [[f32; 2]; 2] = [[0.342, 0.940], [0.643, 0.766]];
/// Directions are compared when progress falls below this share of the wish.
const CONTENT: f32 = 0.95;
/// How much farther from others a direction must lead, in parts of the distance at which they touch, for an agent at full
/// speed: whoever walks wants room beside it to overtake, whoever stands in a jam takes any gap.
const BESIDE: f32 = 0.5;
/// How much better the direction in which the agent walks already counts, at full speed.
const INERTIA: f32 = 0.3;
/// What share of the straight progress another direction must gain to be taken.
const WORTHWHILE: f32 = 1.12;
/// Cosine of the angle between two directions below which somebody comes towards the agent.
const ONCOMING: f32 = -0.3;
/// What share of the gap to somebody who comes towards the agent is its own.
const OWN_SHARE: f32 = 0.5;
/// How much better the side on which people pass each other counts where somebody comes.
const PASSING: f32 = 1.1;
/// Below this share of its speed an agent that merges with others stands.
const MERGING: f32 = 0.1;
/// Below this share of its speed an agent before others that come towards it stands.
const STANDING: f32 = 0.25;

/// The wished velocity at the speed, and in the direction, in which the agent gets on best.
pub fn paced(company: &Company<'_>, wish: Velocity, model: &Orca) -> Velocity {
    let speed = (wish.x * wish.x + wish.y * wish.y).sqrt();
    if speed == 0.0 || company.others.is_empty() {
        return wish;
    }
    let heading = [wish.x / speed, wish.y / speed];
    let (pace, is_opposed) = pace_ahead(company, heading, heading, model, 1.0);
    let straight = speed.min(pace);
    if is_opposed && straight < STANDING * speed {
        // Who stands before people that come towards it steps aside with all its might.
        return wish;
    }
    if straight >= speed {
        return wish;
    }
    let [vx, vy] = company.around.near.seen()[company.rank].velocity;
    let inertia = INERTIA / speed;
    let steady = |[x, y]: [f32; 2]| 1.0 + inertia * (vx * x + vy * y);
    let mut best = (steady(heading) * straight * WORTHWHILE, heading, straight);
    let slot = company.around.near.seen()[company.rank].slot as usize;
    if !company.around.agents.meets()[slot] && straight < CONTENT * speed {
        let wide = 1.0 + BESIDE * (straight / speed);
        for [sin, cos] in SIDEWAYS {
            // Left, then right.
            for side in [1.0, -1.0_f32] {
                let direction =
                    [heading[0] * cos - heading[1] * sin * side, heading[1] * cos + heading[0] * sin * side];
                let pace = speed.min(pace_ahead(company, direction, heading, model, wide).0);
                let liked = match model.passing {
                    Passing::Right if is_opposed && side < 0.0 => PASSING,
                    Passing::Left if is_opposed && side > 0.0 => PASSING,
                    _ => 1.0,
                };
                let liked = pace * cos * liked * steady(direction);
                if liked > best.0 {
                    best = (liked, direction, pace);
                }
            }
        }
    }
    let (_, direction, pace) = best;
    Velocity { x: direction[0] * pace, y: direction[1] * pace }
}

/// How fast the agent can go in a direction with respect to all others, and whether somebody comes towards it. Others
/// count as if they were `wide` times as wide.
#[inline]
fn pace_ahead(company: &Company<'_>, direction: [f32; 2], heading: [f32; 2], model: &Orca, wide: f32) -> (f32, bool) {
    let speed = company.around.agents.speed()[company.around.near.seen()[company.rank].slot as usize] as f32;
    let (mut least, mut comes) = (f32x4::splat(f32::INFINITY), false);
    let [vx, vy] = company.around.near.seen()[company.rank].velocity.map(f32x4::splat);
    let [dx, dy] = direction.map(f32x4::splat);
    let [hx, hy] = heading.map(f32x4::splat);
    // Only where people stand: in a stream that moves, everybody keeps its distance.
    let stands = (vx * vx + vy * vy).simd_lt(f32x4::splat(MERGING * MERGING * speed * speed));
    let per_second = f32x4::splat(1.0 / model.headway as f32);
    let (trust, look_ahead) = (model.trust as f32, model.look_ahead as f32);
    for view in company.planes.views() {
        let [x, y] = view.place;
        let (ahead, aside) = (x * dx + y * dy, x * dy - y * dx);
        let [ux, uy] = [vx - view.relative[0], vy - view.relative[1]];
        let aside = aside + (ux * dy - uy * dx) * look_ahead;
        let touching = view.touching * wide;
        let depth = touching * touching - aside * aside;
        let is_ahead = ahead.simd_gt(f32x4::ZERO) & depth.simd_gt(f32x4::ZERO);
        if is_ahead.none() {
            continue;
        }
        let gap = (ahead - depth.fast_max(f32x4::ZERO).sqrt()).fast_max(f32x4::ZERO);
        let theirs = view.heading;
        let oncoming = (theirs[0] * dx + theirs[1] * dy).simd_lt(f32x4::splat(ONCOMING));
        comes |= (oncoming & is_ahead).any();
        // Of two who merge, the one that has the other more in front of itself waits; for the other it is not in the way.
        let pressing = -(x * theirs[0] + y * theirs[1]);
        let gives_way = stands & !oncoming & pressing.simd_gt(x * hx + y * hy);
        let is_ahead = is_ahead & !gives_way;
        let pace = oncoming.select(gap * OWN_SHARE, gap) * per_second;
        let faster = (ux * dx + uy * dy - pace).fast_max(f32x4::ZERO);
        least = is_ahead.select((pace + faster * trust).fast_min(least), least);
    }
    (least.as_array().iter().copied().fold(f32::INFINITY, f32::min), comes)
}
