//! Maps for discs with barriers that are paid for, against every tangent, with arcs that are walked in thousands of steps.

use std::sync::Arc;
use wayfront_bodies::{DiscTerms, MapError, SceneMap};
use wayfront_domain::{Domain, Guide};
use wayfront_geometry::Point;
use wayfront_testkit::discs::DiscOracle;
use wayfront_testkit::domains::outlines;
use wayfront_testkit::motions::Motion;
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::each_seed;
use wayfront_testkit::worlds::{mapped, rectangle};
use wayfront_world::{Barrier, BarrierCost, Polygon, Source, Wall, World};

const WIDTH: f64 = 10.0;
const HEIGHT: f64 = 8.0;

fn with_barriers(
    domain: Arc<Domain>,
    sources: &[Source],
    barriers: &[Barrier],
    radius: f64,
) -> Result<SceneMap, MapError> {
    SceneMap::on_terms(domain, sources, DiscTerms { barriers, openings: &[] }, radius)
}

fn point(rng: &mut Rng, is_grid: bool) -> Point {
    if is_grid {
        Point::new(rng.below(11) as f64, rng.below(9) as f64)
    } else {
        Point::new(rng.unit() * WIDTH, rng.unit() * HEIGHT)
    }
}

/// A hall with a few obstacles and a wall; half of the halls lie on a grid.
fn hall(rng: &mut Rng) -> World {
    let is_grid = rng.below(2) == 0;
    let mut world = World::new().area(Polygon::ring(rectangle(0.0, 0.0, WIDTH, HEIGHT)));
    for _ in 0..rng.below(4) {
        let Point { x, y } = point(rng, is_grid);
        let size = if is_grid { [1.0 + rng.below(2) as f64, 1.0] } else { [0.2 + 2.0 * rng.unit(), 0.2 + rng.unit()] };
        world = world.obstacle(Polygon::ring(rectangle(x, y, x + size[0], y + size[1])));
    }
    if rng.below(2) == 0 {
        let ends = [point(rng, is_grid), point(rng, is_grid)];
        if ends[0] != ends[1] {
            world = world.wall(Wall::new(ends));
        }
    }
    world
}

/// From wall to wall: through a point in some direction, or from one vertex to another that it sees.
fn barrier(domain: &Domain, sides: &[[Point; 2]], rng: &mut Rng) -> Option<[Point; 2]> {
    if rng.below(2) == 0 {
        let ends = [(); 2].map(|()| rng.pick(sides)[0]);
        let middle = ends[0].lerp(ends[1], 0.5);
        return (ends[0] != ends[1] && ends.iter().all(|&end| domain.sees(middle, end))).then_some(ends);
    }
    let at = point(rng, false);
    let (sin, cos) = (rng.unit() * std::f64::consts::TAU).sin_cos();
    let along = Point::new(cos, sin);
    let ends = [along, -along].map(|along| domain.cast(at, at + along).map(|hit| hit.at));
    ends[0].zip(ends[1]).map(|(a, b)| [a, b])
}

fn barriers(
    domain: &Domain,
    sides: &[[Point; 2]],
    rng: &mut Rng,
    cost: impl Fn(&mut Rng) -> BarrierCost,
) -> Vec<Barrier> {
    let segments: Vec<[Point; 2]> = (0..1 + rng.below(4)).filter_map(|_| barrier(domain, sides, rng)).collect();
    segments.into_iter().map(|segment| Barrier::new(segment, cost(rng))).collect()
}

fn compare(seed: u64, with_factors: bool) {
    let mut rng = Rng::new(seed);
    let Ok(domain) = Domain::without_doors(&hall(&mut rng)) else { return };
    let domain = Arc::new(domain);
    let sides: Vec<[Point; 2]> = outlines(&domain).collect();
    let barriers = barriers(&domain, &sides, &mut rng, |rng| match rng.below(if with_factors { 2 } else { 1 }) {
        0 => BarrierCost::Delay(rng.below(9) as f64),
        _ => BarrierCost::Weight(1.0 + rng.below(5) as f64),
    });
    let r = *rng.pick(&[0.25, 0.5, 0.3, 0.7]);
    let oracle = DiscOracle::of(&sides, r).with_barriers(&barriers);
    let roomy = |rng: &mut Rng, count: usize| -> Vec<Point> {
        (0..100).map(|_| point(rng, false)).filter(|&p| domain.has_room(p, r)).take(count).collect()
    };
    let places = roomy(&mut rng, 2);
    if places.is_empty() {
        return;
    }
    let sources: Vec<Source> = places.iter().map(|&p| Source::point(p)).collect();
    let map = with_barriers(domain.clone(), &sources, &barriers, r).unwrap();
    for p in roomy(&mut rng, 4) {
        let right = places.iter().map(|&place| oracle.length(place, p)).fold(f64::INFINITY, f64::min);
        let ours = map.cost(p).unwrap_or(f64::INFINITY);
        let slack = if with_factors { 1e-4 } else { 1e-9 * (1.0 + right) };
        assert!(ours == right || (ours - right).abs() < slack, "{p} with {r}: {ours}, should be {right}");
    }
}

#[test]
fn delays_are_paid_when_the_centre_crosses() {
    each_seed("delays", 300, |seed| compare(seed, false));
}

#[test]
fn factors_count_up_to_the_next_corner() {
    each_seed("factors", 200, |seed| compare(seed, true));
}

/// A room in two halves with two doors, at y from 1 to 2 and from 6 to 7.
fn halves() -> Arc<Domain> {
    let room = World::new().area(Polygon::ring(rectangle(0.0, 0.0, WIDTH, HEIGHT)));
    let walls = [[0.0, 1.0], [2.0, 6.0], [7.0, 8.0]];
    let world = walls.into_iter().fold(room, |world, [a, b]| world.wall(Wall::new([(5.0, a), (5.0, b)])));
    Arc::new(Domain::without_doors(&world).unwrap())
}

