//! What an analyst asks of a run: sizes, profiles, slow areas, trapped people, exits, lines that count once.

use wayfront_crowd::{Simulation, Summary};
use wayfront_geometry::Point;
use wayfront_world::{
    Crowd, CrowdFault, Distribution, Door, Fault, Group, GuideKind, Measure, MeasureShape, Polygon, Profile, Random,
    SizePlan, Source, SpeedArea, Start, Steering, Stop, World,
};

fn ring(x0: f64, y0: f64, x1: f64, y1: f64) -> Vec<Point> {
    [[x0, y0], [x1, y0], [x1, y1], [x0, y1]].map(Point::from).to_vec()
}

fn in_area(x0: f64, y0: f64, x1: f64, y1: f64, count: usize) -> Group {
    Group::new(Start::Area { outline: ring(x0, y0, x1, y1), count })
}

fn at(points: &[(f64, f64)]) -> Group {
    Group::new(Start::Points(points.iter().map(|&p| p.into()).collect())).with_speed(Distribution::Exactly(1.0))
}

/// A hall of 20 m x 8 m with an exit in the east, and a closed room of 4 m x 4 m in its corner.
fn hall(groups: Vec<Group>) -> World {
    World::walkable_area(Polygon::ring(ring(0.0, 0.0, 20.0, 8.0)))
        .wall([[0.0, 4.0], [4.0, 4.0], [4.0, 8.0]])
        .exit(Source::segment((20.0, 0.0), (20.0, 4.0)).named("east"))
        .with_crowd(Crowd::new().with_seconds(200.0).with_groups(groups))
}

fn run(world: &World) -> (Simulation, Summary) {
    let mut run = Simulation::new(world).unwrap_or_else(|problems| panic!("{problems:#?}"));
    while run.is_going_on() {
        run.step();
    }
    let summary = run.summary();
    assert_eq!(summary.entered, summary.trips.len() + summary.remaining);
    (run, summary)
}

fn faults(world: &World) -> Vec<CrowdFault> {
    let rejected = Simulation::new(world).err().map(|rejected| rejected.problems).unwrap_or_default();
    let crowd = |fault| if let Fault::Crowd(fault) = fault { Some(fault) } else { None };
    rejected.into_iter().filter_map(|problem| crowd(problem.fault)).collect()
}

#[test]
fn a_group_may_have_people_of_different_sizes() {
    for steering in [Steering::Orca, Steering::SocialForce] {
        let mixed = in_area(5.0, 0.0, 12.0, 8.0, 60).with_radius(Distribution::Between(0.15, 0.3));
        let mut world = hall(vec![mixed]);
        world.crowd.as_mut().unwrap().steering = steering;
        let (_, summary) = run(&world);
        assert_eq!((summary.trips.len(), summary.trapped.len()), (60, 0));
    }
}

#[test]
fn a_door_that_is_too_narrow_for_some_lets_the_others_out() {
    // 0.7 m wide: for radii up to 0.35.
    let world = World::walkable_area(Polygon::ring(ring(0.0, 0.0, 20.0, 8.0)))
        .wall([[10.0, 0.0], [10.0, 4.0]])
        .wall([[10.0, 4.7], [10.0, 8.0]])
        .exit(Source::segment((20.0, 0.0), (20.0, 8.0)));
    let wide = Profile::new(0.25).with_name(Some("wheelchair".into())).with_radius(Distribution::Exactly(0.4));
    let group = in_area(1.0, 1.0, 8.0, 7.0, 40).with_profiles(vec![Profile::new(0.75), wide]);
    let (run, summary) = run(&world.with_crowd(Crowd::new().group(group)));
    assert!((9..=11).contains(&summary.trapped.len()), "{}", summary.trapped.len());
    assert_eq!(summary.trips.len() + summary.trapped.len(), 40);
    assert!(run.time() < 100.0, "a run ends when only trapped people are left: {}", run.time());
}

