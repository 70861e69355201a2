//! `wayfront gpu wave`: costs to the nearest source over the cells of a scene, on the card and on the processor.

use super::failed;
use crate::arguments::{Common, Format, GpuWaveArguments};
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use crate::scene::Named;
use crate::text::short;
use serde::Serialize;
use std::path::Path;
use std::time::Instant;
use wayfront::Scene;
use wayfront::draw::{MapStyle, Options, Picture};
use wayfront::geometry::Raster;
use wayfront::gpu::{Gpu, GpuWave};
use wayfront::search::{CellGuide, LiveCellsError, Space, Ticks, UNKNOWN, Wave};

/// Cells across a scene, unless it is said how large they are.
const ACROSS: f64 = 1000.0;

#[derive(Serialize)]
struct Report {
    adapter: String,
    cell: f64,
    columns: usize,
    rows: usize,
    reached: usize,
    rounds: u32,
    /// How often a cell was looked at, on the average.
    looks_per_cell: f64,
    card_seconds: f64,
    processor_seconds: f64,
    /// Costs are those of the processor, bit for bit.
    is_same: bool,
    /// The file of the picture, if one was drawn.
    picture: Option<String>,
}

/// Runs both, compares, draws if asked to.
pub fn run(arguments: &GpuWaveArguments, gpu: &Gpu, common: &Common) -> Result<(), Failure> {
    let progress = Progress::of(common);
    progress.step("reading the scene");
    let Named { label, world } = Named::open(&arguments.scene, common.limits())?.at(arguments.time);
    let scene = Scene::new(world)?;
    let cell = arguments.cell.unwrap_or_else(|| scene.walled_domain().bounds().size() / ACROSS);
    check_cells(&label, &scene, cell, common)?;
    progress.step("laying cells");
    let guide = CellGuide::of(&scene, cell, 0.0).map_err(|error| uncelled(&label, error))?;
    let (space, goals) = (guide.live().space(), guide.wave().goals());
    progress.step("running the wave");
    let mut on_card = GpuWave::new(gpu).map_err(|error| failed(&error))?;
    on_card.run(space, goals).map_err(|error| failed(&error))?; // compiles the kernels
    let start = Instant::now();
    let work = on_card.run(space, goals).map_err(|error| failed(&error))?;
    let card_seconds = start.elapsed().as_secs_f64();
    let mut wave = Wave::new();
    let start = Instant::now();
    wave.run(space, goals);
    let processor_seconds = start.elapsed().as_secs_f64();
    let costs = on_card.costs().map_err(|error| failed(&error))?;
    let [columns, rows] = space.grid().size();
    let report = Report {
        adapter: gpu.adapter().name.clone(),
        cell,
        columns,
        rows,
        reached: costs.iter().filter(|&&cost| cost < UNKNOWN).count(),
        rounds: work.rounds,
        looks_per_cell: work.updates as f64 / space.len().max(1) as f64,
        card_seconds,
        processor_seconds,
        is_same: costs == wave.costs(),
        picture: super::named(&arguments.picture),
    };
    if let Some(file) = &arguments.picture {
        progress.step("drawing");
        draw(&scene, &guide, &costs, arguments.size, file)?;
    }
    drop(progress);
    match common.format {
        Format::Json => output::json(&report),
        Format::Text => output::text(&(described(&label, &report) + &super::line(&report.picture))),
    }
}

fn check_cells(label: &str, scene: &Scene, cell: f64, common: &Common) -> Result<(), Failure> {
    let bounds = scene.walled_domain().bounds();
    let count = (bounds.width() / cell).ceil() * (bounds.height() / cell).ceil();
    let most = common.limits().cells;
    if count <= most as f64 {
        return Ok(());
    }
    let what = format!("{label}: cells of {} make a grid of {count} cells; at most {most} are searched", short(cell));
    Err(Failure::File { what, advice: "take larger cells, or raise the limit: --max-cells".into() })
}

fn uncelled(label: &str, error: LiveCellsError) -> Failure {
    match error {
        LiveCellsError::Rejected(rejected) => Failure::Rejected(rejected),
        other => Failure::File { what: format!("{label}: {other}"), advice: other.advice() },
    }
}

fn draw(scene: &Scene, guide: &CellGuide, costs: &[Ticks], size: u32, file: &Path) -> Result<(), Failure> {
    let space = guide.live().space();
    let grid = space.grid();
    let raster = Raster::fitting(scene.walled_domain().bounds(), size)
        .map_err(|error| Failure::File { what: format!("{error:?}"), advice: "choose another --size".into() })?;
    let places = (0..raster.height()).flat_map(|row| (0..raster.width()).map(move |column| (column, row)));
    let cost = |(column, row): (usize, usize)| match grid.cell_of(raster.centre(column, row)) {
        Some(cell) if space.is_free(cell) && costs[cell.index()] < UNKNOWN => {
            (f64::from(costs[cell.index()]) * space.tick()) as f32
        }
        Some(cell) if space.is_free(cell) => f32::INFINITY,
        _ => f32::NAN,
    };
    let pixels: Vec<f32> = places.map(cost).collect();
    let options = Options::default().size(size);
    let generators = vec![0; pixels.len()];
    Picture::of_map_pixels(&scene.settled_world(), &raster, &pixels, &generators, &MapStyle::cost().routes(0), &options)
        .and_then(|picture| picture.save(file))
        .map_err(Failure::from)
}

fn described(label: &str, report: &Report) -> String {
    let same = if report.is_same { "the same, bit for bit" } else { "DIFFERENT" };
    format!(
        "{label}: {} x {} cells of {}, {} reached; {} rounds on {}\n  looks       {:.1} at each cell; the published kernel \
         looks at all of them in each round\n  card        {:.1} ms\n  processor   {:.1} ms, costs are {same}\n",
        report.columns,
        report.rows,
        short(report.cell),
        report.reached,
        report.rounds,
        report.adapter,
        report.looks_per_cell,
        1e3 * report.card_seconds,
        1e3 * report.processor_seconds,
    )
}
