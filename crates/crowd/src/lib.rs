//! Crowds: many walkers in one world.
//!
//! A [`Flock`] holds the walkers as discs, each with the velocity that it wishes for. A [`Steering`] model turns wishes
//! into velocities that respect the others and the [`Walls`]: [`Orca`] avoids collisions by half-planes of permitted
//! velocities, [`SocialForce`] by forces between walkers. [`advance`] moves everybody: no disc ever enters a wall,
//! whatever the model says.
//!
//! A [`Simulation`] runs the crowd of a scene; a [`Recorder`] writes its trajectories while it goes on.
//!
//! A step reads all walkers as they were and writes them as they will be; the result is the same, bit for bit, on any
//! number of threads.

mod berth;
mod flock;
mod lead;
mod moving;
mod nature;
mod near;
mod openings;
mod orca;
mod plan;
mod recording;
mod simulation;
mod social;
mod steer;
mod walls;

pub use flock::{Body, Flock};
pub use lead::AnyGuide;
pub use moving::advance;
pub use near::{Near, Nearest};
pub use orca::Orca;
pub use recording::{
    Footfall, QueueLog, QueueRecord, Recorder, RecordingFault, RecordingKind, Seen, Snapshot, Trail, Trails,
    steps_per_frame,
};
pub use simulation::{AreaSample, MeasureReport, Passage, Phase, Phases, Queue, Simulation, Summary, Trip};
pub use social::{RingSpeed, SocialForce, ring_corridor};
pub use steer::{Around, Steering};
pub use walls::Walls;
