//! Maps for discs on pixels and as lines, against the exact map.

use std::sync::Arc;
use wayfront_domain::{Domain, Guide, NoPath};
use wayfront_geometry::{Point, Raster};
use wayfront_pathmap::DiscMap;
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::{Verdict, check};
use wayfront_testkit::worlds::{Coordinates, world};
use wayfront_views::{DiscSample, NO_GENERATOR};
use wayfront_world::{Source, World};

fn map(radius: f64) -> DiscMap {
    let world = wayfront_world::builtin("sizes").unwrap();
    DiscMap::new(Arc::new(Domain::without_doors(&world).unwrap()), &world.sources, radius).unwrap()
}

/// The first pixel that is not the map's answer at its centre.
fn first_fault(map: &DiscMap, sample: &DiscSample) -> Verdict {
    let raster = sample.raster();
    for (k, (&cost, &generator)) in sample.costs().iter().zip(sample.generators()).enumerate() {
        let at = raster.centre(k % raster.width(), k / raster.width());
        let answer = map.answer(at);
        let is_right = match answer {
            Ok(answer) => {
                let exact = answer.cost as f32;
                generator == answer.generator.0 && (cost - exact).abs() <= 2.5e-7 * exact.abs().max(1.0)
            }
            Err(NoPath::Unreachable) => cost == f32::INFINITY && generator == NO_GENERATOR,
            Err(NoPath::Blocked) => cost.is_nan() && generator == NO_GENERATOR,
        };
        if !is_right {
            return Err(format!("{at}, radius {}: {cost} by {generator}, should be {answer:?}", map.radius()));
        }
    }
    Ok(())
}

#[test]
fn pixels_are_answers_on_any_number_of_threads() {
    for radius in [0.0, 0.3, 1.2] {
        let map = map(radius);
        let raster = Raster::fitting(map.domain().bounds(), 90).unwrap();
        let [one, two] = [1, 2].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| DiscSample::of(&map, &raster))
        });
        for k in 0..one.costs().len() {
            assert_eq!(one.costs()[k].to_bits(), two.costs()[k].to_bits());
            assert_eq!(one.generators()[k], two.generators()[k]);
        }
        first_fault(&map, &one).unwrap();
    }
}

/// Doors in outlines, as crowds have them; and many posts.
#[test]
fn pixels_of_plans_are_answers() {
    for (name, radius) in [("office", 0.3), ("posts", 0.3), ("profiling3", 1.5)] {
        let world = wayfront_world::builtin(name).unwrap();
        let domain = Arc::new(Domain::without_doors(&world).unwrap());
        let map = DiscMap::new(domain.clone(), &world.sources, radius).unwrap();
        let sample = DiscSample::of(&map, &Raster::fitting(domain.bounds(), 130).unwrap());
        first_fault(&map, &sample).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    }
}

/// Sources of all kinds: points, segments anywhere, and doors in outlines.
fn some_sources(domain: &Domain, rng: &mut Rng, from: Coordinates) -> Vec<Source> {
    let sides = domain.sides().len() as u32 / 3;
    let count = 1 + rng.below(2);
    let mut sources = Vec::new();
    for _ in 0..count {
        let mut source = match rng.below(3) {
            0 => Source::point(from.point(rng).lerp(from.point(rng), 0.5)),
            1 => Source::segment(from.point(rng), from.point(rng).lerp(from.point(rng), 0.5)),
            _ => {
                let side = wayfront_domain::SideId(rng.below(sides.max(1) as usize) as u32 * 3);
                let [a, b] = domain.side_points(side);
                Source::segment(a, a.lerp(b, 0.7))
            }
        };
        source.offset = rng.unit();
        sources.push(source);
    }
    sources
}

fn pixels_agree(world: &World, rng: &mut Rng, from: Coordinates) -> Verdict {
    let Ok(domain) = Domain::without_doors(world) else { return Ok(()) };
    let domain = Arc::new(domain);
    let sources = some_sources(&domain, rng, from);
    let radius = match from {
        Coordinates::Grid(_) => *rng.pick(&[0.5, 1.0, 0.25, 0.1]),
        Coordinates::Floats => *rng.pick(&[0.01, 0.1, 0.3, 0.6]) * (0.5 + rng.unit()),
    };
    let Ok(map) = DiscMap::new(domain.clone(), &sources, radius) else { return Ok(()) };
    // On grids some centres of pixels are corners, and others lie on lines through two of them.
    let mut bounds = domain.bounds();
    let size = [24, 30, 31, 48][rng.below(4)];
    if rng.below(2) == 0 {
        let half = bounds.size() / f64::from(size) / 2.0;
        bounds.min = bounds.min - Point::new(half, half);
    }
    let Ok(raster) = Raster::fitting(bounds, size) else { return Ok(()) };
    first_fault(&map, &DiscSample::of(&map, &raster))
}

#[test]
fn pixels_on_grids_are_answers() {
    let from = Coordinates::Grid(7);
    check("disc pixels on grids", 120, |rng| world(rng, from), |w, rng| pixels_agree(w, rng, from));
}

#[test]
fn pixels_among_floats_are_answers() {
    let from = Coordinates::Floats;
    check("disc pixels among floats", 120, |rng| world(rng, from), |w, rng| pixels_agree(w, rng, from));
}

#[test]
fn points_of_lines_lie_on_them() {
    let map = map(0.7);
    let sample = DiscSample::of(&map, &Raster::fitting(map.domain().bounds(), 120).unwrap());
    let levels = [4.0, 11.0, 20.0];
    let isolines = sample.isolines(&map, &levels);
    assert!(levels.iter().all(|level| isolines.iter().any(|line| line.cost == *level)));
    for isoline in &isolines {
        for &p in &isoline.line.points {
            let cost = map.cost(p).unwrap();
            assert!((cost - isoline.cost).abs() < 1e-6, "{p}: {cost}, should be {}", isoline.cost);
        }
    }
    let borders = sample.borders(&map);
    assert!(!borders.is_empty());
    for &p in borders.iter().flat_map(|line| &line.points) {
        let near =
            [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)].map(|by| p + wayfront_geometry::Point::from(by) * 1e-4);
        let around: Vec<u32> = near.iter().filter_map(|&q| map.answer(q).ok()).map(|a| a.generator.0).collect();
        assert!(around.iter().any(|&g| g != around[0]), "{p}: one region all around");
    }
}
