//! Costs against the oracle, on random worlds: half of them on small integer grids, where everything touches.

use std::sync::Arc;
use wayfront_domain::{Domain, Guide, NoPath, SideId};
use wayfront_geometry::{Point, closest_on_segment};
use wayfront_pathmap::{PairSearch, PathMap};
use wayfront_testkit::paths::{PathOracle, beside_walls, on_both_sides};
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::{Verdict, check};
use wayfront_testkit::worlds::{Coordinates, world};
use wayfront_world::{Shape, Source, World};

const GRID: Coordinates = Coordinates::Grid(7);

/// A source runs along an outline that bends at a crossing, where it was rounded: it lies to one side of the outline or
/// the other, and the rounded feet of the oracle cannot tell on which.
fn is_delicate(world: &World, domain: &Domain, source: &Source) -> bool {
    let is_crossing = |p: Point| world.points().all(|&q| q != p);
    let near = |p: Point, [a, b]: [Point; 2]| closest_on_segment(a, b, p).distance(p) < 1e-9;
    let legs: Vec<[Point; 2]> = source.shape.points().windows(2).map(|w| [w[0], w[1]]).collect();
    let sides = (0..domain.sides().len() as u32).map(SideId).filter(|&s| domain.twin(s).is_none());
    sides
        .map(|s| domain.side_points(s))
        .filter(|side| side.iter().any(|&p| is_crossing(p)))
        .any(|side| legs.iter().any(|&leg| leg.iter().any(|&p| near(p, side)) || side.iter().any(|&p| near(p, leg))))
}

/// A free point: at random, or at a vertex, or on the grid.
fn free_point(domain: &Domain, rng: &mut Rng, from: Coordinates) -> Option<Point> {
    for _ in 0..40 {
        let p = match rng.below(4) {
            0 => domain.corner_points().get(rng.below(domain.corner_count().max(1))).copied()?,
            1 => from.point(rng),
            _ => Point::new(rng.unit() * from.side(), rng.unit() * from.side()),
        };
        if domain.contains(p) {
            return Some(p);
        }
    }
    None
}

fn point_sources(_: &World, domain: &Domain, rng: &mut Rng, from: Coordinates) -> Vec<Source> {
    let mut sources: Vec<Source> = Vec::new();
    for _ in 0..1 + rng.below(3) {
        let Some(p) = free_point(domain, rng, from) else { continue };
        let offset = if rng.chance(0.3) { rng.unit() * 3.0 } else { 0.0 };
        if sources.iter().all(|s| s.shape != Shape::Point(p)) {
            sources.push(Source::point(p).with_offset(offset));
        }
    }
    sources
}

fn line_sources(world: &World, domain: &Domain, rng: &mut Rng, from: Coordinates) -> Vec<Source> {
    let mut sources = point_sources(world, domain, rng, from);
    sources.truncate(1);
    for _ in 0..1 + rng.below(3) {
        let Some(mut at) = free_point(domain, rng, from) else { continue };
        let mut points = vec![at];
        for _ in 0..1 + rng.below(2) {
            let reach = (0..20).filter_map(|_| free_point(domain, rng, from)).find(|&q| q != at && domain.sees(at, q));
            let Some(next) = reach else { break };
            points.push(next);
            at = next;
        }
        let offset = if rng.chance(0.3) { rng.unit() * 3.0 } else { 0.0 };
        let shape = match points.len() {
            1 => continue,
            2 => Shape::Segment([points[0], points[1]]),
            _ => Shape::Polyline(points),
        };
        let source = Source::of(shape).with_offset(offset);
        if sources.iter().all(|s| s.shape != source.shape) && !is_delicate(world, domain, &source) {
            sources.push(source);
        }
    }
    sources
}

type MakeSources = fn(&World, &Domain, &mut Rng, Coordinates) -> Vec<Source>;

