//! Whoever is held up by others waits near the place where that happened, and does not drift off along a wall.

use std::collections::HashMap;
use std::sync::Arc;
use wayfront_crowd::Simulation;
use wayfront_domain::{Domain, Guide};
use wayfront_geometry::Point;
use wayfront_pathmap::PathMap;
use wayfront_world::builtin;

/// Metres by which somebody's way must shrink to count as getting on.
const PROGRESS: f64 = 0.2;

/// The farthest that a visitor of the museum strays from where it last got on.
fn farthest_stray(seed: u64) -> f64 {
    let mut world = builtin("museum").unwrap();
    world.crowd.as_mut().unwrap().seed = seed;
    let map = PathMap::new(Arc::new(Domain::new(&world).unwrap()), &world.sources).unwrap();
    let mut run = Simulation::new(&world).unwrap();
    let mut last: HashMap<u64, (f64, Point)> = HashMap::new();
    let mut farthest: f64 = 0.0;
    while run.is_going_on() {
        run.step();
        let flock = run.flock();
        for slot in (0..flock.len()).filter(|&slot| run.group(slot) == 0) {
            let p = flock.position()[slot];
            let left = map.cost(p).unwrap();
            let (best, at) = last.entry(flock.id()[slot]).or_insert((left, p));
            if left < *best - PROGRESS {
                (*best, *at) = (left, p);
            }
            if left >= *best {
                farthest = farthest.max(p.distance(*at));
            }
        }
    }
    assert_eq!(run.flock().len(), 0, "seed {seed}: all arrive");
    farthest
}

#[test]
fn visitors_of_the_museum_wait_where_they_are_held_up() {
    for seed in 1..=4 {
        let farthest = farthest_stray(seed);
        println!("seed {seed}: {farthest:.2} m");
        assert!(farthest < 2.6, "seed {seed}: somebody strays {farthest} m");
    }
}
