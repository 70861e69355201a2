//! Worlds larger than a binding are refused with the numbers, and the device goes on; worlds with nothing in them; two of
//! everything on one device; results do not depend on the order in which things are asked.

use crate::common::gpu;
use std::sync::Arc;
use wayfront_domain::{CellId, Cells, Domain, Scene};
use wayfront_geometry::{Bounds, Point, Raster};
use wayfront_gpu::{
    FanMap, FloodSite, Gpu, GpuError, GpuFlood, GpuLocalMaps, GpuMap, GpuQuestions, GpuSample, GpuWave, ShadowScene,
    sites_of,
};
use wayfront_pathmap::PathMap;
use wayfront_potential::{Bias, LocalDisc, LocalQuestion};
use wayfront_search::{CellSpace, Diagonals, StateId, UNKNOWN, Wave};
use wayfront_testkit::rng::Rng;
use wayfront_testkit::worlds::rectangle;
use wayfront_world::{Polygon, Source, World};

/// Bytes of an array that a kernel sees, on a device of these tests.
const SMALL: u64 = 1 << 16;

/// A device on which arrays are small.
fn small() -> Option<Gpu> {
    gpu()?;
    Some(Gpu::open_within(None, |limits| limits.max_storage_buffer_binding_size = SMALL).unwrap())
}

fn is_refused<T: std::fmt::Debug>(done: Result<T, GpuError>) {
    let error = done.unwrap_err();
    assert!(matches!(error, GpuError::TooLarge { unit: "bytes", limit: SMALL, .. }), "{error}");
    let text = error.to_string();
    let numbers = text.contains("the device's limit is 65536 (max_storage_buffer_binding_size)");
    assert!(numbers && text.contains(" needs "), "{text}");
}

fn map_of(name: &str) -> PathMap {
    PathMap::of(&Scene::open(name).unwrap()).unwrap()
}

fn space(side: usize) -> CellSpace {
    let cells = Cells::new(Point::default(), 1.0, [side, side], vec![true; side * side]).unwrap();
    CellSpace::new(&cells, Diagonals::BothFree).unwrap()
}

#[test]
fn maps_larger_than_a_binding_are_refused() {
    let Some(gpu) = small() else { return };
    is_refused(GpuMap::new(&gpu, &map_of("profiling6")));
    let map = map_of("two-rooms");
    let mut card = GpuMap::new(&gpu, &map).unwrap();
    let raster = Raster::fitting(map.domain().bounds(), 100).unwrap();
    let mut sample = GpuSample::new(&gpu).unwrap();
    sample.draw(&mut card, &raster).unwrap();
    // A map that is too large is in the card in part: it is not drawn. The next one is.
    is_refused(card.follow(&map_of("profiling6")));
    let error = sample.draw(&mut card, &raster).unwrap_err();
    assert!(error.to_string().contains("a map that did not fit"), "{error}");
    card.follow(&map).unwrap();
    sample.draw(&mut card, &raster).unwrap();
    let (costs, _) = sample.read().unwrap();
    let right = wayfront_views::Sample::of(&map, &raster);
    // Centres on outlines, but for rounding, may be free in one of the two only.
    let both = costs.iter().zip(right.costs()).filter(|(a, b)| a.is_finite() && b.is_finite());
    assert!(both.clone().count() > 1000 && both.clone().all(|(a, b)| (a - b).abs() < 1e-4));
    // Questions: 8 bytes for a point, 16 for an answer, 8 for each point of a route.
    let mut questions = GpuQuestions::new(&gpu).unwrap();
    let at = map.domain().corner_points()[0];
    is_refused(questions.set_points(&card, &vec![at; 8193]));
    questions.set_points(&card, &vec![at; 5000]).unwrap();
    is_refused(questions.ask(&mut card));
    questions.set_points(&card, &vec![at; 1000]).unwrap();
    questions.ask(&mut card).unwrap();
    is_refused(questions.lead(&mut card, 9));
    questions.lead(&mut card, 8).unwrap();
    assert_eq!(questions.read_answers().unwrap().len(), 1000);
}

