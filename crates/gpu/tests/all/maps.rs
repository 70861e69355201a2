//! Samples on the card beside the exact maps, on random worlds.

use crate::common::gpu;
use crate::common::rig::{Judge, map_on_terms, plain_map};
use std::cell::{Cell, RefCell};
use std::sync::Arc;
use wayfront_domain::{Domain, Scene, TriangleId};
use wayfront_geometry::{Bounds, Point, Raster};
use wayfront_gpu::{Gpu, GpuError, GpuMap, GpuSample};
use wayfront_pathmap::PathMap;
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::{Verdict, check};
use wayfront_testkit::terms::{FLOATS, GRID, Kind, delays, no_gates};
use wayfront_testkit::worlds::{Coordinates, mapped, rectangle, world};
use wayfront_world::{Polygon, Source, World};

/// A map and a sample that are kept from world to world.
struct Kept {
    gpu: Gpu,
    map: Option<GpuMap>,
    sample: GpuSample,
}

impl Kept {
    fn new(gpu: Gpu) -> RefCell<Self> {
        let sample = GpuSample::new(&gpu).unwrap();
        RefCell::new(Self { gpu, map: None, sample })
    }

    fn draw(&mut self, map: &PathMap, raster: &Raster) -> (Vec<f32>, Vec<u32>) {
        match &mut self.map {
            Some(kept) => kept.follow(map).unwrap(),
            none => *none = Some(GpuMap::new(&self.gpu, map).unwrap()),
        }
        self.sample.draw(self.map.as_mut().unwrap(), raster).unwrap();
        self.sample.read().unwrap()
    }
}

/// All of the world, or a part of it, on few or many pixels.
fn some_view(rng: &mut Rng, bounds: Bounds) -> Option<Raster> {
    // The last ones are so fine that pixels are drawn in blocks.
    let sizes = [1, 2, 7, 8, 9, 17, 24, 33, 65, 90];
    let whole = rng.chance(0.5);
    let part = if whole {
        bounds
    } else {
        let corner = |rng: &mut Rng| bounds.min + Point::new(rng.unit() * bounds.width(), rng.unit() * bounds.height());
        let (a, size) = (corner(rng), bounds.size() * 0.3 * rng.unit());
        Bounds { min: a, max: a + Point::new(size, size) }
    };
    Raster::new(part, *rng.pick(&sizes), *rng.pick(&sizes)).ok()
}

fn pixels_agree(kept: &RefCell<Kept>, map: &PathMap, rng: &mut Rng, beside: &Cell<(usize, usize)>) -> Verdict {
    let Some(raster) = some_view(rng, map.domain().bounds()) else { return Ok(()) };
    let (costs, generators) = kept.borrow_mut().draw(map, &raster);
    let mut judge = Judge { map, beside: 0, all: 0 };
    for (k, (&cost, &generator)) in costs.iter().zip(&generators).enumerate() {
        let centre = raster.centre(k % raster.width(), k / raster.width());
        judge.judge(centre, cost, generator)?;
    }
    let (some, all) = beside.get();
    beside.set((some + judge.beside, all + judge.all));
    Ok(())
}

fn agree(name: &str, count: u64, from: Coordinates, make: impl Fn(&World, &mut Rng) -> Option<PathMap>) -> f64 {
    let Some(gpu) = gpu() else { return 0.0 };
    let (kept, beside) = (Kept::new(gpu), Cell::default());
    let property = |world: &World, rng: &mut Rng| match make(world, rng) {
        Some(map) => pixels_agree(&kept, &map, rng, &beside),
        None => Ok(()),
    };
    check(name, count, |rng| world(rng, from), property);
    let (some, all): (usize, usize) = beside.get();
    println!("{name}: {some} of {all} pixels are right beside their centres only");
    some as f64 / all.max(1) as f64
}

const UTM: Point = Point::new(412_345.678, 5_312_345.123);

#[test]
fn plain_maps_among_floats() {
    let share = agree("plain among floats", 150, FLOATS, |w, rng| plain_map(w, rng, FLOATS, Point::default()));
    assert!(share < 1e-3, "{share}");
}

#[test]
fn plain_maps_on_grids() {
    agree("plain on grids", 150, GRID, |w, rng| plain_map(w, rng, GRID, Point::default()));
}

