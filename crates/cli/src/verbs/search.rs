//! `wayfront search`: a path over cells, a quadtree or triangles, by a deadline and with a proved bound.

mod animate;
mod report;
mod scenarios;

use crate::arguments::{Common, Format, Search};
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use crate::scene::Named;
use crate::text::{Unit, short};
use crate::verbs::draw::undrawn;
use report::Report;
use wayfront::Scene;
use wayfront::draw::{Options, Picture, SearchDrawing};
use wayfront::search::{Budget, LiveCellsError, SceneSearch, SceneSearchError, SearchQuestion};

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
    let failed = |error| unsearched(&label, error);
    let search = SceneSearch::new(&scene, &question(arguments, common)).map_err(failed)?;
    let kind = arguments.space.into();
    let found = search.find(&scene, kind, arguments.bound, budget(arguments)).map_err(failed)?;
    let report = Report::of(&scene, &search, &found, arguments);
    if let Some(file) = &arguments.picture {
        progress.step("drawing");
        let options = Options::default().size(arguments.size).axes(arguments.axes);
        let mut drawing = SearchDrawing::new(found.points, search.live().field().clone());
        drawing.seen = found.seen;
        let picture = Picture::of_search(&scene.settled_world(), &drawing, &options).map_err(undrawn)?;
        picture.save(file).map_err(undrawn)?;
    }
    drop(progress);
    match common.format {
        Format::Json => output::json(&report),
        Format::Text => output::text(&report.describe(&label, unit)),
    }
}

fn question(arguments: &Search, common: &Common) -> SearchQuestion {
    let Search { from, to, cell, radius, .. } = *arguments;
    SearchQuestion { from, to, cell, radius, most_cells: common.limits().cells }
}

fn budget(arguments: &Search) -> Budget {
    match (arguments.within, arguments.expansions) {
        (Some(time), _) => Budget::Time(time),
        (_, Some(count)) => Budget::Expansions(usize::try_from(count).unwrap_or(usize::MAX)),
        _ => Budget::Unlimited,
    }
}

/// Why there is no search, in the words of the command line.
fn unsearched(label: &str, error: SceneSearchError) -> Failure {
    let what = |what: &dyn std::fmt::Display| format!("{label}: {what}");
    match error {
        SceneSearchError::Cells(LiveCellsError::Rejected(rejected)) => Failure::Rejected(rejected),
        SceneSearchError::Radius { .. } => {
            Failure::Usage("--space triangles is for points: leave --radius out, or choose cells".into())
        }
        SceneSearchError::TooManyCells { cell, columns, rows, most, least } => Failure::File {
            what: what(&format!(
                "cells of {} make a grid of {columns} x {rows}; at most {most} are searched",
                short(cell)
            )),
            advice: format!("take larger cells, --cell {} or more, or raise the limit: --max-cells", short(least)),
        },
        SceneSearchError::Coarse { .. } => {
            Failure::File { what: what(&error), advice: "choose --space cells, quadtree or hybrid".into() }
        }
        other => Failure::File { what: what(&other), advice: other.advice() },
    }
}
