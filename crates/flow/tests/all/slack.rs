//! Lanes that fit exactly are counted, however their number is rounded.

use wayfront_flow::FlowMap;
use wayfront_geometry::Point;
use wayfront_world::{Flow, Polygon, World};

fn corridor(width: f64) -> World {
    let chain = |x: f64| vec![Point::new(x, 0.0), Point::new(x, width)];
    World::new()
        .area(Polygon::ring([(0.0, 0.0), (10.0, 0.0), (10.0, width), (0.0, width)]))
        .with_flow(Flow::new(vec![chain(0.0)], vec![chain(10.0)]))
}

/// 4.8 / 0.1 is a little less than 48 in floating point.
#[test]
fn a_corridor_as_wide_as_its_lanes_takes_all_of_them() {
    for (width, radius, count) in [(4.8, 0.05, 48), (0.3, 0.05, 3), (0.7, 0.05, 7), (1.0, 0.25, 2), (0.99, 0.25, 1)] {
        let flow = FlowMap::new(&corridor(width)).unwrap();
        let lanes = flow.lanes(radius).unwrap();
        assert_eq!(lanes.lanes().len(), count, "{width} at {radius}");
        lanes.check().unwrap();
    }
}
