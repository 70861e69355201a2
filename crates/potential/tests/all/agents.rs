//! Agents on harmonic fields: swarms, groups in formation and sketched routes.

use std::sync::Arc;
use wayfront_domain::{Cells, Domain};
use wayfront_geometry::Point;
use wayfront_potential::{
    Bias, BiasOverTime, FieldAgent, Formation, FormationGroup, PotentialMap, RouteFollower, SketchedRoutes,
    StrokeError, Swarm, SwarmOptions, Tour,
};
use wayfront_world::{Polygon, Random, Source, World, builtin};

fn hall(columns: usize, rows: usize, is_free: impl Fn(usize, usize) -> bool, goal: (f64, f64)) -> Arc<PotentialMap> {
    let free = (0..columns * rows).map(|k| is_free(k % columns, k / columns)).collect();
    let grid = Cells::new(Point::default(), 0.5, [columns, rows], free).unwrap();
    Arc::new(PotentialMap::of_grid(grid, &[Source::point(goal)], Bias::NONE).unwrap())
}

#[test]
fn a_swarm_arrives_without_touching_walls() {
    let world = builtin("office").unwrap();
    let domain = Arc::new(Domain::without_doors(&world).unwrap());
    let map = Arc::new(PotentialMap::of_domain(domain.clone(), 0.2, &world.sources, Bias::NONE).unwrap());
    let mut random = Random::new(4);
    let cells: Vec<_> = map.grid().free_cells().filter(|&cell| map.is_reached(cell)).collect();
    let agents: Vec<FieldAgent> = (0..40)
        .map(|_| FieldAgent { radius: 0.15, ..FieldAgent::at(map.grid().centre(cells[random.below(cells.len())])) })
        .collect();
    let options = SwarmOptions { cell: 0.1, ..SwarmOptions::default() };
    let mut swarm = Swarm::new(vec![map], agents, options);
    for step in 0..6_000 {
        swarm.step(1.0 / 30.0);
        for agent in swarm.agents() {
            assert!(domain.contains(agent.position), "step {step}: {agent:?}");
            assert!((agent.heading.length() - 1.0).abs() < 1e-9);
        }
        if swarm.arrived().iter().all(|&arrived| arrived) {
            return;
        }
    }
    let left = swarm.arrived().iter().filter(|&&arrived| !arrived).count();
    assert!(left <= 2, "{left} of 40 have not arrived after 200 seconds");
}

#[test]
fn a_swarm_is_the_same_on_any_number_of_threads() {
    let map = hall(60, 30, |x, y| !(x == 30 && y < 20), (1.0, 1.0));
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let agents = (0..30).map(|k| FieldAgent::at((20.0 + f64::from(k % 6), 2.0 + 2.0 * f64::from(k / 6)))).collect();
        let mut swarm = Swarm::new(vec![map.clone()], agents, SwarmOptions::default());
        pool.install(|| (0..100).for_each(|_| swarm.step(0.05)));
        swarm.agents().iter().map(|w| [w.position.x.to_bits(), w.position.y.to_bits()]).collect::<Vec<_>>()
    };
    assert_eq!(run(1), run(3));
}

#[test]
fn a_bias_over_time_bends_the_path() {
    let map = hall(80, 40, |_, _| true, (38.0, 10.0));
    let walk = |bias: Option<f64>| {
        let bias = bias.map(|strength| {
            let over_time = move |time: f64| Bias::new((0.0, strength * (0.6 * time).sin())).unwrap_or(Bias::NONE);
            Arc::new(over_time) as BiasOverTime
        });
        let mut swarm = Swarm::new(
            vec![map.clone()],
            vec![FieldAgent { bias, ..FieldAgent::at((3.0, 10.0)) }],
            SwarmOptions::default(),
        );
        (0..400)
            .map(|_| {
                swarm.step(0.05);
                (swarm.agents()[0].position.y - 10.0).abs()
            })
            .fold(0.0, f64::max)
    };
    assert!(walk(None) < 0.5 && walk(Some(1.5)) > 0.5, "{} {}", walk(None), walk(Some(1.5)));
}

#[test]
fn a_formation_is_kept_and_squeezes_through_a_door() {
    // Two halls with a door of 2 m between them.
    let map = hall(80, 40, |x, y| x != 40 || (18..22).contains(&y), (36.0, 10.0));
    let outline = [(-2.0, -1.5), (2.0, -1.5), (2.0, 1.5), (-2.0, 1.5)].map(Point::from);
    let formation = Formation::from_outline(&outline, 12);
    assert_eq!(formation.places().len(), 12);
    let mut group = FormationGroup::new(map.clone(), formation, Point::new(8.0, 10.0), 1.0).unwrap();
    let mut worst: f64 = 0.0;
    for _ in 0..1200 {
        group.step(0.05);
        for (k, member) in group.members().iter().enumerate() {
            assert!(map.grid().is_free_at(*member), "member {k} at {member}");
            worst = worst.max(member.distance(group.place(k)));
        }
    }
    assert!(group.has_arrived(), "{}", group.centre());
    assert!(worst > 0.5, "the door bends the formation: {worst}");
    let at_end = (0..12).map(|k| group.members()[k].distance(group.place(k))).fold(0.0, f64::max);
    assert!(at_end < 0.5, "{at_end}");
}