#[test]
fn a_group_is_parted_by_a_narrow_gap_unless_it_is_planned_for_its_largest() {
    // A gap of 0.6 m straight ahead, and a wide one far away.
    let world = World::walkable_area(Polygon::ring(ring(0.0, 0.0, 20.0, 12.0)))
        .wall([[10.0, 0.0], [10.0, 2.0]])
        .wall([[10.0, 2.6], [10.0, 8.0]])
        .exit(Source::segment((20.0, 1.0), (20.0, 4.0)));
    let paths = |plan: SizePlan| {
        let group = in_area(1.0, 1.0, 7.0, 4.0, 20).with_radius(Distribution::Between(0.15, 0.4)).with_plan(plan);
        let gap = Measure::new("gap", MeasureShape::Line([Point::new(10.0, 2.0), Point::new(10.0, 2.6)]));
        let (_, summary) = run(&world.clone().with_crowd(Crowd::new().group(group).with_measures(vec![gap])));
        assert_eq!(summary.trips.len(), 20);
        summary.measures[0].passages.len()
    };
    let parted = paths(SizePlan::Each);
    assert!((3..=17).contains(&parted), "{parted}");
    assert_eq!(paths(SizePlan::Largest), 0);
}

#[test]
fn an_exit_that_is_too_narrow_for_some_is_none_for_them() {
    let world = World::walkable_area(Polygon::ring(ring(0.0, 0.0, 20.0, 8.0)))
        .exit(Source::segment((20.0, 4.0), (20.0, 4.6)).named("narrow"))
        .exit(Source::segment((0.0, 2.0), (0.0, 6.0)).named("wide"));
    let wide = Profile::new(0.25).with_radius(Distribution::Exactly(0.4));
    let group = in_area(12.0, 1.0, 19.0, 7.0, 20).with_profiles(vec![Profile::new(0.75), wide]);
    let (_, summary) = run(&world.clone().with_crowd(Crowd::new().group(group.clone())));
    let left: Vec<usize> = summary.exits.iter().map(|exit| exit.times.len()).collect();
    assert!(left[0] + left[1] == 20 && (4..=6).contains(&left[1]), "{left:?}");
    let narrow = world.sources[..1].to_vec();
    let only = world.with_sources(narrow);
    let (_, summary) = run(&only.with_crowd(Crowd::new().group(group)));
    assert_eq!((summary.trips.len(), summary.trapped.len()), (left[0], left[1]));
}

#[test]
fn nobody_is_placed_where_no_path_leads_and_that_is_reported() {
    let (run, summary) = run(&hall(vec![in_area(0.0, 0.0, 20.0, 8.0, 100)]));
    assert_eq!((summary.trips.len(), summary.trapped.len()), (100, 0));
    assert!(run.excluded_places() > 0);
}

#[test]
fn whoever_is_in_a_closed_room_stays_and_is_named() {
    let mut closed = in_area(0.0, 4.0, 4.0, 8.0, 12).named("closed room");
    closed.premovement = Distribution::Between(0.0, 5.0);
    let (run, summary) = run(&hall(vec![in_area(5.0, 0.0, 12.0, 8.0, 30), closed, at(&[(1.0, 1.0)])]));
    assert_eq!((summary.trips.len(), summary.trapped.len(), summary.remaining), (31, 12, 12));
    assert!(summary.trapped.iter().all(|agent| agent.group == 1 && agent.at.x < 4.0 && agent.at.y > 4.0));
    assert_eq!((summary.evacuation_time(), summary.percentile(1.0)), (None, summary.trips.last().map(|t| t.left)));
    assert!(run.time() < 60.0);
}

#[test]
fn nobody_is_trapped_behind_a_door_that_opens_later() {
    use wayfront_world::{Change, Kind, Motion, Thing};
    let world = World::walkable_area(Polygon::ring(ring(0.0, 0.0, 20.0, 8.0)))
        .wall([[4.0, 0.0], [4.0, 3.0]])
        .wall([[4.0, 5.0], [4.0, 8.0]])
        .door(Door::new("gate", (4.0, 3.0), (4.0, 5.0)))
        .motion(Motion::new(Thing::named(Kind::Door, "gate"), [10.0], Change::Open(vec![true])))
        .exit(Source::segment((20.0, 0.0), (20.0, 8.0)))
        .with_crowd(Crowd::new().group(in_area(0.0, 0.0, 4.0, 8.0, 20)));
    let (_, summary) = run(&world);
    assert_eq!((summary.trips.len(), summary.trapped.len()), (20, 0));
    assert!(summary.trips[0].left > 10.0);
}

