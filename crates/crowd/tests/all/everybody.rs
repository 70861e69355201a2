//! Crowds that one graph leads, goals that change, and cars: what holds in every step, looked at from outside.

use wayfront_crowd::Simulation;
use wayfront_geometry::Point;
use wayfront_testkit::watch::{cars, watched};
use wayfront_world::{
    Change, Crowd, Distribution, Goods, Group, GuideKind, Kind, Motion, Polygon, Seek, Source, Start, Steering, Thing,
    World, builtin,
};

/// Two overlap by this share of the smaller radius at most: with reciprocal avoidance hardly, with forces as far as bodies
/// are soft.
const OVERLAP: [f64; 2] = [0.01, 0.501];
/// Seconds after which somebody who wants to walk and does not is stuck.
const STUCK: f64 = 30.0;

fn with(name: &str, change: impl FnOnce(&mut Crowd)) -> World {
    let mut world = builtin(name).unwrap();
    change(world.crowd.as_mut().unwrap());
    world
}

/// How long the long runs are: ten minutes when asked for.
fn seconds() -> f64 {
    if std::env::var("WAYFRONT_LONG_RUNS").is_ok() { 600.0 } else { 60.0 }
}

#[test]
fn four_cross_under_each_steering() {
    for steering in [Steering::Orca, Steering::OrcaPlain, Steering::SocialForce] {
        let world = with("opposite", |crowd| crowd.steering = steering);
        let (run, seen) = watched(&world, 60.0, |_| ());
        assert_eq!(run.arrived(), 4, "{steering:?}");
        let allowed = OVERLAP[usize::from(steering == Steering::SocialForce)];
        assert!(seen.deepest < allowed, "{steering:?}: {}", seen.deepest);
    }
}

#[test]
fn everybody_gets_through_where_obstacles_touch() {
    for guide in [GuideKind::Navgraph, GuideKind::Clearance, GuideKind::Path] {
        for steering in [Steering::Orca, Steering::SocialForce] {
            let world = with("pinch", |crowd| {
                crowd.steering = steering;
                crowd.groups.iter_mut().for_each(|group| group.guide = guide);
            });
            let (run, seen) = watched(&world, 120.0, |_| ());
            assert_eq!(run.arrived(), 12, "{guide:?}, {steering:?}");
            assert!(seen.deepest < OVERLAP[usize::from(steering == Steering::SocialForce)], "{}", seen.deepest);
        }
    }
}

#[test]
fn the_demos_of_the_paper_run_without_overlap_and_nobody_is_stuck() {
    for name in ["plaza", "crater", "orchard"] {
        for steering in [Steering::Orca, Steering::SocialForce] {
            let (run, seen) = watched(&with(name, |crowd| crowd.steering = steering), seconds(), |_| ());
            let allowed = OVERLAP[usize::from(steering == Steering::SocialForce)];
            let (summary, stood) = (run.summary(), seen.longest_stand);
            println!(
                "{name} {steering:?}: overlap {:.4}, longest stand {stood:.1} s, {} turn-backs, {:?} visits, {} caught, {:.0} taken",
                seen.deepest,
                run.turn_backs(),
                summary.visits,
                summary.captures.len(),
                summary.taken
            );
            assert!(seen.deepest < allowed, "{name}, {steering:?}: overlap {}", seen.deepest);
            assert!(stood < STUCK, "{name}, {steering:?}: stuck for {stood}");
            if name == "orchard" {
                let caught = summary.captures.len();
                assert!(caught > 4 && summary.taken > 500.0, "{caught} caught, {} taken", summary.taken);
                assert_eq!(summary.entered, run.agents().len() + caught, "somebody is lost");
            } else {
                assert!(summary.visits[0] > 20, "{name}: {:?}", summary.visits);
            }
        }
    }
}

