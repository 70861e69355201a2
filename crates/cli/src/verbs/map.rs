//! `wayfront map`: from everywhere to the nearest source, as numbers, pixels, shapes, a picture and an animation.

mod animate;
#[cfg(feature = "gpu")]
mod card;

use crate::aimed::Aimed;
use crate::arguments::{Colours, Common, Format, Map};
use crate::failure::Failure;
use crate::output;
use crate::outputs::Outputs;
use crate::progress::Progress;
use crate::text::{count, milliseconds, short};
use serde::Serialize;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Instant;
use wayfront::domain::Guide;
use wayfront::draw::{MapDrawing, MapStyle, Options, Picture};
use wayfront::geometry::{Raster, RasterError};
use wayfront::views::{DiscSample, Sample, round_levels};
use wayfront::world::{Source, files};
use wayfront::{PathMap, SceneMap};

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

/// A map on pixels.
enum Pixels<'a> {
    Points(&'a PathMap, Box<Sample>),
    Bodies(DiscSample),
}

impl<'a> Pixels<'a> {
    fn of(map: &'a SceneMap, raster: &Raster, threads: usize) -> Self {
        match map.points() {
            Some(points) => Self::Points(points, Box::new(Sample::on_threads(points, raster, threads))),
            None => Self::Bodies(DiscSample::of(map, raster)),
        }
    }

    fn costs(&self) -> &[f32] {
        match self {
            Self::Points(_, sample) => sample.costs(),
            Self::Bodies(sample) => sample.costs(),
        }
    }
}

/// Builds and samples the map, writes what was asked for, and says how large it is.
pub fn run(arguments: &Map, common: &Common) -> Result<(), Failure> {
    #[cfg(feature = "gpu")]
    if arguments.radius.is_none() && arguments.card.method != crate::arguments::MapMethod::Exact {
        return card::run(arguments, common);
    }
    let outputs = Outputs::of(&[
        ("--raster", &arguments.raster),
        ("--shapes", &arguments.shapes),
        ("--picture", &arguments.picture),
        ("--animate", &arguments.animate),
    ])?;
    let progress = Progress::of(common);
    let aimed = Aimed::open(&arguments.scene, &arguments.goal, common, &progress)?;
    let start = Instant::now();
    let map = aimed.map(arguments.radius.unwrap_or(0.0), common.quiet)?;
    let build_seconds = start.elapsed().as_secs_f64();
    progress.step("sampling the map");
    let raster = Raster::fitting(map.domain().bounds(), arguments.size).map_err(|why| unsampled(&aimed.label, why))?;
    let start = Instant::now();
    let pixels = Pixels::of(&map, &raster, common.threads.map_or(0, NonZeroUsize::get));
    let seconds = [build_seconds, start.elapsed().as_secs_f64()];
    let mut report = report(&aimed, &map, (&raster, pixels.costs()), seconds, arguments);
    if let Some(file) = &arguments.raster {
        progress.step("writing the pixels");
        let saved = match &pixels {
            Pixels::Points(_, sample) => sample.save_npz(file),
            Pixels::Bodies(sample) => sample.save_npz(map.radius(), file),
        };
        outputs.wrote(file, saved.map_err(|why| unwritten(file, &why)))?;
    }
    write_drawings(&aimed, &map, &pixels, arguments, report.max_cost, &outputs, &progress)?;
    if let Some(file) = &arguments.animate {
        let frames = animate::write(&aimed.label, arguments, file, common.limits(), &progress);
        report.frames = Some(outputs.wrote(file, frames)?);
        report.frames_per_second = Some(arguments.fps);
    }
    drop(progress);
    match common.format {
        Format::Json => output::json(&report),
        Format::Text => output::text(&describe(&aimed.label, &report)),
    }
}

