//! Maps that follow changing scenes equal fresh ones; what is wrong on the way is told.

use wayfront_bodies::{LiveMap, MapError, SceneMap, Update};
use wayfront_domain::{Guide, NoPath};
use wayfront_geometry::Point;
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::each_seed;
use wayfront_world::{Barrier, BarrierCost, Door, Fault, Place, Polygon, Rejected, Shape, Source, Wall, Weight, World};

fn square(x: f64, y: f64, size: f64) -> Polygon {
    Polygon::ring([(x, y), (x + size, y), (x + size, y + size), (x, y + size)])
}

/// Two halls, a wall with a door and a queue between them, pillars.
fn hall() -> World {
    let mut obstacles: Vec<Polygon> = (0..12).map(|k| square(1.0 + 3.0 * f64::from(k % 6), 2.0, 1.0)).collect();
    obstacles.extend((0..6).map(|k| square(2.0 + 3.0 * f64::from(k), 7.0, 1.5)));
    obstacles.dedup();
    World::new()
        .area(Polygon::ring([(0.0, 0.0), (20.0, 0.0), (20.0, 12.0), (0.0, 12.0)]))
        .with_obstacles(obstacles)
        .with_walls(vec![
            Wall { points: vec![(0.0, 5.0).into(), (4.0, 5.0).into()], place: Place::default() },
            Wall { points: vec![(6.0, 5.0).into(), (14.0, 5.0).into()], place: Place::default() },
            Wall { points: vec![(16.0, 5.0).into(), (20.0, 5.0).into()], place: Place::default() },
        ])
        .source(Source::point((10.0, 11.0)))
        .door(Door::new("west", (4.0, 5.0), (6.0, 5.0)))
        .barrier(queue(2.0))
}

fn queue(delay: f64) -> Barrier {
    let segment = [(14.0, 5.0).into(), (16.0, 5.0).into()];
    Barrier::new(segment, BarrierCost::Delay(delay))
}

fn free_point(map: &SceneMap, rng: &mut Rng) -> Point {
    loop {
        let p = Point::new(rng.unit() * 20.0, rng.unit() * 12.0);
        if map.domain().contains(p) {
            return p;
        }
    }
}

/// One random change. What it may break is told by the map.
fn change(world: &mut World, map: &SceneMap, rng: &mut Rng) {
    match rng.below(8) {
        0 => world.doors[0].open ^= true,
        1 => {
            let cost = match rng.below(3) {
                0 => BarrierCost::Weight(1.0 + rng.unit()),
                _ => BarrierCost::Delay(rng.unit() * 5.0),
            };
            world.barriers = if rng.chance(0.3) { Vec::new() } else { vec![queue(0.0).with_cost(cost)] };
        }
        2 => world.sources = vec![Source::point(free_point(map, rng))],
        3 => {
            let (a, b) = (free_point(map, rng), free_point(map, rng));
            if map.domain().sees(a, b) && a != b {
                world.sources = vec![Source::of(Shape::Segment([a, b]))];
            }
        }
        4 => world.obstacles.push(square(rng.unit() * 18.0, 8.5 + rng.unit() * 1.5, 0.7)),
        5 => {
            let k = rng.below(world.obstacles.len());
            if k >= 12 {
                world.obstacles.remove(k);
            }
        }
        6 => {
            let k = rng.below(world.obstacles.len());
            let (dx, dy) = (rng.unit() - 0.5, (rng.unit() - 0.5) * 0.5);
            world.obstacles[k].outer.iter_mut().for_each(|p| *p = *p + Point::new(dx, dy));
        }
        _ => {
            let corner = world.obstacles[rng.below(world.obstacles.len())].outer[0];
            let weight = [0.5, 1.3, 2.0][rng.below(3)];
            world.weights = vec![Weight::new(corner, weight)];
        }
    }
}

#[test]
fn a_hundred_edits_equal_fresh_builds() {
    each_seed("a_hundred_edits_equal_fresh_builds", 4, |seed| {
        let mut rng = Rng::new(seed);
        let mut world = hall();
        let mut live = LiveMap::new(&world, 0.0).unwrap();
        let mut followed = 0;
        while followed < 100 {
            let before = world.clone();
            change(&mut world, live.map(), &mut rng);
            let fresh = LiveMap::new(&world, 0.0);
            match (live.follow(&world), fresh) {
                (Ok(_), Ok(fresh)) => {
                    followed += 1;
                    for _ in 0..40 {
                        let p = Point::new(rng.unit() * 20.0, rng.unit() * 12.0);
                        assert_eq!(told(live.map(), p), told(fresh.map(), p), "seed {seed}, edit {followed}, {p}");
                    }
                }
                // A source may be covered, a weight may have lost its corner: both say so, and the map stays.
                (Err(MapError::Scene(one)), Err(MapError::Scene(other))) => {
                    assert_eq!(one.problems.len(), other.problems.len(), "seed {seed}");
                    world = before;
                    assert_eq!(live.follow(&world), Ok(Update::Nothing), "seed {seed}");
                }
                // A segment before a factor is refused.
                (Err(one), Err(other)) => {
                    assert_eq!(one, other, "seed {seed}");
                    world = before;
                    assert_eq!(live.follow(&world), Ok(Update::Nothing), "seed {seed}");
                    let p = Point::new(10.0, 11.0);
                    assert_eq!(told(live.map(), p), told(LiveMap::new(&world, 0.0).unwrap().map(), p), "seed {seed}");
                }
                (one, other) => panic!("seed {seed}: {one:?}, but fresh {:?}", other.map(|_| ())),
            }
        }
    });
}

