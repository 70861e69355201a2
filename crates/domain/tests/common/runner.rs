//! Runs a property on many random worlds. A world that fails is made smaller, as long as it still fails, and printed
//! as Rust code together with its seed.
//!
//! `WAYFRONT_FUZZ_SECONDS=60` goes on with new seeds for a minute per property; `WAYFRONT_FUZZ_SEED=7` starts them
//! at 7 instead of at the clock.

use super::rng::Rng;
use std::cell::Cell;
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant, SystemTime};
use wayfront_geometry::Point;
use wayfront_world::{Polygon, World};

/// What is wrong, in words.
pub type Verdict = Result<(), String>;

thread_local! {
    static IS_QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Checks `property` on `count` worlds. Random choices of the property come from the generator it is given.
pub fn check(name: &str, count: u64, make: impl Fn(&mut Rng) -> World, property: impl Fn(&World, &mut Rng) -> Verdict) {
    for seed in 0..count {
        check_seed(name, seed, &make, &property);
    }
    let number = |variable: &str| std::env::var(variable).ok().and_then(|v| v.parse::<u64>().ok());
    let Some(seconds) = number("WAYFRONT_FUZZ_SECONDS") else { return };
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |d| d.as_nanos() as u64);
    let first = number("WAYFRONT_FUZZ_SEED").unwrap_or(now >> 8);
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut seed = first;
    while Instant::now() < end {
        check_seed(name, seed, &make, &property);
        seed += 1;
    }
    println!("{name}: {} more worlds from seed {first}", seed - first);
}

fn check_seed(
    name: &str,
    seed: u64,
    make: &impl Fn(&mut Rng) -> World,
    property: &impl Fn(&World, &mut Rng) -> Verdict,
) {
    let world = make(&mut Rng::new(seed));
    let verdict = |world: &World| {
        let run = || property(world, &mut Rng::new(!seed));
        catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| Err("panic".into()))
    };
    if verdict(&world).is_ok() {
        return;
    }
    hush();
    IS_QUIET.set(true);
    let small = shrunk(world, |w| verdict(w).is_err());
    IS_QUIET.set(false);
    let why = verdict(&small).expect_err("shrinking keeps the failure");
    panic!("{name}, seed {seed}: {why}\n{}", as_code(&small));
}

/// Keeps panics quiet while a world is made smaller.
fn hush() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !IS_QUIET.get() {
                usual(info);
            }
        }));
    });
}

/// Leaves out shapes, holes and points while the world still fails.
fn shrunk(mut world: World, fails: impl Fn(&World) -> bool) -> World {
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
    let walls_are_long = world.walls.iter().all(|w| super::worlds::distinct(&w.points) >= 2);
    walls_are_long && rings.all(|r| super::worlds::distinct(r) >= 3) && world.points().next().is_some()
}

/// The world as Rust code for a regression test.
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
