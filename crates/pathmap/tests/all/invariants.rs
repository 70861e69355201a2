//! What holds for every map, whatever its world: on random worlds, built-in scenes and real maps.

use std::collections::BTreeSet;
use std::sync::Arc;
use wayfront_domain::{Domain, Guide, NoPath, Spot};
use wayfront_geometry::{Point, closest_on_segment};
use wayfront_pathmap::{Answer, PathMap};
use wayfront_testkit::data::{EARCUT, FLOOR_PLANS, GRIDS, ROS};
use wayfront_testkit::paths::{PathOracle, on_both_sides};
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::{Verdict, check};
use wayfront_testkit::worlds::{Coordinates, world};
use wayfront_world::{Source, World, builtin, builtin_names, read_file};

const GRID: Coordinates = Coordinates::Grid(7);
const FLOATS: Coordinates = Coordinates::Floats;

/// Equal but for rounding.
fn is_equal(domain: &Domain, a: f64, b: f64) -> bool {
    differ_by_at_most(domain, a, b, 0.0)
}

fn differ_by_at_most(domain: &Domain, a: f64, b: f64, most: f64) -> bool {
    (a - b).abs() <= most + 1e-12 * a.abs().max(b.abs()) + rounding(domain)
}

fn free_point(domain: &Domain, rng: &mut Rng) -> Option<Point> {
    let bounds = domain.bounds();
    (0..60).find_map(|_| {
        let p = match rng.below(4) {
            0 => domain.corner_points().get(rng.below(domain.corner_count().max(1))).copied()?,
            1 => Point::new((bounds.min.x + rng.unit() * bounds.width()).round(), bounds.min.y.round()),
            _ => bounds.min + Point::new(rng.unit() * bounds.width(), rng.unit() * bounds.height()),
        };
        domain.contains(p).then_some(p)
    })
}

/// Points, and segments where some point sees another; offsets now and then.
fn sources(domain: &Domain, rng: &mut Rng) -> Vec<Source> {
    let mut sources: Vec<Source> = Vec::new();
    for _ in 0..1 + rng.below(3) {
        let Some(p) = free_point(domain, rng) else { continue };
        let end = (0..10).filter_map(|_| free_point(domain, rng)).find(|&q| q != p && domain.sees(p, q));
        let source = match end {
            Some(q) if rng.chance(0.4) => Source::segment(p, q),
            _ => Source::point(p),
        };
        let offset = if rng.chance(0.3) { rng.unit() * 0.2 * domain.bounds().size() } else { 0.0 };
        if sources.iter().all(|s| s.shape != source.shape) {
            sources.push(source.with_offset(offset));
        }
    }
    sources
}

/// What rounding does to a computed point.
fn rounding(domain: &Domain) -> f64 {
    let farthest = domain.bounds().corners().iter().fold(0.0f64, |m, p| m.max(p.x.abs()).max(p.y.abs()));
    (1e-12 * domain.bounds().size()).max(8.0 * f64::EPSILON * farthest)
}

/// The point itself; and where it lies on a wall that is bent by rounding, a place on either side of the wall: such a
/// point is on both sides, but lines of sight start on one.
fn beside_bent_wall(domain: &Domain, p: Point) -> Vec<Point> {
    let mut places = vec![p];
    match domain.locate_on_walls(p) {
        spot if spot == domain.locate(p) => {}
        Some(Spot::On(side)) => {
            let [a, b] = domain.side_points(side);
            let across = (b - a).left() * (rounding(domain) / a.distance(b));
            places.extend([p + across, p - across]);
        }
        Some(Spot::At(corner)) => places.push(domain.point(corner)),
        _ => {}
    }
    places
}

/// The way is free but for rounding: the foot on a segment is computed, and may lie beside it, or the way to it on the
/// wrong side of a corner that it grazes; and what lies on a bent wall is on both of its sides.
fn nearly_sees(domain: &Domain, p: Point, q: Point) -> bool {
    let ends = beside_bent_wall(domain, q);
    beside_bent_wall(domain, p).iter().any(|&p| ends.iter().any(|&q| nearly_sees_from(domain, p, q)))
}

