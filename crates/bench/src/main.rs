//! temp
use std::time::Instant;
use wayfront::{domain::Domain, geometry::Point, world::*};
struct R(u64);
impl R {
    fn n(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e3779b97f4a7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58476d1ce4e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d049bb133111eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }
}
fn world(n: usize) -> World {
    let m = (n as f64).sqrt().ceil() as usize;
    let mut r = R(7);
    let mut obs = vec![];
    for k in 0..n {
        let (i, j) = (k % m, k / m);
        let rad = 0.25 + 0.2 * r.n();
        let cx = i as f64 + 0.5 + (0.5 - rad) * (2. * r.n() - 1.) * 0.99;
        let cy = j as f64 + 0.5 + (0.5 - rad) * (2. * r.n() - 1.) * 0.99;
        let ph = r.n();
        obs.push(Polygon::ring((0..6).map(|a| {
            let t = (a as f64 + ph + 0.6 * r.n()) / 6. * std::f64::consts::TAU;
            Point::new(cx + rad * t.cos(), cy + rad * t.sin())
        })));
    }
    World {
        areas: vec![Polygon::ring([
            (-1., -1.),
            (m as f64 + 1., -1.),
            (m as f64 + 1., m as f64 + 1.),
            (-1., m as f64 + 1.),
        ])],
        obstacles: obs,
        ..Default::default()
    }
}
fn main() {
    let only = std::env::args().nth(1).and_then(|s| s.parse::<usize>().ok());
    for n in [167, 1667, 10000, 16667, 100000].into_iter().filter(|n| only.is_none_or(|o| o == *n)) {
        let w = world(n);
        let mut best = 1e9f64;
        let mut d = None;
        for _ in 0..(if n > 20000 { 2 } else { 40 }) {
            let t = Instant::now();
            d = Some(Domain::new(&w).unwrap());
            best = best.min(t.elapsed().as_secs_f64());
        }
        let d = d.unwrap();
        d.sanity_check().unwrap();
        let b = d.bounds();
        let mut r = R(3);
        let ps: Vec<Point> =
            (0..1000000).map(|_| Point::new(b.min.x + b.width() * r.n(), b.min.y + b.height() * r.n())).collect();
        let t = Instant::now();
        let c = ps.iter().filter(|p| d.locate(**p).is_some()).count();
        let q = 1e6 / t.elapsed().as_secs_f64();
        println!("{n} {} {:.2} ms  {:.2} Mloc/s {c} free {}", 6 * n, best * 1e3, q / 1e6, d.free_triangles());
    }
}