fn costs_agree(world: &World, rng: &mut Rng, from: Coordinates, make: MakeSources) -> Verdict {
    let Ok(domain) = Domain::without_doors(world) else { return Ok(()) };
    let domain = Arc::new(domain);
    let sources = make(world, &domain, rng, from);
    if sources.is_empty() {
        return Ok(());
    }
    let map = match PathMap::new(domain.clone(), &sources) {
        Ok(map) => map,
        Err(fault) => return Err(format!("{sources:?}: {fault}")),
    };
    let starts = on_both_sides(world, &sources);
    let (strict, lenient) = (PathOracle::of(&domain, &starts, false), PathOracle::of(&domain, &starts, true));
    let mut points: Vec<Point> = domain.corner_points().to_vec();
    points.extend((0..30).filter_map(|_| free_point(&domain, rng, from)));
    for p in points {
        let (high, low) = (strict.cost(p), lenient.cost(p));
        let ours = match map.cost(p) {
            Ok(cost) => cost,
            Err(NoPath::Unreachable) => f64::INFINITY,
            Err(NoPath::Blocked) => return Err(format!("{p} is blocked")),
        };
        let agrees = |right: f64| ours == right || (ours - right).abs() <= 1e-9 * right.max(1.0);
        // Points on walls are on both of their sides; beside them, gaps narrower than the oracle's step are missed.
        if !agrees(strict.cost_on_walls(world, p)) && !agrees(lenient.cost_on_walls(world, p)) {
            return Err(format!("cost at {p} is {ours}, should be {high} or {low}; sources {sources:?}"));
        }
    }
    Ok(())
}

/// A search for one pair gives what the map gives, and a way of that length.
fn pairs_agree(world: &World, rng: &mut Rng, from: Coordinates) -> Verdict {
    let Ok(domain) = Domain::without_doors(world) else { return Ok(()) };
    let domain = Arc::new(domain);
    let Some(goal) = free_point(&domain, rng, from) else { return Ok(()) };
    let map = PathMap::new(domain.clone(), &[Source::point(goal)]).map_err(|fault| fault.to_string())?;
    let mut search = PairSearch::new(domain.clone());
    for _ in 0..30 {
        let Some(start) = free_point(&domain, rng, from) else { continue };
        let (way, right) = (search.find(start, goal), map.cost(start));
        match (&way, right) {
            (Ok(way), Ok(cost)) => {
                let legs: f64 = way.points.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
                let ends = [way.points.first(), way.points.last()];
                let is_equal = (way.length - cost).abs() <= 1e-9 * cost.max(1.0);
                let is_way = (legs - cost).abs() <= 1e-9 * cost.max(1.0) && ends == [Some(&start), Some(&goal)];
                let sees = |leg: &[Point]| {
                    let [from, to] = [leg[0], leg[1]].map(|end| beside_walls(world, end));
                    from.iter().any(|&a| to.iter().any(|&b| domain.sees(a, b)))
                };
                let is_free = way.points.windows(2).all(sees);
                if !is_equal || !is_way || !is_free {
                    return Err(format!("from {start} to {goal}: {way:?}, should cost {cost}"));
                }
            }
            (Err(a), Err(b)) if *a == b => {}
            _ => return Err(format!("from {start} to {goal}: {way:?}, should be {right:?}")),
        }
    }
    Ok(())
}

#[test]
fn pairs_on_integer_grids() {
    check("pairs on grids", 1000, |rng| world(rng, GRID), |w, rng| pairs_agree(w, rng, GRID));
}

#[test]
fn pairs_among_floats() {
    let floats = Coordinates::Floats;
    check("pairs among floats", 1000, |rng| world(rng, floats), |w, rng| pairs_agree(w, rng, floats));
}

#[test]
fn points_on_integer_grids() {
    check("points on grids", 1500, |rng| world(rng, GRID), |w, rng| costs_agree(w, rng, GRID, point_sources));
}

#[test]
fn points_among_floats() {
    let floats = Coordinates::Floats;
    check("points among floats", 1000, |rng| world(rng, floats), |w, rng| costs_agree(w, rng, floats, point_sources));
}

#[test]
fn segments_on_integer_grids() {
    check("segments on grids", 1500, |rng| world(rng, GRID), |w, rng| costs_agree(w, rng, GRID, line_sources));
}

#[test]
fn segments_among_floats() {
    let floats = Coordinates::Floats;
    check("segments among floats", 1000, |rng| world(rng, floats), |w, rng| costs_agree(w, rng, floats, line_sources));
}
