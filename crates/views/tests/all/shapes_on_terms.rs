//! Shapes of maps with speed changes and gates against the map's own answers, on random worlds.

use std::sync::Arc;
use wayfront_domain::{Domain, Guide, SideId};
use wayfront_geometry::{Point, closest_on_segment, orient, ring_area};
use wayfront_pathmap::{PathMap, Price, Terms};
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::{Verdict, check};
use wayfront_testkit::terms::{FLOATS, GRID, Kind, anything, delays, free_point, gates, no_gates, weights};
use wayfront_testkit::worlds::{Coordinates, world};
use wayfront_views::{Line, MapShapes, Region, round_levels};
use wayfront_world::{Polygon, Source, World};

fn map(world: &World, rng: &mut Rng, from: Coordinates, kind: Kind) -> Option<PathMap> {
    let open = Domain::without_doors(world).ok()?;
    let (gates, prices) = gates(world, &open, rng, kind);
    let terms = Terms { weights: weights(&open, rng, kind.speeds), prices };
    let [a, b] = [free_point(&open, rng, from)?, free_point(&open, rng, from)?];
    let second = if a != b && open.sees(a, b) && rng.chance(0.5) { Source::segment(a, b) } else { Source::point(b) };
    let sources = [Source::point(a).with_offset(rng.unit()), second];
    let gated = Arc::new(Domain::with_gates(world, &gates).ok()?);
    PathMap::on_terms(gated, &sources, &terms).ok()
}

/// Distance to the nearest outline, wall or gate.
fn room(domain: &Domain, p: Point) -> f64 {
    let sides = (0..domain.sides().len() as u32).map(SideId).filter(|&s| domain.twin(s).is_none());
    let nearest = sides.map(|s| domain.side_points(s)).map(|[a, b]| closest_on_segment(a, b, p).distance(p));
    nearest.fold(f64::INFINITY, f64::min)
}

fn distance_to(line: &Line, p: Point) -> f64 {
    let close = line.is_closed.then(|| [line.points[line.points.len() - 1], line.points[0]]);
    let pieces = line.points.windows(2).map(|w| [w[0], w[1]]).chain(close);
    pieces.map(|[a, b]| closest_on_segment(a, b, p).distance(p)).fold(f64::INFINITY, f64::min)
}

fn around(p: Point, radius: f64) -> impl Iterator<Item = Point> {
    (0..8).map(move |k| {
        let (sin, cos) = (f64::from(k) * std::f64::consts::FRAC_PI_4).sin_cos();
        p + Point::new(cos, sin) * radius
    })
}

fn has(region: &Region, p: Point) -> bool {
    let is_over = |a: Point, b: Point| (a.y > p.y) != (b.y > p.y) && (orient(a, b, p) > 0.0) == (b.y > a.y);
    let passes = |ring: &Vec<Point>| (0..ring.len()).filter(|&k| is_over(ring[k], ring[(k + 1) % ring.len()])).count();
    region.rings.iter().any(|ring| passes(ring) % 2 == 1)
}

/// Regions fill the space, up to the chords of curves, and the generator that wins at a point has it in its region.
fn regions_agree(map: &PathMap, rng: &mut Rng, from: Coordinates) -> Verdict {
    let size = map.domain().bounds().size();
    let shapes = MapShapes::within(map, size * 1e-3);
    let regions = shapes.regions();
    let unreachable: f64 = shapes.unreachable().iter().map(|t| ring_area(t)).sum();
    let area: f64 = regions.iter().flat_map(|r| &r.rings).map(|ring| ring_area(ring).abs()).sum();
    let missing = map.domain().area() - unreachable - area;
    if missing.abs() > 0.2 * shapes.tolerance() * size {
        return Err(format!("{missing} of {} is missing", map.domain().area()));
    }
    for _ in 0..40 {
        // Beside vertices: whether a ring contains its own vertices does not matter.
        let aside = Point::new(rng.unit(), rng.unit()) * (1e-3 * size);
        let Some(p) = free_point(map.domain(), rng, from).map(|p| p + aside) else { continue };
        let Ok(answer) = map.answer(p) else { continue };
        let own = shapes.region(answer.generator);
        let far = 8.0 * shapes.tolerance();
        let is_inside = |q: Point| map.answer(q).is_ok_and(|answer| shapes.region(answer.generator) == own);
        if room(map.domain(), p) < 2.0 * far || !around(p, far).all(is_inside) {
            continue;
        }
        let found = regions.iter().filter(|region| has(region, p));
        let ids: Vec<_> = found.map(|region| region.generator).collect();
        if ids != [own] {
            return Err(format!("{p} is in the regions {ids:?}, should be in {own:?}"));
        }
    }
    Ok(())
}

