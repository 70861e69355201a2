//! `wayfront simulate --seeds 1..20`: the same scene with several seeds, all cores at work.

use super::report::{Percentiles, seconds_or_null};
use super::tables;
use super::text::{round, seconds};
use crate::arguments::{Common, Format, Seeds, Simulate};
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::memory;
use crate::output;
use crate::outputs::Outputs;
use crate::progress::Progress;
use crate::scene::Named;
use crate::text::{count, short};
use serde::Serialize;
use std::path::Path;
use std::time::Instant;
use wayfront::crowd::{Estimate, ExitFigures, RunFigures, Simulation, run_seeds};

/// A run takes more than its plan: agents, queues, maps that follow them.
const MORE_THAN_PLAN: u64 = 2;
/// The least that a run is thought to take.
const LEAST: u64 = 16 << 20;
/// Runs that are shown to people.
const SHOWN: usize = 40;

/// The result for programs.
#[derive(Serialize)]
struct Report {
    scene: String,
    steering: &'static str,
    runs: Vec<RunJson>,
    /// Over all runs in which the figure is known.
    statistics: Vec<FigureJson>,
    exits: Vec<ExitJson>,
    at_once: usize,
    run_seconds: f64,
    files: Vec<String>,
    interrupted: bool,
}

#[derive(Serialize)]
struct RunJson {
    seed: u64,
    arrived: usize,
    remaining: usize,
    trapped: usize,
    percentiles: Percentiles,
    #[serde(serialize_with = "seconds_or_null")]
    mean_travel: Option<f64>,
    #[serde(serialize_with = "seconds_or_null")]
    mean_wait: Option<f64>,
    mean_length: Option<f64>,
    walking_speed: Option<f64>,
}

#[derive(Serialize)]
struct FigureJson {
    name: &'static str,
    #[serde(flatten)]
    estimate: EstimateJson,
}

/// `count`, `mean`, `deviation`, `interval` (95 %), `range`.
#[derive(Serialize)]
struct EstimateJson {
    count: usize,
    mean: f64,
    deviation: f64,
    interval: [f64; 2],
    range: [f64; 2],
}

#[derive(Serialize)]
struct ExitJson {
    name: String,
    arrived: Option<EstimateJson>,
    last: Option<EstimateJson>,
    flow: Option<EstimateJson>,
}

/// A figure of a run: what programs call it, what people do, and where it is.
type Figure = (&'static str, &'static str, fn(&RunFigures) -> Option<f64>);

const FIGURES: [Figure; 8] = [
    ("percentile_50", "50 % out, s", |run| run.percentiles[0]),
    ("percentile_95", "95 % out, s", |run| run.percentiles[1]),
    ("percentile_98", "98 % out, s", |run| run.percentiles[2]),
    ("percentile_all", "all out, s", |run| run.percentiles[3]),
    ("mean_travel", "travel, s", |run| run.means[0]),
    ("mean_wait", "waiting, s", |run| run.means[1]),
    ("mean_length", "length, m", |run| run.means[2]),
    ("walking_speed", "walking, m/s", |run| run.walking_speed),
];

