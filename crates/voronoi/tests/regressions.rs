//! What once was wrong, each in its smallest world.

mod common;

use common::{graph_of, hall};
use wayfront_geometry::Point;
use wayfront_testkit::domains::distance_to_outline;
use wayfront_testkit::worlds::{rectangle, wall};
use wayfront_voronoi::{Feature, GraphDisc};
use wayfront_world::{Polygon, World};

/// The centres of two discs that overlap lie in each other, or on each other's rim: both are led apart, not together.
#[test]
fn discs_whose_centres_lie_in_each_other_are_led_apart() {
    let (_, mut graph) = graph_of(&hall());
    for apart in [0.8, 1.0, 0.3] {
        let centres = [9.0, 9.0 + apart].map(|x| Point::new(x, 5.0));
        let [left, right] = [0, 1].map(|k| GraphDisc { centre: centres[k], radius: [1.0, 0.9][k] });
        graph.place(&[left, right]);
        let first = [0, 1].map(|k| graph.first_point(k).expect("it has a cell"));
        assert!(first[0].x < centres[0].x && first[1].x > centres[1].x, "{apart}: {first:?}");
    }
}

/// An obstacle without area leaves a vertex on which nothing stands. Seen from there, and from an inner side of the
/// triangulation, what is nearest is a corner, not a side that ends there; so a disc there has a cell.
#[test]
fn ends_of_sides_win_seen_from_vertices_and_inner_sides() {
    let mut world = hall();
    world.obstacles.push(Polygon::ring(rectangle(10.0, 2.0, 12.0, 4.0)));
    world.obstacles.push(Polygon::ring([(8.0, 6.0), (8.5, 6.5), (8.25, 6.25)]));
    let (domain, mut graph) = graph_of(&world);
    let corner = Point::new(10.0, 4.0);
    for at in [Point::new(8.0, 6.0), Point::new(8.5, 6.5), Point::new(9.0, 5.0)] {
        let room = graph.voronoi().clearance(at).unwrap();
        assert!(matches!(room.feature, Feature::Corner(c) if domain.point(c) == corner), "{at}: {room:?}");
        graph.place(&[GraphDisc { centre: at, radius: 0.2 }]);
        assert_eq!(graph.fault(0), None, "{at}");
    }
}

/// Four discs that touch one corner of an obstacle: of two places as far from two of them and the corner, one is in the
/// obstacle.
#[test]
fn vertices_of_discs_that_touch_one_corner_are_in_front_of_it() {
    let mut world = World::new().area(Polygon::ring(rectangle(0.0, 0.0, 7.0, 7.0)));
    world.obstacles.push(Polygon::ring([(5.0, 3.5), (6.0, 4.0), (5.0, 4.0)]));
    let (domain, mut graph) = graph_of(&world);
    let centres = [
        (4.940261595048677, 3.4155389054258025),
        (4.840534042437218, 3.4180412638845095),
        (4.885215879413839, 3.422288594128752),
        (5.009921467447924, 3.308019497798815),
    ];
    let discs = centres.map(|at| GraphDisc { centre: at.into(), radius: 0.3 });
    for count in 1..=4 {
        graph.place(&discs[..count]);
        for (at, clearance) in graph.vertices() {
            let others = (0..count).map(|k| graph.disc(k).centre.distance(at) - graph.disc(k).radius);
            let right = others.fold(distance_to_outline(&domain, at), f64::min);
            assert!((right - clearance).abs() < 1e-8, "{count} discs: clearance {clearance} at {at} should be {right}");
        }
    }
}

/// Somebody stands in the tip of a room as sharp as a needle, and at the end of a wall without thickness beside which
/// somebody else stands: both have a cell.
#[test]
fn tips_and_ends_of_walls_have_room_for_somebody() {
    for width in [1e-3, 1e-5, 1e-8] {
        let needle = World::new().area(Polygon::ring([(0.0, 0.0), (20.0, 0.0), (20.0, 20.0 * width)]));
        let (_, mut graph) = graph_of(&needle);
        graph.place(&[GraphDisc { centre: Point::new(0.0, 0.0), radius: 0.2 }]);
        assert_eq!(graph.fault(0), None, "{width}");
        assert!(graph.first_point(0).is_some(), "{width}");
    }
    let mut world = hall();
    world.walls.push(wall(vec![Point::new(9.0, 0.0), Point::new(9.003, 6.0)]));
    let (_, mut graph) = graph_of(&world);
    graph.place(&[
        GraphDisc { centre: Point::new(8.7, 6.04), radius: 0.2 },
        GraphDisc { centre: Point::new(9.003, 6.0), radius: 0.2 },
    ]);
    assert_eq!([graph.fault(0), graph.fault(1)], [None, None]);
}

/// Somebody without size in the middle of a corridor, from which the corridor's end is as far as its walls: it has a cell
/// where it stands.
#[test]
fn the_middle_of_a_corridor_is_left_to_who_just_reaches_its_end() {
    let world = World::new().area(Polygon::ring(rectangle(0.0, 0.0, 8.0, 2.0)));
    let (_, mut graph) = graph_of(&world);
    for x in [2.0, 2.0 - 1e-15, 2.0 - 1e-14, 2.0 - 4e-14, 2.0 + 1e-15, 4.0] {
        let centre = Point::new(x, 1.0);
        graph.place(&[GraphDisc { centre, radius: 0.0 }]);
        let outline = graph.cell(0, 0.01);
        let reach = outline.iter().map(|p| p.x - x).fold(0.0, f64::max);
        assert!(reach > 0.5, "the cell of {centre} reaches {reach} to the right");
    }
}
