//! Shortest paths between random pairs of points, one thread: the crate `polyanya`, and ours.

use super::maps::path_map;
use super::navmesh::Navmesh;
use super::question::questions;
use super::scenes::Scene;
use crate::contest::{Effort, in_turns, player};
use crate::stopwatch::{Figures, Times};
use serde::Serialize;
use std::io;
use wayfront::domain::Guide;
use wayfront::geometry::Point;
use wayfront::pathmap::PairSearch;
use wayfront::world::Source;
use wayfront::{Domain, PathMap};

/// A path of another length than ours, relative to ours: f32 explains a thousandth of that.
const DISAGREEMENT: f64 = 1e-3;

/// All about the pairs of one map.
#[derive(Serialize)]
pub struct PairRow {
    pub name: String,
    pub vertices: usize,
    /// Pairs in one run.
    pub pairs: usize,
    /// Ours, by a search for each pair.
    pub ours: Times,
    pub polyanya: Times,
    /// Pairs for which `polyanya` finds no path, and those for which it finds one of another length.
    pub polyanya_lost: usize,
    pub polyanya_wrong: usize,
}

impl PairRow {
    /// How many times as long `polyanya` takes.
    pub fn ratio(&self) -> Figures {
        self.polyanya.over(self.ours)
    }
}

/// Measures one scene.
///
/// # Errors
/// If the crate does not take our triangles.
pub fn measure(scene: &Scene, effort: Effort) -> io::Result<PairRow> {
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
    let times = in_turns(
        effort,
        vec![
            player(|| pairs.iter().map(|&[from, to]| search.length(from, to).unwrap_or(f64::NAN)).sum::<f64>()),
            player(|| pairs.iter().filter_map(|&pair| mesh.length(pair)).sum::<f64>()),
        ],
    )?;
    Ok(PairRow {
        name: scene.name.clone(),
        vertices: scene.vertices(),
        pairs: pairs.len(),
        ours: times[0],
        polyanya: times[1],
        polyanya_lost: theirs.iter().filter(|length| length.is_none()).count(),
        polyanya_wrong: wrong,
    })
}

/// Random pairs, fewer on large maps.
fn pairs(domain: &Domain, vertices: usize, effort: Effort) -> Vec<[Point; 2]> {
    let count = (8 * effort.questions / vertices).clamp(40, effort.questions / 10);
    questions(domain, 2 * count).chunks_exact(2).map(|pair| [pair[0].at, pair[1].at]).collect()
}

/// Exact length of the shortest path, by the map of its end.
fn length(map: &mut PathMap, [from, to]: [Point; 2]) -> f64 {
    let built = map.rebuild(&[Source::point(to)]);
    built.map_or(f64::NAN, |()| map.cost(from).unwrap_or(f64::NAN))
}
