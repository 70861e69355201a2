//! `wayfront gpu local`: a swarm whose local maps are relaxed on the card; the same swarm on the processor beside it.

use super::failed;
use crate::arguments::{Common, Format, GpuLocal};
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use crate::scene::Named;
use serde::Serialize;
use std::sync::Arc;
use std::time::Instant;
use wayfront::gpu::{Gpu, GpuLocalMaps};
use wayfront::potential::{Bias, PotentialMap};
use wayfront::potential::{FieldAgent, Swarm, SwarmOptions};
use wayfront::world::Random;
use wayfront::{Point, Scene};

/// Cells of the global map across a scene.
const ACROSS: f64 = 200.0;
/// Seconds of a step.
const STEP: f64 = 0.05;

#[derive(Serialize)]
struct Report {
    adapter: String,
    agents: u32,
    side: u32,
    steps: usize,
    arrived: usize,
    card_seconds: f64,
    processor_seconds: f64,
    arrived_on_processor: usize,
    /// The file of the picture, if one was drawn.
    picture: Option<String>,
}

/// Walks on the card, then on the processor.
pub fn run(arguments: &GpuLocal, gpu: &Gpu, common: &Common) -> Result<(), Failure> {
    let progress = Progress::of(common);
    progress.step("reading the scene");
    let Named { label, world } = Named::open(&arguments.scene, common.limits())?;
    let scene = Scene::new(world)?;
    let cell = scene.walled_domain().bounds().size() / ACROSS;
    progress.step("relaxing the global map");
    let map = PotentialMap::of(&scene, cell, Bias::NONE)
        .map_err(|error| Failure::File { what: format!("{label}: {error}"), advice: error.advice() })?;
    let map = Arc::new(map);
    let options = SwarmOptions { side: arguments.side as usize, ..SwarmOptions::default() };
    let start = agents(&map, arguments);
    let swarm = || Swarm::new(vec![map.clone()], start.clone(), options);
    progress.step("walking on the card");
    let mut maps = GpuLocalMaps::new(gpu, options.side, options.cell).map_err(|error| failed(&error))?;
    let goals: Vec<_> = map.goals().collect();
    maps.set_world(map.grid(), [&goals[..]]).map_err(|error| failed(&error))?;
    let (mut on_card, mut paths) = (swarm(), Vec::new());
    // The first step compiles the kernel.
    swarm().step_by(STEP, |discs, asked| maps.descents(options.aperture, discs, asked)).map_err(|e| failed(&e))?;
    let steps = (arguments.agents.seconds / STEP).ceil() as usize;
    let clock = Instant::now();
    for _ in 0..steps {
        let answer = |discs: &_, asked: &_| maps.descents(options.aperture, discs, asked);
        on_card.step_by(STEP, answer).map_err(|error| failed(&error))?;
        if arguments.agents.picture.is_some() {
            paths.push(on_card.agents().iter().map(|agent| agent.position).collect::<Vec<Point>>());
        }
    }
    let card_seconds = clock.elapsed().as_secs_f64();
    progress.step("walking on the processor");
    let mut beside = swarm();
    let clock = Instant::now();
    (0..steps).for_each(|_| beside.step(STEP));
    let count = |swarm: &Swarm| swarm.arrived().iter().filter(|&&arrived| arrived).count();
    let report = Report {
        adapter: gpu.adapter().name.clone(),
        agents: arguments.agents.count,
        side: arguments.side,
        steps,
        arrived: count(&on_card),
        card_seconds,
        processor_seconds: clock.elapsed().as_secs_f64(),
        arrived_on_processor: count(&beside),
        picture: super::named(&arguments.agents.picture),
    };
    if let Some(file) = &arguments.agents.picture {
        let start: Vec<Point> = start.iter().map(|agent| agent.position).collect();
        super::paths::draw(&scene, &start, &paths, arguments.agents.size, file)?;
    }
    drop(progress);
    match common.format {
        Format::Json => output::json(&report),
        Format::Text => output::text(&(described(&label, &report) + &super::line(&report.picture))),
    }
}

/// Agents anywhere on free cells from which a goal is reached.
fn agents(map: &PotentialMap, arguments: &GpuLocal) -> Vec<FieldAgent> {
    let cells: Vec<Point> =
        map.grid().free_cells().filter(|&cell| map.is_reached(cell)).map(|cell| map.grid().centre(cell)).collect();
    let mut random = Random::new(arguments.agents.seed);
    let count = if cells.is_empty() { 0 } else { arguments.agents.count };
    (0..count).map(|_| FieldAgent::at(cells[random.below(cells.len())])).collect()
}

fn described(label: &str, report: &Report) -> String {
    let (steps, each) = (report.steps, |seconds: f64| 1e3 * seconds / report.steps.max(1) as f64);
    format!(
        "{label}: {} agents with local maps of {} x {} for {steps} steps; {}\n  card        {:.1} ms a step, {} \
         arrived\n  processor   {:.1} ms a step, {} arrived\n",
        report.agents,
        report.side,
        report.side,
        report.adapter,
        each(report.card_seconds),
        report.arrived,
        each(report.processor_seconds),
        report.arrived_on_processor,
    )
}
