//! Speed changes and gates against the oracle, on random worlds.

use std::sync::Arc;
use wayfront_domain::{Domain, Guide, NoWay, SideId};
use wayfront_geometry::{Point, closest_on_segment};
use wayfront_pathmap::{Leg, PathMap, Raster, Terms};
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::{Verdict, check};
use wayfront_testkit::terms::TermsOracle;
use wayfront_testkit::terms::{
    FLOATS, GRID, Kind, anything, delays, factors, free_point, gates, is_clean, no_gates, weights,
};
use wayfront_testkit::worlds::{Coordinates, world};
use wayfront_world::{Place, Shape, Source, Weight, World, random_polygons};

fn point_sources(domain: &Domain, rng: &mut Rng, from: Coordinates) -> Vec<Source> {
    let mut sources: Vec<Source> = Vec::new();
    for _ in 0..1 + rng.below(2) {
        let is_new = |p: &Point| sources.iter().all(|s| s.shape != Shape::Point(*p));
        if let Some(p) = free_point(domain, rng, from).filter(is_new) {
            sources.push(Source { offset: if rng.chance(0.3) { rng.unit() } else { 0.0 }, ..Source::point(p) });
        }
    }
    sources
}

fn is_near([a, b]: [Point; 2], p: Point) -> bool {
    closest_on_segment(a, b, p).distance(p) < 1e-9
}

/// Segments that may cross gates. Not along outlines or gates: on which side of them a rounded foot lies, the oracle
/// cannot tell.
fn segment_sources(open: &Domain, gated: &Domain, rng: &mut Rng, from: Coordinates) -> Option<Source> {
    let sides = (0..gated.sides().len() as u32).map(SideId).filter(|&s| gated.twin(s).is_none());
    let closed: Vec<[Point; 2]> = sides.map(|s| gated.side_points(s)).collect();
    let is_along = |ends: [Point; 2], side: [Point; 2]| {
        let on_side = ends.iter().filter(|&&p| is_near(side, p)).count();
        on_side + side.iter().filter(|&&p| is_near(ends, p)).count() > 1
    };
    let ends = (0..30).find_map(|_| {
        let ends = [free_point(open, rng, from)?, free_point(open, rng, from)?];
        let is_good = ends[0] != ends[1] && open.sees(ends[0], ends[1]);
        (is_good && !closed.iter().any(|&side| is_along(ends, side))).then_some(ends)
    })?;
    Some(Source { offset: if rng.chance(0.3) { rng.unit() } else { 0.0 }, ..Source::segment(ends[0], ends[1]) })
}

fn costs_agree(world: &World, rng: &mut Rng, from: Coordinates, kind: Kind) -> Verdict {
    let draw = |open: &Domain, rng: &mut Rng| weights(open, rng, kind.speeds);
    costs_agree_with(world, rng, from, kind, draw)
}

/// Half of all corners have a weight.
fn many_weights(open: &Domain, rng: &mut Rng, speeds: &[f64]) -> Vec<Weight> {
    let mut corners: Vec<Point> = open.corner_points().to_vec();
    corners.dedup();
    corners.retain(|_| rng.chance(0.5));
    let weight = |corner: Point| Weight { corner, weight: speeds[rng.below(speeds.len())], place: Place::default() };
    corners.into_iter().map(weight).collect()
}

