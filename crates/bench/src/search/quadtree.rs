//! Quadtrees: how many states fewer, how much faster, and how much longer their paths are.

use super::maps::Map;
use crate::stopwatch::{Figures, Times};
use crate::table::Section;
use std::time::Instant;
use wayfront::Point;
use wayfront::search::{AStar, Budget, CellSpace, QuadSpace, Space, cells_between, pulled_taut};

pub fn section(maps: &[Map], count: usize) -> Section {
    let mut section = Section::new("Quadtrees");
    for map in maps.iter().filter(|map| !map.pairs.is_empty()) {
        let tree = QuadSpace::new(&map.space);
        let mut search = AStar::new();
        let (mut times, mut lengths): ([f64; 3], [f64; 3]) = ([0.0; 3], [0.0; 3]);
        let pairs = map.some_pairs(count);
        for [from, to] in &pairs {
            let [a, b] = [from, to].map(|state| map.space.place(*state));
            let (Some(x), Some(y)) = (tree.state_at(a), tree.state_at(b)) else { continue };
            let start = Instant::now();
            let leaves = search.find(&tree, x, y, Budget::Unlimited).path.clone();
            times[0] += start.elapsed().as_secs_f64();
            let start = Instant::now();
            search.find_step_by_step(&map.space, *from, *to, Budget::Unlimited);
            times[1] += start.elapsed().as_secs_f64();
            let start = Instant::now();
            let cells = search.find(&map.space, *from, *to, Budget::Unlimited).path.clone();
            times[2] += start.elapsed().as_secs_f64();
            let middles = leaves.iter().map(|&leaf| tree.place(leaf));
            let mut path: Vec<Point> = std::iter::once(a).chain(middles).chain([b]).collect();
            path.dedup();
            lengths[0] += length(&path);
            lengths[1] += length(&pulled_taut(&path, |a, b| is_clear(&map.space, a, b)));
            lengths[2] += map.space.length(&cells);
        }
        for (k, name) in ["quadtree", "cells, A* step by step", "cells, jump points"].into_iter().enumerate() {
            let each = times[k] / pairs.len() as f64;
            section.row(format!("{}: {name}", map.name), 1, Times { median: each, best: each });
        }
        for (what, figure) in [
            ("cells / leaves", map.cells.free_count() as f64 / tree.leaf_count() as f64),
            ("A* / quadtree, in time", times[1] / times[0]),
            ("jump points / quadtree, in time", times[2] / times[0]),
            ("length of paths / over cells", lengths[0] / lengths[2]),
            ("length of paths, pulled taut / over cells", lengths[1] / lengths[2]),
        ] {
            section.ratio(format!("{}: {what}", map.name), Figures::of(figure));
        }
    }
    section
}

fn length(path: &[Point]) -> f64 {
    path.windows(2).map(|leg| leg[0].distance(leg[1])).sum()
}

fn is_clear(space: &CellSpace, a: Point, b: Point) -> bool {
    let mut is_clear = true;
    cells_between(space.grid(), a, b, |cell| is_clear &= space.is_free(cell));
    is_clear
}
