//! Worlds in which a cost was wrong once, each as small as it could be made, named after what broke.

use std::sync::Arc;
use wayfront_domain::{Domain, Guide};
use wayfront_geometry::{Point, closest_on_segment};
use wayfront_pathmap::{LiveMap, PathMap, Price, Terms};
use wayfront_world::{Barrier, BarrierCost, Polygon, Source, Weight, World};

/// The way from (6, 3) to (3, 0) leads straight through between corners on both hands, one of them rounded.
#[test]
fn gaps_without_width() {
    let ring = |points: &[(f64, f64)]| points.iter().map(|&p| Point::from(p)).collect::<Vec<_>>();
    let solid = |outer: &[(f64, f64)], hole: &[(f64, f64)]| Polygon {
        outer: ring(outer),
        holes: vec![ring(hole)],
        ..Polygon::default()
    };
    let world = World::new()
        .with_areas(vec![
            Polygon::ring([(5.0, 3.0), (7.0, 4.0), (3.0, 0.0)]),
            solid(&[(4.0, 1.0), (7.0, 0.0), (3.0, 6.0), (0.0, 6.0)], &[(6.0, 3.0), (7.0, 2.0), (6.0, 2.0)]),
        ])
        .with_obstacles(vec![
            solid(&[(6.0, 6.0), (5.0, 5.0), (1.0, 2.0)], &[(3.0, 0.0), (6.0, 7.0), (2.0, 7.0)]),
            Polygon::ring([(0.0, 6.0), (2.0, 5.0), (7.0, 6.0), (5.0, 2.0), (4.0, 3.0), (0.0, 3.0)]),
            solid(&[(7.0, 5.0), (0.0, 0.0), (0.0, 2.0)], &[(7.0, 4.0), (2.0, 6.0), (1.0, 2.0)]),
            Polygon::ring([(4.0, 5.0), (5.0, 3.0), (1.0, 0.0), (0.0, 1.0)]),
        ]);
    let map = PathMap::new(Arc::new(Domain::without_doors(&world).unwrap()), &[Source::point((6.0, 3.0))]).unwrap();
    let cost = map.cost(Point::new(3.0, 0.0)).unwrap();
    assert!((cost - 18f64.sqrt()).abs() < 1e-12, "{cost}");
}

/// A wave from a corner crosses a segment that starts later. What the segment reaches first on the wave's one hand is
/// the segment's, whoever is first at the next corner.
#[test]
fn segments_that_others_reach_before_they_start() {
    let ring = |points: &[(f64, f64)]| points.iter().map(|&p| Point::from(p)).collect::<Vec<_>>();
    let solid = |outer: &[(f64, f64)], holes: &[&[(f64, f64)]]| Polygon {
        outer: ring(outer),
        holes: holes.iter().map(|hole| ring(hole)).collect(),
        ..Polygon::default()
    };
    let outline = [(1.0, 0.0), (5.0, 0.0), (6.0, 2.0), (4.0, 3.0), (4.0, 4.0), (0.0, 5.0)];
    let world = World::new().with_areas(vec![
        solid(
            &[&outline[..], &outline[1..5]].concat(),
            &[
                &[(1.0, 4.0), (2.0, 1.0), (4.0, 3.0)],
                &[(1.0, 7.0), (3.0, 3.0), (1.0, 3.0)],
                &[(1.0, 1.0), (5.0, 2.0), (4.0, 6.0)],
            ],
        ),
        Polygon::ring([(2.0, 5.0), (6.0, 1.0), (4.0, 7.0)]),
        solid(
            &[(4.0, 6.0), (3.0, 0.0), (0.0, 5.0), (2.0, 6.0), (2.0, 3.0), (5.0, 1.0), (2.0, 6.0)],
            &[&[(1.0, 3.0), (6.0, 3.0), (6.0, 7.0), (1.0, 7.0), (1.0, 3.0), (6.0, 3.0), (6.0, 7.0), (1.0, 7.0)]],
        ),
    ]);
    let ends = [Point::new(2.0, 2.0), Point::new(2.9981179836036853, 0.12522445329080223)];
    let late = Source::segment(ends[0], ends[1]).with_offset(2.981690727164054);
    let map =
        PathMap::new(Arc::new(Domain::without_doors(&world).unwrap()), &[Source::point((3.5, 3.0)), late]).unwrap();
    let p = Point::new(2.522713990084541, 0.05644677258728481);
    let expected = 2.981690727164054 + closest_on_segment(ends[0], ends[1], p).distance(p);
    let cost = map.cost(p).unwrap();
    assert!((cost - expected).abs() < 1e-12, "{cost}, should be {expected}");
}

/// A hall of 10 by 4 with a block in the middle and a gate from the block's corner (4, 2) up to the hall's wall.
fn hall_with_gate(weights: Vec<Weight>, price: Price) -> impl Fn((f64, f64), (f64, f64)) -> f64 {
    let world = World::new()
        .area(Polygon::ring([(0.0, 0.0), (10.0, 0.0), (10.0, 4.0), (0.0, 4.0)]))
        .obstacle(Polygon::ring([(4.0, 0.0), (6.0, 0.0), (6.0, 2.0), (4.0, 2.0)]));
    let domain = Arc::new(Domain::with_gates(&world, &[[Point::new(4.0, 2.0), Point::new(4.0, 4.0)]]).unwrap());
    let terms = Terms { weights, prices: vec![price] };
    move |source, p| {
        PathMap::on_terms(domain.clone(), &[Source::point(source)], &terms).unwrap().cost(p.into()).unwrap()
    }
}

