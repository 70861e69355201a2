//! Borders, isolines and regions against the map's own answers, on random worlds.

use std::sync::Arc;
use wayfront_domain::{Domain, Guide, NoPath, SideId};
use wayfront_geometry::{Point, closest_on_segment, orient, ring_area};
use wayfront_pathmap::{GeneratorId, PathMap};
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::{Verdict, check};
use wayfront_testkit::worlds::{Coordinates, world};
use wayfront_views::{Border, BorderKind, Line, MapShapes, round_levels};
use wayfront_world::{Polygon, Shape, Source, Wall, World};

const GRID: Coordinates = Coordinates::Grid(7);
const FLOATS: Coordinates = Coordinates::Floats;
/// Far above rounding, far below what the worlds' parts measure.
const NEAR: f64 = 1e-5;

fn free_point(domain: &Domain, rng: &mut Rng, from: Coordinates) -> Option<Point> {
    let mut any = || match rng.below(4) {
        0 => domain.corner_points().get(rng.below(domain.corner_count().max(1))).copied(),
        1 => Some(from.point(rng)),
        _ => Some(Point::new(rng.unit() * from.side(), rng.unit() * from.side())),
    };
    (0..40).filter_map(|_| any()).find(|&p| domain.contains(p))
}

/// A source runs along an outline that bends at a crossing, where it was rounded: it lies to one side of the outline or
/// the other, closer to it than shapes are computed.
fn is_delicate(world: &World, domain: &Domain, source: &Source) -> bool {
    let is_crossing = |p: Point| world.points().all(|&q| q != p);
    let near = |p: Point, [a, b]: [Point; 2]| closest_on_segment(a, b, p).distance(p) < 1e-8;
    let points = source.shape.points();
    let legs: Vec<[Point; 2]> = points.windows(2).map(|w| [w[0], w[1]]).chain([[points[0], points[0]]]).collect();
    let sides = (0..domain.sides().len() as u32).map(SideId).filter(|&s| domain.twin(s).is_none());
    sides
        .map(|s| domain.side_points(s))
        .filter(|side| side.iter().any(|&p| is_crossing(p)))
        .any(|side| legs.iter().any(|&leg| leg.iter().any(|&p| near(p, side)) || side.iter().any(|&p| near(p, leg))))
}

/// Both lie on one line: where they overlap they are equally cheap, and either may be named.
fn is_in_line(one: &Shape, two: &Shape) -> bool {
    let points = [one.points(), two.points()].concat();
    let (from, to) = (points[0], points[points.len() - 1]);
    points.len() > 2 && points.iter().all(|&p| orient(from, to, p) == 0.0)
}

fn sources(domain: &Domain, rng: &mut Rng, from: Coordinates) -> Vec<Source> {
    let mut sources: Vec<Source> = Vec::new();
    for _ in 0..1 + rng.below(4) {
        let Some(a) = free_point(domain, rng, from) else { continue };
        let b = (0..20).filter_map(|_| free_point(domain, rng, from)).find(|&b| b != a && domain.sees(a, b));
        let shape = match b {
            Some(b) if rng.chance(0.5) => Shape::Segment([a, b]),
            _ => Shape::Point(a),
        };
        let offset = if rng.chance(0.3) { rng.unit() * 3.0 } else { 0.0 };
        if sources.iter().all(|s| s.shape != shape && !is_in_line(&s.shape, &shape)) {
            sources.push(Source::of(shape).with_offset(offset));
        }
    }
    sources
}

struct Case {
    map: PathMap,
    sources: Vec<Source>,
    size: f64,
}

fn case(world: &World, rng: &mut Rng, from: Coordinates) -> Option<Case> {
    let domain = Arc::new(Domain::without_doors(world).ok()?);
    let mut sources = sources(&domain, rng, from);
    sources.retain(|source| !is_delicate(world, &domain, source));
    case_of(domain, sources)
}

