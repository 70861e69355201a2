//! Worlds in which a cost was wrong once, each as small as it could be made, named after what broke.

use std::sync::Arc;
use wayfront_domain::{Domain, Guide, Scene};
use wayfront_geometry::{Point, closest_on_segment};
use wayfront_pathmap::{PathMap, PathMapError, Price, SourceError, Terms, TermsError};
use wayfront_testkit::motions::Motion;
use wayfront_testkit::terms::TermsOracle;
use wayfront_testkit::worlds::{mapped, rectangle};
use wayfront_world::{Barrier, BarrierCost, Polygon, Source, Wall, Weight, World};

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
    // Above the part on the right, but left of the gate: over the gate, or from where the source meets it.
    assert_near(cost_in(world.clone(), (4.5, 3.0)), 1.1);
    world.barriers[0].cost = BarrierCost::Delay(1.0);
    assert_near(cost_in(world, (4.5, 3.0)), 1.25f64.sqrt());
}

/// A square box from (0, 0) with blocks `[x0, x1, y0, y1]` in it.
fn blocks(side: f64, blocks: &[[f64; 4]]) -> World {
    let block = |&[x0, x1, y0, y1]: &[f64; 4]| Polygon::ring([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]);
    World::new()
        .area(Polygon::ring([(0.0, 0.0), (side, 0.0), (side, side), (0.0, side)]))
        .with_obstacles(blocks.iter().map(block).collect())
}

/// What a point costs in the scene of a world.
fn cost_in(world: World, p: (f64, f64)) -> f64 {
    PathMap::of(&Scene::new(world).unwrap()).unwrap().cost(p.into()).unwrap()
}

fn assert_near(cost: f64, right: f64) {
    assert!((cost - right).abs() < 1e-9, "{cost}, should be {right}");
}

/// Between (4, 16) on the left hand and (8, 12) on the right there is no room for a window.
#[test]
fn straight_between_two_slow_corners_one_keeps_ones_speed() {
    let world = blocks(20.0, &[[4.0, 8.0, 8.0, 12.0], [4.0, 8.0, 16.0, 20.0]])
        .source(Source::point((0.0, 20.0)))
        .with_weights(vec![Weight::new((4.0, 16.0), 0.5), Weight::new((8.0, 12.0), 0.9)]);
    assert_near(cost_in(world, (20.0, 0.0)), 20.0 * 2f64.sqrt());
}

/// The corner (4, 8) is not the cheapest way to (8, 8), but leads straight past it.
#[test]
fn after_a_turn_straight_past_slow_corners_one_keeps_ones_speed() {
    let world = blocks(16.0, &[[12.0, 16.0, 8.0, 12.0], [4.0, 8.0, 4.0, 8.0]])
        .source(Source::point((1.0, 9.0)))
        .with_weights(vec![Weight::new((8.0, 8.0), 0.5), Weight::new((12.0, 8.0), 0.5)]);
    assert_near(cost_in(world, (16.0, 8.0)), 10f64.sqrt() + 12.0);
}

#[test]
fn straight_on_along_a_barrier_past_the_slow_corner_in_which_it_ends_one_pays_and_keeps_ones_speed() {
    let world = blocks(16.0, &[[4.0, 8.0, 0.0, 4.0]])
        .source(Source::point((4.0, 0.0)))
        .with_weights(vec![Weight::new((4.0, 4.0), 0.5)])
        .barrier(Barrier::new([(0.0, 0.0), (4.0, 4.0)].map(Point::from), BarrierCost::Weight(1.5)));
    assert_near(cost_in(world, (8.0, 8.0)), 4.0 + 4.0 * 2f64.sqrt() * 2.5);
}

#[test]
fn a_leg_from_within_a_segment_passes_a_slow_corner() {
    let world = blocks(28.0, &[[20.0, 24.0, 4.0, 8.0]])
        .source(Source::segment((20.0, 4.0), (16.0, 12.0)))
        .with_weights(vec![Weight::new((20.0, 8.0), 0.5)]);
    assert_near(cost_in(world.clone(), (24.0, 8.0)), 6.0);
    // From where the line through the corner meets the segment.
    let (p, c) = (Point::new(23.0, 8.5), Point::new(20.0, 8.0));
    let start = Point::new(16.0, 12.0).lerp(Point::new(20.0, 4.0), {
        let line = |q: Point| (c - p).cross(q - p);
        line(Point::new(16.0, 12.0)) / (line(Point::new(16.0, 12.0)) - line(Point::new(20.0, 4.0)))
    });
    assert_near(cost_in(world, (23.0, 8.5)), start.distance(p));
}

