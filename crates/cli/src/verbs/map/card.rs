//! `wayfront map --method card` and `--method shadows`: pixels of a map from a graphics card.

mod film;

use super::{least_cost, style, unsampled, unwritten};
use crate::aimed::Aimed;
use crate::arguments::{Common, Format, Map, MapMethod};
use crate::failure::Failure;
use crate::output;
use crate::outputs::Outputs;
use crate::progress::Progress;
use crate::text::{count, milliseconds, short};
use crate::verbs::gpu::{failed, opened};
use serde::Serialize;
use std::path::Path;
use std::time::Instant;
use wayfront::draw::{DrawError, Options, Picture};
use wayfront::geometry::Raster;
use wayfront::gpu::{FanMap, Gpu, GpuError, GpuMap, GpuSample, ShadowScene};
use wayfront::views::Sample;
use wayfront::world::World;
use wayfront::world::files::NewFile;
use wayfront::world::numpy::Archive;
use wayfront::{PathMap, Scene};

/// The result for programs.
#[derive(Serialize)]
struct Report {
    method: &'static str,
    adapter: String,
    size: [usize; 2],
    sources: usize,
    /// Generators that had their turn, where the method takes them one by one.
    generators: Option<usize>,
    /// Upload and first frame, kernels compiled.
    first_seconds: f64,
    /// A frame after that, without reading back.
    sample_seconds: f64,
    /// The same pixels from the exact map on the processor.
    exact_seconds: f64,
    max_cost: f64,
    /// Pixels whose cost is that of the exact map, to a twentieth of a pixel.
    agree: usize,
    /// Pixels that cost more, less, or are free in one of the two only.
    dearer: usize,
    cheaper: usize,
    free_in_one: usize,
    picture: Option<String>,
    raster: Option<String>,
    animation: Option<String>,
    /// Of the animation.
    frames: Option<usize>,
    frames_per_second: Option<f64>,
}

/// Pixels as they were drawn.
struct Drawn {
    costs: Vec<f32>,
    generators: Vec<u32>,
    turns: Option<usize>,
}

/// What draws pixels on the card, kept from frame to frame.
enum Drawer {
    Card(Box<(Option<GpuMap>, GpuSample)>),
    Fans(Box<FanMap>),
}

impl Drawer {
    fn new(gpu: &Gpu, method: MapMethod) -> Result<Self, GpuError> {
        Ok(match method {
            MapMethod::Shadows => Self::Fans(Box::new(FanMap::new(gpu)?)),
            _ => Self::Card(Box::new((None, GpuSample::new(gpu)?))),
        })
    }

    /// Draws, and waits for the card. The number of generators that had their turn, where the method takes them one by one.
    fn draw(&mut self, gpu: &Gpu, scene: &Scene, map: &PathMap, raster: &Raster) -> Result<Option<usize>, GpuError> {
        let turns = match self {
            Self::Card(kept) => {
                let (card, sample) = &mut **kept;
                let card = match card {
                    Some(card) => {
                        card.follow(map)?;
                        card
                    }
                    none => none.insert(GpuMap::new(gpu, map)?),
                };
                sample.draw(card, raster)?;
                None
            }
            Self::Fans(fans) => Some(fans.draw(&ShadowScene::of(scene)?, raster)?.generators),
        };
        gpu.finish()?;
        Ok(turns)
    }

    fn read(&mut self, turns: Option<usize>) -> Result<Drawn, GpuError> {
        let (costs, generators) = match self {
            Self::Card(kept) => kept.1.read(),
            Self::Fans(fans) => fans.read(),
        }?;
        Ok(Drawn { costs, generators, turns })
    }
}

/// Makes the pixels, compares them with the exact map, and writes what was asked for.
pub fn run(arguments: &Map, common: &Common) -> Result<(), Failure> {
    if arguments.shapes.is_some() {
        return Err(Failure::Usage("--shapes needs the exact method: pixels have no shapes".into()));
    }
    let outputs = Outputs::of(&[
        ("--raster", &arguments.raster),
        ("--picture", &arguments.picture),
        ("--animate", &arguments.animate),
    ])?;
    let gpu = opened(arguments.card.adapter.as_deref())?;
    let progress = Progress::of(common);
    let aimed = Aimed::open(&arguments.scene, &arguments.goal, common, &progress)?;
    let map = aimed.points()?;
    let raster = Raster::fitting(map.domain().bounds(), arguments.size).map_err(|why| unsampled(&aimed.label, why))?;
    progress.step("drawing on the card");
    let run = || {
        let start = Instant::now();
        let mut drawer = Drawer::new(&gpu, arguments.card.method)?;
        drawer.draw(&gpu, &aimed.scene, &map, &raster)?;
        let first = start.elapsed().as_secs_f64();
        let start = Instant::now();
        let turns = drawer.draw(&gpu, &aimed.scene, &map, &raster)?;
        let next = start.elapsed().as_secs_f64();
        Ok((drawer.read(turns)?, [first, next], drawer))
    };
    let (drawn, seconds, mut drawer) = run().map_err(|error: GpuError| failed(&error))?;
    progress.step("comparing with the exact map");
    let start = Instant::now();
    let exact = Sample::of(&map, &raster);
    let took = [seconds[0], seconds[1], start.elapsed().as_secs_f64()];
    let mut report = report(&gpu, &aimed, &drawn, &exact, took, arguments);
    if let Some(file) = &arguments.raster {
        outputs.wrote(file, save(file, &raster, &drawn).map_err(|why| unwritten(file, &why)))?;
    }
    if let Some(file) = &arguments.picture {
        progress.step("drawing");
        let picture = picture(&aimed.scene.settled_world(), &raster, &drawn, arguments.farthest, arguments);
        outputs.wrote(file, picture.and_then(|picture| picture.save(file)))?;
    }
    if let Some(file) = &arguments.animate {
        let frames = film::write(&aimed.label, arguments, file, common.limits(), (&gpu, &mut drawer), &progress);
        report.frames = Some(outputs.wrote(file, frames)?);
        report.frames_per_second = Some(arguments.fps);
    }
    drop(progress);
    match common.format {
        Format::Json => output::json(&report),
        Format::Text => output::text(&described(&aimed.label, &report)),
    }
}