#[test]
fn shadows_larger_than_a_binding_are_refused() {
    let Some(gpu) = small() else { return };
    let scene = Scene::open("two-rooms").unwrap();
    let seen = ShadowScene::of(&scene).unwrap();
    let raster = |size| Raster::fitting(scene.domain().bounds(), size).unwrap();
    // Fans keep a bit for each pixel.
    let mut fans = FanMap::new(&gpu).unwrap();
    is_refused(fans.draw(&seen, &raster(1200)));
    fans.draw(&seen, &raster(400)).unwrap();
    assert!(fans.read().unwrap().0.iter().any(|cost| cost.is_finite()));
}

#[test]
fn waves_floods_and_local_maps_larger_than_a_binding_are_refused() {
    let Some(gpu) = small() else { return };
    let mut wave = GpuWave::new(&gpu).unwrap();
    is_refused(wave.run(&space(129), &[(StateId(0), 0)]));
    let (even, mut right) = (space(128), Wave::new());
    right.run(&even, &[(StateId(0), 0)]);
    wave.run(&even, &[(StateId(0), 0)]).unwrap();
    assert_eq!(wave.costs().unwrap(), right.costs());
    // One that is too large leaves the next as it would be.
    is_refused(wave.run(&space(129), &[(StateId(0), 0)]));
    wave.run(&even, &[(StateId(0), 0)]).unwrap();
    assert_eq!(wave.costs().unwrap(), right.costs());

    let view = Bounds { min: Point::default(), max: Point::new(1.0, 1.0) };
    let sites = [FloodSite::disc(Point::new(0.3, 0.3), 0.1, 0)];
    let mut flood = GpuFlood::new(&gpu).unwrap();
    is_refused(flood.run(view, [65, 64], &sites));
    flood.run(view, [64, 64], &sites).unwrap();
    assert!(flood.read().unwrap().iter().all(|pixel| pixel.first.is_some()));

    let mut maps = GpuLocalMaps::new(&gpu, 11, 0.2).unwrap();
    let cells = |side: usize| Cells::new(Point::default(), 0.2, [side, side], vec![true; side * side]).unwrap();
    is_refused(maps.set_world(&cells(800), [&[][..]]));
    maps.set_world(&cells(100), [&[][..]]).unwrap();
    let (questions, discs) = crowd(1000);
    is_refused(maps.descents(6.0, &discs, &questions));
    assert_eq!(maps.descents(6.0, &discs[..100], &questions[..100]).unwrap().len(), 100);
}

/// Agents in a hall of twenty by twenty.
fn crowd(count: usize) -> (Vec<LocalQuestion>, Vec<LocalDisc>) {
    let rng = &mut Rng::new(3);
    let places: Vec<Point> = (0..count).map(|_| Point::new(20.0 * rng.unit(), 20.0 * rng.unit())).collect();
    let question = |at: &Point| {
        let east = Point::new(1.0, 0.0);
        LocalQuestion { at: *at, heading: east, towards: east, radius: 0.2, map: 0, bias: Bias::NONE }
    };
    let disc = |at: &Point| LocalDisc { centre: *at, radius: 0.2 };
    (places.iter().map(question).collect(), places.iter().map(disc).collect())
}

/// A square room, with an obstacle that fills it or none, and another room that no path reaches.
fn rooms(is_full: bool) -> World {
    let ring = |x: f64| Polygon::ring(rectangle(x, 0.0, x + 4.0, 4.0));
    let filling = Polygon::ring(rectangle(-1.0, -1.0, 11.0, 5.0));
    let mut world = World::new();
    world.areas = vec![ring(0.0), ring(6.0)];
    world.obstacles.extend(is_full.then_some(filling));
    world
}

