//! `wayfront map`: from everywhere to the nearest source, as numbers, pixels, shapes, a picture and an animation.

mod animate;
#[cfg(feature = "gpu")]
mod card;
mod disc;
mod disc_film;

use crate::arguments::{Colours, Common, Format, Map};
use crate::failure::Failure;
use crate::output;
use crate::outputs::Outputs;
use crate::progress::Progress;
use crate::ready::Ready;
use crate::text::{count, milliseconds, short};
use crate::verbs::draw::undrawn;
use serde::Serialize;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Instant;
use wayfront::PathMap;
use wayfront::domain::Guide;
use wayfront::draw::{MapDrawing, MapStyle, Options, Picture};
use wayfront::geometry::{Raster, RasterError};
use wayfront::views::{Sample, round_levels};
use wayfront::world::files;

/// About how many lines of equal cost there are.
const ISOLINES: usize = 16;

/// The result for programs.
#[derive(Serialize)]
struct Report {
    vertices: usize,
    triangles: usize,
    generators: usize,
    windows: usize,
    build_seconds: f64,
    sample_seconds: f64,
    size: [usize; 2],
    /// At any corner or centre of a pixel.
    max_cost: f64,
    sources: usize,
    /// Share of the free pixels from which no source can be reached.
    unreachable: f64,
    domain_seconds: f64,
    picture: Option<String>,
    raster: Option<String>,
    shapes: Option<String>,
    animation: Option<String>,
    /// Of the animation.
    frames: Option<usize>,
    frames_per_second: Option<f64>,
    /// Of the bodies, if they have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    radius: Option<f64>,
}

/// Builds and samples the map, writes what was asked for, and says how large it is.
pub fn run(arguments: &Map, common: &Common) -> Result<(), Failure> {
    if let Some(radius) = arguments.radius {
        return disc::run(arguments, radius, common);
    }
    #[cfg(feature = "gpu")]
    if arguments.card.method != crate::arguments::MapMethod::Exact {
        return card::run(arguments, common);
    }
    let outputs = Outputs::of(&[
        ("--raster", &arguments.raster),
        ("--shapes", &arguments.shapes),
        ("--picture", &arguments.picture),
        ("--animate", &arguments.animate),
    ])?;
    let progress = Progress::of(common);
    let ready = Ready::of(&arguments.scene, &arguments.goal, common, &progress)?;
    progress.step("sampling the map");
    let raster =
        Raster::fitting(ready.map().domain().bounds(), arguments.size).map_err(|why| unsampled(&ready, why))?;
    let start = Instant::now();
    let sample = Sample::on_threads(ready.map(), &raster, common.threads.map_or(0, NonZeroUsize::get));
    let mut report = report(&ready, &sample, start.elapsed().as_secs_f64(), arguments);
    if let Some(file) = &arguments.raster {
        progress.step("writing the pixels");
        outputs.wrote(file, sample.save_npz(file).map_err(|why| unwritten(file, &why)))?;
    }
    write_drawings(&ready, arguments, report.max_cost, &outputs, &progress)?;
    if let Some(file) = &arguments.animate {
        let frames = animate::write(&ready.label, arguments, file, common.limits(), &progress);
        report.frames = Some(outputs.wrote(file, frames)?);
        report.frames_per_second = Some(arguments.fps);
    }
    drop(progress);
    match common.format {
        Format::Json => output::json(&report),
        Format::Text => output::text(&describe(&ready.label, &report)),
    }
}

/// Writes shapes and picture, from the same shapes and routes where both are asked for.
fn write_drawings(
    ready: &Ready,
    arguments: &Map,
    max_cost: f64,
    outputs: &Outputs,
    progress: &Progress,
) -> Result<(), Failure> {
    let style = style(arguments).farthest(arguments.farthest);
    let mut prepared = None;
    if let Some(file) = &arguments.shapes {
        progress.step("tracing borders and lines of equal cost");
        let levels = round_levels(least_cost(ready), max_cost, ISOLINES);
        let drawing = prepared.insert(MapDrawing::new(ready.map(), &style));
        let shapes = drawing.shapes().to_geojson(&levels, ready.sources(), drawing.routes());
        outputs.wrote(file, files::write(file, shapes.as_bytes()).map_err(|why| unwritten(file, &why)))?;
    }
    if let Some(file) = &arguments.picture {
        progress.step("drawing");
        let options = Options::default().size(arguments.size).axes(arguments.axes);
        let picture = match prepared {
            Some(drawing) => Picture::of_map_drawing(&ready.world(), drawing, &style, &options),
            None => Picture::of_path_map(&ready.world(), ready.map(), &style, &options),
        };
        outputs.wrote(file, picture.and_then(|picture| picture.save(file)).map_err(undrawn))?;
    }
    Ok(())
}

