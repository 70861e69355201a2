//! Maps for discs on pixels and as lines, against the exact map.

use std::sync::Arc;
use wayfront_bodies::SceneMap;
use wayfront_domain::{Domain, Guide, NoPath};
use wayfront_geometry::{Bounds, Point, Raster};
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::{Verdict, check};
use wayfront_testkit::worlds::{Coordinates, mapped, wall, world};
use wayfront_views::{DiscSample, NO_GENERATOR};
use wayfront_world::{Polygon, Source, World};

fn map(radius: f64) -> SceneMap {
    let world = wayfront_world::builtin("sizes").unwrap();
    SceneMap::new(Arc::new(Domain::without_doors(&world).unwrap()), &world.sources, radius).unwrap()
}

/// The first pixel that is not the map's answer at its centre.
fn first_fault(map: &SceneMap, sample: &DiscSample) -> Verdict {
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

/// The sample of a map on some numbers of threads, bit for bit the same.
fn sample_on_threads(map: &SceneMap, raster: &Raster) -> DiscSample {
    let [one, others @ ..] = [1, 2, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| DiscSample::of(map, raster))
    });
    for other in others {
        for k in 0..one.costs().len() {
            assert_eq!(one.costs()[k].to_bits(), other.costs()[k].to_bits());
            assert_eq!(one.generators()[k], other.generators()[k]);
        }
    }
    one
}

#[test]
fn pixels_are_answers_on_any_number_of_threads() {
    for radius in [0.0, 0.3, 1.2] {
        let map = map(radius);
        let raster = Raster::fitting(map.domain().bounds(), 90).unwrap();
        first_fault(&map, &sample_on_threads(&map, &raster)).unwrap();
    }
}

/// Doors in outlines, as crowds have them; and many posts.
#[test]
fn pixels_of_plans_are_answers() {
    for (name, radius) in [("office", 0.3), ("posts", 0.3), ("profiling3", 1.5)] {
        let world = wayfront_world::builtin(name).unwrap();
        let domain = Arc::new(Domain::without_doors(&world).unwrap());
        let map = SceneMap::new(domain.clone(), &world.sources, radius).unwrap();
        let sample = sample_on_threads(&map, &Raster::fitting(domain.bounds(), 130).unwrap());
        first_fault(&map, &sample).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    }
}

/// Where a world is moved: mirrored or not, and far away or not.
#[derive(Clone, Copy)]
struct Motion {
    is_mirrored: bool,
    by: Point,
}

impl Motion {
    const NONE: Self = Self { is_mirrored: false, by: Point { x: 0.0, y: 0.0 } };
    const MIRRORED: Self = Self { is_mirrored: true, by: Point { x: 10.0, y: 0.0 } };
    const UTM: Self = Self { is_mirrored: false, by: Point { x: 412_345.678, y: 5_312_345.123 } };

    fn of(self, p: Point) -> Point {
        Point::new(if self.is_mirrored { -p.x } else { p.x }, p.y) + self.by
    }
}

