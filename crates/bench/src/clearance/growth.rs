//! How the time of a map for the radius grows with the world, among random polygons and among posts.

use super::Size;
use super::maps::WARM;
use super::stage::{posts, roomy_pairs, typical_gap};
use super::teller::Teller;
use crate::contest::{in_turns, player};
use crate::domain::slope;
use crate::stopwatch::{Figures, Times};
use crate::target::Bound;
use std::io;
use std::sync::Arc;
use std::time::Instant;
use wayfront::Domain;
use wayfront::pathmap::DiscMap;
use wayfront::world::{Source, World, random_polygons};

/// Vertices of the worlds.
const VERTICES: [usize; 5] = [1_000, 3_000, 10_000, 30_000, 100_000];
const EXPONENT: f64 = 1.2;
/// Which maps.
const HOW: [&str; 2] = ["the same radius", "another radius each time"];

/// A world of about so many vertices.
type MadeWorld = fn(usize) -> World;

pub fn measure(size: Size, teller: &mut Teller) -> io::Result<()> {
    teller.section("growth of maps for a quarter of the typical gap".to_owned())?;
    let kinds: [(&str, MadeWorld); 2] = [
        ("random polygons", |vertices| random_polygons(vertices / 6, 6, 1)),
        ("posts", |vertices| posts(((vertices / 4) as f64).sqrt().round() as usize)),
    ];
    for (name, world) in kinds {
        let mut grown = [Vec::new(), Vec::new()];
        for &vertices in VERTICES.iter().filter(|&&vertices| vertices <= size.largest) {
            let start = Instant::now();
            let (vertices, times) = map_time(&world(vertices), size)?;
            for ((how, grown), times) in HOW.iter().zip(&mut grown).zip(times) {
                teller.row(format!("map for {how}, {name}"), vertices, times)?;
                grown.push((vertices as f64, times));
            }
            teller.done(&format!("growth: {name}, {vertices} vertices"), start)?;
        }
        for (how, grown) in HOW.iter().zip(&grown) {
            let fitted = |seconds: fn(&Times) -> f64| {
                let logarithms = grown.iter().map(|(vertices, times)| [*vertices, seconds(times)].map(f64::ln));
                slope(&logarithms.collect::<Vec<_>>())
            };
            let exponent = Figures { median: fitted(|times| times.median), best: fitted(|times| times.best) };
            teller.target(format!("exponent of growth, {name}, {how}"), exponent, Bound::AtMost(EXPONENT))?;
        }
    }
    Ok(())
}

/// Vertices of a world, and the times of maps for a quarter of its typical gap in warm memory: always the same radius, of which
/// much is kept, up to a limit; and another one each time.
fn map_time(world: &World, size: Size) -> io::Result<(usize, [Times; 2])> {
    let vertices = world.obstacles.iter().map(|obstacle| obstacle.outer.len()).sum();
    let domain = Arc::new(Domain::without_doors(world).map_err(io::Error::other)?);
    let radius = typical_gap(&domain) / 4.0;
    let sources = [Source::point(roomy_pairs(&domain, radius, 1)[0][0])];
    let new = || DiscMap::new(domain.clone(), &sources, radius).map_err(io::Error::other);
    let (mut same, mut other) = (new()?, new()?);
    (0..WARM).try_for_each(|_| same.rebuild(&sources, radius)).map_err(io::Error::other)?;
    let mut another = radius;
    let players = vec![
        player(|| same.rebuild(&sources, radius).is_ok()),
        player(|| {
            another *= 1.0 - f64::EPSILON;
            other.rebuild(&sources, another).is_ok()
        }),
    ];
    let times = in_turns(size.effort, players)?;
    Ok((vertices, [times[0], times[1]]))
}
