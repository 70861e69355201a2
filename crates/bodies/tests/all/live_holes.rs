//! Live maps follow changes that are in holes alone.

use wayfront_bodies::LiveMap;
use wayfront_domain::{Guide, NoPath};
use wayfront_geometry::Point;
use wayfront_world::{Polygon, Source, World};

fn rectangle(x0: f64, y0: f64, x1: f64, y1: f64) -> Vec<Point> {
    [(x0, y0), (x1, y0), (x1, y1), (x0, y1)].map(Point::from).to_vec()
}

/// A block with a yard that is so wide.
fn world(width: f64) -> World {
    let mut block = Polygon::ring(rectangle(2.0, 2.0, 9.0, 8.0));
    block.holes.push(rectangle(3.0, 3.0, 3.0 + width, 7.0));
    World::new().area(Polygon::ring(rectangle(0.0, 0.0, 12.0, 10.0))).obstacle(block).source(Source::point((4.0, 5.0)))
}

#[test]
fn a_change_of_a_hole_is_a_change() {
    let mut live = LiveMap::new(&world(2.0), 0.0).unwrap();
    let p = Point::new(7.0, 5.0);
    assert_eq!(live.map().cost(p), Err(NoPath::Blocked));
    live.follow(&world(5.0)).unwrap();
    assert_eq!(live.map().cost(p), Ok(3.0));
    live.follow(&world(3.0)).unwrap();
    assert_eq!(live.map().cost(p), Err(NoPath::Blocked));
    assert_eq!(live.map().cost(Point::new(5.5, 5.0)), Ok(1.5));
}

#[test]
fn a_hole_of_an_area_counts_too() {
    let with = |hole: Option<Vec<Point>>| {
        let mut area = Polygon::ring(rectangle(0.0, 0.0, 12.0, 10.0));
        area.holes.extend(hole);
        World::new().area(area).source(Source::point((2.0, 5.0)))
    };
    let mut live = LiveMap::new(&with(None), 0.0).unwrap();
    let p = Point::new(10.0, 5.0);
    assert_eq!(live.map().cost(p), Ok(8.0));
    live.follow(&with(Some(rectangle(5.0, 2.0, 7.0, 8.0)))).unwrap();
    let around = 2.0 * 3.0_f64.hypot(3.0) + 2.0;
    assert!((live.map().cost(p).unwrap() - around).abs() < 1e-12);
}
