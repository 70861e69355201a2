//! Worlds that broke something once, each as small as it could be made, named after what broke.

use wayfront_domain::Domain;
use wayfront_geometry::Point;
use wayfront_world::{Polygon, Wall, World};

fn polygon(outer: &[(f64, f64)], holes: &[&[(f64, f64)]]) -> Polygon {
    let points = |ring: &[(f64, f64)]| ring.iter().map(|&p| Point::from(p)).collect::<Vec<_>>();
    Polygon { outer: points(outer), holes: holes.iter().map(|h| points(h)).collect(), ..Polygon::default() }
}

fn wall(points: &[(f64, f64)]) -> Wall {
    Wall { points: points.iter().map(|&p| p.into()).collect(), ..Wall::default() }
}

fn sane(world: &World) -> Domain {
    let domain = Domain::new(world).expect("can be built");
    domain.sanity_check().expect("is sane");
    domain
}

/// In-circle tests were done in plain arithmetic because the input lay on a small grid; its crossings did not.
#[test]
fn crossings_off_the_grid_turned_triangles_over() {
    sane(&World {
        areas: vec![polygon(&[(5.0, 0.0), (3.0, 2.0), (3.0, 1.0)], &[&[(0.0, 4.0), (3.0, 5.0), (2.0, 0.0)]])],
        obstacles: vec![
            polygon(&[(2.0, 5.0), (3.0, 4.0), (5.0, 2.0)], &[&[(6.0, 4.0), (0.0, 1.0), (4.0, 3.0)]]),
            polygon(&[(1.0, 1.0), (1.0, 2.0), (0.0, 2.0)], &[]),
            polygon(&[(2.0, 6.0), (1.0, 1.0), (0.0, 3.0)], &[]),
        ],
        ..World::default()
    });
}

/// From outside the box the search began in a free triangle and passed over its own sides.
#[test]
fn nearest_from_outside_the_box_skipped_the_border() {
    let domain = sane(&World {
        areas: vec![polygon(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)], &[])],
        obstacles: vec![polygon(&[(2.0, 1.0), (3.0, 1.0), (3.0, 2.0)], &[])],
        ..World::default()
    });
    for (p, nearest) in [((1.5, -3.0), (1.5, 0.0)), ((5.0, 1.5), (4.0, 1.5)), ((-1.0, 9.0), (0.0, 4.0))] {
        assert_eq!(domain.nearest_free(p.into()), Some(nearest.into()));
    }
}

/// The nearest point lay in a triangle too thin to hold a rounded point, and one of its far corners was taken instead.
#[test]
fn nearest_in_a_sliver_was_a_far_corner() {
    let domain = sane(&World {
        areas: vec![polygon(&[(0.0, 4.0), (10.0, 9.0), (6.0, 2.0)], &[])],
        walls: vec![wall(&[(1.0, 4.0), (8.0, 8.0)]), wall(&[(6.0, 9.0), (5.0, 1.0)])],
        ..World::default()
    });
    let nearest = domain.nearest_free(Point::new(6.0, 9.0)).expect("something is free");
    assert!(nearest.distance(Point::new(6.8, 7.4)) < 1e-12, "{nearest}");
}