/// Points on lines have the cost of the line, and paths from cheaper to dearer points pass one.
fn isolines_agree(map: &PathMap, rng: &mut Rng, from: Coordinates) -> Verdict {
    let size = map.domain().bounds().size();
    let shapes = MapShapes::within(map, size * 1e-3);
    let borders = shapes.borders();
    let levels = round_levels(0.0, shapes.max_cost().unwrap_or(0.0), 7);
    let isolines = shapes.isolines(&levels);
    let is_clear = |p: Point| {
        let is_away = |line: &Line| distance_to(line, p) > 2.0 * shapes.tolerance();
        room(map.domain(), p) > shapes.tolerance() && borders.iter().all(|border| is_away(&border.line))
    };
    for isoline in &isolines {
        for &p in isoline.line.points.iter().step_by(7) {
            let cost = map.cost(p).unwrap_or(f64::NAN);
            if (cost - isoline.cost).abs() > 1e-6 * size && is_clear(p) {
                return Err(format!("cost {cost} at {p} on the line of {}", isoline.cost));
            }
        }
        let ends = [isoline.line.points[0], isoline.line.points[isoline.line.points.len() - 1]];
        if let Some(end) = ends.into_iter().find(|&end| !isoline.line.is_closed && is_clear(end)) {
            return Err(format!("the line of {} ends at {end}", isoline.cost));
        }
    }
    for _ in 0..20 {
        let Some(p) = free_point(map.domain(), rng, from) else { continue };
        let q = p + Point::new(rng.unit() - 0.5, rng.unit() - 0.5) * (0.1 * size);
        let steps: Vec<Point> = (0..=200).map(|k| p.lerp(q, f64::from(k) / 200.0)).collect();
        for pair in steps.windows(2) {
            let (Ok(a), Ok(b)) = (map.cost(pair[0]), map.cost(pair[1])) else { break };
            let Some(&level) = levels.iter().find(|&&l| (a < l) != (b < l)) else { continue };
            let lines = isolines.iter().filter(|isoline| isoline.cost == level);
            let found = lines.map(|isoline| distance_to(&isoline.line, pair[0])).fold(f64::INFINITY, f64::min);
            if found > pair[0].distance(pair[1]) + 2.0 * shapes.tolerance() && is_clear(pair[0]) {
                return Err(format!("no line of {level} within {found} of {}", pair[0]));
            }
        }
    }
    Ok(())
}

fn shapes_agree(world: &World, rng: &mut Rng, from: Coordinates, kind: Kind) -> Verdict {
    let Some(map) = map(world, rng, from, kind) else { return Ok(()) };
    regions_agree(&map, rng, from)?;
    isolines_agree(&map, rng, from)
}

#[test]
fn behind_delays_and_doors() {
    let kind = Kind { speeds: &[], price: delays, has_segments: false };
    check("shapes behind delays", 150, |rng| world(rng, FLOATS), |w, rng| shapes_agree(w, rng, FLOATS, kind));
    check("shapes behind delays, on grids", 150, |rng| world(rng, GRID), |w, rng| shapes_agree(w, rng, GRID, kind));
}

