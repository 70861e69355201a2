//! One obstacle of a world moves: the domain of the new world from the ground of the old one, a fresh one, and a wave
//! over it to compare with.

use super::{SEED, domain};
use crate::stopwatch::repeat;
use crate::table::Section;
use std::sync::Arc;
use wayfront::PathMap;
use wayfront::domain::DynamicDomain;
use wayfront::world::{World, random_polygons};

/// Which obstacle moves, and how far each time: small against its width, so that it stays in its cell.
const MOVER: usize = 800;
const STEP: f64 = 1e-3;

pub fn section() -> Section {
    let mut world = random_polygons(10_000 / 6, 6, SEED);
    let vertices = world.points().count();
    let (fresh, _) = repeat(|| {
        step(&mut world);
        domain(&world)
    });
    let mut ground = DynamicDomain::with_movable(&world, [MOVER]).expect("worlds made here are sound");
    let (moved, ours) = repeat(|| {
        step(&mut world);
        ground.domain(&world).expect("worlds made here are sound")
    });
    let mut map = PathMap::new(Arc::new(ours), &world.sources).expect("its source is free");
    let (wave, _) = repeat(|| map.rebuild(&world.sources).expect("its source is free"));
    let mut section = Section::new("One obstacle moves");
    section.row("fresh domain", vertices, fresh);
    section.row("domain from the ground", vertices, moved);
    section.row("path map of it, one thread", vertices, wave);
    section.ratio("fresh / from the ground", fresh.over(moved));
    section.ratio("from the ground / path map", moved.over(wave));
    section
}

fn step(world: &mut World) {
    for p in &mut world.obstacles[MOVER].outer {
        p.x += STEP;
    }
}