/// What the arguments say about the look of maps.
fn style(arguments: &Map) -> MapStyle {
    let style = match arguments.colour {
        Colours::Regions => MapStyle::default(),
        Colours::Cost => MapStyle::cost(),
        Colours::Evacuation => MapStyle::evacuation(),
    };
    style.routes(arguments.routes as usize)
}

fn report(ready: &Ready, sample: &Sample, sample_seconds: f64, arguments: &Map) -> Report {
    let (domain, stats) = (ready.map().domain(), ready.map().stats());
    let count = |is_one: fn(f32) -> bool| -> u32 { sample.costs().iter().map(|&cost| u32::from(is_one(cost))).sum() };
    let (free, unreachable) = (count(|cost| !cost.is_nan()), count(|cost| cost == f32::INFINITY));
    let named = |file: &Option<std::path::PathBuf>| file.as_ref().map(|file| file.display().to_string());
    Report {
        vertices: domain.vertex_count(),
        triangles: domain.free_triangles(),
        generators: stats.generators,
        windows: stats.windows,
        build_seconds: ready.took().map.as_secs_f64(),
        sample_seconds,
        size: [sample.raster().width(), sample.raster().height()],
        max_cost: max_cost(ready.map(), sample),
        sources: ready.sources().len(),
        unreachable: if free == 0 { 0.0 } else { f64::from(unreachable) / f64::from(free) },
        domain_seconds: ready.took().domain.as_secs_f64(),
        picture: named(&arguments.picture),
        raster: named(&arguments.raster),
        shapes: named(&arguments.shapes),
        animation: named(&arguments.animate),
        frames: None,
        frames_per_second: None,
        radius: None,
    }
}

/// The highest cost at a corner or at the centre of a pixel.
fn max_cost(map: &PathMap, sample: &Sample) -> f64 {
    let corners = map.domain().corner_points().iter().filter_map(|&p| map.cost(p).ok());
    // Numbers of 0 or more are ordered as their bits are, and whole numbers are compared many at a time.
    let infinite = f32::INFINITY.to_bits();
    let bits = |cost: &f32| if cost.to_bits() < infinite { cost.to_bits() } else { 0 };
    let most = sample.costs().iter().map(bits).fold(0, u32::max);
    let highest = sample.costs().iter().rposition(|cost| cost.to_bits() == most);
    let width = sample.raster().width();
    // Exactly: the pixel has it to f32 only.
    let pixel = highest.and_then(|k| map.cost(sample.raster().centre(k % width, k / width)).ok());
    corners.chain(pixel).fold(0.0, f64::max)
}

fn least_cost(ready: &Ready) -> f64 {
    ready.sources().iter().map(|source| source.offset).fold(f64::INFINITY, f64::min)
}

fn describe(label: &str, report: &Report) -> String {
    let Report { vertices, triangles, generators, windows, size: [width, height], .. } = *report;
    let (triangles, generators) = (count(triangles, "triangle"), count(generators, "generator"));
    let windows = count(windows, "window");
    let body = report.radius.map_or_else(String::new, |radius| format!(", for a radius of {}", short(radius)));
    let mut lines = vec![
        format!("{label}: the nearest of {} from everywhere{body}", count(report.sources, "source")),
        format!("  free space  {vertices} vertices, {triangles}; {}", milliseconds(report.domain_seconds)),
        format!("  map         {generators}, {windows}; {}", milliseconds(report.build_seconds)),
        format!("  sample      {width} x {height} pixels; {}", milliseconds(report.sample_seconds)),
        format!("  cost        up to {}", short(report.max_cost)),
    ];
    if report.unreachable > 0.0 {
        lines.push(format!("  unreachable {} % of the free space", short((report.unreachable * 1e4).round() / 1e2)));
    }
    lines.extend([&report.picture, &report.raster, &report.shapes].into_iter().flatten().cloned());
    if let (Some(file), Some(frames), Some(rate)) = (&report.animation, report.frames, report.frames_per_second) {
        lines.push(format!("{file}: {}, {} per second", count(frames, "frame"), short(rate)));
    }
    lines.join("\n") + "\n"
}

fn unsampled(ready: &Ready, why: RasterError) -> Failure {
    Failure::File { what: format!("{}: {why}", ready.label), advice: "choose another --size".into() }
}

/// A file cannot be written.
pub fn unwritten(file: &Path, why: &std::io::Error) -> Failure {
    Failure::File { what: format!("cannot write `{}`: {why}", file.display()), advice: files::advice(why) }
}
