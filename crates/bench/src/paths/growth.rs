//! How the time of a build grows with the world, and what it is on worlds that are hard.

use super::SEED;
use super::maps::path_map;
use super::scenes::domain;
use super::worlds;
use crate::contest::{Effort, Player, in_turns, player};
use crate::domain::slope;
use crate::stopwatch::{Figures, Times};
use serde::Serialize;
use std::io;
use std::sync::Arc;
use wayfront::PathMap;
use wayfront::world::{World, random_polygons};

/// Sizes of the random worlds.
const VERTICES: [usize; 5] = [1_000, 3_000, 10_000, 30_000, 100_000];

/// Builds of growing worlds.
#[derive(Serialize)]
pub struct Growth {
    pub rows: Vec<GrowthRow>,
    /// Slope of the straight line fitted to logarithms.
    pub exponent: Figures,
}

#[derive(Serialize)]
pub struct GrowthRow {
    pub vertices: usize,
    pub windows: usize,
    pub build: Times,
}

impl GrowthRow {
    pub fn nanoseconds_per_vertex(&self) -> f64 {
        self.build.median * 1e9 / self.vertices as f64
    }
}

/// A build of a special world.
#[derive(Serialize)]
pub struct SpecialRow {
    pub name: &'static str,
    #[serde(flatten)]
    pub row: GrowthRow,
    /// Time per vertex, compared with the first row.
    pub per_vertex: f64,
}

/// Random polygons of growing number.
///
/// # Errors
/// None: players of ours do not fail.
pub fn measure(effort: Effort) -> io::Result<Growth> {
    let rows = rows(VERTICES.iter().map(|vertices| random_polygons(vertices / 6, 6, SEED)).collect(), effort)?;
    let fitted = |seconds: fn(&Times) -> f64| {
        let points: Vec<[f64; 2]> =
            rows.iter().map(|row| [row.vertices as f64, seconds(&row.build)].map(f64::ln)).collect();
        slope(&points)
    };
    let exponent = Figures { median: fitted(|build| build.median), best: fitted(|build| build.best) };
    Ok(Growth { rows, exponent })
}

/// Mazes, pillars and corridors, after random polygons to compare with.
///
/// # Errors
/// None: players of ours do not fail.
pub fn measure_special(effort: Effort) -> io::Result<Vec<SpecialRow>> {
    let common = ("random polygons, to compare with", random_polygons(5_000, 6, SEED));
    let (names, worlds): (Vec<_>, Vec<_>) = std::iter::once(common).chain(worlds::all()).unzip();
    let rows = rows(worlds, effort)?;
    let usual = rows[0].nanoseconds_per_vertex();
    let special = names.into_iter().zip(rows).map(|(name, row)| {
        let per_vertex = row.nanoseconds_per_vertex() / usual;
        SpecialRow { name, row, per_vertex }
    });
    Ok(special.collect())
}

/// Builds the maps of all these worlds in turns.
fn rows(worlds: Vec<World>, effort: Effort) -> io::Result<Vec<GrowthRow>> {
    let mut maps: Vec<PathMap> =
        worlds.iter().map(|world| path_map(&Arc::new(domain(world)), &world.sources)).collect();
    let players: Vec<Player<'_>> =
        maps.iter_mut().zip(&worlds).map(|(map, world)| player(|| map.rebuild(&world.sources))).collect();
    let times = in_turns(effort, players)?;
    let row = |(map, build): (&PathMap, Times)| GrowthRow {
        vertices: map.domain().vertex_count(),
        windows: map.stats().windows,
        build,
    };
    Ok(maps.iter().zip(times).map(row).collect())
}
