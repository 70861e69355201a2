//! Speed changes and gates against the oracle, on random worlds.

use std::sync::Arc;
use wayfront_domain::{Domain, Guide, NoPath};
use wayfront_geometry::{Point, orient};
use wayfront_pathmap::{Leg, PathMap, Terms};
use wayfront_testkit::paths::{beside_walls, on_both_sides};
use wayfront_testkit::random_maps::{RandomMap, is_near, many_weights, random_map, random_map_with_wall_gates};
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::{Verdict, check};
use wayfront_testkit::terms::TermsOracle;
use wayfront_testkit::terms::{FLOATS, GRID, Kind, anything, delays, factors, free_point, no_gates, weights};
use wayfront_testkit::worlds::{Coordinates, world};
use wayfront_world::{Weight, World, random_polygons};

fn costs_agree(world: &World, rng: &mut Rng, from: Coordinates, kind: Kind) -> Verdict {
    let draw = |open: &Domain, rng: &mut Rng| weights(open, rng, kind.speeds);
    costs_agree_with(world, rng, from, kind, draw)
}

fn costs_agree_with(
    world: &World,
    rng: &mut Rng,
    from: Coordinates,
    kind: Kind,
    draw: impl Fn(&Domain, &mut Rng) -> Vec<Weight>,
) -> Verdict {
    let Some(random) = random_map(world, rng, from, kind, draw)? else { return Ok(()) };
    agrees_with_oracle(world, random, rng, from, kind)
}

/// A leg that costs nothing but its length grazes corners one after another, some of them beside its line by rounding.
fn is_through_gap(open: &Domain, leg: &Leg) -> bool {
    let is_end = |q: Point| [leg.from, leg.to].iter().any(|end| end.distance(q) < 1e-9);
    let grazed = open.corner_points().iter().filter(|&&q| !is_end(q) && is_near([leg.from, leg.to], q));
    let grazed: Vec<Point> = grazed.copied().collect();
    let is_beside = |q: &Point| orient(leg.from, grazed[0], *q) != 0.0;
    leg.extra.abs() < 1e-9 && grazed.iter().any(|&q| q != grazed[0]) && grazed.iter().any(is_beside)
}