/// Sources of all kinds: points, segments anywhere, and doors in outlines.
fn some_sources(domain: &Domain, rng: &mut Rng, from: Coordinates, motion: Motion) -> Vec<Source> {
    let sides = domain.sides().len() as u32 / 3;
    let count = 1 + rng.below(2);
    let mut sources = Vec::new();
    for _ in 0..count {
        let mut source = match rng.below(3) {
            0 => Source::point(motion.of(from.point(rng).lerp(from.point(rng), 0.5))),
            1 => {
                let [a, b] = [from.point(rng), from.point(rng).lerp(from.point(rng), 0.5)];
                Source::segment(motion.of(a), motion.of(b))
            }
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

/// The sample of a map of a world is the map's; the raster has as many pixels as `size` says of the longer side.
fn pixels_agree(world: &World, rng: &mut Rng, from: Coordinates, motion: Motion, sizes: &[u32]) -> Verdict {
    let Ok(domain) = Domain::without_doors(&mapped(world, |p| motion.of(p))) else { return Ok(()) };
    let domain = Arc::new(domain);
    let sources = some_sources(&domain, rng, from, motion);
    let radius = match from {
        Coordinates::Grid(_) => *rng.pick(&[0.5, 1.0, 0.25, 0.1]),
        Coordinates::Floats => *rng.pick(&[0.01, 0.1, 0.3, 0.6]) * (0.5 + rng.unit()),
    };
    let Ok(map) = SceneMap::new(domain.clone(), &sources, radius) else { return Ok(()) };
    // On grids some centres of pixels are corners, and others lie on lines through two of them.
    let mut bounds = domain.bounds();
    let size = sizes[rng.below(sizes.len())];
    if rng.below(2) == 0 {
        let half = bounds.size() / f64::from(size) / 2.0;
        bounds.min = bounds.min - Point::new(half, half);
    }
    let Ok(raster) = Raster::fitting(bounds, size) else { return Ok(()) };
    first_fault(&map, &DiscSample::of(&map, &raster))
}

const SIZES: [u32; 4] = [24, 30, 31, 48];
const GRID: Coordinates = Coordinates::Grid(7);
const FLOATS: Coordinates = Coordinates::Floats;

fn all_agree(name: &str, count: u64, from: Coordinates, motion: Motion, sizes: &[u32]) {
    check(name, count, |rng| world(rng, from), |w, rng| pixels_agree(w, rng, from, motion, sizes));
}

#[test]
fn pixels_on_grids_are_answers() {
    all_agree("disc pixels on grids", 120, GRID, Motion::NONE, &SIZES);
}

#[test]
fn pixels_among_floats_are_answers() {
    all_agree("disc pixels among floats", 120, FLOATS, Motion::NONE, &SIZES);
}

#[test]
fn pixels_of_mirrored_worlds_are_answers() {
    all_agree("disc pixels on mirrored grids", 60, GRID, Motion::MIRRORED, &SIZES);
    all_agree("disc pixels among mirrored floats", 60, FLOATS, Motion::MIRRORED, &SIZES);
}

#[test]
fn pixels_at_utm_coordinates_are_answers() {
    all_agree("disc pixels on grids at UTM coordinates", 60, GRID, Motion::UTM, &SIZES);
    all_agree("disc pixels among floats at UTM coordinates", 60, FLOATS, Motion::UTM, &SIZES);
}

/// A few pixels, and some hundreds for each triangle.
#[test]
fn pixels_of_any_size_are_answers() {
    all_agree("few disc pixels", 60, FLOATS, Motion::NONE, &[1, 2, 3, 5, 9]);
    all_agree("few disc pixels on grids", 60, GRID, Motion::NONE, &[1, 2, 3, 7]);
    all_agree("many disc pixels", 8, FLOATS, Motion::NONE, &[170, 233]);
    all_agree("many disc pixels on grids", 8, GRID, Motion::NONE, &[140, 210]);
    for (width, height) in [(1, 1), (3, 2), (1, 40), (40, 1)] {
        let map = map(0.3);
        let raster = Raster::new(map.domain().bounds(), width, height).unwrap();
        first_fault(&map, &DiscSample::of(&map, &raster)).unwrap();
    }
}

/// Discs that just pass between posts, and discs that just do not.
#[test]
fn pixels_of_discs_that_fill_gaps_are_answers() {
    let posts = |rng: &mut Rng| {
        let gap = 0.5 + rng.unit();
        let post = |k: usize| {
            let [x, y] = [k % 4, k / 4].map(|i| (1.0 + gap) * i as f64);
            Polygon::ring([[x, y], [x + 1.0, y], [x + 1.0, y + 1.0], [x, y + 1.0]])
        };
        let far = 5.0 + 4.0 * gap;
        let area = Polygon::ring([[-gap, -gap], [far, -gap], [far, far], [-gap, far]]);
        World::new().area(area).with_obstacles((0..16).map(post).collect::<Vec<_>>())
    };
    let agree = |world: &World, rng: &mut Rng| {
        let Ok(domain) = Domain::without_doors(world) else { return Ok(()) };
        let domain = Arc::new(domain);
        let bounds = domain.bounds();
        let share = *rng.pick(&[0.0, 1e-15, 1e-12, 1e-9, 1e-7, 1e-4, 0.01]);
        let radius = -bounds.min.x / 2.0 * (1.0 + *rng.pick(&[-1.0, 1.0]) * share);
        // In the middle of a passage, so that narrow ones are tried from the inside.
        let at = bounds.min.x / 2.0;
        let source = Source::point(Point::new(at, at + rng.unit() * (bounds.max.y - bounds.min.y - 1.0)));
        let Ok(map) = SceneMap::new(domain.clone(), &[source], radius) else { return Ok(()) };
        let Ok(raster) = Raster::fitting(bounds, *rng.pick(&[20, 33, 64])) else { return Ok(()) };
        first_fault(&map, &DiscSample::of(&map, &raster))
    };
    check("disc pixels in gaps", 60, posts, agree);
}

/// A disc slides along a wall, turns by half around its end and comes back on the other side: sines and cosines of single
/// precision do not tell such a turn.
#[test]
fn pixels_after_half_a_turn_are_answers() {
    let area = Polygon::ring([[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]]);
    for turned in 0..60 {
        // In several directions, since rounding depends on them.
        let (sine, cosine) = (0.1 * f64::from(turned)).sin_cos();
        let to = |x: f64, y: f64| Point::new(cosine * x - sine * y, sine * x + cosine * y);
        let mut world = World::new().area(area.clone());
        let along = [(2.0, 10.0), (2.0, 5.0), (6.0, 5.0)].map(|(x, y)| Point::new(x, y));
        world.walls.push(wall(along.to_vec()));
        let world = mapped(&world, |p| to(p.x, p.y));
        let domain = Arc::new(Domain::without_doors(&world).unwrap());
        let map = SceneMap::new(domain, &[Source::point(to(1.0, 6.0))], 0.25).unwrap();
        for above in [1e-8, 1e-7, 1e-6, 1e-5] {
            for x in [2.5, 3.7, 5.1, 5.9] {
                let (at, half) = (to(x, 5.25 + above), Point::new(above, above) * 0.25);
                let raster = Raster::new(Bounds { min: at - half, max: at + half }, 3, 3).unwrap();
                first_fault(&map, &DiscSample::of(&map, &raster)).unwrap();
            }
        }
    }
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
