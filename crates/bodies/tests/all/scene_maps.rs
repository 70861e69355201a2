//! One map for every radius: what a scene says means the same, and what a radius excludes is refused in one sentence.

use wayfront_bodies::{LiveMap, MapError, SceneMap};
use wayfront_domain::{Guide, Scene};
use wayfront_geometry::Point;
use wayfront_pathmap::{PathMap, SourceError};
use wayfront_world::{Barrier, BarrierCost, Door, Polygon, Source, Weight, World};

/// A hall with a door across it, closed, and a barrier before the door.
fn hall() -> World {
    World::new()
        .area(Polygon::ring([(0.0, 0.0), (10.0, 0.0), (10.0, 5.0), (0.0, 5.0)]))
        .source(Source::point((1.0, 3.0)).with_offset(7.0))
        .door(Door::new("middle", (6.0, 0.0), (6.0, 5.0)))
        .barrier(Barrier::new([(4.0, 0.0).into(), (4.0, 5.0).into()], BarrierCost::Delay(2.0)))
}

#[test]
fn a_radius_of_0_is_the_path_map_bit_for_bit() {
    for name in ["office", "two-rooms", "sizes", "evacuation", "trains", "crossing"] {
        let scene = Scene::open(name).unwrap();
        let (map, points) = (SceneMap::of(&scene, 0.0).unwrap(), PathMap::of(&scene).unwrap());
        let bounds = scene.domain().bounds();
        for k in 0..400 {
            let share = |k: usize| (k as f64 + 0.5) / 20.0;
            let p = bounds.min + Point::new(share(k % 20) * bounds.width(), share(k / 20) * bounds.height());
            assert_eq!(map.answer(p), points.answer(p), "{name}, {p}");
            assert_eq!(map.route(p), points.route(p), "{name}, {p}");
        }
        assert_eq!(map.points().map(PathMap::stats), Some(points.stats()), "{name}");
    }
}

#[test]
fn doors_barriers_and_offsets_mean_the_same_for_every_radius() {
    let mut world = hall();
    for radius in [0.0, 0.5] {
        world.doors[0].open = false;
        let closed = SceneMap::of(&Scene::new(world.clone()).unwrap(), radius).unwrap();
        assert_eq!(closed.cost(Point::new(5.0, 3.0)), Ok(4.0 + 2.0 + 7.0), "{radius}");
        assert!(closed.cost(Point::new(9.0, 3.0)).is_err(), "{radius}");
        world.doors[0].open = true;
        let open = SceneMap::of(&Scene::new(world.clone()).unwrap(), radius).unwrap();
        assert_eq!(open.cost(Point::new(9.0, 3.0)), Ok(8.0 + 2.0 + 7.0), "{radius}");
    }
}

#[test]
fn what_a_radius_excludes_is_one_error() {
    let both = |world: &World| {
        let error = SceneMap::of(&Scene::new(world.clone()).unwrap(), 0.5).unwrap_err();
        assert_eq!(LiveMap::new(world, 0.5).unwrap_err(), error);
        error
    };
    let weighted = hall().with_weights(vec![Weight::new((10.0, 5.0), 2.0)]);
    assert_eq!(both(&weighted), MapError::Weights);
    assert!(SceneMap::of(&Scene::new(weighted).unwrap(), 0.0).is_ok());
    let mut factor = hall().with_sources(vec![Source::segment((1.0, 2.0), (1.0, 3.0))]);
    assert!(SceneMap::of(&Scene::new(factor.clone()).unwrap(), 0.5).is_ok(), "a delay is exact");
    factor.barriers[0].cost = BarrierCost::Weight(2.0);
    let error = both(&factor);
    assert_eq!(error, SourceError::BeforeFactor { index: 0, gate: 0 }.into());
    assert_eq!(SceneMap::of(&Scene::new(factor).unwrap(), 0.0).unwrap_err(), error, "the same without a radius");
    for radius in [-1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(SceneMap::of(&Scene::new(hall()).unwrap(), radius), Err(MapError::Radius(_))), "{radius}");
    }
}