#[test]
fn five_people_per_square_metre_start_and_leave() {
    let world = World::walkable_area(Polygon::ring(ring(0.0, 0.0, 20.0, 6.0)))
        .exit(Source::segment((20.0, 0.0), (20.0, 6.0)))
        .with_crowd(Crowd::new().group(in_area(0.0, 0.0, 6.0, 6.0, 180)));
    let (_, summary) = run(&world);
    assert_eq!(summary.trips.len(), 180);
    let crowded = world.with_crowd(Crowd::new().group(in_area(0.0, 0.0, 6.0, 6.0, 400)));
    assert!(matches!(faults(&crowded)[..], [CrowdFault::Crowded { placed: 190..=260, count: 400, .. }]));
}

#[test]
fn a_slow_area_slows_everybody_under_every_guide_and_model() {
    for guide in [GuideKind::Path, GuideKind::Potential, GuideKind::Straight] {
        for steering in [Steering::Orca, Steering::OrcaPlain, Steering::SocialForce] {
            let time = |areas: Vec<SpeedArea>| {
                let mut world = hall(vec![at(&[(5.0, 2.0)]).with_guide(guide)]);
                let crowd = world.crowd.as_mut().unwrap();
                (crowd.steering, crowd.areas) = (steering, areas);
                run(&world).1.trips[0].left
            };
            let slower = time(vec![SpeedArea::new(ring(8.0, 0.0, 12.0, 8.0), 0.5)]) - time(Vec::new());
            assert!((slower - 4.0).abs() < 0.3, "4 m at half of 1 m/s cost {slower} s with {guide:?}, {steering:?}");
        }
    }
}

#[test]
fn exits_are_distinguished_and_have_their_curves() {
    let world = World::walkable_area(Polygon::ring(ring(0.0, 0.0, 20.0, 8.0)))
        .exit(Source::segment((20.0, 2.0), (20.0, 6.0)).named("east"))
        .exit(Source::segment((0.0, 2.0), (0.0, 6.0)))
        .exit(Source::point((10.0, 8.0)).named("hatch"));
    let groups = vec![
        at(&[(1.0, 4.0), (2.0, 4.0), (19.0, 4.0)]),
        at(&[(5.0, 4.0)]).with_goals(vec!["east".into()]),
        at(&[(10.0, 6.0)]),
    ];
    let (_, summary) = run(&world.with_crowd(Crowd::new().with_groups(groups)));
    let counts: Vec<(&str, usize)> = summary.exits.iter().map(|exit| (exit.name.as_str(), exit.times.len())).collect();
    assert_eq!(counts, [("east", 2), ("exits[1]", 2), ("hatch", 1)]);
    let west = &summary.exits[1];
    assert!((west.times[0] - 1.0).abs() < 0.2 && (west.times[1] - 2.0).abs() < 0.3, "{:?}", west.times);
    assert!((west.flow().unwrap() - 1.0).abs() < 0.3);
    assert_eq!(west.curve(3.0), [0, usize::from(west.times[0] <= 1.0), 1 + usize::from(west.times[1] <= 2.0), 2]);
    assert!(summary.trips.iter().all(|trip| trip.exit.is_some()));
}

#[test]
fn an_entrance_may_be_an_exit_and_an_exit_a_point_on_the_outline() {
    let entrance = Start::Entrance {
        segment: [Point::new(0.0, 0.0), Point::new(0.0, 3.6)],
        count: Some(20),
        rate: Some(1.0),
        batch: 1,
        after: 0.0,
    };
    let world = World::walkable_area(Polygon::ring(ring(0.0, 0.0, 24.0, 3.6)))
        .exit(Source::segment((0.0, 0.0), (0.0, 3.6)).named("west"))
        .exit(Source::point((24.0, 1.8)).named("east"));
    for steering in [Steering::Orca, Steering::SocialForce] {
        let group = Group::new(entrance.clone()).with_goals(vec!["east".into()]);
        let crowd = Crowd::new().with_steering(steering).group(group);
        let (_, summary) = run(&world.clone().with_crowd(crowd));
        assert_eq!((summary.trips.len(), summary.exits[1].times.len()), (20, 20), "{steering:?}");
    }
}