#[test]
fn worlds_with_nothing_in_them() {
    let Some(gpu) = gpu() else { return };
    let mut fans = FanMap::new(&gpu).unwrap();
    let mut flood = GpuFlood::new(&gpu).unwrap();
    let mut sample = GpuSample::new(&gpu).unwrap();
    for is_full in [false, true] {
        // A world without free space is refused before any card is asked.
        let Ok(domain) = Domain::without_doors(&rooms(is_full)).map(Arc::new) else {
            assert!(is_full);
            continue;
        };
        let bounds = domain.bounds();
        let sources = [Source::point(Point::new(1.0, 1.0))];
        for sources in [&sources[..], &[]] {
            let map = PathMap::new(domain.clone(), sources).ok();
            for (width, height) in [(1, 1), (1, 7), (33, 1), (65, 31)] {
                let raster = Raster::new(bounds, width, height).unwrap();
                let seen = ShadowScene::new(&domain, sources, &[]);
                fans.draw(&seen, &raster).unwrap();
                let mut all = vec![fans.read().unwrap().0];
                if let Some(map) = &map {
                    let mut card = GpuMap::new(&gpu, map).unwrap();
                    sample.draw(&mut card, &raster).unwrap();
                    all.push(sample.read().unwrap().0);
                }
                for (k, costs) in all.iter().enumerate() {
                    assert_eq!(costs.len(), (width * height) as usize);
                    for (pixel, &cost) in costs.iter().enumerate() {
                        let p = raster.centre(pixel % width as usize, pixel / width as usize);
                        let right = match (domain.contains(p), sources.is_empty() || p.x > 5.0) {
                            (false, _) => f32::NAN,
                            (true, true) => f32::INFINITY,
                            (true, false) => p.distance(Point::new(1.0, 1.0)) as f32,
                        };
                        let is_same = cost == right || (cost.is_nan() && right.is_nan()) || (cost - right).abs() < 1e-5;
                        assert!(is_same, "form {k}, {width} x {height}, {p}: {cost} instead of {right}");
                    }
                }
                let sites = sites_of(&domain);
                flood.run(bounds, [width as usize, height as usize], &sites).unwrap();
                assert!(flood.read().unwrap().iter().all(|pixel| pixel.first.is_some() != sites.is_empty()));
            }
        }
    }
}

/// Pixels as bits: NaN is NaN.
fn bits((costs, generators): (Vec<f32>, Vec<u32>)) -> (Vec<u32>, Vec<u32>) {
    (costs.into_iter().map(f32::to_bits).collect(), generators)
}

#[test]
fn two_of_everything_on_one_device() {
    let Some(gpu) = gpu() else { return };
    let spaces = [space(70), space(33)];
    let mut waves = [(); 2].map(|()| GpuWave::new(&gpu).unwrap());
    let goals = [(StateId(5), 0)];
    for (space, wave) in spaces.iter().zip(&mut waves) {
        wave.run(space, &goals).unwrap();
    }
    for (space, wave) in spaces.iter().zip(&mut waves) {
        let mut right = Wave::new();
        right.run(space, &goals);
        assert_eq!(wave.costs().unwrap(), right.costs());
        assert!(!right.costs().contains(&UNKNOWN));
    }
    let scenes = ["two-rooms", "office"].map(|name| Scene::open(name).unwrap());
    let raster = |scene: &Scene| Raster::fitting(scene.domain().bounds(), 50).unwrap();
    let draw = |scene: &Scene, fans: &mut FanMap| {
        fans.draw(&ShadowScene::of(scene).unwrap(), &raster(scene)).unwrap();
    };
    let mut fans = [(); 2].map(|()| FanMap::new(&gpu).unwrap());
    scenes.iter().zip(&mut fans).for_each(|(scene, fans)| draw(scene, fans));
    for (scene, fans) in scenes.iter().zip(&mut fans) {
        let mut alone = FanMap::new(&gpu).unwrap();
        draw(scene, &mut alone);
        assert_eq!(bits(fans.read().unwrap()), bits(alone.read().unwrap()));
    }
}

