//! Whole runs: the thesis' experiments (Farias 2020, table 4.1 and section 5.6), and a large evacuation in real time.

use crate::stopwatch::Times;
use crate::table::{Row, Section};
use std::time::Instant;
use wayfront::Point;
use wayfront::crowd::{Simulation, Summary};
use wayfront::world::{Crowd, Group, GuideKind, Polygon, Rerouting, Source, Start, World, builtin};

/// Runs that a mean is taken of.
const SEEDS: u64 = 5;
/// Copies of the office floor, along and across.
const FLOORS: [usize; 2] = [4, 3];
const EVACUATED: usize = 10_000;

/// A finished run, its row for the table, and what came out.
fn run(name: &str, world: &World) -> (Row, Summary) {
    let start = Instant::now();
    let mut run = Simulation::new(world).expect("the scene is sound");
    while run.is_going_on() {
        run.step();
    }
    let seconds = start.elapsed().as_secs_f64();
    let steps = run.phases().walker_steps() as usize;
    (Row::new(name, steps, Times { median: seconds, best: seconds }), run.summary())
}

fn with(name: &str, change: impl FnOnce(&mut Crowd)) -> World {
    let mut world = builtin(name).expect("is built in");
    change(world.crowd.as_mut().expect("has a crowd"));
    world
}

fn verdict(is_reached: bool) -> &'static str {
    if is_reached { "reached" } else { "NOT reached" }
}

/// 180 agents, three corridors: the time until the last has left.
pub fn barriers(quick: bool) -> Section {
    let seeds = if quick { 2 } else { SEEDS };
    let kinds = [("no barriers", Rerouting::None), ("weight 1.5", Rerouting::Factor(1.5)), ("delay", Rerouting::Delay)];
    let (mut rows, mut remarks, mut means) = (Vec::new(), Vec::new(), Vec::new());
    for (name, kind) in kinds {
        let mut times = Vec::new();
        for seed in 1..=seeds {
            let world = with("three-corridors", |crowd| (crowd.rerouting, crowd.seed) = (kind, seed));
            let (row, summary) = run(&format!("{name}, seed {seed}"), &world);
            rows.push(row);
            times.push(summary.evacuation_time().unwrap_or(f64::INFINITY));
        }
        let mean = times.iter().sum::<f64>() / times.len() as f64;
        let shown: Vec<String> = times.iter().map(|time| format!("{time:.1}")).collect();
        remarks.push(format!("{name}: {mean:.1} s until all have left ({})", shown.join(", ")));
        means.push(mean);
    }
    let saved = |mean: f64| 100.0 * (1.0 - mean / means[0]);
    let [weight, delay] = [means[1], means[2]].map(saved);
    remarks.push(format!("weight saves {weight:.0} % (thesis: 135.96 s -> 105.44 s, 22.4 %)"));
    remarks.push(format!(
        "delay saves {delay:.0} %, at least 23 and what weight saves: {}",
        verdict(delay >= 23.0 && delay >= weight)
    ));
    Section { title: "180 walkers, three corridors (size: walker-steps)".into(), rows, remarks }
}

/// How many get through in a minute, on lanes and on shortest paths.
pub fn lanes() -> Section {
    let (mut rows, mut remarks) = (Vec::new(), Vec::new());
    for name in ["lanes-pillars", "lanes-bends", "lanes-blocks"] {
        let (row, lanes) = run(&format!("{name}, shortened lanes"), &with(name, |_| {}));
        rows.push(row);
        let (row, paths) = run(
            &format!("{name}, shortest paths and ORCA"),
            &with(name, |crowd| crowd.groups[0].guide = GuideKind::Path),
        );
        rows.push(row);
        let (lanes, paths) = (lanes.trips.len(), paths.trips.len());
        let ratio = lanes as f64 / paths as f64;
        remarks.push(format!(
            "{name}: {lanes} on lanes, {paths} on shortest paths: {ratio:.1} times, at least 2 (thesis: 1.9 to 2.9): {}",
            verdict(ratio >= 2.0)
        ));
    }
    Section { title: "Through in 60 s (size: walker-steps)".into(), rows, remarks }
}

/// Ten thousand people leave offices: real time is ten steps of 0.1 s per second.
pub fn evacuation(quick: bool) -> Section {
    let steps = if quick { 30 } else { 100 };
    let world = offices();
    let mut run = Simulation::new(&world).expect("the offices are sound");
    let vertices: usize = world.points().count();
    let start = Instant::now();
    for _ in 0..steps {
        run.step();
    }
    let seconds = start.elapsed().as_secs_f64() / f64::from(steps);
    let row = Row::new("one step of 0.1 s", EVACUATED, Times { median: seconds, best: seconds });
    let rate = 1.0 / seconds;
    let phases: Vec<String> =
        run.phases().seconds().map(|(name, s)| format!("{name} {:.1}", s / f64::from(steps) * 1e3)).collect();
    let remarks = vec![
        format!("{rate:.0} steps per second, at least 10: {}", verdict(rate >= 10.0)),
        format!("ms per step: {}", phases.join(", ")),
    ];
    Section {
        title: format!("{EVACUATED} walkers in offices of {vertices} vertices, path maps, ORCA"),
        rows: vec![row],
        remarks,
    }
}

/// Many office floors in one world, each with people in it.
fn offices() -> World {
    let office = builtin("office").expect("is built in");
    let [across, up] = FLOORS;
    let count = EVACUATED / (across * up) + 1;
    let mut world = World::default();
    let mut groups = Vec::new();
    for floor in 0..across * up {
        let shift = Point::new((floor % across) as f64 * 50.0, (floor / across) as f64 * 34.0);
        let ring = |ring: &[Point]| ring.iter().map(|&p| p + shift).collect::<Vec<Point>>();
        let polygon =
            |p: &Polygon| Polygon { holes: p.holes.iter().map(|h| ring(h)).collect(), ..Polygon::ring(ring(&p.outer)) };
        world.areas.extend(office.areas.iter().map(polygon));
        world.obstacles.extend(office.obstacles.iter().map(polygon));
        world.sources.extend(office.sources.iter().map(|source| {
            let points = ring(source.shape.points());
            Source::segment(points[0], points[1])
        }));
        let outline = ring(&[(0.3, 0.3), (39.7, 0.3), (39.7, 23.7), (0.3, 23.7)].map(Point::from));
        let left = EVACUATED - (floor * count).min(EVACUATED);
        groups.push(Group::new(Start::Area { outline, count: count.min(left) }));
    }
    world.crowd = Some(Crowd::new().with_step(0.1).with_groups(groups));
    world
}
