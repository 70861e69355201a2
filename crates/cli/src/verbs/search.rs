//! `wayfront search`: a path over cells, a quadtree or triangles, by a deadline and with a proved bound.

mod animate;
mod report;
mod scenarios;
mod subject;

use crate::arguments::{Common, Format, Search, SpaceKind};
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use crate::scene::Named;
use crate::text::Unit;
use crate::verbs::draw::undrawn;
use report::Report;
use std::time::Instant;
use subject::{Ends, Subject};
use wayfront::Scene;
use wayfront::draw::{Options, Picture, SearchDrawing};
use wayfront::search::{Budget, LiveCellsError, Planner, SearchError, Space, StateId};

/// Searches, draws if asked to, and says what came out.
pub fn run(arguments: &Search, common: &Common) -> Result<(), Failure> {
    if let Some(file) = &arguments.scen {
        return scenarios::run(arguments, file, common);
    }
    let progress = Progress::of(common);
    if let Some(file) = &arguments.animate {
        return animate::write(arguments, file, common, &progress);
    }
    progress.step("reading the scene");
    let Named { label, world } = Named::open(&arguments.scene, common.limits())?.at(arguments.time);
    let unit = Unit::of(&world);
    let scene = Scene::new(world)?;
    progress.step("searching");
    let subject = Subject::new(&label, &scene, arguments, common)?;
    let (report, drawing) = match arguments.space {
        SpaceKind::Cells => answer(&subject, subject.live.space(), subject.cell_ends()?, arguments),
        SpaceKind::Quadtree => {
            let tree = subject.quadtree();
            answer(&subject, &tree, subject.leaf_ends(&tree)?, arguments)
        }
        SpaceKind::Triangles => {
            let (space, ends) = subject.triangles(&scene, arguments.radius)?;
            let found = answer(&subject, &space, ends, arguments);
            subject.check_coarse(found.0.is_reached())?;
            found
        }
        SpaceKind::Hybrid => {
            let space = subject.hybrid(&scene);
            answer(&subject, &space, subject.cell_ends()?, arguments)
        }
    };
    if let Some(file) = &arguments.picture {
        progress.step("drawing");
        let options = Options::default().size(arguments.size).axes(arguments.axes);
        let picture = Picture::of_search(&scene.settled_world(), &drawing, &options).map_err(undrawn)?;
        picture.save(file).map_err(undrawn)?;
    }
    drop(progress);
    match common.format {
        Format::Json => output::json(&report),
        Format::Text => output::text(&report.describe(&label, unit)),
    }
}

/// Plans in a space, and gathers what there is to say and to draw.
fn answer(subject: &Subject, space: &impl Space, ends: Ends, arguments: &Search) -> (Report, SearchDrawing) {
    let mut planner = Planner::new(arguments.bound);
    let start = Instant::now();
    planner.aim(space, ends.from, ends.to);
    planner.improve(space, budget(arguments));
    let seconds = start.elapsed().as_secs_f64();
    let path = planner.answer().path.iter().map(|&state| space.place(state)).collect();
    let (path, besides) = ends.joined(path, planner.answer().is_path());
    let report = Report::of(subject, space, &planner, (&path, besides), arguments, seconds);
    let mut drawing = SearchDrawing::new(path, subject.live.field().clone());
    subject.expanded(space, &planner, arguments.space, &mut drawing);
    (report, drawing)
}

fn budget(arguments: &Search) -> Budget {
    match (arguments.within, arguments.expansions) {
        (Some(time), _) => Budget::Time(time),
        (_, Some(count)) => Budget::Expansions(usize::try_from(count).unwrap_or(usize::MAX)),
        _ => Budget::Unlimited,
    }
}

/// Why there is no search.
fn unsearched(label: &str, error: LiveCellsError) -> Failure {
    match error {
        LiveCellsError::Rejected(rejected) => Failure::Rejected(rejected),
        LiveCellsError::Search(error) => impossible(label, &error),
        other => Failure::File { what: format!("{label}: {other}"), advice: other.advice() },
    }
}

fn impossible(label: &str, error: &SearchError) -> Failure {
    Failure::File { what: format!("{label}: {error}"), advice: error.advice() }
}

/// A state that stands for nothing.
const NOWHERE: StateId = StateId(0);
