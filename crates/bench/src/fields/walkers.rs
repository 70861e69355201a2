//! Local maps: how many agents can be moved in a second. The papers moved 500 with maps of 21 x 21 cells on a graphics
//! card, up to 56.6 times as fast as one core.

use super::SEED;
use crate::stopwatch::repeat;
use crate::table::{Bound, Section};
use std::sync::Arc;
use wayfront::potential::{Bias, PotentialMap};
use wayfront::potential::{FieldAgent, Swarm, SwarmOptions};
use wayfront::world::{Random, builtin};
use wayfront::{Domain, Point};

const WALKERS: usize = 500;

pub fn section() -> Section {
    let world = builtin("hall").expect("is built in");
    let domain = Arc::new(Domain::without_doors(&world).expect("is sound"));
    let cell = domain.bounds().size() / 200.0;
    let map = PotentialMap::of_domain(domain, cell, &world.sources, Bias::NONE).expect("is sound");
    let map = Arc::new(map);
    let mut random = Random::new(SEED);
    let cells: Vec<Point> =
        map.grid().free_cells().filter(|&cell| map.is_reached(cell)).map(|cell| map.grid().centre(cell)).collect();
    let walkers: Vec<FieldAgent> = (0..WALKERS).map(|_| FieldAgent::at(cells[random.below(cells.len())])).collect();
    let mut section = Section::new("Local maps in a hall with pillars, all cores");
    for side in [11, 16, 21, 33] {
        let options = SwarmOptions { side, ..SwarmOptions::default() };
        let mut swarm = Swarm::new(vec![map.clone()], walkers.clone(), options);
        let (times, ()) = repeat(|| swarm.step(1.0 / 60.0));
        section.row(format!("one step of {WALKERS} agents, maps of {side} x {side}"), WALKERS, times);
        if side == 21 {
            let what = format!("{WALKERS} agents, 21 x 21, steps per second");
            section.target(what, times.map(|seconds| 1.0 / seconds), Bound::AtLeast(60.0));
        }
    }
    section
}
