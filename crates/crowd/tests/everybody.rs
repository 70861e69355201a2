//! Crowds that one graph leads, goals that change, and cars: what holds in every step, looked at from outside.

use std::collections::HashMap;
use wayfront_crowd::Simulation;
use wayfront_geometry::{Point, closest_on_segment, winding_number};
use wayfront_world::{
    Change, Crowd, Distribution, Goods, Group, GuideKind, Kind, Motion, Polygon, Seek, Source, Start, Steering, Thing,
    World, builtin,
};

/// Two overlap by this share of the smaller radius at most, with reciprocal avoidance and with forces: for a moment these
/// let people nearly through each other, whatever leads them (0.994 in the plaza with `guide = "path"`).
const OVERLAP: [f64; 2] = [0.01, 1.5];
/// Seconds after which somebody who wants to walk and does not is stuck.
const STUCK: f64 = 30.0;
/// How far one gets at least in that time, in metres.
const LEAST: f64 = 0.5;

/// What is seen of a run.
#[derive(Default)]
struct Watched {
    deepest: f64,
    /// Where each was when it last got anywhere, and when.
    last: HashMap<u64, (Point, f64)>,
    longest_stand: f64,
}

impl Watched {
    fn look(&mut self, run: &Simulation) {
        let (agents, cars) = (run.agents(), cars(run));
        for a in 0..agents.len() {
            let (p, r) = (agents.position()[a], agents.radius()[a]);
            for b in 0..a {
                let touching = r + agents.radius()[b];
                let apart = p.distance(agents.position()[b]);
                self.deepest = self.deepest.max((touching - apart) / r.min(agents.radius()[b]));
            }
            assert!(run.walls().is_clear(p, r * (1.0 - 1e-6)), "{p} is in a wall at {}", run.time());
            for car in &cars {
                let rim = car.outer.iter().zip(car.outer.iter().cycle().skip(1));
                let near = rim.map(|(&a, &b)| closest_on_segment(a, b, p).distance(p)).fold(f64::INFINITY, f64::min);
                let is_out = winding_number(&car.outer, p) == Some(0);
                assert!(is_out && near >= r * (1.0 - 1e-6), "{p} is in a car at {}", run.time());
            }
            let last = self.last.entry(agents.id()[a]).or_insert((p, run.time()));
            if last.0.distance(p) > LEAST || agents.wish()[a] == Point::default() {
                *last = (p, run.time());
            }
            self.longest_stand = self.longest_stand.max(run.time() - last.1);
        }
    }
}

/// Obstacles that the scene describes as moving, where they are now.
fn cars(run: &Simulation) -> Vec<Polygon> {
    let is_car = |polygon: &&Polygon| polygon.name.as_ref().is_some_and(|name| name.starts_with("car"));
    run.scene().obstacles.iter().filter(is_car).cloned().collect()
}

fn watched(world: &World, seconds: f64) -> (Simulation, Watched) {
    let mut run = Simulation::new(world).unwrap_or_else(|rejected| panic!("{rejected}"));
    let mut seen = Watched::default();
    while run.is_going_on() && run.time() < seconds {
        run.step();
        if run.steps().is_multiple_of(5) {
            seen.look(&run);
        }
    }
    (run, seen)
}

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
        let (run, seen) = watched(&world, 60.0);
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
            let (run, seen) = watched(&world, 120.0);
            assert_eq!(run.arrived(), 12, "{guide:?}, {steering:?}");
            assert!(seen.deepest < OVERLAP[usize::from(steering == Steering::SocialForce)], "{}", seen.deepest);
        }
    }
}

#[test]
fn the_demos_of_the_paper_run_without_overlap_and_nobody_is_stuck() {
    for name in ["plaza", "crater", "orchard"] {
        for steering in [Steering::Orca, Steering::SocialForce] {
            let (run, seen) = watched(&with(name, |crowd| crowd.steering = steering), seconds());
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

#[test]
fn choices_that_are_kept_turn_back_less() {
    let turns = |share: Option<f64>| {
        let mut run = Simulation::new(&builtin("crater").unwrap()).unwrap();
        if let Some(share) = share {
            run.keep_choices_by(share);
        }
        while run.time() < 60.0 {
            run.step();
        }
        run.turn_backs()
    };
    let (kept, none) = (turns(None), turns(Some(0.0)));
    println!("turn-backs in a minute of 50 rovers: {kept} with the margin, {none} without");
    assert!(2 * kept <= none, "{kept} with the margin, {none} without");
}

#[test]
fn a_run_is_the_same_on_any_number_of_threads() {
    for name in ["plaza", "orchard", "crater"] {
        let end = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let (run, _) = watched(&builtin(name).unwrap(), 8.0);
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
        let (run, _) = watched(&hall(vec![group]), 60.0);
        let summary = run.summary();
        assert!((2..=3).contains(&summary.visits[0]), "{guide:?}: {:?}", summary.visits);
        assert_eq!((summary.trips.len(), summary.remaining), (0, 1), "{guide:?}");
    }
}

/// A chaser who is faster by 0.7 m/s catches one who is 7 m ahead within some 10 s of its way.
#[test]
fn whoever_is_caught_is_out_and_counted() {
    for guide in [GuideKind::Path, GuideKind::Navgraph, GuideKind::Straight] {
        let prey = at(&[[12.0, 6.0], [29.0, 11.0]]).named("prey").with_goals(vec!["east".into()]);
        let hunter = at(&[[5.0, 6.0]])
            .with_speed(Distribution::Exactly(2.0))
            .with_guide(guide)
            .with_seek(Seek::Nearest { of: "prey".into(), catch: Some(0.2) });
        let (run, _) = watched(&hall(vec![prey, hunter]), 60.0);
        let summary = run.summary();
        assert_eq!(summary.captures.len(), 1, "{guide:?}: the second has left before");
        let caught = summary.captures[0];
        assert_eq!((caught.id, caught.group, caught.by), (0, 0, 2), "{guide:?}");
        assert!((8.0..14.0).contains(&caught.time), "{guide:?}: {}", caught.time);
        assert_eq!((summary.trips.len(), summary.remaining), (1, 1));
    }
}

/// One agent takes one a second once it is there, and no more than there are.
#[test]
fn goods_are_taken_one_a_second_until_none_is_left() {
    let mut world = hall(vec![at(&[[3.0, 6.0]]).with_seek(Seek::Densest)]);
    let ring: Vec<Point> = [(20.0, 4.0), (24.0, 4.0), (24.0, 8.0), (20.0, 8.0)].map(Point::from).to_vec();
    let crowd = world.crowd.as_mut().unwrap();
    crowd.goods = vec![Goods::new(ring, 20)];
    let (run, _) = watched(&world, 60.0);
    assert!((run.summary().taken - 20.0).abs() < 1e-9, "{}", run.summary().taken);
    world.crowd.as_mut().unwrap().goods[0].count = 1000;
    let (run, _) = watched(&world, 43.0);
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
        let (run, seen) = watched(&world, 60.0);
        assert_eq!(run.arrived(), 6, "{guide:?}");
        assert!(seen.longest_stand < 10.0, "{guide:?}: {}", seen.longest_stand);
        let car = &cars(&run)[0];
        assert!((car.outer[0].x - 22.0).abs() < 1e-9, "{guide:?}: the car is at {}", car.outer[0]);
    }
}