#[test]
fn straight_through_a_slow_corner_at_the_end_of_a_gate_one_pays_but_keeps_ones_speed() {
    let slow = Weight::new(Point::new(4.0, 2.0), 0.5);
    let cost = hall_with_gate(vec![slow], Price::Delay(3.0));
    assert_eq!(cost((1.0, 2.0), (6.0, 2.0)), 5.0 + 3.0);
    assert_eq!(cost((1.0, 2.0), (9.0, 2.0)), 8.0 + 3.0);
    let cost = hall_with_gate(vec![slow], Price::Factor(2.0));
    assert_eq!(cost((1.0, 2.0), (6.0, 2.0)), 3.0 + 2.0 * 2.0);
}

#[test]
fn where_all_corners_are_slow_everything_is_still_reached() {
    let ring = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0), (0.0, 9.0), (9.0, 9.0), (9.0, 1.0), (0.0, 1.0)];
    let world = World::new().area(Polygon::ring(ring));
    let slow = |corner: (f64, f64)| Weight::new(corner, 0.1);
    let terms = Terms { weights: ring.map(slow).to_vec(), prices: Vec::new() };
    let domain = Arc::new(Domain::without_doors(&world).unwrap());
    let map = PathMap::on_terms(domain, &[Source::point((0.0, 0.5))], &terms).unwrap();
    let right = 9.0_f64.hypot(0.5) + 10.0 * (8.0 + 9.0_f64.hypot(0.5));
    assert!((map.cost(Point::new(0.0, 9.5)).unwrap() - right).abs() < 1e-9);
}

/// Along the line y = 2 one sees from (1, 2) to (8, 2), but no window does: the slow corners (4, 2) and (5, 2) leave a gap
/// without width.
#[test]
fn straight_through_a_gap_without_width_one_keeps_ones_speed() {
    let world =
        World::new().area(Polygon::ring([(0.0, 0.0), (8.0, 0.0), (8.0, 4.0), (0.0, 4.0)])).with_obstacles(vec![
            Polygon::ring([(3.0, 0.0), (4.0, 0.0), (4.0, 2.0), (3.0, 2.0)]),
            Polygon::ring([(5.0, 2.0), (8.0, 2.0), (8.0, 4.0), (5.0, 4.0)]),
        ]);
    let slow = |x: f64| Weight::new(Point::new(x, 2.0), 0.5);
    let terms = Terms { weights: vec![slow(4.0), slow(5.0)], prices: Vec::new() };
    let domain = Arc::new(Domain::without_doors(&world).unwrap());
    let map = PathMap::on_terms(domain, &[Source::point((1.0, 2.0))], &terms).unwrap();
    assert_eq!(map.cost(Point::new(8.0, 2.0)), Ok(7.0));
}

#[test]
fn a_gate_is_led_through_a_vertex_that_it_misses_by_rounding() {
    let near = Point::new(5.0 + 1e-9, 2.0);
    let world = World::new()
        .area(Polygon::ring([(0.0, 0.0), (10.0, 0.0), (10.0, 4.0), (0.0, 4.0)]))
        .obstacle(Polygon::ring([(near.x, near.y), (6.0, 1.5), (6.0, 2.5)]));
    let domain = Arc::new(Domain::with_gates(&world, &[[Point::new(5.0, 0.0), Point::new(5.0, 4.0)]]).unwrap());
    let terms = Terms { weights: Vec::new(), prices: vec![Price::Delay(3.0)] };
    let map = PathMap::on_terms(domain, &[Source::point((1.0, 2.0))], &terms).unwrap();
    // The vertex lies on the gate, not behind it.
    assert_eq!(map.cost(near), Ok(near.x - 1.0));
    assert_eq!(map.cost(Point::new(5.5, 2.0 + 2.0)), Ok(4.5_f64.hypot(2.0) + 3.0));
}

/// The gate is slanted: the front of one part passes it in front of the other part.
#[test]
fn a_source_across_a_slanted_gate_pays_in_front_of_its_other_part() {
    let gate = [(2.0, 0.0), (6.0, 4.0)].map(Point::from);
    let mut world = World::new()
        .area(Polygon::ring([(0.0, 0.0), (8.0, 0.0), (8.0, 4.0), (0.0, 4.0)]))
        .source(Source::segment((1.0, 2.0), (7.0, 2.0)))
        .barrier(Barrier::new(gate, BarrierCost::Delay(0.1)));
    let mut live = LiveMap::new(&world).unwrap();
    // Above the part on the right, but left of the gate: over the gate, or from where the source meets it.
    let p = Point::new(4.5, 3.0);
    assert!((live.map().cost(p).unwrap() - 1.1).abs() < 1e-12);
    world.barriers[0].cost = BarrierCost::Delay(1.0);
    live.follow(&world).unwrap();
    assert!((live.map().cost(p).unwrap() - 1.25f64.sqrt()).abs() < 1e-12);
}
