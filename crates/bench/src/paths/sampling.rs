//! Maps on pixels: sampling 1000 x 1000 pixels on two threads, and questions to the sample alone on one.

use super::maps::path_map;
use super::question::questions;
use super::scenes::Scene;
use crate::contest::{Effort, in_turns, player};
use crate::stopwatch::Times;
use serde::Serialize;
use std::io;
use wayfront::domain::Guide;
use wayfront::geometry::Point;
use wayfront::geometry::Raster;
use wayfront::views::Sample;

/// Pixels along each side, as in the papers.
const PIXELS: u32 = 1000;
/// Threads that share the pixels.
const THREADS: usize = 2;

/// All about the sample of one map.
#[derive(Serialize)]
pub struct SampleRow {
    pub name: String,
    pub vertices: usize,
    /// In the memory of the last sample.
    pub sampling: Times,
    /// Questions in one run of those below.
    pub questions: usize,
    pub costs: Times,
    pub routes: Times,
}

/// Measures one scene.
///
/// # Errors
/// If the world is too small for its pixels.
pub fn measure(scene: &Scene, effort: Effort) -> io::Result<SampleRow> {
    let map = path_map(&scene.domain, &scene.world.sources);
    let raster = Raster::new(scene.domain.bounds(), PIXELS, PIXELS).map_err(io::Error::other)?;
    let mut sample = Sample::on_threads(&map, &raster, THREADS);
    let sampling = in_turns(effort, vec![player(|| sample.update(&map, &raster, THREADS))])?[0];
    let points: Vec<Point> = questions(&scene.domain, effort.questions).iter().map(|q| q.at).collect();
    let mut route = Vec::new();
    let cost = |p: &Point| sample.cost(*p).unwrap_or(0.0);
    let mut length = |p: &Point| sample.route_into(*p, &mut route).map_or(0, |_| route.len());
    let times = in_turns(
        effort,
        vec![player(|| points.iter().map(cost).sum::<f64>()), player(|| points.iter().map(&mut length).sum::<usize>())],
    )?;
    Ok(SampleRow {
        name: scene.name.clone(),
        vertices: scene.vertices(),
        sampling,
        questions: points.len(),
        costs: times[0],
        routes: times[1],
    })
}
