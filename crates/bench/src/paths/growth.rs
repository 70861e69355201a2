//! How the time of a build grows with the world, and what it is on worlds that are hard.

use super::SEED;
use super::maps::path_map;
use super::scenes::domain;
use super::worlds;
use crate::contest::{Effort, Player, in_turns, player};
use crate::domain::slope;
use crate::stopwatch::{Figures, Times};
use crate::table::{Bound, Section};
use std::io;
use std::sync::Arc;
use wayfront::PathMap;
use wayfront::world::{World, random_polygons};

/// Sizes of the random worlds.
const VERTICES: [usize; 5] = [1_000, 3_000, 10_000, 30_000, 100_000];

/// The exponent of growth, at most.
const EXPONENT: f64 = 1.15;

/// Random polygons of growing number.
///
/// # Errors
/// None: players of ours do not fail.
pub fn section(effort: Effort) -> io::Result<Section> {
    let worlds = VERTICES.iter().map(|vertices| random_polygons(vertices / 6, 6, SEED)).collect();
    let builds = builds(worlds, effort)?;
    let fitted = |seconds: fn(&Times) -> f64| {
        let points: Vec<[f64; 2]> =
            builds.iter().map(|(vertices, times)| [*vertices as f64, seconds(times)].map(f64::ln)).collect();
        slope(&points)
    };
    let exponent = Figures { median: fitted(|build| build.median), best: fitted(|build| build.best) };
    let mut section = Section::new("Growth: random polygons");
    builds.iter().for_each(|&(vertices, build)| section.row("exact map", vertices, build));
    section.target("exponent of growth", exponent, Bound::AtMost(EXPONENT));
    Ok(section)
}

/// Mazes, pillars and corridors, after random polygons to compare with.
///
/// # Errors
/// None: players of ours do not fail.
pub fn special(effort: Effort) -> io::Result<Section> {
    let common = ("random polygons, to compare with", random_polygons(5_000, 6, SEED));
    let (names, worlds): (Vec<_>, Vec<_>) = std::iter::once(common).chain(worlds::all()).unzip();
    let builds = builds(worlds, effort)?;
    let per_vertex = |(vertices, build): (usize, Times)| build.map(|seconds| seconds / vertices as f64);
    let usual = per_vertex(builds[0]);
    let mut section = Section::new("Special worlds");
    for (name, &(vertices, build)) in names.iter().zip(&builds) {
        section.row(*name, vertices, build);
        let own = per_vertex((vertices, build));
        let ratio = Figures { median: own.median / usual.median, best: own.best / usual.best };
        section.ratio(format!("{name}: time per vertex / of the first"), ratio);
    }
    Ok(section)
}

/// Builds the maps of all these worlds in turns: vertices and times.
fn builds(worlds: Vec<World>, effort: Effort) -> io::Result<Vec<(usize, Times)>> {
    let mut maps: Vec<PathMap> =
        worlds.iter().map(|world| path_map(&Arc::new(domain(world)), &world.sources)).collect();
    let players: Vec<Player<'_>> =
        maps.iter_mut().zip(&worlds).map(|(map, world)| player(|| map.rebuild(&world.sources))).collect();
    let times = in_turns(effort, players)?;
    Ok(maps.iter().map(|map| map.domain().vertex_count()).zip(times).collect())
}
