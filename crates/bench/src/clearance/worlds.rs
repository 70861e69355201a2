//! What grows with worlds and with radii: the time of maps from 1,000 to 100,000 vertices, memory after a hundred radii, and
//! a pair in a world of which an obstacle has just moved.

use super::{posts, roomy_pairs, turns_of, typical_gap};
use crate::stopwatch::Times;
use crate::table::{Row, Section};
use std::cell::RefCell;
use std::sync::Arc;
use wayfront::Domain;
use wayfront::domain::DynamicDomain;
use wayfront::geometry::Point;
use wayfront::pathmap::{DiscMap, PairSearch};
use wayfront::world::{Polygon, Source, World, random_polygons};

/// Radii that one map is made for in turn.
const RADII: u32 = 100;

/// A world of about so many vertices.
type MadeWorld = fn(usize) -> World;

/// How the time of a map grows with the world.
pub fn growth(quick: bool) -> Section {
    let most = if quick { 10_000 } else { 100_000 };
    let sizes = [1_000, 10_000, 100_000].into_iter().filter(|&size| size <= most);
    let sizes: Vec<usize> = sizes.collect();
    let (mut rows, mut remarks) = (Vec::new(), Vec::new());
    let kinds: [(&str, MadeWorld); 2] = [
        ("random polygons", |vertices| random_polygons(vertices / 6, 6, 1)),
        ("posts", |vertices| posts(((vertices / 4) as f64).sqrt().round() as usize)),
    ];
    for (name, world) in kinds {
        let times: Vec<(usize, Times)> = sizes.iter().map(|&size| map_time(&world(size), name == "posts")).collect();
        rows.extend(times.iter().map(|&(size, time)| Row::new(format!("map for the radius, {name}"), size, time)));
        if let (Some(small), Some(large)) = (times.first(), times.last()) {
            let exponent = (large.1.median / small.1.median).ln() / (large.0 as f64 / small.0 as f64).ln();
            remarks.push(format!("{name}: time grows with vertices to the power {exponent:.2}"));
        }
    }
    Section { title: "growth of maps, a quarter of the typical gap".to_owned(), rows, remarks }
}

/// Vertices of a world, and the time of a map for a quarter of its typical gap in warm memory.
fn map_time(world: &World, is_posts: bool) -> (usize, Times) {
    let vertices = world.obstacles.iter().map(|obstacle| obstacle.outer.len()).sum();
    let domain = Arc::new(Domain::without_doors(world).expect("worlds made here are sound"));
    let radius = if is_posts { 1.8 } else { typical_gap(&domain) } / 4.0;
    let sources = [Source::point(roomy_pairs(&domain, radius, 1)[0][0])];
    let mut map = DiscMap::new(domain, &sources, radius).expect("there is room at the source");
    let work = || f64::from(u8::from(map.rebuild(&sources, radius).is_ok()));
    (vertices, turns_of(vec![Box::new(work)], 3)[0])
}

/// What a hundred radii leave behind, and what a pair costs after a move.
pub fn changes(world: &World, radius: f64, turns: usize, rows: &mut Vec<Row>, remarks: &mut Vec<String>) {
    let domain = Arc::new(Domain::without_doors(world).expect("worlds made here are sound"));
    let pairs = roomy_pairs(&domain, radius, 1);
    let [from, to] = pairs[0];
    hundred_radii(domain, from, radius, remarks);
    let Ok(ground) = DynamicDomain::with_movable(world, [0]) else { return };
    let ground = RefCell::new(ground);
    let step = RefCell::new((world.clone(), 0_u32));
    // The obstacle goes to and fro by a little.
    let moved = || {
        let (world, count) = &mut *step.borrow_mut();
        let shift = Point::new(if count.is_multiple_of(2) { 1e-3 } else { -1e-3 } * radius, 0.0);
        *count += 1;
        world.obstacles[0] = Polygon::ring(world.obstacles[0].outer.iter().map(|&p| p + shift));
        ground.borrow_mut().domain(world).map(Arc::new)
    };
    let alone = || moved().map_or(0.0, |domain| domain.area());
    let with_pair = || {
        let Ok(domain) = moved() else { return 0.0 };
        PairSearch::new(domain).disc_length(from, to, radius).unwrap_or_default()
    };
    let times = turns_of(vec![Box::new(alone), Box::new(with_pair)], turns);
    rows.push(Row::new("an obstacle moves", 1, times[0]));
    rows.push(Row::new("an obstacle moves, and a pair is asked", 1, times[1]));
    remarks.push(format!("a move and a pair: {:.2} times a move", times[1].median / times[0].median));
}

fn hundred_radii(domain: Arc<Domain>, from: Point, radius: f64, remarks: &mut Vec<String>) {
    let sources = [Source::point(from)];
    let Ok(mut map) = DiscMap::new(domain, &sources, radius) else { return };
    let before = resident();
    let made = (0..RADII).filter(|&k| map.rebuild(&sources, radius * (1.0 - 0.005 * f64::from(k))).is_ok()).count();
    if let (Some(before), Some(after)) = (before, resident()) {
        let more = (after - before).max(0.0);
        remarks.push(format!("{made} radii in turn on one domain: {before:.0} MB before, {more:.1} MB more after"));
    }
}

/// Megabytes of this process that are in memory, where the system tells.
fn resident() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.split_whitespace().next()?.parse::<f64>().ok()? / 1024.0)
}