#[test]
fn walking_speed_leaves_out_hesitating_and_stops() {
    let mut group = at(&[(5.0, 2.0)]).with_via(vec!["desk".into()]);
    group.premovement = Distribution::Exactly(20.0);
    let mut world = hall(vec![group]);
    world.crowd.as_mut().unwrap().stops =
        vec![Stop::new("desk", ring(10.0, 1.0, 12.0, 3.0), Distribution::Exactly(10.0))];
    let (_, summary) = run(&world);
    assert!(summary.mean_speed().unwrap() < 0.5);
    assert!((summary.walking_speed().unwrap() - 1.0).abs() < 0.12, "{:?}", summary.walking_speed());
}

#[test]
fn a_line_counts_each_passage_once_and_tells_who_went_back() {
    // To a stop behind the line and back over it to the exit: two passages, one of them back.
    let there = at(&[(8.0, 2.0)]).with_via(vec!["desk".into()]).with_goals(vec!["east".into()]);
    let mut world = hall(vec![there, at(&[(6.0, 6.0)])]);
    let crowd = world.crowd.as_mut().unwrap();
    crowd.stops = vec![Stop::new("desk", ring(4.5, 1.0, 5.5, 3.0), Distribution::Exactly(1.0))];
    let line = |name: &str, x: f64| Measure::new(name, MeasureShape::Line([Point::new(x, 0.0), Point::new(x, 8.0)]));
    crowd.measures = vec![line("middle", 7.0), line("exit", 20.0), line("before it", 19.9)];
    let (_, summary) = run(&world);
    let counts: Vec<[usize; 2]> = summary.measures.iter().map(|m| [m.passages.len(), m.returned]).collect();
    assert_eq!(counts, [[3, 1], [2, 0], [2, 0]]);
}

/// An area measures the same whichever direction its ring has; who is in it is counted, per square metre.
#[test]
fn areas_measure_the_same_both_ways_around() {
    let mut world = hall(vec![in_area(5.0, 0.0, 9.0, 8.0, 12)]);
    let area = ring(4.0, 0.0, 10.0, 8.0);
    let back = area.iter().rev().copied().collect();
    let measure = |name: &str, ring: Vec<Point>| Measure::new(name, MeasureShape::Area(ring));
    world.crowd.as_mut().unwrap().measures = vec![measure("there", area), measure("back", back)];
    let (_, summary) = run(&world);
    let [there, back] = &summary.measures[..] else { panic!("two measures") };
    assert_eq!(there.samples, back.samples);
    assert_eq!((there.samples[0].count, there.samples[0].density), (12, 12.0 / 48.0));
}

#[test]
fn measures_outside_and_groups_that_fit_nowhere_are_refused_at_once() {
    let mut world = hall(vec![in_area(30.0, 0.0, 40.0, 8.0, 5), in_area(5.0, 0.0, 6.0, 1.0, 50)]);
    let crowd = world.crowd.as_mut().unwrap();
    let line = |name: &str, x: f64| Measure::new(name, MeasureShape::Line([Point::new(x, 1.0), Point::new(x, 3.0)]));
    crowd.measures = vec![
        line("inside", 7.0),
        line("outside", 27.0),
        Measure::new("far", MeasureShape::Area(ring(50.0, 0.0, 60.0, 9.0))),
    ];
    let found = faults(&world);
    let outside = found.iter().filter(|fault| matches!(fault, CrowdFault::MeasureOutside { .. })).count();
    let crowded = found.iter().filter(|fault| matches!(fault, CrowdFault::Crowded { .. })).count();
    assert_eq!((outside, crowded, found.len()), (2, 2, 4), "{found:?}");
}

