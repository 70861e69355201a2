//! How fast, and in which direction near the wished one, an agent gets on best.
//!
//! The speed is what leaves `headway` seconds to whatever is ahead, which moves on for `foresight` seconds, as in models that are fitted to experiments (Tordeux,
//! Chraibi and Seyfried 2016): so flow and speed fall with density as they do for people. Where that is slower than the
//! agent would like, directions to both sides are tried, and the one with the best progress is taken (Moussaid, Helbing
//! and Theraulaz 2011): faster people overtake, and those who meet a stream fall in behind people of their own
//! direction. Nothing here knows left from right, except that of two equal directions the one on the side of `passing`
//! is taken where somebody comes towards the agent.
//!
//! Constant time for each of the others and each direction, four others at a time.

use super::Orca;
use super::courtesy::Company;
use super::program::{FOUR, Velocity};
use wayfront_world::Passing;
use wide::f32x4;

/// Directions to each side, as sine and cosine: 20 and 40 degrees.
const SIDEWAYS: [[f32; 2]; 2] = [[0.342, 0.940], [0.643, 0.766]];
/// Directions are compared when progress falls below this share of the wish.
const CONTENT: f32 = 0.8;
/// What share of the straight progress another direction must gain to be taken.
const WORTHWHILE: f32 = 1.15;
/// Cosine of the angle between two directions below which somebody comes towards the agent.
const ONCOMING: f32 = -0.3;
/// What share of the gap to somebody who comes towards the agent is its own.
const OWN_SHARE: f32 = 0.5;

/// How much better the side on which people pass each other counts where somebody comes.
const PASSING: f32 = 1.1;
/// Below this share of its speed an agent before others that come towards it stands.
const STANDING: f32 = 0.25;

/// The wished velocity at the speed, and in the direction, in which the agent gets on best.
pub fn paced(company: &Company<'_>, wish: Velocity, model: &Orca) -> Velocity {
    let speed = (wish.x * wish.x + wish.y * wish.y).sqrt();
    if speed == 0.0 || company.others.is_empty() {
        return wish;
    }
    let heading = [wish.x / speed, wish.y / speed];
    let foresight = model.foresight as f32;
    let per_metre = 1.0 / model.headway as f32;
    let (gap, is_opposed) = free_ahead(company, heading, heading, foresight);
    let straight = speed.min(gap * per_metre);
    if is_opposed && straight < STANDING * speed {
        // Who stands before people that come towards it makes way with all its might.
        return wish;
    }
    if straight >= speed {
        return wish;
    }
    let mut best = (straight * WORTHWHILE, heading, straight);
    if straight < CONTENT * speed {
        for [sin, cos] in SIDEWAYS {
            // Left, then right.
            for side in [1.0, -1.0_f32] {
                let direction =
                    [heading[0] * cos - heading[1] * sin * side, heading[1] * cos + heading[0] * sin * side];
                let pace = speed.min(free_ahead(company, direction, heading, foresight).0 * per_metre);
                let liked = match model.passing {
                    Passing::Right if is_opposed && side < 0.0 => PASSING,
                    Passing::Left if is_opposed && side > 0.0 => PASSING,
                    _ => 1.0,
                };
                if pace * cos * liked > best.0 {
                    best = (pace * cos * liked, direction, pace);
                }
            }
        }
    }
    let (_, direction, pace) = best;
    Velocity { x: direction[0] * pace, y: direction[1] * pace }
}

/// How far the agent can go in a direction before it touches somebody, and whether somebody comes towards it.
#[inline]
fn free_ahead(company: &Company<'_>, direction: [f32; 2], heading: [f32; 2], foresight: f32) -> (f32, bool) {
    let (mut least, mut comes) = (f32x4::splat(f32::INFINITY), false);
    let [vx, vy] = company.around.near.seen()[company.rank].velocity;
    let own = vx * direction[0] + vy * direction[1];
    let [dx, dy] = direction.map(f32x4::splat);
    for (view, ranks) in company.planes.views().zip(company.others.chunks(FOUR)) {
        let [x, y] = view.place;
        let (ahead, aside) = (x * dx + y * dy, x * dy - y * dx);
        let depth = view.touching * view.touching - aside * aside;
        let is_ahead = ahead.simd_gt(f32x4::ZERO) & depth.simd_gt(f32x4::ZERO);
        if is_ahead.none() {
            continue;
        }
        let gap = (ahead - depth.fast_max(f32x4::ZERO).sqrt()).fast_max(f32x4::ZERO);
        let theirs = company.headings.of_four(ranks, heading);
        let oncoming = (theirs[0] * dx + theirs[1] * dy).simd_lt(f32x4::splat(ONCOMING));
        comes |= (oncoming & is_ahead).any();
        // What is ahead moves on meanwhile.
        let theirs = f32x4::splat(own) - (view.relative[0] * dx + view.relative[1] * dy);
        let gap = gap + theirs.fast_max(f32x4::ZERO) * foresight;
        let gap = oncoming.select(gap * OWN_SHARE, gap);
        least = is_ahead.select(gap.fast_min(least), least);
    }
    (least.as_array().iter().copied().fold(f32::INFINITY, f32::min), comes)
}
