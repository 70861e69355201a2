//! What is wrong with a scene only while it moves: sources that an obstacle covers, doors that leave their opening.
//!
//! The scene is checked whenever a motion reaches a key frame, and at evenly spaced moments. What goes wrong only in
//! between is reported when that moment is mapped.

use wayfront_domain::Domain;
use wayfront_world::{Place, Problem, World};

/// Scenes with more key frames are checked in so many moments, spread over all of them.
const MOST_MOMENTS: usize = 200;
/// Evenly spaced moments: this many, or fewer where all of them together would have more points than that.
const MOST_PARTS: usize = 60;
const MOST_POINTS: usize = 1_000_000;

/// Problems that the scene does not have without its motions, each with the first moment at which it was found.
pub fn problems(world: &World, known: &[Problem]) -> Vec<(f64, Problem)> {
    let mut reported: Vec<(Place, String)> = known.iter().map(key).collect();
    let mut found = Vec::new();
    for time in moments(world) {
        for problem in problems_at(world, time) {
            if !reported.contains(&key(&problem)) {
                reported.push(key(&problem));
                found.push((time, problem));
            }
        }
    }
    found
}

/// What distinguishes problems: numbers change while something moves, the kind does not.
fn key(problem: &Problem) -> (Place, String) {
    let kind = format!("{:?}", problem.fault);
    (problem.place, kind.split([' ', '(']).next().unwrap_or_default().to_owned())
}

fn problems_at(world: &World, time: f64) -> Vec<Problem> {
    let moment = world.at(time);
    match Domain::without_doors(&moment) {
        Err(unbuildable) => unbuildable.problems,
        Ok(domain) => domain.check_scene(&moment).problems,
    }
}

/// Key frames, and evenly spaced moments.
fn moments(world: &World) -> Vec<f64> {
    let mut times: Vec<f64> = world.motions.iter().flat_map(|motion| &motion.times).copied().collect();
    if times.is_empty() {
        return times;
    }
    let parts = (MOST_POINTS / world.points().count().max(1)).clamp(2, MOST_PARTS);
    times.extend((0..=parts).map(|k| world.duration() * k as f64 / parts as f64));
    times.sort_by(f64::total_cmp);
    times.dedup();
    let every = times.len().div_ceil(MOST_MOMENTS).max(1);
    times.into_iter().step_by(every).collect()
}
