//! Rasters of a view: what is asked for, clamped to what a session takes on.

use crate::frame::{FrameHead, FrameKind, push_f64, push_u16, push_u32};
use crate::layers::windows::colour;
use crate::limits;
use crate::messages::Show;
use std::collections::HashMap;
use wayfront_draw::RegionNumbers;
use wayfront_geometry::{Bounds, Point, Raster};
use wayfront_pathmap::PathMap;
use wayfront_views::{NO_GENERATOR, Sample};
use wayfront_world::World;

/// Costs are shares of the largest in so many steps.
pub const STEPS: f64 = 65_000.0;
pub const BLOCKED: u16 = 65_535;
pub const UNREACHABLE: u16 = 65_534;

/// The pixels that a page shows, at most so many along a side; all of the scene if it says nothing.
pub fn view_raster(show: &Show, whole: Bounds, most: u32) -> Option<Raster> {
    let [width, height] = show.pixels.unwrap_or([800, 600]).map(|pixels| pixels.clamp(1, limits::PIXELS));
    let bounds = match show.view {
        Some([x0, y0, x1, y1]) if [x0, y0, x1, y1].iter().all(|number| number.is_finite()) => {
            Bounds { min: Point::new(x0.min(x1), y0.min(y1)), max: Point::new(x0.max(x1), y0.max(y1)) }
        }
        _ => whole,
    };
    let longest = (f64::from(width) / bounds.width()).min(f64::from(height) / bounds.height()) * bounds.size();
    Raster::fitting(bounds, (longest.round() as u32).clamp(1, most)).ok()
}

/// A path map on the pixels of a view.
pub fn encode_path(
    world: &World,
    map: &PathMap,
    raster: &Raster,
    with_regions: bool,
    frame: u32,
    revision: u32,
) -> Vec<u8> {
    let sample = Sample::of(map, raster);
    let costs = sample.costs();
    let most = costs.iter().copied().filter(|cost| cost.is_finite()).fold(0.0f32, f32::max);
    let size = [raster.width() as u32, raster.height() as u32];
    let head = FrameHead {
        kind: FrameKind::PathRaster,
        frame,
        revision,
        counts: [size[0], size[1], u32::from(with_regions)],
        origin: raster.bounds().min.into(),
        most: f64::from(most),
    };
    let mut bytes = head.begin(18 + costs.len() * if with_regions { 6 } else { 2 });
    push_f64(&mut bytes, [raster.bounds().width() / f64::from(size[0]), raster.bounds().height() / f64::from(size[1])]);
    push_u16(&mut bytes, costs.iter().map(|&cost| step(f64::from(cost), f64::from(most))));
    if with_regions {
        // Colours are words of 32 bits: they begin at a multiple of four.
        if costs.len() % 2 == 1 {
            push_u16(&mut bytes, [0]);
        }
        push_u32(&mut bytes, region_colours(world, map, sample.generators()));
    }
    bytes
}

/// Numbers on the pixels of a raster: NaN is blocked.
pub fn encode_cells(kind: FrameKind, [frame, revision]: [u32; 2], raster: &Raster, values: &[f64]) -> Vec<u8> {
    let most = values.iter().copied().filter(|value| value.is_finite()).fold(0.0, f64::max);
    let size = [raster.width() as u32, raster.height() as u32];
    let (bounds, counts) = (raster.bounds(), [size[0], size[1], 0]);
    let mut bytes =
        FrameHead { kind, frame, revision, counts, origin: bounds.min.into(), most }.begin(16 + 2 * values.len());
    push_f64(&mut bytes, [bounds.width() / f64::from(size[0]), bounds.height() / f64::from(size[1])]);
    push_u16(&mut bytes, values.iter().map(|&value| step(value, most)));
    bytes
}

/// NaN is blocked, infinity unreachable.
pub fn step(cost: f64, most: f64) -> u16 {
    if cost.is_nan() {
        BLOCKED
    } else if cost.is_infinite() {
        UNREACHABLE
    } else {
        (cost / most.max(f64::MIN_POSITIVE) * STEPS).clamp(0.0, STEPS) as u16
    }
}

fn region_colours<'a>(world: &World, map: &'a PathMap, generators: &'a [u32]) -> impl Iterator<Item = u32> + 'a {
    let numbers = RegionNumbers::of(world);
    let mut known: HashMap<u32, u32> = HashMap::new();
    generators.iter().map(move |&generator| {
        if generator == NO_GENERATOR {
            return 0;
        }
        *known.entry(generator).or_insert_with(|| {
            let root = map.view().numbered(wayfront_pathmap::GeneratorId(generator));
            root.map_or(0, |root| colour(&numbers, map, root))
        })
    })
}
