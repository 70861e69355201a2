//! `wayfront gpu voronoi`: the diagram of first and second order as pixels, flooded on the card, beside the exact clearance.

use super::failed;
use crate::arguments::{Common, Format, GpuVoronoi};
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use crate::scene::Named;
use crate::text::short;
use serde::Serialize;
use std::path::Path;
use std::time::Instant;
use wayfront::draw::{MapColours, MapStyle, Options, Picture};
use wayfront::geometry::{Bounds, Raster, RasterError};
use wayfront::gpu::{FloodPixel, Gpu, GpuFlood, sites_of};
use wayfront::voronoi::Voronoi;
use wayfront::{Point, Scene};

/// Clearances that differ by less than this share of a pixel are the same in 32 bits.
const SAME: f64 = 0.01;

#[derive(Serialize)]
struct Report {
    adapter: String,
    width: usize,
    height: usize,
    sites: usize,
    owners: u32,
    card_seconds: f64,
    processor_seconds: f64,
    /// Free pixels, and those of them whose clearance is that of the exact diagram.
    free: usize,
    exact: usize,
    /// The largest difference, in pixels.
    largest_error: f64,
    /// The file of the picture, if one was drawn.
    picture: Option<String>,
}

/// Floods, compares, draws if asked to.
pub fn run(arguments: &GpuVoronoi, gpu: &Gpu, common: &Common) -> Result<(), Failure> {
    let progress = Progress::of(common);
    progress.step("reading the scene");
    let Named { label, world } = Named::open(&arguments.scene, common.limits())?.at(arguments.time);
    let scene = Scene::new(world)?;
    let domain = scene.walled_domain();
    let raster = squares(domain.bounds(), arguments.size).map_err(|error| Failure::File {
        what: format!("{label}: no picture of {} pixels: {error:?}", arguments.size),
        advice: "choose another --size".into(),
    })?;
    progress.step("flooding");
    let sites = sites_of(domain);
    let mut flood = GpuFlood::new(gpu).map_err(|error| failed(&error))?;
    let size = [raster.width(), raster.height()];
    let mut flooded = || flood.run(raster.bounds(), size, &sites).and_then(|()| flood.read());
    flooded().map_err(|error| failed(&error))?; // compiles the kernels
    let start = Instant::now();
    let pixels = flooded().map_err(|error| failed(&error))?;
    let card_seconds = start.elapsed().as_secs_f64();
    progress.step("comparing with the exact diagram");
    let start = Instant::now();
    let voronoi = Voronoi::of(domain)
        .map_err(|error| Failure::File { what: format!("{label}: {error}"), advice: error.advice() })?;
    let exact: Vec<Option<f64>> = places(&raster).map(|p| voronoi.clearance(p).map(|room| room.distance)).collect();
    let processor_seconds = start.elapsed().as_secs_f64();
    let pixel = raster.pixel().x;
    let (free, same, largest) = compared(&pixels, &exact, pixel);
    let report = Report {
        adapter: gpu.adapter().name.clone(),
        width: size[0],
        height: size[1],
        owners: sites.iter().map(|site| site.owner + 1).max().unwrap_or(0),
        sites: sites.len(),
        card_seconds,
        processor_seconds,
        free,
        exact: same,
        largest_error: largest,
        picture: super::named(&arguments.picture),
    };
    if let Some(file) = &arguments.picture {
        progress.step("drawing");
        draw(arguments, &scene, &raster, (&pixels, &exact), file)?;
    }
    drop(progress);
    match common.format {
        Format::Json => output::json(&report),
        Format::Text => output::text(&(described(&label, &report) + &super::line(&report.picture))),
    }
}

/// Pixels as wide as they are high: the box grows by less than one.
fn squares(bounds: Bounds, size: u32) -> Result<Raster, RasterError> {
    let fitting = Raster::fitting(bounds, size)?;
    let (width, height) = (fitting.width(), fitting.height());
    let pixel = fitting.pixel().x.max(fitting.pixel().y);
    let half = Point::new(width as f64, height as f64) * (pixel / 2.0);
    let middle = bounds.min.lerp(bounds.max, 0.5);
    Raster::new(Bounds { min: middle - half, max: middle + half }, width as u32, height as u32)
}

fn places(raster: &Raster) -> impl Iterator<Item = Point> + '_ {
    (0..raster.height()).flat_map(move |row| (0..raster.width()).map(move |column| raster.centre(column, row)))
}

/// Free pixels, those that are right, and the largest difference in pixels.
fn compared(pixels: &[FloodPixel], exact: &[Option<f64>], size: f64) -> (usize, usize, f64) {
    let both = pixels.iter().zip(exact).filter_map(|(pixel, exact)| Some((pixel.first?.1, (*exact)?)));
    both.fold((0, 0, 0.0), |(free, same, largest), (found, exact)| {
        let apart = (f64::from(found) - exact).abs() / size;
        (free + 1, same + usize::from(apart <= SAME), f64::max(largest, apart))
    })
}

/// Cells of owners with lines of equal distance, in the free space.
fn draw(
    arguments: &GpuVoronoi,
    scene: &Scene,
    raster: &Raster,
    (pixels, exact): (&[FloodPixel], &[Option<f64>]),
    file: &Path,
) -> Result<(), Failure> {
    let known = |pixel: &FloodPixel| if arguments.order == 1 { pixel.first } else { pixel.second };
    let free = pixels.iter().zip(exact).map(|(pixel, exact)| exact.and(known(pixel)));
    let (owners, distances): (Vec<u32>, Vec<f32>) = free.map(|known| known.unwrap_or((u32::MAX, f32::NAN))).unzip();
    let style = MapStyle::cost().colours(MapColours::Regions).routes(0);
    let options = Options::default().size(arguments.size);
    Picture::of_map_pixels(&scene.settled_world(), raster, &distances, &owners, &style, &options)
        .and_then(|picture| picture.save(file))
        .map_err(Failure::from)
}

fn described(label: &str, report: &Report) -> String {
    format!(
        "{label}: {} sites of {} owners on {} x {} pixels; {}\n  card        {:.1} ms, with reading back\n  processor   {:.1} ms \
         for the exact diagram and the clearance of every pixel\n  exact       {} of {} free pixels; the largest difference \
         is {} of a pixel\n",
        report.sites,
        report.owners,
        report.width,
        report.height,
        report.adapter,
        1e3 * report.card_seconds,
        1e3 * report.processor_seconds,
        report.exact,
        report.free,
        short(report.largest_error),
    )
}
