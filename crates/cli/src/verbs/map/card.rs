//! `wayfront map --method card` and `--method shadows`: pixels of a map from a graphics card.

use super::{least_cost, style, unsampled, unwritten};
use crate::arguments::{Common, Format, Map, MapMethod};
use crate::failure::Failure;
use crate::output;
use crate::outputs::Outputs;
use crate::progress::Progress;
use crate::ready::Ready;
use crate::text::{count, milliseconds, short};
use crate::verbs::draw::undrawn;
use crate::verbs::gpu::{failed, opened};
use serde::Serialize;
use std::path::Path;
use std::time::Instant;
use wayfront::draw::{Options, Picture};
use wayfront::geometry::Raster;
use wayfront::gpu::{Gpu, GpuMap, GpuSample, ShadowMap, ShadowScene};
use wayfront::views::Sample;
use wayfront::world::files::NewFile;
use wayfront::world::numpy::Archive;

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
}

struct Drawn {
    costs: Vec<f32>,
    generators: Vec<u32>,
    turns: Option<usize>,
    first_seconds: f64,
    sample_seconds: f64,
}

/// Makes the pixels, compares them with the exact map, and writes what was asked for.
pub fn run(arguments: &Map, common: &Common) -> Result<(), Failure> {
    if let Some(option) =
        [("--shapes", &arguments.shapes), ("--animate", &arguments.animate)].iter().find(|o| o.1.is_some())
    {
        return Err(Failure::Usage(format!("{} needs the exact method: pixels have no shapes", option.0)));
    }
    let outputs = Outputs::of(&[("--raster", &arguments.raster), ("--picture", &arguments.picture)])?;
    let gpu = opened(arguments.card.adapter.as_deref())?;
    let progress = Progress::of(common);
    let ready = Ready::of(&arguments.scene, &arguments.goal, common, &progress)?;
    let raster =
        Raster::fitting(ready.map().domain().bounds(), arguments.size).map_err(|why| unsampled(&ready, why))?;
    progress.step("drawing on the card");
    let drawn = match arguments.card.method {
        MapMethod::Shadows => by_shadows(&gpu, &ready, &raster)?,
        _ => on_card(&gpu, &ready, &raster)?,
    };
    progress.step("comparing with the exact map");
    let start = Instant::now();
    let exact = Sample::of(ready.map(), &raster);
    let report = report(&gpu, &ready, &drawn, &exact, start.elapsed().as_secs_f64(), arguments);
    if let Some(file) = &arguments.raster {
        outputs.wrote(file, save(file, &raster, &drawn).map_err(|why| unwritten(file, &why)))?;
    }
    if let Some(file) = &arguments.picture {
        progress.step("drawing");
        let options = Options::default().size(arguments.size).axes(arguments.axes);
        // Pixels have no routes.
        let style = style(arguments).routes(0).farthest(arguments.farthest);
        let world = ready.world();
        let picture = Picture::of_map_pixels(&world, &raster, &drawn.costs, &drawn.generators, &style, &options);
        outputs.wrote(file, picture.and_then(|picture| picture.save(file)).map_err(undrawn))?;
    }
    drop(progress);
    match common.format {
        Format::Json => output::json(&report),
        Format::Text => output::text(&described(&ready.label, &report)),
    }
}

fn on_card(gpu: &Gpu, ready: &Ready, raster: &Raster) -> Result<Drawn, Failure> {
    let run = || {
        let start = Instant::now();
        let mut map = GpuMap::new(gpu, ready.map())?;
        let mut sample = GpuSample::new(gpu)?;
        sample.draw(&mut map, raster)?;
        gpu.finish()?;
        let first_seconds = start.elapsed().as_secs_f64();
        let start = Instant::now();
        sample.draw(&mut map, raster)?;
        gpu.finish()?;
        let sample_seconds = start.elapsed().as_secs_f64();
        let (costs, generators) = sample.read()?;
        Ok(Drawn { costs, generators, turns: None, first_seconds, sample_seconds })
    };
    run().map_err(|error| failed(&error))
}

fn by_shadows(gpu: &Gpu, ready: &Ready, raster: &Raster) -> Result<Drawn, Failure> {
    let run = || {
        let start = Instant::now();
        let scene = ShadowScene::of(ready.scene())?;
        let mut map = ShadowMap::new(gpu)?;
        let stats = map.draw(&scene, raster)?;
        let first_seconds = start.elapsed().as_secs_f64();
        let (costs, generators) = map.read()?;
        let turns = Some(stats.generators);
        Ok(Drawn { costs, generators, turns, first_seconds, sample_seconds: first_seconds })
    };
    run().map_err(|error| failed(&error))
}

fn report(gpu: &Gpu, ready: &Ready, drawn: &Drawn, exact: &Sample, exact_seconds: f64, arguments: &Map) -> Report {
    let named = |file: &Option<std::path::PathBuf>| file.as_ref().map(|file| file.display().to_string());
    let raster = exact.raster();
    let finite = drawn.costs.iter().filter(|cost| cost.is_finite());
    let mut report = Report {
        method: if arguments.card.method == MapMethod::Shadows { "shadows" } else { "card" },
        adapter: gpu.adapter().name.clone(),
        size: [raster.width(), raster.height()],
        sources: ready.sources().len(),
        generators: drawn.turns,
        first_seconds: drawn.first_seconds,
        sample_seconds: drawn.sample_seconds,
        exact_seconds,
        max_cost: finite.fold(least_cost(ready).min(0.0), |most, &cost| most.max(f64::from(cost))),
        agree: 0,
        dearer: 0,
        cheaper: 0,
        free_in_one: 0,
        picture: named(&arguments.picture),
        raster: named(&arguments.raster),
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
        Some(turns) => format!("{}, one by one; {}", count(turns, "generator"), milliseconds(report.first_seconds)),
        None => format!(
            "a frame {}; the first, with upload and kernels, {}",
            milliseconds(report.sample_seconds),
            milliseconds(report.first_seconds)
        ),
    };
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
    lines.join("\n") + "\n"
}
