//! Things of a scene that lie where they should, nearly, or not at all.

use wayfront_domain::{Domain, Onto, Repair, SceneCheck};
use wayfront_geometry::Point;
use wayfront_world::{
    Barrier, BarrierCost, Fault, Flow, Place, Polygon, Shape, Source, Wall, Weight, World, builtin, builtin_names,
};

fn point(x: f64, y: f64) -> Point {
    Point::new(x, y)
}

fn rect(x0: f64, y0: f64, x1: f64, y1: f64) -> Polygon {
    Polygon::ring([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
}

/// A room of 20 x 10 with a block from (8, 2) to (12, 6) and a wall from (16, 0) to (16, 7).
fn room() -> World {
    World::new()
        .area(rect(0.0, 0.0, 20.0, 10.0))
        .obstacle(rect(8.0, 2.0, 12.0, 6.0))
        .wall(Wall { points: vec![point(16.0, 0.0), point(16.0, 7.0)], place: Place::default() })
}

fn source(shape: Shape) -> Source {
    Source::of(shape).with_name(None).with_offset(0.0)
}

fn line(points: &[(f64, f64)]) -> Source {
    let points: Vec<Point> = points.iter().map(|&p| p.into()).collect();
    source(match *points {
        [p] => Shape::Point(p),
        [a, b] => Shape::Segment([a, b]),
        _ => Shape::Polyline(points),
    })
}

fn barrier(a: (f64, f64), b: (f64, f64)) -> Barrier {
    Barrier::new([a.into(), b.into()], BarrierCost::Delay(1.0))
}

fn flow(chain: &[(f64, f64)]) -> Option<Flow> {
    Some(Flow::new(Vec::new(), vec![chain.iter().map(|&p| p.into()).collect()]))
}

fn check(world: &World) -> SceneCheck {
    Domain::without_doors(world).expect("can be built").check_scene(world)
}

/// The messages of all problems, with the advice behind each.
fn reported(world: &World) -> Vec<String> {
    check(world).problems.iter().map(|p| format!("{p}; {}", p.fault.advice())).collect()
}

#[test]
fn built_in_scenes_have_everything_in_place() {
    for (name, _) in builtin_names() {
        let world = builtin(name).expect("is listed");
        let found = check(&world);
        assert_eq!((found.problems, found.repairs), (vec![], vec![]), "{name}");
        assert_eq!((found.sources, found.weights), (world.sources, world.weights), "{name}");
    }
}

#[test]
fn sources_in_obstacles_get_a_place_to_go() {
    let world = room().with_sources(vec![
        line(&[(1.0, 1.0)]),
        line(&[(9.0, 3.5)]),
        line(&[(25.0, 5.0)]),
        line(&[(1.0, 1.0), (1.0, 12.0)]),
    ]);
    assert_eq!(
        reported(&world),
        [
            "sources[1] at (9, 3.5): it lies 1 outside the free space; move it to (8, 3.5), the nearest free point",
            "sources[2] at (25, 5): it lies 5 outside the free space; move it to (20, 5), the nearest free point",
            "sources[3] point 1 at (1, 12): it lies 2 outside the free space; move it to (1, 10), the nearest free point",
        ]
    );
    assert_eq!(check(&world).sources, world.sources[..1]);
}

#[test]
fn nothing_is_nearest_where_nothing_is_free() {
    let world = room().with_obstacles(vec![rect(-1.0, -1.0, 21.0, 11.0)]).with_sources(vec![line(&[(1.0, 1.0)])]);
    let problems = check(&world).problems;
    assert!(matches!(problems[0].fault, Fault::SourceBlocked { nearest: None, .. }), "{problems:?}");
}

#[test]
fn the_legs_of_a_source_must_be_free_too() {
    let world = room().with_sources(vec![
        line(&[(1.0, 4.0), (14.0, 4.0)]),
        line(&[(1.0, 1.0), (15.0, 1.0), (18.0, 1.0), (18.0, 9.0)]),
        // Along the outline, around the block's corner, and on both sides of the wall's end.
        line(&[(8.0, 2.0), (8.0, 6.0), (12.0, 6.0)]),
        line(&[(16.0, 1.0), (16.0, 9.0)]),
    ]);
    assert_eq!(
        reported(&world),
        [
            "sources[0] at (8, 4): it leaves the free space here, between its points 0 and 1; end it there, or describe the free pieces as sources of their own",
            "sources[1] at (16, 1): it leaves the free space here, between its points 1 and 2; end it there, or describe the free pieces as sources of their own",
        ]
    );
}

#[test]
fn rounding_is_repaired_and_reported() {
    let world = room().with_sources(vec![line(&[(20.0 + 1e-9, 5.0)]), line(&[(20.0 + 1e-7, 5.0)])]);
    let found = check(&world);
    let (from, to) = (point(20.0 + 1e-9, 5.0), point(20.0, 5.0));
    assert_eq!(found.repairs, [Repair::Moved { place: found.repairs[0].place(), from, to, onto: Onto::FreeSpace }]);
    assert!(
        found.repairs[0].to_string().starts_with("sources[0] at (20.000000001, 5) missed the free space by 1.0e-9")
    );
    assert_eq!(found.sources[0].shape, Shape::Point(to));
    assert!(matches!(found.problems[0].fault, Fault::SourceBlocked { .. }));
    assert_eq!(found.problems.len(), 1);
}

/// A boundary from (0, 0) to (3, 1) whose inner vertices are off that line by rounding, on either side.
#[test]
fn a_door_along_a_rough_edge_is_led_through_its_vertices() {
    let rough = |k: i32| point(3.0 * f64::from(k) / 7.0, f64::from(k) / 7.0 + 1e-12 * f64::from(k % 3 - 1));
    let outer: Vec<Point> = (0..=7).map(rough).chain([point(3.0, 5.0), point(0.0, 5.0)]).collect();
    let ends = [rough(0), rough(7)];
    let world = World::new().area(Polygon::ring(outer)).source(source(Shape::Segment(ends)));
    let domain = Domain::without_doors(&world).expect("can be built");
    assert!(!domain.sees(ends[0], ends[1]), "the test needs an edge that bulges inwards");
    let settled = domain.settled_sources(&world).expect("rounding only");
    let points = settled[0].shape.points();
    assert!(points.len() > 2 && points[0] == ends[0] && points[points.len() - 1] == ends[1]);
    assert!(points.windows(2).all(|leg| domain.sees(leg[0], leg[1])));
    let repairs = domain.check_scene(&world).repairs;
    assert!(repairs.iter().any(|m| matches!(m, Repair::Bent { moved, .. } if *moved < 1e-9)), "{repairs:?}");
}

#[test]
fn far_from_the_origin_rounding_is_what_f64_cannot_tell() {
    let far = 1e9;
    let world = World::new()
        .area(Polygon::ring([(far, far), (far + 3.0, far + 1.0), (far + 2.0, far + 4.0)]))
        .source(source(Shape::Point(point(far, far).lerp(point(far + 3.0, far + 1.0), 0.3))));
    let found = check(&world);
    assert_eq!(found.problems, []);
    assert_eq!(found.sources.len(), 1);
}

#[test]
fn the_same_source_twice_is_named() {
    let world = room().with_sources(vec![
        line(&[(1.0, 1.0), (2.0, 1.0)]),
        line(&[(1.0, 1.0)]),
        line(&[(2.0, 1.0), (1.0, 1.0)]),
        line(&[(1.0, -0.0)]),
        line(&[(1.0, 0.0)]),
    ]);
    assert_eq!(
        reported(&world),
        [
            "sources[2] at (2, 1): it has the same shape as sources[0]; remove one of the two",
            "sources[4] at (1, 0): it has the same shape as sources[3]; remove one of the two",
        ]
    );
}

#[test]
fn weights_belong_to_vertices() {
    let at = |x: f64, y: f64| Weight::new(point(x, y), 2.0);
    // Convex and reflex corners and wall ends are vertices; points on edges and in the open are not.
    let world = room().with_weights(vec![
        at(8.0, 2.0),
        at(0.0, 0.0),
        at(16.0, 7.0),
        at(8.0, 3.0),
        at(3.0, 4.0),
        at(12.0, 6.0 + 1e-10),
    ]);
    assert_eq!(
        reported(&world),
        [
            "weights[3] at (8, 3): no vertex lies at the weight's corner; the nearest is 1 away; put it at the vertex (8, 2)",
            "weights[4] at (3, 4): no vertex lies at the weight's corner; the nearest is 5 away; put it at the vertex (0, 0)",
        ]
    );
    let found = check(&world);
    assert_eq!(found.weights.iter().map(|w| w.corner).next_back(), Some(point(12.0, 6.0)));
    assert!(matches!(found.repairs[..], [Repair::Moved { onto: Onto::Vertex, .. }]), "{:?}", found.repairs);
}

#[test]
fn vertices_inside_the_free_space_are_no_corners() {
    // Two areas overlap: the corner (6, 6) of the second lies in the first.
    let world = World::new()
        .with_areas(vec![rect(0.0, 0.0, 10.0, 10.0), rect(6.0, 6.0, 14.0, 14.0)])
        .weight(Weight::new(point(6.0, 6.0), 2.0));
    let problems = check(&world).problems;
    assert!(matches!(problems[0].fault, Fault::WeightOffCorner { nearest: Some(p), .. } if p != point(6.0, 6.0)));
}

#[test]
fn barriers_close_corridors() {
    let world = room().with_barriers(vec![
        barrier((8.0, 6.0), (8.0, 10.0)),
        barrier((12.0, 4.0), (16.0, 4.0)), // from the block to the wall
        barrier((16.0, 7.0), (16.0, 10.0)),
        barrier((5.0, 0.0), (5.0, 9.0)),
        barrier((0.0, 4.0), (20.0, 4.0)),
        barrier((8.0, 3.0), (8.0, 5.0)),
        barrier((10.0, 4.5), (10.0, 10.0)),
    ]);
    assert_eq!(
        reported(&world),
        [
            "barriers[3] point 1 at (5, 9): the barrier does not close a corridor: this end is 1 away from the nearest outline; end it at (5, 10)",
            "barriers[4] at (8, 4): the barrier runs into an obstacle or a wall here; cut it into one barrier for each free piece",
            "barriers[5] at (8, 3): the barrier runs along an outline and closes nothing; let it run from one side of a corridor to the other",
            "barriers[6] point 0 at (10, 4.5): the barrier does not close a corridor: this end is 1.5 away from the nearest outline; end it at (10, 6)",
        ]
    );
}

#[test]
fn barriers_may_touch_corners_on_their_way() {
    // Over the block's upper left corner, from the wall on the left to the ceiling.
    let world = room().with_barriers(vec![barrier((0.0, 2.0), (16.0, 10.0))]);
    assert_eq!(reported(&world), [""; 0]);
}

#[test]
fn chains_run_along_the_boundary() {
    let good: [&[(f64, f64)]; 3] = [
        &[(0.0, 2.0), (0.0, 8.0)],
        &[(18.0, 0.0), (20.0, 0.0), (20.0, 10.0), (3.0, 10.0)],
        &[(15.0, 0.0), (17.0, 1e-10)], // across the foot of the wall
    ];
    for chain in good {
        assert_eq!(reported(&room().with_flow(flow(chain))), [""; 0], "{chain:?}");
    }
}

#[test]
fn chains_off_the_boundary_get_a_place() {
    let says = |chain: &[(f64, f64)], message: &str| assert_eq!(reported(&room().with_flow(flow(chain))), [message]);
    says(
        &[(0.0, 2.0), (1.0, 8.0), (0.0, 9.0)],
        "flow.exits[0] point 1 at (1, 8): the chain's point lies 1 off the boundary; move that point to (0, 8)",
    );
    says(
        &[(0.0, 6.0), (8.0, 10.0)],
        "flow.exits[0] at (0, 6): the chain leaves the boundary here, by 2; add the corners of the boundary between those points to the chain",
    );
    let covered = room().with_obstacles(vec![rect(-1.0, 4.0, 2.0, 6.0)]).with_flow(flow(&[(0.0, 2.0), (0.0, 9.0)]));
    assert_eq!(
        reported(&covered),
        [
            "flow.exits[0] at (0, 4): no free space borders on the boundary here: an obstacle or another area covers it; end the chain where the free space ends",
        ]
    );
    // The outline of an obstacle is not the boundary.
    let on_block = room().with_flow(flow(&[(8.0, 3.0), (8.0, 5.0)]));
    assert_eq!(check(&on_block).problems.len(), 2);
}

#[test]
fn broken_numbers_are_reported_and_nothing_else() {
    let world = room().with_sources(vec![line(&[(1.0, 1.0)])]);
    let domain = Domain::without_doors(&world).expect("can be built");
    let broken = room().with_sources(vec![line(&[(f64::NAN, 1.0)]), line(&[(9.0, 3.0)])]);
    assert_eq!(domain.check_scene(&broken).problems.len(), 1);
    assert!(domain.settled_sources(&broken).is_err());
}

#[test]
fn the_nearest_outline_is_found_from_anywhere() {
    let domain = Domain::without_doors(&room()).expect("can be built");
    for (p, nearest) in [
        ((7.0, 4.0), (8.0, 4.0)),
        ((15.5, 3.0), (16.0, 3.0)),
        ((16.2, 8.0), (16.0, 7.0)),
        ((10.0, 9.0), (10.0, 10.0)),
        ((9.0, 4.0), (8.0, 4.0)),
        ((8.0, 3.5), (8.0, 3.5)),
        ((-4.0, 3.0), (0.0, 3.0)),
    ] {
        assert_eq!(domain.nearest_outline(p.into()), Some(nearest.into()), "{p:?}");
    }
    assert_eq!(domain.nearest_outline(point(f64::NAN, 0.0)), None);
}

/// Where nothing is free, no distance can be given.
#[test]
fn sources_of_a_covered_world_are_reported_in_words() {
    let square = |low: f64, high: f64| Polygon::ring([(low, low), (high, low), (high, high), (low, high)]);
    let world = World::new().area(square(0.0, 4.0)).obstacle(square(-1.0, 5.0)).source(Source::point((1.0, 1.0)));
    let check = Domain::without_doors(&world).unwrap().check_scene(&world);
    assert_eq!(check.problems[0].to_string(), "sources[0] at (1, 1): it lies infinitely far outside the free space");
}