pub fn run(
    seeds: &Seeds,
    named: &Named,
    arguments: &Simulate,
    common: &Common,
    progress: Progress,
) -> Result<(), Failure> {
    let outputs = Outputs::of(&[])?.and(arguments.summary.iter().flat_map(|folder| paths(folder)));
    if let Some(folder) = &arguments.summary {
        std::fs::create_dir_all(folder).map_err(|why| tables::unwritten(folder, why))?;
    }
    progress.step("planning paths");
    let scene = named.checked()?;
    let before = memory::used();
    let first = Simulation::of(&scene)?;
    let each = memory::used().zip(before).map_or(0, |(now, before)| now.saturating_sub(before)) * MORE_THAN_PLAN;
    let exits: Vec<String> = first.summary().exits.into_iter().map(|exit| exit.name).collect();
    drop(first);
    let all = affordable(seeds, exits.len())?;
    let at_once = at_once(all, each.max(LEAST), common);
    let interrupt = Interrupt::noted();
    let start = Instant::now();
    let (stop, done) = (|| interrupt.came(), |ready: usize| progress.share("runs", ready, all));
    let figures = run_seeds(&scene, (0..all).map(|k| seeds.at(k)), at_once, &stop, &done)
        .map_err(|(seed, rejected)| Failure::At { moment: format!("seed {seed}"), cause: Box::new(rejected.into()) })?;
    let mut report = Report {
        scene: named.label.clone(),
        steering: scene.world().crowd.as_ref().map_or("", |crowd| crowd.steering.word()),
        runs: figures.iter().map(row).collect(),
        statistics: statistics(&figures),
        exits: exits.into_iter().enumerate().map(|(k, name)| exit(k, name, &figures)).collect(),
        at_once,
        run_seconds: start.elapsed().as_secs_f64(),
        files: Vec::new(),
        interrupted: interrupt.came(),
    };
    drop(progress);
    if let Some(folder) = &arguments.summary {
        report.files = paths(folder).map(|path| path.display().to_string()).collect();
        write(folder, &report, &figures, &outputs)?;
    }
    match common.format {
        Format::Json => output::json(&report)?,
        Format::Text => output::text(&describe(&report, &figures))?,
    }
    if report.interrupted { Err(Failure::Interrupted { seconds: report.run_seconds }) } else { Ok(()) }
}

/// How many seeds there are, if their figures find room.
fn affordable(seeds: &Seeds, exits: usize) -> Result<usize, Failure> {
    let needed = seeds.count().saturating_mul(RunFigures::bytes(exits) as u64);
    let free = memory::available().unwrap_or(u64::MAX);
    let count = usize::try_from(seeds.count()).ok().filter(|_| needed < free);
    count.ok_or_else(|| Failure::File {
        what: format!(
            "--seeds: the figures of {} runs need about {}, and {} are free",
            seeds.count(),
            memory::shown(needed),
            memory::shown(free)
        ),
        advice: "choose fewer seeds: twenty are enough for most questions".into(),
    })
}

/// How many runs go on at once: one on each core, as far as memory allows.
fn at_once(all: usize, each: u64, common: &Common) -> usize {
    let cores = common.threads.map_or_else(rayon::current_num_threads, std::num::NonZeroUsize::get).min(all);
    let room = memory::available().map_or(cores, |free| usize::try_from(free / each).unwrap_or(cores).max(1));
    if room < cores && !common.quiet {
        output::message(&format!(
            "{} at once instead of {cores}: each needs about {}, and {} are free",
            count(room, "run"),
            memory::shown(each),
            memory::shown(memory::available().unwrap_or(0))
        ));
    }
    room.min(cores)
}

fn row(run: &RunFigures) -> RunJson {
    let [mean_travel, mean_wait, mean_length] = run.means;
    RunJson {
        seed: run.seed,
        arrived: run.arrived,
        remaining: run.remaining,
        trapped: run.trapped,
        percentiles: Percentiles::new(run.percentiles),
        mean_travel,
        mean_wait,
        mean_length,
        walking_speed: run.walking_speed,
    }
}

fn estimate(values: &[f64]) -> Option<EstimateJson> {
    let Estimate { count, mean, deviation, interval, range } = Estimate::of(values)?;
    Some(EstimateJson { count, mean, deviation, interval, range })
}

fn statistics(runs: &[RunFigures]) -> Vec<FigureJson> {
    let figure = |(name, _, of): &Figure| {
        let values: Vec<f64> = runs.iter().filter_map(of).collect();
        Some(FigureJson { name, estimate: estimate(&values)? })
    };
    FIGURES.iter().filter_map(figure).collect()
}

fn exit(k: usize, name: String, runs: &[RunFigures]) -> ExitJson {
    let of = |value: fn(&ExitFigures) -> Option<f64>| {
        estimate(&runs.iter().filter_map(|run| value(run.exits.get(k)?)).collect::<Vec<f64>>())
    };
    ExitJson {
        name,
        arrived: of(|exit| Some(exit.arrived as f64)),
        last: of(|exit| exit.last),
        flow: of(|exit| exit.flow),
    }
}