#[test]
fn segments_before_factors_are_refused() {
    let world = |cost: BarrierCost| {
        blocks(24.0, &[])
            .source(Source::segment((7.0, 5.0), (19.0, 16.0)))
            .barrier(Barrier::new([(24.0, 16.0), (0.0, 20.0)].map(Point::from), cost))
    };
    let error = PathMap::of(&Scene::new(world(BarrierCost::Weight(1.5))).unwrap()).unwrap_err();
    assert_eq!(error, SourceError::BeforeFactor { index: 0, gate: 0 }.into());
    assert!(error.to_string().contains("use points as sources, or a delay"), "{error}");
    let p = Point::new(10.0, 22.0);
    let foot = closest_on_segment((7.0, 5.0).into(), (19.0, 16.0).into(), p);
    assert_near(cost_in(world(BarrierCost::Delay(1.5)), (p.x, p.y)), foot.distance(p) + 1.5);
    assert_near(cost_in(world(BarrierCost::Weight(1.0)), (p.x, p.y)), foot.distance(p));
}

/// A barrier that ends in the middle of a wall makes no corner there at which paths could turn.
#[test]
fn a_barrier_never_lowers_a_cost() {
    let world = blocks(20.0, &[[12.0, 16.0, 4.0, 8.0], [8.0, 16.0, 12.0, 20.0]])
        .source(Source::point((0.0, 20.0)))
        .with_weights(vec![Weight::new((8.0, 12.0), 0.5)]);
    let without = cost_in(world.clone(), (11.0, 10.0));
    let barrier = Barrier::new([(12.0, 8.0), (0.0, 17.0)].map(Point::from), BarrierCost::Delay(100.0));
    assert!(cost_in(world.barrier(barrier), (11.0, 10.0)) >= without - 1e-9);

    let world = blocks(20.0, &[[0.0, 12.0, 8.0, 12.0], [16.0, 20.0, 16.0, 20.0]]).source(Source::point((14.0, 4.0)));
    let barrier = Barrier::new([(8.0, 12.0), (16.0, 17.0)].map(Point::from), BarrierCost::Weight(2.0));
    let cost = cost_in(world.barrier(barrier), (16.0, 20.0));
    assert!((cost - 19.166).abs() < 1e-3, "{cost}");
}

#[test]
fn weights_at_the_end_of_a_barrier_in_the_middle_of_a_wall_have_no_corner() {
    let end = Point::new(10.0, 0.0);
    let domain = Domain::with_gates(&blocks(20.0, &[]), &[[end, Point::new(10.0, 20.0)]]).unwrap();
    let terms = Terms { weights: vec![Weight::new(end, 2.0)], prices: vec![Price::Delay(1.0)] };
    let error = PathMap::on_terms(Arc::new(domain), &[Source::point((1.0, 1.0))], &terms).unwrap_err();
    assert!(matches!(&error, PathMapError::Terms(TermsError::NoCorner { index: 0, at, .. }) if *at == end), "{error}");
}

/// The other wall cuts this one at a rounded place and bends it: the point lies on both of its sides all the same.
#[test]
fn a_point_on_a_wall_that_is_cut_at_a_rounded_place_is_on_both_sides() {
    let wall = |points: [(f64, f64); 3]| Wall { points: points.map(Point::from).to_vec(), ..Wall::default() };
    let world = blocks(24.0, &[])
        .with_walls(vec![
            wall([(20.0, 20.0), (24.0, 24.0), (8.0, 4.0)]),
            wall([(24.0, 12.0), (16.0, 0.0), (0.0, 16.0)]),
        ])
        .source(Source::point((12.0, 8.0)));
    assert_near(cost_in(world, (11.0, 5.0)), 10f64.sqrt());
}

/// The same for a source on it.
#[test]
fn a_source_on_a_wall_that_is_cut_at_a_rounded_place_starts_on_both_sides() {
    let wall = |points: [(f64, f64); 2]| Wall { points: points.map(Point::from).to_vec(), ..Wall::default() };
    let world = blocks(7.0, &[])
        .with_walls(vec![wall([(4.0, 7.0), (3.0, 3.0)]), wall([(1.0, 3.0), (5.0, 7.0)])])
        .source(Source::point((2.0, 4.0)));
    assert_near(cost_in(world.clone(), (2.0, 5.0)), 1.0);
    assert_near(cost_in(world, (2.0, 3.0)), 1.0);
}

