//! How the time of a map for the radius grows with the world, among random polygons and among posts.

use super::Size;
use super::stage::{posts, roomy_pairs, typical_gap};
use crate::contest::{in_turns, player};
use crate::domain::slope;
use crate::stopwatch::{Figures, Times};
use crate::table::{Bound, Section};
use std::io;
use std::sync::Arc;
use wayfront::Domain;
use wayfront::bodies::SceneMap;
use wayfront::world::{Source, World, random_polygons};

/// Vertices of the worlds.
const VERTICES: [usize; 5] = [1_000, 3_000, 10_000, 30_000, 100_000];
const EXPONENT: f64 = 1.2;

/// A world of about so many vertices.
type MadeWorld = fn(usize) -> World;

pub fn section(size: Size) -> io::Result<Section> {
    let mut section = Section::new("Growth of maps for a quarter of the typical gap");
    let kinds: [(&str, MadeWorld); 2] = [
        ("random polygons", |vertices| random_polygons(vertices / 6, 6, 1)),
        ("posts", |vertices| posts(((vertices / 4) as f64).sqrt().round() as usize)),
    ];
    for (name, world) in kinds {
        let mut grown = Vec::new();
        for &vertices in VERTICES.iter().filter(|&&vertices| vertices <= size.largest) {
            let (vertices, times) = map_time(&world(vertices), size)?;
            section.row(format!("map for another radius each time, {name}"), vertices, times);
            grown.push((vertices as f64, times));
        }
        let fitted = |seconds: fn(&Times) -> f64| {
            let logarithms = grown.iter().map(|(vertices, times)| [*vertices, seconds(times)].map(f64::ln));
            slope(&logarithms.collect::<Vec<_>>())
        };
        let exponent = Figures { median: fitted(|times| times.median), best: fitted(|times| times.best) };
        let what = format!("exponent of growth, {name}, another radius each time");
        section.target(what, exponent, Bound::AtMost(EXPONENT));
    }
    Ok(section)
}

/// Vertices of a world, and the time of a map for a quarter of its typical gap in warm memory, with another radius each time.
fn map_time(world: &World, size: Size) -> io::Result<(usize, Times)> {
    let vertices = world.obstacles.iter().map(|obstacle| obstacle.outer.len()).sum();
    let domain = Arc::new(Domain::without_doors(world).map_err(io::Error::other)?);
    let mut radius = typical_gap(&domain) / 4.0;
    let sources = [Source::point(roomy_pairs(&domain, radius, 1)[0][0])];
    let mut map = SceneMap::new(domain, &sources, radius).map_err(io::Error::other)?;
    let build = || {
        radius *= 1.0 - f64::EPSILON;
        map.rebuild(&sources, radius).is_ok()
    };
    Ok((vertices, in_turns(size.effort, vec![player(build)])?[0]))
}
