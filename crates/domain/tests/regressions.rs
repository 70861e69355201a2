//! Worlds that broke something once, each as small as it could be made, named after what broke.

use wayfront_domain::Domain;
use wayfront_geometry::Point;
use wayfront_world::{Polygon, World};

fn polygon(outer: &[(f64, f64)], holes: &[&[(f64, f64)]]) -> Polygon {
    let points = |ring: &[(f64, f64)]| ring.iter().map(|&p| Point::from(p)).collect::<Vec<_>>();
    Polygon { outer: points(outer), holes: holes.iter().map(|h| points(h)).collect(), ..Polygon::default() }
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
