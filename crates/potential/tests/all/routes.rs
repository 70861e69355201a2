//! From every free cell that is connected with a goal the route arrives, through free space only.

use rayon::prelude::*;
use std::sync::Arc;
use wayfront_domain::{CellId, Cells, CellsError, Domain, Guide, NoPath};
use wayfront_geometry::Point;
use wayfront_potential::{Bias, PotentialError, PotentialMap};
use wayfront_testkit::data;
use wayfront_testkit::grids::random_grid;
use wayfront_testkit::runner::each_seed;
use wayfront_world::{Random, Source, builtin, builtin_names, read_file};

/// Every leg stays in free cells, and the last point is in a goal cell.
fn check_route(map: &PotentialMap, start: CellId) {
    let grid = map.grid();
    let route = map.route(grid.centre(start)).unwrap();
    let last = *route.last().unwrap();
    let arrived = map.goals().any(|goal| {
        let away = last - grid.centre(goal);
        away.x.abs().max(away.y.abs()) <= grid.cell() * 0.5001
    });
    assert!(arrived, "{start:?} ends at {last}");
    for leg in route.windows(2) {
        let steps = (leg[0].distance(leg[1]) / grid.cell() * 4.0).ceil().max(1.0) as usize;
        for step in 0..steps {
            let p = leg[0].lerp(leg[1], step as f64 / steps as f64);
            assert!(grid.is_free_at(p), "{start:?}: {p} is not free");
        }
    }
}

fn check_all(map: &PotentialMap, every: usize) -> usize {
    map.sanity_check().unwrap();
    let starts: Vec<CellId> = map.grid().free_cells().filter(|&cell| map.is_reached(cell)).collect();
    // Some maps have routes of thousands of cells; all of theirs are walked when asked for.
    let every = if std::env::var_os("WAYFRONT_ALL_ROUTES").is_some() { 1 } else { every };
    starts.par_iter().step_by(every).for_each(|&start| check_route(map, start));
    starts.len()
}

#[test]
fn all_routes_of_random_grids_arrive() {
    each_seed("all_routes_of_random_grids_arrive", 40, |seed| {
        let mut random = Random::new(seed);
        let walls = random.between(0.0, 0.4);
        let (grid, goal) = random_grid(&mut random, 40, walls);
        let bias = Bias::new((random.between(-1.4, 1.4), random.between(-1.4, 1.4))).unwrap_or(Bias::NONE);
        let map = PotentialMap::of_grid(grid.clone(), &[Source::point(grid.centre(goal))], bias).unwrap();
        check_all(&map, 1);
        for cell in grid.free_cells().filter(|&cell| !map.is_reached(cell)) {
            assert_eq!(map.route(grid.centre(cell)), Err(NoPath::Unreachable), "seed {seed}");
        }
    });
}

#[test]
fn all_routes_of_the_built_in_scenes_arrive() {
    for (name, _) in builtin_names() {
        let world = builtin(name).unwrap();
        let domain = Arc::new(Domain::without_doors(&world).unwrap());
        // The serpentine is 2 wide; its routes are long, so only some are walked, and all cells are checked.
        let (cell, every) = if name == "serpentine" { (0.5, 29) } else { (domain.bounds().size() / 90.0, 1) };
        let map = PotentialMap::of_domain(domain.clone(), cell, &world.sources, Bias::NONE).unwrap();
        let reached = check_all(&map, every);
        assert!(reached * 2 > map.grid().free_count(), "{name}: {reached} of {}", map.grid().free_count());
        // Cells that are free in the grid are free in the world, all of them.
        let mut random = Random::new(1);
        for cell in map.grid().free_cells().step_by(7) {
            let inside = || random.clone().between(-0.499, 0.499) * map.grid().cell();
            let p = map.grid().centre(cell) + Point::new(inside(), inside());
            random.next_u64();
            assert!(domain.contains(p), "{name}: {p}");
        }
    }
}

#[test]
fn routes_on_real_maps_arrive() {
    for (name, free, every) in
        [("arena", 2_054, 1), ("den312d", 2_445, 1), ("lak303d", 14_784, 1), ("maze512-8-0", 0, 499)]
    {
        let Some(file) = data::file(&format!("grids/{name}.map")) else { return };
        let world = read_file(&file).unwrap();
        let domain = Arc::new(Domain::without_doors(&world).unwrap());
        let grid = Cells::of(&domain, 1.0).unwrap();
        if free > 0 {
            assert_eq!(grid.free_count(), free, "{name}: cells of the map");
        }
        let goal = grid.centre(grid.nearest_free(domain.bounds().min.lerp(domain.bounds().max, 0.5)).unwrap());
        let map = PotentialMap::of_domain(domain, 1.0, &[Source::point(goal)], Bias::NONE).unwrap();
        assert!(map.stats().residual < 1e-8, "{name}: {}", map.stats().residual);
        check_all(&map, every);
    }
}

#[test]
fn bad_input_is_reported() {
    let grid = Cells::new(Point::default(), 1.0, [3, 1], vec![true, false, true]).unwrap();
    let map = |at: (f64, f64)| PotentialMap::of_grid(grid.clone(), &[Source::point(at)], Bias::NONE);
    assert!(matches!(map((1.5, 0.5)).unwrap_err(), PotentialError::GoalBlocked { goal: 0, nearest: Some(_), .. }));
    assert!(matches!(map((9.5, 0.5)).unwrap_err(), PotentialError::GoalBlocked { .. }));
    assert_eq!(PotentialMap::of_grid(grid.clone(), &[], Bias::NONE).unwrap_err(), PotentialError::NoGoal);
    let reached = map((0.5, 0.5)).unwrap();
    assert_eq!(reached.route(Point::new(2.5, 0.5)), Err(NoPath::Unreachable));
    assert_eq!(reached.route(Point::new(1.5, 0.5)), Err(NoPath::Blocked));
    assert_eq!(reached.cost(Point::new(f64::NAN, 0.5)), Err(NoPath::Blocked));
    assert_eq!((reached.stats().free_cells, reached.stats().reached_cells), (2, 1));
    for bias in [(2.0, 0.0), (1.5, 1.5), (f64::NAN, 0.0), (f64::INFINITY, 0.0)] {
        assert!(matches!(Bias::new(bias), Err(PotentialError::BiasTooLong { .. })), "{bias:?}");
    }
    assert!(Bias::new((2.0, 0.0)).unwrap_err().to_string().contains("length 2: it must be shorter than 2"));
    let world = builtin("two-rooms").unwrap();
    let domain = Arc::new(Domain::without_doors(&world).unwrap());
    let too_many = PotentialMap::of_domain(domain, 1e-6, &world.sources, Bias::NONE).unwrap_err();
    assert!(matches!(too_many, PotentialError::Cells(CellsError::TooManyCells { .. })));
    assert_eq!(too_many.advice(), "take larger cells");
}
