//! Worlds that broke something once, each as small as it could be made, named after what broke.

use wayfront_domain::{Domain, TraversalStep};
use wayfront_geometry::Point;
use wayfront_testkit::domains::sane;
use wayfront_world::{Fault, Polygon, Source, Wall, World};

fn polygon(outer: &[(f64, f64)], holes: &[&[(f64, f64)]]) -> Polygon {
    let points = |ring: &[(f64, f64)]| ring.iter().map(|&p| Point::from(p)).collect::<Vec<_>>();
    Polygon { outer: points(outer), holes: holes.iter().map(|h| points(h)).collect(), ..Polygon::default() }
}

fn wall(points: &[(f64, f64)]) -> Wall {
    Wall { points: points.iter().map(|&p| p.into()).collect(), ..Wall::default() }
}

/// In-circle tests were done in plain arithmetic because the input lay on a small grid; its crossings did not.
#[test]
fn crossings_off_the_grid_turned_triangles_over() {
    sane(
        &World::new()
            .area(polygon(&[(5.0, 0.0), (3.0, 2.0), (3.0, 1.0)], &[&[(0.0, 4.0), (3.0, 5.0), (2.0, 0.0)]]))
            .with_obstacles(vec![
                polygon(&[(2.0, 5.0), (3.0, 4.0), (5.0, 2.0)], &[&[(6.0, 4.0), (0.0, 1.0), (4.0, 3.0)]]),
                polygon(&[(1.0, 1.0), (1.0, 2.0), (0.0, 2.0)], &[]),
                polygon(&[(2.0, 6.0), (1.0, 1.0), (0.0, 3.0)], &[]),
            ]),
    );
}

/// From outside the box the search began in a free triangle and passed over its own sides.
#[test]
fn nearest_from_outside_the_box_skipped_the_border() {
    let domain = sane(
        &World::new()
            .area(polygon(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)], &[]))
            .obstacle(polygon(&[(2.0, 1.0), (3.0, 1.0), (3.0, 2.0)], &[])),
    );
    for (p, nearest) in [((1.5, -3.0), (1.5, 0.0)), ((5.0, 1.5), (4.0, 1.5)), ((-1.0, 9.0), (0.0, 4.0))] {
        assert_eq!(domain.nearest_free(p.into()), Some(nearest.into()));
    }
}

/// The nearest point lay in a triangle too thin to hold a rounded point, and one of its far corners was taken instead.
#[test]
fn nearest_in_a_sliver_was_a_far_corner() {
    let domain = sane(
        &World::new()
            .area(polygon(&[(0.0, 4.0), (10.0, 9.0), (6.0, 2.0)], &[]))
            .with_walls(vec![wall(&[(1.0, 4.0), (8.0, 8.0)]), wall(&[(6.0, 9.0), (5.0, 1.0)])]),
    );
    let nearest = domain.nearest_free(Point::new(6.0, 9.0)).expect("something is free");
    assert!(nearest.distance(Point::new(6.8, 7.4)) < 1e-12, "{nearest}");
}

/// Three edges left a vertex nearly side by side; each crossing was rounded to the wrong side of the third edge, and the
/// next one lay one step of rounding further on, all the way along.
#[test]
fn edges_side_by_side_crossed_without_end() {
    let domain = sane(
        &World::new()
            .area(polygon(
                &[
                    (3037496.7204307234, 6138892.278559256),
                    (2942874.8760832394, 6171245.123446229),
                    (3005143.875543751, 6044270.434211772),
                ],
                &[],
            ))
            .obstacle(polygon(
                &[
                    (3024799.2515072776, 6132665.378613206),
                    (2961799.2449527364, 6164774.554468835),
                    (3037496.7204307234, 6138892.278559256),
                    (2936404.307105845, 6152320.754576732),
                    (2999647.98269173, 6151833.416514046),
                ],
                &[],
            )),
    );
    assert!(domain.corner_count() < 20);
}

/// An edge that ran through a vertex was bent by a crossing before it got there, and missed the vertex: the spike to
/// (7, 9) opened.
#[test]
fn crossing_bent_an_edge_past_a_vertex_on_it() {
    let ring = [(0.0, 7.0), (4.0, 4.0), (4.0, 8.0), (7.0, 9.0), (1.0, 7.0), (5.0, 10.0), (0.0, 3.0)];
    let domain = sane(&World::new().area(polygon(&ring, &[])));
    assert!(!domain.contains(Point::new(7.0, 9.0)));
    assert!(domain.contains(Point::new(4.0, 8.0)));
}