/// The walls cross exactly in (4, 3), on the outline; the vertex is rounded to a place beside it.
#[test]
fn where_a_wall_meets_an_outline_at_a_rounded_place_a_point_is_on_both_sides() {
    let wall = |points: &[(f64, f64)]| Wall { points: points.iter().map(|&p| p.into()).collect(), ..Wall::default() };
    let ring = |points: &[(f64, f64)]| points.iter().map(|&p| Point::from(p)).collect::<Vec<_>>();
    let triangle = Polygon {
        outer: ring(&[(4.0, 7.0), (7.0, 4.0), (4.0, 4.0)]),
        holes: vec![ring(&[(7.0, 0.0), (2.0, 5.0), (6.0, 5.0)])],
        ..Polygon::default()
    };
    let world = World::new()
        .with_areas(vec![Polygon::ring([(5.0, 3.0), (5.0, 0.0), (1.0, 0.0), (1.0, 3.0)]), triangle])
        .with_walls(vec![wall(&[(4.0, 5.0), (0.0, 3.0), (4.0, 0.0), (4.0, 4.0)])]);
    let domain = Arc::new(Domain::without_doors(&world).unwrap());
    let cost = |source: (f64, f64), p: (f64, f64)| {
        PathMap::new(domain.clone(), &[Source::point(source)]).unwrap().cost(p.into()).unwrap()
    };
    assert_near(cost((3.0, 3.0), (4.0, 3.0)), 1.0);
    assert_near(cost((4.5, 3.0), (4.0, 3.0)), 0.5);
    assert_near(cost((4.0, 3.0), (3.0, 3.0)), 1.0);
    assert_near(cost((4.0, 3.0), (4.5, 3.0)), 0.5);
}

/// The way from the source over (4, 4) goes on along the second barrier, and does not cross it. The first one is paid for
/// in the corner in which both end.
#[test]
fn a_leg_past_the_ends_of_two_barriers_pays_for_what_lies_between_its_parts() {
    let wall = Wall { points: [(4.0, 4.0), (6.0, 2.0)].map(Point::from).to_vec(), ..Wall::default() };
    let barrier =
        |a: (f64, f64), b: (f64, f64), delay: f64| Barrier::new([a, b].map(Point::from), BarrierCost::Delay(delay));
    let mut world = blocks(8.0, &[])
        .with_walls(vec![wall])
        .source(Source::point((8.0, 4.0)))
        .with_weights(vec![Weight::new((4.0, 4.0), 0.5)])
        .barrier(barrier((4.0, 4.0), (6.0, 8.0), 0.25))
        .barrier(barrier((0.0, 4.0), (4.0, 4.0), 2.0));
    assert_near(cost_in(world.clone(), (0.0, 4.0)), 8.25);
    // From within a segment as well.
    world.sources = vec![Source::segment((8.0, 3.0), (8.0, 5.0))];
    assert_near(cost_in(world, (0.0, 4.0)), 8.25);
}

/// It closes nothing, but its end is a vertex: no path turns there to keep away from a slow corner.
#[test]
fn a_barrier_along_an_outline_makes_no_corner() {
    let world = blocks(8.0, &[[2.0, 4.0, 0.0, 6.0]])
        .source(Source::point((1.0, 5.0)))
        .with_weights(vec![Weight::new((2.0, 6.0), 0.5)]);
    let domain = Domain::with_gates(&world, &[[Point::new(3.0, 8.0), Point::new(6.0, 8.0)]]).unwrap();
    let terms = |prices: Vec<Price>| Terms { weights: world.weights.clone(), prices };
    let [with, without] = [Arc::new(domain), Arc::new(Domain::without_doors(&world).unwrap())].map(|domain| {
        let prices =
            if domain.corner_points().contains(&Point::new(3.0, 8.0)) { vec![Price::Open] } else { Vec::new() };
        PathMap::on_terms(domain, &world.sources, &terms(prices)).unwrap()
    });
    for p in [(4.0, 6.0), (6.0, 5.0), (8.0, 0.0)].map(Point::from) {
        assert_near(with.cost(p).unwrap(), without.cost(p).unwrap());
    }
}

/// A barrier's end in the middle of a wall is reached at a low cost, but no path turns there: it does not outdo the way
/// past it along the wall, which keeps away from the slow corner (3, 1).
#[test]
fn the_end_of_a_barrier_outdoes_no_way_past_it() {
    let world = World::new()
        .area(Polygon::ring([(2.0, 0.0), (6.0, 0.0), (6.0, 1.0), (3.0, 1.0), (3.0, 2.0), (2.0, 2.0)]))
        .source(Source::point((2.0, 2.0)))
        .with_weights(vec![Weight::new((3.0, 1.0), 0.5)])
        .barrier(Barrier::new([(3.0, 0.0), (4.0, 1.0)].map(Point::from), BarrierCost::Delay(0.0)));
    assert_near(cost_in(world, (6.0, 0.0)), 6.0);
}

/// No leg has ended in (4, 1): a leg that starts there has the speed of the start.
#[test]
fn a_segment_through_a_slow_corner_starts_there_at_the_ordinary_speed() {
    let world = blocks(8.0, &[])
        .obstacle(Polygon::ring([(4.0, 1.0), (3.0, 4.0), (2.0, 4.0)]))
        .source(Source::segment((3.0, 2.0), (5.0, 0.0)))
        .with_weights(vec![Weight::new((4.0, 1.0), 0.5)]);
    assert_near(cost_in(world, (3.5, 3.0)), 0.5_f64.hypot(2.0));
}