/// Two of a kind that are asked in turns answer as one alone does.
#[test]
fn two_floods_swarms_and_crowds_on_one_device() {
    let (Some(gpu), Some(alone)) = (gpu(), gpu()) else { return };
    let view = Bounds { min: Point::default(), max: Point::new(1.0, 1.0) };
    let sites =
        |k: usize| (0..5 + k as u32).map(move |o| FloodSite::disc(Point::new(0.17 * f64::from(o), 0.3), 0.1, o));
    let flood = |gpu| GpuFlood::new(gpu).unwrap();
    let mut floods = [flood(&gpu), flood(&gpu)];
    for (k, flood) in floods.iter_mut().enumerate() {
        flood.run(view, [40 + k, 33], &sites(k).collect::<Vec<_>>()).unwrap();
    }
    for (k, both) in floods.iter_mut().enumerate() {
        let mut one = flood(&alone);
        one.run(view, [40 + k, 33], &sites(k).collect::<Vec<_>>()).unwrap();
        assert_eq!(both.read().unwrap(), one.read().unwrap());
    }

    let hall =
        |k: usize| Cells::new(Point::default(), 0.2, [100, 100], (0..10_000).map(|c| c % (7 + k) != 3).collect());
    let local = |gpu, k: usize| {
        let mut maps = GpuLocalMaps::new(gpu, [11, 16][k], 0.2).unwrap();
        maps.set_world(&hall(k).unwrap(), [&[][..]]).unwrap();
        maps
    };
    let mut swarms = [local(&gpu, 0), local(&gpu, 1)];
    let (asked, discs) = crowd(50);
    for _ in 0..2 {
        for (k, maps) in swarms.iter_mut().enumerate() {
            let right = local(&alone, k).descents(2.0, &discs, &asked).unwrap();
            assert_eq!(maps.descents(2.0, &discs, &asked).unwrap(), right);
        }
    }

    let maps = ["office", "two-rooms"].map(map_of);
    let mut cards = maps.each_ref().map(|map| (GpuMap::new(&gpu, map).unwrap(), GpuQuestions::new(&gpu).unwrap()));
    for (map, (card, questions)) in maps.iter().zip(&mut cards) {
        questions.set_points(card, map.domain().corner_points()).unwrap();
        questions.advance(card, 0.5).unwrap();
    }
    for (map, (card, questions)) in maps.iter().zip(&mut cards) {
        let (mut one, mut beside) = (GpuMap::new(&alone, map).unwrap(), GpuQuestions::new(&alone).unwrap());
        beside.set_points(&one, map.domain().corner_points()).unwrap();
        beside.advance(&mut one, 0.5).unwrap();
        assert!(questions.read_points(card).unwrap() == beside.read_points(&one).unwrap());
    }
}

