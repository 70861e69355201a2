//! What holds for every map on terms, whatever is in it, on random worlds: a segment is never dearer than any of its
//! points; a barrier never lowers a cost; what is seen straight from a source costs no more than its distance; and
//! mirrored, turned and moved worlds agree. No oracle is needed for any of these.

use std::sync::Arc;
use wayfront_domain::{Domain, Guide};
use wayfront_geometry::{Point, closest_on_segment, orient};
use wayfront_pathmap::{PathMap, Price, Terms};
use wayfront_testkit::motions::Motion;
use wayfront_testkit::random_maps::{RandomMap, many_weights, random_map_with_wall_gates};
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::{Verdict, check};
use wayfront_testkit::terms::{FLOATS, GRID, Kind, anything, delays, free_point, weights};
use wayfront_testkit::worlds::{Coordinates, clean_world, mapped, world};
use wayfront_world::{Shape, Source, Weight, World};

const EVERYTHING: Kind = Kind { speeds: &[0.5, 0.8, 0.9, 1.0, 1.3, 2.0], price: anything, has_segments: true };

/// A map with everything; now and then half of its corners have weights.
fn random_map(world: &World, rng: &mut Rng, from: Coordinates, kind: Kind) -> Result<Option<RandomMap>, String> {
    let is_slow = rng.chance(0.5);
    let draw = |open: &Domain, rng: &mut Rng| {
        if is_slow { many_weights(open, rng, kind.speeds) } else { weights(open, rng, kind.speeds) }
    };
    random_map_with_wall_gates(world, rng, from, kind, draw)
}

fn questions(open: &Domain, rng: &mut Rng, from: Coordinates) -> Vec<Point> {
    let mut points: Vec<Point> = open.corner_points().to_vec();
    points.extend((0..15).filter_map(|_| free_point(open, rng, from)));
    points
}

fn cost(map: &PathMap, p: Point) -> f64 {
    map.cost(p).unwrap_or(f64::INFINITY)
}

/// The first costs no more than the second, but for rounding.
fn is_at_most(one: f64, other: f64) -> bool {
    one <= other + 1e-9 * other.max(1.0)
}

fn on_terms(domain: &Arc<Domain>, sources: &[Source], terms: &Terms) -> Result<PathMap, String> {
    PathMap::on_terms(domain.clone(), sources, terms).map_err(|fault| format!("{sources:?}: {fault}"))
}

/// Points exactly on a segment, ends included: beside it, by rounding, one may see past a slow corner.
fn points_on([a, b]: [Point; 2], rng: &mut Rng) -> Vec<Point> {
    let shares = [0.0, 1.0, 0.5, 0.25, 0.75, rng.unit()];
    shares.map(|share| a.lerp(b, share)).into_iter().filter(|&p| orient(a, b, p) == 0.0).collect()
}

fn segments_are_no_dearer(world: &World, rng: &mut Rng, from: Coordinates) -> Verdict {
    let kind = Kind { price: delays, ..EVERYTHING };
    let Some(RandomMap { open, gated, terms, sources, .. }) = random_map(world, rng, from, kind)? else {
        return Ok(());
    };
    let points = questions(&open, rng, from);
    for source in &sources {
        let Shape::Segment(ends) = source.shape else { continue };
        let segment = on_terms(&gated, std::slice::from_ref(source), &terms)?;
        for start in points_on(ends, rng) {
            let point = on_terms(&gated, &[Source::point(start).with_offset(source.offset)], &terms)?;
            if let Some(&p) = points.iter().find(|&&p| !is_at_most(cost(&segment, p), cost(&point, p))) {
                let costs = [&segment, &point].map(|map| cost(map, p));
                return Err(format!("at {p} {costs:?} from {source:?} and from {start}; {terms:?}"));
            }
        }
    }
    Ok(())
}

