//! Maps for discs that follow a changing scene, against maps that are built anew.

use wayfront_bodies::{LiveMap, MapError, Update};
use wayfront_domain::{Guide, NoPath};
use wayfront_geometry::Point;
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::each_seed;
use wayfront_testkit::worlds::rectangle;
use wayfront_world::{Barrier, BarrierCost, Door, Polygon, Source, Wall, Weight, World};

const RADIUS: f64 = 0.4;

/// A hall in two halves with a door in the wall between them, two obstacles and an exit.
fn hall() -> World {
    World::new()
        .area(Polygon::ring(rectangle(0.0, 0.0, 20.0, 12.0)))
        .wall(Wall::new([(10.0, 0.0), (10.0, 5.0)]))
        .wall(Wall::new([(10.0, 7.0), (10.0, 10.0)]))
        .door(Door::new("middle", (10.0, 5.0), (10.0, 7.0)))
        .obstacle(Polygon::ring(rectangle(3.0, 3.0, 5.0, 5.0)))
        .obstacle(Polygon::ring(rectangle(14.0, 6.0, 17.0, 8.0)))
        .source(Source::segment((0.0, 4.0), (0.0, 7.0)))
}

/// One change: an obstacle moves, a door opens or closes, queues come and go, the source moves.
fn change(world: &mut World, rng: &mut Rng) {
    match rng.below(5) {
        0 => {
            let (x, y) = (rng.unit() * 17.0, rng.unit() * 10.0);
            let k = rng.below(2);
            world.obstacles[k] = Polygon::ring(rectangle(x, y, x + 0.5 + rng.unit() * 2.0, y + 1.0));
        }
        1 => world.doors[0].open = !world.doors[0].open,
        2 => {
            let x = 1.0 + rng.unit() * 18.0;
            let line = [Point::new(x, 0.0), Point::new(x, 12.0)];
            world.barriers.push(Barrier::new(line, BarrierCost::Delay(rng.unit() * 10.0)));
        }
        3 => world.barriers.truncate(rng.below(2)),
        _ => {
            let y = rng.unit() * 9.0;
            world.sources = vec![Source::segment((0.0, y), (0.0, y + 2.0))];
        }
    }
}

/// Costs to eight digits: another triangulation adds up in another order.
fn told(live: &LiveMap, p: Point) -> Result<String, NoPath> {
    live.map().cost(p).map(|cost| format!("{cost:.7}"))
}

#[test]
fn changes_equal_fresh_builds() {
    each_seed("disc_changes", 6, |seed| {
        let mut rng = Rng::new(seed);
        let mut world = hall();
        let mut live = LiveMap::new(&world, RADIUS).unwrap();
        for edit in 0..60 {
            let before = world.clone();
            change(&mut world, &mut rng);
            match (live.follow(&world), LiveMap::new(&world, RADIUS)) {
                (Ok(_), Ok(fresh)) => {
                    for _ in 0..20 {
                        let p = Point::new(rng.unit() * 20.0, rng.unit() * 12.0);
                        assert_eq!(told(&live, p), told(&fresh, p), "seed {seed}, edit {edit}, {p}");
                    }
                }
                // The source may be covered, or too narrow: both say so, and the map stays.
                (Err(one), Err(other)) => {
                    assert_eq!(one.to_string(), other.to_string(), "seed {seed}, edit {edit}");
                    world = before;
                    assert_eq!(live.follow(&world), Ok(Update::Nothing), "seed {seed}, edit {edit}");
                    let p = Point::new(10.5, 11.0);
                    let fresh = LiveMap::new(&world, RADIUS).unwrap();
                    assert_eq!(told(&live, p), told(&fresh, p), "seed {seed}, edit {edit}");
                }
                (one, other) => panic!("seed {seed}, edit {edit}: {one:?}, but fresh {:?}", other.map(|_| ())),
            }
        }
    });
}

#[test]
fn only_what_is_needed_is_done() {
    let mut world = hall();
    let mut live = LiveMap::new(&world, RADIUS).unwrap();
    assert_eq!(live.follow(&world), Ok(Update::Nothing));
    let queue = Barrier::new([Point::new(7.0, 0.0), Point::new(7.0, 12.0)], BarrierCost::Delay(5.0));
    let p = Point::new(8.0, 6.0);
    let before = live.map().cost(p).unwrap();
    world.barriers.push(queue);
    assert_eq!(live.follow(&world), Ok(Update::Map));
    assert_eq!(live.map().cost(p), Ok(before + 5.0));
    world.doors[0].open = true;
    assert_eq!(live.follow(&world), Ok(Update::Domain));
    assert_eq!(live.world(), &world);
}

#[test]
fn what_a_radius_does_not_have_is_refused() {
    let mut world = hall();
    let mut live = LiveMap::new(&world, RADIUS).unwrap();
    world.weights.push(Weight::new((3.0, 3.0), 2.0));
    assert_eq!(live.follow(&world), Err(MapError::Weights));
    world.weights.clear();
    world.barriers.push(Barrier::new([Point::new(7.0, 0.0), Point::new(7.0, 9.0)], BarrierCost::Delay(5.0)));
    assert!(matches!(live.follow(&world), Err(MapError::LooseBarrier { .. })));
    assert!(live.map().cost(Point::new(8.0, 6.0)).is_ok(), "the map stays");
}
