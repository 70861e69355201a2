//! Small worlds, and crowds that walk in them without a scene: bodies, walls and a steering model.

use crate::domains::distance_to_outline;
use wayfront_crowd::{Agent, Agents, Neighbours, SteeringModel, Surroundings, Walls, advance};
use wayfront_domain::Domain;
use wayfront_geometry::Point;
use wayfront_world::{Place, Polygon, Random, Wall, World};

/// A rectangle by its lower left corner and its size.
#[must_use]
pub fn rectangle(x: f64, y: f64, width: f64, height: f64) -> Polygon {
    Polygon::ring([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
}

/// A wall through these points.
#[must_use]
pub fn thin_wall(points: &[(f64, f64)]) -> Wall {
    Wall { points: points.iter().map(|&p| p.into()).collect(), place: Place::default() }
}

/// Two rooms of 10 m x 10 m with a door between them.
#[must_use]
pub fn rooms_with_door(width: f64) -> World {
    let low = rectangle(9.8, 0.0, 0.4, 5.0 - width / 2.0);
    let high = rectangle(9.8, 5.0 + width / 2.0, 0.4, 5.0 - width / 2.0);
    World::new().area(rectangle(0.0, 0.0, 20.0, 10.0)).with_obstacles(vec![low, high])
}

/// Share of its radius by which a disc may enter a wall: rounding of its position.
const ROUNDING: f64 = 1e-12;

/// A crowd in a world.
pub struct Crowd {
    /// Where they walk.
    pub domain: Domain,
    /// What holds them.
    pub walls: Walls,
    /// What is near what.
    pub near: Neighbours,
    /// The agents.
    pub agents: Agents,
    /// Seconds since the start.
    pub time: f64,
    next: Vec<Point>,
}

impl Crowd {
    /// No agents yet.
    ///
    /// # Panics
    /// If the world has no domain.
    #[must_use]
    pub fn new(world: &World, model: &dyn SteeringModel) -> Self {
        let domain = Domain::without_doors(world).expect("has a domain");
        let walls = Walls::of(&domain, model.reach());
        let near = Neighbours::new(model.reach());
        Self { domain, walls, near, agents: Agents::new(), time: 0.0, next: Vec::new() }
    }

    /// Adds an agent at rest and gives its number.
    pub fn add(&mut self, position: impl Into<Point>, radius: f64, speed: f64) -> u64 {
        let id = self.agents.id().iter().max().map_or(0, |id| id + 1);
        let still = Point::new(0.0, 0.0);
        self.agents.push(Agent { id, position: position.into(), velocity: still, radius, speed });
        id
    }

    /// Adds up to `count` agents at free places of a box, none touching another.
    pub fn fill(&mut self, random: &mut Random, corners: [(f64, f64); 2], radius: [f64; 2], count: usize) {
        for _ in 0..200 * count {
            let [low, high] = corners;
            let at = Point::new(random.between(low.0, high.0), random.between(low.1, high.1));
            let size = random.between(radius[0], radius[1]);
            let others = self.agents.position().iter().zip(self.agents.radius());
            let touches = others.clone().any(|(p, r)| p.distance(at) < (r + size) * 1.001);
            if !touches && self.walls.is_clear(at, size * 1.001) {
                let speed = random.between(1.0, 1.6);
                self.add(at, size, speed);
            }
            if self.agents.len() >= count {
                break;
            }
        }
    }

    /// One step towards what `aim` says: a place for each id and position.
    pub fn step(&mut self, model: &dyn SteeringModel, step: f64, aim: &dyn Fn(u64, Point) -> Point) {
        for k in 0..self.agents.len() {
            let wish = aim(self.agents.id()[k], self.agents.position()[k]) - self.agents.position()[k];
            let (length, speed) = (wish.length(), self.agents.speed()[k]);
            let pace = speed.min(length / step);
            self.agents.wish_mut()[k] = if length > 0.0 { wish * (pace / length) } else { wish };
        }
        self.near.rebuild(&self.agents);
        self.next.resize(self.agents.len(), Point::new(0.0, 0.0));
        let around = Surroundings { agents: &self.agents, near: &self.near, walls: &self.walls, step, sights: None };
        model.steer(&around, &mut self.next);
        advance(&mut self.agents, &self.walls, &self.next, step);
        self.time += step;
    }

    /// Takes out all that are there and counts them.
    pub fn remove(&mut self, is_there: impl Fn(u64, Point) -> bool) -> usize {
        let before = self.agents.len();
        for slot in (0..before).rev() {
            if is_there(self.agents.id()[slot], self.agents.position()[slot]) {
                self.agents.swap_remove(slot);
            }
        }
        before - self.agents.len()
    }

    /// How far the nearest outline or wall is, measured one by one.
    #[must_use]
    pub fn room(&self, p: Point) -> f64 {
        distance_to_outline(&self.domain, p)
    }

    /// Checks that no disc is in a wall.
    ///
    /// # Panics
    /// If one is.
    pub fn assert_out_of_walls(&self, what: &str) {
        for ((&p, &radius), id) in self.agents.position().iter().zip(self.agents.radius()).zip(self.agents.id()) {
            assert!(p.is_finite() && self.domain.contains(p), "{what}: agent {id} at {p} is outside");
            let room = self.room(p);
            assert!(room >= radius * (1.0 - ROUNDING), "{what}: agent {id} at {p} has {room}, needs {radius}");
        }
    }

    /// The largest overlap of two agents, in parts of the smaller radius.
    #[must_use]
    pub fn overlap(&self) -> f64 {
        let mut most: f64 = 0.0;
        for (slot, &p) in self.agents.position().iter().enumerate() {
            let radius = self.agents.radius();
            self.near.around(&self.agents, p, 2.0, |other| {
                if other != slot {
                    let gap = self.agents.position()[other].distance(p) - radius[slot] - radius[other];
                    most = most.max(-gap / radius[slot].min(radius[other]));
                }
            });
        }
        most
    }
}
