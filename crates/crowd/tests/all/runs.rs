//! Runs of whole scenes: nobody in a wall, nobody lost, the same on any number of threads; and known answers.

use wayfront_crowd::{QueueLog, Simulation, Summary};
use wayfront_domain::{Guide, NoPath};
use wayfront_geometry::Point;
use wayfront_world::{
    Crowd, Distribution, Door, Fault, Group, GuideKind, Polygon, Problem, Rerouting, Source, Start, Steering, Stop,
    World, builtin, builtin_names,
};

fn scenes() -> Vec<(&'static str, World)> {
    let worlds = builtin_names().map(|(name, _)| (name, builtin(name).unwrap()));
    // Those that the graph of everybody leads have tests of their own: in some of them nobody leaves.
    let leaves = |crowd: &Crowd| crowd.groups.iter().all(|group| group.guide != GuideKind::Navgraph);
    worlds.filter(|(_, world)| world.crowd.as_ref().is_some_and(leaves)).collect()
}

fn rect(x0: f64, y0: f64, x1: f64, y1: f64) -> Polygon {
    Polygon::ring([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
}

fn ring(x0: f64, y0: f64, x1: f64, y1: f64) -> Vec<Point> {
    rect(x0, y0, x1, y1).outer
}

/// A hall with an exit on its east side.
fn hall(width: f64, height: f64, groups: Vec<Group>) -> World {
    World::new()
        .area(rect(0.0, 0.0, width, height))
        .source(Source::segment((width, 0.0), (width, height)))
        .with_crowd(Crowd::new().with_groups(groups))
}

fn one(at: (f64, f64), speed: f64) -> Group {
    Group::new(Start::Points(vec![at.into()])).with_speed(Distribution::Exactly(speed))
}

fn with(world: &World, change: impl FnOnce(&mut Crowd)) -> World {
    let mut world = world.clone();
    change(world.crowd.as_mut().unwrap());
    world
}

/// Runs to the end, looking at everybody now and then.
fn run(world: &World) -> Summary {
    let mut run = Simulation::new(world).unwrap_or_else(|problems| panic!("{problems:#?}"));
    while run.is_going_on() {
        run.step();
        if run.steps().is_multiple_of(7) {
            check(&run);
        }
    }
    check(&run);
    run.summary()
}

/// The largest overlap of two who do not walk on lanes, in parts of the smaller radius.
fn overlap(run: &Simulation) -> f64 {
    let agents = run.agents();
    let walks = |slot: &usize| run.settings().groups[run.group(*slot)].guide != GuideKind::Lanes;
    let slots: Vec<usize> = (0..agents.len()).filter(walks).collect();
    let pairs = slots.iter().enumerate().flat_map(|(k, &a)| slots[..k].iter().map(move |&b| (a, b)));
    let deep = pairs.map(|(a, b)| {
        let [r, s] = [a, b].map(|slot| agents.radius()[slot]);
        (r + s - agents.position()[a].distance(agents.position()[b])) / r.min(s)
    });
    deep.fold(0.0, f64::max)
}

fn check(run: &Simulation) {
    let (agents, summary) = (run.agents(), run.summary());
    assert_eq!(summary.entered, summary.trips.len() + agents.len(), "somebody is lost");
    if run.settings().steering == Steering::Orca {
        let deepest = overlap(run);
        assert!(deepest < 0.01, "two overlap by {deepest} of a radius at {}", run.time());
    }
    for slot in 0..agents.len() {
        let (p, radius) = (agents.position()[slot], agents.radius()[slot]);
        let is_on_lane = run.settings().groups[run.group(slot)].guide == GuideKind::Lanes;
        // Lanes begin on the line of the entrance, where half of a body is outside.
        if !is_on_lane {
            assert!(run.walls().is_clear(p, radius * (1.0 - 1e-9)), "{p} is in a wall at {}", run.time());
        }
    }
}

#[test]
fn every_scene_runs_and_nobody_is_lost_or_in_a_wall() {
    for (name, world) in scenes() {
        let world = with(&world, |crowd| crowd.seconds = crowd.seconds.min(75.0));
        let summary = run(&world);
        assert!(summary.entered >= 40, "{name}: {}", summary.entered);
        assert!(!summary.trips.is_empty(), "{name}");
    }
}

#[test]
fn a_run_is_the_same_on_any_number_of_threads() {
    for name in ["three-corridors", "museum", "lanes-bends", "evacuation"] {
        let world = with(&builtin(name).unwrap(), |crowd| crowd.seconds = 25.0);
        let end = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let mut run = Simulation::new(&world).unwrap();
                while run.is_going_on() {
                    run.step();
                }
                (run.agents().position().to_vec(), run.summary().trips)
            })
        };
        let alone = end(1);
        assert!(alone == end(2) && alone == end(3), "{name}");
    }
}