fn costs_agree_with(
    world: &World,
    rng: &mut Rng,
    from: Coordinates,
    kind: Kind,
    draw: impl Fn(&Domain, &mut Rng) -> Vec<Weight>,
) -> Verdict {
    let Ok(open) = Domain::new(world) else { return Ok(()) };
    let (gates, prices) = gates(world, &open, rng, kind);
    let terms = Terms { weights: draw(&open, rng), prices };
    let gated = Arc::new(Domain::with_gates(world, &gates).map_err(|fault| fault.to_string())?);
    if !gates.iter().all(|&gate| is_clean(world, &gated, gate)) {
        return Ok(());
    }
    let mut sources = point_sources(&open, rng, from);
    if kind.has_segments {
        sources.extend(segment_sources(&open, &gated, rng, from));
    }
    if sources.is_empty() {
        return Ok(());
    }
    let map = PathMap::on_terms(gated.clone(), &sources, &terms).map_err(|fault| format!("{sources:?}: {fault}"))?;
    let oracle = TermsOracle::of(&open, &gated, &terms, &sources);
    let mut queries: Vec<Point> = open.corner_points().to_vec();
    queries.extend((0..15).filter_map(|_| free_point(&open, rng, from)));
    let described = || format!("sources {sources:?}, gates {gates:?}, {terms:?}");
    for p in queries {
        let right = oracle.cost(p);
        let ours = match map.cost(p) {
            Ok(cost) => cost,
            Err(NoWay::Unreachable) => f64::INFINITY,
            Err(NoWay::Blocked) => return Err(format!("{p} is blocked")),
        };
        let agrees = ours == right || (ours - right).abs() <= 1e-9 * right.max(1.0);
        if !agrees {
            return Err(format!("cost at {p} is {ours}, should be {right}; {}", described()));
        }
        if ours.is_finite() {
            let legs = map.legs(p).map_err(|fault| format!("{fault:?}"))?;
            let sum: f64 =
                sources[map.answer(p).unwrap().source].offset + legs.iter().map(|leg| leg.cost()).sum::<f64>();
            // The foot on a segment is rounded, and a way to it that grazes a corner may miss the free space by as much.
            let grazes = |a: Point, b: Point| open.corner_points().iter().any(|&q| q != a && is_near([a, b], q));
            let is_seen = |leg: &Leg| open.sees(leg.from, leg.to) || kind.has_segments && grazes(leg.from, leg.to);
            let is_free = legs.iter().all(is_seen);
            if (sum - ours).abs() > 1e-9 * ours.max(1.0) || !is_free {
                return Err(format!("from {p} the legs {legs:?} cost {sum}, should be {ours}; {}", described()));
            }
        }
    }
    sample_agrees(&map, &terms).map_err(|why| format!("{why}; {}", described()))
}

/// Every pixel has the exact map's cost at its centre, and the sample's look-ups give the same.
fn sample_agrees(map: &PathMap, terms: &Terms) -> Verdict {
    let Ok(raster) = Raster::fitting(map.domain().bounds(), 24) else { return Ok(()) };
    let sample = map.sample(&raster);
    let domain = map.domain();
    let is_smooth = terms.weights.iter().all(|w| w.weight >= 1.0);
    let sides = (0..domain.sides().len() as u32).map(SideId);
    let closed: Vec<[Point; 2]> = sides.filter(|&s| domain.twin(s).is_none()).map(|s| domain.side_points(s)).collect();
    for (k, &cost) in sample.costs().iter().enumerate() {
        let centre = raster.centre(k % raster.width(), k / raster.width());
        // On an outline or a gate a pixel may have the answer of either side.
        let is_on_line = closed.iter().any(|&[a, b]| closest_on_segment(a, b, centre).distance(centre) < 1e-5);
        if is_on_line || !domain.contains(centre) {
            continue;
        }
        // Straight behind a slow corner costs jump: on that ray, but for the rounding of coordinates, a pixel may have
        // the cost of either side.
        let beside = [(0.0, 0.0), (1e-9, 0.0), (-1e-9, 0.0), (0.0, 1e-9), (0.0, -1e-9)].map(|by| centre + by.into());
        let beside = if is_smooth { &beside[..1] } else { &beside };
        let exact = map.cost(centre).unwrap_or(f64::INFINITY);
        let is_cost = |value: f64, exact: f64| value == exact || (value - exact).abs() <= 2e-5 * exact.max(1.0);
        let near = |value: f64| beside.iter().any(|&p| is_cost(value, map.cost(p).unwrap_or(f64::INFINITY)));
        let looked_up = sample.cost(centre).unwrap_or(f64::INFINITY);
        if !cost.is_nan() && (!near(f64::from(cost)) || !near(looked_up)) {
            return Err(format!("the pixel at {centre} has {cost}, or {looked_up}; exactly {exact}"));
        }
    }
    Ok(())
}

fn agree(name: &str, count: u64, from: Coordinates, kind: Kind) {
    check(name, count, |rng| world(rng, from), |w, rng| costs_agree(w, rng, from, kind));
}

const SPEEDS: &[f64] = &[0.5, 1.0, 1.3, 2.0, 4.0];

#[test]
fn weights_among_floats() {
    agree("weights among floats", 700, FLOATS, Kind { speeds: SPEEDS, price: no_gates, has_segments: false });
}

