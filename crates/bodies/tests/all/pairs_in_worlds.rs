//! Shortest ways of discs in larger worlds and in moving ones; and between bounds that know nothing of discs:
//! obstacles grown by polygons inside of the circle and around it.

use std::f64::consts::TAU;
use std::sync::Arc;
use wayfront_bodies::{DiscSearch, NoRoom};
use wayfront_domain::{Domain, DynamicDomain};
use wayfront_geometry::Point;
use wayfront_testkit::discs::DiscOracle;
use wayfront_testkit::domains::{outlines, sane};
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::each_seed;
use wayfront_testkit::worlds::{rectangle, wall};
use wayfront_world::{Polygon, World};

const SIDE: f64 = 40.0;

fn hall(inset: f64) -> World {
    World::new().area(Polygon::ring(rectangle(inset, inset, SIDE - inset, SIDE - inset)))
}

fn circle(centre: Point, radius: f64, corners: u32, from: f64) -> Vec<Point> {
    let at = |k: u32| {
        let (sin, cos) = (from + TAU * f64::from(k) / f64::from(corners)).sin_cos();
        centre + Point::new(cos, sin) * radius
    };
    (0..corners).map(at).collect()
}

/// Triangles and squares here and there.
fn obstacles(rng: &mut Rng, count: usize) -> Vec<Vec<Point>> {
    let mut one = || {
        let at = Point::new(2.0 + rng.unit() * (SIDE - 4.0), 2.0 + rng.unit() * (SIDE - 4.0));
        circle(at, 0.4 + 1.6 * rng.unit(), 3 + rng.below(2) as u32, rng.unit() * TAU)
    };
    (0..count).map(|_| one()).collect()
}

fn world_of(obstacles: &[Vec<Point>], inset: f64) -> World {
    obstacles.iter().fold(hall(inset), |world, ring| world.obstacle(Polygon::ring(ring.clone())))
}

fn searching(world: &World) -> (Arc<Domain>, DiscSearch) {
    let domain = Arc::new(Domain::without_doors(world).unwrap());
    (domain.clone(), DiscSearch::new(domain))
}

fn roomy(domain: &Domain, rng: &mut Rng, radius: f64) -> Option<Point> {
    let mut any = || Point::new(rng.unit() * SIDE, rng.unit() * SIDE);
    (0..200).map(|_| any()).find(|&p| domain.has_room(p, radius))
}

#[test]
fn many_obstacles_agree_with_every_tangent_tried() {
    each_seed("discs among many", 12, |seed| {
        let mut rng = Rng::new(seed);
        let count = 20 + rng.below(15);
        let (domain, mut search) = searching(&world_of(&obstacles(&mut rng, count), 0.0));
        let sides: Vec<[Point; 2]> = outlines(&domain).collect();
        let radius = 0.1 + rng.unit();
        let oracle = DiscOracle::of(&sides, radius);
        for _ in 0..3 {
            let (Some(a), Some(b)) = (roomy(&domain, &mut rng, radius), roomy(&domain, &mut rng, radius)) else {
                return;
            };
            let right = oracle.length(a, b);
            let ours = search.length(a, b, radius).unwrap_or(f64::INFINITY);
            assert!(
                ours == right || (ours - right).abs() <= 1e-9 * right,
                "from {a} to {b} with {radius}: {ours}, should be {right}"
            );
        }
    });
}

/// The convex hull of all sums of a corner of the one and a corner of the other.
fn grown(ring: &[Point], by: &[Point]) -> Vec<Point> {
    let mut sums: Vec<Point> = ring.iter().flat_map(|&p| by.iter().map(move |&q| p + q)).collect();
    sums.sort_by(|p, q| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)));
    let half = |points: &mut dyn Iterator<Item = Point>| {
        let mut hull: Vec<Point> = Vec::new();
        for p in points {
            while hull.len() > 1 && (hull[hull.len() - 1] - hull[hull.len() - 2]).cross(p - hull[hull.len() - 1]) <= 0.0
            {
                hull.pop();
            }
            hull.push(p);
        }
        hull.pop();
        hull
    };
    let mut hull = half(&mut sums.iter().copied());
    hull.extend(half(&mut sums.iter().rev().copied()));
    hull
}

#[test]
fn lengths_lie_between_those_among_obstacles_grown_by_polygons() {
    let mut compared = 0;
    each_seed("brackets", 40, |seed| {
        let mut rng = Rng::new(seed);
        let rings = obstacles(&mut rng, 30);
        let radius = 0.2 + 0.6 * rng.unit();
        let corners = 32;
        let [inner, outer] = [radius, radius / (TAU / 2.0 / f64::from(corners)).cos()]
            .map(|size| circle(Point::default(), size, corners, 0.0))
            .map(|by| world_of(&rings.iter().map(|ring| grown(ring, &by)).collect::<Vec<_>>(), radius));
        let (domain, mut search) = searching(&world_of(&rings, 0.0));
        let (Ok(inner), Ok(outer)) = (Domain::without_doors(&inner), Domain::without_doors(&outer)) else { return };
        let [mut least, mut most] = [inner, outer].map(|domain| DiscSearch::new(Arc::new(domain)));
        for _ in 0..6 {
            let (Some(a), Some(b)) = (roomy(&domain, &mut rng, 1.02 * radius), roomy(&domain, &mut rng, 1.02 * radius))
            else {
                return;
            };
            let ours = search.length(a, b, radius).unwrap_or(f64::INFINITY);
            let [least, most] =
                [&mut least, &mut most].map(|search| search.points().length(a, b).unwrap_or(f64::INFINITY));
            let slack = 1e-9 * ours.min(1e3);
            assert!(least <= ours + slack && ours <= most + slack, "{a} {b} {radius}: {least} <= {ours} <= {most}");
            compared += 1;
        }
    });
    assert!(compared > 100, "{compared}");
}

