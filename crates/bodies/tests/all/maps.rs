//! Maps for discs against every tangent tried and against pairs, on random worlds: half of them on small integer grids,
//! with radii for which gaps are exactly two radii wide.

use std::sync::Arc;
use wayfront_bodies::{DiscSearch, MapError, SceneMap};
use wayfront_domain::{Domain, DynamicDomain, Guide, NoPath};
use wayfront_geometry::{Piece, Point};
use wayfront_pathmap::PathMap;
use wayfront_testkit::discs::DiscOracle;
use wayfront_testkit::domains::{outlines, sane};
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::{Verdict, check, each_seed};
use wayfront_testkit::worlds::{Coordinates, rectangle, world};
use wayfront_world::{Polygon, Source, World};

const GRID: Coordinates = Coordinates::Grid(7);
const FLOATS: Coordinates = Coordinates::Floats;
/// The largest double with 4 r² <= 2.
const DIAGONAL: f64 = 0.707_106_781_186_547_5;

fn roomy_points(domain: &Domain, rng: &mut Rng, from: Coordinates, r: f64, count: usize) -> Vec<Point> {
    let any = |rng: &mut Rng| match rng.below(3) {
        0 => from.point(rng),
        1 => from.point(rng).lerp(from.point(rng), 0.5),
        _ => Point::new(rng.unit() * from.side(), rng.unit() * from.side()),
    };
    (0..60).map(|_| any(rng)).filter(|&p| domain.has_room(p, r)).take(count).collect()
}

fn some_radius(rng: &mut Rng, from: Coordinates) -> f64 {
    match from {
        Coordinates::Grid(_) => *rng.pick(&[0.5, 1.0, DIAGONAL, 0.25, 1.5]),
        Coordinates::Floats => *rng.pick(&[0.01, 0.1, 0.3, 0.6, 1.0]) * (0.5 + rng.unit()),
    }
}

fn is_same(a: f64, b: f64) -> bool {
    a == b || (a - b).abs() <= 1e-9 * a.abs().max(1.0)
}

fn agrees(world: &World, rng: &mut Rng, from: Coordinates) -> Verdict {
    let Ok(domain) = Domain::without_doors(world) else { return Ok(()) };
    let domain = Arc::new(domain);
    let sides: Vec<[Point; 2]> = outlines(&domain).collect();
    if sides.len() > 60 {
        return Ok(());
    }
    let r = some_radius(rng, from);
    let points = roomy_points(&domain, rng, from, r, 9);
    let count = 1 + rng.below(3);
    let mut sources: Vec<Source> = points.iter().take(count).map(|&p| Source::point(p)).collect();
    sources.iter_mut().for_each(|source| source.offset = rng.unit() * 0.5 - 0.1);
    if sources.is_empty() || sources.iter().enumerate().any(|(k, s)| sources[..k].iter().any(|t| t.shape == s.shape)) {
        return Ok(());
    }
    let map = SceneMap::new(domain.clone(), &sources, r).map_err(|error| error.to_string())?;
    let oracle = DiscOracle::of(&sides, r);
    let mut search = DiscSearch::new(domain.clone());
    let is_rounded = domain.report().repairs.iter().any(|repair| repair.moved() > 0.0);
    for (k, &p) in points.iter().enumerate() {
        let ours = map.cost(p);
        let cost = ours.unwrap_or(f64::INFINITY);
        let least = |length: &mut dyn FnMut(Point) -> f64| {
            let costs = sources.iter().zip(&points).map(|(s, &at)| s.offset + length(at));
            costs.fold(f64::INFINITY, f64::min)
        };
        let by_pairs = least(&mut |at| search.length(at, p, r).unwrap_or(f64::INFINITY));
        if !is_same(cost, by_pairs) {
            return Err(format!("{p} with {r} to {sources:?}: {ours:?}, by pairs {by_pairs}"));
        }
        if k < 5 && !is_rounded {
            let right = least(&mut |at| oracle.length(at, p));
            if !is_same(cost, right) {
                return Err(format!("{p} with {r} to {sources:?}: {ours:?}, should be {right}"));
            }
        }
        let Ok(answer) = map.answer(p) else { continue };
        let way = map.path(p).map_err(|error| error.to_string())?;
        let length: f64 = way.pieces.iter().map(Piece::length).sum();
        if !is_same(length + sources[answer.source].offset, cost) {
            return Err(format!("{p} with {r}: cost {cost}, length {length}"));
        }
        for piece in &way.pieces {
            let near = sides.iter().map(|&side| piece.distance(&Piece::Straight(side))).fold(f64::INFINITY, f64::min);
            if near < r * (1.0 - 1e-12) - 1e-13 {
                return Err(format!("{piece:?} from {p} has clearance {near}"));
            }
        }
        // Straight to the aim, and from there what is left.
        let rest = map.cost(answer.aim).unwrap_or(cost);
        if rest < cost - p.distance(answer.aim) - 1e-7 {
            return Err(format!("{p} with {r}: cost {cost}, {rest} from {}", answer.aim));
        }
    }
    Ok(())
}