#[test]
fn a_tour_takes_the_branch_that_it_can_pass() {
    // Two halls; the path through the upper door is walled up behind it.
    let map = hall(80, 40, |x, y| if x == 40 { (4..8).contains(&y) || y > 32 } else { x != 60 || y < 20 }, (2.0, 2.0));
    let p = |x: f64, y: f64| Point::new(x, y);
    let mut sketch = SketchedRoutes::default();
    sketch.draw(&[p(5.0, 10.0), p(20.0, 18.0), p(30.25, 18.0)], 1.0).unwrap();
    sketch.draw(&[p(5.0, 10.0), p(20.0, 3.0), p(35.0, 18.0)], 1.0).unwrap();
    let tour = Tour::along(map.grid(), &sketch, p(5.0, 10.0)).unwrap();
    let journey = tour.led(&Formation::block(5, 0.6), p(5.0, 10.0), 1.3).unwrap();
    assert!(journey.arrived && journey.last().iter().all(|m| m.distance(p(35.0, 18.0)) < 1.5), "{:?}", journey.last());
    assert!(journey.positions.iter().flatten().all(|&m| map.grid().is_free_at(m)));
    assert!(journey.trails().iter().all(|trail| trail.iter().any(|m| m.x > 19.0 && m.x < 21.0 && m.y < 4.5)));
    assert!((journey.seconds() / journey.step_secs - (journey.positions.len() - 1) as f64).abs() < 1e-6);
    let mut nowhere = SketchedRoutes::default();
    nowhere.draw(&[p(5.0, 10.0), p(30.25, 18.0)], 1.0).unwrap();
    assert!(Tour::along(map.grid(), &nowhere, p(5.0, 10.0)).is_none());
}

#[test]
fn strokes_make_a_tree() {
    let p = |x: f64, y: f64| Point::new(x, y);
    let mut sketch = SketchedRoutes::default();
    assert_eq!(sketch.draw(&[p(0.0, 0.0), p(0.0, 0.0)], 1.0), Err(StrokeError::TooShort));
    sketch.draw(&[p(0.0, 0.0), p(5.0, 0.0), p(10.0, 0.0)], 1.0).unwrap();
    assert!(matches!(sketch.draw(&[p(0.0, 9.0), p(1.0, 9.0)], 1.0), Err(StrokeError::TooFar { .. })));
    sketch.draw(&[p(5.0, 0.5), p(5.0, 5.0)], 1.0).unwrap();
    sketch.draw(&[p(5.0, 3.0), p(9.0, 3.0)], 1.0).unwrap();
    let ends: Vec<Point> = sketch.all().iter().map(|route| *route.last().unwrap()).collect();
    assert_eq!(ends.len(), 3);
    for end in [p(10.0, 0.0), p(5.0, 5.0), p(9.0, 3.0)] {
        assert!(ends.contains(&end), "{end}");
    }
    assert!(sketch.all().iter().all(|route| route[0] == p(0.0, 0.0)));
    assert!(sketch.first_passable(|p| p.x < 1.0).is_none());
    let mut follower = RouteFollower::new(sketch.first_passable(|p| p.y < 1.0).unwrap(), 0.5);
    assert_eq!(follower.goal(&[p(0.1, 0.0)]), Some(p(5.0, 0.0)));
    assert_eq!(follower.goal(&[p(5.1, 0.0), p(0.0, 0.0)]), Some(p(10.0, 0.0)));
    assert_eq!(follower.goal(&[p(10.0, 0.4)]), None);
}

/// A group that walks in direction h has the place (1, 0) ahead of its centre and the place (0, 1) to its left.
#[test]
fn a_formation_turns_with_its_heading() {
    let world = World::new().area(Polygon::ring([(0.0, 0.0), (40.0, 0.0), (40.0, 40.0), (0.0, 40.0)]));
    let domain = Arc::new(Domain::without_doors(&world).unwrap());
    // Ahead, and to the left; their mean is the centre.
    let shape = [(2.0, 0.0), (-1.0, 1.0), (-1.0, -1.0)].map(Point::from);
    for (x, y) in [(36.0, 20.0), (20.0, 36.0), (4.0, 20.0), (20.0, 4.0), (34.0, 34.0), (6.0, 30.0)] {
        let map = PotentialMap::of_domain(domain.clone(), 0.5, &[Source::point((x, y))], Bias::NONE).unwrap();
        let centre = Point::new(20.25, 20.25);
        let ahead = map.direction(centre).unwrap();
        let left = ahead.left();
        let group = FormationGroup::new(Arc::new(map), Formation::from_points(&shape), centre, 1.0).unwrap();
        let places: Vec<Point> = (0..3).map(|k| group.place(k) - centre).collect();
        let along = |p: Point| [p.dot(ahead), p.dot(left)];
        for (place, expected) in places.into_iter().zip(shape) {
            let [a, l] = along(place);
            assert!((a - expected.x).abs() < 1e-9 && (l - expected.y).abs() < 1e-9, "towards ({x}, {y}): {a} {l}");
        }
    }
}