fn nearly_sees_from(domain: &Domain, p: Point, q: Point) -> bool {
    let rounding = rounding(domain);
    let reaches = |from: Point| {
        let bits = [0.0, 0.01, 0.1, 1.0].map(|bit| bit * rounding / from.distance(q));
        domain.sees(from, q) || bits.iter().any(|&share| share >= 1.0 || domain.sees(from, q.lerp(from, share)))
    };
    let is_grazed = |v: &&Point| closest_on_segment(p, q, **v).distance(**v) <= rounding;
    let mut grazed: Vec<Point> = domain.corner_points().iter().filter(is_grazed).copied().collect();
    grazed.sort_by(|a, b| a.distance(p).total_cmp(&b.distance(p)));
    // From one to the next of the corners that it grazes.
    let mut met = vec![p];
    for v in grazed {
        if met.iter().any(|&from| domain.sees(from, v)) {
            met.push(v);
        }
    }
    met.into_iter().any(reaches)
}

/// Not on an outline or wall, where several sides of it meet in one point.
fn is_within(domain: &Domain, p: Point) -> bool {
    match domain.locate_on_walls(p) {
        Some(Spot::Inside(_)) => true,
        Some(Spot::On(side)) => domain.twin(side).is_some(),
        _ => false,
    }
}

fn distance_to(source: &Source, p: Point) -> f64 {
    let points = source.shape.points();
    let legs = points.windows(2).map(|w| closest_on_segment(w[0], w[1], p).distance(p));
    legs.chain([points[0].distance(p)]).fold(f64::INFINITY, f64::min)
}

/// A computed foot on a source that runs along an outline lies on the other side of it, by no more than rounding, where
/// everything is farther: what is left to pay there is the source's offset, whatever the map says about that side.
fn is_foot_beyond_an_outline(domain: &Domain, source: &Source, aim: Point, rest: f64) -> bool {
    let is_at_outline = domain.nearest_outline(aim).is_some_and(|q| q.distance(aim) <= rounding(domain));
    let is_foot = source.shape.points().len() > 1 && distance_to(source, aim) <= rounding(domain);
    is_at_outline && is_foot && is_equal(domain, rest, source.offset)
}

/// The answer and the route of one point agree with each other, with the free space and with the sources.
fn one_answer_is_consistent(map: &PathMap, sources: &[Source], p: Point) -> Verdict {
    let Ok(Answer { cost, aim, source, .. }) = map.answer(p) else { return Ok(()) };
    let domain = map.domain();
    let is = |holds: bool, what: &str| if holds { Ok(()) } else { Err(format!("{what} at {p}: {:?}", map.answer(p))) };
    is(nearly_sees(domain, p, aim), "the aim is hidden")?;
    if let Ok(rest) = map.cost(aim) {
        let via = p.distance(aim) + rest;
        // Where sides of outlines meet in a point, it is cheapest from one of them.
        let is_within_one =
            is_within(domain, aim) || matches!(domain.locate(aim), Some(Spot::At(c)) if domain.sectors(c).count() == 1);
        let is_equal = is_equal(domain, cost, via)
            || !is_within_one && cost > via
            || is_foot_beyond_an_outline(domain, &sources[source], aim, cost - p.distance(aim));
        is(is_equal, "cost is not the leg and the cost of the aim")?;
    }
    let route = map.route(p).map_err(|why| format!("no route from {p}: {why}"))?;
    let length: f64 = route.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
    let source = &sources[source];
    is(is_equal(domain, cost, source.offset + length), "cost is not the offset and the route's length")?;
    is(route[0] == p && (route.len() < 2 || route[1] == aim || aim == p), "the route does not begin with the aim")?;
    is(route.windows(2).all(|leg| nearly_sees(domain, leg[0], leg[1])), "a leg leaves the free space")?;
    let end = route[route.len() - 1];
    is(distance_to(source, end) <= rounding(domain), "the route does not end at its source")
}

