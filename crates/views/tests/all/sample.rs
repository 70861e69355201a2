//! Samples against the exact map: pixel by pixel, on the built-in scenes and on random worlds.

use std::sync::Arc;
use wayfront_domain::{Domain, Guide, NoPath, SideId};
use wayfront_geometry::{Bounds, Point, Raster, closest_on_segment};
use wayfront_pathmap::PathMap;
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::{Verdict, check};
use wayfront_testkit::worlds::{Coordinates, world};
use wayfront_views::{NO_GENERATOR, Sample};
use wayfront_world::{Shape, Source, World, builtin, builtin_names};

fn map_of(world: &World) -> PathMap {
    PathMap::new(Arc::new(Domain::without_doors(world).unwrap()), &world.sources).unwrap()
}

/// `p` lies on an outline or a wall, but for rounding: blocked or free, on one side or the other, all are right.
fn is_on_outline(domain: &Domain, p: Point) -> bool {
    let near = 1e-9 * (domain.bounds().size() + p.x.abs().max(p.y.abs()));
    let mut sides = (0..domain.sides().len() as u32).map(SideId).filter(|&s| domain.twin(s).is_none());
    sides.any(|s| {
        let [a, b] = domain.side_points(s);
        closest_on_segment(a, b, p).distance(p) < near
    })
}

/// Cost at `p` by way of a generator.
fn cost_by(sample: &Sample, id: u32, p: Point) -> f64 {
    let generator = sample.table().nth(id as usize).unwrap();
    let [a, b] = generator.ends;
    generator.cost + closest_on_segment(a, b, p).distance(p)
}

/// The pixel has the exact cost, and a generator that gives it.
fn check_pixel(map: &PathMap, sample: &Sample, column: usize, row: usize) -> Verdict {
    let raster = sample.raster();
    let p = raster.centre(column, row);
    let pixel = row * raster.width() + column;
    let (cost, id) = (f64::from(sample.costs()[pixel]), sample.generators()[pixel]);
    let exact = map.cost(p);
    let is_right = match exact {
        Err(NoPath::Blocked) => cost.is_nan() && id == NO_GENERATOR,
        Err(NoPath::Unreachable) => cost == f64::INFINITY && id == NO_GENERATOR,
        Ok(exact) => {
            let near = |other: f64| (other - exact).abs() <= 1e-6 * (map.domain().bounds().size() + exact.abs());
            near(cost) && id != NO_GENERATOR && near(cost_by(sample, id, p))
        }
    };
    if is_right || is_on_outline(map.domain(), p) {
        return Ok(());
    }
    Err(format!("pixel {column}, {row} at {p} has cost {cost} from {id}, the exact map says {exact:?}"))
}

fn check_all(map: &PathMap, sample: &Sample, step: usize) -> Verdict {
    let (width, height) = (sample.raster().width(), sample.raster().height());
    assert_eq!((sample.costs().len(), sample.generators().len()), (width * height, width * height));
    for row in 0..height {
        for column in (row % step..width).step_by(step) {
            check_pixel(map, sample, column, row)?;
        }
    }
    Ok(())
}

/// Routes from the sample are as long as they cost, and end at a source.
fn check_routes(sample: &Sample, sources: &[Source], step: usize) -> Verdict {
    let (raster, mut route) = (sample.raster(), Vec::new());
    for pixel in (0..sample.costs().len()).step_by(step) {
        let p = raster.centre(pixel % raster.width(), pixel / raster.width());
        if sample.generators()[pixel] == NO_GENERATOR {
            continue;
        }
        let answer = sample.answer(p).map_err(|e| format!("{p}: {e}"))?;
        let cost = sample.route_into(p, &mut route).map_err(|e| format!("{p}: {e}"))?;
        let source = &sources[answer.source];
        let length: f64 = route.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
        let end = *route.last().ok_or("no route")?;
        let points = source.shape.points();
        let to_source = match points {
            [only] => only.distance(end),
            _ => {
                let legs = points.windows(2).map(|w| closest_on_segment(w[0], w[1], end).distance(end));
                legs.fold(f64::INFINITY, f64::min)
            }
        };
        let near = 1e-9 * (raster.bounds().size() + cost);
        if (length + source.offset - cost).abs() > near || to_source > near || cost != answer.cost {
            return Err(format!("route {route:?} of length {length} costs {cost} and ends {to_source} off {source:?}"));
        }
        if sample.cost(p) != Ok(cost) || sample.aim(p) != Ok(answer.aim) || sample.route(p).as_ref() != Ok(&route) {
            return Err(format!("answers differ at {p}"));
        }
    }
    Ok(())
}

