//! `wayfront clearance`: how wide it is, where it is narrow, and which bodies fit.

mod report;
mod shapes;

use crate::aimed::settled;
use crate::arguments::{Clearance, Common, Format};
use crate::failure::Failure;
use crate::output;
use crate::outputs::Outputs;
use crate::progress::Progress;
use crate::scene::Named;
use crate::text::Unit;
use crate::verbs::map::unwritten;
use report::{Found, Report};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use wayfront::Point;
use wayfront::domain::NoPath;
use wayfront::draw::{Options, Picture, SkeletonPicture};
use wayfront::geometry::Raster;
use wayfront::voronoi::{Narrow, Skeleton, Voronoi};
use wayfront::world::files::{self, NewFile};
use wayfront::world::numpy::Archive;

/// A place counts as narrow if it becomes wider by this share of its width on both sides.
const PROMINENCE: f64 = 0.1;
/// What is smaller than this, in metres, and touches no wall, is furniture.
const FURNITURE: f64 = 3.0;
/// Tolerance: What is narrower than this share of the plan's size is a crack between outlines that nearly touch.
const CRACK: f64 = 2e-5;
/// Shapes and routes differ from their curves by this share of the world's size at most.
const TOLERANCE: f64 = 1e-4;

/// Makes the skeleton, answers, draws and writes what was asked for.
pub fn run(arguments: &Clearance, common: &Common) -> Result<(), Failure> {
    let options = [("--picture", &arguments.picture), ("--shapes", &arguments.shapes), ("--raster", &arguments.raster)];
    let outputs = Outputs::of(&options)?;
    let progress = Progress::of(common);
    progress.step("reading the scene");
    let scene = Named::open(&arguments.scene, common.limits())?.at(arguments.time);
    let checked = scene.checked_for_diagram()?;
    let domain = checked.walled_domain();
    progress.step("making the skeleton");
    let start = Instant::now();
    let voronoi = Voronoi::of(domain)
        .map_err(|error| Failure::File { what: format!("{}: {error}", scene.label), advice: error.advice() })?;
    let skeleton = Skeleton::of(&Arc::new(voronoi));
    let seconds = start.elapsed().as_secs_f64();
    let ends = match (arguments.from, arguments.to) {
        (Some(from), Some(to)) => {
            Some([settled(&scene.label, domain, "--from", from)?, settled(&scene.label, domain, "--to", to)?])
        }
        _ => None,
    };
    let furniture = arguments.furniture.unwrap_or_else(|| FURNITURE.min(domain.bounds().size() / 10.0));
    let found = Found {
        world: &scene.world,
        skeleton: &skeleton,
        narrows: narrows(&skeleton, arguments, furniture),
        furniture,
        crack: CRACK * domain.bounds().size(),
        ends,
        radius: arguments.radius,
        route: route(&scene.label, &skeleton, ends, arguments.radius)?,
        seconds,
    };
    write(arguments, &scene, &found, &outputs, &progress)?;
    drop(progress);
    let report = Report::of(&found, arguments)?;
    match common.format {
        Format::Json => output::json(&report),
        Format::Text => output::text(&report.describe(&scene.label, Unit::of(&scene.world))),
    }
}

/// The narrow places to list, those between walls first and cracks last: with a radius, those that such a body still passes.
fn narrows(skeleton: &Skeleton, arguments: &Clearance, furniture: f64) -> Vec<Narrow> {
    let least = arguments.prominence.unwrap_or(0.0);
    let is_real = |narrow: &Narrow| arguments.prominence.is_some() || narrow.prominence >= PROMINENCE * narrow.width;
    let is_passed = |narrow: &Narrow| arguments.radius.is_none_or(|radius| narrow.width >= 2.0 * radius);
    let real = skeleton.narrows(least).into_iter().filter(|narrow| is_real(narrow) && is_passed(narrow));
    let crack = CRACK * skeleton.domain().bounds().size();
    let (cracks, real): (Vec<Narrow>, Vec<Narrow>) = real.partition(|narrow| narrow.width < crack);
    let (mut all, gaps): (Vec<Narrow>, Vec<Narrow>) =
        real.into_iter().partition(|narrow| is_opening(narrow, furniture));
    all.extend(gaps);
    all.extend(cracks);
    all
}

