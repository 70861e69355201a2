//! Runs and steps that went wrong once, each as small as it could be made, named after what broke.

use std::collections::HashMap;
use std::sync::Arc;
use wayfront_crowd::{Simulation, Walls};
use wayfront_domain::{Domain, Guide};
use wayfront_geometry::Point;
use wayfront_pathmap::PathMap;
use wayfront_testkit::crowds::{rectangle, rooms_with_door};
use wayfront_testkit::watch::watched;
use wayfront_world::{Crowd, Distribution, Door, Group, Polygon, Seek, Source, Start, Stop, World, builtin};

/// Metres by which the rest of a path must shrink to count as getting on.
const PROGRESS: f64 = 0.2;

/// The farthest that a visitor of the museum strays from where it last got on.
fn farthest_stray(seed: u64) -> f64 {
    let mut world = builtin("museum").unwrap();
    world.crowd.as_mut().unwrap().seed = seed;
    let map = PathMap::new(Arc::new(Domain::without_doors(&world).unwrap()), &world.sources).unwrap();
    let mut run = Simulation::new(&world).unwrap();
    let mut last: HashMap<u64, (f64, Point)> = HashMap::new();
    let mut farthest: f64 = 0.0;
    while run.is_going_on() {
        run.step();
        let agents = run.agents();
        for slot in (0..agents.len()).filter(|&slot| run.group(slot) == 0) {
            let p = agents.position()[slot];
            let left = map.cost(p).unwrap();
            let (best, at) = last.entry(agents.id()[slot]).or_insert((left, p));
            if left < *best - PROGRESS {
                (*best, *at) = (left, p);
            }
            if left >= *best {
                farthest = farthest.max(p.distance(*at));
            }
        }
    }
    assert_eq!(run.agents().len(), 0, "seed {seed}: all arrive");
    farthest
}

/// Agents that are held up wait near the place where that happened, and do not drift off along a wall.
#[test]
fn visitors_of_the_museum_wait_where_they_are_held_up() {
    for seed in 1..=4 {
        let farthest = farthest_stray(seed);
        println!("seed {seed}: {farthest:.2} m");
        assert!(farthest < 2.6, "seed {seed}: somebody strays {farthest} m");
    }
}

#[test]
fn a_disc_that_touches_a_wall_can_walk_along_it() {
    // In both directions along all four walls of a room whose corners no binary number hits.
    let (low, high) = (Point::new(0.1, 0.3), Point::new(9.7, 7.9));
    let room = rectangle(low.x, low.y, high.x - low.x, high.y - low.y);
    let domain = Domain::without_doors(&World::new().area(room)).unwrap();
    let walls = Walls::of(&domain, 2.0);
    let middle = low.lerp(high, 0.5);
    for outwards in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
        for side in [1.0, -1.0] {
            let outwards = Point::from(outwards);
            let along = outwards.left() * side;
            let mut at = walls.moved(middle, middle + outwards * 9.0, 0.2);
            let start = at;
            for _ in 0..20 {
                at = walls.moved(at, at + along * 0.1 + outwards * 0.07, 0.2);
            }
            let walked = (at - start).dot(along);
            assert!((walked - 2.0).abs() < 1e-3, "{outwards} {along}: {walked}");
        }
    }
}

#[test]
fn numbers_that_are_none_stay_where_they_are() {
    let domain = Domain::without_doors(&rooms_with_door(1.0)).unwrap();
    let walls = Walls::of(&domain, 2.0);
    let at = Point::new(1.0, 1.0);
    assert_eq!(walls.moved(at, Point::new(f64::NAN, 1.0), 0.25), at);
    assert_eq!(walls.moved(at, Point::new(f64::INFINITY, 1.0), 0.25), at);
    assert!(!walls.is_clear(Point::new(f64::NAN, 1.0), 0.25) && !walls.is_clear(Point::new(-1.0, 1.0), 0.25));
}

