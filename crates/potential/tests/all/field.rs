//! The field against dense solves, manufactured solutions and the maximum principle; the directions of a serpentine.

use wayfront_domain::{CellId, Cells, Guide};
use wayfront_geometry::Point;
use wayfront_potential::{Bias, PotentialMap};
use wayfront_testkit::grids::{dense_potential, random_grid, serpentine};
use wayfront_testkit::runner::each_seed;
use wayfront_world::{Random, Source};

fn biases() -> [Bias; 4] {
    [(0.0, 0.0), (1.0, 0.0), (-0.7, 1.2), (0.0, -1.9)].map(|bias| Bias::new(bias).unwrap())
}

#[test]
fn small_fields_agree_with_a_dense_solve() {
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let side = 5 + random.below(9);
        let (grid, goal) = random_grid(&mut random, side, 0.25);
        for bias in biases() {
            let map = PotentialMap::of_grid(grid.clone(), &[Source::point(grid.centre(goal))], bias).unwrap();
            let expected = dense_potential(&grid, &[goal], bias);
            for cell in grid.free_cells() {
                let (p, q) = (map.potential(cell), 1.0 - expected[cell.index()]);
                assert!((p + q - 1.0).abs() < 1e-12, "seed {seed}, {bias:?}, {cell:?}: {p} {q}");
                // Far from the goal only q has digits that can be compared.
                let found = (-map.depth(cell)).exp();
                assert!((found - q).abs() <= 1e-8 * q + 1e-13, "seed {seed}, {bias:?}, {cell:?}: {found} {q}");
            }
            map.sanity_check().unwrap();
            assert!(map.stats().residual < 1e-8, "seed {seed}: {}", map.stats().residual);
        }
    }
}

/// In a channel between two walls, sin(pi y / h) exp(-k x) with 4 = 2 cos(pi / h) + 2 cosh k is harmonic on the grid.
#[test]
fn a_manufactured_field_is_found() {
    let (length, height) = (400, 12);
    let grid = Cells::new(Point::default(), 1.0, [length, height - 1], vec![true; length * (height - 1)]).unwrap();
    let wave = std::f64::consts::PI / height as f64;
    let decay = (2.0 - wave.cos()).acosh();
    let goals: Vec<Source> = (0..height - 1).map(|row| Source::point((0.5, row as f64 + 0.5))).collect();
    let map = PotentialMap::of_grid(grid.clone(), &goals, Bias::NONE).unwrap();
    // Far from both ends only the slowest wave is left, so ln q falls by `decay` per cell and has the sine across.
    let at = |column: isize, row: isize| map.depth(grid.cell_at(column, row).unwrap());
    for column in 150..250 {
        for row in 0..height as isize - 1 {
            let slope = at(column + 1, row) - at(column, row);
            assert!((slope - decay).abs() < 1e-8, "{column} {row}: {slope} {decay}");
            let across = ((wave * (row as f64 + 1.0)).sin() / wave.sin()).ln();
            assert!((at(column, 0) - at(column, row) - across).abs() < 1e-8, "{column} {row}");
        }
    }
}

#[test]
fn free_cells_lie_strictly_between_goal_and_walls() {
    each_seed("free_cells_lie_strictly_between", 20, |seed| {
        let (grid, goal) = random_grid(&mut Random::new(seed), 40, 0.3);
        for bias in biases() {
            let map = PotentialMap::of_grid(grid.clone(), &[Source::point(grid.centre(goal))], bias).unwrap();
            for cell in grid.free_cells().filter(|&cell| cell != goal && map.is_reached(cell)) {
                assert!(map.depth(cell) > 0.0 && map.depth(cell).is_finite(), "seed {seed} {cell:?}");
            }
        }
    });
}

#[test]
fn a_serpentine_of_five_thousand_cells_leads_along_itself() {
    for width in [1, 3] {
        let (grid, order) = serpentine(width, 5_000);
        let goal = Source::point(grid.centre(order[0]));
        let map = PotentialMap::of_grid(grid, &[goal], Bias::NONE).unwrap();
        map.sanity_check().unwrap();
        assert!(map.stats().residual < 1e-8, "{}", map.stats().residual);
        assert!(map.depth(order[order.len() - 1]) > 1000.0, "deeper than any number of double precision");
        for ahead in order.windows(width + 1) {
            let (near, far) = (map.grid().centre(ahead[0]), map.grid().centre(ahead[width]));
            let direction = map.direction(far).unwrap();
            assert!((direction.length() - 1.0).abs() < 1e-12);
            // Along the middle, straight on; in a bend it turns.
            assert!(direction.dot(near - far) > 0.5 * (near - far).length(), "{far}: {direction}");
        }
        let route = map.route(map.grid().centre(order[order.len() - 1])).unwrap();
        assert_eq!(route.last(), Some(&map.grid().centre(order[0])));
    }
}

#[test]
fn directions_are_continuous() {
    let (grid, goal) = random_grid(&mut Random::new(11), 25, 0.2);
    let map = PotentialMap::of_grid(grid.clone(), &[Source::point(grid.centre(goal))], Bias::NONE).unwrap();
    let mut random = Random::new(5);
    let mut compared = 0;
    while compared < 2_000 {
        // On the border between two free cells, from both sides.
        let cell = CellId(random.below(grid.len()) as u32);
        let Some(right) = grid.neighbours(cell)[1].filter(|&n| grid.is_free(n) && map.is_reached(n)) else { continue };
        if !grid.is_free(cell) || map.is_goal(cell) || map.is_goal(right) {
            continue;
        }
        let border = grid.centre(cell).lerp(grid.centre(right), 0.5) + Point::new(0.0, random.between(-0.4, 0.4));
        let [a, b] = [-1e-9, 1e-9].map(|dx| map.direction(border + Point::new(dx, 0.0)).unwrap());
        assert!((a - b).length() < 1e-4, "{border}: {a} {b}");
        compared += 1;
    }
}

#[test]
fn a_bias_pulls_towards_its_side() {
    // Goal and start opposite each other; a pillar between them is passed on the side of the bias.
    let n = 41;
    let is_free = |k: usize| !((15..26).contains(&(k % n)) && (15..26).contains(&(k / n)));
    let grid = Cells::new(Point::default(), 1.0, [n, n], (0..n * n).map(is_free).collect()).unwrap();
    let (goal, start) = (Source::point((5.5, 20.5)), Point::new(35.5, 20.5));
    for (bias, side) in [((0.0, 0.8), 1.0), ((0.0, -0.8), -1.0)] {
        let map = PotentialMap::of_grid(grid.clone(), std::slice::from_ref(&goal), Bias::new(bias).unwrap()).unwrap();
        let route = map.route(start).unwrap();
        let passing = route.iter().find(|p| p.x < 20.5).unwrap();
        assert!((passing.y - 20.5) * side > 5.0, "{bias:?}: {passing}");
    }
}
