//! One obstacle of a world moves: the domain of the new world from the ground of the old one, a fresh one, and a wave
//! over it to compare with.

use super::{SEED, domain};
use crate::stopwatch::repeat;
use crate::table::{Row, Section};
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
    Section {
        title: "One obstacle moves".into(),
        rows: vec![
            Row::new("fresh domain", vertices, fresh),
            Row::new("domain from the ground", vertices, moved),
            Row::new("path map of it, one thread", vertices, wave),
        ],
        remarks: vec![
            format!(
                "fresh / from the ground: {:.2} (best {:.2})",
                fresh.median / moved.median,
                fresh.best / moved.best
            ),
            format!(
                "from the ground / path map: {:.2} (best {:.2})",
                moved.median / wave.median,
                moved.best / wave.best
            ),
        ],
    }
}

fn step(world: &mut World) {
    for p in &mut world.obstacles[MOVER].outer {
        p.x += STEP;
    }
}
