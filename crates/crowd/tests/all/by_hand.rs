//! Small runs whose numbers can be worked out by hand.

use wayfront_crowd::{Recorder, Simulation, Snapshot};
use wayfront_geometry::Point;
use wayfront_world::{BarrierCost, Crowd, Distribution, Group, Polygon, Rerouting, Source, Start, World};

fn rectangle(x0: f64, y0: f64, x1: f64, y1: f64) -> Polygon {
    Polygon::ring([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
}

/// A hall that empties through one door; `speed` is everybody's.
fn queue_before_a_door(speed: f64) -> World {
    let wall = |y0: f64, y1: f64| rectangle(10.0, y0, 10.4, y1);
    let places = (0..60).map(|k| Point::new(2.0 + 0.7 * f64::from(k % 10), 2.0 + 0.9 * f64::from(k / 10)));
    let people = Group::new(Start::Points(places.collect()))
        .with_speed(Distribution::Exactly(speed))
        .with_radius(Distribution::Exactly(0.25));
    World::new()
        .area(rectangle(0.0, 0.0, 20.0, 9.0))
        .with_obstacles(vec![wall(0.0, 4.1), wall(4.9, 9.0)])
        .source(Source::segment((20.0, 0.0), (20.0, 9.0)))
        .with_crowd(Crowd::new().group(people).with_seconds(60.0).with_rerouting(Rerouting::Delay))
}

/// Costs of maps are metres: whoever walks at 0.6 m/s and waits for w seconds could have gone 0.6 w metres instead.
#[test]
fn a_queue_costs_what_one_could_have_walked_in_its_time() {
    for speed in [0.6, 1.0, 1.5] {
        let mut run = Simulation::new(&queue_before_a_door(speed)).unwrap();
        while run.queues().is_empty() {
            assert!(run.is_going_on(), "no queue at {speed}");
            run.step();
        }
        let queue = &run.queues()[0];
        let BarrierCost::Delay(cost) = queue.cost else { panic!("{:?}", queue.cost) };
        assert!(queue.wait >= 1.0 && queue.waiting >= 4, "{queue:?}");
        assert!((cost - queue.wait * speed).abs() < 1e-9 * cost, "{cost} for {} s at {speed}", queue.wait);
    }
}

/// What is left of a path is compared with what was left on the same map: a queue that appears in the map makes no one
/// slower. A queue that has just formed still moves, so its wait grows by and by, with the jam; it would be that of a
/// standing queue at once if its own price counted as a step back.
#[test]
fn an_update_of_the_map_is_no_lack_of_progress() {
    let mut run = Simulation::new(&queue_before_a_door(1.2)).unwrap();
    let mut first = None;
    let mut longest: f64 = 0.0;
    while run.is_going_on() && first.is_none_or(|first| run.time() < first + SOON) {
        run.step();
        longest = run.queues().iter().map(|queue| queue.wait).fold(longest, f64::max);
        first = first.or((longest > 0.0).then_some(run.time()));
    }
    assert!((1.0..STANDING).contains(&longest), "{longest}");
}

/// Seconds after which a queue is still young: some updates of the map.
const SOON: f64 = 7.0;
/// Seconds of waiting that no queue of this hall comes to while it is young.
const STANDING: f64 = 50.0;

/// Who arrives leaves a gap that the last one fills: frames are sorted all the same.
#[test]
fn frames_are_sorted_after_some_have_left() {
    let world = wayfront_world::builtin("crossing").unwrap();
    let mut run = Simulation::new(&world).unwrap();
    let path = std::env::temp_dir().join(format!("wayfront-sorted-{}.txt", std::process::id()));
    let mut recorder = Recorder::create(&path, &run, 10.0).unwrap();
    let mut is_shuffled = false;
    while run.is_going_on() {
        recorder.look(&run).unwrap();
        is_shuffled |= !run.agents().id().is_sorted();
        let moment = Snapshot::of(&run);
        let mut slots: Vec<usize> = (0..run.agents().len()).collect();
        slots.sort_by_key(|&slot| run.agents().id()[slot]);
        let expected = slots.iter().map(|&slot| run.agents().position()[slot]);
        assert!(moment.walkers.iter().map(|seen| seen.at).eq(expected));
        run.step();
    }
    recorder.finish().unwrap();
    assert!(is_shuffled && run.arrived() > 0, "nobody left before the end");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    let keys: Vec<(u64, u64)> = rows
        .map(|line| {
            let mut words = line.split(' ').map(|word| word.parse::<f64>().unwrap() as u64);
            let (id, frame) = (words.next().unwrap(), words.next().unwrap());
            (frame, id)
        })
        .collect();
    assert!(keys.len() > 1000 && keys.is_sorted(), "{} rows", keys.len());
}
