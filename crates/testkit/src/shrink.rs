//! Smaller worlds that still fail.
//!
//! Greedy: of all worlds with one shape, hole, wall, barrier or point less, the first that still fails is taken, until
//! none does. The result is printed as Rust code, ready for a test in `regressions.rs`.

use crate::worlds::distinct;
use std::fmt::Write;
use wayfront_geometry::Point;
use wayfront_world::{Polygon, World};

/// Leaves out shapes, holes and points while the world still fails.
#[must_use]
pub fn shrunk(mut world: World, fails: impl Fn(&World) -> bool) -> World {
    while let Some(smaller) = smaller_worlds(&world).into_iter().find(|w| fails(w)) {
        world = smaller;
    }
    world
}

fn smaller_worlds(world: &World) -> Vec<World> {
    let mut smaller = Vec::new();
    let mut with = |change: &dyn Fn(&mut World)| {
        let mut less = world.clone();
        change(&mut less);
        smaller.push(less);
    };
    for k in 0..world.areas.len() {
        with(&|w| w.areas = without(&w.areas, k));
    }
    for k in 0..world.obstacles.len() {
        with(&|w| w.obstacles = without(&w.obstacles, k));
    }
    for k in 0..world.walls.len() {
        with(&|w| w.walls = without(&w.walls, k));
        for i in (0..world.walls[k].points.len()).filter(|_| world.walls[k].points.len() > 2) {
            with(&|w| w.walls[k].points = without(&w.walls[k].points, i));
        }
    }
    for k in 0..world.barriers.len() {
        with(&|w| w.barriers = without(&w.barriers, k));
    }
    for k in 0..world.areas.len() {
        for polygon in smaller_polygons(&world.areas[k]) {
            with(&|w| w.areas[k] = polygon.clone());
        }
    }
    for k in 0..world.obstacles.len() {
        for polygon in smaller_polygons(&world.obstacles[k]) {
            with(&|w| w.obstacles[k] = polygon.clone());
        }
    }
    smaller.retain(is_valid);
    smaller
}

fn without<T: Clone>(items: &[T], k: usize) -> Vec<T> {
    [&items[..k], &items[k + 1..]].concat()
}

fn smaller_polygons(polygon: &Polygon) -> Vec<Polygon> {
    let mut smaller = Vec::new();
    for k in 0..polygon.holes.len() {
        let mut less = polygon.clone();
        less.holes.remove(k);
        smaller.push(less);
    }
    for (k, ring) in polygon.rings().enumerate() {
        for i in 0..ring.len() {
            let mut less = polygon.clone();
            let ring = if k == 0 { &mut less.outer } else { &mut less.holes[k - 1] };
            ring.remove(i);
            smaller.push(less);
        }
    }
    smaller
}

fn is_valid(world: &World) -> bool {
    let mut rings = world.areas.iter().chain(&world.obstacles).flat_map(Polygon::rings);
    let walls_are_long = world.walls.iter().all(|w| distinct(&w.points) >= 2);
    walls_are_long && rings.all(|r| distinct(r) >= 3) && world.points().next().is_some()
}

/// The world as Rust code for a regression test.
#[must_use]
pub fn as_code(world: &World) -> String {
    let points = |points: &[Point]| {
        let list: Vec<String> = points.iter().map(|p| format!("({:?}, {:?})", p.x, p.y)).collect();
        format!("[{}]", list.join(", "))
    };
    let polygons = |polygons: &[Polygon]| {
        let text = |p: &Polygon| {
            let holes: Vec<String> = p.holes.iter().map(|h| points(h)).collect();
            format!("        polygon(&{}, &[{}]),\n", points(&p.outer), holes.join(", "))
        };
        polygons.iter().map(text).collect::<String>()
    };
    let mut code = String::from("World {\n");
    let _ = writeln!(code, "    areas: vec![\n{}    ],", polygons(&world.areas));
    let _ = writeln!(code, "    obstacles: vec![\n{}    ],", polygons(&world.obstacles));
    let walls: String = world.walls.iter().map(|w| format!("        wall(&{}),\n", points(&w.points))).collect();
    let _ = writeln!(code, "    walls: vec![\n{walls}    ],\n    ..World::default()\n}}");
    if !world.barriers.is_empty() {
        let gates: Vec<String> = world.barriers.iter().map(|b| points(&b.segment)).collect();
        let _ = writeln!(code, "with the gates [{}]", gates.join(", "));
    }
    code
}
