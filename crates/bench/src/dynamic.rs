//! Table `dynamic`: maps of scenes that change: sources that move, speeds, doors, obstacles.
//!
//! The exact part runs on one thread, the sample of 1000 x 1000 pixels on all cores. Ratios compare with one plain
//! propagation over the same world, measured in turns.

use crate::stopwatch::{Figures, Times, in_turns, repeat};
use crate::table::{Bound, Section, Table};
use std::io;
use std::sync::Arc;
use std::time::Instant;
use wayfront::Point;
use wayfront::bodies::LiveMap;
use wayfront::domain::Domain;
use wayfront::geometry::Raster;
use wayfront::pathmap::{PathMap, Terms};
use wayfront::views::Sample;
use wayfront::world::{Door, Place, Polygon, Source, Wall, Weight, World, random_polygons};

/// Side of the square world of the moving sources.
const SIDE: f64 = 100.0;
/// Positions of a moving source.
const STEPS: usize = 60;
/// How often things that are compared take turns.
const TURNS: usize = 31;

/// Runs everything. Takes about a quarter of a minute.
///
/// # Errors
/// If the table cannot be printed.
pub fn run(table: &mut Table) -> io::Result<()> {
    [sources, speeds, slow_corners, changes].into_iter().try_for_each(|section| table.add(section()))
}

/// Squares in uniform rows, as in the papers' worst case.
fn squares(columns: usize, rows: usize) -> World {
    let (dx, dy) = (SIDE / columns as f64, SIDE / rows as f64);
    let square = |k: usize| {
        let (x, y) = ((k % columns) as f64 * dx + dx * 0.25, (k / columns) as f64 * dy + dy * 0.25);
        Polygon::ring([(x, y), (x + dx * 0.5, y), (x + dx * 0.5, y + dy * 0.5), (x, y + dy * 0.5)])
    };
    World::new()
        .area(Polygon::ring([(0.0, 0.0), (SIDE, 0.0), (SIDE, SIDE), (0.0, SIDE)]))
        .with_obstacles((0..columns * rows).map(square).collect())
}

/// A source that walks along a free street.
fn walker(step: usize) -> [Source; 1] {
    [Source::point((0.01 * SIDE, SIDE * (0.02 + 0.96 * step as f64 / STEPS as f64)))]
}

fn domain(world: &World) -> Arc<Domain> {
    Arc::new(Domain::without_doors(world).expect("worlds made here are sound"))
}

fn map(domain: &Arc<Domain>, sources: &[Source]) -> PathMap {
    PathMap::new(Arc::clone(domain), sources).expect("sources of worlds made here are free")
}

/// Time for each step of a whole walk.
fn per_step(mut step: impl FnMut(usize)) -> Times {
    let (times, ()) = repeat(|| (0..STEPS).for_each(&mut step));
    Times { median: times.median / STEPS as f64, best: times.best / STEPS as f64 }
}

fn sources() -> Section {
    let mut section = Section::new("A source moves: squares in rows, 1000 x 1000 pixels");
    for (columns, rows_of) in [(3, 1), (5, 5), (10, 10), (20, 20)] {
        let world = squares(columns, rows_of);
        let vertices = world.obstacles.len() * 4;
        let domain = domain(&world);
        let raster = Raster::fitting(domain.bounds(), 1000).expect("a thousand pixels are possible");
        let mut map = map(&domain, &walker(0));
        let mut sample = Sample::of(&map, &raster);
        let exact = per_step(|k| map.rebuild(&walker(k)).expect("the street is free"));
        let sampled = per_step(|_| sample.update(&map, &raster, 0));
        section.row(format!("{vertices} vertices, exact map"), vertices, exact);
        section.row(format!("{vertices} vertices, sample"), 1_000_000, sampled);
        let seconds = Figures { median: exact.median + sampled.median, best: exact.best + sampled.best };
        section.ratio(format!("{vertices} vertices, maps with samples per second"), seconds.map(|s| 1.0 / s));
    }
    section
}

/// A map with corners all over the world that change the speed, the slowest nearest to the source.
fn weighted(world: &World, domain: &Arc<Domain>, sources: &[Source], speeds: &[f64]) -> PathMap {
    let corner = |k: usize| world.obstacles[(k + 1) * world.obstacles.len() / (speeds.len() + 1)].outer[2];
    let weight = |(k, &weight): (usize, &f64)| Weight::new(corner(k), weight);
    let terms = Terms { weights: speeds.iter().enumerate().map(weight).collect(), prices: Vec::new() };
    PathMap::on_terms(Arc::clone(domain), sources, &terms).expect("weights are at corners")
}

