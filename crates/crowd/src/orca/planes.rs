//! The half-planes of permitted velocities of one walker, eight at a time.

use super::program::{EIGHT, HalfPlane, HalfPlanes};
use crate::steer::Around;
use wayfront_geometry::Point;

/// What all pairs have in common.
#[derive(Clone, Copy)]
pub struct Traits {
    pub inverse_horizon: f32,
    pub inverse_step: f32,
}

/// Eight others, as one walker sees them.
#[derive(Clone, Copy, Default)]
struct Others {
    /// Where they are, from the walker.
    x: [f32; EIGHT],
    y: [f32; EIGHT],
    /// The walker's velocity minus theirs.
    vx: [f32; EIGHT],
    vy: [f32; EIGHT],
    /// The sum of both radii.
    radius: [f32; EIGHT],
}

/// Room for the half-planes of one walker: those of walls first, then those of others.
#[derive(Default)]
pub struct Planes {
    planes: HalfPlanes,
    walls: usize,
}

impl Planes {
    /// All half-planes.
    pub const fn all(&self) -> &HalfPlanes {
        &self.planes
    }

    /// How many of them, the first, are of walls.
    pub const fn walls(&self) -> usize {
        self.walls
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.planes.clear();
        self.walls = 0;
    }

    /// Walls that the walker could reach within the horizon. A standing walker satisfies all of them.
    pub fn add_walls(&mut self, around: &Around<'_>, rank: usize, horizon: f64, most: f64) {
        let (p, radius) = (around.near.point(rank), f64::from(around.near.seen()[rank].radius));
        let distance = radius + most * horizon;
        for wall in around.walls.within(p, distance) {
            let out = p - wall.nearest(p);
            let squared = out.dot(out);
            if squared <= distance * distance && squared > 0.0 && wall.faces(p) {
                let apart = squared.sqrt();
                let offset = ((radius - apart) / horizon).min(0.0);
                let normal = [(out.x / apart) as f32, (out.y / apart) as f32];
                self.planes.push(HalfPlane { normal, offset: offset as f32 });
            }
        }
        self.walls = self.planes.len();
    }

    /// Others, by their ranks.
    pub fn add_others(&mut self, around: &Around<'_>, traits: Traits, rank: usize, others: &[u32]) {
        let own = around.near.seen()[rank];
        for eight in others.chunks(EIGHT) {
            let mut seen = Others::default();
            for (k, &other) in eight.iter().enumerate() {
                seen.set(k, around, rank, other as usize);
            }
            let planes = seen.half_planes(own.velocity, traits);
            planes[..eight.len()].iter().for_each(|&plane| self.planes.push(plane));
        }
    }
}

impl Others {
    #[inline]
    fn set(&mut self, k: usize, around: &Around<'_>, rank: usize, other: usize) {
        let near = around.near;
        let (own, seen) = (near.seen()[rank], near.seen()[other]);
        let mut apart = near.point(other) - near.point(rank);
        self.radius[k] = own.radius + seen.radius;
        if apart.dot(apart) < 1e-12 * f64::from(self.radius[k] * self.radius[k]) {
            let ids = around.flock.id();
            apart = parted(ids[own.slot as usize], ids[seen.slot as usize]) * (1e-3 * f64::from(self.radius[k]));
        }
        (self.x[k], self.y[k]) = (apart.x as f32, apart.y as f32);
        self.vx[k] = own.velocity[0] - seen.velocity[0];
        self.vy[k] = own.velocity[1] - seen.velocity[1];
    }

    /// What the walker may do with respect to each of them, who does the other half.
    ///
    /// Relative velocities that lead to a collision within the horizon fill a cone with a round tip. The change of
    /// velocity is the nearest way out of it: off the circle of the tip, or off one of the legs. Those who overlap get
    /// apart within the step.
    fn half_planes(&self, own: [f32; 2], traits: Traits) -> [HalfPlane; EIGHT] {
        let mut planes = [HalfPlane::default(); EIGHT];
        let (mut nx, mut ny, mut offset) = ([0.0; EIGHT], [0.0; EIGHT], [0.0; EIGHT]);
        for k in 0..EIGHT {
            let (x, y, vx, vy, radius) = (self.x[k], self.y[k], self.vx[k], self.vy[k], self.radius[k]);
            let (squared, touching) = (x * x + y * y, radius * radius);
            let overlap = squared <= touching;
            let inverse = if overlap { traits.inverse_step } else { traits.inverse_horizon };
            // From the centre of the tip. In the very centre any way is as good: away from the other.
            let (wx, wy) = (vx - x * inverse, vy - y * inverse);
            let none = wx * wx + wy * wy < 1e-12 * squared * inverse * inverse;
            let wx = if none { x * -1e-6 * inverse } else { wx };
            let wy = if none { y * -1e-6 * inverse } else { wy };
            let (ww, towards, turn) = (wx * wx + wy * wy, wx * x + wy * y, x * wy - y * wx);
            let tip = overlap | ((towards < 0.0) & (towards * towards > touching * ww));
            let root = (if tip { ww } else { squared - touching }).sqrt();
            let scale = 1.0 / (if tip { root } else { squared });
            let side = if turn > 0.0 { 1.0 } else { -1.0 };
            // A leg leads along the other's direction, turned by the angle that its disc fills.
            let (leg_x, leg_y) = (x * root - side * y * radius, y * root + side * x * radius);
            nx[k] = scale * if tip { wx } else { -leg_y * side };
            ny[k] = scale * if tip { wy } else { leg_x * side };
            let change = if tip { radius * inverse - root } else { -(vx * nx[k] + vy * ny[k]) };
            offset[k] = nx[k] * own[0] + ny[k] * own[1] + 0.5 * change;
        }
        for (k, plane) in planes.iter_mut().enumerate() {
            *plane = HalfPlane { normal: [nx[k], ny[k]], offset: offset[k] };
        }
        planes
    }
}

/// A direction for two walkers in the same place: opposite ones for the two of them.
fn parted(own: u64, other: u64) -> Point {
    let angle = (own.min(other) ^ own.max(other).rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    let (sin, cos) = (angle as f64 * 1e-9).sin_cos();
    let side = if own < other { 1.0 } else { -1.0 };
    Point::new(cos * side, sin * side)
}