/// Along free segments costs change by at most the length walked; across a border between regions they do not jump.
fn costs_are_continuous(map: &PathMap, points: &[Point]) -> Verdict {
    let domain = map.domain();
    let inner: Vec<Point> = points.iter().copied().filter(|&p| is_within(domain, p)).collect();
    for pair in inner.windows(2).filter(|w| domain.sees(w[0], w[1])) {
        let [p, q] = [pair[0], pair[1]];
        let (Ok(a), Ok(b)) = (map.cost(p), map.cost(q)) else {
            if map.cost(p) == map.cost(q) {
                continue;
            }
            return Err(format!("{p} and {q} see each other, and one has no cost"));
        };
        if !differ_by_at_most(domain, a, b, p.distance(q)) {
            return Err(format!("cost changes from {a} at {p} to {b} at {q}"));
        }
    }
    Ok(())
}

fn distances_are_symmetric(domain: &Arc<Domain>, points: &[Point]) -> Verdict {
    for pair in points.chunks_exact(2) {
        let map = |p: Point| PathMap::new(domain.clone(), &[Source::point(p)]).map_err(|e| e.to_string());
        let (there, back) = (map(pair[1])?.cost(pair[0]), map(pair[0])?.cost(pair[1]));
        let same = match (there, back) {
            (Ok(a), Ok(b)) => is_equal(domain, a, b),
            _ => there == back,
        };
        if !same {
            return Err(format!("{} to {}: {there:?}, and back {back:?}", pair[0], pair[1]));
        }
    }
    Ok(())
}

/// Moving a source along a free segment moves no cost by more than that.
fn moving_a_source_moves_costs_as_far(domain: &Arc<Domain>, points: &[Point]) -> Verdict {
    let inner: Vec<Point> = points.iter().copied().filter(|&p| is_within(domain, p)).collect();
    let Some(pair) = inner.windows(2).find(|w| domain.sees(w[0], w[1])) else { return Ok(()) };
    let far = pair[1];
    for share in [1e-9, 1e-3, 1.0] {
        let moved = pair[0].lerp(far, share);
        if !domain.sees(pair[0], moved) {
            continue; // rounded out of the free space
        }
        let mut map = PathMap::new(domain.clone(), &[Source::point(pair[0])]).map_err(|e| e.to_string())?;
        let before: Vec<_> = inner.iter().map(|&p| map.cost(p)).collect();
        map.rebuild(&[Source::point(moved)]).map_err(|e| e.to_string())?;
        let step = pair[0].distance(moved);
        for (&p, before) in inner.iter().zip(before) {
            let fits = match (before, map.cost(p)) {
                (Ok(a), Ok(b)) => differ_by_at_most(domain, a, b, step),
                (a, b) => a == b,
            };
            if !fits {
                return Err(format!("source {} moved by {step}: {before:?} to {:?} at {p}", pair[0], map.cost(p)));
            }
        }
    }
    Ok(())
}

fn bits(answer: Result<Answer, NoPath>) -> Result<([u64; 3], usize), NoPath> {
    answer.map(|a| ([a.cost, a.aim.x, a.aim.y].map(f64::to_bits), a.source))
}

/// A map rebuilt again and again, after errors too, is the one built anew.
fn rebuilding_is_building(domain: &Arc<Domain>, turns: &[Vec<Source>], points: &[Point]) -> Verdict {
    let mut kept: Option<PathMap> = None;
    for sources in turns.iter().filter(|s| !s.is_empty()) {
        let fresh = PathMap::new(domain.clone(), sources).map_err(|e| e.to_string())?;
        match &mut kept {
            None => kept = Some(PathMap::new(domain.clone(), sources).map_err(|e| e.to_string())?),
            Some(kept) => {
                if kept.rebuild(&[Source::point((f64::NAN, 0.0))]).is_ok() {
                    return Err("a source that is not a number was taken".into());
                }
                kept.rebuild(sources).map_err(|e| e.to_string())?;
            }
        }
        let kept = kept.as_ref().expect("made just above");
        if kept.stats() != fresh.stats() {
            return Err(format!("rebuilt {:?}, fresh {:?}", kept.stats(), fresh.stats()));
        }
        if let Some(p) = points.iter().find(|&&p| bits(kept.answer(p)) != bits(fresh.answer(p))) {
            return Err(format!("at {p} rebuilt {:?}, fresh {:?}", kept.answer(*p), fresh.answer(*p)));
        }
    }
    Ok(())
}

