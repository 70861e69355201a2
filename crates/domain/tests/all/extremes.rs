//! Worlds that are too large, too small, too degenerate or no worlds at all.

use std::f64::consts::{PI, TAU};
use wayfront_domain::Domain;
use wayfront_geometry::{Point, ring_area};
use wayfront_testkit::domains::sane as built;
use wayfront_testkit::free_space::Oracle;
use wayfront_testkit::rng::Rng;
use wayfront_testkit::worlds::{mapped, rectangle, wall};
use wayfront_world::{Polygon, World};

fn hall(size: f64) -> World {
    World::new().area(Polygon::ring(rectangle(0.0, 0.0, size, size)))
}

fn assert_close(ours: f64, theirs: f64, tolerance: f64) {
    assert!((ours - theirs).abs() <= tolerance, "{ours} instead of {theirs}");
}

// ---- no world

#[test]
fn empty_worlds_are_refused() {
    assert!(Domain::without_doors(&World::default()).is_err());
    let one_point = World::new().wall(wall(vec![(1.0, 1.0).into(), (1.0, 1.0).into()]));
    assert!(Domain::without_doors(&one_point).is_err());
}

#[test]
fn bad_numbers_are_refused_wherever_they_are() {
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e60, -1e60, 1e-60] {
        for point in [Point::new(bad, 1.0), Point::new(1.0, bad)] {
            let mut ring = rectangle(1.0, 1.0, 2.0, 2.0);
            ring.push(point);
            let mut worlds = vec![hall(4.0); 4];
            worlds[0].areas[0].outer.push(point);
            worlds[1].obstacles.push(Polygon::ring(ring.clone()));
            worlds[2].obstacles.push(Polygon { holes: vec![ring], ..hall(4.0).areas.remove(0) });
            worlds[3].walls.push(wall(vec![(1.0, 1.0).into(), point]));
            for (k, world) in worlds.iter().enumerate() {
                let problems = Domain::without_doors(world).expect_err("a coordinate is bad").problems;
                assert_eq!(problems.len(), 1, "world {k} with {point}: {problems:?}");
                assert!(problems[0].at.is_some_and(|p| p.x.to_bits() == point.x.to_bits()));
            }
        }
    }
}

#[test]
fn rings_of_too_few_points_are_refused() {
    for points in [vec![], vec![(1.0, 1.0)], vec![(1.0, 1.0), (2.0, 1.0)], vec![(1.0, 1.0), (2.0, 1.0), (1.0, 1.0)]] {
        let mut world = hall(4.0);
        world.obstacles.push(Polygon::ring(points));
        assert_eq!(Domain::without_doors(&world).expect_err("the ring is too short").problems.len(), 1);
    }
}

#[test]
fn covered_worlds_answer_that_nothing_is_free() {
    let mut world = hall(4.0);
    world.obstacles =
        vec![Polygon::ring(rectangle(-1.0, -1.0, 5.0, 5.0)), Polygon::ring(rectangle(1.0, 1.0, 2.0, 2.0))];
    let domain = built(&world);
    assert_eq!((domain.area(), domain.free_triangles(), domain.corner_count()), (0.0, 0, 0));
    assert_eq!(domain.component_count(), 0);
    let (p, q) = (Point::new(1.0, 1.0), Point::new(0.3, 0.4));
    assert_eq!(domain.locate(p), None);
    assert_eq!(domain.nearest_free(q), None);
    assert_eq!(domain.cast(p, q), None);
    assert!(!domain.sees(p, q) && !domain.sees(q, q));
}

#[test]
fn flat_areas_have_nothing_free() {
    for line in [[(0.0, 0.0), (1.0, 0.0), (3.0, 0.0)], [(0.0, 0.0), (0.0, 2.0), (0.0, 1.0)]] {
        let world = World::new().area(Polygon::ring(line));
        let domain = built(&world);
        assert_eq!(domain.area(), 0.0);
        assert_eq!(domain.locate(Point::new(0.0, 0.0)), None);
        assert_eq!(domain.nearest_free(Point::new(7.0, 0.0)), None);
    }
}

