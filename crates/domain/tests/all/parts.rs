//! Free spaces of several parts, as polygons: each hole belongs to the part that it lies in.

use wayfront_domain::Domain;
use wayfront_geometry::ring_area;
use wayfront_world::{Polygon, World};

/// A hall with a pillar, and around three sides of it a corridor, whose box holds the pillar too and whose area is less.
#[test]
fn a_hole_in_the_box_of_another_part_stays_with_its_own() {
    let hall = Polygon::ring([(0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (0.0, 20.0)]);
    let corridor = Polygon::ring([
        (-3.0, -3.0),
        (21.0, -3.0),
        (21.0, -2.0),
        (-2.0, -2.0),
        (-2.0, 22.0),
        (21.0, 22.0),
        (21.0, 23.0),
        (-3.0, 23.0),
    ]);
    let pillar = Polygon::ring([(9.0, 9.0), (11.0, 9.0), (11.0, 11.0), (9.0, 11.0)]);
    let world = World::new().with_areas(vec![hall, corridor]).obstacle(pillar);
    let domain = Domain::without_doors(&world).unwrap();
    let parts = domain.polygons();
    let found: Vec<(f64, usize)> = parts.iter().map(|p| (ring_area(&p.outer), p.holes.len())).collect();
    assert_eq!(found, [(400.0, 1), (72.0, 0)]);
    assert_eq!(ring_area(&parts[0].holes[0]), -4.0);
}
