//! The half-planes of permitted velocities of one walker.

use super::Orca;
use super::program::HalfPlane;
use crate::steer::Around;
use wayfront_geometry::Point;

/// Room for the half-planes of one walker: those of walls first, then those of others, the nearest first.
#[derive(Default)]
pub struct Planes {
    planes: Vec<HalfPlane>,
    walls: usize,
    /// Squared distance, id and slot of those who are near.
    near: Vec<(f64, u64, usize)>,
}

impl Planes {
    /// All half-planes.
    pub fn all(&self) -> &[HalfPlane] {
        &self.planes
    }

    /// How many of them, the first, are of walls.
    pub const fn walls(&self) -> usize {
        self.walls
    }

    /// Looks around a walker.
    pub fn gather(&mut self, model: &Orca, around: &Around<'_>, slot: usize) {
        self.planes.clear();
        self.add_walls(model, around, slot);
        self.walls = self.planes.len();
        self.find_nearest(model, around, slot);
        for &(_, _, other) in &self.near {
            self.planes.push(between(model, around, slot, other));
        }
    }

    fn add_walls(&mut self, model: &Orca, around: &Around<'_>, slot: usize) {
        let flock = around.flock;
        let (p, radius) = (flock.position()[slot], flock.radius()[slot]);
        let distance = radius + flock.speed()[slot] * model.haste * model.wall_horizon;
        for wall in around.walls.within(p, distance) {
            let out = p - wall.nearest(p);
            let apart = out.length();
            if apart <= distance && apart > 0.0 && wall.faces(p) {
                let offset = ((radius - apart) / model.wall_horizon).min(0.0);
                self.planes.push(HalfPlane { normal: out * (1.0 / apart), offset });
            }
        }
    }

    fn find_nearest(&mut self, model: &Orca, around: &Around<'_>, slot: usize) {
        let (flock, near) = (around.flock, &mut self.near);
        let p = flock.position()[slot];
        near.clear();
        around.near.around(flock, p, model.distance, |other| {
            if other != slot {
                let apart = flock.position()[other] - p;
                near.push((apart.dot(apart), flock.id()[other], other));
            }
        });
        near.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        near.truncate(model.neighbours);
    }
}

/// What a walker may do with respect to another, who does the other half.
fn between(model: &Orca, around: &Around<'_>, slot: usize, other: usize) -> HalfPlane {
    let flock = around.flock;
    let own = flock.velocity()[slot];
    let apart = flock.position()[other] - flock.position()[slot];
    let relative = own - flock.velocity()[other];
    let radius = flock.radius()[slot] + flock.radius()[other];
    let (squared, touching) = (apart.dot(apart), radius * radius);
    let (normal, change) = if squared > touching {
        let from_circle = relative - apart * (1.0 / model.horizon);
        let towards = from_circle.dot(apart);
        if towards < 0.0 && towards * towards > touching * from_circle.dot(from_circle) {
            off_circle(from_circle, radius / model.horizon, apart)
        } else {
            off_leg(apart, relative, radius, from_circle)
        }
    } else {
        // They overlap: out of it within this step.
        off_circle(relative - apart * (1.0 / around.step), radius / around.step, apart)
    };
    HalfPlane { normal, offset: normal.dot(own) + change * 0.5 }
}

/// The nearest way off the circle that ends the cone.
fn off_circle(from_centre: Point, radius: f64, apart: Point) -> (Point, f64) {
    let length = from_centre.length();
    let normal = if length > 0.0 {
        from_centre * (1.0 / length)
    } else if apart.length() > 0.0 {
        apart * (-1.0 / apart.length())
    } else {
        Point::new(1.0, 0.0)
    };
    (normal, radius - length)
}

/// The nearest way off the cone's left or right leg.
fn off_leg(apart: Point, relative: Point, radius: f64, from_circle: Point) -> (Point, f64) {
    let squared = apart.dot(apart);
    let leg = (squared - radius * radius).sqrt();
    let on_left = apart.cross(from_circle) > 0.0;
    let side = if on_left { 1.0 } else { -1.0 };
    // Along the leg, away from the walker; the normal leads out of the cone.
    let along = (apart * leg + apart.left() * (side * radius)) * (1.0 / squared);
    let normal = along.left() * side;
    (normal, -relative.dot(normal))
}
