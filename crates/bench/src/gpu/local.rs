//! Local maps of a swarm in a hall with pillars: one step on the card and on the processor.

use super::{Effort, add, measured};
use crate::table::Section;
use std::sync::Arc;
use wayfront::gpu::{Gpu, GpuError, GpuLocalMaps};
use wayfront::potential::{Bias, PotentialMap};
use wayfront::potential::{FieldAgent, Swarm, SwarmOptions};
use wayfront::world::Random;
use wayfront::{Point, Scene};

/// A disc and a question up, a direction back.
const AGENT_BYTES: u64 = 24 + 72 + 8;
/// Long enough for a step, too short to arrive.
const STEP: f64 = 1e-3;

pub fn section(gpu: &Gpu, effort: Effort) -> Result<Section, GpuError> {
    let mut section = Section::new("Local maps (published: up to 56.6 times one core, 500 agents, 9800 GX2)");
    let Some(map) = Scene::open("hall").ok().and_then(|scene| {
        let cell = scene.walled_domain().bounds().size() / 200.0;
        PotentialMap::of(&scene, cell, Bias::NONE).ok().map(Arc::new)
    }) else {
        return Ok(section);
    };
    let places: Vec<Point> =
        map.grid().free_cells().filter(|&cell| map.is_reached(cell)).map(|cell| map.grid().centre(cell)).collect();
    let goals: Vec<_> = map.goals().collect();
    let cases: &[(usize, usize)] =
        if effort.is_quick { &[(1000, 21)] } else { &[(1000, 11), (1000, 16), (1000, 21), (1000, 33), (10_000, 21)] };
    for &(agents, side) in cases {
        let mut random = Random::new(1);
        let start: Vec<FieldAgent> = (0..agents).map(|_| FieldAgent::at(places[random.below(places.len())])).collect();
        let options = SwarmOptions { side, ..SwarmOptions::default() };
        let swarm = || Swarm::new(vec![map.clone()], start.clone(), options);
        let mut maps = GpuLocalMaps::new(gpu, side, options.cell)?;
        maps.set_world(map.grid(), [&goals[..]])?;
        let (mut on_card, mut beside) = (swarm(), swarm());
        let step = || on_card.step_by(STEP, |discs, asked| maps.descents(options.aperture, discs, asked));
        let bytes = AGENT_BYTES * agents as u64;
        let times = measured(gpu, effort, bytes, step, Some(&mut || beside.step(STEP)))?;
        add(&mut section, &format!("step of a swarm, maps of {side} x {side}"), agents, bytes, times);
    }
    Ok(section)
}