fn barriers_lower_nothing(world: &World, rng: &mut Rng, from: Coordinates) -> Verdict {
    let Some(random) = random_map(world, rng, from, EVERYTHING)? else { return Ok(()) };
    let RandomMap { open, gates, terms, sources, map, .. } = random;
    let points = questions(&open, rng, from);
    for k in 0..gates.len() {
        let (mut fewer, mut less) = (gates.clone(), terms.clone());
        fewer.remove(k);
        less.prices.remove(k);
        let domain = Arc::new(Domain::with_gates(world, &fewer).map_err(|fault| fault.to_string())?);
        let without = on_terms(&domain, &sources, &less)?;
        if let Some(&p) = points.iter().find(|&&p| !is_at_most(cost(&without, p), cost(&map, p))) {
            let costs = [&map, &without].map(|map| cost(map, p));
            return Err(format!("at {p} {costs:?} with and without {:?}; {sources:?}, {gates:?}, {terms:?}", gates[k]));
        }
    }
    Ok(())
}

/// From where a leg to `p` may start straight away: points, ends and feet.
fn starts(source: &Source, p: Point) -> Vec<Point> {
    let points = source.shape.points();
    let feet = points.windows(2).map(|ends| closest_on_segment(ends[0], ends[1], p));
    points.iter().copied().chain(feet).collect()
}

fn what_is_seen_is_no_dearer_than_its_distance(world: &World, rng: &mut Rng, from: Coordinates) -> Verdict {
    let Some(random) = random_map(world, rng, from, EVERYTHING)? else { return Ok(()) };
    let RandomMap { open, gated, gates, terms, sources, map } = random;
    for p in questions(&open, rng, from) {
        for source in &sources {
            for start in starts(source, p).into_iter().filter(|&start| gated.sees(start, p)) {
                let straight = source.offset + start.distance(p);
                if !is_at_most(cost(&map, p), straight) {
                    let found = cost(&map, p);
                    return Err(format!("at {p} {found}, straight from {start} {straight}; {gates:?}, {terms:?}"));
                }
            }
        }
    }
    Ok(())
}

/// Everything of a map, moved point by point.
fn moved_map(world: &World, random: &RandomMap, motion: Motion) -> Result<PathMap, String> {
    let to = |p| motion.of(p);
    let gates: Vec<[Point; 2]> = random.gates.iter().map(|gate| gate.map(to)).collect();
    let shape = |shape: &Shape| match shape {
        Shape::Point(p) => Shape::Point(to(*p)),
        Shape::Segment(ends) => Shape::Segment(ends.map(to)),
        Shape::Polyline(points) => Shape::Polyline(points.iter().map(|&p| to(p)).collect()),
    };
    let sources: Vec<Source> =
        random.sources.iter().map(|s| Source::of(shape(&s.shape)).with_offset(s.offset)).collect();
    let weights = random.terms.weights.iter().map(|w| Weight::new(to(w.corner), w.weight)).collect();
    let domain = Domain::with_gates(&mapped(world, to), &gates).map_err(|fault| fault.to_string())?;
    on_terms(&Arc::new(domain), &sources, &Terms { weights, prices: random.terms.prices.clone() })
}

fn moves_change_nothing(
    world: &World,
    rng: &mut Rng,
    from: Coordinates,
    motions: &[Motion],
    tolerance: f64,
) -> Verdict {
    let Some(random) = random_map(world, rng, from, EVERYTHING)? else { return Ok(()) };
    // Where outlines cross, vertices are rounded, to other places in a world that is moved.
    let is_given = |p: &Point| world.points().any(|q| q == p);
    let is_end = |p: &Point| random.gates.as_flattened().contains(p) && !random.open.corner_points().contains(p);
    if !random.gated.corner_points().iter().all(|p| is_given(p) || is_end(p)) {
        return Ok(());
    }
    let points = questions(&random.open, rng, from);
    for &motion in motions {
        let map = moved_map(world, &random, motion)?;
        for &p in &points {
            let (here, there) = (cost(&random.map, p), cost(&map, motion.of(p)));
            if here != there && (here - there).abs() > tolerance * here.max(1.0) {
                let RandomMap { gates, terms, sources, .. } = &random;
                return Err(format!("at {p} {here}, {motion:?} {there}; {sources:?}, {gates:?}, {terms:?}"));
            }
        }
    }
    Ok(())
}