/// Writes shapes and picture, from the same shapes and routes where both are asked for.
fn write_drawings(
    aimed: &Aimed,
    map: &SceneMap,
    pixels: &Pixels,
    arguments: &Map,
    max_cost: f64,
    outputs: &Outputs,
    progress: &Progress,
) -> Result<(), Failure> {
    let style = style(arguments).farthest(arguments.farthest);
    let mut prepared = None;
    if let Some(file) = &arguments.shapes {
        progress.step("tracing borders and lines of equal cost");
        let levels = round_levels(least_cost(aimed.sources()), max_cost, ISOLINES);
        let shapes = match pixels {
            Pixels::Points(points, _) => {
                let drawing = prepared.insert(MapDrawing::new(points, &style));
                drawing.shapes().to_geojson(&levels, aimed.sources(), drawing.routes())
            }
            Pixels::Bodies(sample) => sample.to_geojson(map, &levels, aimed.sources()),
        };
        outputs.wrote(file, files::write(file, shapes.as_bytes()).map_err(|why| unwritten(file, &why)))?;
    }
    if let Some(file) = &arguments.picture {
        progress.step("drawing");
        let options = Options::default().size(arguments.size).axes(arguments.axes);
        let world = aimed.scene.settled_world();
        let picture = match (prepared, pixels) {
            (Some(drawing), _) => Picture::of_map_drawing(&world, drawing, &style, &options),
            (None, Pixels::Points(points, _)) => Picture::of_path_map(&world, points, &style, &options),
            (None, Pixels::Bodies(sample)) => Picture::of_disc_map(&world, map, sample, &style, &options),
        };
        outputs.wrote(file, picture.and_then(|picture| picture.save(file)))?;
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

fn report(
    aimed: &Aimed,
    map: &SceneMap,
    (raster, costs): (&Raster, &[f32]),
    [build_seconds, sample_seconds]: [f64; 2],
    arguments: &Map,
) -> Report {
    let (domain, stats) = (map.domain(), map.stats());
    let count = |is_one: fn(f32) -> bool| -> u32 { costs.iter().map(|&cost| u32::from(is_one(cost))).sum() };
    let (free, unreachable) = (count(|cost| !cost.is_nan()), count(|cost| cost == f32::INFINITY));
    let named = |file: &Option<std::path::PathBuf>| file.as_ref().map(|file| file.display().to_string());
    Report {
        vertices: domain.vertex_count(),
        triangles: domain.free_triangles(),
        generators: stats.generators,
        windows: stats.windows,
        build_seconds,
        sample_seconds,
        size: [raster.width(), raster.height()],
        max_cost: max_cost(map, raster, costs),
        sources: aimed.sources().len(),
        unreachable: if free == 0 { 0.0 } else { f64::from(unreachable) / f64::from(free) },
        domain_seconds: aimed.checking.as_secs_f64(),
        picture: named(&arguments.picture),
        raster: named(&arguments.raster),
        shapes: named(&arguments.shapes),
        animation: named(&arguments.animate),
        frames: None,
        frames_per_second: None,
        radius: arguments.radius,
    }
}

/// The highest cost at the centre of a pixel, or at a corner, where only points get to.
fn max_cost(map: &SceneMap, raster: &Raster, costs: &[f32]) -> f64 {
    let corners = map.points().map_or(&[][..], |points| points.domain().corner_points());
    let corners = corners.iter().filter_map(|&p| map.cost(p).ok());
    // Numbers of 0 or more are ordered as their bits are, and whole numbers are compared many at a time.
    let infinite = f32::INFINITY.to_bits();
    let bits = |cost: &f32| if cost.to_bits() < infinite { cost.to_bits() } else { 0 };
    let most = costs.iter().map(bits).fold(0, u32::max);
    let highest = costs.iter().rposition(|cost| cost.to_bits() == most);
    let width = raster.width();
    // Exactly: the pixel has it to f32 only.
    let pixel = highest.and_then(|k| map.cost(raster.centre(k % width, k / width)).ok());
    corners.chain(pixel).fold(0.0, f64::max)
}

fn least_cost(sources: &[Source]) -> f64 {
    sources.iter().map(|source| source.offset).fold(f64::INFINITY, f64::min)
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

fn unsampled(label: &str, why: RasterError) -> Failure {
    Failure::File { what: format!("{label}: {why}"), advice: "choose another --size".into() }
}

/// A file cannot be written.
pub fn unwritten(file: &Path, why: &std::io::Error) -> Failure {
    Failure::File { what: format!("cannot write `{}`: {why}", file.display()), advice: files::advice(why) }
}
