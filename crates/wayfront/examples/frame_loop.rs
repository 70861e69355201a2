//! A frame loop: agents wait before a door that opens, and walk to their goal. See docs/games.md for each step.
//!
//! `cargo run --example frame_loop`

use wayfront::crowd::{Agent, Agents, Neighbours, Orca, SteeringModel, Surroundings, Walls, advance};
use wayfront::world::{Door, Source};
use wayfront::{Guide, LiveMap, Point, World};

const STEP: f64 = 0.05; // seconds
const RADIUS: f64 = 0.25;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let goal = Point::new(19.0, 5.0);
    let mut level = World::new()
        .area([[0.0, 0.0], [20.0, 0.0], [20.0, 10.0], [0.0, 10.0]])
        .wall([[10.0, 0.0], [10.0, 4.0]])
        .wall([[10.0, 6.0], [10.0, 10.0]])
        .door(Door::new("door", (10.0, 4.0), (10.0, 6.0)))
        .source(Source::point(goal));
    let (steering, mut live) = (Orca::default(), LiveMap::new(&level, 0.0)?);
    let (mut near, mut agents) = (Neighbours::new(steering.reach()), Agents::new());
    for id in 0..20 {
        let position = Point::new(1.0 + (id % 5) as f64, 3.0 + (id / 5) as f64);
        agents.push(Agent { id, position, velocity: Point::default(), radius: RADIUS, speed: 1.4 });
    }
    let mut frame = 0;
    while !agents.is_empty() && frame < 2000 {
        level.doors[0].open = frame >= 100;
        live.follow(&level)?; // compares, and does what is needed
        let closed: Vec<[Point; 2]> = level.closed_doors().collect();
        let walls = Walls::with(live.map().domain(), &closed, steering.reach());
        for slot in 0..agents.len() {
            let at = agents.position()[slot];
            let path = live.map().route(at).unwrap_or_default(); // none while the door is closed
            let aim = path.iter().copied().find(|p| p.distance(at) > 2.0 * RADIUS).unwrap_or(at);
            agents.wish_mut()[slot] = (aim - at) * (1.4 / aim.distance(at).max(RADIUS));
        }
        near.rebuild(&agents);
        let mut next = vec![Point::default(); agents.len()];
        steering
            .steer(&Surroundings { agents: &agents, near: &near, walls: &walls, step: STEP, sights: None }, &mut next);
        advance(&mut agents, &walls, &next, STEP); // no disc enters a wall
        for slot in
            (0..agents.len()).rev().filter(|&slot| agents.position()[slot].distance(goal) < 1.0).collect::<Vec<_>>()
        {
            agents.swap_remove(slot);
        }
        frame += 1;
    }
    println!("all agents have arrived after {:.1} s", f64::from(frame) * STEP);
    assert!(agents.is_empty() && frame > 200);
    Ok(())
}
