//! temp
use std::sync::Arc;
use std::time::Instant;
use wayfront_domain::*;
use wayfront_geometry::*;
use wayfront_pathmap::*;
use wayfront_world::*;
fn main() {
    let only = std::env::args().nth(1);
    for name in ["profiling0", "profiling3", "profiling6", "r1000", "r10000", "maze", "office"] {
        if only.as_ref().is_some_and(|o| o != name) {
            continue;
        }
        let w = if let Some(n) = name.strip_prefix('r') {
            random_polygons(n.parse().unwrap(), 6, 1)
        } else {
            builtin(name).unwrap()
        };
        let t = Instant::now();
        let d = Arc::new(Domain::new(&w).unwrap());
        let td = t.elapsed().as_secs_f64() * 1e3;
        let mut m = PathMap::new(d.clone(), &w.sources).unwrap();
        let mut best = 1e9f64;
        let n = std::env::var("N").map_or(if only.is_some() { 100 } else { 20 }, |s| s.parse().unwrap());
        for _ in 0..n {
            let t = Instant::now();
            m.rebuild(&w.sources).unwrap();
            best = best.min(t.elapsed().as_secs_f64() * 1e3);
        }
        let b = d.bounds();
        let mut r = Random::new(5);
        let ps: Vec<Point> = (0..std::env::var("Q").map_or(1000000, |s| s.parse().unwrap()))
            .map(|_| Point::new(r.between(b.min.x, b.max.x), r.between(b.min.y, b.max.y)))
            .collect();
        let t = Instant::now();
        let s: f64 = ps.iter().filter_map(|p| m.cost(*p).ok()).sum();
        let q = 1.0 / t.elapsed().as_secs_f64();
        let mut pr = PairSearch::new(d.clone());
        let fr: Vec<Point> =
            ps.iter().copied().filter(|p| d.contains(*p)).take(if name == "r10000" { 2000 } else { 20000 }).collect();
        let t = Instant::now();
        let mut z = 0.0;
        for c in fr.chunks_exact(2) {
            z += pr.length(c[0], c[1]).unwrap_or(0.0);
        }
        println!("   pairs {:.0}/s {z:.1}", (fr.len() / 2) as f64 / t.elapsed().as_secs_f64());
        let st = m.stats();
        println!(
            "{name}: corners {} tri {} domain {td:.2} ms build {best:.3} ms windows {} ({:.2}/side) {q:.2} Mq/s {s:.1}",
            d.corner_count(),
            d.free_triangles(),
            st.windows,
            st.windows as f64 / (3 * d.free_triangles()) as f64
        );
    }
}