/// The middle post is a vertex of no triangle that the straight way crosses: mirrored, with walls, turned, far away.
#[test]
fn posts_beside_the_triangles_of_a_leg_are_gone_around() {
    for code in 0..32 {
        let (sin, cos) = if code & 8 == 0 { (0.0, 1.0) } else { 0.7f64.sin_cos() };
        let far = if code & 16 == 0 { Point::default() } else { Point::new(1e4, -3e4) };
        let placed = |(x, y): (f64, f64)| {
            let [x, y] = [if code & 1 == 0 { x } else { -x }, if code & 2 == 0 { y } else { -y }];
            Point::new(cos * x - sin * y, sin * x + cos * y) + far
        };
        let corners = [(-60.0, -120.0), (60.0, -120.0), (60.0, 120.0), (-60.0, 120.0)];
        let mut world = World::new().area(Polygon::ring(corners.map(placed)));
        for (x, y) in [(-1.2, -0.3), (2.0, -0.95), (4.0, -1.05)] {
            let e = 1e-4;
            if code & 4 == 0 {
                let post = [(x - e, y - e), (x + e, y - e), (x + e, y + e), (x - e, y + e)];
                world = world.obstacle(Polygon::ring(post.map(placed)));
            } else {
                world.walls.push(wall([(x, y), (x + e, y + e)].map(placed).to_vec()));
            }
        }
        let domain = sane(&world);
        let sides: Vec<[Point; 2]> = outlines(&domain).collect();
        let [a, b] = [(0.0, 0.0), (3.9, 0.0)].map(placed);
        let ours = DiscSearch::new(Arc::new(domain)).length(a, b, 1.0).unwrap();
        let right = DiscOracle::of(&sides, 1.0).length(a, b);
        assert!(ours > 3.9 + 1e-6 && (ours - right).abs() < 1e-9, "variant {code}: {ours}, should be {right}");
    }
}

#[test]
fn a_pocket_behind_a_gap_that_is_just_too_narrow_is_out_of_reach() {
    // A chamber of 10 x 10 with a door of 2 in the wall between x = 19 and 21.
    let world = world_of(&[rectangle(19.0, 0.0, 21.0, 9.0), rectangle(19.0, 11.0, 21.0, 40.0)], 0.0);
    let (_, mut search) = searching(&world);
    let [a, b] = [(5.0, 30.0), (35.0, 30.0)].map(Point::from);
    assert!(search.length(a, b, 1.0).is_ok());
    let wide = 1.0 + f64::EPSILON;
    assert_eq!(search.length(a, b, wide), Err(NoRoom::TooNarrow { radius: wide }));
    assert_eq!(search.widest(a, b).map(|(widest, _)| widest), Some(1.0));
    assert!(matches!(search.length(a, b, 50.0), Err(NoRoom::Blocked { nearest: None, .. })));
}

/// One change: an obstacle comes, goes, moves a little, or moves onto another one.
fn change(rings: &mut Vec<Vec<Point>>, rng: &mut Rng) {
    let k = rng.below(rings.len());
    match rng.below(4) {
        0 => rings.extend(obstacles(rng, 1)),
        1 if rings.len() > 5 => drop(rings.swap_remove(k)),
        2 => {
            let by = rings[rng.below(rings.len())][0] - rings[k][1];
            rings[k].iter_mut().for_each(|p| *p = *p + by);
        }
        _ => {
            let by = Point::new(rng.unit() - 0.5, rng.unit() - 0.5) * 8.0;
            rings[k].iter_mut().for_each(|p| *p = *p + by);
        }
    }
}

#[test]
fn obstacles_that_come_go_move_and_overlap_leave_nothing_behind() {
    let compared = std::cell::Cell::new(0);
    let is_whole = each_seed("discs in moving worlds", 30, |seed| {
        let mut rng = Rng::new(seed);
        let mut rings = obstacles(&mut rng, 20);
        let mut ground = DynamicDomain::new(&world_of(&rings, 0.0)).unwrap();
        for _ in 0..12 {
            change(&mut rings, &mut rng);
            let world = world_of(&rings, 0.0);
            let Ok(moved) = ground.domain(&world) else { continue };
            let (fresh, mut right) = searching(&world);
            let mut search = DiscSearch::new(Arc::new(moved));
            let radius = 0.1 + 0.8 * rng.unit();
            let (Some(a), Some(b)) = (roomy(&fresh, &mut rng, radius), roomy(&fresh, &mut rng, radius)) else {
                continue;
            };
            let [ours, right] = [&mut search, &mut right].map(|s| s.length(a, b, radius).unwrap_or(f64::INFINITY));
            assert!(ours == right || (ours - right).abs() <= 1e-9 * right, "{a} {b} {radius}: {ours}, fresh {right}");
            compared.set(compared.get() + 1);
        }
    });
    assert!(!is_whole || compared.get() > 250, "{}", compared.get());
}
