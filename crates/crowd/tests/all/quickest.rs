//! Groups led by travel time: around jams, around areas that slow people, and as fast as others where nobody is in the
//! path.

use wayfront_crowd::{Simulation, Summary};
use wayfront_geometry::Point;
use wayfront_world::{Crowd, Distribution, Group, GuideKind, Polygon, Source, SpeedArea, Start, World};

fn rectangle(x0: f64, y0: f64, x1: f64, y1: f64) -> Polygon {
    Polygon::ring([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
}

fn ring(x0: f64, y0: f64, x1: f64, y1: f64) -> Vec<Point> {
    vec![Point::new(x0, y0), Point::new(x1, y0), Point::new(x1, y1), Point::new(x0, y1)]
}

fn run(world: &World) -> Summary {
    let mut run = Simulation::new(world).unwrap();
    while run.is_going_on() {
        run.step();
    }
    run.summary()
}

/// A hall of 20 m x 12 m with people in its west; a wall at x = 12 leaves two doors, one before them and one in the north.
fn two_doors(guide: GuideKind, people: Start) -> World {
    let wall = |y0: f64, y1: f64| rectangle(12.0, y0, 12.3, y1);
    let group = Group::new(people).with_guide(guide).with_speed(Distribution::Exactly(1.3));
    World::new()
        .area(rectangle(0.0, 0.0, 20.0, 12.0))
        .with_obstacles(vec![wall(0.0, 2.0), wall(3.2, 10.0), wall(11.2, 12.0)])
        .exit(Source::segment((20.0, 0.0), (20.0, 12.0)))
        .with_crowd(Crowd::new().group(group).with_seconds(300.0))
}

#[test]
fn the_far_door_is_taken_while_the_near_one_is_jammed() {
    let crowd = || Start::Area { outline: ring(1.0, 0.5, 11.0, 5.5), count: 120 };
    let [path, quickest] = [GuideKind::Path, GuideKind::Quickest].map(|guide| run(&two_doors(guide, crowd())));
    let last = |summary: &Summary| summary.trips.iter().map(|trip| trip.left).fold(0.0, f64::max);
    assert_eq!((path.trips.len(), quickest.trips.len()), (120, 120));
    assert!(last(&quickest) < 0.8 * last(&path), "{} of {}", last(&quickest), last(&path));
}

#[test]
fn a_lone_agent_is_hardly_slower_than_on_the_shortest_path() {
    for at in [(1.0, 1.0), (2.0, 6.0), (5.0, 11.0), (11.0, 8.0)] {
        let alone = || Start::Points(vec![at.into()]);
        let [path, quickest] = [GuideKind::Path, GuideKind::Quickest].map(|guide| run(&two_doors(guide, alone())));
        let [path, quickest] = [path, quickest].map(|summary| summary.trips[0].left);
        assert!(quickest < 1.05 * path + 0.2, "from {at:?}: {quickest} s instead of {path} s");
    }
}

/// Stairs on the straight path take three times as long; the path around them is a fifth longer.
#[test]
fn slow_areas_are_gone_around_where_that_is_quicker() {
    let hall = |guide: GuideKind, speed: f64| {
        let people = Start::Points((0..5).map(|k| Point::new(1.0 + 0.7 * f64::from(k), 3.0)).collect());
        let group = Group::new(people).with_guide(guide);
        let stairs = SpeedArea::new(ring(8.0, 0.0, 16.0, 9.0), speed);
        let crowd = Crowd::new().group(group).with_areas(vec![stairs]).with_seconds(200.0);
        World::new()
            .area(rectangle(0.0, 0.0, 24.0, 12.0))
            .exit(Source::segment((24.0, 2.0), (24.0, 4.0)))
            .with_crowd(crowd)
    };
    let lengths = |guide: GuideKind, speed: f64| {
        let trips = run(&hall(guide, speed)).trips;
        assert_eq!(trips.len(), 5);
        trips.iter().map(|trip| trip.length).sum::<f64>() / 5.0
    };
    assert!(lengths(GuideKind::Quickest, 0.3) > 1.1 * lengths(GuideKind::Path, 0.3), "they climb the stairs");
    assert!(lengths(GuideKind::Quickest, 0.95) < 1.05 * lengths(GuideKind::Path, 0.95), "they go around for little");
}

/// A door that is a little wider than a body has no column of free cells; the exact path has the last word.
#[test]
fn bodies_get_through_any_door_that_they_fit_through() {
    for (width, angle) in [(0.72, 0.0), (0.8, 0.3), (0.95, 0.0), (1.05, 2.0)] {
        let (sin, cos) = f64::sin_cos(angle);
        let at = |x: f64, y: f64| Point::new(cos * x - sin * y, sin * x + cos * y);
        let right = 5.9 + width;
        let outline =
            [(0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (right, 8.0), (right, 12.0), (5.9, 12.0), (5.9, 8.0), (0.0, 8.0)];
        let people = [(7.5, 6.3), (1.0, 1.0), (3.0, 7.6)].map(|(x, y)| at(x, y)).to_vec();
        let last = |guide: GuideKind| {
            let group = Group::new(Start::Points(people.clone())).with_guide(guide);
            let group = group.with_radius(Distribution::Exactly(0.35));
            let world = World::new()
                .area(Polygon::ring(outline.map(|(x, y)| at(x, y))))
                .exit(Source::segment(at(5.9, 12.0), at(right, 12.0)))
                .with_crowd(Crowd::new().group(group).with_seconds(60.0));
            let trips = run(&world).trips;
            assert_eq!(trips.len(), 3, "{guide:?} through {width} m");
            trips.iter().map(|trip| trip.left).fold(0.0, f64::max)
        };
        let path = last(GuideKind::Path);
        for guide in [GuideKind::Cells, GuideKind::Quickest] {
            let cells = last(guide);
            assert!(cells <= 1.2 * path, "{guide:?} through {width} m: {cells} s, {path} s by path");
        }
    }
}
