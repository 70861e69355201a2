//! Every space under every solver: lower bounds hold, waves and paths are those of Dijkstra, also after changes.

use crate::common::{check_path, dijkstra, random_cells, random_state};
use wayfront_domain::{CellId, Cells, Scene};
use wayfront_geometry::Point;
use wayfront_search::{
    AStar, Budget, CellSpace, ConstraintField, Diagonals, EdgeSpace, HybridSpace, Planner, QuadSpace, SearchError,
    Space, StateId, TriangleSpace, UNKNOWN, Wave, check_least, pulled_taut,
};
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::each_seed;
use wayfront_testkit::worlds::{Coordinates, world};
use wayfront_world::{Constraint, ConstraintStrength, World};

/// All solvers agree with Dijkstra.
fn check_solvers(space: &impl Space, from: StateId, to: StateId) {
    check_least(space, to).expect("a lower bound");
    let oracle = dijkstra(space, &[(to, 0)]);
    let mut wave = Wave::new();
    wave.run(space, &[(to, 0)]);
    assert!(wave.costs() == oracle, "a wave differs");
    let optimum = if space.is_open(from) { oracle[from.index()] } else { UNKNOWN };
    let mut search = AStar::new();
    let answer = search.find(space, from, to, Budget::Unlimited);
    assert_eq!(answer.cost, optimum);
    if optimum < UNKNOWN {
        check_path(space, &answer.path, from, Some(to), optimum);
    }
    let mut planner = Planner::new(2.0);
    planner.aim(space, from, to);
    assert_eq!(planner.improve(space, Budget::Unlimited).cost, optimum);
}

#[test]
fn any_list_of_edges_is_a_space() {
    each_seed("any_list_of_edges_is_a_space", 300, |seed| {
        let rng = &mut Rng::new(seed);
        let states = 1 + rng.below(60);
        let wide = rng.chance(0.3);
        let cost = |rng: &mut Rng| if wide { 10f64.powf(rng.unit() * 6.0 - 3.0) } else { 0.1 + rng.unit() };
        let edges: Vec<(u32, u32, f64)> = (0..rng.below(4 * states))
            .map(|_| (rng.below(states) as u32, rng.below(states) as u32, cost(rng)))
            .collect();
        let mut space = EdgeSpace::new(states, &edges).expect("good edges");
        if rng.chance(0.5) {
            let places = (0..states).map(|_| Point::new(rng.unit(), rng.unit())).collect();
            space = space.with_places(places);
        }
        let [from, to] = [0, 0].map(|_: i32| random_state(rng, &space));
        check_solvers(&space, from, to);
        let mut wave = Wave::new();
        wave.run(&space, &[(to, 0)]);
        for _ in 0..10.min(edges.len()) {
            let edge = *rng.pick(&edges);
            let changed = space.set_cost(StateId(edge.0), StateId(edge.1), cost(rng)).expect("a good cost");
            wave.repair(&space, &changed);
            assert!(wave.costs() == dijkstra(&space, &[(to, 0)]), "a repaired wave differs");
        }
        check_solvers(&space, from, to);
    });
}

#[test]
fn edges_that_mean_nothing_are_refused() {
    let cost = |cost: f64| EdgeSpace::new(3, &[(0, 1, 1.0), (1, 2, cost)]).map(|_| ());
    for bad in [-1.0, 0.0, f64::NAN, f64::INFINITY] {
        let Err(SearchError::StepCost { from: 1, to: 2, cost: found }) = cost(bad) else { panic!("{bad}") };
        assert!(found.to_bits() == bad.to_bits());
    }
    assert!(matches!(cost(1e-12), Err(SearchError::StepBelowRounding { from: 1, to: 2, .. })));
    let missing = EdgeSpace::new(2, &[(0, 7, 1.0)]).expect_err("no such state");
    assert_eq!(missing.to_string(), "a step leads from state 0 to state 7, but there are only 2");
    assert!(!missing.advice().is_empty());
}