#[test]
fn strange_questions_have_answers() {
    let mut world = hall(4.0);
    world.obstacles.push(Polygon::ring(rectangle(1.0, 1.0, 2.0, 2.0)));
    let domain = built(&world);
    let here = Point::new(3.0, 3.0);
    for strange in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for p in [Point::new(strange, 1.0), Point::new(1.0, strange)] {
            assert_eq!(domain.locate(p), None);
            assert_eq!(domain.nearest_free(p), None);
            assert_eq!(domain.cast(p, here), None);
            assert_eq!(domain.cast(here, p), None);
            assert!(!domain.sees(p, here) && !domain.sees(here, p));
        }
    }
    for far in [1e10, 1e100, 1e200, f64::MAX] {
        assert_eq!(domain.nearest_free(Point::new(far, 3.0)), Some(Point::new(4.0, 3.0)));
        assert!(!domain.contains(Point::new(far, 3.0)) && !domain.sees(here, Point::new(3.0, -far)));
    }
    assert_eq!(domain.cast(here, here), None);
}

// ---- large and small numbers

#[test]
fn sizes_from_tiny_to_huge() {
    let mut world = hall(4.0);
    world.obstacles.push(Polygon::ring([(1.0, 1.0), (3.0, 1.5), (2.0, 3.0)]));
    world.walls.push(wall(vec![(0.5, 0.5), (2.5, 3.7), (3.5, 0.1)].into_iter().map(Point::from).collect()));
    let area = Oracle::of(&world).area();
    for scale in [1e-40, 1e-9, 1.0, 1e9, 1e40] {
        let domain = built(&mapped(&world, |p| p * scale));
        assert_close(domain.area() / (scale * scale), area, 1e-9);
        assert_close(
            built(&mapped(&world, |p| p * scale + Point::new(1e6, -1e6) * scale)).area() / (scale * scale),
            area,
            1e-6,
        );
    }
}

#[test]
fn tiny_things_in_a_huge_world() {
    let mut world = hall(1e9);
    let tiny = rectangle(5e8, 5e8, 5e8 + 1e-6, 5e8 + 1e-6);
    world.obstacles = vec![Polygon::ring(tiny), Polygon::ring(rectangle(1e-9, 1e-9, 2e-9, 2e-9))];
    world.walls.push(wall(vec![(1e-9, 0.0).into(), (1e9, 1e9).into()]));
    let domain = built(&world);
    assert_close(domain.area() / 1e18, 1.0, 1e-12);
    assert!(!domain.contains(Point::new(1.5e-9, 1.6e-9)));
}

// ---- long rings

fn circle(count: usize) -> Vec<Point> {
    (0..count).map(|k| (TAU * k as f64 / count as f64).sin_cos()).map(|(y, x)| Point::new(x, y) * 100.0).collect()
}

fn spiky_star(count: usize) -> Vec<Point> {
    let radius = |k: usize| if k.is_multiple_of(2) { 100.0 } else { 1.0 };
    circle(count).iter().enumerate().map(|(k, &p)| p * (radius(k) / 100.0)).collect()
}

/// Long thin teeth side by side.
fn comb(count: usize) -> Vec<Point> {
    let teeth = count / 4;
    let tooth = |k: usize| {
        let x = k as f64;
        [(x, 0.0), (x, 1e5), (x + 0.5, 1e5), (x + 0.5, 0.0)].map(Point::from)
    };
    let mut points: Vec<Point> = (0..teeth).flat_map(tooth).collect();
    points.extend([Point::new(teeth as f64, -1.0), Point::new(0.0, -1.0)]);
    points
}

/// Number of points in the long rings: try more by hand.
fn long() -> usize {
    std::env::var("WAYFRONT_LONG_RING").ok().and_then(|n| n.parse().ok()).unwrap_or(200_000)
}

fn holds_area(ring: Vec<Point>) {
    let area = ring_area(&ring).abs();
    let domain = built(&World::new().area(Polygon::ring(ring)));
    assert_close(domain.area() / area, 1.0, 1e-9);
    assert_eq!(domain.component_count(), 1);
}

#[test]
fn long_circle() {
    holds_area(circle(long()));
}

#[test]
fn long_star() {
    holds_area(spiky_star(long()));
}

#[test]
fn long_comb() {
    holds_area(comb(long()));
}

/// A long edge crosses every tooth of a comb, and is cut each time.
#[test]
fn a_long_edge_through_a_comb() {
    let teeth = 150;
    let tip = |k: usize| Point::new(k as f64, 2.0 * (k % 2) as f64);
    let mut ring: Vec<Point> = (0..2 * teeth).map(tip).collect();
    let end = 2.0 * teeth as f64;
    ring.extend([(end, 0.0), (end, -3.0), (end + 1.0, -3.0), (end + 1.0, 1.1)].map(Point::from));
    let world = World::new().area(Polygon::ring(ring));
    let domain = built(&world);
    assert_eq!(domain.report().repairs.len(), 1);
    assert_close(domain.area(), Oracle::of(&world).area(), 1e-9 * end);
}

