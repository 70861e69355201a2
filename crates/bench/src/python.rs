//! The Python package beside the library: the same questions in the same run, where Python with numpy is there.
//!
//! The native module is the one beside this program: `cargo build --release -p wayfront-python -p wayfront-bench` makes
//! both. The library is measured before and after Python, and the better of the two counts, since other work on the
//! machine may come and go.

use crate::stopwatch::Figures;
use crate::stopwatch::{Times, repeat};
use crate::table::{Bound, Section, Table};
use serde::Deserialize;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use wayfront::crowd::{Simulation, Trajectories};
use wayfront::domain::Guide;
use wayfront::geometry::{Point, Raster};
use wayfront::views::Sample;
use wayfront::world::{Distribution, Group, Random, Start, builtin};
use wayfront::{PathMap, Scene};

const SCRIPT: &str = include_str!("../python/package.py");
const SIZES: [usize; 4] = [1_000, 10_000, 100_000, 1_000_000];
const WALKERS: usize = 1000;

/// What the script prints.
#[derive(Deserialize)]
struct Measured {
    rows: Vec<MeasuredRow>,
    remarks: Vec<String>,
    peers: Vec<PeerRow>,
}

#[derive(Deserialize)]
struct MeasuredRow {
    key: String,
    size: usize,
    seconds: Vec<f64>,
    /// What processors worked for one run on average: steadier than time where others work, too.
    cpu: Option<f64>,
}

#[derive(Deserialize)]
struct PeerRow {
    what: String,
    size: usize,
    seconds: Vec<f64>,
}

/// A question that both answer.
struct Asked {
    key: &'static str,
    size: usize,
    times: Times,
    /// What processors worked for one run on average.
    cpu: Option<f64>,
    /// How many times the library's time Python may take.
    most: f64,
}

/// Runs everything. Takes a minute.
///
/// # Errors
/// If the table cannot be printed.
pub fn run_table(quick: bool, table: &mut Table) -> io::Result<()> {
    let sections = measured(quick).unwrap_or_else(|why| {
        let mut section = Section::new("The Python package");
        section.remark(why);
        vec![section]
    });
    sections.into_iter().try_for_each(|section| table.add(section))
}

fn measured(quick: bool) -> Result<Vec<Section>, String> {
    let folder = std::env::temp_dir().join(format!("wayfront-bench-python-{}", std::process::id()));
    let result = beside(&folder, quick);
    // What is left in the folder for temporary files does no harm.
    let _ = std::fs::remove_dir_all(&folder);
    result
}

fn beside(folder: &Path, quick: bool) -> Result<Vec<Section>, String> {
    install(folder)?;
    let points: Vec<Vec<Point>> = SIZES.iter().map(|&size| points(size)).collect();
    for (size, points) in SIZES.iter().zip(&points) {
        let bytes: Vec<u8> = points.iter().flat_map(|p| [p.x, p.y]).flat_map(f64::to_le_bytes).collect();
        std::fs::write(folder.join(format!("{size}.bin")), bytes).map_err(|why| why.to_string())?;
    }
    let before = library(&points, quick);
    let found = script(folder, quick)?;
    let after = library(&points, quick);
    let asked = before.into_iter().zip(after).map(|(a, b)| {
        let cpu = a.cpu.zip(b.cpu).map(|(a, b)| a.min(b));
        Asked { times: better(a.times, b.times), cpu, ..a }
    });
    let asked = asked.collect();
    Ok(sections(asked, found))
}

fn better(a: Times, b: Times) -> Times {
    if a.best < b.best { a } else { b }
}

