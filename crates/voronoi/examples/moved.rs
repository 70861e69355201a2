//! What it costs to follow a world: posts in rows, of which some move aside.
//!
//! `cargo run --release -p wayfront-voronoi --example moved`: the shortest of five times, in milliseconds.

use std::sync::Arc;
use std::time::Instant;
use wayfront_domain::Domain;
use wayfront_geometry::Point;
use wayfront_voronoi::Voronoi;
use wayfront_world::{Polygon, World};

fn main() {
    println!("| sides | posts moved | cells made | moved, ms | anew, ms |\n|---|---|---|---|---|");
    for rows in [20, 50, 122] {
        for moving in [1, 4, 16, 64, 256] {
            row(rows, moving);
        }
    }
}

fn row(rows: usize, moving: usize) {
    let side = rows as f64 * 4.0 + 4.0;
    let ring = |x: f64, y: f64, w: f64, h: f64| Polygon::ring([(x, y), (x + w, y), (x + w, y + h), (x, y + h)]);
    let mut world = World::new().area(ring(0.0, 0.0, side, side));
    for k in 0..rows * rows {
        let off = (k * 7919 % 101) as f64 / 101.0;
        world.obstacles.push(ring(
            (k % rows) as f64 * 4.0 + 3.0 + off,
            (k / rows) as f64 * 4.0 + 3.0 + off * off,
            1.0,
            1.3,
        ));
    }
    let domain = |world: &World| Arc::new(Domain::without_doors(world).expect("posts are apart"));
    let before = Voronoi::of(&domain(&world)).expect("posts are apart");
    for k in 0..moving.min(rows * rows) {
        let k = k * rows * rows / moving;
        world.obstacles[k].outer.iter_mut().for_each(|p| *p = *p + Point::new(0.4, -0.3));
    }
    let after = domain(&world);
    let least = |of: &dyn Fn() -> usize| {
        let times = (0..5).map(|_| {
            let start = Instant::now();
            std::hint::black_box(of());
            start.elapsed().as_secs_f64() * 1e3
        });
        times.fold(f64::INFINITY, f64::min)
    };
    let made = before.moved(&after).map_or(0, |moved| moved.cells_made());
    let moved = least(&|| before.moved(&after).map_or(0, |moved| moved.cell_count()));
    let anew = least(&|| Voronoi::of(&after).map_or(0, |fresh| fresh.cell_count()));
    println!("| {} | {moving} | {made} | {moved:.2} | {anew:.2} |", 4 * rows * rows + 4);
}