#[test]
fn maps_on_integer_grids() {
    check("disc maps on grids", 1000, |rng| world(rng, GRID), |w, rng| agrees(w, rng, GRID));
}

#[test]
fn maps_among_floats() {
    check("disc maps among floats", 1000, |rng| world(rng, FLOATS), |w, rng| agrees(w, rng, FLOATS));
}

const SIDE: f64 = 40.0;

/// Triangles and squares here and there.
fn obstacles(rng: &mut Rng, count: usize) -> World {
    let mut world = World::new().area(Polygon::ring(rectangle(0.0, 0.0, SIDE, SIDE)));
    for _ in 0..count {
        let at = Point::new(2.0 + rng.unit() * (SIDE - 4.0), 2.0 + rng.unit() * (SIDE - 4.0));
        let (size, corners, from) = (0.4 + 1.6 * rng.unit(), 3 + rng.below(2), rng.unit() * 6.0);
        let corner = |k: usize| {
            let (sin, cos) = (from + std::f64::consts::TAU * k as f64 / corners as f64).sin_cos();
            at + Point::new(cos, sin) * size
        };
        world = world.obstacle(Polygon::ring((0..corners).map(corner).collect::<Vec<_>>()));
    }
    world
}

#[test]
fn maps_of_many_obstacles_agree_with_pairs() {
    each_seed("disc maps among many", 40, |seed| {
        let mut rng = Rng::new(seed);
        let count = 20 + rng.below(60);
        let domain = Arc::new(Domain::without_doors(&obstacles(&mut rng, count)).unwrap());
        let r = 0.05 + rng.unit();
        let any = |rng: &mut Rng| Point::new(rng.unit() * SIDE, rng.unit() * SIDE);
        let points: Vec<Point> = (0..300).map(|_| any(&mut rng)).filter(|&p| domain.has_room(p, r)).take(60).collect();
        let count = 1 + rng.below(3);
        if points.len() < 10 {
            return;
        }
        let sources: Vec<Source> = points[..count].iter().map(|&p| Source::point(p)).collect();
        let map = SceneMap::new(domain.clone(), &sources, r).unwrap();
        let mut search = DiscSearch::new(domain.clone());
        let costs = map.costs(&points);
        for (&p, cost) in points.iter().zip(&costs) {
            let by_pairs = points[..count].iter().map(|&at| search.length(at, p, r).unwrap_or(f64::INFINITY));
            let by_pairs = by_pairs.fold(f64::INFINITY, f64::min);
            let cost = cost.unwrap_or(f64::INFINITY);
            assert!(is_same(cost, by_pairs), "{p} with {r}: {cost}, by pairs {by_pairs}");
        }
        // Who goes straight saves no more than he goes.
        for pair in points.windows(2).zip(costs.windows(2)) {
            if let ([p, q], [Ok(a), Ok(b)]) = pair
                && domain.fits(*p, *q, r)
            {
                assert!((a - b).abs() <= p.distance(*q) + 1e-9, "{p} {q}: {a} {b}");
            }
        }
    });
}

#[test]
fn many_costs_are_those_of_each_on_any_number_of_threads() {
    let mut rng = Rng::new(4);
    let domain = Arc::new(Domain::without_doors(&obstacles(&mut rng, 12)).unwrap());
    let map = SceneMap::new(domain, &[Source::point((1.0, 1.0))], 0.4).unwrap();
    // More than one thread answers in a row; beyond the outline, too.
    let points: Vec<Point> =
        (0..70_000).map(|_| Point::new(rng.unit() * 44.0 - 2.0, rng.unit() * 44.0 - 2.0)).collect();
    let bits =
        |costs: Vec<Result<f64, NoPath>>| costs.into_iter().map(|cost| cost.map(f64::to_bits)).collect::<Vec<_>>();
    let each = bits(points.iter().map(|&p| map.cost(p)).collect());
    assert!(each.iter().any(Result::is_ok) && each.iter().any(Result::is_err));
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        assert!(bits(pool.install(|| map.costs(&points))) == each, "{threads} threads");
    }
}