#[test]
fn another_seed_is_another_run() {
    let end = |seed: u64| {
        let world = with(&builtin("museum").unwrap(), |crowd| (crowd.seconds, crowd.seed) = (10.0, seed));
        let mut run = Simulation::new(&world).unwrap();
        while run.is_going_on() {
            run.step();
        }
        run.agents().position().to_vec()
    };
    assert!(end(1) == end(1) && end(1) != end(2));
}

#[test]
fn one_walker_needs_the_expected_time_for_a_corridor() {
    for steering in [Steering::Orca, Steering::SocialForce] {
        let world = hall(41.0, 2.0, vec![one((1.0, 1.0), 1.33)]);
        let summary = run(&with(&world, |crowd| crowd.steering = steering));
        let seconds = summary.evacuation_time().unwrap();
        // RiMEA 1: 40 m at 1.33 m/s, from 26 to 34 seconds.
        assert!((26.0..34.0).contains(&seconds), "{steering:?}: {seconds}");
        assert!((summary.mean_speed().unwrap() - 1.33).abs() < 0.05);
    }
}

#[test]
fn who_is_too_wide_takes_the_other_way() {
    let gap = |from: f64, to: f64| vec![rect(4.0, 0.0, 4.5, from), rect(4.0, to, 4.5, 8.6), rect(4.0, 9.6, 4.5, 10.0)];
    let lengths = [0.2, 0.3].map(|radius| {
        let group = one((1.0, 1.0), 1.0).with_radius(Distribution::Exactly(radius));
        let world = hall(8.0, 10.0, vec![group]).with_obstacles(gap(0.75, 1.25));
        run(&world).trips[0].length
    });
    assert!(lengths[0] < 7.5, "through the narrow gap: {}", lengths[0]);
    assert!(lengths[1] > 10.0, "around by the wide one: {}", lengths[1]);
}

#[test]
fn entrances_keep_to_their_rate_and_their_batches() {
    let entrance = |rate, batch| Start::Entrance {
        segment: [Point::new(0.0, 2.0), Point::new(0.0, 8.0)],
        count: Some(12),
        rate: Some(rate),
        batch,
        after: 2.0,
    };
    for (rate, batch, by_then) in [(1.0, 1, [0, 1, 4]), (1.0, 4, [0, 4, 4]), (2.0, 4, [0, 4, 8])] {
        let world = hall(30.0, 10.0, vec![Group::new(entrance(rate, batch))]);
        let mut run = Simulation::new(&world).unwrap();
        let mut entered = |time: f64| {
            while run.time() < time {
                run.step();
            }
            run.summary().entered
        };
        assert_eq!([1.9, 2.5, 5.4].map(&mut entered), by_then, "rate {rate}, batches of {batch}");
        assert_eq!(entered(20.0), 12);
    }
}

#[test]
fn walkers_hesitate_and_stop_on_their_way() {
    let stop = Stop::new("kiosk", ring(9.0, 7.0, 11.0, 9.0), Distribution::Exactly(6.0));
    let plain = run(&hall(20.0, 10.0, vec![one((1.0, 2.0), 1.0)])).trips[0];
    let group = one((1.0, 2.0), 1.0).with_premovement(Distribution::Exactly(5.0)).with_via(vec!["kiosk".into()]);
    let world = with(&hall(20.0, 10.0, vec![group]), |crowd| crowd.stops.push(stop));
    let trip = run(&world).trips[0];
    assert!(trip.length > plain.length + 2.0, "by way of the kiosk: {} and {}", plain.length, trip.length);
    let extra = trip.seconds() - trip.length / 1.0;
    // It looks for a place at the kiosk while it waits there.
    assert!((8.0..11.5).contains(&extra), "5 s of hesitation and 6 s at the kiosk: {extra}");
}

