//! The fundamental diagram: how fast people walk in a closed corridor, over how many there are.
//!
//! A corridor 1.8 m wide runs around a ring, as in the experiments with closed corridors; all agents want to go round it.
//! After a while the mean speed along the corridor hardly changes. Deterministic.

use std::f64::consts::{PI, TAU};
use wayfront_crowd::{Agent, Agents, Neighbours, SteeringModel, Surroundings, Walls, advance};
use wayfront_domain::Domain;
use wayfront_geometry::Point;
use wayfront_world::{Polygon, World};

/// Inner and outer radius of the corridor, and the corners of its outlines.
const INNER: f64 = 5.0;
const OUTER: f64 = 6.8;
const CORNERS: u32 = 64;
/// Radius and speed of the agents: Weidmann's people.
const RADIUS: f64 = 0.2;
const SPEED: f64 = 1.34;
/// Seconds before the measurement begins, and of the measurement.
const WARM_UP: f64 = 20.0;
const MEASURED: f64 = 20.0;

/// A point of the fundamental diagram.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RingSpeed {
    /// Agents for each square metre.
    pub density: f64,
    /// Their mean speed along the corridor, in m/s.
    pub speed: f64,
}

/// Lets about `density` agents for each square metre walk around a closed corridor, in steps of `step` seconds, and
/// measures how fast they go. Densities from 0 to 4.
pub fn ring_corridor(model: &dyn SteeringModel, density: f64, step: f64) -> RingSpeed {
    let area = PI * (OUTER * OUTER - INNER * INNER);
    let mut agents = agents((density * area).round().max(1.0) as usize);
    let walls = corridor(model.reach());
    let mut near = Neighbours::new(model.reach());
    let mut next = vec![Point::new(0.0, 0.0); agents.len()];
    let (mut sum, mut steps) = (0.0, 0);
    for k in 0..((WARM_UP + MEASURED) / step) as usize {
        for slot in 0..agents.len() {
            agents.wish_mut()[slot] = onwards(agents.position()[slot]) * SPEED;
        }
        near.rebuild(&agents);
        model.steer(&Surroundings { agents: &agents, near: &near, walls: &walls, step, sights: None }, &mut next);
        advance(&mut agents, &walls, &next, step);
        if k as f64 * step >= WARM_UP {
            let along = agents.position().iter().zip(agents.velocity()).map(|(&p, &v)| v.dot(onwards(p)));
            sum += along.sum::<f64>() / agents.len() as f64;
            steps += 1;
        }
    }
    RingSpeed { density: agents.len() as f64 / area, speed: sum / f64::from(steps.max(1)) }
}

/// Counter-clockwise around the ring, of length 1.
fn onwards(p: Point) -> Point {
    p.left() * (1.0 / p.length().max(f64::MIN_POSITIVE))
}

fn corridor(reach: f64) -> Walls {
    let ring = |radius: f64| {
        let corner = |k: u32| {
            let (sin, cos) = (f64::from(k) * TAU / f64::from(CORNERS)).sin_cos();
            (cos * radius, sin * radius)
        };
        Polygon::ring((0..CORNERS).map(corner))
    };
    let world = World::new().area(ring(OUTER)).obstacle(ring(INNER));
    // Two regular polygons, one inside the other, are always sound.
    Walls::of(&Domain::without_doors(&world).expect("two regular polygons are sound"), reach)
}

/// Agents in lanes, evenly around the ring; each lane is turned a bit against the next.
fn agents(count: usize) -> Agents {
    let lanes = if count < 40 { 2 } else { 4 };
    let mut agents = Agents::new();
    for k in 0..count {
        let (lane, place) = (k % lanes, k / lanes);
        let in_lane = count / lanes + usize::from(lane < count % lanes);
        let angle = (place as f64 + lane as f64 * 0.37) * TAU / in_lane as f64;
        let room = OUTER - INNER - 2.0 * RADIUS - 0.04;
        let radius = INNER + RADIUS + 0.02 + room * lane as f64 / (lanes - 1) as f64;
        let position = Point::new(angle.cos() * radius, angle.sin() * radius);
        agents.push(Agent { id: k as u64, position, velocity: Point::new(0.0, 0.0), radius: RADIUS, speed: SPEED });
    }
    agents
}
