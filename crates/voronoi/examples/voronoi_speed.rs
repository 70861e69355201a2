//! How long the static diagram takes: `cargo run --release -p wayfront-voronoi --example voronoi_speed`.

use std::sync::Arc;
use std::time::Instant;
use wayfront_domain::Domain;
use wayfront_geometry::Point;
use wayfront_voronoi::Voronoi;
use wayfront_world::{Random, World, builtin, random_polygons};

fn measure(name: &str, world: &World) {
    let domain = Arc::new(Domain::without_doors(world).expect("the world is sound"));
    let sides = (0..domain.sides().len() as u32).filter(|&s| domain.twin(wayfront_domain::SideId(s)).is_none()).count();
    let mut best = f64::INFINITY;
    for _ in 0..5 {
        let start = Instant::now();
        let voronoi = Voronoi::of(&domain).expect("the world is sound");
        best = best.min(start.elapsed().as_secs_f64());
        assert!(voronoi.cell_count() > 0);
    }
    let bounds = domain.bounds();
    let mut random = Random::new(7);
    let points: Vec<Point> = (0..200_000)
        .map(|_| bounds.min + Point::new(random.unit() * bounds.width(), random.unit() * bounds.height()))
        .filter(|&p| domain.contains(p))
        .collect();
    let start = Instant::now();
    let sum: f64 = points.iter().filter_map(|&p| domain.clearance(p)).sum();
    let rate = points.len() as f64 / start.elapsed().as_secs_f64() / 1e6;
    println!("{name}: {sides} sides, {:.2} ms; Domain::clearance {rate:.2} million/s ({sum:.3})", best * 1e3);
}

fn main() {
    measure("profiling6", &builtin("profiling6").expect("built in"));
    measure("office", &builtin("office").expect("built in"));
    for count in [1000, 10_000] {
        measure("polygons", &random_polygons(count, 6, 1));
    }
}
