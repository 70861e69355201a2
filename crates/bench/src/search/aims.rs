//! Aims: ten thousand agents of one goal ask a wave where to go.

use crate::stopwatch::in_turns;
use crate::table::Section;
use std::hint::black_box;
use wayfront::search::CellGuide;
use wayfront::world::{Random, Source, World};
use wayfront::{Guide, Point, Scene};

const AGENTS: usize = 10_000;
/// Times that all agents ask in one measurement.
const ROUNDS: usize = 20;

pub fn section() -> Section {
    let mut random = Random::new(5);
    let mut world = World::new().area([[0.0, 0.0], [1024.0, 0.0], [1024.0, 1024.0], [0.0, 1024.0]]);
    for _ in 0..200 {
        let (x, y, side) = (random.unit() * 1000.0, random.unit() * 1000.0, 4.0 + random.unit() * 16.0);
        world = world.obstacle([[x, y], [x + side, y], [x + side, y + side], [x, y + side]]);
    }
    world = world.source(Source::segment((0.0, 500.0), (0.0, 520.0)));
    let scene = Scene::new(world).expect("a sound world");
    let guide = CellGuide::of(&scene, 1.0, 0.0).expect("a grid within range");
    let mut agents: Vec<Point> = Vec::new();
    while agents.len() < AGENTS {
        let p = Point::new(random.unit() * 1024.0, random.unit() * 1024.0);
        if guide.aim(p).is_ok() {
            agents.push(p);
        }
    }
    let ask = || {
        for _ in 0..ROUNDS {
            agents.iter().for_each(|&p| _ = black_box(guide.aim(p)));
        }
    };
    let times = in_turns(&mut [ask], 15)[0];
    let mut section = Section::new("Aims: a wave on 1024 x 1024");
    section.row("aims of 10,000 agents at random places, one core", AGENTS * ROUNDS, times);
    section
}
