//! Exact maps sampled, and asked by agents.

use super::{Effort, add, measured};
use crate::stopwatch::Figures;
use crate::table::{Bound, Section};
use wayfront::domain::Guide;
use wayfront::geometry::{Point, Raster};
use wayfront::gpu::{Gpu, GpuError, GpuMap, GpuQuestions, GpuSample};
use wayfront::views::Sample;
use wayfront::world::Random;
use wayfront::{PathMap, Scene};

/// Pixels along the longer side.
const SIZE: u32 = 1000;
/// Cost and generator of a pixel.
const PIXEL_BYTES: u64 = 8;
/// A point, and the row of its answer.
const ANSWER_BYTES: u64 = 8 + 16;
/// Points of a route that there is room for.
const ROUTE: usize = 16;
/// Seconds of a step, at speed 1.
const STEP: f64 = 0.01;
/// A point, read and written, and its speed.
const STEP_BYTES: u64 = 8 + 8 + 4;

pub fn section(gpu: &Gpu, effort: Effort) -> Result<Section, GpuError> {
    let mut section = Section::new("Exact maps, and questions to them");
    for name in ["profiling6", "office", "city"] {
        let Some(map) = map(name) else { continue };
        let Ok(raster) = Raster::fitting(map.domain().bounds(), SIZE) else { continue };
        let mut card = GpuMap::new(gpu, &map)?;
        let mut sample = GpuSample::new(gpu)?;
        sample.draw(&mut card, &raster)?;
        let pixels = raster.width() * raster.height();
        let textures = PIXEL_BYTES * pixels as u64;
        let bytes = textures + card.bytes();
        let mut on_cpu = Sample::of(&map, &raster);
        let mut processor = || on_cpu.update(&map, &raster, 0);
        let times = measured(gpu, effort, bytes, || sample.draw(&mut card, &raster), Some(&mut processor))?;
        let what = format!("sample of {name}, 1000 px");
        if let ("profiling6", [Some(kernel), _, Some(processor)]) = (name, times) {
            section.target(format!("{what}: kernel / processor"), kernel.over(processor), Bound::AtMost(6.0));
            let share = Figures::of(bytes as f64 / textures as f64);
            section.target(format!("{what}: bytes / those of its textures"), share, Bound::AtMost(3.0));
        }
        add(&mut section, &what, pixels, bytes, times);
    }
    questions(gpu, effort, &mut section)?;
    Ok(section)
}

fn questions(gpu: &Gpu, effort: Effort, section: &mut Section) -> Result<(), GpuError> {
    let Some(map) = map("city") else { return Ok(()) };
    let count = if effort.is_quick { 100_000 } else { 1_000_000 };
    let mut random = Random::new(1);
    let bounds = map.domain().bounds();
    let point =
        |random: &mut Random| bounds.min + Point::new(random.unit() * bounds.width(), random.unit() * bounds.height());
    let mut points: Vec<Point> = (0..count).map(|_| point(&mut random)).collect();
    points.retain(|&p| map.cost(p).is_ok());
    let count = points.len();
    let mut card = GpuMap::new(gpu, &map)?;
    let mut asked = GpuQuestions::new(gpu)?;
    asked.set_points(&card, &points)?;
    let mut answers = Vec::new();
    let mut processor = || answers = map.ask_all(&points, PathMap::answer);
    let bytes = ANSWER_BYTES * count as u64 + card.bytes();
    let times = measured(gpu, effort, bytes, || asked.ask(&mut card), Some(&mut processor))?;
    add(section, "costs and aims in city", count, bytes, times);
    // Whole routes of sixteen points at most.
    let bytes = (8 + 4 + 8 * ROUTE as u64) * count as u64 + card.bytes();
    let mut routes = Vec::new();
    let mut processor = || routes = map.ask_all(&points, |map, p| map.route(p));
    let times = measured(gpu, effort, bytes, || asked.lead(&mut card, ROUTE), Some(&mut processor))?;
    add(section, "whole routes in city", count, bytes, times);
    let bytes = STEP_BYTES * count as u64 + card.bytes();
    let mut moved = Vec::new();
    let mut processor = || moved = map.ask_all(&points, |map, p| map.answer(p).map(|found| p + step(found.aim - p)));
    let times = measured(gpu, effort, bytes, || asked.advance(&mut card, STEP), Some(&mut processor))?;
    add(section, "a step of agents in city", count, bytes, times);
    Ok(())
}

/// What is left of a leg, or a step of it.
fn step(leg: Point) -> Point {
    leg * (STEP / leg.length()).min(1.0)
}

/// The map of a built-in scene.
fn map(name: &str) -> Option<PathMap> {
    PathMap::of(&Scene::open(name).ok()?).ok()
}