#[test]
fn anybodys_guide_can_lead_a_group() {
    /// Leads along the south wall, whatever the map says.
    struct Southwards;
    impl Guide for Southwards {
        fn cost(&self, p: Point) -> Result<f64, NoPath> {
            Ok(p.distance(Point::new(20.0, 1.0)))
        }
        fn aim(&self, p: Point) -> Result<Point, NoPath> {
            Ok(if p.y > 1.5 { Point::new(p.x, 1.0) } else { Point::new(20.0, 1.0) })
        }
        fn route(&self, p: Point) -> Result<Vec<Point>, NoPath> {
            Ok(vec![p, self.aim(p)?])
        }
    }
    let mut run = Simulation::new(&hall(20.0, 10.0, vec![one((1.0, 8.0), 1.0)])).unwrap();
    run.lead(0, Box::new(Southwards));
    let mut lowest = f64::INFINITY;
    while run.is_going_on() {
        run.step();
        lowest = run.agents().position().iter().map(|p| p.y).fold(lowest, f64::min);
    }
    assert!(lowest < 1.6, "{lowest}");
}

#[test]
fn four_groups_cross() {
    let summary = run(&builtin("crossing").unwrap());
    assert_eq!((summary.trips.len(), summary.remaining), (100, 0));
}

#[test]
fn a_pocket_keeps_those_without_a_map() {
    let summary = run(&builtin("pocket").unwrap());
    let arrived = |group: usize| summary.trips.iter().filter(|trip| trip.group == group).count();
    assert_eq!((arrived(0), arrived(1)), (0, 20));
}

#[test]
fn barriers_save_time_and_waits_more_than_weights() {
    let world = builtin("three-corridors").unwrap();
    let mean = |rerouting: Rerouting| {
        let times = [1, 2, 3].map(|seed| {
            let summary = run(&with(&world, |crowd| (crowd.rerouting, crowd.seed) = (rerouting, seed)));
            assert_eq!(summary.remaining, 0);
            summary.evacuation_time().unwrap()
        });
        times.iter().sum::<f64>() / 3.0
    };
    let [ignored, weight, delay] = [Rerouting::None, Rerouting::Factor(1.5), Rerouting::Delay].map(mean);
    assert!(delay < 0.8 * ignored, "{ignored} {delay}");
    assert!(delay <= weight, "{weight} {delay}");
}

#[test]
fn lanes_bring_more_through_than_shortest_paths() {
    for name in ["lanes-pillars", "lanes-bends", "lanes-blocks"] {
        let world = builtin(name).unwrap();
        let through = |world: &World| run(world).trips.len();
        let lanes = through(&world);
        let paths = through(&with(&world, |crowd| crowd.groups[0].guide = GuideKind::Path));
        assert!(lanes >= 2 * paths, "{name}: {lanes} on lanes, {paths} on shortest paths");
    }
}

/// What is wrong with a crowd, each with its advice.
fn refusal(world: &World) -> String {
    let problems: Vec<Problem> = Simulation::new(world).err().expect("the crowd is sound").problems;
    assert!(problems.iter().all(|p| matches!(p.fault, Fault::Crowd(_))), "{problems:#?}");
    problems.iter().map(|p| format!("{p}\n    {}\n", p.fault.advice())).collect()
}

#[test]
fn what_is_wrong_is_reported_before_anybody_walks() {
    let blocked =
        |start: Start| hall(10.0, 10.0, vec![Group::new(start)]).with_obstacles(vec![rect(4.0, 4.0, 6.0, 6.0)]);
    let points = |points: &[(f64, f64)]| Start::Points(points.iter().map(|&p| p.into()).collect());
    assert_eq!(
        refusal(&blocked(points(&[(5.0, 5.0), (3.9, 5.0), (1.0, 1.0), (1.3, 1.0)]))),
        "crowd.groups[0] at (5, 5): an agent of radius 0.2 does not fit here: this is in an obstacle or outside\n    \
         the nearest place with room is (6.2, 5); or make it smaller\n\
         crowd.groups[0] at (3.9, 5): an agent of radius 0.2 does not fit here: a wall is 0.1 away\n    \
         the nearest place with room is (3.8, 5); or make it smaller\n\
         crowd.groups[0] at (1.3, 1): two agents overlap: their centres are 0.3 apart, their radii add up to 0.4\n    \
         move it away from (1, 1), or make it smaller\n"
    );
    let crowded = refusal(&blocked(Start::Area { outline: ring(1.0, 1.0, 3.0, 3.0), count: 60 }));
    assert!(crowded.starts_with("crowd.groups[0]: only ") && crowded.contains("of 60 agents find room"), "{crowded}");
    let segment = [Point::new(4.5, 4.5), Point::new(5.5, 4.5)];
    let entrance = Start::Entrance { segment, count: None, rate: None, batch: 1, after: 0.0 };
    assert!(refusal(&blocked(entrance)).contains("no agent of radius 0.2 fits at the entrance"));

    let closed = hall(10.0, 10.0, vec![Group::new(points(&[(1.0, 1.0)]))]).with_doors(vec![Door::new(
        "door",
        (5.0, 0.0),
        (5.0, 10.0),
    )]);
    assert_eq!(
        refusal(&closed),
        "crowd.groups[0] at (1, 1): no path leads from here to any goal for agents of radius 0.2: here is a part of 50 m² \
         from (0, 0) to (5, 10), the goal is in a part of 50 m² from (5, 0) to (10, 10)\n    \
         open a passage that is wide enough, or choose another goal\n"
    );
    let mut open = closed;
    open.doors[0].open = true;
    assert_eq!(run(&open).trips.len(), 1);
}

