//! Maps for the radius, in warm memory, beside plain ones: builds, costs, samples, a hundred radii; and clearance.

use super::stage::{Stage, roomy_pairs};
use crate::contest::{in_turns, player};
use crate::stopwatch::Figures;
use crate::table::{Bound, Section};
use std::io;
use wayfront::PathMap;
use wayfront::bodies::SceneMap;
use wayfront::domain::Guide;
use wayfront::geometry::{Point, Raster};
use wayfront::views::{DiscSample, Sample};
use wayfront::world::Source;

/// Pixels along the longer side of samples.
const SAMPLED: u32 = 500;
/// Vertices up to which one map is made for so many radii in turn: fewer where one takes a second.
const RADII: [(usize, u32); 3] = [(2_000, 100), (20_000, 10), (usize::MAX, 4)];
/// Megabytes that they may add to those of the map.
const ADDED: f64 = 1.0;
/// The map of which questions must be that fast, and their millions per second.
const ASKED: &str = "Profiling6";
const COSTS: f64 = 2.0;
const CLEARANCES: f64 = 5.0;

/// The plain map, the one for the radius, and their source.
fn maps(stage: &Stage) -> io::Result<(PathMap, SceneMap, [Source; 1])> {
    let sources = [Source::point(stage.pairs[0][0])];
    let plain = PathMap::new(stage.domain.clone(), &sources).map_err(io::Error::other)?;
    let sized = SceneMap::new(stage.domain.clone(), &sources, stage.radius).map_err(io::Error::other)?;
    Ok((plain, sized, sources))
}

pub fn measure_builds(stage: &Stage, section: &mut Section) -> io::Result<()> {
    let (mut plain, mut sized, sources) = maps(stage)?;
    let mut radius = stage.radius;
    let mut another = || {
        radius *= 1.0 - f64::EPSILON;
        sized.rebuild(&sources, radius).is_ok()
    };
    let times = in_turns(stage.size.effort, vec![player(|| plain.rebuild(&sources).is_ok()), player(&mut another)])?;
    section.row("plain map", stage.vertices, times[0]);
    section.row("map for another radius each time", stage.vertices, times[1]);
    section.ratio("map for another radius each time, plain builds", times[1].over(times[0]));
    Ok(())
}

fn roomy_points(stage: &Stage, radius: f64, count: usize) -> Vec<Point> {
    roomy_pairs(&stage.domain, radius, count / 2).into_iter().flatten().collect()
}

pub fn measure_costs(stage: &Stage, section: &mut Section) -> io::Result<()> {
    let (plain, sized, _) = maps(stage)?;
    let points = roomy_points(stage, stage.radius, stage.size.effort.questions);
    let times = in_turns(
        stage.size.effort,
        vec![
            player(|| points.iter().filter_map(|&p| plain.cost(p).ok()).sum::<f64>()),
            player(|| points.iter().filter_map(|&p| sized.cost(p).ok()).sum::<f64>()),
            player(|| sized.costs(&points).into_iter().filter_map(Result::ok).sum::<f64>()),
        ],
    )?;
    section.row("costs of the plain map", points.len(), times[0]);
    section.row("costs for the radius, one by one", points.len(), times[1]);
    section.row("costs for the radius, all at once", points.len(), times[2]);
    if stage.name == ASKED {
        for (times, how) in [(times[1], "one by one"), (times[2], "all at once, all threads")] {
            let rate = times.map(|seconds| points.len() as f64 / seconds / 1e6);
            section.target(format!("costs for the radius, millions/s, {how}"), rate, Bound::AtLeast(COSTS));
        }
    }
    Ok(())
}

pub fn measure_samples(stage: &Stage, section: &mut Section) -> io::Result<()> {
    let (plain, sized, _) = maps(stage)?;
    let raster = Raster::fitting(stage.domain.bounds(), SAMPLED).map_err(io::Error::other)?;
    let times = in_turns(
        stage.size.effort,
        vec![player(|| Sample::of(&plain, &raster)), player(|| DiscSample::of(&sized, &raster))],
    )?;
    let pixels = raster.width() * raster.height();
    section.row("sample of the plain map", pixels, times[0]);
    section.row("sample for the radius", pixels, times[1]);
    section.target("sample for the radius, times plain", times[1].over(times[0]), Bound::AtMost(2.0));
    Ok(())
}

pub fn measure_radii(stage: &Stage, section: &mut Section) -> io::Result<()> {
    let count = RADII.iter().find(|&&(most, _)| stage.vertices <= most).map_or(0, |&(_, count)| count);
    let sources = [Source::point(stage.pairs[0][0])];
    let mut map = SceneMap::new(stage.domain.clone(), &sources, stage.radius).map_err(io::Error::other)?;
    let mut build = |step: f64| map.rebuild(&sources, stage.radius * (0.5 + 0.5 * step / f64::from(count)));
    // Once through similar ones: then the map has met the one with the most windows.
    (0..count).try_for_each(|k| build(f64::from(k))).map_err(io::Error::other)?;
    let before = resident();
    (0..count).try_for_each(|k| build(f64::from(k) + 0.3)).map_err(io::Error::other)?;
    let (Some(before), Some(after)) = (before, resident()) else {
        section.remark(format!("{count} radii in turn: this system does not report what is in memory"));
        return Ok(());
    };
    let more = (after - before).max(0.0);
    section.target(format!("{count} other radii in turn, megabytes more"), Figures::of(more), Bound::AtMost(ADDED));
    Ok(())
}

/// Megabytes of this process that are in memory, where the system reports it.
fn resident() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.split_whitespace().next()?.parse::<f64>().ok()? / 1024.0)
}

pub fn measure_clearance(stage: &Stage, section: &mut Section) -> io::Result<()> {
    let points = roomy_points(stage, 0.0, stage.size.effort.questions);
    let work = || points.iter().filter_map(|&p| stage.domain.clearance(p)).sum::<f64>();
    let times = in_turns(stage.size.effort, vec![player(work)])?[0];
    section.row("clearance of points", points.len(), times);
    if stage.name == ASKED {
        let rate = times.map(|seconds| points.len() as f64 / seconds / 1e6);
        section.target("clearance of points, millions/s", rate, Bound::AtLeast(CLEARANCES));
    }
    Ok(())
}
