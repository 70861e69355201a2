//! A map that is rebuilt for moved sources asks for no memory.

use std::sync::Arc;
use wayfront_domain::{Domain, Guide, SideId};
use wayfront_geometry::Point;
use wayfront_pathmap::PathMap;
use wayfront_testkit::allocations::{Counting, requests};
use wayfront_world::{Shape, Source, builtin, random_polygons};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How often `work` asks for memory.
fn asked(work: impl FnOnce()) -> usize {
    let before = requests();
    work();
    requests() - before
}

/// Free points all over a domain.
fn places(domain: &Domain, side: usize) -> Vec<Point> {
    let bounds = domain.bounds();
    let at = |k: usize| (k as f64 + 0.5) / side as f64;
    let points = (0..side * side).map(|k| Point::new(bounds.width() * at(k % side), bounds.height() * at(k / side)));
    points.map(|p| bounds.min + p).filter(|&p| domain.contains(p)).collect()
}

#[test]
fn the_counter_counts() {
    assert_eq!(asked(|| drop(vec![1u8; 100])), 1);
    assert_eq!(asked(|| ()), 0);
}

#[test]
fn rebuilding_for_moved_points_asks_for_no_memory() {
    let worlds = ["office", "city", "maze", "profiling6"].map(|name| builtin(name).expect("is built in"));
    for world in worlds.into_iter().chain([random_polygons(300, 6, 1)]) {
        let domain = Arc::new(Domain::without_doors(&world).expect("is clean"));
        let turns: Vec<[Source; 2]> =
            places(&domain, 12).windows(2).map(|pair| [Source::point(pair[0]), Source::point(pair[1])]).collect();
        let mut map = PathMap::new(domain, &turns[0]).expect("both are free");
        // Once around, to have met the largest of these maps; then never again.
        for sources in &turns {
            map.rebuild(sources).expect("both are free");
        }
        for sources in &turns {
            assert_eq!(asked(|| map.rebuild(sources).expect("both are free")), 0, "{:?}: {sources:?}", world.name);
        }
    }
}

#[test]
fn costs_and_aims_ask_for_no_memory() {
    let world = builtin("office").expect("is built in");
    let domain = Arc::new(Domain::without_doors(&world).expect("is clean"));
    let points = places(&domain, 40);
    let map = PathMap::new(domain, &world.sources).expect("are free");
    assert_eq!(asked(|| points.iter().for_each(|&p| assert!(map.cost(p).is_ok() && map.aim(p).is_ok()))), 0);
}

/// Lines between places that see each other, at free points and from corner to corner.
fn lines(domain: &Domain) -> Vec<Source> {
    let places = places(domain, 12);
    let seen = places.windows(3).map(|p| [p[0], p[2]]).filter(|[a, b]| domain.sees(*a, *b));
    // Along walls, and through touching points.
    let sides = (0..domain.sides().len() as u32).step_by(7).map(|side| domain.side_points(SideId(side)));
    seen.chain(sides).map(|ends| Source::of(Shape::Segment(ends))).collect()
}

#[test]
fn rebuilding_for_moved_segments_asks_for_no_memory() {
    for name in ["office", "touching", "maze", "profiling3"] {
        let world = builtin(name).expect("is built in");
        let domain = Arc::new(Domain::without_doors(&world).expect("is clean"));
        let lines = lines(&domain);
        assert!(lines.len() > 20, "{name}");
        let mut map = PathMap::new(domain, &lines[..1]).expect("is free");
        for _ in 0..2 {
            lines.iter().for_each(|line| map.rebuild(std::slice::from_ref(line)).expect("is free"));
        }
        for line in &lines {
            let again = asked(|| map.rebuild(std::slice::from_ref(line)).expect("is free"));
            assert_eq!(again, 0, "{name}: {line:?}");
        }
    }
}
