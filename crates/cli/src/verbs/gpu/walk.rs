//! `wayfront gpu walk`: agents that ask the exact map on the card for costs and whole routes, and are moved along them
//! there; the same answers from the processor beside them.

use super::failed;
use crate::arguments::{Common, Format, GpuWalk};
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use crate::scene::Named;
use crate::text::milliseconds;
use serde::Serialize;
use std::time::Instant;
use wayfront::domain::Guide;
use wayfront::gpu::{Gpu, GpuError, GpuMap, GpuQuestions, PointAnswer};
use wayfront::world::Random;
use wayfront::{PathMap, Point, Scene};

/// Seconds of a step.
const STEP: f64 = 0.05;
/// Points of a route that there is room for.
const ROUTE: usize = 64;
/// Share of the scene's size within which an agent has arrived.
const THERE: f64 = 1e-4;

#[derive(Serialize)]
struct Report {
    adapter: String,
    agents: usize,
    /// Largest difference of a cost from that of the processor.
    largest_error: f64,
    /// Routes that go through as many points as those of the processor.
    same_routes: usize,
    ask_seconds: f64,
    route_seconds: f64,
    ask_on_processor_seconds: f64,
    route_on_processor_seconds: f64,
    steps: usize,
    step_seconds: f64,
    arrived: usize,
    /// The file of the picture, if one was drawn.
    picture: Option<String>,
}

struct Walked {
    answers: Vec<PointAnswer>,
    routes: Vec<Vec<Point>>,
    ask_seconds: f64,
    route_seconds: f64,
    step_seconds: f64,
    paths: Vec<Vec<Point>>,
}

/// Asks, leads and walks.
pub fn run(arguments: &GpuWalk, gpu: &Gpu, common: &Common) -> Result<(), Failure> {
    let progress = Progress::of(common);
    progress.step("reading the scene");
    let Named { label, world } = Named::open(&arguments.scene, common.limits())?.at(arguments.time);
    let scene = Scene::new(world)?;
    progress.step("building the map");
    let map = PathMap::of(&scene).map_err(|error| Failure::File {
        what: format!("{label}: {error}"),
        advice: format!("see `wayfront check {label}`"),
    })?;
    let start = places(&map, arguments);
    let steps = (arguments.agents.seconds / STEP).ceil() as usize;
    progress.step("walking on the card");
    let walked = walk(gpu, &map, &start, steps, arguments.agents.picture.is_some()).map_err(|error| failed(&error))?;
    progress.step("asking the processor");
    let clock = Instant::now();
    let costs = map.ask_all(&start, |map, p| map.cost(p));
    let ask_on_processor_seconds = clock.elapsed().as_secs_f64();
    let clock = Instant::now();
    let routes = map.ask_all(&start, |map, p| map.route(p));
    let route_on_processor_seconds = clock.elapsed().as_secs_f64();
    let errors = walked
        .answers
        .iter()
        .zip(&costs)
        .filter_map(|(found, exact)| exact.as_ref().ok().map(|exact| (f64::from(found.cost) - exact).abs()));
    let is_same = |(found, exact): &(&Vec<Point>, &Result<Vec<Point>, _>)| {
        exact.as_ref().is_ok_and(|exact| exact.len() == found.len())
    };
    let there = THERE * map.domain().bounds().size();
    let has_arrived =
        |p: &&Point| map.domain().nearest_free(**p).and_then(|q| map.cost(q).ok()).is_some_and(|c| c < there);
    let report = Report {
        adapter: gpu.adapter().name.clone(),
        agents: start.len(),
        largest_error: errors.fold(0.0, f64::max),
        same_routes: walked.routes.iter().zip(&routes).filter(is_same).count(),
        ask_seconds: walked.ask_seconds,
        route_seconds: walked.route_seconds,
        ask_on_processor_seconds,
        route_on_processor_seconds,
        steps,
        step_seconds: walked.step_seconds,
        arrived: walked.paths.last().unwrap_or(&start).iter().filter(has_arrived).count(),
        picture: super::named(&arguments.agents.picture),
    };
    if let Some(file) = &arguments.agents.picture {
        progress.step("drawing");
        super::paths::draw(&scene, &start, &walked.paths, arguments.agents.size, file)?;
    }
    drop(progress);
    match common.format {
        Format::Json => output::json(&report),
        Format::Text => output::text(&(described(&label, &report) + &super::line(&report.picture))),
    }
}

/// Places from which a source is reached.
fn places(map: &PathMap, arguments: &GpuWalk) -> Vec<Point> {
    let (bounds, mut random) = (map.domain().bounds(), Random::new(arguments.agents.seed));
    let anywhere = std::iter::repeat_with(|| {
        bounds.min + Point::new(random.unit() * bounds.width(), random.unit() * bounds.height())
    });
    let most = arguments.agents.count as usize;
    // Where hardly anything is free, fewer are found.
    anywhere.take(1000 + 100 * most).filter(|&p| map.cost(p).is_ok()).take(most).collect()
}

/// All places on the way are kept for a picture; without one, the last.
fn walk(gpu: &Gpu, map: &PathMap, start: &[Point], steps: usize, keeps: bool) -> Result<Walked, GpuError> {
    let mut card = GpuMap::new(gpu, map)?;
    let mut questions = GpuQuestions::new(gpu)?;
    questions.set_points(&card, start)?;
    // The first time makes buffers and what the kernels look at.
    questions.ask(&mut card)?;
    questions.lead(&mut card, ROUTE)?;
    gpu.finish()?;
    let clock = Instant::now();
    questions.ask(&mut card)?;
    gpu.finish()?;
    let ask_seconds = clock.elapsed().as_secs_f64();
    let clock = Instant::now();
    questions.lead(&mut card, ROUTE)?;
    gpu.finish()?;
    let route_seconds = clock.elapsed().as_secs_f64();
    let (answers, routes) = (questions.read_answers()?, questions.read_routes(&card)?);
    let (mut paths, mut step_seconds) = (Vec::new(), 0.0);
    for _ in 0..steps {
        let clock = Instant::now();
        questions.advance(&mut card, STEP)?;
        gpu.finish()?;
        step_seconds += clock.elapsed().as_secs_f64();
        if !keeps {
            paths.clear();
        }
        paths.push(questions.read_points(&card)?);
    }
    Ok(Walked { answers, routes, ask_seconds, route_seconds, step_seconds, paths })
}

fn described(label: &str, report: &Report) -> String {
    let step = milliseconds(report.step_seconds / report.steps.max(1) as f64);
    format!(
        "{label}: {} agents ask the map on the card; {}\n  costs       {}, the processor {}; they differ by {:.1e} at \
         most\n  routes      {}, the processor {}; {} go through as many points\n  walk        {} steps, {step} each, {} \
         arrived\n",
        report.agents,
        report.adapter,
        milliseconds(report.ask_seconds),
        milliseconds(report.ask_on_processor_seconds),
        report.largest_error,
        milliseconds(report.route_seconds),
        milliseconds(report.route_on_processor_seconds),
        report.same_routes,
        report.steps,
        report.arrived,
    )
}
