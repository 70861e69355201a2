//! The step itself: every agent moves by its next velocity, walls kept.

use crate::agents::Agents;
use crate::walls::Walls;
use rayon::prelude::*;
use wayfront_geometry::Point;

/// Below this share of its preferred speed an agent stands.
const STANDING: f64 = 0.1;
/// So many times faster than it stood an agent that moves forgets that it did: one that tries to get out of an arch needs
/// more than a step.
const RECOVERY: f32 = 12.0;

/// Moves every agent by its next velocity for `step` seconds; walls are kept, so that no disc enters one. The velocity
/// that each really walked is stored, and for how long it has stood although it wanted to walk.
pub fn advance(agents: &mut Agents, walls: &Walls, next: &[Point], step: f64) {
    let Agents { position, velocity, radius, speed, wish, standing, .. } = agents;
    let per_second = 1.0 / step;
    let moves = position.par_iter_mut().zip(velocity).zip(&radius[..]).zip(next).with_min_len(256);
    let stands = standing.par_iter_mut().zip(&speed[..]).zip(&wish[..]);
    moves.zip(stands).for_each(|((((position, velocity), &radius), &next), ((standing, &speed), &wish))| {
        let to = walls.moved(*position, *position + next * step, radius);
        let to = walls.kept_in(*position, to, radius);
        *velocity = (to - *position) * per_second;
        *position = to;
        let least = STANDING * speed;
        let stands = velocity.dot(*velocity) < least * least && wish.dot(wish) > least * least;
        *standing = if stands { *standing + step as f32 } else { (*standing - RECOVERY * step as f32).max(0.0) };
    });
}