/// The margin was set on one seed of the crater: it has to hold for others, elsewhere, and however people are steered.
#[test]
fn choices_that_are_kept_turn_back_half_as_often() {
    for (name, seconds) in [("crater", 60.0), ("plaza", 15.0)] {
        for steering in [Steering::Orca, Steering::SocialForce] {
            let turns = |free: bool| -> u64 {
                let of = |seed: u64| {
                    let world = with(name, |crowd| (crowd.steering, crowd.seed) = (steering, seed));
                    let mut run = Simulation::new(&world).unwrap();
                    if free {
                        run.keep_choices_by(0.0);
                    }
                    while run.time() < seconds {
                        run.step();
                    }
                    run.turn_backs()
                };
                (2..=4).map(of).sum()
            };
            let (kept, none) = (turns(false), turns(true));
            println!("{name}, {steering:?}: {kept} turn-backs with the margin, {none} without");
            assert!(2 * kept <= none, "{name}, {steering:?}: {kept} with the margin, {none} without");
        }
    }
}

#[test]
fn a_run_is_the_same_on_any_number_of_threads() {
    for name in ["plaza", "orchard", "crater"] {
        let end = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let (run, _) = watched(&builtin(name).unwrap(), 8.0, |_| ());
                run.agents().position().to_vec()
            })
        };
        assert_eq!(end(1), end(2), "{name}");
    }
}

fn hall(groups: Vec<Group>) -> World {
    World::new()
        .area(Polygon::ring([(0.0, 0.0), (30.0, 0.0), (30.0, 12.0), (0.0, 12.0)]))
        .source(Source::segment((0.0, 4.0), (0.0, 8.0)).named("west"))
        .source(Source::segment((30.0, 4.0), (30.0, 8.0)).named("east"))
        .with_crowd(Crowd::new().with_seconds(60.0).with_groups(groups))
}

fn at(points: &[[f64; 2]]) -> Group {
    Group::new(Start::Points(points.iter().map(|&p| p.into()).collect())).with_speed(Distribution::Exactly(1.3))
}

/// To and fro between two goals 30 m apart at 1.3 m/s: in a minute one gets there twice, whatever leads.
#[test]
fn random_goals_are_visited_in_turn() {
    for guide in [GuideKind::Path, GuideKind::Navgraph, GuideKind::Straight, GuideKind::Clearance, GuideKind::Potential]
    {
        let group = at(&[[15.0, 6.0]]).with_seek(Seek::Random).with_guide(guide);
        let (run, _) = watched(&hall(vec![group]), 60.0, |_| ());
        let summary = run.summary();
        assert!((2..=3).contains(&summary.visits[0]), "{guide:?}: {:?}", summary.visits);
        assert_eq!((summary.trips.len(), summary.remaining), (0, 1), "{guide:?}");
    }
}

/// A chaser who is faster by 0.7 m/s catches one who is 7 m ahead within some 10 s of its path.
#[test]
fn whoever_is_caught_is_out_and_counted() {
    for guide in [GuideKind::Path, GuideKind::Navgraph, GuideKind::Straight] {
        let prey = at(&[[12.0, 6.0], [29.0, 11.0]]).named("prey").with_goals(vec!["east".into()]);
        let hunter = at(&[[5.0, 6.0]])
            .with_speed(Distribution::Exactly(2.0))
            .with_guide(guide)
            .with_seek(Seek::Nearest { of: "prey".into(), catch: Some(0.2) });
        let (run, _) = watched(&hall(vec![prey, hunter]), 60.0, |_| ());
        let summary = run.summary();
        assert_eq!(summary.captures.len(), 1, "{guide:?}: the second has left before");
        let caught = summary.captures[0];
        assert_eq!((caught.id, caught.group, caught.by), (0, 0, 2), "{guide:?}");
        assert!((8.0..14.0).contains(&caught.time), "{guide:?}: {}", caught.time);
        assert_eq!((summary.trips.len(), summary.remaining), (1, 1));
    }
}