#[test]
fn quadtrees_follow_their_cells() {
    each_seed("quadtrees_follow_their_cells", 150, |seed| {
        let rng = &mut Rng::new(seed);
        let size = if rng.chance(0.2) { [1 + rng.below(6), 90] } else { [1 + rng.below(40), 1 + rng.below(40)] };
        let size = if rng.chance(0.5) { size } else { [size[1], size[0]] };
        let cells = random_cells(rng, size, 0.1);
        let mut space = CellSpace::new(&cells, Diagonals::BothFree).expect("a small grid");
        let uneven = rng.chance(0.5);
        let mut tree = QuadSpace::new(&space);
        let leaf = |rng: &mut Rng, tree: &QuadSpace| tree.leaves().nth(rng.below(tree.leaf_count().max(1)));
        let goal = leaf(rng, &tree);
        let mut wave = Wave::new();
        if let Some(goal) = goal {
            wave.run(&tree, &[(goal, 0)]);
        }
        for _ in 0..12 {
            let [columns, rows] = size;
            let (x, y, side) = (rng.below(columns), rng.below(rows), 1 + rng.below(6));
            let boxed = (y..(y + side).min(rows)).flat_map(|row| (x..(x + side).min(columns)).map(move |c| (c, row)));
            let cells: Vec<CellId> = boxed.map(|(c, row)| CellId((row * columns + c) as u32)).collect();
            if uneven && rng.chance(0.5) {
                space.set_factor(&cells, *rng.pick(&[1.0, 1.5, 7.0])).expect("a small grid");
            } else {
                space.set_free(&cells, rng.chance(0.5)).expect("a small grid");
            }
            let changed = tree.follow(&space, &cells);
            let fresh = QuadSpace::new(&space);
            assert!(tree.is_sound() && tree.leaves().eq(fresh.leaves()), "not a fresh tree");
            assert!(tree.leaves().all(|leaf| tree.square(leaf) == fresh.square(leaf)));
            check_prices(&tree, &space);
            if let Some(goal) = goal {
                wave.repair(&tree, &changed);
                assert!(wave.costs() == dijkstra(&fresh, &[(goal, 0)]), "a repaired wave differs");
            }
        }
        if let (Some(from), Some(to)) = (leaf(rng, &tree), leaf(rng, &tree)) {
            check_solvers(&tree, from, to);
        }
    });
}

/// A step costs what walking along it does, by the factors of the cells below: sampled.
fn check_prices(tree: &QuadSpace, cells: &CellSpace) {
    for leaf in tree.leaves() {
        tree.steps(leaf, |to, ticks| {
            let (a, b) = (tree.place(leaf), tree.place(to));
            let samples = 400;
            let at = |k: i32| a.lerp(b, (f64::from(k) + 0.5) / f64::from(samples));
            let factor =
                |p: Point| cells.factor(cells.cell_of(cells.state_at(p).expect("a free cell")).expect("a cell"));
            let mean = (0..samples).map(|k| factor(at(k))).sum::<f64>() / f64::from(samples);
            let cost = f64::from(ticks) * tree.tick();
            assert!((cost - mean * a.distance(b)).abs() <= 0.02 * mean * a.distance(b) + tree.tick(), "{a} to {b}");
        });
    }
}

