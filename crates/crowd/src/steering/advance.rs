//! The step itself: every agent moves by its next velocity, walls kept.

use crate::agents::Agents;
use crate::walls::Walls;
use rayon::prelude::*;
use wayfront_geometry::Point;

/// Moves every agent by its next velocity for `step` seconds; walls are kept, so that no disc enters one. The velocity
/// that each really walked is stored.
pub fn advance(agents: &mut Agents, walls: &Walls, next: &[Point], step: f64) {
    let Agents { position, velocity, radius, .. } = agents;
    let per_second = 1.0 / step;
    let walkers = position.par_iter_mut().zip(velocity).zip(&radius[..]).zip(next).with_min_len(256);
    walkers.for_each(|(((position, velocity), &radius), &next)| {
        let to = walls.moved(*position, *position + next * step, radius);
        let to = walls.kept_in(*position, to, radius);
        *velocity = (to - *position) * per_second;
        *position = to;
    });
}
