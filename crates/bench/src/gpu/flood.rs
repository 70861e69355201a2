//! Diagrams of first and second order by jump flooding, beside the exact diagram asked for every pixel.

use super::{Effort, add, measured};
use crate::table::Section;
use wayfront::Scene;
use wayfront::geometry::Raster;
use wayfront::gpu::{Gpu, GpuError, GpuFlood, sites_of};
use wayfront::voronoi::Voronoi;

/// Two sites of nine pixels are read and two written in each pass.
const PASS_BYTES: u64 = 8 * 10;
/// Passes for 1000 pixels.
const PASSES: u64 = 12;

pub fn section(gpu: &Gpu, effort: Effort) -> Result<Section, GpuError> {
    let mut section = Section::new("Jump flooding (published: 7 to 20 ms for 10 to 200 agents, Nvidia 7900)");
    let mut flood = GpuFlood::new(gpu)?;
    for name in ["office", "plaza"].into_iter().take(if effort.is_quick { 1 } else { 2 }) {
        let Ok(scene) = Scene::open(name) else { continue };
        let domain = scene.walled_domain();
        let Ok(raster) = Raster::fitting(domain.bounds(), 1000) else { continue };
        let size = [raster.width(), raster.height()];
        let pixels = size[0] * size[1];
        let sites = sites_of(domain);
        let bytes = PASS_BYTES * PASSES * pixels as u64;
        let mut exact = || {
            let Ok(voronoi) = Voronoi::of(domain) else { return };
            let places = (0..size[1]).flat_map(|row| (0..size[0]).map(move |column| (column, row)));
            places.for_each(|(column, row)| {
                std::hint::black_box(voronoi.clearance(raster.centre(column, row)));
            });
        };
        let run = || flood.run(raster.bounds(), size, &sites);
        let times = measured(gpu, effort, bytes, run, Some(&mut exact))?;
        add(&mut section, &format!("flood of {name}, {} sites", sites.len()), pixels, bytes, times);
    }
    Ok(section)
}
