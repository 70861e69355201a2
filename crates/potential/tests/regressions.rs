//! Goals that were missed and walls that were passed once, each as small as it could be made, named after what broke.

use std::sync::Arc;
use wayfront_domain::{Domain, Guide};
use wayfront_potential::{Bias, PotentialMap};
use wayfront_world::{Polygon, Source, World, builtin};

#[test]
fn walls_without_thickness_are_not_passed() {
    let world = builtin("maze").unwrap();
    let domain = Arc::new(Domain::without_doors(&world).unwrap());
    for cell in [1.0, 0.7] {
        let map = PotentialMap::of_domain(domain.clone(), cell, &world.sources, Bias::NONE).unwrap();
        for start in map.grid().free_cells().filter(|&c| map.is_reached(c)).step_by(17) {
            let route = map.route(map.grid().centre(start)).unwrap();
            for leg in route.windows(2) {
                assert!(domain.sees(leg[0], leg[1]), "{cell}: {} - {}", leg[0], leg[1]);
            }
        }
    }
}

#[test]
fn a_goal_along_a_slanted_outline_is_a_goal_from_end_to_end() {
    let hall = Polygon::ring([(0.0, 0.0), (30.0, 0.0), (34.0, 8.0), (30.0, 16.0), (0.0, 16.0)]);
    let world = World::new().area(hall);
    let domain = Arc::new(Domain::without_doors(&world).unwrap());
    let gate = [Source::segment((30.0, 0.0), (34.0, 8.0))];
    let map = PotentialMap::of_domain(domain, 0.13, &gate, Bias::NONE).unwrap();
    let mut sorted: Vec<f64> = map.goals().map(|cell| map.grid().centre(cell).y).collect();
    // Goals all along: no stretch of the gate as long as three cells is without one.
    sorted.sort_by(f64::total_cmp);
    assert!(sorted.windows(2).all(|pair| pair[1] - pair[0] < 0.4), "{sorted:?}");
    assert!(sorted[0] < 0.4 && sorted[sorted.len() - 1] > 7.4, "{sorted:?}");
}