/// Costs to nine digits: another triangulation adds up in another order.
fn told(map: &SceneMap, p: Point) -> Result<String, NoPath> {
    map.cost(p).map(|cost| format!("{cost:.8}"))
}

#[test]
fn only_what_is_needed_is_done() {
    let mut world = hall();
    let mut live = LiveMap::new(&world, 0.0).unwrap();
    assert_eq!(live.follow(&world), Ok(Update::Nothing));
    world.doors[0].open = true;
    assert_eq!(live.follow(&world), Ok(Update::Map));
    world.barriers[0].cost = BarrierCost::Delay(9.0);
    assert_eq!(live.follow(&world), Ok(Update::Map));
    world.sources[0].shape = Shape::Segment([(9.0, 11.0).into(), (11.0, 11.0).into()]);
    assert_eq!(live.follow(&world), Ok(Update::Map));
    world.barriers.clear();
    assert_eq!(live.follow(&world), Ok(Update::Domain));
    world.obstacles[3].outer.iter_mut().for_each(|p| p.x += 0.25);
    assert_eq!(live.follow(&world), Ok(Update::Domain));
}

#[test]
fn a_covered_source_is_named_and_the_map_stays() {
    let mut world = hall();
    let mut live = LiveMap::new(&world, 0.0).unwrap();
    let probe = Point::new(1.0, 11.0);
    let cost = live.map().cost(probe);
    world.obstacles.push(square(9.5, 10.5, 1.0));
    let Err(MapError::Scene(Rejected { problems, .. })) = live.follow(&world) else { panic!("the source is covered") };
    assert!(matches!(problems[0].fault, Fault::SourceBlocked { .. }), "{problems:?}");
    assert_eq!(live.map().cost(probe), cost);
}

#[test]
fn barriers_in_the_air_say_how_far_they_miss() {
    let mut world = hall();
    world.barriers[0].segment[1] = (15.5, 5.0).into();
    let Err(MapError::Scene(Rejected { problems, .. })) = LiveMap::new(&world, 0.0) else {
        panic!("it reaches nothing")
    };
    let Fault::BarrierOpen { distance, .. } = problems[0].fault else { panic!("{problems:?}") };
    assert!((distance - 0.5).abs() < 1e-9);
    world = hall();
    world.doors[0].segment[0] = (4.0, 4.5).into();
    let Err(MapError::Scene(Rejected { problems, .. })) = LiveMap::new(&world, 0.0) else {
        panic!("it reaches nothing")
    };
    assert!(matches!(problems[0].fault, Fault::DoorAjar { .. }), "{problems:?}");
}

#[test]
fn delays_are_distances() {
    let mut rng = Rng::new(7);
    let mut world = hall();
    world.doors[0].open = true;
    let mut live = LiveMap::new(&world, 0.0).unwrap();
    for _ in 0..60 {
        let [a, b, c] = [0; 3].map(|_| free_point(live.map(), &mut rng));
        world.sources = vec![Source::point(a)];
        live.follow(&world).unwrap();
        let (ab, ac) = (live.map().cost(b).unwrap(), live.map().cost(c).unwrap());
        world.sources = vec![Source::point(b)];
        live.follow(&world).unwrap();
        let (ba, bc) = (live.map().cost(a).unwrap(), live.map().cost(c).unwrap());
        assert!((ab - ba).abs() < 1e-9, "from {a} to {b}: {ab} and {ba}");
        assert!(ac <= ab + bc + 1e-9, "{a}, {b}, {c}: {ac} > {ab} + {bc}");
    }
}

/// The part of a source on each side of a gate starts there without paying, the other pays.
#[test]
fn a_source_across_a_gate_is_cut_there() {
    let mut world = hall();
    world.sources = vec![Source::segment((15.0, 4.0), (15.0, 6.0)), Source::segment((5.0, 4.5), (5.0, 5.5))];
    let mut live = LiveMap::new(&world, 0.0).unwrap();
    let cost = |live: &LiveMap, x: f64, y: f64| live.map().cost(Point::new(x, y)).unwrap();
    // Straight ahead, then from the end at the closed door, then from the end at the queue.
    assert_eq!(cost(&live, 5.5, 4.5), 0.5);
    assert_eq!(cost(&live, 5.5, 5.25), 0.5);
    assert!((cost(&live, 14.5, 6.0) - 0.5).abs() < 1e-12);
    assert_eq!(live.map().answer(Point::new(5.5, 4.5)).unwrap().source, 1);
    // Half a source: what lies behind a closed door is of no use here, behind a queue it costs.
    world.sources = vec![Source::segment((5.0, 4.0), (5.0, 4.5)), Source::segment((15.0, 3.5), (15.0, 4.5))];
    live.follow(&world).unwrap();
    assert!((cost(&live, 15.0, 5.5) - (1.0 + 2.0)).abs() < 1e-12);
    world.doors[0].open = true;
    live.follow(&world).unwrap();
    assert_eq!(cost(&live, 5.0, 5.5), 1.0);
}
