//! How long a large scene takes to read: `cargo run --release -p wayfront-world --example reading_speed`.

use std::time::Instant;
use wayfront_geometry::Point;
use wayfront_world::{Format, Polygon, World, read_text, write_text};

fn main() {
    let world = scattered(10_000);
    for format in [Format::SceneToml, Format::SceneJson, Format::GeoJson, Format::Wkt] {
        let text = write_text(&world, format).expect("the world is sound");
        measure(&text, format);
    }
    measure(&noisy_map(1024), Format::MovingAi);
}

fn measure(text: &str, format: Format) {
    let best = (0..20).map(|_| seconds(text, format)).fold(f64::INFINITY, f64::min);
    let megabytes = text.len() as f64 / 1e6;
    println!("{}: {megabytes:.2} MB in {:.2} ms, {:.0} MB/s", format.name(), best * 1e3, megabytes / best);
}

fn seconds(text: &str, format: Format) -> f64 {
    let start = Instant::now();
    let world = read_text(text.as_bytes(), format, "scattered").expect("what was written can be read");
    let time = start.elapsed().as_secs_f64();
    assert!(world.obstacles.len() >= 10_000);
    time
}

/// A grid map in which every other cell is blocked at random: the worst case for outlines.
fn noisy_map(side: usize) -> String {
    let mut seed = 1u64;
    let mut map = format!("type octile\nheight {side}\nwidth {side}\nmap\n");
    for _ in 0..side {
        for _ in 0..side {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            map.push(if seed >> 63 == 0 { '.' } else { '@' });
        }
        map.push('\n');
    }
    map
}

/// Hexagons on a jittered grid, with all the digits that measured coordinates have.
fn scattered(count: usize) -> World {
    let mut seed = 1u64;
    let mut random = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 11) as f64 / (1u64 << 53) as f64
    };
    let side = (count as f64).sqrt().ceil();
    let mut world = World::default();
    world.areas.push(Polygon::ring([(0.0, 0.0), (side, 0.0), (side, side), (0.0, side)]));
    for i in 0..count {
        let center = Point::new((i as f64 % side) + 0.5, (i as f64 / side).floor() + 0.5);
        let radius = 0.1 + 0.3 * random();
        let corner = |k: usize| center + Point::new((k as f64).cos(), (k as f64).sin()) * radius;
        world.obstacles.push(Polygon::ring((0..6).map(corner)));
    }
    world
}