/// With forces, a chaser who meets whom it chases head-on, or comes up from behind, neither keeps away nor steps aside: the
/// other is caught after about the path between them.
#[test]
fn chasers_do_not_give_way_to_whom_they_chase() {
    for (from, goal, latest) in [([8.0, 6.0], "east", 5.0), ([15.0, 6.0], "west", 8.0)] {
        let prey = at(&[from]).named("prey").with_goals(vec![goal.into()]);
        let hunter = at(&[[5.0, 6.0]])
            .with_speed(Distribution::Exactly(2.0))
            .with_seek(Seek::Nearest { of: "prey".into(), catch: Some(0.2) });
        let mut world = hall(vec![prey, hunter]);
        world.crowd.as_mut().unwrap().steering = Steering::SocialForce;
        let (run, _) = watched(&world, 20.0, |_| ());
        let caught: Vec<f64> = run.summary().captures.iter().map(|capture| capture.time).collect();
        println!("prey to the {goal}: {caught:?}");
        assert!(caught.len() == 1 && caught[0] < latest, "prey to the {goal}: {caught:?}");
    }
}

/// With each steering the farmers of the orchard catch nearly all thieves within four minutes.
#[test]
fn farmers_catch_thieves_whatever_the_steering() {
    for steering in [Steering::Orca, Steering::SocialForce] {
        let (run, _) = watched(&with("orchard", |crowd| crowd.steering = steering), 240.0, |_| ());
        let caught = run.summary().captures.len();
        assert!(caught > 90, "{steering:?}: {caught} of 96");
    }
}

/// One agent takes one a second once it is there, and no more than there are.
#[test]
fn goods_are_taken_one_a_second_until_none_is_left() {
    let mut world = hall(vec![at(&[[3.0, 6.0]]).with_seek(Seek::Densest)]);
    let ring: Vec<Point> = [(20.0, 4.0), (24.0, 4.0), (24.0, 8.0), (20.0, 8.0)].map(Point::from).to_vec();
    let crowd = world.crowd.as_mut().unwrap();
    crowd.goods = vec![Goods::new(ring, 20)];
    let (run, _) = watched(&world, 60.0, |_| ());
    assert!((run.summary().taken - 20.0).abs() < 1e-9, "{}", run.summary().taken);
    world.crowd.as_mut().unwrap().goods[0].count = 1000;
    let (run, _) = watched(&world, 43.0, |_| ());
    let there = 17.0 / 1.3;
    assert!((run.summary().taken - (43.0 - there)).abs() < 3.0, "{}", run.summary().taken);
}

/// A car that drives through people who stand, walk along its street and cross it: nobody is ever in it, and it gets through.
#[test]
fn people_go_aside_for_cars_and_cars_wait_for_people() {
    for guide in [GuideKind::Path, GuideKind::Navgraph] {
        let crossing = at(&[[10.0, 1.0], [14.0, 1.0], [18.0, 11.0]]).with_goals(vec!["west".into()]).with_guide(guide);
        let towards = at(&[[20.0, 6.0], [21.0, 6.1], [22.0, 5.9]]).with_goals(vec!["west".into()]).with_guide(guide);
        let mut world = hall(vec![crossing, towards]);
        world.obstacles.push(Polygon::ring([(2.0, 5.1), (6.0, 5.1), (6.0, 6.9), (2.0, 6.9)]).named("car"));
        let there = Change::Shifts(vec![Point::default(), Point::new(20.0, 0.0)]);
        world.motions.push(Motion::new(Thing::named(Kind::Obstacle, "car"), [0.0, 10.0], there));
        let (run, seen) = watched(&world, 60.0, |_| ());
        assert_eq!(run.arrived(), 6, "{guide:?}");
        assert!(seen.longest_stand < 10.0, "{guide:?}: {}", seen.longest_stand);
        let car = &cars(&run)[0];
        assert!((car.outer[0].x - 22.0).abs() < 1e-9, "{guide:?}: the car is at {}", car.outer[0]);
    }
}

