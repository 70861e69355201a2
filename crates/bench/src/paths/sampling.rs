//! Maps on pixels: sampling 1000 x 1000 pixels on two threads, and questions to the sample alone on one.

use super::maps::path_map;
use super::question::questions;
use super::scenes::Scene;
use crate::contest::{Effort, in_turns, player};
use crate::stopwatch::Times;
use crate::table::{Bound, Section};
use std::io;
use wayfront::domain::Guide;
use wayfront::geometry::{Point, Raster};
use wayfront::views::Sample;

/// Pixels along each side, as in the papers.
const PIXELS: u32 = 1000;
/// Threads that share the pixels.
const THREADS: usize = 2;

/// Adds the sample of one scene.
///
/// # Errors
/// If the world is too small for its pixels.
pub fn measure(scene: &Scene, effort: Effort, section: &mut Section) -> io::Result<()> {
    let map = path_map(&scene.domain, &scene.world.sources);
    let raster = Raster::new(scene.domain.bounds(), PIXELS, PIXELS).map_err(io::Error::other)?;
    let mut sample = Sample::on_threads(&map, &raster, THREADS);
    let sampling = in_turns(effort, vec![player(|| sample.update(&map, &raster, THREADS))])?[0];
    let points = questions(&scene.domain, effort.questions);
    let mut route = Vec::new();
    let cost = |p: &Point| sample.cost(*p).unwrap_or(0.0);
    let mut length = |p: &Point| sample.route_into(*p, &mut route).map_or(0, |_| route.len());
    let asked = in_turns(
        effort,
        vec![player(|| points.iter().map(cost).sum::<f64>()), player(|| points.iter().map(&mut length).sum::<usize>())],
    )?;
    section.row("sample of 1000 x 1000 pixels, two threads", (PIXELS * PIXELS) as usize, sampling);
    section.row("costs of the sample", points.len(), asked[0]);
    section.row("routes of the sample", points.len(), asked[1]);
    let is_small = ["Profiling0", "Profiling1", "Profiling2", "Profiling3"].contains(&scene.name.as_str());
    let most = match scene.vertices() {
        _ if scene.name == "Profiling6" => Some(3.0),
        0..100 => Some(1.5),
        _ => None,
    };
    if let Some(most) = most {
        section.target("sample, ms", sampling.map(|seconds| seconds * 1e3), Bound::AtMost(most));
    }
    let millions = |times: Times| times.map(|seconds| points.len() as f64 / seconds / 1e6);
    if is_small {
        section.target("costs of the sample, M/s", millions(asked[0]), Bound::AtLeast(50.0));
        section.target("routes of the sample, M/s", millions(asked[1]), Bound::AtLeast(10.0));
    }
    Ok(())
}