/// The same bits; NaN equals NaN.
fn assert_same(a: &Sample, b: &Sample, what: &str) {
    let bits = |sample: &Sample| sample.costs().iter().map(|c| c.to_bits()).collect::<Vec<u32>>();
    assert!(bits(a) == bits(b), "{what}: costs differ");
    assert!(a.generators() == b.generators(), "{what}: generators differ");
}

#[test]
fn builtin_scenes_are_sampled_exactly() {
    for (name, _) in builtin_names() {
        let world = builtin(name).unwrap();
        let map = map_of(&world);
        let sample = Sample::of(&map, &Raster::fitting(map.domain().bounds(), 700).unwrap());
        check_all(&map, &sample, 5).and_then(|()| check_routes(&sample, &world.sources, 97)).expect(name);
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    for name in ["profiling3", "office", "maze", "touching"] {
        let map = map_of(&builtin(name).unwrap());
        let raster = Raster::new(map.domain().bounds(), 501, 403).unwrap();
        let mut one = Sample::of(&map, &raster);
        one.update(&map, &raster, 1);
        for threads in [2, 3, 7] {
            let mut many = one.clone();
            many.update(&map, &raster, threads);
            assert_same(&one, &many, name);
        }
    }
}

#[test]
fn memory_of_another_sample_leaves_no_trace() {
    let (office, hall) = (map_of(&builtin("office").unwrap()), map_of(&builtin("hall").unwrap()));
    let raster = Raster::new(office.domain().bounds(), 300, 200).unwrap();
    let fresh = Sample::of(&office, &raster);
    let mut reused = Sample::of(&hall, &Raster::new(hall.domain().bounds(), 400, 333).unwrap());
    reused.update(&office, &raster, 2);
    assert_same(&fresh, &reused, "office");
    assert!(fresh.table().eq(reused.table()));
}

#[test]
fn odd_sizes_and_bounds() {
    let world = builtin("hall").unwrap();
    let map = map_of(&world);
    let bounds = map.domain().bounds();
    for (width, height) in [(1, 1), (3, 1000), (1000, 3), (7, 7), (8, 1), (9, 64), (65, 129)] {
        let sample = Sample::of(&map, &Raster::new(bounds, width, height).unwrap());
        check_all(&map, &sample, 1).and_then(|()| check_routes(&sample, &world.sources, 3)).unwrap();
    }
    let centre = bounds.min.lerp(bounds.max, 0.4);
    for zoom in [1e-2, 1e-5] {
        let close = Bounds { min: centre, max: centre }.grown(bounds.size() * zoom);
        check_all(&map, &Sample::of(&map, &Raster::new(close, 200, 200).unwrap()), 1).unwrap();
    }
    check_all(&map, &Sample::of(&map, &Raster::new(bounds.grown(bounds.size()), 200, 100).unwrap()), 1).unwrap();
    let beside = Bounds { min: bounds.max + Point::new(1.0, 1.0), max: bounds.max + Point::new(5.0, 2.0) };
    let nothing = Sample::of(&map, &Raster::new(beside, 50, 50).unwrap());
    assert!(nothing.costs().iter().all(|c| c.is_nan()));
    assert_eq!(nothing.cost(beside.min), Err(NoPath::Blocked));
}

#[test]
fn coordinates_of_a_thousand_million_are_no_trouble() {
    let far = Point::new(1e9, -3e9);
    let world = wayfront_testkit::worlds::mapped(&builtin("hall").unwrap(), |p| p + far);
    let domain = Arc::new(Domain::without_doors(&world).unwrap());
    let (bounds, mut rng) = (domain.bounds(), Rng::new(3));
    let mut points =
        (0..100).map(|_| bounds.min + Point::new(rng.unit() * bounds.width(), rng.unit() * bounds.height()));
    let source = Source::point(points.find(|&p| domain.contains(p)).unwrap());
    let map = PathMap::new(domain.clone(), &[source]).unwrap();
    check_all(&map, &Sample::of(&map, &Raster::fitting(domain.bounds(), 300).unwrap()), 1).unwrap();
}

#[test]
fn tiny_and_huge_worlds() {
    for scale in [1e-30, 1e-12, 1e15, 1e30] {
        let mut world = wayfront_testkit::worlds::mapped(&builtin("profiling1").unwrap(), |p| p * scale);
        for source in &mut world.sources {
            *source = Source::point(source.shape.points()[0] * scale);
        }
        let map = map_of(&world);
        check_all(&map, &Sample::of(&map, &Raster::new(map.domain().bounds(), 200, 200).unwrap()), 1).unwrap();
    }
}

#[test]
fn pixels_in_obstacles_and_locked_rooms() {
    let square = |x: f64, y: f64, size: f64| wayfront_testkit::worlds::rectangle(x, y, x + size, y + size);
    let world = World::new()
        .area(wayfront_world::Polygon::ring(square(0.0, 0.0, 10.0)))
        .obstacle(wayfront_world::Polygon {
            outer: square(3.0, 3.0, 4.0),
            holes: vec![square(4.0, 4.0, 2.0)],
            ..Default::default()
        })
        .source(Source::point((1.0, 1.0)));
    let map = map_of(&world);
    let sample = Sample::of(&map, &Raster::new(map.domain().bounds(), 20, 20).unwrap());
    check_all(&map, &sample, 1).unwrap();
    // Deep in the obstacle; in the locked room; in a blocked pixel beside a free one, and beside the locked room.
    let thick = Sample::of(&map, &Raster::new(map.domain().bounds(), 200, 200).unwrap());
    assert_eq!(thick.cost(Point::new(3.5, 5.0)), Err(NoPath::Blocked));
    assert_eq!(sample.cost(Point::new(5.0, 5.0)), Err(NoPath::Unreachable));
    let beside = sample.answer(Point::new(3.01, 3.2)).unwrap();
    assert_eq!((beside.aim, beside.source), (Point::new(1.0, 1.0), 0));
    assert_eq!(sample.cost(Point::new(3.9, 5.0)), Err(NoPath::Blocked));
    for bad in [Point::new(f64::NAN, 1.0), Point::new(-1.0, 5.0), Point::new(f64::INFINITY, 0.0), Point::new(5.0, 11.0)]
    {
        assert_eq!(sample.cost(bad), Err(NoPath::Blocked));
    }
}

/// Within a pixel, the sample's answer is off by no more than a pixel, where nothing hides the centre.
#[test]
fn answers_between_centres_are_near() {
    let map = map_of(&builtin("profiling2").unwrap());
    let bounds = map.domain().bounds();
    let sample = Sample::of(&map, &Raster::new(bounds, 300, 300).unwrap());
    let pixel = sample.raster().pixel();
    let mut rng = Rng::new(7);
    let mut checked = 0;
    for _ in 0..20_000 {
        let p = bounds.min + Point::new(rng.unit() * bounds.width(), rng.unit() * bounds.height());
        let (column, row) = sample.raster().pixel_at(p).unwrap();
        let (Ok(exact), true) = (map.cost(p), map.domain().sees(p, sample.raster().centre(column, row))) else {
            continue;
        };
        let answer = sample.answer(p).unwrap();
        assert!((answer.cost - exact).abs() <= pixel.length() + 1e-9, "{p}: {answer:?}, exact {exact}");
        let exact_here = map.answer(p).unwrap();
        assert!(answer.generator != exact_here.generator || answer.cost == exact, "{p}");
        checked += 1;
    }
    assert!(checked > 10_000);
}

/// A sample without a blocked pixel.
fn open_sample(width: u32, height: u32) -> Sample {
    let world = World::new()
        .area(wayfront_world::Polygon::ring(wayfront_testkit::worlds::rectangle(0.0, 0.0, 10.0, 10.0)))
        .source(Source::point((1.0, 1.0)));
    let map = map_of(&world);
    let sample = Sample::of(&map, &Raster::new(map.domain().bounds(), width, height).unwrap());
    assert!(sample.generators().iter().all(|&g| g != NO_GENERATOR));
    sample
}

/// Every pixel is written, in whatever memory, by however many threads.
fn check_covered(map: &PathMap, raster: &Raster) -> Verdict {
    let fresh = Sample::on_threads(map, raster, 1);
    for threads in [1, 2, 3] {
        let mut reused = open_sample(raster.width() as u32, raster.height() as u32);
        reused.update(map, raster, threads);
        let same = |k: usize| fresh.costs()[k].to_bits() == reused.costs()[k].to_bits();
        if let Some(k) = (0..fresh.costs().len()).find(|&k| !same(k) || fresh.generators()[k] != reused.generators()[k])
        {
            let p = raster.centre(k % raster.width(), k / raster.width());
            return Err(format!("the pixel at {p} differs in used memory on {threads} threads"));
        }
    }
    Ok(())
}

#[test]
fn every_pixel_is_written() {
    for (name, _) in builtin_names() {
        let map = map_of(&builtin(name).unwrap());
        let bounds = map.domain().bounds();
        for bounds in [bounds, bounds.grown(3.0 * bounds.size()), bounds.grown(-0.2 * bounds.size())] {
            if let Ok(raster) = Raster::new(bounds, 333, 257) {
                check_covered(&map, &raster).expect(name);
            }
        }
    }
}

/// Sources at random free points: points, segments, with offsets.
fn sources(domain: &Domain, rng: &mut Rng, from: Coordinates) -> Vec<Source> {
    let mut sources: Vec<Source> = Vec::new();
    let free = |rng: &mut Rng| (0..40).map(|_| from.point(rng)).find(|&p| domain.contains(p));
    for _ in 0..1 + rng.below(3) {
        let Some(p) = free(rng) else { break };
        let other = free(rng).filter(|&q| q != p && domain.sees(p, q));
        let shape = match other {
            Some(q) if rng.chance(0.6) => Shape::Segment([p, q]),
            _ => Shape::Point(p),
        };
        let offset = if rng.chance(0.3) { rng.unit() * 3.0 } else { 0.0 };
        if sources.iter().all(|s| s.shape != shape) {
            sources.push(Source::of(shape).with_offset(offset));
        }
    }
    sources
}

fn random_sample_is_exact(world: &World, rng: &mut Rng, from: Coordinates) -> Verdict {
    let Ok(domain) = Domain::without_doors(world) else { return Ok(()) };
    let domain = Arc::new(domain);
    let sources = sources(&domain, rng, from);
    let Ok(map) = PathMap::new(domain.clone(), &sources) else { return Ok(()) };
    // Centres on whole and half coordinates, where all bounds and outlines of worlds on grids are; and anywhere.
    let corner = Point::new(-0.25, -0.25);
    let aligned = Bounds { min: corner, max: corner + Point::new(8.0, 8.0) };
    for raster in [Raster::new(aligned, 16, 16), Raster::new(domain.bounds(), 41, 37)] {
        let Ok(raster) = raster else { continue };
        let sample = Sample::of(&map, &raster);
        check_all(&map, &sample, 1).and_then(|()| check_routes(&sample, &sources, 7))?;
    }
    // So many pixels that blocked triangles are drawn.
    Raster::new(domain.bounds(), 96, 88).map_or(Ok(()), |raster| check_covered(&map, &raster))
}

#[test]
fn random_worlds_on_grids() {
    let grid = Coordinates::Grid(7);
    check("samples on grids", 500, |rng| world(rng, grid), |w, rng| random_sample_is_exact(w, rng, grid));
}

#[test]
fn random_worlds_among_floats() {
    let floats = Coordinates::Floats;
    check("samples among floats", 300, |rng| world(rng, floats), |w, rng| random_sample_is_exact(w, rng, floats));
}

#[test]
fn generators_are_those_of_the_map() {
    let map = map_of(&builtin("office").unwrap());
    let sample = Sample::of(&map, &Raster::fitting(map.domain().bounds(), 200).unwrap());
    let mut same = 0;
    for pixel in 0..sample.costs().len() {
        let p = sample.raster().centre(pixel % sample.raster().width(), pixel / sample.raster().width());
        let (Ok(ours), Ok(exact)) = (sample.answer(p), map.answer(p)) else { continue };
        if sample.generators()[pixel] != NO_GENERATOR && ours.generator == exact.generator {
            assert_eq!((ours.aim, ours.source), (exact.aim, exact.source));
            same += 1;
        }
        assert!((ours.cost - exact.cost).abs() < 1.0);
    }
    // The others tie, or lie in blocked pixels.
    assert!(same * 10 > sample.generators().iter().filter(|&&g| g != NO_GENERATOR).count() * 9);
}