/// A gap that narrows to nothing: in it three corners are reached at the same cost from directions that rounding cannot
/// tell apart, each from one of the others, and none of their shadows led on into the tip.
#[test]
fn corners_that_leave_a_sliver_to_each_other() {
    let ring = |points: &[(f64, f64)]| points.iter().map(|&p| Point::from(p)).collect::<Vec<_>>();
    let with_holes = |outer: &[(f64, f64)], holes: &[&[(f64, f64)]]| Polygon {
        outer: ring(outer),
        holes: holes.iter().map(|hole| ring(hole)).collect(),
        ..Polygon::default()
    };
    let tip = (0.4712274577293596, 3.4431407592243657);
    let world = World::new()
        .with_areas(vec![
            Polygon::ring([(0.516736, 5.124607), (3.957969408531042, 1.7570720923087446), (9.9, 3.8)]),
            Polygon::ring([(7.653983042291554, 0.20963680735489154), tip, (3.7849666340678305, 1.9513750155682703)]),
            with_holes(
                &[(3.9, 5.3), (3.0, 3.4), (0.7, 3.8)],
                &[
                    &[
                        (4.9306677622364194, 8.645373617399905),
                        (5.642922864465779, 5.623373104204487),
                        (0.23907822114313304, 0.705808285998506),
                    ],
                    &[
                        (1.940965479943907, 7.9138029008952335),
                        (4.276326055074783, 5.973258322271292),
                        (3.0181794955713217, 1.693924863470293),
                        (0.637822260918921, 6.0647719593731155),
                    ],
                ],
            ),
        ])
        .with_obstacles(vec![
            Polygon::ring([
                (2.2459400349334606, 5.630917591234457),
                (1.4284864680582765, 6.597916159721907),
                (4.800926020690933, 2.608446843257879),
            ]),
            with_holes(
                &[
                    (0.6484505687642594, 0.4738596317502164),
                    (0.6484505687642594, 2.319866491989535),
                    (0.12330959060629976, 2.319866491989535),
                ],
                &[&[
                    (6.965918663902414, 9.360603683651409),
                    (8.24911681124603, 0.9723008907618824),
                    (2.6294195306727044, 2.432726141321303),
                    (2.1602754034141105, 4.510523514594746),
                ]],
            ),
        ]);
    let start = Point::new(3.726522764565962, 3.879425538924511);
    let weights = vec![Weight::new((2.8335627063391873, 2.3796742003380507), 2.0), Weight::new(start, 2.0)];
    let terms = Terms { weights, prices: Vec::new() };
    let domain = Arc::new(Domain::without_doors(&world).unwrap());
    let sources = [Source::point(start)];
    let map = PathMap::on_terms(domain.clone(), &sources, &terms).unwrap();
    let right = TermsOracle::of(&domain, &domain, &terms, &sources).cost(tip.into());
    let cost = map.cost(tip.into()).unwrap();
    assert!((cost - right).abs() < 1e-9 && (cost - 2.744460976).abs() < 1e-9, "{cost}, should be {right}");
}

/// A barrier ends in the middle of a block's side, or of a wall: no path turns there to be rid of its factor, wherever rounding
/// puts that vertex.
#[test]
fn a_barrier_that_ends_in_the_middle_of_a_wall_makes_no_turning_point() {
    let room = World::new().area(Polygon::ring(rectangle(0.0, 0.0, 10.0, 12.0)));
    let solids = [
        room.clone().obstacle(Polygon::ring(rectangle(2.0, 2.0, 4.0, 10.0))),
        room.wall(Wall::new([(4.0, 2.0), (4.0, 10.0)])),
    ];
    for (world, right) in solids.into_iter().zip([16.158_965_730_920_6, 13.537_319_187_990_757]) {
        for motion in Motion::EXACT.into_iter().chain(Motion::rounded()) {
            let gate = [Point::new(4.0, 8.0), Point::new(10.0, 3.0)].map(|p| motion.of(p));
            let mut moved = mapped(&world, |p| motion.of(p));
            moved.sources.push(Source::point(motion.of(Point::new(8.0, 1.0))));
            moved.barriers.push(Barrier::new(gate, BarrierCost::Weight(4.0)));
            let map = PathMap::of(&Scene::new(moved).unwrap()).unwrap();
            let cost = map.cost(motion.of(Point::new(5.0, 9.0))).unwrap() / motion.scale;
            assert!((cost - right).abs() < 1e-6, "{cost}, should be {right}, with {motion:?}");
        }
    }
}
