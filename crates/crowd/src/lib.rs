//! Crowds: many walkers in one world.
//!
//! A [`Flock`] holds the walkers as discs, each with the velocity that it wishes for. A [`Steering`] model turns wishes
//! into velocities that respect the others and the [`Walls`]: [`Orca`] avoids collisions by half-planes of permitted
//! velocities, [`SocialForce`] by forces between walkers. [`advance`] moves everybody: no disc ever enters a wall,
//! whatever the model says.
//!
//! A step reads all walkers as they were and writes them as they will be; the result is the same, bit for bit, on any
//! number of threads.

mod flock;
mod moving;
mod near;
mod orca;
mod social;
mod steer;
mod walls;

pub use flock::{Body, Flock};
pub use moving::advance;
pub use near::{Near, Nearest};
pub use orca::Orca;
pub use social::{RingSpeed, SocialForce, ring_corridor};
pub use steer::{Around, Steering};
pub use walls::Walls;
