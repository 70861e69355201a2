//! A guide of your own: whatever implements `Guide` leads agents. This one makes a detour by a landmark.
//!
//! `cargo run --release --example own_guide`

use std::sync::Arc;
use wayfront::crowd::Simulation;
use wayfront::domain::NoPath;
use wayfront::world::{Source, builtin};
use wayfront::{Domain, Guide, PathMap, Point, Scene};

/// Leads by way of a landmark as long as the landmark is nearer than the exit.
struct ByLandmark {
    exits: PathMap,
    landmark: PathMap,
}

impl ByLandmark {
    fn map(&self, p: Point) -> &PathMap {
        let is_far = |map: &PathMap| map.cost(p).unwrap_or(f64::INFINITY);
        let is_before = is_far(&self.landmark) > 1.0 && is_far(&self.landmark) < is_far(&self.exits);
        if is_before { &self.landmark } else { &self.exits }
    }
}

impl Guide for ByLandmark {
    fn cost(&self, p: Point) -> Result<f64, NoPath> {
        self.map(p).cost(p)
    }

    fn aim(&self, p: Point) -> Result<Point, NoPath> {
        self.map(p).aim(p)
    }

    fn route(&self, p: Point) -> Result<Vec<Point>, NoPath> {
        self.map(p).route(p)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let scene = Scene::new(builtin("crossing").ok_or("is built in")?)?;
    let domain = Arc::new(Domain::without_doors(scene.world())?);
    let middle = domain.bounds().min.lerp(domain.bounds().max, 0.5);
    let guide = ByLandmark { exits: PathMap::of(&scene)?, landmark: PathMap::new(domain, &[Source::point(middle)])? };
    let mut run = Simulation::of(&scene)?;
    run.lead(0, Box::new(guide));
    while run.is_going_on() {
        run.step();
    }
    println!("{} arrived", run.summary().trips.len());
    assert!(!run.summary().trips.is_empty());
    Ok(())
}