#[test]
fn at_different_speeds() {
    let kind = Kind { speeds: &[0.5, 1.0, 1.3, 2.0, 4.0], price: no_gates, has_segments: false };
    check("shapes of speeds", 40, |rng| world(rng, FLOATS), |w, rng| shapes_agree(w, rng, FLOATS, kind));
    check("shapes of speeds, on grids", 40, |rng| world(rng, GRID), |w, rng| shapes_agree(w, rng, GRID, kind));
}

#[test]
fn with_everything() {
    let kind = Kind { speeds: &[0.5, 2.0], price: anything, has_segments: false };
    check("shapes of everything", 40, |rng| world(rng, FLOATS), |w, rng| shapes_agree(w, rng, FLOATS, kind));
}

#[test]
fn ends_of_a_source_cut_at_a_gate_are_one_place() {
    let world = World::new().area(Polygon::ring([(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]));
    let gate = [Point::new(0.0, 10.0), Point::new(10.0, 0.0)];
    let source = Source::segment((4.414069227012924, 4.731463926295381), (8.551672780749556, 2.148473398489279));
    let domain = Arc::new(Domain::with_gates(&world, &[gate]).unwrap());
    let terms = Terms { prices: vec![Price::Delay(1.4)], ..Terms::default() };
    let map = PathMap::on_terms(domain, &[source], &terms).unwrap();
    let shapes = MapShapes::new(&map);
    let regions = shapes.regions();
    // Both are nearest to where the source crosses the gate: one below the gate, the other above it.
    let owners = [Point::new(6.51, 1.53), Point::new(6.51, 5.53)].map(|p| {
        let own = shapes.region(map.answer(p).unwrap().generator);
        let found: Vec<_> = regions.iter().filter(|region| has(region, p)).map(|region| region.generator).collect();
        assert_eq!(found, [own]);
        own
    });
    assert_eq!(owners[0], owners[1]);
}

#[test]
fn neighbours_share_a_long_border_but_for_slivers() {
    let square = Polygon::ring([(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]);
    let world = World::new().area(square);
    let gate = [Point::new(0.0, 0.0), Point::new(10.0, 10.0)];
    let near = Source::point((8.497296479838376, 0.12986041025689343));
    let sources = [near.with_offset(0.04488427457148603), Source::point((10.0, 0.0))];
    let domain = Arc::new(Domain::with_gates(&world, &[gate]).unwrap());
    let terms = Terms { prices: vec![Price::Open], ..Terms::default() };
    let map = PathMap::on_terms(domain, &sources, &terms).unwrap();
    let shapes = MapShapes::within(&map, 0.01);
    let area: f64 = shapes.regions().iter().flat_map(|r| &r.rings).map(|ring| ring_area(ring).abs()).sum();
    // One border of length ten.
    assert!((area - 100.0).abs() < 0.1 * 0.01 * 10.0, "{area}");
}

#[test]
fn a_source_along_an_outline_has_its_region_on_both_sides_of_a_door() {
    let hall = Polygon::ring([(1.0, 1.0), (5.0, 5.0), (2.0, 6.0), (0.0, 4.0)]);
    let side = Polygon::ring([(1.0, 1.0), (5.0, 5.0), (2.0, 6.0), (7.0, 3.0)]);
    let world = World::new().with_areas(vec![hall, side]);
    let door = [Point::new(5.0, 5.0), Point::new(0.0, 4.0)];
    let domain = Arc::new(Domain::with_gates(&world, &[door]).unwrap());
    let late = Source::point((4.5, 4.5)).with_offset(0.9);
    let sources = [late, Source::segment((4.5, 4.5), (2.0, 6.0))];
    let terms = Terms { prices: vec![Price::Closed], ..Terms::default() };
    let map = PathMap::on_terms(domain, &sources, &terms).unwrap();
    let shapes = MapShapes::new(&map);
    let area: f64 = shapes.regions().iter().flat_map(|r| &r.rings).map(|ring| ring_area(ring).abs()).sum();
    let whole = map.domain().area();
    assert!(shapes.unreachable().is_empty() && (area - whole).abs() < 0.01, "{area} instead of {whole}");
}