fn case_of(domain: Arc<Domain>, sources: Vec<Source>) -> Option<Case> {
    let map = PathMap::new(domain, &sources).ok()?;
    let size = map.domain().bounds().size();
    Some(Case { map, sources, size })
}

fn distance_to(line: &Line, p: Point) -> f64 {
    let close = line.is_closed.then(|| [line.points[line.points.len() - 1], line.points[0]]);
    let pieces = line.points.windows(2).map(|w| [w[0], w[1]]).chain(close);
    pieces.map(|[a, b]| closest_on_segment(a, b, p).distance(p)).fold(f64::INFINITY, f64::min)
}

/// Free segments on which to look for changes.
fn probes(domain: &Domain, rng: &mut Rng, from: Coordinates) -> Vec<[Point; 2]> {
    let mut pair = || Some([free_point(domain, rng, from)?, free_point(domain, rng, from)?]);
    (0..12).filter_map(|_| pair()).filter(|[a, b]| a != b && domain.sees(*a, *b)).collect()
}

/// Narrows down where `what` changes between two points.
fn change<T: PartialEq>(mut a: Point, mut b: Point, what: impl Fn(Point) -> T) -> [Point; 2] {
    let from = what(a);
    for _ in 0..40 {
        let middle = a.lerp(b, 0.5);
        if what(middle) == from { a = middle } else { b = middle }
    }
    [a, b]
}

/// On outlines and walls: a wall has a cost on each side, and rounding tells on which side a point lies.
fn is_at_outline(domain: &Domain, p: Point, near: f64) -> bool {
    let sides = (0..domain.sides().len() as u32).map(SideId).filter(|&s| domain.twin(s).is_none());
    let mut outline = sides.map(|s| domain.side_points(s)).map(|[a, b]| closest_on_segment(a, b, p));
    outline.any(|q| q.distance(p) <= near)
}

/// Its two regions lie on the two sides of the middle of a border, or are as cheap there as the region that is named. Regions
/// may be narrow, and so may be obstacles: somewhere between the rounding of shapes and far above it both are met.
fn is_between(map: &PathMap, shapes: &MapShapes, border: &Border, [a, b]: [Point; 2]) -> bool {
    let (size, middle) = (map.domain().bounds().size(), a.lerp(b, 0.5));
    let wins = |region: GeneratorId, p: Point| {
        let Ok(best) = map.answer(p) else { return false };
        shapes.region(best.generator) == region || shapes.cost_from(region, p) - best.cost < 1e-11 * size
    };
    let [f, g] = border.between;
    let are_beside = |step: f64| {
        let aside = (b - a).left() * (step / a.distance(b));
        let [left, right] = [middle + aside, middle - aside];
        wins(f, left) && wins(g, right) || wins(g, left) && wins(f, right)
    };
    let steps = [NEAR, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10].map(|step| step * size);
    let mut clear = steps.into_iter().filter(|&step| !is_at_outline(map.domain(), middle, step)).peekable();
    clear.peek().is_none() || clear.any(are_beside)
}