/// The parts of the free space that a point belongs to: several where they touch in it.
fn parts(domain: &Domain, p: Point) -> BTreeSet<u32> {
    match domain.locate_on_walls(p) {
        None => BTreeSet::new(),
        Some(Spot::Inside(t)) => [domain.component(t)].into(),
        Some(Spot::On(side)) => domain.faces(side).map(|s| domain.component(s.triangle())).collect(),
        Some(Spot::At(c)) => {
            let sides = domain.sectors(c).flat_map(|sector| domain.fan(sector));
            sides.filter(|s| domain.is_free(s.triangle())).map(|s| domain.component(s.triangle())).collect()
        }
    }
}

/// What hangs together with a source has a cost, and nothing else.
fn exactly_connected_points_have_costs(map: &PathMap, sources: &[Source], points: &[Point]) -> Verdict {
    let domain = map.domain();
    let reached: BTreeSet<u32> = sources
        .iter()
        .filter(|s| s.shape.points().len() == 1)
        .flat_map(|s| parts(domain, s.shape.points()[0]))
        .collect();
    for &p in points {
        let is_reached = !parts(domain, p).is_disjoint(&reached);
        match map.cost(p) {
            Ok(cost) if !cost.is_finite() || cost < 0.0 => return Err(format!("cost {cost} at {p}")),
            Ok(_) if !is_reached && sources.iter().all(|s| s.shape.points().len() == 1) => {
                return Err(format!("{p} has a cost, but no source is in its part"));
            }
            Err(why) if is_reached => return Err(format!("{p}: {why}, but a source is in its part")),
            _ => {}
        }
    }
    Ok(())
}

/// Points on both sides of region borders, found by halving free segments whose ends have different generators.
fn border_points(map: &PathMap, points: &[Point]) -> Vec<Point> {
    let generator = |p: Point| map.answer(p).ok().map(|a| a.generator);
    let mut found = Vec::new();
    for pair in points.windows(2).filter(|w| map.domain().sees(w[0], w[1])) {
        let [mut p, mut q] = [pair[0], pair[1]];
        if generator(p) == generator(q) {
            continue;
        }
        for _ in 0..60 {
            let middle = p.lerp(q, 0.5);
            if !map.domain().contains(middle) {
                break;
            }
            if generator(middle) == generator(p) { p = middle } else { q = middle }
        }
        found.extend([p, q]);
    }
    found
}

/// Questions asked together have the answers of questions asked alone, free or not, whatever their order.
fn many_are_answered_as_one(map: &PathMap, points: &[Point]) -> Verdict {
    let bounds = map.domain().bounds();
    let moved = |k: u32| Point::new(bounds.width(), bounds.height()) * (f64::from(k % 37) / 36.0 - 0.5);
    let many: Vec<Point> = (0..30).flat_map(|k| points.iter().map(move |&p| p + moved(k))).collect();
    let bits = |cost: Result<f64, NoPath>| cost.map(f64::to_bits);
    let together = map.costs(&many);
    let differs = many.iter().zip(&together).find(|&(&p, &cost)| bits(map.cost(p)) != bits(cost));
    match differs {
        Some((p, cost)) => Err(format!("alone {:?}, among others {cost:?} at {p}", map.cost(*p))),
        None => Ok(()),
    }
}

fn everything_holds(domain: &Arc<Domain>, sources: &[Source], points: &[Point]) -> Verdict {
    let map = PathMap::new(domain.clone(), sources).map_err(|fault| format!("{sources:?}: {fault}"))?;
    map.sanity_check().map_err(|why| format!("{sources:?}: {why}"))?;
    let borders = border_points(&map, points);
    for &p in points.iter().chain(&borders) {
        one_answer_is_consistent(&map, sources, p)?;
    }
    costs_are_continuous(&map, points)?;
    costs_are_continuous(&map, &borders)?;
    many_are_answered_as_one(&map, points)?;
    exactly_connected_points_have_costs(&map, sources, points)
}