#[test]
fn maps_built_again_in_the_same_memory_are_the_same() {
    each_seed("disc maps again", 10, |seed| {
        let mut rng = Rng::new(seed);
        let domain = Arc::new(Domain::without_doors(&obstacles(&mut rng, 30)).unwrap());
        let radii = [0.1 + 0.5 * rng.unit(), 0.1 + 0.5 * rng.unit()];
        let widest = radii[0].max(radii[1]);
        let any = |rng: &mut Rng| Point::new(rng.unit() * SIDE, rng.unit() * SIDE);
        let points: Vec<Point> = (0..300).map(|_| any(&mut rng)).filter(|&p| domain.has_room(p, widest)).collect();
        let door = Source::segment((4.0, 0.0), (4.0 + 4.0 * widest, 0.0));
        let sources = [Source::point(points[0]), Source::point(points[1]), door];
        let mut map = SceneMap::new(domain.clone(), &sources[..1], radii[0]).unwrap();
        for (source, radius) in [(1, 0), (0, 0), (2, 0), (1, 0), (1, 1), (0, 0)] {
            let (source, radius) = (std::slice::from_ref(&sources[source]), radii[radius]);
            map.rebuild(source, radius).unwrap();
            let fresh = SceneMap::new(domain.clone(), source, radius).unwrap();
            assert_eq!(map.costs(&points), fresh.costs(&points), "seed {seed}");
        }
    });
}

/// The middle post is a vertex of no triangle that the straight way crosses: mirrored and turned.
#[test]
fn posts_beside_the_triangles_of_a_leg_are_gone_around() {
    for code in 0..8 {
        let (sin, cos) = if code & 4 == 0 { (0.0, 1.0) } else { 0.7f64.sin_cos() };
        let placed = |(x, y): (f64, f64)| {
            let [x, y] = [if code & 1 == 0 { x } else { -x }, if code & 2 == 0 { y } else { -y }];
            Point::new(cos * x - sin * y, sin * x + cos * y)
        };
        let around = |p: Point| rectangle(p.x - 1e-4, p.y - 1e-4, p.x + 1e-4, p.y + 1e-4);
        let corners = [(-60.0, -120.0), (60.0, -120.0), (60.0, 120.0), (-60.0, 120.0)];
        let mut world = World::new().area(Polygon::ring(corners.map(placed)));
        for p in [(-1.2, -0.3), (2.0, -0.95), (4.0, -1.05)].map(placed) {
            world = world.obstacle(Polygon::ring(around(p)));
        }
        let domain = Arc::new(sane(&world));
        let sides: Vec<[Point; 2]> = outlines(&domain).collect();
        let [a, b] = [(0.0, 0.0), (3.9, 0.0)].map(placed);
        let right = DiscOracle::of(&sides, 1.0).length(a, b);
        for (from, to) in [(a, b), (b, a)] {
            let ours = SceneMap::new(domain.clone(), &[Source::point(from)], 1.0).unwrap().cost(to).unwrap();
            assert!(ours > 3.9 + 1e-6 && (ours - right).abs() < 1e-9, "variant {code}: {ours}, should be {right}");
        }
    }
}

#[test]
fn moved_obstacles_leave_nothing_behind_and_wider_discs_pay_no_less() {
    each_seed("disc maps in moving worlds", 12, |seed| {
        let mut rng = Rng::new(seed);
        let mut world = obstacles(&mut rng, 20);
        let mut ground = DynamicDomain::new(&world).unwrap();
        for _ in 0..4 {
            let by = Point::new(rng.unit() - 0.5, rng.unit() - 0.5) * 8.0;
            let k = rng.below(world.obstacles.len());
            world.obstacles[k].outer.iter_mut().for_each(|p| *p = *p + by);
            let Ok(moved) = ground.domain(&world) else { continue };
            let [moved, fresh] = [moved, Domain::without_doors(&world).unwrap()].map(Arc::new);
            let r = 0.1 + 0.6 * rng.unit();
            let any = |rng: &mut Rng| Point::new(rng.unit() * SIDE, rng.unit() * SIDE);
            let points: Vec<Point> =
                (0..200).map(|_| any(&mut rng)).filter(|&p| fresh.has_room(p, 1.2 * r)).take(20).collect();
            let Some(&source) = points.first() else { continue };
            let costs = |domain: &Arc<Domain>, r: f64| {
                SceneMap::new(domain.clone(), &[Source::point(source)], r).unwrap().costs(&points)
            };
            let [ours, right, wider] = [costs(&moved, r), costs(&fresh, r), costs(&fresh, 1.2 * r)];
            for (k, p) in points.iter().enumerate() {
                let [a, b, c] = [&ours, &right, &wider].map(|costs| costs[k].unwrap_or(f64::INFINITY));
                assert!(is_same(a, b), "{p} with {r}: {a}, fresh {b}");
                assert!(b <= c + 1e-9, "{p} with {r}: {b}, wider {c}");
            }
        }
    });
}