#[test]
fn an_exit_narrower_than_a_body_is_refused() {
    let world = World::walkable_area(Polygon::ring(ring(0.0, 0.0, 20.0, 8.0)))
        .exit(Source::segment((20.0, 4.0), (20.0, 4.3)).named("slit"))
        .with_crowd(Crowd::new().group(at(&[(5.0, 4.0)])));
    assert!(matches!(&faults(&world)[..], [CrowdFault::Unreachable { what, .. }] if what.contains("slit")));
}

/// A hall of 12 m x 8 m in three parts, with a gap of any width in each wall between them, or none.
fn parted(random: &mut Random) -> World {
    let mut world = World::walkable_area(Polygon::ring(ring(0.0, 0.0, 12.0, 8.0)));
    for x in [4.0, 8.0] {
        let (low, width) = (random.between(0.5, 6.0), random.between(0.2, 1.2));
        let gap = if random.unit() < 0.2 { 0.0 } else { width };
        world = world.wall([[x, 0.0], [x, low]]).wall([[x, low + gap], [x, 8.0]]);
    }
    let places = (0..12).map(|k| Point::new(1.0 + f64::from(k), random.between(1.0, 7.0)));
    let clear = places.filter(|p| [4.0, 8.0].iter().all(|x| (p.x - x).abs() > 0.5));
    let group = Group::new(Start::Points(clear.collect())).with_radius(Distribution::Between(0.1, 0.45));
    world.exit(Source::segment((12.0, 3.0), (12.0, 5.0))).with_crowd(Crowd::new().with_seconds(60.0).group(group))
}

/// Whether a disc gets from `from` to the exit, by flooding cells of a decimetre: slow, and blind for hundredths.
fn floods_out(run: &Simulation, from: Point, radius: f64) -> bool {
    const CELL: f64 = 0.05;
    let (columns, rows) = (240, 160);
    let centre = |(c, r): (i32, i32)| Point::new((f64::from(c) + 0.5) * CELL, (f64::from(r) + 0.5) * CELL);
    let first = ((from.x / CELL) as i32, (from.y / CELL) as i32);
    let mut seen = std::collections::HashSet::from([first]);
    let mut edge = vec![first];
    while let Some((c, r)) = edge.pop() {
        if centre((c, r)).distance(Point::new(12.0, 4.0)) < 0.9 {
            return true;
        }
        for next in [(c + 1, r), (c - 1, r), (c, r + 1), (c, r - 1)] {
            let inside = (0..columns).contains(&next.0) && (0..rows).contains(&next.1);
            if inside && run.walls().is_clear(centre(next), radius) && seen.insert(next) {
                edge.push(next);
            }
        }
    }
    false
}

#[test]
fn exactly_those_are_trapped_whom_no_path_leads_out() {
    let (mut free, mut caught) = (0, 0);
    for seed in 1..60 {
        let mut random = Random::new(seed);
        let world = parted(&mut random);
        // Everybody in a closed part, or two who overlap: refused, as they should be.
        let Ok(mut run) = Simulation::new(&world) else { continue };
        let trapped: Vec<u64> = run.summary().trapped.iter().map(|agent| agent.id).collect();
        for slot in 0..run.agents().len() {
            let (id, at, radius) =
                (run.agents().id()[slot], run.agents().position()[slot], run.agents().radius()[slot]);
            let is_trapped = trapped.contains(&id);
            // Sizes are up to 0.0875 m apart: in between, somebody may be counted as wider than it is.
            if floods_out(&run, at, radius + 0.12) {
                assert!(!is_trapped, "seed {seed}: {id} of radius {radius} at {at} can leave");
                free += 1;
            } else if !floods_out(&run, at, radius - 0.06) {
                assert!(is_trapped, "seed {seed}: {id} of radius {radius} at {at} cannot leave");
                caught += 1;
            }
        }
        while run.is_going_on() {
            run.step();
            assert_eq!(run.entered(), run.arrived() + run.agents().len(), "seed {seed}");
        }
        let agents = run.agents();
        let clear = |slot: usize| run.walls().is_clear(agents.position()[slot], agents.radius()[slot] * (1.0 - 1e-9));
        assert!((0..agents.len()).all(clear), "seed {seed}");
        assert_eq!(run.summary().trapped.len(), trapped.len());
    }
    assert!(free > 50 && caught > 30, "{free} free, {caught} caught");
}
