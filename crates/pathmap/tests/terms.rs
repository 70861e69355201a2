//! Speed changes and gates against the oracle, on random worlds.

#[path = "../../domain/tests/common/mod.rs"]
mod common;
#[path = "common/random_terms.rs"]
mod random_terms;
#[path = "common/terms_oracle.rs"]
mod terms_oracle;

use common::rng::Rng;
use common::runner::{Verdict, check};
use common::worlds::{Coordinates, world};
use random_terms::{FLOATS, GRID, Kind, anything, delays, factors, free_point, gates, is_clean, no_gates, weights};
use std::sync::Arc;
use terms_oracle::TermsOracle;
use wayfront_domain::{Domain, Guide, NoWay, SideId};
use wayfront_geometry::{Point, closest_on_segment};
use wayfront_pathmap::{PathMap, Raster, Terms};
use wayfront_world::{Source, World};

fn costs_agree(world: &World, rng: &mut Rng, from: Coordinates, kind: Kind) -> Verdict {
    let Ok(open) = Domain::new(world) else { return Ok(()) };
    let (gates, prices) = gates(world, &open, rng, kind);
    let terms = Terms { weights: weights(&open, rng, kind.speeds), prices };
    let gated = Arc::new(Domain::with_gates(world, &gates).map_err(|fault| fault.to_string())?);
    if !gates.iter().all(|&gate| is_clean(world, &gated, gate)) {
        return Ok(());
    }
    let mut points: Vec<(Point, f64)> = Vec::new();
    for _ in 0..1 + rng.below(2) {
        if let Some(p) = free_point(&open, rng, from).filter(|p| points.iter().all(|q| q.0 != *p)) {
            points.push((p, if rng.chance(0.3) { rng.unit() } else { 0.0 }));
        }
    }
    if points.is_empty() {
        return Ok(());
    }
    let sources: Vec<Source> = points.iter().map(|&(p, offset)| Source { offset, ..Source::point(p) }).collect();
    let map = PathMap::on_terms(gated.clone(), &sources, &terms).map_err(|fault| fault.to_string())?;
    let oracle = TermsOracle::of(&open, &gated, &gates, &terms, &points);
    let mut queries: Vec<Point> = open.corner_points().to_vec();
    queries.extend((0..15).filter_map(|_| free_point(&open, rng, from)));
    let described = || format!("sources {points:?}, gates {gates:?}, {terms:?}");
    for p in queries {
        let right = oracle.cost(p, &points);
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
            let sum: f64 = points[map.answer(p).unwrap().source].1 + legs.iter().map(|leg| leg.cost()).sum::<f64>();
            let is_free = legs.iter().all(|leg| open.sees(leg.from, leg.to));
            if (sum - ours).abs() > 1e-9 * ours.max(1.0) || !is_free {
                return Err(format!("from {p} the legs {legs:?} cost {sum}, should be {ours}; {}", described()));
            }
        }
    }
    sample_agrees(&map).map_err(|why| format!("{why}; {}", described()))
}

/// Every pixel has the exact map's cost at its centre, and the sample's look-ups give the same.
fn sample_agrees(map: &PathMap) -> Verdict {
    let Ok(raster) = Raster::fitting(map.domain().bounds(), 24) else { return Ok(()) };
    let sample = map.sample(&raster);
    let domain = map.domain();
    let sides = (0..domain.sides().len() as u32).map(SideId);
    let closed: Vec<[Point; 2]> = sides.filter(|&s| domain.twin(s).is_none()).map(|s| domain.side_points(s)).collect();
    for (k, &cost) in sample.costs().iter().enumerate() {
        let centre = raster.centre(k % raster.width(), k / raster.width());
        // On an outline or a gate a pixel may have the answer of either side.
        let is_on_line = closed.iter().any(|&[a, b]| closest_on_segment(a, b, centre).distance(centre) < 1e-5);
        if is_on_line || !map.domain().contains(centre) {
            continue;
        }
        let exact = map.cost(centre).unwrap_or(f64::INFINITY);
        let near = |value: f64| value == exact || (value - exact).abs() <= 2e-5 * exact.max(1.0);
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
    agree("weights among floats", 700, FLOATS, Kind { speeds: SPEEDS, price: no_gates });
}

#[test]
fn weights_on_grids() {
    agree("weights on grids", 700, GRID, Kind { speeds: SPEEDS, price: no_gates });
}

#[test]
fn delays_among_floats() {
    agree("delays among floats", 500, FLOATS, Kind { speeds: &[], price: delays });
}

#[test]
fn delays_on_grids() {
    agree("delays on grids", 500, GRID, Kind { speeds: &[], price: delays });
}

#[test]
fn factors_among_floats() {
    agree("factors among floats", 500, FLOATS, Kind { speeds: &[], price: factors });
}

#[test]
fn factors_on_grids() {
    agree("factors on grids", 500, GRID, Kind { speeds: &[], price: factors });
}

#[test]
fn everything_among_floats() {
    let kind = Kind { speeds: &[0.5, 0.8, 1.0, 1.3, 2.0, 4.0], price: anything };
    agree("everything among floats", 500, FLOATS, kind);
}
