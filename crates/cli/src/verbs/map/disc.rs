//! `wayfront map --radius`: from everywhere to the nearest source, for bodies of a size.

use super::{ISOLINES, Report, describe, disc_film, style, unwritten};
use crate::arguments::{Common, Format, Map};
use crate::failure::Failure;
use crate::output;
use crate::outputs::Outputs;
use crate::progress::Progress;
use crate::sized::SizedScene;
use crate::verbs::draw::undrawn;
use std::time::Instant;
use wayfront::bodies::DiscMap;
use wayfront::domain::Guide;
use wayfront::draw::{Options, Picture};
use wayfront::geometry::Raster;
use wayfront::views::{DiscSample, round_levels};
use wayfront::world::files;

/// Builds and samples the map, writes what was asked for, and says how large it is.
pub fn run(arguments: &Map, radius: f64, common: &Common) -> Result<(), Failure> {
    let outputs = Outputs::of(&[
        ("--raster", &arguments.raster),
        ("--shapes", &arguments.shapes),
        ("--picture", &arguments.picture),
        ("--animate", &arguments.animate),
    ])?;
    let progress = Progress::of(common);
    let sized = SizedScene::open(&arguments.scene, &arguments.goal, common, &progress)?;
    progress.step("building the map");
    let start = Instant::now();
    let map = sized.map(radius, common.quiet)?;
    let built = start.elapsed().as_secs_f64();
    progress.step("sampling the map");
    let raster = Raster::fitting(sized.domain.bounds(), arguments.size).map_err(|why| Failure::File {
        what: format!("{}: {why}", sized.label),
        advice: "choose another --size".into(),
    })?;
    let start = Instant::now();
    let sample = DiscSample::of(&map, &raster);
    let mut report = report(&sized, &map, &sample, arguments);
    (report.build_seconds, report.sample_seconds) = (built, start.elapsed().as_secs_f64());
    if let Some(file) = &arguments.raster {
        progress.step("writing the pixels");
        outputs.wrote(file, sample.save_npz(radius, file).map_err(|why| unwritten(file, &why)))?;
    }
    if let Some(file) = &arguments.shapes {
        progress.step("tracing borders and lines of equal cost");
        let least = sized.sources.iter().map(|source| source.offset).fold(f64::INFINITY, f64::min);
        let levels = round_levels(least, report.max_cost, ISOLINES);
        let shapes = sample.to_geojson(&map, &levels, &sized.sources);
        outputs.wrote(file, files::write(file, shapes.as_bytes()).map_err(|why| unwritten(file, &why)))?;
    }
    if let Some(file) = &arguments.picture {
        progress.step("drawing");
        let options = Options::default().size(arguments.size).axes(arguments.axes);
        let style = style(arguments).farthest(arguments.farthest);
        let picture = Picture::of_disc_map(&sized.scene.settled_world(), &map, &sample, &style, &options);
        outputs.wrote(file, picture.and_then(|picture| picture.save(file)).map_err(undrawn))?;
    }
    if let Some(file) = &arguments.animate {
        let frames = disc_film::write(arguments, radius, file, common.limits(), &progress);
        report.frames = Some(outputs.wrote(file, frames)?);
        report.frames_per_second = Some(arguments.fps);
    }
    drop(progress);
    match common.format {
        Format::Json => output::json(&report),
        Format::Text => output::text(&describe(&sized.label, &report)),
    }
}

fn report(sized: &SizedScene, map: &DiscMap, sample: &DiscSample, arguments: &Map) -> Report {
    let stats = map.stats();
    let count = |is_one: fn(f32) -> bool| sample.costs().iter().filter(|&&cost| is_one(cost)).count();
    let (free, unreachable) = (count(|cost| !cost.is_nan()), count(|cost| cost == f32::INFINITY));
    let named = |file: &Option<std::path::PathBuf>| file.as_ref().map(|file| file.display().to_string());
    let width = sample.raster().width();
    let finite = (0..sample.costs().len()).filter(|&k| sample.costs()[k].is_finite());
    let farthest = finite.max_by(|&a, &b| sample.costs()[a].total_cmp(&sample.costs()[b]));
    // Exactly: the pixel has it to f32 only.
    let max_cost = farthest.and_then(|k| map.cost(sample.raster().centre(k % width, k / width)).ok());
    Report {
        vertices: sized.domain.vertex_count(),
        triangles: sized.domain.free_triangles(),
        generators: stats.generators,
        windows: stats.windows,
        build_seconds: 0.0,
        sample_seconds: 0.0,
        size: [sample.raster().width(), sample.raster().height()],
        max_cost: max_cost.unwrap_or(0.0),
        sources: sized.sources.len(),
        unreachable: if free == 0 { 0.0 } else { unreachable as f64 / free as f64 },
        domain_seconds: sized.checking.as_secs_f64(),
        picture: named(&arguments.picture),
        raster: named(&arguments.raster),
        shapes: named(&arguments.shapes),
        animation: named(&arguments.animate),
        frames: None,
        frames_per_second: None,
        radius: Some(map.radius()),
    }
}
