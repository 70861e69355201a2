//! The papers' path map, beside the exact one: how long, and where they differ.

use super::{Effort, GpuRow, measured};
use std::time::Instant;
use wayfront::geometry::Raster;
use wayfront::gpu::{Gpu, GpuError, ShadowMap, ShadowScene};
use wayfront::views::Sample;
use wayfront::{PathMap, Scene};

/// A cost read, a cost and a generator written, per pixel and generator.
const PIXEL_BYTES: u64 = 12;
/// Scenes, and their published builds of 1000 x 1000 pixels on a GTX 970.
const PUBLISHED: [(&str, &str); 3] =
    [("profiling0", "1.4 ms in all"), ("profiling1", "5.4 ms in all"), ("profiling3", "125 ms in all (GTX 970)")];

pub fn section(gpu: &Gpu, effort: Effort) -> Result<(Vec<GpuRow>, Vec<String>), GpuError> {
    let (mut rows, mut remarks) = (Vec::new(), Vec::new());
    for (name, published) in PUBLISHED.into_iter().take(if effort.is_quick { 2 } else { 3 }) {
        let Ok(scene) = Scene::open(name) else { continue };
        let Ok(map) = PathMap::of(&scene) else { continue };
        let Ok(raster) = Raster::fitting(map.domain().bounds(), 1000) else { continue };
        let seen = ShadowScene::of(&scene)?;
        let mut shadows = ShadowMap::new(gpu)?;
        let stats = shadows.draw(&seen, &raster)?;
        let pixels = raster.width() * raster.height();
        let bytes = PIXEL_BYTES * pixels as u64;
        // One run is hundreds of passes over all pixels: a turn or two are enough.
        let once = Effort { turns: 1, ..effort };
        let start = Instant::now();
        shadows.draw(&seen, &raster)?;
        let each = start.elapsed().as_secs_f64() * 1e3 / stats.generators as f64;
        let mut exact = || drop(Sample::of(&map, &raster));
        let [_, copied, computed] = measured(gpu, once, bytes, || Ok(()), Some(&mut exact))?;
        let what = format!("shadows of {name}, {} edges, each of {} generators", stats.edges, stats.generators);
        let times = crate::stopwatch::Times::of(vec![each / 1e3]);
        rows.push(GpuRow::new(what, pixels, bytes, [Some(times), copied, computed], published));
        remarks.push(format!(
            "shadows of {name}: {:.0} ms in all, {each:.1} ms for each generator",
            each * stats.generators as f64
        ));
    }
    remarks.extend(differences(gpu, effort)?);
    Ok((rows, remarks))
}

/// Where the method differs from the exact map, as the resolution grows.
fn differences(gpu: &Gpu, effort: Effort) -> Result<Vec<String>, GpuError> {
    let mut lines = Vec::new();
    let sizes: &[u32] = if effort.is_quick { &[50, 100] } else { &[25, 50, 100, 200, 400] };
    for name in ["office", "maze", "touching", "bicycle"] {
        let Ok(scene) = Scene::open(name) else { continue };
        let (Ok(map), Ok(seen)) = (PathMap::of(&scene), ShadowScene::of(&scene)) else { continue };
        let mut shadows = ShadowMap::new(gpu)?;
        for &size in sizes {
            let Ok(raster) = Raster::fitting(map.domain().bounds(), size) else { continue };
            shadows.draw(&seen, &raster)?;
            let (costs, _) = shadows.read()?;
            let exact = Sample::of(&map, &raster);
            let pairs = || costs.iter().zip(exact.costs()).filter(|(a, b)| a.is_finite() && b.is_finite());
            let by = |(a, b): (&f32, &f32)| f64::from((a - b).abs()) / raster.pixel().x;
            let most = pairs().map(by).fold(0.0, f64::max);
            let wrong = pairs().map(by).filter(|&by| by > 0.05).count();
            let one = costs.iter().zip(exact.costs()).filter(|(a, b)| a.is_finite() != b.is_finite()).count();
            lines.push(format!(
                "{name} at {size} px: {wrong} of {} pixels differ by more than 0.05 px, by {most:.3} px at most; {one} are free in one only",
                costs.len()
            ));
        }
    }
    Ok(lines)
}
