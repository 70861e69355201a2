//! Scenes that change while people walk in them: doors that open and close, obstacles that come and go.

use wayfront_crowd::Simulation;
use wayfront_geometry::Point;
use wayfront_world::{
    Change, Crowd, Distribution, Door, Flow, Group, GuideKind, Kind, Motion, Polygon, Source, Start, Thing, World,
};

fn rect(x0: f64, y0: f64, x1: f64, y1: f64) -> Polygon {
    Polygon::ring([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
}

/// A hall 20 m long with a wall across it, an opening of 2 m in the wall, and 20 people west of it who want to go east.
fn parted_hall() -> World {
    let start = Start::Area { outline: rect(1.0, 1.0, 6.0, 9.0).outer, count: 20 };
    World::new()
        .area(rect(0.0, 0.0, 20.0, 10.0))
        .with_obstacles(vec![rect(9.8, 0.0, 10.2, 4.0), rect(9.8, 6.0, 10.2, 10.0)])
        .source(Source::segment((20.0, 3.0), (20.0, 7.0)))
        .door(Door::new("door", (10.0, 4.0), (10.0, 6.0)))
        .with_crowd(Crowd::new().group(Group::new(start)).with_seconds(90.0))
}

fn opening(times: &[f64], open: &[bool]) -> Motion {
    Motion::new(Thing::named(Kind::Door, "door"), times, Change::Open(open.to_vec()))
}

/// Runs to the end; after each step nobody is in a wall, and `look` sees the run.
fn run(world: &World, mut look: impl FnMut(&Simulation)) -> Simulation {
    let mut run = Simulation::new(world).unwrap_or_else(|problems| panic!("{problems:#?}"));
    while run.is_going_on() {
        run.step();
        let agents = run.agents();
        for (&p, &radius) in agents.position().iter().zip(agents.radius()) {
            assert!(run.walls().is_clear(p, radius * (1.0 - 1e-6)), "{p} is in a wall at {}", run.time());
        }
        look(&run);
    }
    run
}

fn farthest(run: &Simulation) -> f64 {
    run.agents().position().iter().map(|p| p.x).fold(0.0, f64::max)
}

#[test]
fn people_wait_at_a_door_until_it_opens() {
    for guide in [GuideKind::Path, GuideKind::Potential] {
        let mut world = parted_hall().with_motions(vec![opening(&[20.0], &[true])]);
        world.crowd.as_mut().unwrap().groups[0].guide = guide;
        let mut waiting = 0.0_f64;
        let end = run(&world, |run| {
            if run.time() <= 20.0 {
                assert!(farthest(run) < 10.0, "{guide:?}: through the closed door at {}", run.time());
                waiting = farthest(run);
            }
        });
        assert!(waiting > 9.5, "{guide:?}: they wait in front of the door, not at {waiting}");
        let summary = end.summary();
        assert_eq!(summary.trips.len(), 20, "{guide:?}");
        let first = summary.trips[0].left;
        assert!((26.0..32.0).contains(&first), "{guide:?}: ten metres after it opens, not at {first}");
    }
}

#[test]
fn a_door_that_closes_holds_back_the_rest() {
    let world = parted_hall().with_motions(vec![opening(&[0.0, 6.0], &[true, false])]);
    let end = run(&world, |_| {});
    let (arrived, there) = (end.arrived(), end.agents().position());
    assert!((2..18).contains(&arrived), "{arrived} passed in time");
    assert!(there.iter().all(|p| p.x < 10.0), "the others are west of it: {there:?}");
}

#[test]
fn who_finds_a_door_closed_takes_the_other_way() {
    let mut world = parted_hall().with_motions(vec![opening(&[0.0, 3.0], &[true, false])]);
    // A detour of 1 m width along the north wall.
    world.obstacles[1] = rect(9.8, 6.0, 10.2, 9.0);
    let mut north = Vec::new();
    let end = run(&world, |run| {
        north.extend(run.agents().position().iter().filter(|p| (p.x - 10.0).abs() < 0.1 && p.y > 9.0).copied());
    });
    assert_eq!(end.arrived(), 20);
    assert!(!north.is_empty(), "nobody went around");
}

#[test]
fn an_exit_with_a_door_on_it_is_none_while_that_is_closed() {
    let mut world = parted_hall();
    world.doors = vec![Door::new("door", (20.0, 3.0), (20.0, 7.0))];
    world.motions = vec![opening(&[25.0], &[true])];
    let end = run(&world, |run| assert!(run.arrived() == 0 || run.time() > 25.0, "out at {}", run.time()));
    assert_eq!(end.arrived(), 20);
}

#[test]
fn a_lock_lets_people_through_one_door_after_the_other() {
    let mut world = parted_hall();
    world.obstacles.extend([rect(14.8, 0.0, 15.2, 4.0), rect(14.8, 6.0, 15.2, 10.0)]);
    world.doors.push(Door::new("second", (15.0, 4.0), (15.0, 6.0)));
    let second =
        Motion::new(Thing::named(Kind::Door, "second"), [0.0, 20.0, 40.0], Change::Open(vec![false, true, true]));
    world.motions = vec![opening(&[0.0, 20.0, 40.0], &[true, false, false]).repeated(), second.repeated()];
    let end = run(&world, |_| {});
    assert_eq!(end.arrived(), 20, "{:?}", end.agents().position());
}

#[test]
fn obstacles_come_when_nobody_stands_in_their_place() {
    let mut world = parted_hall();
    world.doors.clear();
    world.obstacles.push(rect(2.0, 2.0, 5.0, 8.0).named("stage"));
    let stage = Thing::named(Kind::Obstacle, "stage");
    world.motions = vec![Motion::new(stage, [0.0, 1.0, 60.0], Change::Present(vec![false, true, false]))];
    let end = run(&world, |_| {});
    assert_eq!(end.arrived(), 20);
}

#[test]
fn the_same_on_any_number_of_threads() {
    let world = parted_hall().with_motions(vec![opening(&[0.0, 4.0, 8.0], &[true, false, false]).repeated()]);
    let end = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| run(&world, |_| {}).summary().trips)
    };
    let alone = end(1);
    assert!(!alone.is_empty() && alone == end(3));
}

