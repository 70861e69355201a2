use std::sync::Arc;
use wayfront_domain::Domain;
use wayfront_testkit::domains::outlines;
use wayfront_testkit::rng::Rng;
use wayfront_testkit::worlds::{Coordinates, world};
use wayfront_voronoi::{Feature, Voronoi};
use wayfront_geometry::*;

fn right(domain: &Arc<Domain>) -> Result<f64, String> {
    let v = Voronoi::of(domain).map_err(|e| e.to_string())?;
    v.sanity_check()?;
    let walls: Vec<[Point; 2]> = outlines(domain).collect();
    let near = |p: Point| walls.iter().map(|&[a, b]| closest_on_segment(a, b, p).distance(p)).fold(f64::INFINITY, f64::min);
    let far = |f: Feature, p: Point| match f {
        Feature::Side(s) => { let [a, b] = domain.side_points(s); closest_on_segment(a, b, p).distance(p) }
        Feature::Corner(c) => domain.point(c).distance(p),
    };
    let mut worst = 0.0f64;
    for e in v.edges() {
        for k in 0..=4 {
            let p = e.curve.at(f64::from(k) / 4.0);
            let n = near(p);
            let off = e.features.map(|f| (far(f, p) - n).abs()).into_iter().fold(0.0, f64::max);
            worst = worst.max(off / domain.bounds().size());
            if k == 0 || k == 4 { worst = worst.max((n - e.clearances[k as usize / 4]).abs()/ domain.bounds().size()); }
        }
    }
    Ok(worst)
}

#[test]
fn probe() {
    let mut bad = 0;
    let n = std::env::var("N").map_or(2000, |s| s.parse().unwrap());
    let one: Option<u64> = std::env::var("ONE").ok().map(|s| s.parse().unwrap());
    for seed in 0..n {
        if one.is_some_and(|o| o != seed) { continue }
        let from = if seed % 2 == 0 { Coordinates::Grid(7) } else { Coordinates::Floats };
        let w = world(&mut Rng::new(seed), from);
        let Ok(domain) = Domain::without_doors(&w) else { continue };
        if domain.free_triangles() == 0 { continue }
        let domain = Arc::new(domain);
        let r = std::panic::catch_unwind(|| right(&domain));
        match r {
            Ok(Ok(worst)) if worst < 1e-9 => {}
            Ok(Ok(worst)) => { bad += 1; println!("{seed}: off {worst:e}"); }
            Ok(Err(e)) => { bad += 1; println!("{seed}: {e}"); }
            Err(_) => { bad += 1; println!("{seed}: panic"); }
        }
    }
    println!("bad {bad}");
}

#[test]
fn show() {
    let one: u64 = std::env::var("ONE").unwrap().parse().unwrap();
    let from = if one % 2 == 0 { Coordinates::Grid(7) } else { Coordinates::Floats };
    let w = world(&mut Rng::new(one), from);
    let w = wayfront_testkit::shrink::shrunk(w, |w| {
        let Ok(d) = Domain::without_doors(w) else { return false };
        if d.free_triangles() == 0 { return false }
        right(&Arc::new(d)).map_or(true, |e| e > 1e-9)
    });
    println!("{}", wayfront_testkit::shrink::as_code(&w));
    let d = Domain::without_doors(&w).unwrap();
    println!("{:?}", right(&Arc::new(d)));
}

#[test]
fn wallbox() {
    let mut w = wayfront_world::World::default();
    w.walls.push(wayfront_testkit::worlds::wall(vec![Point::new(5.0, 4.0), Point::new(5.0, 1.0)]));
    let d = Domain::without_doors(&w).unwrap();
    println!("{:?}", right(&Arc::new(d)));
}

#[test]
fn worst() {
    let one: u64 = std::env::var("ONE").unwrap().parse().unwrap();
    let from = if one % 2 == 0 { Coordinates::Grid(7) } else { Coordinates::Floats };
    let domain = Arc::new(Domain::without_doors(&world(&mut Rng::new(one), from)).unwrap());
    let v = Voronoi::of(&domain).unwrap();
    let walls: Vec<[Point; 2]> = outlines(&domain).collect();
    for e in v.edges() {
        for k in 0..=4 {
            let p = e.curve.at(f64::from(k) / 4.0);
            let n = walls.iter().map(|&[a, b]| (closest_on_segment(a, b, p).distance(p), [a, b])).min_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
            let d = e.features.map(|f| match f {
                Feature::Side(s) => { let [a, b] = domain.side_points(s); (closest_on_segment(a, b, p).distance(p), a, b) }
                Feature::Corner(c) => (domain.point(c).distance(p), domain.point(c), domain.point(c)),
            });
            if d.iter().any(|d| d.0 - n.0 > 8e-9) { println!("k {k} at {p}: nearest {n:?}, own {d:?} {:?} {:?}", e.features, e.curve); }
        }
    }
}
