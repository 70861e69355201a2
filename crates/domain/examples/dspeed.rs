//! temp
use std::time::Instant;
use wayfront_domain::*;
use wayfront_world::*;
fn main() {
    let a = std::env::args().nth(1).unwrap();
    let w = if a == "noise" {
        let mut r = Random::new(3);
        let n = 1024;
        let mut t = format!("type octile\nheight {n}\nwidth {n}\nmap\n");
        for _ in 0..n {
            for _ in 0..n {
                t.push(if r.unit() < 0.4 { '@' } else { '.' });
            }
            t.push('\n');
        }
        let t0 = Instant::now();
        let w = read_text(t.as_bytes(), Format::MovingAi, "x").unwrap();
        println!("read {:.1}", t0.elapsed().as_secs_f64() * 1e3);
        w
    } else {
        random_polygons(a.parse().unwrap(), 6, 1)
    };
    let mut best = 1e9f64;
    for _ in 0..std::env::args().nth(2).map_or(10, |s| s.parse().unwrap()) {
        let t = Instant::now();
        let d = Domain::new(&w).unwrap();
        best = best.min(t.elapsed().as_secs_f64() * 1e3);
        std::hint::black_box(d);
    }
    println!("{best:.2} ms");
}
