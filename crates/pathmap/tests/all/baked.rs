//! Baked maps give the answers of the maps that they were made from.

use wayfront_domain::Scene;
use wayfront_geometry::Point;
use wayfront_pathmap::PathMap;
use wayfront_world::{Random, builtin_names};

#[test]
fn every_built_in_scene_answers_the_same_after_a_round_trip() {
    let mut compared = 0;
    for (name, _) in builtin_names() {
        let scene = Scene::open(name).unwrap();
        let Ok(map) = PathMap::of(&scene) else { continue }; // without sources
        let baked = PathMap::bake(&scene);
        let loaded = PathMap::from_bytes(&baked).unwrap_or_else(|error| panic!("{name}: {error}"));
        let (bounds, mut random) = (map.domain().bounds(), Random::new(3));
        for _ in 0..300 {
            let (x, y) = (random.between(bounds.min.x, bounds.max.x), random.between(bounds.min.y, bounds.max.y));
            let p = Point::new(x, y);
            assert_eq!(loaded.answer(p), map.answer(p), "{name} at {p}");
            compared += usize::from(map.answer(p).is_ok());
        }
        assert!(PathMap::from_bytes(&baked[..baked.len() - 9]).is_err(), "{name}");
        assert!(PathMap::from_bytes(&scene.domain().to_bytes()).is_err(), "{name}: a domain is no map");
    }
    assert!(compared > 5_000, "{compared}");
}
