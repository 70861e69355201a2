//! Maps for discs on pixels and as lines, against the exact map.

use std::sync::Arc;
use wayfront_domain::{Domain, Guide};
use wayfront_geometry::Raster;
use wayfront_pathmap::DiscMap;
use wayfront_views::{DiscSample, NO_GENERATOR};

fn map(radius: f64) -> DiscMap {
    let world = wayfront_world::builtin("sizes").unwrap();
    DiscMap::new(Arc::new(Domain::without_doors(&world).unwrap()), &world.sources, radius).unwrap()
}

#[test]
fn pixels_are_answers_on_any_number_of_threads() {
    for radius in [0.0, 0.3, 1.2] {
        let map = map(radius);
        let raster = Raster::fitting(map.domain().bounds(), 90).unwrap();
        let [one, two] = [1, 2].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| DiscSample::of(&map, &raster))
        });
        for k in 0..one.costs().len() {
            assert_eq!(one.costs()[k].to_bits(), two.costs()[k].to_bits());
            assert_eq!(one.generators()[k], two.generators()[k]);
            match map.answer(raster.centre(k % raster.width(), k / raster.width())) {
                Ok(answer) => {
                    assert_eq!((one.costs()[k], one.generators()[k]), (answer.cost as f32, answer.generator.0))
                }
                Err(_) => assert!(!one.costs()[k].is_finite() && one.generators()[k] == NO_GENERATOR),
            }
        }
    }
}

#[test]
fn points_of_lines_lie_on_them() {
    let map = map(0.7);
    let sample = DiscSample::of(&map, &Raster::fitting(map.domain().bounds(), 120).unwrap());
    let levels = [4.0, 11.0, 20.0];
    let isolines = sample.isolines(&map, &levels);
    assert!(levels.iter().all(|level| isolines.iter().any(|line| line.cost == *level)));
    for isoline in &isolines {
        for &p in &isoline.line.points {
            let cost = map.cost(p).unwrap();
            assert!((cost - isoline.cost).abs() < 1e-6, "{p}: {cost}, should be {}", isoline.cost);
        }
    }
    let borders = sample.borders(&map);
    assert!(!borders.is_empty());
    for &p in borders.iter().flat_map(|line| &line.points) {
        let near =
            [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)].map(|by| p + wayfront_geometry::Point::from(by) * 1e-4);
        let around: Vec<u32> = near.iter().filter_map(|&q| map.answer(q).ok()).map(|a| a.generator.0).collect();
        assert!(around.iter().any(|&g| g != around[0]), "{p}: one region all around");
    }
}
