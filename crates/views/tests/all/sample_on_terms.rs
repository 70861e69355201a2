//! Samples of maps with speed changes and gates against the maps themselves, on random worlds.

use wayfront_domain::{Domain, Guide, SideId};
use wayfront_geometry::{Point, Raster, closest_on_segment};
use wayfront_pathmap::{PathMap, Terms};
use wayfront_testkit::random_maps::{many_weights, random_map};
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::{Verdict, check};
use wayfront_testkit::terms::{FLOATS, GRID, Kind, anything, delays, factors, no_gates, weights};
use wayfront_testkit::worlds::{Coordinates, world};
use wayfront_views::Sample;
use wayfront_world::{Weight, World};

/// Every pixel has the exact map's cost at its centre, and the sample's look-ups give the same.
fn sample_agrees(map: &PathMap, terms: &Terms) -> Verdict {
    let Ok(raster) = Raster::fitting(map.domain().bounds(), 24) else { return Ok(()) };
    let sample = Sample::of(map, &raster);
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

fn samples_agree(
    world: &World,
    rng: &mut Rng,
    from: Coordinates,
    kind: Kind,
    draw: impl Fn(&Domain, &mut Rng) -> Vec<Weight>,
) -> Verdict {
    let Some(random) = random_map(world, rng, from, kind, draw)? else { return Ok(()) };
    let described = || format!("sources {:?}, gates {:?}, {:?}", random.sources, random.gates, random.terms);
    sample_agrees(&random.map, &random.terms).map_err(|why| format!("{why}; {}", described()))
}

fn agree(name: &str, count: u64, from: Coordinates, kind: Kind) {
    let draw = |open: &Domain, rng: &mut Rng| weights(open, rng, kind.speeds);
    check(name, count, |rng| world(rng, from), |w, rng| samples_agree(w, rng, from, kind, draw));
}

const SPEEDS: &[f64] = &[0.5, 1.0, 1.3, 2.0, 4.0];
const HIGH: &[f64] = &[1.05, 1.3, 2.0, 4.0];
const ALL: &[f64] = &[0.5, 0.8, 1.0, 1.3, 2.0, 4.0];

#[test]
fn weights_among_floats() {
    agree("samples: weights among floats", 700, FLOATS, Kind { speeds: SPEEDS, price: no_gates, has_segments: false });
}

#[test]
fn weights_on_grids() {
    agree("samples: weights on grids", 700, GRID, Kind { speeds: SPEEDS, price: no_gates, has_segments: false });
}

#[test]
fn many_slow_corners_among_floats() {
    let kind = Kind { speeds: &[0.5, 0.9], price: no_gates, has_segments: false };
    let draw = |open: &Domain, rng: &mut Rng| many_weights(open, rng, kind.speeds);
    let property = |w: &World, rng: &mut Rng| samples_agree(w, rng, FLOATS, kind, draw);
    check("samples: many slow corners among floats", 300, |rng| world(rng, FLOATS), property);
}

#[test]
fn high_speeds() {
    agree("samples: high speeds among floats", 500, FLOATS, Kind { speeds: HIGH, price: no_gates, has_segments: true });
    agree("samples: high speeds on grids", 500, GRID, Kind { speeds: HIGH, price: delays, has_segments: false });
}

#[test]
fn delays_and_factors() {
    for price in [delays, factors] {
        let kind = Kind { speeds: &[], price, has_segments: false };
        agree("samples: prices among floats", 500, FLOATS, kind);
        agree("samples: prices on grids", 500, GRID, kind);
    }
}

#[test]
fn everything_among_floats() {
    agree("samples: everything among floats", 500, FLOATS, Kind { speeds: ALL, price: anything, has_segments: false });
}

#[test]
fn segments_across_gates() {
    agree("samples: segments among floats", 500, FLOATS, Kind { speeds: SPEEDS, price: delays, has_segments: true });
    agree("samples: segments on grids", 500, GRID, Kind { speeds: &[], price: delays, has_segments: true });
}
