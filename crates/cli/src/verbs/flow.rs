//! `wayfront flow`: how many can cross side by side, what limits them, and along which lanes.

mod report;
mod text;

use crate::arguments::{Common, Flow, Format};
use crate::failure::Failure;
use crate::output;
use crate::outputs::Outputs;
use crate::progress::Progress;
use crate::scene::Named;
use crate::text::Unit;
use crate::verbs::map::unwritten;
use report::{Found, Seconds};
use std::path::Path;
use std::time::Instant;
use wayfront::Point;
use wayfront::draw::{FlowPicture, Options, Picture};
use wayfront::flow::{FlowError, FlowMap, Lanes, boundary_between};
use wayfront::geometry::Raster;
use wayfront::world::files::NewFile;
use wayfront::world::{Rejected, World};

/// Finds capacity, cut and lanes, draws them if asked to, and reports.
pub fn run(arguments: &Flow, common: &Common) -> Result<(), Failure> {
    check_numbers(arguments)?;
    let outputs = Outputs::of(&[("--picture", &arguments.picture), ("--raster", &arguments.raster)])?;
    let progress = Progress::of(common);
    progress.step("reading the scene");
    let mut scene = Named::open(&arguments.scene, common.limits())?.at(arguments.time);
    take_chains(arguments, &mut scene.world);
    progress.step("finding capacity and min cut");
    let refuse = |error| refused(&scene, error);
    let checked = scene.checked()?;
    let (flow, capacity) = timed(|| FlowMap::of(&checked));
    let flow = flow.map_err(refuse)?;
    let radius = arguments.radius.or_else(|| scene.world.flow.as_ref().and_then(|f| f.radius));
    progress.step("following lanes");
    let (before, lanes) = timed(|| radius.map(|r| flow.lanes(r)).transpose());
    let before = before.map_err(refuse)?;
    let plain = radius.filter(|_| arguments.plain).map(|r| flow.plain_lines(r)).transpose().map_err(refuse)?;
    progress.step("pulling lanes taut");
    let (after, shorten) = timed(|| before.as_ref().filter(|_| !arguments.no_shorten).map(Lanes::shortened));
    let seconds = Seconds { capacity, lanes, shorten };
    let is_calm = scene.world.crowd.as_ref().is_some_and(|crowd| crowd.calm);
    let found = Found { flow: &flow, before: before.as_ref(), after: after.as_ref(), plain, seconds, is_calm };
    if let Some(file) = &arguments.picture {
        progress.step("drawing");
        let options = Options::default().size(arguments.size).axes(arguments.axes);
        outputs.wrote(file, draw(&scene.world, &found, &options, file))?;
    }
    if let Some(file) = &arguments.raster {
        progress.step("writing the pixels");
        outputs.wrote(file, write_field(&scene, &flow, arguments.size, file))?;
    }
    drop(progress);
    let report = report::report(arguments, &found);
    match common.format {
        Format::Json => output::json(&report),
        Format::Text => output::text(&text::describe(&scene.label, &report, Unit::of(&scene.world))),
    }
}

/// A result, and how many seconds it took.
fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed().as_secs_f64())
}

fn draw(world: &World, found: &Found, options: &Options, file: &Path) -> Result<(), Failure> {
    let shown = FlowPicture::new(found.flow)
        .lanes(found.lanes())
        .before(found.before.filter(|_| found.after.is_some()))
        .plain(found.plain.as_deref().unwrap_or_default());
    let picture = Picture::of_flow(world, &shown, options)?;
    Ok(picture.save(file)?)
}

fn write_field(scene: &Named, flow: &FlowMap, size: u32, file: &Path) -> Result<(), Failure> {
    let raster = Raster::fitting(flow.domain().bounds(), size).map_err(|why| Failure::File {
        what: format!("{}: {why}", scene.label),
        advice: "choose another --size".into(),
    })?;
    let write = || {
        let mut out = NewFile::create(file)?;
        flow.field(&raster).write_npz(&mut out)?;
        out.finish()
    };
    write().map_err(|why| unwritten(file, &why))
}

fn check_numbers(arguments: &Flow) -> Result<(), Failure> {
    let named = [("--speed", Some(arguments.speed)), ("--spacing", arguments.spacing)];
    match named.into_iter().find(|(_, number)| number.is_some_and(|n| !(n > 0.0 && n.is_finite()))) {
        Some((name, Some(number))) => Err(Failure::Usage(format!("{name} is {number}; it must be a positive number"))),
        _ => Ok(()),
    }
}

/// Entrances and exits of the command line instead of the scene's.
fn take_chains(arguments: &Flow, world: &mut World) {
    let chains = |ends: &[Point]| ends.chunks_exact(2).map(|e| boundary_between(world, e[0], e[1])).collect::<Vec<_>>();
    let (entrances, exits) = (chains(&arguments.entrance), chains(&arguments.exit));
    if entrances.is_empty() && exits.is_empty() {
        return;
    }
    let flow = world.flow.get_or_insert_default();
    if !entrances.is_empty() {
        flow.entrances = entrances;
    }
    if !exits.is_empty() {
        flow.exits = exits;
    }
}

/// Why there is no flow, and what to do.
fn refused(scene: &Named, error: FlowError) -> Failure {
    let problems = match &error {
        FlowError::Misplaced(problems) => problems,
        FlowError::DomainError(unbuildable) => &unbuildable.problems,
        _ => return Failure::File { what: format!("{}: {error}", scene.label), advice: error.advice() },
    };
    Failure::Rejected(Rejected { files: scene.world.files.clone(), problems: problems.clone() })
}