/// Over triangles a step costs the integral of the constraints along it, and none enters a hard one.
#[test]
fn triangles_heed_constraints() {
    let square = |x: f64, y: f64, side: f64| [[x, y], [x + side, y], [x + side, y + side], [x, y + side]];
    let mut seen = 0;
    each_seed("triangles_heed_constraints", 80, |seed| {
        let rng = &mut Rng::new(seed);
        let mut hall = World::new().area(square(0.0, 0.0, 20.0));
        for _ in 0..3 {
            hall = hall.obstacle(square(1.0 + 15.0 * rng.unit(), 1.0 + 15.0 * rng.unit(), 0.5 + rng.unit()));
        }
        let region = square(2.0 + 10.0 * rng.unit(), 2.0 + 10.0 * rng.unit(), 4.0);
        let grass = Constraint::terrain(region, 3.0);
        let strength = if rng.chance(0.5) { ConstraintStrength::Hard } else { grass.strength };
        hall = hall.constraint(Constraint::new(grass.preposition, strength));
        let field = ConstraintField::of(&hall);
        let Ok(scene) = Scene::new(hall) else { return };
        let mut point = || Point::new(0.5 + 19.0 * rng.unit(), 0.5 + 19.0 * rng.unit());
        let Ok(space) = TriangleSpace::of(&scene, &[point(), point()]) else { return };
        check_solvers(&space, space.state_of_point(0), space.state_of_point(1));
        for state in (0..space.len() as u32).map(StateId) {
            space.steps(state, |to, ticks| {
                let (a, b) = (space.place(state), space.place(to));
                let samples = 2000;
                let at = |k: i32| a.lerp(b, (f64::from(k) + 0.5) / f64::from(samples));
                assert!((0..samples).all(|k| !field.areas().iter().any(|area| area.is_hard && area.contains(at(k)))));
                let mean = (0..samples).map(|k| field.multiplier(at(k))).sum::<f64>() / f64::from(samples);
                let cost = space.cost(ticks);
                assert!((cost - mean * a.distance(b)).abs() < 0.01 * cost + 2.0 * space.tick(), "{a} to {b}: {cost}");
                seen += 1;
            });
        }
    });
    assert!(seen > 1000, "only {seen} steps were looked at");
}

/// Steps of triangles and highways stay in the free space, and no path is shorter than the straight line.
#[test]
fn triangles_and_highways_stay_in_the_free_space() {
    let mut seen = 0;
    each_seed("triangles_and_highways_stay_in_the_free_space", 120, |seed| {
        let rng = &mut Rng::new(seed);
        let Ok(scene) = Scene::new(world(rng, Coordinates::Grid(12))) else { return };
        let domain = scene.domain();
        let bounds = domain.bounds();
        let mut point = || {
            let p = bounds.min + Point::new(bounds.width() * rng.unit(), bounds.height() * rng.unit());
            domain.contains(p).then_some(p)
        };
        let (Some(a), Some(b)) = (point(), point()) else { return };
        let space = TriangleSpace::of(&scene, &[a, b]).expect("free points");
        let [from, to] = [0, 1].map(|k| space.state_of_point(k));
        check_solvers(&space, from, to);
        let mut search = AStar::new();
        let answer = search.find(&space, from, to, Budget::Unlimited);
        if answer.is_path() {
            seen += 1;
            let points: Vec<Point> = answer.path.iter().map(|&state| space.place(state)).collect();
            assert!(space.cost(answer.cost) >= a.distance(b) * (1.0 - 1e-9));
            let taut = pulled_taut(&points, |a, b| domain.sees(a, b));
            let length = |path: &[Point]| path.windows(2).map(|w| w[0].distance(w[1])).sum::<f64>();
            assert!(length(&taut) <= length(&points) * (1.0 + 1e-9));
        }
        let cells = Cells::of(domain, bounds.size() / 40.0).expect("a grid");
        let cells = CellSpace::new(&cells, Diagonals::BothFree).expect("a small grid");
        let hybrid = HybridSpace::new(cells, domain);
        if let (Some(from), Some(to)) = (hybrid.cells().state_at(a), hybrid.cells().state_at(b)) {
            check_solvers(&hybrid, from, to);
        }
    });
    assert!(seen > 20, "only {seen} paths were looked at");
}

/// A factor counts nearly as it was given, whatever it is: to half a tick of each step and half a 256th of it.
#[test]
fn factors_near_one_count() {
    let cells = Cells::new(Point::new(0.0, 0.0), 0.5, [21, 3], vec![true; 63]).unwrap();
    for factor in [1.0, 1.01, 1.03, 1.1, 1.337, 2.0, 7.77, 254.9] {
        let space = CellSpace::new(&cells, Diagonals::BothFree).unwrap().with_factors(&[factor; 63]).unwrap();
        let [from, to] = [(0.25, 0.75), (10.25, 0.75)].map(|p| space.state_at(p.into()).unwrap());
        let cost = f64::from(AStar::new().find(&space, from, to, Budget::Unlimited).cost) * space.tick();
        assert!((cost - 10.0 * factor).abs() <= 10.0 * (0.5 / 408.0 + 0.5 / 256.0), "{factor}: {cost}");
    }
}
