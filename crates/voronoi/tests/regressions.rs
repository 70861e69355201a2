//! What once was wrong, each in its smallest world.

mod common;

use common::{graph_of, hall};
use wayfront_geometry::Point;
use wayfront_voronoi::GraphDisc;

/// The centres of two discs that overlap lie in each other, or on each other's rim: both are led apart, not together.
#[test]
fn discs_whose_centres_lie_in_each_other_are_led_apart() {
    let (_, mut graph) = graph_of(&hall());
    for apart in [0.8, 1.0, 0.3] {
        let centres = [9.0, 9.0 + apart].map(|x| Point::new(x, 5.0));
        let [left, right] = [0, 1].map(|k| GraphDisc { centre: centres[k], radius: [1.0, 0.9][k] });
        graph.place(&[left, right]);
        let first = [0, 1].map(|k| graph.first_point(k).expect("it has a cell"));
        assert!(first[0].x < centres[0].x && first[1].x >= centres[1].x, "{apart}: {first:?}");
    }
}