/// It is between walls: a door or a corridor, not a gap beside furniture.
fn is_opening(narrow: &Narrow, furniture: f64) -> bool {
    narrow.island.is_none_or(|size| size >= furniture)
}

/// The route between the ends, as wide as a radius asks for or as it can be.
fn route(
    label: &str,
    skeleton: &Skeleton,
    ends: Option<[Point; 2]>,
    radius: Option<f64>,
) -> Result<Vec<Point>, Failure> {
    let Some([from, to]) = ends else { return Ok(Vec::new()) };
    let widest = skeleton.widest(from, to).map_err(|why| match skeleton.why_no_passage(from, to, 0.0) {
        Some(reason) => Failure::File { what: format!("{label}: {reason}"), advice: reason.advice() },
        None => Failure::File { what: format!("{label}: {why}"), advice: why.advice() },
    })?;
    let tolerance = TOLERANCE * skeleton.domain().bounds().size();
    // As wide as it can be, but for rounding.
    let radius = radius.unwrap_or(widest.width / 2.0 - skeleton.domain().rounding());
    match skeleton.route(from, to, radius, tolerance) {
        Ok(route) => Ok(route),
        Err(NoPath::Unreachable) => Ok(Vec::new()),
        Err(why) => Err(Failure::File { what: format!("{label}: {why}"), advice: why.advice() }),
    }
}

fn write(
    arguments: &Clearance,
    scene: &Named,
    found: &Found,
    outputs: &Outputs,
    progress: &Progress,
) -> Result<(), Failure> {
    let shown = &found.narrows[..found.narrows.len().min(arguments.narrows)];
    if let Some(file) = &arguments.picture {
        progress.step("drawing");
        let unit = Unit::of(&scene.world).name();
        let options = Options::default().size(arguments.size).axes(arguments.axes).length_unit(unit);
        let picture =
            SkeletonPicture::new(found.skeleton).narrows(shown).route(&found.route).radius(found.radius.unwrap_or(0.0));
        let picture = Picture::of_skeleton(&scene.world, &picture, &options);
        outputs.wrote(file, picture.and_then(|picture| picture.save(file)))?;
    }
    if let Some(file) = &arguments.shapes {
        progress.step("writing shapes");
        let text = shapes::geojson(found, shown, TOLERANCE * found.skeleton.domain().bounds().size());
        outputs.wrote(file, files::write(file, text.as_bytes()).map_err(|why| unwritten(file, &why)))?;
    }
    if let Some(file) = &arguments.raster {
        progress.step("writing the pixels");
        outputs.wrote(file, write_raster(&scene.label, found.skeleton, arguments.size, file))?;
    }
    Ok(())
}

/// `clearance` and `bounds`; NaN where it is blocked.
fn write_raster(label: &str, skeleton: &Skeleton, size: u32, file: &Path) -> Result<(), Failure> {
    let raster = Raster::fitting(skeleton.domain().bounds(), size)
        .map_err(|why| Failure::File { what: format!("{label}: {why}"), advice: "choose another --size".into() })?;
    let (width, height) = (raster.width(), raster.height());
    let at = |k: usize| skeleton.domain().clearance(raster.centre(k % width, k / width));
    let values: Vec<f32> = (0..width * height).map(|k| at(k).map_or(f32::NAN, |room| room as f32)).collect();
    let write = || {
        let mut out = NewFile::create(file)?;
        let mut archive = Archive::new(&mut out);
        archive.add_floats("clearance", &[height, width], &values)?;
        archive.add_bounds(raster.bounds())?;
        archive.finish()?;
        out.finish()
    };
    write().map_err(|why| unwritten(file, &why))
}
