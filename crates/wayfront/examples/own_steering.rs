//! A steering model of your own: it turns the wish of each agent into a velocity. This one keeps a distance.
//!
//! `cargo run --release --example own_steering`

use wayfront::crowd::{Simulation, SteeringModel, Surroundings};
use wayfront::{Point, Scene};

/// Walks as wished, and away from all others within a metre.
struct Shy;

impl SteeringModel for Shy {
    fn reach(&self) -> f64 {
        1.0
    }

    fn steer(&self, around: &Surroundings<'_>, next: &mut [Point]) {
        let (agents, near) = (around.agents, around.near);
        for (slot, next) in next.iter_mut().enumerate() {
            let (at, speed) = (agents.position()[slot], agents.speed()[slot]);
            let mut velocity = agents.wish()[slot];
            near.around(agents, at, self.reach(), |other| {
                let away = at - agents.position()[other];
                if other != slot {
                    velocity = velocity + away * ((self.reach() - away.length()) / away.length().max(0.01));
                }
            });
            *next = velocity * (speed / velocity.length().max(speed));
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let scene = Scene::open("crossing")?;
    let mut run = Simulation::of(&scene)?;
    run.steer_by(Box::new(Shy));
    while run.is_going_on() {
        run.step();
    }
    let summary = run.summary();
    println!("{} of {} arrived", summary.trips.len(), summary.entered);
    assert!(!summary.trips.is_empty());
    Ok(())
}