/// The result for people.
fn describe(report: &Report, runs: &[RunFigures]) -> String {
    let mut lines = vec![format!(
        "{}: {} with {}, {} at once, in {}",
        report.scene,
        count(runs.len(), "run"),
        report.steering,
        report.at_once,
        seconds(report.run_seconds)
    )];
    lines.push(format!("  {:>6} {:>8} {:>6}{}", "seed", "arrived", "remain", headings()));
    let cells = |run: &RunFigures| FIGURES.iter().map(|(.., of)| cell(of(run))).collect::<String>();
    let line = |run: &RunFigures| format!("  {:>6} {:>8} {:>6}{}", run.seed, run.arrived, run.remaining, cells(run));
    lines.extend(runs.iter().take(SHOWN).map(line));
    if runs.len() > SHOWN {
        lines.push(format!("  and {} more (all with --format json)", runs.len() - SHOWN));
    }
    let over = |of: fn(&Estimate) -> f64| {
        let cells = FIGURES.iter().map(|(.., value)| {
            let values: Vec<f64> = runs.iter().filter_map(value).collect();
            cell(Estimate::of(&values).as_ref().map(of))
        });
        cells.collect::<String>()
    };
    for (name, of) in [
        ("mean", (|e| e.mean) as fn(&Estimate) -> f64),
        ("deviation", |e| e.deviation),
        ("95 % from", |e| e.interval[0]),
        ("95 % to", |e| e.interval[1]),
    ] {
        lines.push(format!("  {name:<22}{}", over(of)));
    }
    lines.extend(report.exits.iter().filter_map(describe_exit));
    let trapped: usize = runs.iter().map(|run| run.trapped).sum();
    if trapped > 0 {
        lines.push(format!("  trapped: {} in all runs together", count(trapped, "agent")));
    }
    lines.extend((!report.files.is_empty()).then(|| format!("  written {}", report.files.join(", "))));
    lines.join("\n") + "\n"
}

fn describe_exit(exit: &ExitJson) -> Option<String> {
    let arrived = exit.arrived.as_ref()?;
    let [mean, deviation] = [arrived.mean, arrived.deviation].map(|x| short(round(x)));
    let last = exit.last.as_ref().map_or_else(String::new, |last| {
        format!(", the last after {} ± {}", seconds(last.mean), seconds(last.deviation))
    });
    let flow = exit.flow.as_ref().map_or_else(String::new, |flow| format!(", {} per second", short(round(flow.mean))));
    Some(format!("  exit {}: {mean} ± {deviation} left{last}{flow}", exit.name))
}

fn headings() -> String {
    FIGURES.iter().map(|(_, heading, _)| format!(" {heading:>13}")).collect()
}

fn cell(value: Option<f64>) -> String {
    value.map_or_else(|| format!(" {:>13}", "-"), |value| format!(" {value:>13.2}"))
}

fn paths(folder: &Path) -> impl Iterator<Item = std::path::PathBuf> {
    ["seeds.csv", tables::JSON].into_iter().map(|name| folder.join(name))
}

fn write(folder: &Path, report: &Report, runs: &[RunFigures], outputs: &Outputs) -> Result<(), Failure> {
    let names: Vec<&str> = FIGURES.iter().map(|(name, ..)| *name).collect();
    let exits: Vec<String> = report.exits.iter().map(|exit| tables::quoted(&exit.name)).collect();
    let heading = ["seed", "arrived", "remaining", "trapped"].into_iter().chain(names).map(str::to_owned);
    let mut text = heading.chain(exits).collect::<Vec<String>>().join(",") + "\n";
    for run in runs {
        let whole = [run.arrived, run.remaining, run.trapped].map(|n| n.to_string());
        let figures = FIGURES.iter().map(|(.., of)| of(run).map_or_else(String::new, tables::number));
        let exits = run.exits.iter().map(|exit| exit.arrived.to_string());
        let fields: Vec<String> =
            std::iter::once(run.seed.to_string()).chain(whole).chain(figures).chain(exits).collect();
        tables::line(&mut text, &fields);
    }
    let [csv, json] = ["seeds.csv", tables::JSON].map(|name| folder.join(name));
    tables::save(&csv, &text, outputs)?;
    let written = serde_json::to_string_pretty(report).map_err(std::io::Error::from);
    written.map_err(|why| tables::unwritten(&json, why)).and_then(|text| tables::save(&json, &(text + "\n"), outputs))
}
