//! Whole runs: the thesis' experiments (Farias 2020, table 4.1 and section 5.6), and a large evacuation in real time.

use crate::stopwatch::{Figures, Times};
use crate::table::{Bound, Section};
use std::time::Instant;
use wayfront::Point;
use wayfront::crowd::{Simulation, Summary};
use wayfront::world::{Crowd, Group, GuideKind, Polygon, Rerouting, Source, Start, World, builtin};

/// Runs that a mean is taken of.
const SEEDS: u64 = 5;
/// Copies of the office floor, along and across.
const FLOORS: [usize; 2] = [4, 3];
const EVACUATED: usize = 10_000;

/// Runs a world to its end, with a row for the table.
fn run(section: &mut Section, name: &str, world: &World) -> Summary {
    let start = Instant::now();
    let mut run = Simulation::new(world).expect("the scene is sound");
    while run.is_going_on() {
        run.step();
    }
    let seconds = start.elapsed().as_secs_f64();
    let steps = run.phases().walker_steps() as usize;
    section.row(name, steps, Times { median: seconds, best: seconds });
    run.summary()
}

fn with(name: &str, change: impl FnOnce(&mut Crowd)) -> World {
    let mut world = builtin(name).expect("is built in");
    change(world.crowd.as_mut().expect("has a crowd"));
    world
}

/// 180 agents, three corridors: the time until the last has left.
pub fn barriers(quick: bool) -> Section {
    let seeds = if quick { 2 } else { SEEDS };
    let kinds = [("no barriers", Rerouting::None), ("weight 1.5", Rerouting::Factor(1.5)), ("delay", Rerouting::Delay)];
    let mut section = Section::new("180 agents, three corridors (size: agent-steps)");
    let mut means = Vec::new();
    for (name, kind) in kinds {
        let mut times = Vec::new();
        for seed in 1..=seeds {
            let world = with("three-corridors", |crowd| (crowd.rerouting, crowd.seed) = (kind, seed));
            let summary = run(&mut section, &format!("{name}, seed {seed}"), &world);
            times.push(summary.evacuation_time().unwrap_or(f64::INFINITY));
        }
        let mean = times.iter().sum::<f64>() / times.len() as f64;
        let shown: Vec<String> = times.iter().map(|time| format!("{time:.1}")).collect();
        section.remark(format!("{name}: {mean:.1} s until all have left ({})", shown.join(", ")));
        means.push(mean);
    }
    let saved = |mean: f64| 100.0 * (1.0 - mean / means[0]);
    let [weight, delay] = [means[1], means[2]].map(saved);
    section.ratio("a factor of 1.5 saves, % (thesis: 22.4)", Figures::of(weight));
    section.target("a delay saves, %", Figures::of(delay), Bound::AtLeast(weight.max(23.0)));
    section
}

/// How many get through in a minute, on lanes and on shortest paths.
pub fn lanes() -> Section {
    let mut section = Section::new("Through in 60 s (size: agent-steps)");
    for name in ["lanes-pillars", "lanes-bends", "lanes-blocks"] {
        let lanes = run(&mut section, &format!("{name}, shortened lanes"), &with(name, |_| {}));
        let on_paths = with(name, |crowd| crowd.groups[0].guide = GuideKind::Path);
        let paths = run(&mut section, &format!("{name}, shortest paths and ORCA"), &on_paths);
        let (lanes, paths) = (lanes.trips.len(), paths.trips.len());
        let ratio = Figures::of(lanes as f64 / paths as f64);
        section.target(format!("{name}, lanes / paths (thesis: 1.9 to 2.9)"), ratio, Bound::AtLeast(2.0));
        section.remark(format!("{name}: {lanes} on lanes, {paths} on shortest paths"));
    }
    section
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
    let phases: Vec<String> =
        run.phases().seconds().map(|(name, s)| format!("{name} {:.1}", s / f64::from(steps) * 1e3)).collect();
    let mut section = Section::new(format!("{EVACUATED} agents in offices of {vertices} vertices, path maps, ORCA"));
    section.row("one step of 0.1 s", EVACUATED, Times { median: seconds, best: seconds });
    section.target("steps per second", Figures::of(1.0 / seconds), Bound::AtLeast(10.0));
    section.remark(format!("ms per step: {}", phases.join(", ")));
    section
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