/// Reading the path back went one step beyond its start and panicked.
#[test]
fn the_trail_of_a_line_ends_at_its_start() {
    let domain = sane(
        &World::new()
            .area(polygon(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)], &[]))
            .obstacle(polygon(&[(2.0, 1.0), (3.0, 1.0), (3.0, 2.0)], &[])),
    );
    let trail = domain.trail(Point::new(0.5, 0.5), Point::new(3.5, 0.9)).expect("is seen");
    assert!(matches!(trail[0], wayfront_domain::TraversalStep::Within(_)), "{trail:?}");
    assert_eq!(domain.trail(Point::new(0.5, 1.5), Point::new(3.5, 1.5)), None);
}

/// The edges of a spike disappeared, its tip stayed behind as a vertex.
#[test]
fn spike_left_its_tip_behind() {
    let domain = sane(
        &World::new()
            .area(polygon(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)], &[]))
            .obstacle(polygon(&[(1.0, 1.0), (3.0, 3.0), (1.0, 1.0), (2.0, 1.0), (2.0, 2.0)], &[])),
    );
    assert!(!domain.corner_points().contains(&Point::new(3.0, 3.0)));
    assert_eq!(domain.vertex_count(), 7);
}

/// Edges of a turned grid lay within rounding of each other's ends; each crossing bent them across each other again.
#[test]
fn nearly_collinear_edges_crossed_without_end() {
    let domain = sane(
        &World::new()
            .area(polygon(
                &[
                    (59776849.09879807, 662108699.3037727),
                    (53133646.15623902, 664315020.8270268),
                    (61983170.62205228, 668751902.2463317),
                ],
                &[],
            ))
            .with_obstacles(vec![
                polygon(
                    &[
                        (56288996.67128738, 670643034.9805496),
                        (54082675.14803317, 663999832.0379906),
                        (59776849.09879807, 662108699.3037727),
                    ],
                    &[],
                ),
                polygon(
                    &[
                        (55021316.26577172, 673171470.5422106),
                        (52184617.16444487, 664630209.6160631),
                        (61674907.08238637, 661478321.7257),
                    ],
                    &[&[
                        (55970345.25756586, 672856281.7531742),
                        (53133646.15623902, 664315020.8270268),
                        (60725878.09059222, 661793510.5147363),
                    ]],
                ),
                polygon(
                    &[
                        (52184617.16444487, 664630209.6160631),
                        (58827820.10700392, 662423888.092809),
                        (59773386.47411287, 665270975.0681914),
                    ],
                    &[],
                ),
            ]),
    );
    assert!(domain.corner_count() < 60);
}

/// The path was held at the wall's vertex, and went on from there on the wall's other side.
#[test]
fn source_slipped_through_a_wall_at_its_vertex() {
    let mut world = World::new().area(polygon(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)], &[])).wall(wall(&[
        (0.0, 2.0),
        (1.0, 2.0),
        (4.0, 2.0),
    ]));
    world.sources.push(Source::segment((1.0, 1.0), (1.0, 3.0)));
    assert_eq!(sane(&world).check_scene(&world).problems[0].fault, Fault::SourceLeaves { leg: 0 });
}

/// The path back from the target ran past its start, into a panic.
#[test]
fn trail_ran_past_its_start() {
    let square = polygon(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)], &[]);
    let domain = sane(&World::new().area(square));
    let trail = domain.trail(Point::new(1.0, 2.0), Point::new(3.0, 2.5)).expect("nothing is between");
    assert_eq!(trail.len(), 2);
}

/// The path through an open gate's vertex lost the triangle before it: the vertex was reported as the corner beyond.
#[test]
fn trail_lost_a_triangle_before_a_vertex_on_a_gate() {
    let ring = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)];
    let walls = vec![wall(&[(1.0, 2.0), (1.0, 2.5)]), wall(&[(2.0, 2.0), (2.0, 2.5)]), wall(&[(3.0, 2.0), (3.0, 2.5)])];
    let world = World::new().area(polygon(&ring, &[])).with_walls(walls);
    let gate = [Point::new(2.0, 0.0), Point::new(2.0, 2.0)];
    let domain = Domain::with_gates(&world, &[gate]).unwrap();
    let legs = domain.trail_through_gates(Point::new(1.0, 2.0), Point::new(3.0, 2.0)).unwrap();
    let corners: Vec<usize> = (0..legs.len()).filter(|&k| matches!(legs[k], TraversalStep::Through(_))).collect();
    assert!(corners.windows(2).all(|pair| pair[1] == pair[0] + 2), "{legs:?}");
}
