include!("diagram.rs");
#[test]
fn zz_turned() {
    let mut bad = 0;
    let n = std::env::var("N").map_or(2000, |s| s.parse().unwrap());
    for seed in 0..n {
        let rng = &mut Rng::new(seed);
        let (sin, cos) = (rng.unit() * 7.0).sin_cos();
        let far = Point::new(5e5, -4.4e6) * f64::from(rng.between(0, 1));
        let flat = world(rng, Coordinates::Grid(6));
        let w = mapped(&flat, |p| far + Point::new(p.x * cos - p.y * sin, p.x * sin + p.y * cos));
        if let Err(e) = std::panic::catch_unwind(|| of_world(&w, &mut Rng::new(1))).unwrap_or(Err("panic".into())) { bad += 1; if bad < 40 { println!("{seed}: {}", &e[..e.len().min(250)]); } }
    }
    println!("bad {bad} of {n}");
}
#[test]
fn zz_shrink() {
    for seed in std::env::var("SEEDS").unwrap().split(',') {
        let rng = &mut Rng::new(seed.parse().unwrap());
        let (sin, cos) = (rng.unit() * 7.0).sin_cos();
        let far = Point::new(5e5, -4.4e6) * f64::from(rng.between(0, 1));
        let flat = world(rng, Coordinates::Grid(6));
        let turn = |w: &World| mapped(w, |p| far + Point::new(p.x * cos - p.y * sin, p.x * sin + p.y * cos));
        let small = wayfront_testkit::shrink::shrunk(flat, |w| std::panic::catch_unwind(|| of_world(&turn(w), &mut Rng::new(1))).unwrap_or(Err("panic".into())).is_err());
        println!("{}", wayfront_testkit::shrink::as_code(&small));
        let w = turn(&small);
        println!("{}", wayfront_testkit::shrink::as_code(&w));
        let d = built(&w).unwrap();
        for s in 0..d.sides().len() as u32 { let s = wayfront_domain::SideId(s); if d.twin(s).is_none() { println!("{:?}", d.side_points(s)); } }
        println!("{:?}", of_world(&w, &mut Rng::new(1)));
    }
}
