//! Sources and points that cannot be: typed errors that name them, never a panic, never a wrong number.

use std::sync::Arc;
use wayfront_domain::{Domain, Guide, NoPath};
use wayfront_geometry::Point;
use wayfront_pathmap::{PathMap, SourceError};
use wayfront_world::{Polygon, Shape, Source, Wall, World};

/// A square of 10 with a block in it and a closed room in a corner.
fn domain() -> Arc<Domain> {
    let square = |x: f64, y: f64, side: f64| [(x, y), (x + side, y), (x + side, y + side), (x, y + side)];
    let room: Vec<Point> = [(8.0, 10.0), (8.0, 8.0), (10.0, 8.0)].map(Point::from).to_vec();
    let world = World::new()
        .area(Polygon::ring(square(0.0, 0.0, 10.0)))
        .obstacle(Polygon::ring(square(4.0, 4.0, 2.0)))
        .wall(Wall { points: room, ..Wall::default() });
    Arc::new(Domain::without_doors(&world).unwrap())
}

fn fault(sources: &[Source]) -> SourceError {
    PathMap::new(domain(), sources).expect_err("is bad")
}

const GOOD: (f64, f64) = (1.0, 1.0);

#[test]
fn no_sources_is_an_error_that_says_how_to_add_one() {
    assert_eq!(fault(&[]), SourceError::None);
    assert!(SourceError::None.to_string().contains("[[sources]]"), "{}", SourceError::None);
}

#[test]
fn blocked_sources_are_named_with_the_nearest_free_point() {
    let inside = fault(&[Source::point(GOOD), Source::point((4.5, 5.0))]);
    let (at, nearest) = (Point::new(4.5, 5.0), Some(Point::new(4.0, 5.0)));
    assert_eq!(inside, SourceError::Blocked { index: 1, at, nearest });
    assert_eq!(inside.to_string(), "source 1 is not in the free space at (4.5, 5)");

    let outside = fault(&[Source::point((-3.0, 2.0))]);
    let (at, nearest) = (Point::new(-3.0, 2.0), Some(Point::new(0.0, 2.0)));
    assert_eq!(outside, SourceError::Blocked { index: 0, at, nearest });

    let end = fault(&[Source::segment(GOOD, (5.0, 5.0))]);
    assert!(matches!(end, SourceError::Blocked { index: 0, at, .. } if at == Point::new(5.0, 5.0)), "{end:?}");
}

#[test]
fn sources_through_obstacles_and_walls_are_told_where_they_leave() {
    let through_block = fault(&[Source::point(GOOD), Source::segment((3.0, 5.0), (7.0, 5.0))]);
    assert_eq!(through_block, SourceError::Leaves { index: 1, at: Point::new(4.0, 5.0) });
    let through_wall = fault(&[Source::segment((7.0, 9.0), (9.0, 9.0))]);
    assert_eq!(through_wall, SourceError::Leaves { index: 0, at: Point::new(8.0, 9.0) });
    let line = [(1.0, 1.0), (2.0, 5.0), (8.0, 5.0)].map(Point::from).to_vec();
    assert!(matches!(fault(&[Source::of(Shape::Polyline(line))]), SourceError::Leaves { index: 0, .. }));
}

#[test]
fn numbers_that_are_none_are_named() {
    let infinite = f64::INFINITY;
    let bad = [
        Source::point((f64::NAN, 1.0)),
        Source::point((1.0, infinite)),
        Source::segment((2.0, 2.0), (-infinite, 2.0)),
        Source::point((2.0, 2.0)).with_offset(f64::NAN),
        Source::point((2.0, 2.0)).with_offset(infinite),
    ];
    for source in bad {
        let what = format!("{source:?}");
        assert_eq!(fault(&[Source::point(GOOD), source]), SourceError::NotFinite { index: 1 }, "{what}");
    }
}

#[test]
fn duplicates_name_both() {
    let twice = [Source::point(GOOD), Source::point((2.0, 2.0)), Source::point(GOOD)];
    assert_eq!(fault(&twice), SourceError::Duplicate { index: 2, other: 0 });
    // Another offset does not make it another source: the dearer one could never win.
    let dearer = [Source::point(GOOD), Source::point(GOOD).with_offset(1.0)];
    assert_eq!(fault(&dearer), SourceError::Duplicate { index: 1, other: 0 });
}

#[test]
fn degenerate_shapes_are_points() {
    let twice = Source::segment(GOOD, GOOD);
    let line = Source::of(Shape::Polyline(vec![Point::from(GOOD); 3]));
    for source in [twice, line] {
        let map = PathMap::new(domain(), &[source]).unwrap();
        assert_eq!(map.cost(Point::new(4.0, 5.0)), Ok(5.0));
    }
    let nothing = PathMap::new(domain(), &[Source::of(Shape::Polyline(Vec::new()))]);
    // A shape without points reaches nothing; it must not be a panic or a cost.
    assert!(nothing.map_or(true, |map| map.cost(Point::new(2.0, 2.0)) == Err(NoPath::Unreachable)));
}

#[test]
fn after_an_error_the_map_knows_no_source_until_it_is_built_again() {
    let mut map = PathMap::new(domain(), &[Source::point(GOOD)]).unwrap();
    assert!(map.rebuild(&[Source::point((5.0, 5.0))]).is_err());
    assert_eq!(map.cost(Point::new(2.0, 2.0)), Err(NoPath::Unreachable));
    assert_eq!(map.route(Point::from(GOOD)), Err(NoPath::Unreachable));
    map.rebuild(&[Source::point((2.0, 1.0))]).unwrap();
    assert_eq!(map.cost(Point::from(GOOD)), Ok(1.0));
}

#[test]
fn points_without_a_way_say_why() {
    let map = PathMap::new(domain(), &[Source::point(GOOD)]).unwrap();
    let nan = f64::NAN;
    let blocked =
        [(5.0, 5.0), (-1.0, 5.0), (10.000_001, 5.0), (nan, 1.0), (1.0, nan), (f64::INFINITY, 1.0), (1e300, -1e300)];
    for p in blocked.map(Point::from) {
        assert_eq!(map.cost(p), Err(NoPath::Blocked), "{p}");
        assert_eq!(map.aim(p), Err(NoPath::Blocked), "{p}");
        assert_eq!(map.route(p), Err(NoPath::Blocked), "{p}");
        assert_eq!(map.answer(p).map(|a| a.cost), Err(NoPath::Blocked), "{p}");
    }
    let in_room = Point::new(9.0, 9.0);
    assert_eq!(map.cost(in_room), Err(NoPath::Unreachable));
    assert_eq!(map.route(in_room), Err(NoPath::Unreachable));
    // The wall belongs to both of its sides.
    assert!(map.cost(Point::new(8.0, 9.0)).is_ok());
}