fn speeds() -> Section {
    let world = squares(20, 20);
    let vertices = world.obstacles.len() * 4;
    let (domain, sources) = (domain(&world), walker(7));
    let lists: [&[f64]; 6] = [&[], &[1.3], &[1.3, 2.0], &[1.3, 2.0, 4.0], &[1.3, 2.0, 4.0, 8.0], &[0.5]];
    let mut maps = lists.map(|speeds| weighted(&world, &domain, &sources, speeds));
    let mut builds =
        maps.iter_mut().map(|map| || map.rebuild(&sources).expect("the street is free")).collect::<Vec<_>>();
    let times = in_turns(&mut builds, TURNS);
    let once = times[0];
    let name = |speeds: &[f64]| if speeds.is_empty() { "no weights".into() } else { format!("weights {speeds:?}") };
    let mut section = Section::new("Speeds that change at corners");
    for (speeds, &times) in lists.iter().zip(&times) {
        section.row(name(speeds), vertices, times);
        if !speeds.is_empty() {
            let most = speeds.len() as f64 + 1.0;
            section.target(format!("weights {speeds:?} / none"), times.over(once), Bound::AtMost(most));
        }
    }
    section
}

/// Many corners of one speed below 1: between squares in rows, where along a street all corners see each other, and
/// between random polygons.
fn slow_corners() -> Section {
    let mut section = Section::new("Speeds that change at corners");
    let random = random_polygons(400, 6, 1);
    let worlds = [("squares", squares(20, 20), walker(7).to_vec()), ("polygons", random.clone(), random.sources)];
    for (name, world, sources) in worlds {
        let domain = domain(&world);
        let counts = [0, 10, 20, 100];
        let mut maps = counts.map(|count| weighted(&world, &domain, &sources, &vec![0.5; count]));
        let mut builds =
            maps.iter_mut().map(|map| || map.rebuild(&sources).expect("the sources are free")).collect::<Vec<_>>();
        let times = in_turns(&mut builds, TURNS);
        for (count, &times) in counts.iter().zip(&times) {
            section.row(format!("{name}, {count} slow corners"), world.points().count(), times);
        }
        for (count, slow) in counts.iter().zip(&times).skip(1) {
            section.ratio(format!("{name}, {count} slow corners / none"), slow.over(times[0]));
        }
    }
    section
}

/// Ten thousand vertices, and a wall with a door through the middle.
fn doored() -> World {
    let mut world = random_polygons(10_000 / 6, 6, 1);
    let (y, side) = (world.bounds().max.y * 0.5, world.bounds().max.x);
    // Along the boundary there is a band without polygons.
    let wall = vec![Point::new(3.0, y), Point::new(side, y)];
    world.walls.push(Wall { points: wall, place: Place::default() });
    world.doors.push(Door::new("door", (0.0, y), (3.0, y)));
    world
}

/// How long something takes, once.
fn seconds<T>(work: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

fn changes() -> Section {
    let mut world = doored();
    let vertices = world.points().count();
    world.doors[0].open = true;
    let mut plain = map(&domain(&world), &world.sources);
    let mut live = LiveMap::new(&world, 0.0).expect("worlds made here are sound");
    let sources = world.sources.clone();
    let [mut once, mut closed, mut opened] = [const { Vec::new() }; 3];
    for _ in 0..TURNS {
        once.push(seconds(|| plain.rebuild(&sources).expect("its source is free")));
        for (open, times) in [(false, &mut closed), (true, &mut opened)] {
            world.doors[0].open = open;
            times.push(seconds(|| live.follow(&world).expect("the door is in its place")));
        }
    }
    let [once, closed, opened] = [once, closed, opened].map(Times::of);
    let mover = world.obstacles.len() / 2;
    let (moved, _) = repeat(|| {
        world.obstacles[mover].outer.iter_mut().for_each(|p| p.x += 1e-3);
        live.follow(&world).expect("worlds made here are sound")
    });
    let mut section = Section::new("10,000 vertices change");
    section.row("one propagation, plain", vertices, once);
    for (what, times, most) in [
        ("a door closes, half of the world is cut off", closed, 1.2),
        ("a door opens", opened, 1.2),
        ("an obstacle moves: domain and map", moved, 3.0),
    ] {
        section.row(what, vertices, times);
        section.target(format!("{what} / one propagation"), times.over(once), Bound::AtMost(most));
    }
    section
}
