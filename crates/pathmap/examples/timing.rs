//! x
use std::sync::Arc;
use std::time::Instant;
use wayfront_domain::*;
use wayfront_pathmap::*;
fn main() {
    for n in ["office", "city", "profiling4", "profiling6"] {
        let w = wayfront_world::builtin(n).unwrap();
        let map = PathMap::new(Arc::new(Domain::new(&w).unwrap()), &w.sources).unwrap();
        let t = Instant::now();
        let sh = MapShapes::new(&map);
        let a = t.elapsed();
        let t = Instant::now();
        let b = sh.borders();
        let c = t.elapsed();
        let t = Instant::now();
        let l = sh.isolines(&round_levels(0.0, sh.max_cost().unwrap(), 25));
        let d = t.elapsed();
        let t = Instant::now();
        let r = sh.regions();
        let e = t.elapsed();
        println!(
            "{n} tri {} win {} shapes {a:?} borders {c:?} {} iso {d:?} {} regions {e:?} {}",
            map.domain().free_triangles(),
            map.stats().windows,
            b.len(),
            l.len(),
            r.len()
        );
    }
}