fn borders_agree(Case { map, sources, size }: &Case, rng: &mut Rng, from: Coordinates) -> Verdict {
    let shapes = MapShapes::new(map);
    let borders = shapes.borders();
    let near = NEAR * size;
    for border in &borders {
        for pair in border.line.points.windows(2) {
            let [a, b] = [pair[0], pair[1]];
            let [f, g] = border.between.map(|r| shapes.cost_from(r, a));
            let cost = map.cost(a).unwrap_or(f64::NAN);
            let is_clear = !is_at_outline(map.domain(), a, near);
            if (f - g).abs() > near || is_clear && (f - cost).abs() > near {
                return Err(format!(
                    "{:?} {:?}: costs {f} {g} {cost} at {a}; {sources:?}",
                    border.between, border.kind
                ));
            }
            // Curves have their points on the border, not their chords.
            let is_straight = matches!(border.kind, BorderKind::Shadow | BorderKind::Line);
            if is_straight && a.distance(b) >= 20.0 * near && !is_between(map, &shapes, border, [a, b]) {
                let ([f, g], middle) = (border.between, a.lerp(b, 0.5));
                return Err(format!("{f:?} and {g:?} are not beside the {:?} at {middle}; {sources:?}", border.kind));
            }
        }
    }
    for [a, b] in probes(map.domain(), rng, from) {
        let region = |p: Point| map.answer(p).map(|answer| shapes.region(answer.generator));
        let steps: Vec<Point> = (0..=20).map(|k| a.lerp(b, f64::from(k) / 20.0)).collect();
        for pair in steps.windows(2).filter(|pair| region(pair[0]) != region(pair[1])) {
            let [p, q] = change(pair[0], pair[1], region);
            let (Ok(one), Ok(two)) = (region(p), region(q)) else { continue };
            let found = borders.iter().map(|b| distance_to(&b.line, p)).fold(f64::INFINITY, f64::min);
            // On the ray between two regions a third may be named, as cheap as they are.
            let along = (pair[1] - pair[0]) * (near / pair[0].distance(pair[1]));
            let beside = [Point::default(), along.left() * 0.5, along.left() * -0.5];
            let is_lasting = beside.iter().all(|&d| region(p - along + d) != region(q + along + d));
            // Sources that lie on each other are equally cheap everywhere.
            let differs = |x: Point| (shapes.cost_from(one, x) - shapes.cost_from(two, x)).abs() > 1e-9 * size;
            let is_other = beside.iter().any(|&d| differs(p - (along + d) * 1e3) || differs(p + (along + d) * 1e3));
            if found > shapes.tolerance() + near && is_lasting && is_other && !is_at_outline(map.domain(), p, near) {
                return Err(format!("no border within {found} of {p}, {one:?} to {two:?}; {sources:?}"));
            }
        }
    }
    Ok(())
}

fn isolines_agree(Case { map, sources, size }: &Case, rng: &mut Rng, from: Coordinates) -> Verdict {
    let shapes = MapShapes::new(map);
    let near = NEAR * size;
    let levels = round_levels(0.0, shapes.max_cost().unwrap_or(0.0), 7);
    let isolines = shapes.isolines(&levels);
    for isoline in &isolines {
        for &p in &isoline.line.points {
            let is_clear = !is_at_outline(map.domain(), p, near);
            if let Ok(cost) = map.cost(p)
                && is_clear
                && (cost - isoline.cost).abs() > near
            {
                return Err(format!("cost {cost} at {p} on the line of {}; {sources:?}", isoline.cost));
            }
        }
        let ends = [isoline.line.points[0], isoline.line.points[isoline.line.points.len() - 1]];
        for end in ends.into_iter().filter(|_| !isoline.line.is_closed) {
            if !is_at_outline(map.domain(), end, near) {
                return Err(format!("the line of {} ends at {end}; {sources:?}", isoline.cost));
            }
        }
    }
    for [a, b] in probes(map.domain(), rng, from) {
        for &level in &levels {
            let is_above = |p: Point| map.cost(p).map(|cost| cost > level);
            let steps: Vec<Point> = (0..=20).map(|k| a.lerp(b, f64::from(k) / 20.0)).collect();
            for pair in steps.windows(2).filter(|pair| is_above(pair[0]) != is_above(pair[1])) {
                let [p, q] = change(pair[0], pair[1], is_above);
                if is_above(q) == Err(NoPath::Blocked) || is_at_outline(map.domain(), p, near) {
                    continue;
                }
                let lines = isolines.iter().filter(|isoline| isoline.cost == level);
                let found = lines.map(|isoline| distance_to(&isoline.line, p)).fold(f64::INFINITY, f64::min);
                if found > shapes.tolerance() + near {
                    return Err(format!("no line of {level} within {found} of {p}; {sources:?}"));
                }
            }
        }
    }
    Ok(())
}