/// Somebody walks along a wall without thickness, others walk and stand on its other side: where the graph knows who sees
/// whom they make no difference at all; where the wall is missing they do.
#[test]
fn nobody_is_pushed_through_a_thin_wall() {
    let walk = |steering: Steering, has_wall: bool, has_others: bool| {
        let walker = at(&[[3.0, 5.78]]).with_goals(vec!["east".into()]).with_guide(GuideKind::Navgraph);
        let beside: Vec<[f64; 2]> = (0..8).map(|k| [4.0 + 3.0 * f64::from(k), 6.22]).collect();
        let others = at(&beside).with_goals(vec!["high".into()]).with_guide(GuideKind::Navgraph);
        let mut world = hall(if has_others { vec![walker, others] } else { vec![walker] });
        world.sources[0] = Source::segment((0.0, 1.0), (0.0, 5.0)).named("west");
        world.sources[1] = Source::segment((30.0, 1.0), (30.0, 5.0)).named("east");
        world.sources.push(Source::segment((0.0, 7.0), (0.0, 11.0)).named("high"));
        world.crowd.as_mut().unwrap().steering = steering;
        if has_wall {
            world.walls.push(wayfront_testkit::worlds::wall(vec![Point::new(0.0, 6.0), Point::new(30.0, 6.0)]));
        }
        let mut run = Simulation::new(&world).unwrap();
        let mut track = Vec::new();
        while run.time() < 15.0 {
            run.step();
            let slot = run.agents().id().iter().position(|&id| id == 0).expect("it is on its way");
            track.push(run.agents().position()[slot]);
        }
        track
    };
    let apart = |steering: Steering, has_wall: bool| {
        let (alone, beside) = (walk(steering, has_wall, false), walk(steering, has_wall, true));
        alone.iter().zip(&beside).map(|(p, q)| p.distance(*q)).fold(0.0, f64::max)
    };
    for steering in [Steering::SocialForce, Steering::Orca] {
        let [through, open] = [true, false].map(|has_wall| apart(steering, has_wall));
        assert!(through < 1e-9, "{steering:?}: pushed aside by {through} m through a wall");
        assert!(open > 0.1, "{steering:?}: without a wall they push, by {open} m");
    }
}

/// Two walk towards each other, and a wall without thickness is between their goals: neither gives way to the other.
#[test]
fn nobody_gives_way_through_a_thin_wall() {
    let walk = |steering: Steering, has_wall: bool, has_other: bool| {
        let to = |from: [f64; 2], goal: &str| at(&[from]).with_goals(vec![goal.into()]).with_guide(GuideKind::Navgraph);
        let (walker, other) = (to([15.0, 2.0], "below"), to([15.0, 10.0], "above"));
        let mut world = hall(if has_other { vec![walker, other] } else { vec![walker] });
        world.sources = vec![Source::point((15.0, 5.7)).named("below"), Source::point((15.0, 6.3)).named("above")];
        world.crowd.as_mut().unwrap().steering = steering;
        if has_wall {
            world.walls.push(wayfront_testkit::worlds::wall(vec![Point::new(0.0, 6.0), Point::new(30.0, 6.0)]));
        }
        let mut run = Simulation::new(&world).unwrap();
        let mut track = Vec::new();
        while run.time() < 2.2 {
            run.step();
            let slot = run.agents().id().iter().position(|&id| id == 0).expect("it is on its way");
            track.push(run.agents().position()[slot]);
        }
        track
    };
    for steering in [Steering::SocialForce, Steering::Orca] {
        let [through, open] = [true, false].map(|has_wall| {
            let (alone, met) = (walk(steering, has_wall, false), walk(steering, has_wall, true));
            alone.iter().zip(&met).map(|(p, q)| p.distance(*q)).fold(0.0, f64::max)
        });
        assert!(through < 1e-9, "{steering:?}: passed {through} m through a wall");
        assert!(open > 0.05, "{steering:?}: without a wall it gives way by {open} m");
    }
}