/// Who lingered at a goal on an outline was kept inside by sliding along the opening, which its steering knew nothing of, and
/// so into others.
#[test]
fn nobody_slides_along_an_opening_into_others() {
    for seed in 1..=4 {
        let group = Group::new(Start::Area { outline: rectangle(2.0, 0.5, 6.0, 5.0).outer, count: 40 });
        let crowd = Crowd::new().with_seconds(40.0).with_step(0.1).with_seed(seed);
        let world = World::new()
            .area(rectangle(0.0, 0.0, 10.0, 6.0))
            .source(Source::segment((0.0, 2.5), (0.0, 3.5)))
            .source(Source::segment((10.0, 2.5), (10.0, 3.5)))
            .with_crowd(crowd.with_groups(vec![group.with_seek(Seek::Random)]));
        let (_, seen) = watched(&world, 40.0, |_| ());
        println!("seed {seed}: {:.4}", seen.deepest);
        assert!(seen.deepest < 0.01, "seed {seed}: two overlap by {} of a radius", seen.deepest);
    }
}

#[test]
fn exits_beside_a_slanted_or_straight_wall_are_openings_of_it() {
    // Turned by some angles, mirrored and far away; exits inside and outside of the outline, entrances and doors too.
    for (angle, hand, far) in [(0.0_f64, 1.0, 0.0), (0.29, -1.0, 0.0), (0.65, 1.0, 1e6), (2.1, -1.0, 1e6)] {
        for off in [0.0, 0.01, 0.15, -0.1] {
            let at = |x: f64, y: f64| {
                let (sin, cos) = angle.sin_cos();
                Point::new(hand * (cos * x - sin * y) + far, sin * x + cos * y - far)
            };
            let ring = |points: &[(f64, f64)]| points.iter().map(|&(x, y)| at(x, y)).collect::<Vec<_>>();
            let mut world = World::new().area(Polygon::ring(ring(&[(0.0, 0.0), (10.0, 0.0), (10.0, 8.0), (0.0, 8.0)])));
            for [low, high] in [[-0.5, 3.0], [4.2, 8.5]] {
                let block = ring(&[(4.9, low), (5.1, low), (5.1, high), (4.9, high)]);
                world.obstacles.push(Polygon::ring(block));
            }
            let mut door = Door::new("door", at(5.0, 3.0 + off), at(5.0, 4.2 + off));
            door.open = true;
            world.doors.push(door);
            world.sources.push(Source::segment(at(10.0 - off, 3.0), at(10.0 - off, 5.0)));
            let segment = [at(off, 3.0), at(off, 5.0)];
            let start = Start::Entrance { segment, count: Some(6), rate: Some(2.0), batch: 1, after: 0.0 };
            world.crowd = Some(Crowd::new().group(Group::new(start)));
            let mut run = Simulation::new(&world).unwrap_or_else(|error| panic!("{angle} {hand} {far} {off}: {error}"));
            while run.is_going_on() {
                run.step();
            }
            assert_eq!((run.arrived(), run.time() < 30.0), (6, true), "{angle} {hand} {far} {off}: {}", run.time());
        }
    }
}

#[test]
fn agents_stand_beside_a_stop_in_which_they_have_no_room() {
    let counter = rectangle(6.0, 0.0, 2.0, 0.15).outer;
    let start = Start::Area { outline: rectangle(1.0, 1.0, 3.0, 6.0).outer, count: 4 };
    let group = Group::new(start).with_via(vec!["counter".into()]);
    let world = World::new()
        .area(rectangle(0.0, 0.0, 10.0, 8.0))
        .source(Source::segment((10.0, 5.0), (10.0, 7.0)))
        .with_crowd(Crowd::new().group(group).stop(Stop::new("counter", counter, Distribution::Exactly(5.0))));
    let mut run = Simulation::new(&world).unwrap();
    while run.is_going_on() {
        run.step();
    }
    assert_eq!(run.arrived(), 4);
    assert!(run.summary().trips.iter().all(|trip| trip.left > 5.0), "nobody passes the stop by");
}