/// No gaps, no overlaps: the regions' areas add up to the free space.
fn regions_fill_the_space(Case { map, sources, size }: &Case) -> Verdict {
    let shapes = MapShapes::within(map, size * 1e-6);
    let rings = shapes.regions().into_iter().flat_map(|r| r.rings).collect::<Vec<_>>();
    let unreachable: f64 = shapes.unreachable().iter().map(|t| ring_area(t)).sum();
    let area: f64 = rings.iter().map(|ring| ring_area(ring).abs()).sum();
    let missing = map.domain().area() - unreachable - area;
    if missing.abs() > 1e-5 * size * size {
        return Err(format!("{missing} of {} is missing; {sources:?}", map.domain().area()));
    }
    Ok(())
}

fn on_random_worlds(
    name: &str,
    count: u64,
    from: Coordinates,
    property: impl Fn(&Case, &mut Rng, Coordinates) -> Verdict,
) {
    let property = |world: &World, rng: &mut Rng| match case(world, rng, from) {
        Some(case) => property(&case, rng, from),
        None => Ok(()),
    };
    check(name, count, |rng| world(rng, from), property);
}

#[test]
fn borders_on_grids() {
    on_random_worlds("borders on grids", 400, GRID, borders_agree);
}

#[test]
fn borders_among_floats() {
    on_random_worlds("borders among floats", 400, FLOATS, borders_agree);
}

#[test]
fn isolines_on_grids() {
    on_random_worlds("isolines on grids", 400, GRID, isolines_agree);
}

#[test]
fn isolines_among_floats() {
    on_random_worlds("isolines among floats", 400, FLOATS, isolines_agree);
}

#[test]
fn regions_on_grids() {
    on_random_worlds("regions on grids", 800, GRID, |case, _, _| regions_fill_the_space(case));
}

#[test]
fn regions_among_floats() {
    on_random_worlds("regions among floats", 800, FLOATS, |case, _, _| regions_fill_the_space(case));
}

fn in_a_square(obstacles: Vec<Polygon>, sources: &[Source]) -> PathMap {
    let areas = vec![Polygon::ring([(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)])];
    let world = World::new().with_areas(areas).with_obstacles(obstacles);
    PathMap::new(Arc::new(Domain::without_doors(&world).unwrap()), sources).unwrap()
}