#[test]
fn plain_maps_far_from_zero() {
    agree("plain at UTM coordinates", 100, FLOATS, |w, rng| plain_map(w, rng, FLOATS, UTM));
    agree("plain on grids at UTM coordinates", 100, GRID, |w, rng| plain_map(w, rng, GRID, UTM));
}

#[test]
fn plain_maps_mirrored() {
    let mirrored = |world: &World, from: Coordinates| mapped(world, |p| Point::new(from.side() - p.x, p.y));
    agree("plain, mirrored", 100, FLOATS, |w, rng| plain_map(&mirrored(w, FLOATS), rng, FLOATS, Point::default()));
    agree("plain on grids, mirrored", 100, GRID, |w, rng| plain_map(&mirrored(w, GRID), rng, GRID, UTM));
}

#[test]
fn weights() {
    let kind = Kind { speeds: &[0.5, 0.8, 1.3, 2.0, 4.0], price: no_gates, has_segments: false };
    agree("weights among floats", 100, FLOATS, |w, rng| map_on_terms(w, rng, FLOATS, kind));
    agree("weights on grids", 100, GRID, |w, rng| map_on_terms(w, rng, GRID, kind));
}

#[test]
fn delays_and_doors() {
    let kind = Kind { speeds: &[1.3, 2.0], price: delays, has_segments: true };
    agree("delays among floats", 100, FLOATS, |w, rng| map_on_terms(w, rng, FLOATS, kind));
    agree("delays on grids", 100, GRID, |w, rng| map_on_terms(w, rng, GRID, kind));
}

/// A room with so many sources that lists of candidates are too short for them, and at last their bytes too small.
#[test]
fn more_candidates_than_a_list_names() {
    let Some(gpu) = gpu() else { return };
    let kept = Kept::new(gpu);
    let mut room = World::default();
    room.areas.push(Polygon::ring(rectangle(0.0, 0.0, 10.0, 10.0)));
    let domain = Arc::new(Domain::without_doors(&room).unwrap());
    let mut rng = Rng::new(5);
    for count in [10, 40, 300, 700] {
        let at = |rng: &mut Rng| Point::new(0.1 + 9.8 * rng.unit(), 0.1 + 9.8 * rng.unit());
        let sources: Vec<Source> =
            (0..count).map(|_| Source::point(at(&mut rng)).with_offset(0.1 * rng.unit())).collect();
        let map = PathMap::new(domain.clone(), &sources).unwrap();
        let most = (0..domain.free_triangles() as u32).map(|t| map.view().windows(TriangleId(t)).len()).max();
        assert!(most >= Some(count / 2), "{most:?} of {count}");
        // Pixels one by one, and in blocks.
        for size in [9, 150] {
            let raster = Raster::fitting(domain.bounds(), size).unwrap();
            let (costs, generators) = kept.borrow_mut().draw(&map, &raster);
            all_right(&map, &raster, &costs, &generators);
            assert!(costs.iter().all(|cost| cost.is_finite()));
        }
    }
}

#[test]
fn views_larger_than_the_world() {
    let Some(gpu) = gpu() else { return };
    let (kept, map) = (Kept::new(gpu), office());
    let Bounds { min, max } = map.domain().bounds();
    let around = (max - min) * 0.4;
    for size in [30, 400] {
        let raster = Raster::fitting(Bounds { min: min - around, max: max + around }, size).unwrap();
        let (costs, generators) = kept.borrow_mut().draw(&map, &raster);
        all_right(&map, &raster, &costs, &generators);
        assert!(costs.iter().any(|cost| cost.is_finite()));
    }
}

fn all_right(map: &PathMap, raster: &Raster, costs: &[f32], generators: &[u32]) {
    let mut judge = Judge { map, beside: 0, all: 0 };
    for (k, (&cost, &generator)) in costs.iter().zip(generators).enumerate() {
        judge.judge(raster.centre(k % raster.width(), k / raster.width()), cost, generator).unwrap();
    }
}

fn office() -> PathMap {
    PathMap::of(&Scene::open("office").unwrap()).unwrap()
}

