//! What broke once.

use crate::common::gpu;
use std::sync::Arc;
use wayfront_domain::Domain;
use wayfront_geometry::{Bounds, Point, Raster};
use wayfront_gpu::{GpuMap, GpuQuestions, GpuSample};
use wayfront_pathmap::PathMap;
use wayfront_testkit::worlds::rectangle;
use wayfront_world::{Polygon, Source, World};

/// The sides of a free triangle that is narrower than rounding hold all points of its line, also those within obstacles.
#[test]
fn needles_hold_nothing_beyond_their_ends() {
    let Some(gpu) = gpu() else { return };
    let mut world = World::default();
    world.areas.push(Polygon::ring(rectangle(0.0, 0.0, 12.0, 12.0)));
    // A slit, and an obstacle that closes it.
    for (low, high) in [((4.0, 9.0), (6.0, 10.0)), ((4.0, 10.000_000_1), (6.0, 11.0)), ((6.0, 9.0), (8.0, 11.0))] {
        world.obstacles.push(Polygon::ring(rectangle(low.0, low.1, high.0, high.1)));
    }
    let domain = Arc::new(Domain::without_doors(&world).unwrap());
    let map = PathMap::new(domain, &[Source::point(Point::new(1.0, 1.0))]).unwrap();
    let mut card = GpuMap::new(&gpu, &map).unwrap();
    let inside = Bounds { min: Point::new(6.5, 9.5), max: Point::new(7.5, 10.5) };
    let mut sample = GpuSample::new(&gpu).unwrap();
    // Pixels one by one, and in blocks.
    for size in [1, 101] {
        sample.draw(&mut card, &Raster::new(inside, size, size).unwrap()).unwrap();
        let (costs, _) = sample.read().unwrap();
        assert!(costs.iter().all(|cost| cost.is_nan()), "{size}");
    }
    let mut questions = GpuQuestions::new(&gpu).unwrap();
    questions.set_points(&card, &[Point::new(7.0, 10.0)]).unwrap();
    questions.ask(&mut card).unwrap();
    assert!(questions.read_answers().unwrap()[0].cost.is_nan());
}
