//! After the first frames, a frame takes no new memory.

use crate::common::{graph_of, hall, random_discs, random_goals};
use std::sync::atomic::{AtomicUsize, Ordering};
use wayfront_geometry::Point;
use wayfront_testkit::allocations::{Counting, count_into};
use wayfront_testkit::rng::Rng;
use wayfront_testkit::worlds::rectangle;
use wayfront_voronoi::{GraphCost, GraphWish};
use wayfront_world::Polygon;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The requests of all threads of a pool of these tests.
static REQUESTS: AtomicUsize = AtomicUsize::new(0);

/// What two hundred frames of so many discs have asked for, each.
fn asked(count: usize, largest: f64) -> Vec<usize> {
    let mut world = hall();
    world.obstacles.push(Polygon::ring(rectangle(9.0, 0.0, 11.0, 7.0)));
    let (domain, mut graph) = graph_of(&world);
    let rng = &mut Rng::new(4);
    let mut discs = random_discs(&domain, rng, count, largest);
    let goals = random_goals(&domain, rng, discs.len());
    let wishes: Vec<_> = goals.iter().map(|&goal| Some(GraphWish { goal, kept: None, sight: 2.0 })).collect();
    let (mut leads, mut taken) = (Vec::new(), vec![0; 200]);
    for taken in &mut taken {
        for disc in &mut discs {
            let to = disc.centre + Point::new(rng.unit() - 0.5, rng.unit() - 0.5) * 0.05;
            if domain.contains(to) {
                disc.centre = to;
            }
        }
        let before = REQUESTS.load(Ordering::Relaxed);
        graph.place(&discs);
        graph.lead(&wishes, &GraphCost::default(), &mut leads);
        *taken = REQUESTS.load(Ordering::Relaxed) - before;
    }
    taken
}

/// One test: two of them would count each other's requests.
#[test]
fn frames_take_no_new_memory() {
    for (threads, count, largest) in [(1, 50, 0.2), (2, 150, 0.1)] {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .start_handler(|_| count_into(&REQUESTS))
            .build()
            .unwrap();
        let taken = pool.install(|| asked(count, largest));
        let late = taken[100..].iter().filter(|&&taken| taken > 0).count();
        assert!(taken[0] > 0, "the first frame needs memory");
        assert_eq!(late, 0, "on {threads} threads, some of the last hundred frames asked for memory: {taken:?}");
    }
}