fn agrees_with_oracle(world: &World, random: RandomMap, rng: &mut Rng, from: Coordinates, kind: Kind) -> Verdict {
    let RandomMap { open, gated, gates, terms, sources, map } = random;
    let beside = on_both_sides(world, &sources);
    let oracle = TermsOracle::of(&open, &gated, &terms, &beside);
    let mut queries: Vec<Point> = open.corner_points().to_vec();
    queries.extend((0..15).filter_map(|_| free_point(&open, rng, from)));
    let has_segments = sources.iter().any(|source| source.shape.points().len() > 1);
    let has_slow = terms.weights.iter().any(|w| w.weight < 1.0);
    let described = || format!("sources {sources:?}, gates {gates:?}, {terms:?}");
    for p in queries {
        let right = oracle.cost(p);
        let ours = match map.cost(p) {
            Ok(cost) => cost,
            Err(NoPath::Unreachable) => f64::INFINITY,
            Err(NoPath::Blocked) => return Err(format!("{p} is blocked")),
        };
        let agrees = |right: f64| ours == right || (ours - right).abs() <= 1e-9 * right.max(1.0);
        // The oracle takes a point on a wall as points beside it, at a distance that is far more than rounding. From there
        // one may see past a slow corner of the wall that hides the same from the wall itself: with exact places the
        // oracle decides. And whether a leg from within a segment passes a slow corner is rounded: either is right.
        let is_on_wall = || beside_walls(world, p).len() > 1 || beside.len() > sources.len();
        let exact = || is_on_wall() && agrees(TermsOracle::of(&open, &gated, &terms, &sources).cost(p));
        let strict = || has_segments && agrees(TermsOracle::strict(&open, &gated, &terms, &sources).cost(p));
        let is_in_doubt = || has_slow && (agrees(right) || exact() || strict());
        // Where a leg from a segment starts is rounded, and so is what lies beside a wall: the oracle sees nothing through
        // gaps as narrow as that.
        let is_through_gap = || {
            let legs = map.legs(p).unwrap_or_default();
            let of_segment = legs.last().filter(|_| kind.has_segments);
            let of_wall = legs.first().filter(|_| beside_walls(world, p).len() > 1);
            ours < right && of_segment.into_iter().chain(of_wall).any(|leg| is_through_gap(&open, leg))
        };
        if !agrees(oracle.cost_on_walls(world, p)) && !is_in_doubt() && !is_through_gap() {
            return Err(format!("cost at {p} is {ours}, should be {right}; {}", described()));
        }
        if ours.is_finite() {
            let legs = map.legs(p).map_err(|fault| format!("{fault:?}"))?;
            let sum: f64 =
                sources[map.answer(p).unwrap().source].offset + legs.iter().map(|leg| leg.cost()).sum::<f64>();
            // The foot on a segment is rounded, and a way to it that grazes a corner may miss the free space by as much.
            let grazes = |a: Point, b: Point| open.corner_points().iter().any(|&q| q != a && is_near([a, b], q));
            let beside = |p: Point| beside_walls(world, p).into_iter();
            let sees = |leg: &Leg| beside(leg.from).any(|from| beside(leg.to).any(|to| open.sees(from, to)));
            // Two points on bent walls see each other along the wall, but for rounding.
            let is_on_wall = |leg: &Leg| [leg.from, leg.to].iter().any(|&p| beside_walls(world, p).len() > 1);
            let may_graze = |leg: &Leg| kind.has_segments || is_on_wall(leg);
            let is_seen = |leg: &Leg| sees(leg) || may_graze(leg) && grazes(leg.from, leg.to);
            let is_free = legs.iter().all(is_seen);
            if (sum - ours).abs() > 1e-9 * ours.max(1.0) || !is_free {
                return Err(format!("from {p} the legs {legs:?} cost {sum}, should be {ours}; {}", described()));
            }
        }
    }
    map.sanity_check().map_err(|why| format!("{why}; {}", described()))
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
    let domain = Arc::new(Domain::without_doors(&world).unwrap());
    let middle = world.bounds().min.lerp(world.bounds().max, 0.5);
    let bending = domain.corner_points().iter().zip(domain.bending()).filter(|&(_, &bends)| bends);
    let corner = *bending.map(|(p, _)| p).min_by(|p, q| p.distance(middle).total_cmp(&q.distance(middle))).unwrap();
    let weights = vec![Weight::new(corner, weight)];
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

/// Where everything lies on lines, legs pass slow corners on both hands at once.
#[test]
fn many_slow_corners_on_grids() {
    let kind = Kind { speeds: &[0.5, 0.9], price: no_gates, has_segments: false };
    let draw = |open: &Domain, rng: &mut Rng| many_weights(open, rng, kind.speeds);
    let property = |w: &World, rng: &mut Rng| costs_agree_with(w, rng, GRID, kind, draw);
    check("many slow corners on grids", 500, |rng| world(rng, GRID), property);
}

#[test]
fn segments_and_slow_corners_among_floats() {
    let kind = Kind { speeds: &[0.5, 0.9, 2.0], price: no_gates, has_segments: true };
    let draw = |open: &Domain, rng: &mut Rng| many_weights(open, rng, kind.speeds);
    let property = |w: &World, rng: &mut Rng| costs_agree_with(w, rng, FLOATS, kind, draw);
    check("segments and slow corners among floats", 300, |rng| world(rng, FLOATS), property);
}

#[test]
fn segments_and_slow_corners_on_grids() {
    let kind = Kind { speeds: &[0.5, 0.9, 2.0], price: no_gates, has_segments: true };
    let draw = |open: &Domain, rng: &mut Rng| many_weights(open, rng, kind.speeds);
    let property = |w: &World, rng: &mut Rng| costs_agree_with(w, rng, GRID, kind, draw);
    check("segments and slow corners on grids", 300, |rng| world(rng, GRID), property);
}

/// All that is accepted, together: points, segments, offsets, weights, delays, factors, doors, walls, and gates that end
/// in corners and in the middle of walls.
fn everything_agrees(world: &World, rng: &mut Rng, from: Coordinates) -> Verdict {
    let kind = Kind { speeds: &[0.5, 0.8, 0.9, 1.0, 1.3, 2.0], price: anything, has_segments: true };
    let is_slow = rng.chance(0.5);
    let draw = |open: &Domain, rng: &mut Rng| {
        if is_slow { many_weights(open, rng, kind.speeds) } else { weights(open, rng, kind.speeds) }
    };
    let Some(random) = random_map_with_wall_gates(world, rng, from, kind, draw)? else { return Ok(()) };
    agrees_with_oracle(world, random, rng, from, kind)
}

#[test]
fn everything_together_on_grids() {
    check("everything together on grids", 500, |rng| world(rng, GRID), |w, rng| everything_agrees(w, rng, GRID));
}

#[test]
fn everything_together_among_floats() {
    check(
        "everything together among floats",
        500,
        |rng| world(rng, FLOATS),
        |w, rng| everything_agrees(w, rng, FLOATS),
    );
}
