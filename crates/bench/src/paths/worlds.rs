//! Worlds that are hard for path maps: mazes, round pillars, long thin corridors.

use super::SEED;
use std::f64::consts::TAU;
use wayfront::geometry::Point;
use wayfront::world::{Place, Polygon, Random, Source, Wall, World};

/// All of them, with their names.
pub fn all() -> [(&'static str, World); 5] {
    [
        ("maze of 100 x 100 cells, walls without thickness", maze(100)),
        ("100 round pillars of 1,000 vertices", pillars(10, 1_000)),
        ("serpentine of 5,000 corridors, 1 x 100 each", serpentine(5_000, 100.0)),
        ("comb of 5,000 dead ends, 1 x 100 each", comb(5_000, 100.0)),
        ("winding corridor with 40,000 vertices", winding(20_000)),
    ]
}

fn world(area: Vec<[f64; 2]>, source: [f64; 2]) -> World {
    World::new().area(Polygon::ring(area)).source(Source::point(source))
}

fn rectangle([width, height]: [f64; 2]) -> Vec<[f64; 2]> {
    vec![[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]]
}

/// A perfect maze by a random depth-first walk; each border between cells that it did not pass is a wall.
fn maze(cells: usize) -> World {
    let side = cells as f64;
    let passed = walk(cells);
    let mut maze = world(rectangle([side, side]), [0.5, 0.5]);
    for (cell, passed) in passed.iter().enumerate() {
        let [x, y] = [cell % cells, cell / cells];
        let [left, low] = [x, y].map(|k| k as f64);
        // The outer border is there anyway.
        if x + 1 < cells && !passed[0] {
            maze.walls.push(wall([left + 1.0, low], [left + 1.0, low + 1.0]));
        }
        if y + 1 < cells && !passed[1] {
            maze.walls.push(wall([left, low + 1.0], [left + 1.0, low + 1.0]));
        }
    }
    maze
}

fn wall(from: [f64; 2], to: [f64; 2]) -> Wall {
    Wall { points: vec![Point::from(from), Point::from(to)], place: Place::default() }
}

/// For each cell whether the walk passed to its right, and upwards.
fn walk(cells: usize) -> Vec<[bool; 2]> {
    let mut random = Random::new(SEED);
    let mut passed = vec![[false; 2]; cells * cells];
    let mut seen = vec![false; cells * cells];
    seen[0] = true;
    let mut trail = vec![0];
    while let Some(&here) = trail.last() {
        let beside: Vec<usize> = neighbours(here, cells).filter(|&next| !seen[next]).collect();
        if beside.is_empty() {
            trail.pop();
            continue;
        }
        let next = beside[random.below(beside.len())];
        let upwards = here.abs_diff(next) == cells;
        passed[here.min(next)][usize::from(upwards)] = true;
        seen[next] = true;
        trail.push(next);
    }
    passed
}

fn neighbours(cell: usize, cells: usize) -> impl Iterator<Item = usize> {
    let [x, y] = [cell % cells, cell / cells];
    let beside = [
        (x > 0).then(|| cell - 1),
        (x + 1 < cells).then_some(cell + 1),
        (y > 0).then(|| cell - cells),
        (y + 1 < cells).then_some(cell + cells),
    ];
    beside.into_iter().flatten()
}

/// Round pillars in staggered rows.
fn pillars(per_row: usize, corners: usize) -> World {
    let pillar = |i: usize| {
        let [column, row] = [i % per_row, i / per_row];
        let x = 10.0 * column as f64 + if row % 2 == 0 { 4.0 } else { 8.0 };
        let y = 10.0 * row as f64 + 5.0;
        Polygon::ring((0..corners).map(|k| {
            let angle = TAU * k as f64 / corners as f64;
            [x + 3.0 * angle.cos(), y + 3.0 * angle.sin()]
        }))
    };
    let side = 10.0 * per_row as f64;
    let mut pillars = world(rectangle([side + 2.0, side]), [0.3, 0.4]);
    pillars.obstacles = (0..per_row * per_row).map(pillar).collect();
    pillars
}

/// Corridors of width one side by side, joined at alternate ends: walls stand on the floor and hang from the ceiling
/// by turns.
fn serpentine(corridors: usize, length: f64) -> World {
    let thickness = 0.1;
    let width = (corridors - 1) as f64 + 1.0 - thickness;
    let notch = |k: usize, foot: f64, head: f64| {
        let x = k as f64 - thickness;
        [[x, foot], [x, head], [x + thickness, head], [x + thickness, foot]]
    };
    let mut ring = vec![[0.0, 0.0]];
    ring.extend((1..corridors).step_by(2).flat_map(|k| notch(k, 0.0, length - 1.0)));
    ring.extend([[width, 0.0], [width, length]]);
    // Back along the ceiling: each notch the other way round.
    ring.extend((1..corridors).skip(1).step_by(2).rev().flat_map(|k| {
        let mut hanging = notch(k, length, 1.0);
        hanging.reverse();
        hanging
    }));
    ring.push([0.0, length]);
    world(ring, [0.5, 0.5])
}

/// Dead ends above one long corridor.
fn comb(dead_ends: usize, length: f64) -> World {
    let width = dead_ends as f64;
    let mut ring = vec![[0.0, 0.0], [width, 0.0], [width, 1.0]];
    for k in (0..dead_ends).rev() {
        let x = k as f64;
        ring.extend([[x + 0.9, 1.0], [x + 0.9, length], [x + 0.1, length], [x + 0.1, 1.0]]);
    }
    ring.push([0.0, 1.0]);
    world(ring, [0.3, 0.5])
}

/// A corridor of width one along a wave: from each point one sees hundreds of vertices of its walls.
fn winding(steps: usize) -> World {
    let at = |i: usize, above: f64| {
        let x = i as f64 * 0.05;
        [x, 10.0 * (x * 0.1).sin() + above]
    };
    let lower = (0..steps).map(|i| at(i, 0.0));
    let upper = (0..steps).rev().map(|i| at(i, 1.0));
    world(lower.chain(upper).collect(), [0.2, 0.6])
}

#[cfg(test)]
mod tests {
    use super::*;
    use wayfront::Domain;

    #[test]
    fn each_is_sound_and_in_one_piece() {
        let small = [maze(9), pillars(3, 20), serpentine(6, 10.0), serpentine(7, 10.0), comb(5, 10.0), winding(500)];
        for world in small {
            let domain = Domain::without_doors(&world).unwrap();
            assert_eq!(domain.component_count(), 1);
            assert!(domain.check_scene(&world).problems.is_empty());
        }
    }

    #[test]
    fn serpentines_are_walked_from_end_to_end() {
        let domain = std::sync::Arc::new(Domain::without_doors(&serpentine(7, 10.0)).unwrap());
        let map = wayfront::PathMap::new(domain, &[Source::point((0.5, 0.5))]).unwrap();
        let end = Point::new(6.5, 9.5);
        // Seven corridors of nearly ten each.
        assert!(wayfront::domain::Guide::cost(&map, end).unwrap() > 55.0);
    }
}