fn kinds(map: &PathMap) -> Vec<BorderKind> {
    let mut kinds: Vec<BorderKind> = MapShapes::new(map).borders().iter().map(|b| b.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

#[test]
fn kinds_are_named() {
    let offset = Source::point((8.0, 5.0)).with_offset(1.0);
    assert_eq!(kinds(&in_a_square(vec![], &[Source::point((2.0, 5.0)), offset])), [BorderKind::Hyperbola]);
    let front = Source::segment((0.0, 0.0), (10.0, 0.0));
    assert_eq!(kinds(&in_a_square(vec![], &[Source::point((5.0, 6.0)), front.clone()])), [BorderKind::Parabola]);
    let roof = Source::segment((0.0, 10.0), (10.0, 10.0));
    assert_eq!(kinds(&in_a_square(vec![], &[front, roof])), [BorderKind::Line]);
    let block = Polygon::ring([(4.0, 4.0), (6.0, 4.0), (6.0, 10.0), (4.0, 10.0)]);
    let around = in_a_square(vec![block], &[Source::point((1.0, 6.0))]);
    assert_eq!(kinds(&around), [BorderKind::Shadow]);
    let shadows = MapShapes::new(&around).borders();
    assert_eq!(shadows.len(), 2, "behind each of the two lower corners");
}

#[test]
fn geojson_names_what_it_draws() {
    let front = Source::segment((0.0, 0.0), (10.0, 0.0)).named("a \"door\"");
    let sources = [Source::point((5.0, 6.0)), front];
    let map = in_a_square(vec![], &sources);
    let route = map.route(Point::new(9.0, 9.0)).unwrap();
    let text = MapShapes::new(&map).to_geojson(&[1.0, 2.0], &sources, &[route]);
    let found: serde_json::Value = serde_json::from_str(&text).unwrap();
    let roles: Vec<&str> =
        found["features"].as_array().unwrap().iter().filter_map(|f| f["properties"]["role"].as_str()).collect();
    for role in ["border", "isoline", "source", "route"] {
        assert!(roles.contains(&role), "{role}");
    }
    assert!(text.contains("\"kind\":\"parabola\""));
}

/// A line of equal cost around a source is closed: in GeoJSON its first point stands at the end again.
#[test]
fn closed_lines_end_where_they_start_in_geojson() {
    let sources = [Source::point((5.0, 5.0))];
    let map = in_a_square(vec![], &sources);
    // One circle lies within the room, the other is cut by its walls.
    let text = MapShapes::new(&map).to_geojson(&[2.0, 6.0], &sources, &[]);
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    let lines = value["features"].as_array().unwrap().iter().filter(|f| f["properties"]["role"] == "isoline");
    let (mut closed, mut cut): (Vec<_>, Vec<_>) = lines.partition(|f| f["properties"]["cost"] == 2.0);
    let is_closed = |feature: &&serde_json::Value| {
        let points = feature["geometry"]["coordinates"].as_array().unwrap();
        points.first() == points.last()
    };
    assert_eq!((closed.len(), cut.len()), (1, 4));
    closed.retain(is_closed);
    cut.retain(is_closed);
    assert_eq!((closed.len(), cut.len()), (1, 0));
}

type Ring<'a> = &'a [(f64, f64)];

fn polygon(outer: Ring, holes: &[Ring]) -> Polygon {
    let hole = |hole: &Ring| hole.iter().map(|&p| p.into()).collect();
    Polygon { holes: holes.iter().map(hole).collect(), ..Polygon::ring(outer.iter().copied()) }
}

/// All that is asked of shapes, in a world made by hand.
fn shapes_agree(areas: Vec<Polygon>, obstacles: Vec<Polygon>, sources: &[Source]) {
    let world = World::new().with_areas(areas).with_obstacles(obstacles);
    let case = case_of(Arc::new(Domain::without_doors(&world).unwrap()), sources.to_vec()).unwrap();
    borders_agree(&case, &mut Rng::new(1), FLOATS).unwrap();
    isolines_agree(&case, &mut Rng::new(1), FLOATS).unwrap();
    regions_fill_the_space(&case).unwrap();
}

#[test]
fn behind_the_crossings_of_a_needle() {
    let area = polygon(&[(0.0, 0.0), (10.0, 0.0), (0.0, 10.0)], &[]);
    let slot: Ring = &[
        (5.9729675185969455, 5.715916227010336),
        (5.9729675185969455, 3.733656170230054),
        (4.417116614136355, 3.733656170230054),
    ];
    let needle: Ring = &[
        (1.7476515568449023, 7.568741897262041),
        (8.155051731976297, 1.1274205141455729),
        (0.653508116743482, 8.668677800214082),
    ];
    let source = Source::point((0.36868070256698804, 3.56298172694303)).with_offset(2.6471870967846876);
    shapes_agree(vec![area], vec![polygon(needle, &[slot])], &[source]);
}

#[test]
fn beyond_the_tip_of_a_needle() {
    let left: Ring = &[
        (9.878038483406652, 3.1838807785539034),
        (9.878038483406652, 1.547049854479594),
        (1.7912051818113828, 1.547049854479594),
    ];
    let right: Ring = &[
        (7.727226548271576, 9.069273916044743),
        (7.727226548271576, 1.049147790845355),
        (4.501377249266861, 1.049147790845355),
        (4.501377249266861, 9.069273916044743),
    ];
    let needle: Ring = &[
        (2.39749274805182, 4.552206855456891),
        (9.378329954856293, 1.7294530379219375),
        (7.753964853950412, 2.3862772285222356),
    ];
    let source = Source::point((5.26120519266167, 8.322464746966169)).with_offset(2.4275188893128656);
    shapes_agree(vec![polygon(left, &[]), polygon(right, &[])], vec![polygon(needle, &[])], &[source]);
}

#[test]
fn along_the_edges_of_a_needle() {
    let obstacle: Ring = &[
        (9.188327713357276, 0.5096194853583669),
        (4.0205522524253166, 0.9097729547783484),
        (8.485955285214011, 0.5639136403324906),
    ];
    let area = polygon(&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)], &[]);
    shapes_agree(vec![area], vec![polygon(obstacle, &[])], &[Source::point((4.0205522524253166, 0.9097729547783484))]);
}

