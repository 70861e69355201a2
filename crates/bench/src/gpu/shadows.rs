//! The papers' path map by fans, beside the exact one: how long, and where they differ.

use super::{Effort, add, measured};
use crate::stopwatch::{Figures, Times};
use crate::table::{Bound, Section};
use std::time::Instant;
use wayfront::domain::Guide;
use wayfront::geometry::{Point, Raster};
use wayfront::gpu::{FanMap, Gpu, GpuError, ShadowScene};
use wayfront::views::Sample;
use wayfront::{PathMap, Scene};

/// A cost read, a cost and a generator written, per pixel and generator.
const PIXEL_BYTES: u64 = 12;
/// Scenes, and their published builds of 1000 x 1000 pixels on a GTX 970, in milliseconds.
const PUBLISHED: [(&str, f64); 7] = [
    ("profiling0", 1.4),
    ("profiling1", 5.4),
    ("profiling2", 45.6),
    ("profiling3", 125.1),
    ("profiling4", 270.1),
    ("profiling5", 856.4),
    ("profiling6", 2737.1),
];
/// Milliseconds for each generator at most.
const MOST: f64 = 3.0;

pub fn section(gpu: &Gpu, effort: Effort) -> Result<Section, GpuError> {
    let mut section = Section::new("The papers' path map by fans (published: GTX 970)");
    let mut fans = FanMap::new(gpu)?;
    let mut whole: Vec<(usize, f64, f64)> = Vec::new();
    for (name, published_ms) in PUBLISHED.into_iter().take(if effort.is_quick { 2 } else { 7 }) {
        let Ok(scene) = Scene::open(name) else { continue };
        let Ok(map) = PathMap::of(&scene) else { continue };
        let Ok(raster) = Raster::fitting(map.domain().bounds(), 1000) else { continue };
        let seen = ShadowScene::of(&scene)?;
        if section.rows.is_empty() {
            // Compiles the kernels.
            fans.draw(&seen, &raster)?;
            gpu.finish()?;
        }
        let pixels = raster.width() * raster.height();
        let bytes = PIXEL_BYTES * pixels as u64;
        // One run is hundreds of generators: it is not repeated.
        let start = Instant::now();
        let stats = fans.draw(&seen, &raster)?;
        gpu.finish()?;
        let all = start.elapsed().as_secs_f64();
        let each = all / stats.generators as f64;
        let mut exact = || drop(Sample::of(&map, &raster));
        let once = Effort { turns: 1, ..effort };
        let [_, copied, computed] = measured(gpu, once, bytes, || Ok(()), Some(&mut exact))?;
        let what = format!("{name} by fans, {} edges, each of {} generators", seen.edge_count(), stats.generators);
        add(&mut section, &what, pixels, bytes, [Some(Times::of(vec![each])), copied, computed]);
        whole.push((stats.generators, all * 1e3, published_ms));
        section.ratio(format!("{name}: whole map, ms"), Figures::of(all * 1e3));
        section.ratio(format!("{name}: published map, ms"), Figures::of(published_ms));
        if ["profiling3", "profiling6"].contains(&name) {
            section.target(format!("{name}: ms for each generator"), Figures::of(each * 1e3), Bound::AtMost(MOST));
        }
    }
    growth(&whole, &mut section);
    Ok(section)
}

/// How times of whole maps grow with their generators from the second scene on, beside the published ones.
fn growth(whole: &[(usize, f64, f64)], section: &mut Section) {
    if let ([_, first, ..], Some(last)) = (whole, whole.last()) {
        let exponent = |from: f64, to: f64| (to / from).ln() / (last.0 as f64 / first.0 as f64).ln();
        section.ratio("exponent of growth with generators", Figures::of(exponent(first.1, last.1)));
        section.ratio("exponent of growth with generators, published", Figures::of(exponent(first.2, last.2)));
    }
}

/// Where the method differs from the exact map, and by how much, as the resolution grows.
pub fn differences(gpu: &Gpu, effort: Effort) -> Result<Section, GpuError> {
    let mut section = Section::new("Fans and the exact map");
    let sizes: &[u32] = if effort.is_quick { &[50, 100] } else { &[25, 50, 100, 200, 400] };
    let mut fans = FanMap::new(gpu)?;
    for name in ["office", "maze", "touching", "bicycle"] {
        let Ok(scene) = Scene::open(name) else { continue };
        let (Ok(map), Ok(seen)) = (PathMap::of(&scene), ShadowScene::of(&scene)) else { continue };
        for &size in sizes {
            let Ok(raster) = Raster::fitting(map.domain().bounds(), size) else { continue };
            fans.draw(&seen, &raster)?;
            let difference = difference(&fans.read()?.0, &map, &raster);
            section.remark(format!("{name} at {size} px by fans: {difference}"));
        }
    }
    Ok(section)
}

fn difference(costs: &[f32], map: &PathMap, raster: &Raster) -> String {
    // Centres on walls cost what the cheaper side does; those on outlines but for rounding are on them.
    let centres: Vec<Point> = (0..costs.len()).map(|k| raster.centre(k % raster.width(), k / raster.width())).collect();
    let cost = |map: &PathMap, p: Point| map.cost(map.domain().free_within_rounding(p).unwrap_or(p));
    let exact: Vec<f32> =
        map.ask_all(&centres, cost).into_iter().map(|cost| cost.map_or(f32::INFINITY, |cost| cost as f32)).collect();
    let pairs = || costs.iter().zip(&exact).filter(|(a, b)| a.is_finite() && b.is_finite());
    let by = |(a, b): (&f32, &f32)| f64::from((a - b).abs()) / raster.pixel().x;
    let most = pairs().map(by).fold(0.0, f64::max);
    let wrong = pairs().map(by).filter(|&by| by > 0.05).count();
    let one = costs.iter().zip(&exact).filter(|(a, b)| a.is_finite() != b.is_finite()).count();
    let all = costs.len();
    format!("{wrong} of {all} pixels differ by more than 0.05 px, by {most:.3} px at most; {one} are free in one only")
}
