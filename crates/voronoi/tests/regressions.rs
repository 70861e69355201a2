//! What once was wrong, each in its smallest world.

mod common;

use common::{graph_of, hall};
use wayfront_geometry::Point;
use wayfront_testkit::worlds::rectangle;
use wayfront_voronoi::{Feature, GraphDisc};
use wayfront_world::Polygon;

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