#[test]
fn what_is_not_followed_is_reported_before_anybody_walks() {
    let refusal = |world: &World| {
        let problems = Simulation::new(world).err().expect("there is something to tell").problems;
        problems.iter().map(|p| format!("{p}\n    {}\n", p.fault.advice())).collect::<String>()
    };
    let shift = Change::Shifts(vec![Point::new(0.0, 0.0), Point::new(1.0, 0.0)]);
    let moving = Motion::new(Thing::nth(Kind::Source, 0), [0.0, 5.0], shift);
    assert_eq!(
        refusal(&parted_hall().with_motions(vec![moving])),
        "motions[0]: a run of the crowd does not follow this motion of a source\n    \
         it follows `open` of doors, `present` of obstacles and barriers, and `shifts` of obstacles and of a point that is \
         no group's goal; take this motion out\n"
    );
    let flow =
        Flow::new(vec![vec![(0.0, 2.0).into(), (0.0, 8.0).into()]], vec![vec![(20.0, 3.0).into(), (20.0, 7.0).into()]])
            .with_radius(None);
    let lanes = Group::new(Start::Flow { count: None, after: 0.0 })
        .with_guide(GuideKind::Lanes)
        .with_radius(Distribution::Exactly(0.2));
    let mut world = parted_hall().with_motions(vec![opening(&[20.0], &[true])]).with_flow(flow);
    world.crowd.as_mut().unwrap().groups = vec![lanes];
    assert!(
        refusal(&world).contains("the scene changes, but the lanes of the group stay as they are"),
        "{}",
        refusal(&world)
    );
    // Never open: no path, as in a scene that stands still.
    let shut = parted_hall().with_motions(vec![opening(&[20.0], &[false])]);
    assert!(refusal(&shut).contains("no path leads from here to any goal"), "{}", refusal(&shut));
}