/// Worlds as small as atoms and as large as galaxies: costs are the same numbers but for their exponents.
#[test]
fn costs_grow_with_the_world() {
    each_seed("disc maps of all sizes", 12, |seed| {
        let mut rng = Rng::new(seed);
        let world = obstacles(&mut rng, 12);
        let r = 0.2 + 0.3 * rng.unit();
        let points: Vec<Point> = {
            let domain = sane(&world);
            let any = |rng: &mut Rng| Point::new(rng.unit() * SIDE, rng.unit() * SIDE);
            (0..60).map(|_| any(&mut rng)).filter(|&p| domain.has_room(p, r)).take(30).collect()
        };
        let costs = |factor: f64| -> Vec<Result<f64, NoPath>> {
            let ring = |polygon: &Polygon| Polygon::ring(polygon.outer.iter().map(|&p| p * factor).collect::<Vec<_>>());
            let mut grown = world.clone();
            grown.areas.iter_mut().for_each(|area| *area = ring(area));
            grown.obstacles.iter_mut().for_each(|obstacle| *obstacle = ring(obstacle));
            let sources = [Source::point(points[0] * factor)];
            let map = SceneMap::new(Arc::new(sane(&grown)), &sources, r * factor).unwrap();
            points.iter().map(|&p| map.cost(p * factor).map(|cost| cost / factor)).collect()
        };
        let plain = costs(1.0);
        for power in [-80, -30, 30, 80] {
            assert_eq!(costs(2f64.powi(power)), plain, "seed {seed}, times 2^{power}");
        }
    });
}

fn hall() -> Arc<Domain> {
    let world = World::new()
        .area(Polygon::ring(rectangle(0.0, 0.0, 20.0, 10.0)))
        .obstacle(Polygon::ring(rectangle(8.0, 0.0, 12.0, 6.0)));
    Arc::new(sane(&world))
}

#[test]
fn without_radius_it_is_the_map_of_points() {
    let sources = [Source::point((3.0, 3.0)), Source::segment((15.0, 1.0), (18.0, 1.0))];
    let plain = PathMap::new(hall(), &sources).unwrap();
    let map = SceneMap::new(hall(), &sources, 0.0).unwrap();
    let mut rng = Rng::new(5);
    for _ in 0..500 {
        let p = Point::new(rng.unit() * 20.0, rng.unit() * 10.0);
        assert_eq!(map.answer(p), plain.answer(p));
        assert_eq!(map.route(p), plain.route(p));
    }
}

#[test]
fn sources_without_room_are_met_as_near_as_discs_get() {
    let map = SceneMap::new(hall(), &[Source::point((7.5, 3.0))], 1.0).unwrap();
    assert_eq!(map.places()[0].at, Point::new(7.0, 3.0));
    assert_eq!(map.cost(Point::new(4.0, 3.0)), Ok(3.0));
    assert_eq!(map.cost(Point::new(7.0, 3.0)), Ok(0.0));
    assert_eq!(map.cost(Point::new(7.5, 3.0)), Err(NoPath::Blocked));
    let too_wide = SceneMap::new(hall(), &[Source::point((7.5, 3.0))], 50.0).unwrap_err();
    assert_eq!(too_wide.to_string(), "no place near source 0 at (7.5, 3) has room for a radius of 50");
}

#[test]
fn bad_radii_and_sources_are_named() {
    for radius in [-1.0, f64::NAN, f64::INFINITY] {
        let why = SceneMap::new(hall(), &[Source::point((3.0, 3.0))], radius).unwrap_err();
        assert_eq!(why.to_string(), format!("the radius is {radius}"));
    }
    assert!(matches!(SceneMap::new(hall(), &[], 1.0), Err(MapError::Sources(_))));
    assert!(matches!(SceneMap::new(hall(), &[Source::point((9.0, 3.0))], 1.0), Err(MapError::Sources(_))));
}
