//! Goals that were missed and walls that were passed once, each as small as it could be made, named after what broke.

use std::sync::Arc;
use wayfront_domain::{Domain, Guide};
use wayfront_geometry::Point;
use wayfront_potential::{Bias, LocalMap, PotentialMap};
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

/// The goal stands in a passage narrower than a cell: the nearest free cell lies behind a wall, and is no goal.
#[test]
fn a_goal_in_a_narrow_passage_takes_a_cell_that_it_sees() {
    let slab = |x0: f64, y0: f64, x1: f64| Polygon::ring([(x0, y0), (x1, y0), (x1, 18.0), (x0, 18.0)]);
    let area = Polygon::ring([(0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (0.0, 20.0)]);
    let world = World::new().area(area).with_obstacles(vec![slab(9.3, 0.0, 9.5), slab(10.2, 4.0, 10.4)]);
    let domain = Arc::new(Domain::without_doors(&world).unwrap());
    let goal = [Source::point((9.7, 5.2))];
    let map = PotentialMap::of_domain(domain, 1.0, &goal, Bias::NONE).unwrap();
    let goals: Vec<_> = map.goals().map(|cell| map.grid().centre(cell)).collect();
    assert_eq!(goals, [(10.5, 2.5).into()]);
}

/// Over-relaxed sweeps never settled behind a long passage: the direction was that of rounding errors.
#[test]
fn a_window_leads_out_of_a_long_passage() {
    let mut window = LocalMap::new(33, 0.2);
    for (width, name) in [(0.3, "three cells"), (0.5, "five cells")] {
        window.centre_on(Point::new(0.0, 0.0));
        window.block(|p| p.x.abs() > width || p.y > 0.5);
        window.open_towards(Point::new(0.0, 1.0));
        let direction = window.descent(Bias::NONE).unwrap();
        assert!(direction.y < -0.999, "{name}: {direction}");
    }
}
