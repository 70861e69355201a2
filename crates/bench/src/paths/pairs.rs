//! Shortest paths between random pairs of points, one thread: the crate `polyanya`, and ours.

use super::maps::path_map;
use super::navmesh::Navmesh;
use super::question::questions;
use super::scenes::Scene;
use crate::contest::{Effort, in_turns, player};
use crate::table::{Bound, Section};
use std::io;
use wayfront::domain::Guide;
use wayfront::geometry::Point;
use wayfront::pathmap::PairSearch;
use wayfront::world::Source;
use wayfront::{Domain, PathMap};

/// A path of another length than ours, relative to ours: f32 explains a thousandth of that.
const DISAGREEMENT: f64 = 1e-3;

/// Adds the pairs of one scene.
///
/// # Errors
/// If the crate does not take our triangles.
pub fn measure(scene: &Scene, effort: Effort, section: &mut Section) -> io::Result<()> {
    let pairs = pairs(&scene.domain, scene.vertices(), effort);
    let mesh = Navmesh::of(&scene.domain).map_err(io::Error::other)?;
    let mut map = path_map(&scene.domain, &scene.world.sources);
    let mut search = PairSearch::new(scene.domain.clone());
    let exact: Vec<f64> = pairs.iter().map(|&pair| length(&mut map, pair)).collect();
    let theirs: Vec<Option<f64>> = pairs.iter().map(|&pair| mesh.length(pair)).collect();
    let differs = |(theirs, exact): (&Option<f64>, &f64)| {
        let difference = theirs.map_or(0.0, |length| (length - exact).abs());
        // A length of ours that is missing must not pass.
        difference > DISAGREEMENT * exact || difference.is_nan()
    };
    let wrong = theirs.iter().zip(&exact).filter(|&pair| differs(pair)).count();
    let lost = theirs.iter().filter(|length| length.is_none()).count();
    let times = in_turns(
        effort,
        vec![
            player(|| pairs.iter().map(|&[from, to]| search.length(from, to).unwrap_or(f64::NAN)).sum::<f64>()),
            player(|| pairs.iter().filter_map(|&pair| mesh.length(pair)).sum::<f64>()),
        ],
    )?;
    section.row("pairs", pairs.len(), times[0]);
    section.row("pairs, polyanya", pairs.len(), times[1]);
    let (what, ratio) = ("pairs, polyanya / ours", times[1].over(times[0]));
    if scene.name.starts_with("Profiling") || scene.name == "60,000 vertices" {
        section.target(what, ratio, Bound::AtLeast(1.0));
    } else {
        section.ratio(what, ratio);
    }
    if lost + wrong > 0 {
        section.remark(format!("polyanya finds no path for {lost} pairs, and one of another length for {wrong}"));
    }
    Ok(())
}

/// Random pairs, fewer on large maps.
fn pairs(domain: &Domain, vertices: usize, effort: Effort) -> Vec<[Point; 2]> {
    let count = (8 * effort.questions / vertices).clamp(40, effort.questions / 10);
    questions(domain, 2 * count).chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect()
}

/// Exact length of the shortest path, by the map of its end.
fn length(map: &mut PathMap, [from, to]: [Point; 2]) -> f64 {
    let built = map.rebuild(&[Source::point(to)]);
    built.map_or(f64::NAN, |()| map.cost(from).unwrap_or(f64::NAN))
}