#[test]
fn a_goal_that_is_too_narrow_is_named() {
    let world = World::new()
        .area(rect(0.0, 0.0, 10.0, 10.0))
        .with_obstacles(vec![rect(9.0, 0.0, 10.0, 4.9), rect(9.0, 5.1, 10.0, 10.0)])
        .source(Source::segment((10.0, 4.9), (10.0, 5.1)).named("slit"))
        .with_crowd(Crowd::new().group(one((1.0, 1.0), 1.0)));
    assert_eq!(
        refusal(&world),
        "crowd.groups[0]: the goal `slit` cannot be reached by agents of radius 0.2: it lies in a wall, or no free \
         space is wide enough\n    move it into the free space, or make it wider than an agent\n"
    );
}

#[test]
fn a_harmonic_field_leads_everybody_to_the_exit_itself() {
    let world = with(&builtin("pocket").unwrap(), |crowd| {
        crowd.groups.iter_mut().for_each(|group| group.guide = GuideKind::Potential);
        crowd.seconds = 300.0;
    });
    let mut run = Simulation::new(&world).unwrap();
    while run.is_going_on() {
        run.step();
    }
    assert_eq!(run.agents().position(), [], "still there, wishing {:?}", run.agents().wish());
}

#[test]
fn those_who_belong_together_come_nearer() {
    let width = |together: bool| {
        let start = Start::Points(vec![(1.0, 3.0).into(), (1.0, 5.0).into()]);
        let group = Group::new(start).with_together(together).with_speed(Distribution::Exactly(1.2));
        let world = with(&hall(20.0, 8.0, vec![group]), |crowd| crowd.steering = Steering::SocialForce);
        let mut run = Simulation::new(&world).unwrap();
        while run.time() < 8.0 {
            run.step();
        }
        run.agents().position()[0].distance(run.agents().position()[1])
    };
    let (apart, near) = (width(false), width(true));
    assert!(apart > 1.8 && near < 1.4 && near > 0.4, "{apart} alone, {near} together");
}

/// A record of a queue tells when it was there, and the most that it came to: not what it was last.
#[test]
fn records_of_queues_tell_the_worst() {
    let mut world = builtin("three-corridors").unwrap();
    world.crowd.as_mut().unwrap().seconds = 60.0;
    let mut run = Simulation::new(&world).unwrap();
    let mut log = QueueLog::default();
    // By their beginnings: the most that waited, the most that it cost, and when it was last seen.
    let mut worst: Vec<(f64, usize, f64, f64)> = Vec::new();
    let mut shrank = false;
    while run.is_going_on() {
        run.step();
        log.look(&run);
        for queue in run.queues() {
            let known = worst.iter_mut().find(|known| known.0 == queue.since);
            match known {
                Some(known) => {
                    shrank |= queue.waiting < known.1;
                    *known = (known.0, known.1.max(queue.waiting), known.2.max(queue.wait), run.time());
                }
                None => worst.push((queue.since, queue.waiting, queue.wait, run.time())),
            }
        }
    }
    assert!(shrank && !worst.is_empty(), "no queue grew and shrank: {worst:?}");
    for (since, waiting, wait, until) in worst {
        let records: Vec<_> = log.records().iter().filter(|record| record.since == since).collect();
        assert_eq!(records.iter().map(|record| record.waiting).max(), Some(waiting), "since {since}");
        assert_eq!(records.iter().map(|record| record.wait).reduce(f64::max), Some(wait), "since {since}");
        assert_eq!(records.iter().map(|record| record.until).reduce(f64::max), Some(until), "since {since}");
    }
}
