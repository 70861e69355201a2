//! `wayfront search --animate`: the path while the scene moves, and what each repair expands.

use super::{budget, question, unsearched};
use crate::arguments::{Common, Format, Search, SearchSpace};
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use crate::scene::Named;
use crate::text::{count, short};
use serde::Serialize;
use std::path::Path;
use wayfront::draw::{Animation, Options, Picture, SearchDrawing};
use wayfront::search::{KeptPath, Planner, SceneSearch, Space};
use wayfront::{Point, Scene};

/// Longer animations are a slip of the fingers.
const MOST_FRAMES: f64 = 20_000.0;

#[derive(Serialize)]
struct Report {
    frames: usize,
    /// How often the path became another.
    turns: usize,
    steps: Vec<Step>,
    animation: String,
}

#[derive(Serialize)]
struct Step {
    time: f64,
    status: &'static str,
    cost: f64,
    /// States expanded to repair the path.
    expanded: usize,
    changed_cells: usize,
}

/// Writes the animation, and says what each frame cost.
pub fn write(arguments: &Search, file: &Path, common: &Common, progress: &Progress) -> Result<(), Failure> {
    if arguments.space != SearchSpace::Cells {
        return Err(Failure::Usage("--animate shows cells: leave --space out".into()));
    }
    progress.step("reading the scene");
    let scene = Named::open(&arguments.scene, common.limits())?;
    let times = times(&scene, arguments)?;
    let first = Scene::new(scene.world.at(0.0))?;
    let failed = |error| unsearched(&scene.label, error);
    let mut search = SceneSearch::new(&first, &question(arguments, common)).map_err(failed)?;
    let (mut planner, mut kept) = (Planner::new(arguments.bound), KeptPath::new(arguments.keep));
    search.aim(&mut planner).map_err(failed)?;
    let mut animation = Animation::create(file, times.len() as u32, arguments.fps)?;
    let options = Options::default().size(arguments.size).axes(arguments.axes);
    let mut result = Report { frames: times.len(), turns: 0, steps: Vec::new(), animation: file.display().to_string() };
    for (k, &time) in times.iter().enumerate() {
        progress.share("drawing frames", k, times.len());
        let world = scene.world.at(time);
        let followed = search.live_mut().follow(&world).map_err(|error| Failure::At {
            moment: format!("{} at {} s", scene.label, short(time)),
            cause: Box::new(failed(error.into())),
        })?;
        if k > 0 {
            planner.forget_rounds();
        }
        planner.repair(search.live().space(), &followed.changed);
        planner.improve(search.live().space(), budget(arguments));
        let space = search.live().space();
        result.turns += usize::from(kept.offer(space, planner.answer()) && k > 0);
        let path: Vec<Point> = kept.path().iter().map(|&state| space.place(state)).collect();
        let mut drawing = SearchDrawing::new(path, search.live().field().clone());
        drawing.seen = search.expanded_cells(&planner);
        drawing.is_repair = k > 0;
        drawing.changed = if followed.cells.len() < 400 { search.outlines(&followed.cells) } else { Vec::new() };
        let mut picture = Picture::of_search(&world, &drawing, &options)?;
        let answer = planner.answer();
        picture.set_title(Some(format!("{}, {time:.1} s: {} expanded", scene.label, answer.expanded)));
        animation.push(&picture)?;
        result.steps.push(Step {
            time,
            status: answer.status.name(),
            cost: f64::from(kept.cost()) * space.tick(),
            expanded: answer.expanded,
            changed_cells: followed.cells.len(),
        });
    }
    animation.finish()?;
    match common.format {
        Format::Json => output::json(&result),
        Format::Text => output::text(&describe(&scene.label, &result)),
    }
}

/// When the frames are.
fn times(scene: &Named, arguments: &Search) -> Result<Vec<f64>, Failure> {
    if scene.world.motions.is_empty() {
        return Err(Failure::File {
            what: format!("{}: nothing moves in this scene", scene.label),
            advice: "add [[motions]] to it, or draw it with --picture".into(),
        });
    }
    let seconds = arguments.seconds.unwrap_or_else(|| scene.world.duration());
    let count = (seconds * arguments.fps - 1e-9).ceil().max(1.0);
    if count > MOST_FRAMES {
        let what = format!("{} s at {} frames per second are {count} frames", short(seconds), short(arguments.fps));
        return Err(Failure::Usage(format!("{what}; choose other --seconds or --fps")));
    }
    Ok((0..count as usize).map(|k| k as f64 / arguments.fps).collect())
}

fn describe(label: &str, report: &Report) -> String {
    let mut repairs: Vec<usize> = report.steps.iter().skip(1).map(|step| step.expanded).collect();
    repairs.sort_unstable();
    let first = report.steps.first().map_or(0, |step| step.expanded);
    let median = repairs.get(repairs.len() / 2).copied().unwrap_or(0);
    format!(
        "{label}: {}\n  first path  {} expanded\n  repairs     {} expanded at the median\n  turned      {}\n{}\n",
        count(report.frames, "frame"),
        count(first, "state"),
        count(median, "state"),
        count(report.turns, "time"),
        report.animation
    )
}