#[test]
fn the_second_frame_makes_nothing_and_sends_nothing() {
    let Some(gpu) = gpu() else { return };
    let map = office();
    let raster = Raster::fitting(map.domain().bounds(), 300).unwrap();
    let mut kept = GpuMap::new(&gpu, &map).unwrap();
    let mut sample = GpuSample::new(&gpu).unwrap();
    sample.draw(&mut kept, &raster).unwrap();
    let first = sample.read().unwrap();
    let before = gpu.counts();
    kept.follow(&map).unwrap();
    sample.draw(&mut kept, &raster).unwrap();
    let after = gpu.counts();
    let made = (after.buffers - before.buffers, after.textures - before.textures, after.uploaded - before.uploaded);
    assert_eq!(made, (0, 0, 0));
    let second = sample.read().unwrap();
    assert_eq!((bits(&first.0), first.1), (bits(&second.0), second.1));
    assert_eq!(gpu.counts().buffers, after.buffers);
}

#[test]
fn a_map_that_changes_in_part_sends_what_changed() {
    let Some(gpu) = gpu() else { return };
    let scene = Scene::open("office").unwrap();
    let mut sources = scene.sources().to_vec();
    let before = PathMap::new(scene.domain().clone(), &sources).unwrap();
    sources[0].offset += 1e-3;
    let after = PathMap::new(scene.domain().clone(), &sources).unwrap();
    let start = gpu.counts().uploaded;
    let mut kept = GpuMap::new(&gpu, &before).unwrap();
    let whole = gpu.counts().uploaded - start;
    let start = gpu.counts();
    kept.follow(&after).unwrap();
    let sent = gpu.counts().uploaded - start.uploaded;
    // Costs of the corners that go to the moved source change; windows and triangles hardly do.
    assert!(sent > 0 && sent < whole / 2, "{sent} of {whole} bytes");
    assert_eq!(gpu.counts().buffers, start.buffers);
    let raster = Raster::fitting(after.domain().bounds(), 90).unwrap();
    let mut sample = GpuSample::new(&gpu).unwrap();
    sample.draw(&mut kept, &raster).unwrap();
    let (costs, generators) = sample.read().unwrap();
    all_right(&after, &raster, &costs, &generators);
}

fn bits(costs: &[f32]) -> Vec<u32> {
    costs.iter().map(|cost| cost.to_bits()).collect()
}

#[test]
fn two_maps_on_one_device_do_not_disturb_each_other() {
    let Some(gpu) = gpu() else { return };
    let (one, two) = (office(), PathMap::of(&Scene::open("two-rooms").unwrap()).unwrap());
    let mut cards = [&one, &two].map(|map| (GpuMap::new(&gpu, map).unwrap(), GpuSample::new(&gpu).unwrap()));
    for (map, (card, sample)) in [&one, &two].into_iter().zip(&mut cards) {
        sample.draw(card, &Raster::fitting(map.domain().bounds(), 61).unwrap()).unwrap();
    }
    for (map, (_, sample)) in [&one, &two].into_iter().zip(&mut cards) {
        let raster = Raster::fitting(map.domain().bounds(), 61).unwrap();
        let (costs, generators) = sample.read().unwrap();
        all_right(map, &raster, &costs, &generators);
    }
}

#[test]
fn more_pixels_than_a_texture_has_are_refused() {
    let Some(gpu) = gpu() else { return };
    let map = office();
    let side = gpu.adapter().limits.max_texture_dimension_2d + 1;
    let Ok(raster) = Raster::new(map.domain().bounds(), side, 1) else { return };
    let mut sample = GpuSample::new(&gpu).unwrap();
    let error = sample.draw(&mut GpuMap::new(&gpu, &map).unwrap(), &raster).unwrap_err();
    assert!(matches!(error, GpuError::TooLarge { unit: "pixels", .. }), "{error}");
}

#[test]
fn a_lost_device_is_reported() {
    let Some(gpu) = gpu() else { return };
    let map = office();
    let raster = Raster::fitting(map.domain().bounds(), 20).unwrap();
    let mut kept = GpuMap::new(&gpu, &map).unwrap();
    let mut sample = GpuSample::new(&gpu).unwrap();
    sample.draw(&mut kept, &raster).unwrap();
    gpu.close();
    assert!(matches!(sample.draw(&mut kept, &raster), Err(GpuError::Lost { .. })));
    assert!(matches!(sample.read(), Err(GpuError::Lost { .. })));
    assert!(matches!(GpuMap::new(&gpu, &map), Err(GpuError::Lost { .. })));
}
