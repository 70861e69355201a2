//! The free space as polygons: the same area and the same points, in rings that strict readers accept.

use std::collections::HashSet;
use wayfront_domain::Domain;
use wayfront_geometry::{Point, orient, ring_area, winding_number};
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::each_seed;
use wayfront_testkit::worlds::{Coordinates, world};
use wayfront_world::{Polygon, World, builtin, builtin_names};

fn area(polygon: &Polygon) -> f64 {
    polygon.rings().map(ring_area).sum()
}

/// `None` on an outline.
fn covers(polygons: &[Polygon], p: Point) -> Option<bool> {
    let mut is_in = false;
    for polygon in polygons {
        let windings: Option<Vec<i32>> = polygon.rings().map(|ring| winding_number(ring, p)).collect();
        is_in |= windings?.iter().sum::<i32>() != 0;
    }
    Some(is_in)
}

fn cross(a: Point, b: Point, c: Point, d: Point) -> bool {
    let sides = |a, b, c, d| orient(a, b, c) * orient(a, b, d) < 0.0;
    sides(a, b, c, d) && sides(c, d, a, b)
}

fn check(name: &str, world: &World, rng: &mut Rng) {
    let Ok(domain) = Domain::without_doors(world) else { return };
    let polygons = domain.polygons();
    let total: f64 = polygons.iter().map(area).sum();
    assert!((total - domain.area()).abs() <= 1e-9 * domain.bounds().size().powi(2), "{name}: {total}");
    for ring in polygons.iter().flat_map(Polygon::rings) {
        let distinct: HashSet<[u64; 2]> = ring.iter().map(|p| [p.x.to_bits(), p.y.to_bits()]).collect();
        assert_eq!(distinct.len(), ring.len(), "{name}: a ring meets itself");
    }
    for polygon in &polygons {
        assert!(ring_area(&polygon.outer) > 0.0 && polygon.holes.iter().all(|hole| ring_area(hole) < 0.0), "{name}");
    }
    let bounds = domain.bounds();
    for _ in 0..200 {
        let p = bounds.min + Point::new(rng.unit() * bounds.width(), rng.unit() * bounds.height());
        if let Some(covered) = covers(&polygons, p) {
            assert_eq!(covered, domain.contains(p), "{name} at {p}");
        }
    }
}

#[test]
fn built_in_scenes_are_covered() {
    let mut rng = Rng::new(7);
    for (name, _) in builtin_names() {
        check(name, &builtin(name).unwrap(), &mut rng);
    }
}

#[test]
fn random_worlds_are_covered_by_rings_that_do_not_cross() {
    each_seed("random_worlds_are_covered", 400, |seed| {
        let mut rng = Rng::new(seed);
        let from = if seed % 2 == 0 { Coordinates::Grid(8) } else { Coordinates::Floats };
        let world = world(&mut rng, from);
        check(&format!("seed {seed}"), &world, &mut rng);
        let Ok(domain) = Domain::without_doors(&world) else { return };
        let polygons = domain.polygons();
        let rings: Vec<&[Point]> = polygons.iter().flat_map(Polygon::rings).collect();
        let sides: Vec<[Point; 2]> =
            rings.iter().flat_map(|r| (0..r.len()).map(|i| [r[i], r[(i + 1) % r.len()]])).collect();
        for (i, &[a, b]) in sides.iter().enumerate() {
            assert!(sides[i + 1..].iter().all(|&[c, d]| !cross(a, b, c, d)), "seed {seed}: {a} - {b}");
        }
    });
}

#[test]
fn obstacles_that_touch_the_boundary_and_each_other_in_points() {
    let mut world = World::default();
    world.areas.push(Polygon::ring([(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)]));
    world.obstacles.push(Polygon::ring([(0.0, 4.0), (3.0, 3.0), (3.0, 5.0)])); // touches the boundary at (0, 4)
    world.obstacles.push(Polygon::ring([(3.0, 5.0), (5.0, 6.0), (4.0, 7.0)])); // and this touches the first at (3, 5)
    let polygons = Domain::without_doors(&world).unwrap().polygons();
    assert_eq!((polygons.len(), polygons[0].outer.len(), polygons[0].holes.len()), (1, 5, 2));
    assert_eq!(area(&polygons[0]), 81.0 - 3.0 - 1.5);
}