/// Puts the package together: its sources, and the module beside this program.
fn install(folder: &Path) -> Result<(), String> {
    let own = std::env::current_exe().map_err(|why| why.to_string())?;
    let name = format!("{}wayfront_python{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let module = own.with_file_name(name);
    if !module.is_file() {
        let advice = "cargo build --release -p wayfront-python makes it";
        return Err(format!("there is no {}: {advice}", module.display()));
    }
    let package = folder.join("wayfront");
    let copy = || -> std::io::Result<()> {
        std::fs::create_dir_all(&package)?;
        let sources = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../python/python/wayfront");
        for entry in std::fs::read_dir(sources)? {
            let path = entry?.path();
            if let Some(name) = path.file_name().filter(|_| path.is_file()) {
                std::fs::copy(&path, package.join(name))?;
            }
        }
        std::fs::copy(&module, package.join("_native.abi3.so")).map(|_| ())
    };
    copy().map_err(|why| format!("the package cannot be put together: {why}"))
}

fn script(folder: &Path, quick: bool) -> Result<Measured, String> {
    let python = std::env::var("WAYFRONT_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let file = folder.join("package.py");
    std::fs::write(&file, SCRIPT).map_err(|why| why.to_string())?;
    let sizes = SIZES.map(|size| size.to_string()).join(",");
    let mut command = Command::new(&python);
    command.arg(file).arg(folder).arg(sizes).arg(if quick { "quick" } else { "whole" }).env("PYTHONPATH", folder);
    let output = command.output().map_err(|why| format!("{python}: {why}"))?;
    if !output.status.success() {
        let messages = String::from_utf8_lossy(&output.stderr);
        let last = messages.lines().last().unwrap_or("it failed");
        return Err(format!("{last} (needs numpy, shapely and pandas; WAYFRONT_PYTHON names another Python)"));
    }
    serde_json::from_slice(&output.stdout).map_err(|why| format!("its answer cannot be read: {why}"))
}

/// Random points in and around the office.
fn points(count: usize) -> Vec<Point> {
    let mut random = Random::new(20);
    (0..count).map(|_| Point::new(random.between(0.0, 40.0), random.between(0.0, 25.0))).collect()
}

/// The same questions, asked of the library.
fn library(points: &[Vec<Point>], quick: bool) -> Vec<Asked> {
    let scene = Scene::open("office").expect("is built in");
    let map = PathMap::of(&scene).expect("the office has exits");
    let mut asked = Vec::new();
    for points in points {
        let (times, cpu) = worked(|| map.costs(points));
        asked.push(Asked { key: "costs", size: points.len(), times, cpu, most: 1.1 });
        let (times, cpu) = worked(|| map.ask_all(points, PathMap::aim));
        asked.push(Asked { key: "aims", size: points.len(), times, cpu, most: 1.1 });
    }
    let raster = Raster::new(map.domain().bounds(), 1000, 600).expect("a usual size");
    let (times, cpu) = worked(|| Sample::of(&map, &raster));
    asked.push(Asked { key: "sample", size: 1000 * 600, times, cpu, most: 1.05 });
    let steps = if quick { 50 } else { 200 };
    let (times, cpu) = run(steps);
    asked.push(Asked { key: "run", size: steps, times, cpu, most: 1.1 });
    asked
}

/// Times of some work, and what processors worked for it on average.
fn worked<T>(mut work: impl FnMut() -> T) -> (Times, Option<f64>) {
    let (before, mut runs) = (processor_seconds(), 0);
    let (times, _) = repeat(|| {
        runs += 1;
        work()
    });
    let seconds = processor_seconds().zip(before).map(|(after, before)| (after - before) / f64::from(runs));
    (times, seconds)
}

/// Seconds that processors have worked for the threads of this process, where Linux reports it.
fn processor_seconds() -> Option<f64> {
    let threads = std::fs::read_dir("/proc/self/task").ok()?;
    let nanoseconds = threads.filter_map(|thread| {
        let text = std::fs::read_to_string(thread.ok()?.path().join("schedstat")).ok()?;
        text.split_whitespace().next()?.parse::<f64>().ok()
    });
    Some(nanoseconds.sum::<f64>() / 1e9)
}

/// A run with its trails.
fn run(steps: usize) -> (Times, Option<f64>) {
    let mut world = builtin("bottleneck").expect("is built in");
    let crowd = world.crowd.as_mut().expect("has a crowd");
    crowd.step = 0.05;
    crowd.measures.clear();
    let outline = [(0.0, 0.0), (19.5, 0.0), (19.5, 10.0), (0.0, 10.0)].map(Into::into).to_vec();
    let group = Group::new(Start::Area { outline, count: WALKERS });
    crowd.groups = vec![group.with_radius(Distribution::Exactly(0.15)).with_speed(Distribution::Exactly(1.34))];
    let mut processors = Some(0.0);
    let seconds = (0..3).map(|_| {
        let mut run = Simulation::new(&world).expect("the room is sound");
        let mut trails = Trajectories::new(0.02);
        let (start, before) = (std::time::Instant::now(), processor_seconds());
        for _ in 0..steps {
            run.step();
            trails.look(&run);
        }
        let elapsed = start.elapsed().as_secs_f64();
        let used = processor_seconds().zip(before).map(|(after, before)| after - before);
        processors = processors.zip(used).map(|(all, used)| all + used / 3.0);
        elapsed
    });
    (Times::of(seconds.collect()), processors)
}

fn sections(asked: Vec<Asked>, found: Measured) -> Vec<Section> {
    let mut same = Section::new("The same questions to the library and to the package (office; bottleneck room)");
    let of = |key: &str, size: usize| {
        let row = found.rows.iter().find(|row| row.key == key && row.size == size);
        row.map(|row| Times::of(row.seconds.clone()))
    };
    let cpu_of = |key: &str, size: usize| found.rows.iter().find(|row| row.key == key && row.size == size)?.cpu;
    for Asked { key, size, times, cpu, most } in asked {
        same.row(format!("{key}: library"), size, times);
        let Some(python) = of(key, size) else { continue };
        same.row(format!("{key}: Python"), size, python);
        let best = Figures::of(python.best / times.best);
        same.target(format!("{key} of {size}: Python / library, best times"), best, Bound::AtMost(most));
        if let Some((library, python)) = cpu.zip(cpu_of(key, size)) {
            same.ratio(format!("{key} of {size}: Python / library, processor"), Figures::of(python / library));
        }
    }
    let last = SIZES[SIZES.len() - 1];
    if let (Some(one), Some(all)) = (of("costs on one thread", last), of("costs", last)) {
        let ratio = Figures::of(one.best / all.best);
        same.target(format!("costs of {last}: one thread / all threads"), ratio, Bound::AtLeast(1.6));
    }
    for (key, most) in [("costs of one point", 1000.0), ("cost(x, y)", 250.0)] {
        let Some(times) = of(key, 1) else { continue };
        same.target(format!("{key}, ns"), Figures::of(times.best * 1e9), Bound::AtMost(most));
    }
    let mut alone = Section::new("The package alone, studies, and peers in the same process");
    let is_shown =
        |key: &str| ["costs on one thread", "import"].contains(&key) || key.contains("study") || key.contains("resume");
    for row in found.rows.iter().filter(|row| is_shown(&row.key)) {
        alone.row(row.key.clone(), row.size, Times::of(row.seconds.clone()));
    }
    for peer in &found.peers {
        alone.row(peer.what.clone(), peer.size, Times::of(peer.seconds.clone()));
    }
    found.remarks.into_iter().for_each(|remark| alone.remark(remark));
    vec![same, alone]
}