fn random_world_holds(world: &World, rng: &mut Rng) -> Verdict {
    let Ok(domain) = Domain::without_doors(world) else { return Ok(()) };
    let domain = Arc::new(domain);
    let turns = [sources(&domain, rng), sources(&domain, rng), sources(&domain, rng)];
    let points: Vec<Point> = (0..24).filter_map(|_| free_point(&domain, rng)).collect();
    for sources in turns.iter().filter(|s| !s.is_empty()) {
        everything_holds(&domain, sources, &points).map_err(|why| format!("{why}; sources {sources:?}"))?;
    }
    distances_are_symmetric(&domain, &points[..points.len().min(8)])?;
    moving_a_source_moves_costs_as_far(&domain, &points)?;
    rebuilding_is_building(&domain, &turns, &points)
}

#[test]
fn on_integer_grids() {
    check("invariants on grids", 700, |rng| world(rng, GRID), random_world_holds);
}

#[test]
fn among_floats() {
    check("invariants among floats", 500, |rng| world(rng, FLOATS), random_world_holds);
}

/// The oracle on both sides of region borders, where the wrong generator would be noticed first.
fn borders_agree(world: &World, rng: &mut Rng) -> Verdict {
    let Ok(domain) = Domain::without_doors(world) else { return Ok(()) };
    let domain = Arc::new(domain);
    let sources: Vec<Source> = sources(&domain, rng).into_iter().filter(|s| s.shape.points().len() == 1).collect();
    if sources.is_empty() {
        return Ok(());
    }
    let map = PathMap::new(domain.clone(), &sources).map_err(|fault| fault.to_string())?;
    let starts = on_both_sides(world, &sources);
    let oracle = PathOracle::of(&domain, &starts, false);
    let points: Vec<Point> = (0..24).filter_map(|_| free_point(&domain, rng)).collect();
    for p in border_points(&map, &points) {
        let (ours, right) = (map.cost(p).unwrap_or(f64::INFINITY), oracle.cost(p));
        let agrees = |right: f64| ours == right || (ours - right).abs() <= 1e-9 * right.max(1.0);
        // Halving ends at vertices, too: nearer to them than the oracle's step beside walls.
        if !agrees(right) && !agrees(oracle.cost_on_walls(world, p)) {
            return Err(format!("cost at {p} is {ours}, should be {right}; sources {sources:?}"));
        }
    }
    Ok(())
}

#[test]
fn borders_between_regions_agree_with_the_oracle() {
    check("borders on grids", 500, |rng| world(rng, GRID), borders_agree);
    check("borders among floats", 500, |rng| world(rng, FLOATS), borders_agree);
}

fn real_world_holds(name: &str, world: &World) {
    let domain = Arc::new(Domain::without_doors(world).unwrap_or_else(|e| panic!("{name}: {e}")));
    let rng = &mut Rng::new(7);
    let own = domain.settled_sources(world).unwrap_or_default();
    let turns = [own, sources(&domain, rng), sources(&domain, rng)];
    let points: Vec<Point> = (0..200).filter_map(|_| free_point(&domain, rng)).collect();
    for sources in turns.iter().filter(|s| !s.is_empty()) {
        everything_holds(&domain, sources, &points).unwrap_or_else(|why| panic!("{name}: {why}; sources {sources:?}"));
    }
    let verdict = distances_are_symmetric(&domain, &points[..points.len().min(10)])
        .and_then(|()| moving_a_source_moves_costs_as_far(&domain, &points))
        .and_then(|()| rebuilding_is_building(&domain, &turns, &points));
    verdict.unwrap_or_else(|why| panic!("{name}: {why}"));
}

#[test]
fn on_built_in_scenes() {
    for (name, _) in builtin_names() {
        real_world_holds(name, &builtin(name).expect("is listed"));
    }
}

#[test]
fn on_real_maps() {
    for folder in [FLOOR_PLANS, GRIDS, ROS, EARCUT] {
        let Some(scenes) = folder.ending(&["wkt", "geojson", "map", "yaml", "json"]) else { return };
        for path in scenes {
            if let Ok(world) = read_file(&path) {
                real_world_holds(&path.display().to_string(), &world);
            }
        }
    }
}