/// Exact ones: what is on a line stays on a line.
fn exact() -> Vec<Motion> {
    Motion::EXACT.into_iter().filter(|motion| motion.scale == 1.0).collect()
}

#[test]
fn a_segment_is_never_dearer_than_its_points_on_grids() {
    let property = |w: &World, rng: &mut Rng| segments_are_no_dearer(w, rng, GRID);
    check("segments are no dearer on grids", 300, |rng| world(rng, GRID), property);
}

#[test]
fn a_segment_is_never_dearer_than_its_points_among_floats() {
    let property = |w: &World, rng: &mut Rng| segments_are_no_dearer(w, rng, FLOATS);
    check("segments are no dearer among floats", 300, |rng| world(rng, FLOATS), property);
}

#[test]
fn a_barrier_never_lowers_a_cost_on_grids() {
    let property = |w: &World, rng: &mut Rng| barriers_lower_nothing(w, rng, GRID);
    check("barriers lower nothing on grids", 300, |rng| world(rng, GRID), property);
}

#[test]
fn a_barrier_never_lowers_a_cost_among_floats() {
    let property = |w: &World, rng: &mut Rng| barriers_lower_nothing(w, rng, FLOATS);
    check("barriers lower nothing among floats", 300, |rng| world(rng, FLOATS), property);
}

#[test]
fn what_is_seen_costs_no_more_than_its_distance_on_grids() {
    let property = |w: &World, rng: &mut Rng| what_is_seen_is_no_dearer_than_its_distance(w, rng, GRID);
    check("straight is no dearer on grids", 500, |rng| world(rng, GRID), property);
}

#[test]
fn what_is_seen_costs_no_more_than_its_distance_among_floats() {
    let property = |w: &World, rng: &mut Rng| what_is_seen_is_no_dearer_than_its_distance(w, rng, FLOATS);
    check("straight is no dearer among floats", 500, |rng| world(rng, FLOATS), property);
}

#[test]
fn mirrored_and_turned_worlds_agree_on_grids() {
    let property = |w: &World, rng: &mut Rng| moves_change_nothing(w, rng, GRID, &exact(), 1e-9);
    check("mirrored worlds on grids", 300, |rng| world(rng, GRID), property);
}

#[test]
fn mirrored_turned_and_moved_worlds_agree_among_floats() {
    let mirrored = |w: &World, rng: &mut Rng| moves_change_nothing(w, rng, FLOATS, &Motion::EXACT[..3], 1e-9);
    check("mirrored worlds among floats", 300, clean_world, mirrored);
    let moved = |w: &World, rng: &mut Rng| {
        let far = Motion { shift: Point::new(500_000.0, 5_600_000.0), ..Motion::NONE };
        let turned = Motion::turned(7.0 * rng.unit());
        moves_change_nothing(w, rng, FLOATS, &[turned, far], 1e-6)
    };
    check("moved worlds among floats", 300, clean_world, moved);
}

/// The properties are about maps that have what they are about.
#[test]
fn the_maps_have_segments_slow_corners_and_gates() {
    let mut found = [0; 4];
    for seed in 0..200 {
        let world = world(&mut Rng::new(seed), GRID);
        let Ok(Some(RandomMap { terms, sources, .. })) = random_map(&world, &mut Rng::new(!seed), GRID, EVERYTHING)
        else {
            continue;
        };
        let is_factor = |price: &Price| matches!(price, Price::Factor(_));
        let has = [
            sources.iter().any(|s| s.shape.points().len() > 1),
            terms.weights.iter().any(|w| w.weight < 1.0),
            terms.prices.iter().any(is_factor),
            terms.prices.iter().any(|price| !is_factor(price)),
        ];
        found.iter_mut().zip(has).for_each(|(count, has)| *count += i32::from(has));
    }
    assert!(found.iter().all(|&count| count > 40), "{found:?}");
}
