//! An obstacle moves, and one pair is asked: beside the move alone.

use super::stage::Stage;
use crate::contest::{in_turns, player};
use crate::table::{Bound, Section};
use std::cell::RefCell;
use std::io;
use std::sync::Arc;
use wayfront::bodies::DiscSearch;
use wayfront::domain::DynamicDomain;
use wayfront::geometry::Point;
use wayfront::world::Polygon;

/// How far the obstacle goes to and fro, in radii.
const STEP: f64 = 1e-3;

pub fn measure(stage: &Stage, section: &mut Section) -> io::Result<()> {
    let [from, to] = stage.pairs[0];
    let ground = DynamicDomain::with_movable(&stage.world, [0]).map_err(io::Error::other)?;
    let state = RefCell::new((ground, stage.world.clone(), false));
    let moved = || {
        let (ground, world, back) = &mut *state.borrow_mut();
        let shift = Point::new(if *back { -STEP } else { STEP } * stage.radius, 0.0);
        *back = !*back;
        world.obstacles[0] = Polygon::ring(world.obstacles[0].outer.iter().map(|&p| p + shift));
        ground.domain(world).map(Arc::new).ok()
    };
    let with_pair = || {
        let domain = moved()?;
        DiscSearch::new(domain).length(from, to, stage.radius).ok()
    };
    let times = in_turns(stage.size.effort, vec![player(moved), player(with_pair)])?;
    section.row("an obstacle moves", 1, times[0]);
    section.row("an obstacle moves, and a pair is asked", 1, times[1]);
    section.target("a move and a pair, times a move", times[1].over(times[0]), Bound::AtMost(2.2));
    Ok(())
}
