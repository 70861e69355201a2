//! Pairs of the scenario files: jump points and plain A* beside libraries.

use super::maps::Map;
use crate::stopwatch::Times;
use crate::table::{Row, Section};
use grid_pathfinding::PathingGrid;
use grid_util::grid::ValueGrid;
use grid_util::point::Point;
use hierarchical_pathfinding::prelude::{MooreNeighborhood, PathCache, PathCacheConfig};
use std::hint::black_box;
use std::time::Instant;
use wayfront::search::{AStar, Budget, CellSpace, Diagonals, Space, StateId};

pub fn section(maps: &[Map], count: usize) -> Section {
    let (mut rows, mut remarks) = (Vec::new(), Vec::new());
    for map in maps.iter().filter(|map| !map.pairs.is_empty()) {
        let pairs = map.some_pairs(count);
        let [columns, height] = map.cells.size();
        let cut = CellSpace::new(&map.cells, Diagonals::Always).expect("a grid within range");
        let free: Vec<bool> = map.cells.grid().cells().map(|cell| map.cells.is_free(cell)).collect();
        let jumper = jumper(&free, [columns, height]);
        let cost = |(x, y): (usize, usize)| if free[y * columns + x] { 1 } else { -1 };
        let hierarchy = PathCache::new(
            (columns, height),
            cost,
            MooreNeighborhood::new(columns, height),
            PathCacheConfig::with_chunk_size(32),
        );
        let mut search = AStar::new();
        let mut times: [Vec<f64>; 6] = Default::default();
        for [from, to] in &pairs {
            let mut time = |k: usize, work: &mut dyn FnMut()| {
                let start = Instant::now();
                work();
                times[k].push(start.elapsed().as_secs_f64());
            };
            time(0, &mut || _ = black_box(search.find(&map.space, *from, *to, Budget::Unlimited)));
            time(1, &mut || _ = black_box(search.find_step_by_step(&map.space, *from, *to, Budget::Unlimited)));
            time(2, &mut || _ = black_box(hashed(&map.space, *from, *to)));
            time(3, &mut || _ = black_box(search.find(&cut, *from, *to, Budget::Unlimited)));
            let [a, b] = [from, to].map(|state| (state.index() % columns, state.index() / columns));
            let point = |(x, y): (usize, usize)| Point::new(x as i32, y as i32);
            time(4, &mut || _ = black_box(jumper.get_path_single_goal(point(a), point(b), false)));
            time(5, &mut || _ = black_box(hierarchy.find_path(a, b, cost)));
        }
        let names = [
            "jump points",
            "A* step by step",
            "pathfinding::astar",
            "jump points, diagonals past corners",
            "grid_pathfinding, the same rule",
            "hierarchical_pathfinding, approximate",
        ];
        let sum = |k: usize| times[k].iter().sum::<f64>();
        for (k, name) in names.into_iter().enumerate() {
            let each = sum(k) / pairs.len() as f64;
            rows.push(Row::new(format!("{}: {name}", map.name), 1, Times { median: each, best: each }));
        }
        remarks.push(format!(
            "{}: {:.1} times pathfinding::astar, {:.1} times grid_pathfinding under its rule",
            map.name,
            sum(2) / sum(0),
            sum(4) / sum(3)
        ));
    }
    Section { title: format!("Pairs: means over {count} pairs of each scenario file"), rows, remarks }
}

/// A* of a library that hashes states.
fn hashed(space: &CellSpace, from: StateId, to: StateId) -> Option<u32> {
    let steps = |state: &u32| {
        let mut next = Vec::with_capacity(8);
        space.steps(StateId(*state), |to, cost| next.push((to.0, cost)));
        next
    };
    let found = pathfinding::prelude::astar(&from.0, steps, |state| space.least(StateId(*state), to), |s| *s == to.0);
    found.map(|path| path.1)
}

fn jumper(free: &[bool], [columns, rows]: [usize; 2]) -> PathingGrid {
    let mut grid = PathingGrid::new(columns, rows, true);
    for y in 0..rows {
        for x in 0..columns {
            grid.set(x as i32, y as i32, !free[y * columns + x]);
        }
    }
    grid.generate_components();
    grid
}
