//! Social force (Helbing and Molnár 1995; Helbing, Farkas and Vicsek 2000).
//!
//! A walker accelerates towards its wish within the time `tau`; others and walls push it away with a force that falls
//! off exponentially with their distance, those ahead more than those behind.

use crate::steer::{Around, Steering, each_rank};
use wayfront_geometry::Point;

/// Steering by forces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SocialForce {
    /// Strength of the push of others, in m/s².
    pub strength: f64,
    /// How fast the push falls off with distance, in metres.
    pub range: f64,
    /// What share of the push is felt from behind: 1 is as much as from ahead.
    pub lambda: f64,
    /// Time to reach the wished velocity, in seconds.
    pub tau: f64,
    /// How far a walker looks, in metres, from centre to centre.
    pub distance: f64,
    /// The most it walks, in multiples of its preferred speed.
    pub haste: f64,
}

impl Default for SocialForce {
    /// For people, in metres and seconds.
    fn default() -> Self {
        Self { strength: 5.0, range: 0.2, lambda: 0.3, tau: 0.5, distance: 3.0, haste: 1.3 }
    }
}

impl Steering for SocialForce {
    fn reach(&self) -> f64 {
        self.distance
    }

    fn steer(&self, around: &Around<'_>, next: &mut [Point]) {
        each_rank(around, next, || (), |rank, ()| self.velocity(around, around.near.seen()[rank].slot as usize));
    }
}

impl SocialForce {
    fn velocity(&self, around: &Around<'_>, slot: usize) -> Point {
        let flock = around.flock;
        let (velocity, wish) = (flock.velocity()[slot], flock.wish()[slot]);
        let force = (wish - velocity) * (1.0 / self.tau) + self.others(around, slot) + self.walls(around, slot);
        let next = velocity + force * around.step;
        let most = flock.speed()[slot] * self.haste;
        let length = next.length();
        if length > most { next * (most / length) } else { next }
    }

    fn others(&self, around: &Around<'_>, slot: usize) -> Point {
        let flock = around.flock;
        let (p, heading) = (flock.position()[slot], heading(flock.wish()[slot]));
        let mut sum = Point::new(0.0, 0.0);
        around.near.around(flock, p, self.distance, |other| {
            let out = p - flock.position()[other];
            let apart = out.length();
            if other == slot || apart == 0.0 {
                return;
            }
            let normal = out * (1.0 / apart);
            let ahead = self.lambda + (1.0 - self.lambda) * (1.0 - normal.dot(heading)) / 2.0;
            let gap = flock.radius()[slot] + flock.radius()[other] - apart;
            sum = sum + normal * (self.strength * (gap / self.range).exp() * ahead);
        });
        sum
    }

    fn walls(&self, around: &Around<'_>, slot: usize) -> Point {
        let flock = around.flock;
        let (p, radius) = (flock.position()[slot], flock.radius()[slot]);
        let mut sum = Point::new(0.0, 0.0);
        for wall in around.walls.within(p, self.distance) {
            let out = p - wall.nearest(p);
            let apart = out.length();
            if apart > 0.0 && apart <= self.distance && wall.faces(p) {
                sum = sum + out * (self.strength * ((radius - apart) / self.range).exp() / apart);
            }
        }
        sum
    }
}

fn heading(wish: Point) -> Point {
    let length = wish.length();
    if length > 0.0 { wish * (1.0 / length) } else { wish }
}
