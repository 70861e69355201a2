//! Which doors people take: halls with doors side by side, mirrored, turned, far away, with thick walls.

use std::collections::HashMap;
use wayfront_crowd::Simulation;
use wayfront_geometry::Point;
use wayfront_world::{Crowd, Group, Measure, MeasureShape, Polygon, Rerouting, Source, Start, Wall, World};

/// How a hall lies in the plane.
#[derive(Clone, Copy)]
struct Pose {
    angle: f64,
    hand: f64,
    far: f64,
}

const PLAIN: Pose = Pose { angle: 0.0, hand: 1.0, far: 0.0 };

impl Pose {
    fn at(self, x: f64, y: f64) -> Point {
        let (sin, cos) = self.angle.sin_cos();
        Point::new(self.hand * (cos * x - sin * y) + self.far, sin * x + cos * y - self.far)
    }

    fn ring(self, x: [f64; 2], y: [f64; 2]) -> Vec<Point> {
        vec![self.at(x[0], y[0]), self.at(x[1], y[0]), self.at(x[1], y[1]), self.at(x[0], y[1])]
    }
}

/// A hall of 24 x 8 m before a wall with doors, a foyer behind it, and an exit at its left end. The crowd stands before the
/// left door.
fn hall(pose: Pose, doors: &[[f64; 2]], thick: f64, people: usize) -> World {
    let mut world = World::new().area(Polygon::ring(pose.ring([0.0, 24.0], [0.0, 14.0])));
    let mut from = 0.0;
    for &[left, right] in doors.iter().chain(&[[24.0, 24.0]]) {
        if thick > 0.0 {
            world.obstacles.push(Polygon::ring(pose.ring([from, left], [8.0, 8.0 + thick])));
        } else {
            world.walls.push(Wall::new(vec![pose.at(from, 8.0), pose.at(left, 8.0)]));
        }
        from = right;
    }
    let start = Start::Area { outline: pose.ring([0.5, 9.0], [0.5, 7.0]), count: people };
    let measure = |(k, &[left, right]): (usize, &[f64; 2])| {
        Measure::new(&format!("door {k}"), MeasureShape::Line([pose.at(left, 8.0), pose.at(right, 8.0)]))
    };
    let measures = doors.iter().enumerate().map(measure);
    let crowd =
        Crowd::new().group(Group::new(start)).with_rerouting(Rerouting::Delay).with_measures(measures.collect());
    world.source(Source::segment(pose.at(0.0, 10.0), pose.at(0.0, 13.0))).with_crowd(crowd)
}

/// A run to its end: the last arrival, the turns to and fro of each person, and who passed each door.
fn outcome(world: &World) -> (f64, f64, Vec<usize>) {
    let mut run = Simulation::new(world).unwrap();
    let mut places: HashMap<u64, Vec<Point>> = HashMap::new();
    while run.is_going_on() {
        run.step();
        if run.steps().is_multiple_of(10) {
            let agents = run.agents();
            agents.id().iter().zip(agents.position()).for_each(|(&id, &p)| places.entry(id).or_default().push(p));
        }
    }
    assert_eq!(run.arrived(), run.entered());
    let turns: usize = places.values().map(|places| turns_in(places)).sum();
    let summary = run.summary();
    let last = summary.trips.iter().map(|trip| trip.left).fold(0.0, f64::max);
    let passed = summary.measures.iter().map(|measure| measure.passages.len()).collect();
    (last, turns as f64 / run.entered() as f64, passed)
}

/// How often somebody goes back in three seconds, by more than 120 degrees, after three seconds of walking.
fn turns_in(places: &[Point]) -> usize {
    let (mut turns, mut k) = (0, 6);
    while k + 6 < places.len() {
        let (to, fro) = (places[k] - places[k - 6], places[k + 6] - places[k]);
        let turned = to.length() > 1.0 && fro.length() > 1.0 && to.dot(fro) < -0.5 * to.length() * fro.length();
        turns += usize::from(turned);
        k += if turned { 6 } else { 1 };
    }
    turns
}

fn without_choice(mut world: World) -> World {
    world.crowd = world.crowd.map(|crowd| crowd.with_rerouting(Rerouting::None));
    world
}

#[test]
fn a_crowd_uses_a_second_door_to_the_same_exit() {
    let poses =
        [PLAIN, Pose { hand: -1.0, ..PLAIN }, Pose { angle: 0.65, ..PLAIN }, Pose { angle: 2.2, hand: -1.0, far: 1e6 }];
    let mut times = Vec::new();
    for (pose, thick) in poses.into_iter().map(|pose| (pose, 0.0)).chain([(PLAIN, 0.4), (PLAIN, 1.2)]) {
        let world = hall(pose, &[[1.0, 2.2], [9.0, 10.2]], thick, 140);
        let (alone, ..) = outcome(&without_choice(world.clone()));
        let (last, turns, passed) = outcome(&world);
        assert!(last <= 0.85 * alone, "{last} s with a choice of doors, {alone} s without");
        assert!(turns <= 0.15, "{turns} turns to and fro");
        assert!(passed[1] >= 45, "{passed:?}");
        times.push(last);
    }
    let (least, most) = times.iter().fold((f64::INFINITY, 0.0_f64), |(low, high), &t| (low.min(t), high.max(t)));
    assert!(most <= 1.2 * least, "poses and thick walls: {times:?}");
}

#[test]
fn a_door_that_saves_nothing_is_not_taken() {
    // The second door is far behind.
    let world = hall(PLAIN, &[[1.0, 3.4], [22.0, 22.8]], 0.0, 40);
    let (alone, ..) = outcome(&without_choice(world.clone()));
    let (last, _, passed) = outcome(&world);
    assert!(last <= 1.02 * alone, "{last} s, {alone} s without a choice");
    assert!(passed[1] <= 2, "{passed:?}");
}

#[test]
fn few_people_walk_as_they_do_without_a_choice() {
    for doors in [&[[1.0, 2.2], [9.0, 10.2]][..], &[[1.0, 2.0]], &[[4.0, 4.9], [6.0, 7.2], [12.0, 14.0]]] {
        for people in [1, 5] {
            let world = hall(Pose { angle: 0.3, ..PLAIN }, doors, 0.0, people);
            let trips = |world: &World| {
                let mut run = Simulation::new(world).unwrap();
                while run.is_going_on() {
                    run.step();
                }
                run.summary()
                    .trips
                    .iter()
                    .map(|trip| (trip.id, trip.left.to_bits(), trip.length.to_bits()))
                    .collect::<Vec<_>>()
            };
            assert_eq!(trips(&world), trips(&without_choice(world.clone())), "{people} people");
        }
    }
}

#[test]
fn doors_that_are_alike_are_used_alike() {
    // The crowd stands between two doors; the exit is behind their middle.
    let mut world = hall(PLAIN, &[[4.0, 5.2], [18.8, 20.0]], 0.0, 160);
    world.sources = vec![Source::segment((11.0, 14.0), (13.0, 14.0))];
    let crowd = world.crowd.as_mut().unwrap();
    crowd.groups[0].start = Start::Area { outline: PLAIN.ring([6.0, 18.0], [0.5, 7.0]), count: 160 };
    let (_, _, passed) = outcome(&world);
    let (few, many) = (passed[0].min(passed[1]), passed[0].max(passed[1]));
    assert!(many as f64 <= 1.25 * few as f64, "{passed:?}");
}