#[test]
fn weights_on_grids() {
    agree("weights on grids", 700, GRID, Kind { speeds: SPEEDS, price: no_gates, has_segments: false });
}

/// Slow corners behind slow corners: there are many ways to keep away from them.
#[test]
fn many_slow_corners_among_floats() {
    let kind = Kind { speeds: &[0.5, 0.9], price: no_gates, has_segments: false };
    let draw = |open: &Domain, rng: &mut Rng| many_weights(open, rng, kind.speeds);
    let property = |w: &World, rng: &mut Rng| costs_agree_with(w, rng, FLOATS, kind, draw);
    check("many slow corners among floats", 300, |rng| world(rng, FLOATS), property);
}

/// None of them holds anybody up, so layers are built only where they may win.
#[test]
fn high_speeds_among_floats() {
    let kind = Kind { speeds: &[1.05, 1.3, 2.0, 4.0], price: no_gates, has_segments: true };
    agree("high speeds among floats", 500, FLOATS, kind);
}

#[test]
fn high_speeds_behind_delays_on_grids() {
    let kind = Kind { speeds: &[1.05, 1.3, 2.0, 4.0], price: delays, has_segments: false };
    agree("high speeds behind delays on grids", 500, GRID, kind);
}

/// How many times as many windows a map has if a corner in the middle of the world has a weight.
fn windows_with(weight: f64) -> f64 {
    let world = random_polygons(300, 6, 3);
    let domain = Arc::new(Domain::new(&world).unwrap());
    let middle = world.bounds().min.lerp(world.bounds().max, 0.5);
    let bending = domain.corner_points().iter().zip(domain.bending()).filter(|&(_, &bends)| bends);
    let corner = *bending.map(|(p, _)| p).min_by(|p, q| p.distance(middle).total_cmp(&q.distance(middle))).unwrap();
    let weights = vec![Weight { corner, weight, place: Place::default() }];
    let plain = PathMap::new(domain.clone(), &world.sources).unwrap();
    let map = PathMap::on_terms(domain, &world.sources, &Terms { weights, prices: Vec::new() }).unwrap();
    map.stats().windows as f64 / plain.stats().windows as f64
}

#[test]
fn slow_corners_matter_to_few_windows() {
    let times = windows_with(0.5);
    assert!(times < 1.5, "{times} times as many windows");
}

#[test]
fn speeds_that_win_nowhere_cost_few_windows() {
    let times = windows_with(1.01);
    assert!(times < 1.2, "{times} times as many windows");
}

#[test]
fn delays_among_floats() {
    agree("delays among floats", 500, FLOATS, Kind { speeds: &[], price: delays, has_segments: false });
}

#[test]
fn delays_on_grids() {
    agree("delays on grids", 500, GRID, Kind { speeds: &[], price: delays, has_segments: false });
}

#[test]
fn factors_among_floats() {
    agree("factors among floats", 500, FLOATS, Kind { speeds: &[], price: factors, has_segments: false });
}

#[test]
fn factors_on_grids() {
    agree("factors on grids", 500, GRID, Kind { speeds: &[], price: factors, has_segments: false });
}

#[test]
fn everything_among_floats() {
    let kind = Kind { speeds: &[0.5, 0.8, 1.0, 1.3, 2.0, 4.0], price: anything, has_segments: false };
    agree("everything among floats", 500, FLOATS, kind);
}

#[test]
fn segments_across_gates_among_floats() {
    let kind = Kind { speeds: SPEEDS, price: delays, has_segments: true };
    agree("segments across gates among floats", 500, FLOATS, kind);
}

/// In the first a corner that was set aside got cheaper and had no other turn; in the second rounding makes a corner on a
/// straight line the parent of the next one.
#[test]
fn worlds_in_which_a_way_was_lost() {
    let kind = Kind { speeds: SPEEDS, price: delays, has_segments: true };
    for seed in [7_011_014_286_426_097, 7_011_009_427_817_705] {
        let world = world(&mut Rng::new(seed), FLOATS);
        let verdict = costs_agree(&world, &mut Rng::new(!seed), FLOATS, kind);
        assert!(verdict.is_ok(), "seed {seed}: {verdict:?}");
    }
}

#[test]
fn segments_across_gates_on_grids() {
    agree("segments across gates on grids", 500, GRID, Kind { speeds: &[], price: delays, has_segments: true });
}