/// Pixels have no routes.
fn picture(
    world: &World,
    raster: &Raster,
    drawn: &Drawn,
    farthest: Option<f64>,
    arguments: &Map,
) -> Result<Picture, DrawError> {
    let options = Options::default().size(arguments.size).axes(arguments.axes);
    let style = style(arguments).routes(0).farthest(farthest);
    Picture::of_map_pixels(world, raster, &drawn.costs, &drawn.generators, &style, &options)
}

fn report(gpu: &Gpu, aimed: &Aimed, drawn: &Drawn, exact: &Sample, took: [f64; 3], arguments: &Map) -> Report {
    let named = |file: &Option<std::path::PathBuf>| file.as_ref().map(|file| file.display().to_string());
    let raster = exact.raster();
    let finite = drawn.costs.iter().filter(|cost| cost.is_finite());
    let mut report = Report {
        method: if arguments.card.method == MapMethod::Shadows { "shadows" } else { "card" },
        adapter: gpu.adapter().name.clone(),
        size: [raster.width(), raster.height()],
        sources: aimed.sources().len(),
        generators: drawn.turns,
        first_seconds: took[0],
        sample_seconds: took[1],
        exact_seconds: took[2],
        max_cost: finite.fold(least_cost(aimed.sources()).min(0.0), |most, &cost| most.max(f64::from(cost))),
        agree: 0,
        dearer: 0,
        cheaper: 0,
        free_in_one: 0,
        picture: named(&arguments.picture),
        raster: named(&arguments.raster),
        animation: named(&arguments.animate),
        frames: None,
        frames_per_second: None,
    };
    let pixel = raster.pixel().x;
    for (&ours, &exact) in drawn.costs.iter().zip(exact.costs()) {
        let (by, margin) = (f64::from(ours) - f64::from(exact), 0.05 * pixel + 1e-5 * f64::from(exact));
        match (ours.is_finite(), exact.is_finite()) {
            (false, false) => report.agree += 1,
            (true, true) if by.abs() <= margin => report.agree += 1,
            (true, true) if by > 0.0 => report.dearer += 1,
            (true, true) => report.cheaper += 1,
            _ => report.free_in_one += 1,
        }
    }
    report
}

/// `cost`, `generator` and `bounds`, as the exact sample has them.
fn save(file: &Path, raster: &Raster, drawn: &Drawn) -> std::io::Result<()> {
    let mut new = NewFile::create(file)?;
    let mut archive = Archive::new(&mut new);
    let shape = [raster.height(), raster.width()];
    archive.add_floats("cost", &shape, &drawn.costs)?;
    archive.add_items("generator", "'<u4'", &shape, drawn.generators.iter().map(|v| v.to_le_bytes()))?;
    archive.add_bounds(raster.bounds())?;
    archive.finish()?;
    new.finish()
}

fn described(label: &str, report: &Report) -> String {
    let [width, height] = report.size;
    let how = match report.generators {
        Some(turns) => format!("{}, one by one; ", count(turns, "generator")),
        None => String::new(),
    };
    let [first, next] = [report.first_seconds, report.sample_seconds].map(milliseconds);
    let how = format!("{how}a frame {next}; the first, with upload and kernels, {first}");
    let mut lines = vec![
        format!("{label}: the nearest of {} from everywhere, by {}", count(report.sources, "source"), report.method),
        format!("  adapter     {}", report.adapter),
        format!("  pixels      {width} x {height}; {how}"),
        format!("  cost        up to {}", short(report.max_cost)),
        format!("  exact map   the same pixels on the processor; {}", milliseconds(report.exact_seconds)),
        format!(
            "  agreement   {} pixels agree, {} cost more, {} less, {} are free in one of the two only",
            report.agree, report.dearer, report.cheaper, report.free_in_one
        ),
    ];
    lines.extend([&report.picture, &report.raster].into_iter().flatten().cloned());
    if let (Some(file), Some(frames), Some(rate)) = (&report.animation, report.frames, report.frames_per_second) {
        lines.push(format!("{file}: {}, {} per second", count(frames, "frame"), short(rate)));
    }
    lines.join("\n") + "\n"
}