/// Agents and points in another order get the same answers, bit for bit: none depends on which workgroup it is in.
#[test]
fn no_order_counts() {
    let Some(gpu) = gpu() else { return };
    let map = map_of("office");
    let mut card = GpuMap::new(&gpu, &map).unwrap();
    let bounds = map.domain().bounds();
    let rng = &mut Rng::new(8);
    let place = |rng: &mut Rng| bounds.min + Point::new(rng.unit() * bounds.width(), rng.unit() * bounds.height());
    let points: Vec<Point> = (0..777).map(|_| place(rng)).collect();
    let back: Vec<Point> = points.iter().rev().copied().collect();
    let mut questions = GpuQuestions::new(&gpu).unwrap();
    let mut ask = |points: &[Point]| {
        questions.set_points(&card, points).unwrap();
        questions.ask(&mut card).unwrap();
        let answers = questions.read_answers().unwrap();
        questions.advance(&mut card, 2.0).unwrap();
        let moved = questions.read_points(&card).unwrap();
        let bits = answers.iter().map(|a| [a.cost.to_bits(), a.generator, a.aim[0].to_bits(), a.aim[1].to_bits()]);
        bits.zip(moved).collect::<Vec<_>>()
    };
    let (one, mut other) = (ask(&points), ask(&back));
    other.reverse();
    assert_eq!(one, other);

    let cells = Cells::new(Point::default(), 0.2, [100, 100], (0..10_000).map(|k| k % 7 != 3).collect()).unwrap();
    let mut maps = GpuLocalMaps::new(&gpu, 16, 0.2).unwrap();
    maps.set_world(&cells, [&[][..]]).unwrap();
    let (questions, discs) = crowd(300);
    let one = maps.descents(2.0, &discs, &questions).unwrap();
    let reversed: Vec<LocalQuestion> = questions.iter().rev().copied().collect();
    let mut other = maps.descents(2.0, &discs, &reversed).unwrap();
    other.reverse();
    assert_eq!(one, other);

    let scene = Scene::open("office").unwrap();
    let seen = ShadowScene::of(&scene).unwrap();
    let raster = Raster::fitting(scene.domain().bounds(), 90).unwrap();
    let mut fans = FanMap::new(&gpu).unwrap();
    let runs = [(); 3].map(|()| {
        fans.draw(&seen, &raster).unwrap();
        bits(fans.read().unwrap())
    });
    assert!(runs[1] == runs[0] && runs[2] == runs[0]);
    // Sites meet in pixels, where the one with the lowest number stays.
    let mut flood = GpuFlood::new(&gpu).unwrap();
    let runs = [(); 3].map(|()| {
        flood.run(raster.bounds(), [90, 54], &sites_of(scene.domain())).unwrap();
        flood.read().unwrap()
    });
    assert!(runs[1] == runs[0] && runs[2] == runs[0]);
}

#[test]
fn a_lost_device_is_reported_by_everything() {
    let Some(gpu) = gpu() else { return };
    let map = map_of("two-rooms");
    let scene = Scene::open("two-rooms").unwrap();
    let seen = ShadowScene::of(&scene).unwrap();
    let raster = Raster::fitting(map.domain().bounds(), 20).unwrap();
    let mut card = GpuMap::new(&gpu, &map).unwrap();
    let mut questions = GpuQuestions::new(&gpu).unwrap();
    let mut fans = FanMap::new(&gpu).unwrap();
    let (mut flood, mut wave) = (GpuFlood::new(&gpu).unwrap(), GpuWave::new(&gpu).unwrap());
    let mut maps = GpuLocalMaps::new(&gpu, 11, 0.2).unwrap();
    let cells = Cells::new(Point::default(), 0.2, [9, 9], vec![true; 81]).unwrap();
    maps.set_world(&cells, [&[][..]]).unwrap();
    let (asked, discs) = crowd(3);
    questions.set_points(&card, &[raster.centre(1, 1)]).unwrap();
    fans.draw(&seen, &raster).unwrap();
    flood.run(raster.bounds(), [9, 9], &[]).unwrap();
    wave.run(&space(9), &[(StateId(0), 0)]).unwrap();
    gpu.close();
    let lost = |error: GpuError| assert!(matches!(error, GpuError::Lost { .. }), "{error}");
    lost(questions.ask(&mut card).unwrap_err());
    lost(questions.advance(&mut card, 1.0).unwrap_err());
    lost(questions.lead(&mut card, 5).unwrap_err());
    lost(fans.draw(&seen, &raster).unwrap_err());
    lost(fans.read().unwrap_err());
    lost(questions.set_points(&card, &[raster.centre(1, 1)]).unwrap_err());
    lost(questions.read_points(&card).unwrap_err());
    lost(card.follow(&map_of("office")).unwrap_err());
    lost(flood.run(raster.bounds(), [9, 9], &[]).unwrap_err());
    lost(flood.read().unwrap_err());
    lost(wave.run(&space(9), &[(StateId(0), 0)]).unwrap_err());
    lost(wave.costs().unwrap_err());
    let mut other = space(9);
    let changed = other.set_free(&[CellId(7)], false).unwrap();
    lost(wave.repair(&other, &changed).unwrap_err());
    lost(maps.descents(1.0, &discs, &asked).unwrap_err());
}