#[test]
fn through_a_slit_hardly_wider_than_rounding() {
    let tilted: Ring = &[
        (8.899700570334208, 5.417883622233996),
        (5.5317757927677516, 6.899839399369865),
        (3.990546666518966, 6.740790942982229),
    ];
    let block: Ring = &[
        (8.232740250201758, 5.307915533805865),
        (9.783967803073658, 5.307915533805865),
        (9.783967803073658, 6.139166052201018),
        (8.232740250201758, 6.139166052201018),
    ];
    let hole: Ring = &[
        (0.1849735101432437, 0.9732583216827839),
        (3.8485119709857987, 3.7100837117316763),
        (9.873926715336664, 6.656448415529859),
        (4.7767878059269275, 9.216876515078326),
        (5.273613926966481, 6.551890058773023),
    ];
    let slit: Ring = &[
        (7.557654359674947, 6.246833958117792),
        (8.25887563182132, 5.483158692199192),
        (4.887666584879398, 9.154623131961513),
    ];
    let needle: Ring = &[
        (6.2976983273421006, 9.449303922072538),
        (9.668290229441313, 3.313534803022212),
        (6.405255050277169, 9.261713295462433),
    ];
    let areas = vec![polygon(tilted, &[]), polygon(block, &[hole]), polygon(slit, &[])];
    let source = Source::point((8.25887563182132, 5.483158692199192)).with_offset(1.1462646672540173);
    shapes_agree(areas, vec![polygon(needle, &[])], &[source]);
}

/// A hyperbola that meets the outline at a small angle ended 0.0017 before it, where coordinates have seven digits before
/// the point: what lengths were taken for rounding followed from coordinates, not from the size of the world.
#[test]
fn curves_reach_the_outline_far_from_the_origin() {
    let at = Point::new(500_000.0, 5_600_000.0);
    let moved = |points: &[(f64, f64)]| points.iter().map(|&p| at + p.into()).collect::<Vec<_>>();
    let wall = [
        (2.130588382298418, 5.783925913375363),
        (4.616773720137285, 2.9140932411101064),
        (7.35370605727529, 3.8480740448102013),
        (7.36080833706559, 5.4076334804333985),
    ];
    let world = World::new()
        .area(Polygon::ring(moved(&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]).iter().map(|p| (p.x, p.y))))
        .with_walls(vec![Wall { points: moved(&wall), ..Wall::default() }]);
    let sources = [
        Source::point(at + (7.3537060573, 3.848074045).into()).with_offset(0.3597980680195516),
        Source::point(at + (4.09310606605, 8.149983617).into()).with_offset(1.5964423947768314),
        Source::segment(at + (7.8252974431, 9.634244569).into(), at + (4.78547100915, 9.338066412).into()),
    ];
    let map = PathMap::new(Arc::new(Domain::without_doors(&world).unwrap()), &sources).unwrap();
    let borders = MapShapes::new(&map).borders();
    let curved = borders.iter().filter(|border| border.kind == BorderKind::Hyperbola && !border.line.is_closed);
    for border in curved.clone() {
        for end in [border.line.points[0], border.line.points[border.line.points.len() - 1]] {
            let others = borders.iter().filter(|other| *other != border).map(|other| distance_to(&other.line, end));
            let to_other = others.fold(f64::INFINITY, f64::min);
            assert!(to_other < 1e-6 || is_at_outline(map.domain(), end, 1e-6), "ends at {}", end - at);
        }
    }
    assert!(curved.count() > 0);
}