#[test]
fn many_collinear_points() {
    let count = long() / 4;
    let along = |a: Point, b: Point| (0..count).map(move |k| a.lerp(b, k as f64 / count as f64));
    let corners = rectangle(0.0, 0.0, 1024.0, 1024.0);
    let ring: Vec<Point> = (0..4).flat_map(|k| along(corners[k], corners[(k + 1) % 4])).collect();
    let domain = built(&World::new().area(Polygon::ring(ring)));
    assert_close(domain.area(), 1024.0 * 1024.0, 1e-6);
    assert!((0..domain.corner_count()).all(|c| !domain.bends(wayfront_domain::CornerId(c as u32))));
    assert!(domain.sees(Point::new(0.0, 0.0), Point::new(1024.0, 0.0)));
}

// ---- many of the same

#[test]
fn a_thousand_times_the_same() {
    let mut world = hall(10.0);
    for k in 0..1000 {
        let mut ring = rectangle(2.0, 3.0, 5.0, 7.0);
        ring.rotate_left(k % 4);
        world.obstacles.push(Polygon::ring(ring));
        world.areas.push(world.areas[0].clone());
        world.walls.push(wall(vec![(1.0, 5.0).into(), (9.0, 5.0).into()]));
    }
    let domain = built(&world);
    assert_eq!(domain.area(), 100.0 - 12.0);
    assert!(!domain.sees(Point::new(1.5, 4.0), Point::new(1.5, 6.0)));
    assert!(domain.sees(Point::new(0.5, 4.0), Point::new(0.5, 6.0)));
}

#[test]
fn a_thousand_nested_rings() {
    let mut world = hall(1000.0);
    let ring = |k: f64| rectangle(k, k, 1000.0 - k, 1000.0 - k);
    // Every second ring is a hole: strips of width 0.25 and courtyards between them.
    for k in 0..500 {
        let (outer, hole) = (ring(0.5 + 0.5 * f64::from(k)), ring(0.75 + 0.5 * f64::from(k)));
        world.obstacles.push(Polygon { outer, holes: vec![hole], ..Polygon::default() });
    }
    let domain = built(&world);
    let strip = |k: f64| (1000.0 - 2.0 * k).powi(2) - (999.5 - 2.0 * k).powi(2);
    let blocked: f64 = (0..500).map(|k| strip(0.5 + 0.5 * f64::from(k))).sum();
    assert_close(domain.area(), 1e6 - blocked, 1e-3);
    assert_eq!(domain.component_count(), 501);
}

// ---- many crossings

#[test]
fn a_lattice_of_walls() {
    let mut world = hall(301.0);
    for k in 1..=300 {
        let x = f64::from(k) + 0.1;
        world.walls.push(wall(vec![(x, 0.0).into(), (x, 301.0).into()]));
        world.walls.push(wall(vec![(0.0, x).into(), (301.0, x).into()]));
    }
    let domain = built(&world);
    assert_close(domain.area(), 301.0 * 301.0, 1e-7);
    assert_eq!(domain.component_count(), 301 * 301);
}

fn fan(count: usize, miss: f64, seed: u64) -> World {
    let mut rng = Rng::new(seed);
    let mut world = World::new().area(Polygon::ring(rectangle(-20.0, -20.0, 20.0, 20.0)));
    for k in 0..count {
        let (sin, cos) = (PI * (k as f64 + 0.5 * rng.unit()) / count as f64).sin_cos();
        let along = Point::new(cos, sin) * 10.0;
        let aside = Point::new(-sin, cos) * (miss * (rng.unit() - 0.5));
        world.walls.push(wall(vec![aside - along, aside + along]));
    }
    world
}

#[test]
fn fans_through_nearly_one_point() {
    for (count, miss) in [(2000, 0.0), (2000, 1e-15), (1000, 1e-13), (300, 1e-9), (300, 1e-3)] {
        let domain = built(&fan(count, miss, 7));
        assert_close(domain.area(), 1600.0, 1e-9);
        assert!(domain.contains(Point::new(0.0, 0.0)));
    }
}

#[test]
fn a_ring_that_winds_a_thousand_times() {
    let spiral: Vec<Point> = (0..3000)
        .map(|k| (TAU * f64::from(k) / 3.0 + 0.01).sin_cos())
        .zip(1..)
        .map(|((y, x), k)| Point::new(x, y) * (1.0 + f64::from(k) / 3000.0))
        .collect();
    let world = World::new().area(Polygon::ring(spiral));
    let domain = built(&world);
    assert_close(domain.area(), Oracle::of(&world).area(), 1e-8);
}