/// From outline to outline along a line on which centres run that touch a corner.
fn touching(domain: &Domain, sides: &[[Point; 2]], r: f64, rng: &mut Rng) -> Option<Barrier> {
    let [a, b] = *rng.pick(sides);
    let along = if rng.chance(0.7) { (b - a).unit()? } else { Point::new(0.0, 1.0) };
    let at = a + along.left() * if rng.chance(0.5) { r } else { -r };
    let at = at + along * (rng.unit() * a.distance(b));
    domain.locate(at)?;
    let ends = [along, -along].map(|along| domain.cast(at, at + along).map(|hit| hit.at));
    Some(Barrier::new([ends[0]?, ends[1]?], BarrierCost::Delay(0.25 * (1 + rng.below(8)) as f64)))
}

/// Discs run along lines, with corners on the one hand and on the other, and start and end on them; half of the worlds are
/// turned.
#[test]
fn discs_run_along_barriers() {
    each_seed("along barriers", 200, |seed| {
        let mut rng = Rng::new(seed);
        // A gap just as wide as the disc may be closed in a world that is turned.
        let turned = (Motion::turned(7.0 * rng.unit()), 0.9);
        let (motion, share) = if rng.chance(0.5) { (Motion::NONE, 1.0) } else { turned };
        let world = mapped(&hall(&mut rng), |p| motion.of(p));
        let Ok(domain) = Domain::without_doors(&world) else { return };
        let domain = Arc::new(domain);
        let sides: Vec<[Point; 2]> = outlines(&domain).collect();
        let r = *rng.pick(&[0.25, 0.5]) * share;
        let barriers: Vec<Barrier> =
            (0..1 + rng.below(2)).filter_map(|_| touching(&domain, &sides, r, &mut rng)).collect();
        // Beside a line by rounding, a path may have to turn by rounding first.
        let straight = barriers.iter().map(|barrier| barrier.segment).find(|[a, b]| a.x == b.x || a.y == b.y);
        let place = |rng: &mut Rng| match straight {
            Some([a, b]) if rng.chance(0.25) => a.lerp(b, rng.unit()),
            _ => motion.of(point(rng, false)),
        };
        let places: Vec<Point> =
            (0..60).map(|_| place(&mut rng)).filter(|&p| domain.has_room(p, r + 1e-9)).take(4).collect();
        let [source, from @ ..] = &places[..] else { return };
        let map = with_barriers(domain.clone(), &[Source::point(*source)], &barriers, r).unwrap();
        let oracle = DiscOracle::of(&sides, r).with_barriers(&barriers);
        for &p in from {
            let (ours, right) = (map.cost(p).unwrap_or(f64::INFINITY), oracle.length(*source, p));
            assert!(ours == right || (ours - right).abs() < 1e-6, "{p} with {r}: {ours}, should be {right}");
        }
    });
}

#[test]
fn a_queue_is_worth_a_detour_if_it_is_long_enough() {
    let source = [Source::point((7.0, 1.5))];
    let from = Point::new(3.0, 1.5);
    let cost = |delay: f64| {
        let queue = Barrier::new([(5.0, 1.0), (5.0, 2.0)].map(Point::from), BarrierCost::Delay(delay));
        with_barriers(halves(), &source, &[queue], 0.4).unwrap().cost(from).unwrap()
    };
    assert_eq!(cost(0.0), 4.0);
    assert_eq!(cost(3.0), 7.0);
    let around = cost(100.0);
    assert!(around > 9.0 && around < 12.0 && cost(50.0) == around, "{around}");
}

#[test]
fn a_segment_is_met_on_both_sides_of_a_barrier() {
    let domain =
        Arc::new(Domain::without_doors(&World::new().area(Polygon::ring(rectangle(0.0, 0.0, WIDTH, HEIGHT)))).unwrap());
    let barrier = Barrier::new([(0.0, 3.0), (10.0, 5.0)].map(Point::from), BarrierCost::Delay(50.0));
    let source = Source::segment((5.0, 2.0), (5.0, 7.0));
    let map = with_barriers(domain, &[source], &[barrier], 0.5).unwrap();
    // Straight across costs the barrier; the segment goes on below it, where the barrier crosses it at (5, 4).
    let p = Point::new(9.0, 4.5);
    assert!((map.cost(p).unwrap() - p.distance(Point::new(5.0, 4.0))).abs() < 1e-6);
}

#[test]
fn what_is_wrong_with_barriers_is_named() {
    let source = Source::point((7.0, 1.5));
    let with = |ends: [(f64, f64); 2], cost: BarrierCost, source: &Source, r: f64| {
        with_barriers(halves(), std::slice::from_ref(source), &[Barrier::new(ends.map(Point::from), cost)], r)
            .unwrap_err()
    };
    let door = [(5.0, 1.0), (5.0, 2.0)];
    let loose = with([(5.0, 1.0), (3.0, 4.0)], BarrierCost::Delay(1.0), &source, 0.3);
    assert!(matches!(loose, MapError::LooseBarrier { index: 0, .. }));
    assert_eq!(loose.to_string(), "barrier 0 ends at (3, 4), where a disc of radius 0.3 has room to pass beside it");
    for cost in [BarrierCost::Delay(-1.0), BarrierCost::Delay(f64::NAN), BarrierCost::Weight(0.5)] {
        assert!(matches!(with(door, cost, &source, 0.3), MapError::BadBarrier { .. }));
    }
    assert!(matches!(with(door, BarrierCost::Delay(1.0), &source, 0.0), MapError::BarriersForPoints));
}
