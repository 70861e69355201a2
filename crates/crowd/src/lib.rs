//! Crowds: many agents in one world.
//!
//! A [`Agents`] holds agents as discs, each with the velocity that it wishes for. A [`SteeringModel`] turns wishes into
//! velocities that respect the others and the [`Walls`]: [`Orca`] avoids collisions by half-planes of permitted
//! velocities, [`SocialForce`] by forces between agents. [`advance`] moves all of them: no disc ever enters a wall,
//! whatever the model says.
//!
//! A [`Simulation`] runs the crowd of a scene; a [`Recorder`] writes its trajectories while it goes on.
//!
//! # Which container of agents is for what
//!
//! | container | holds | moves them | for |
//! |---|---|---|---|
//! | [`Agents`] | discs in flat arrays, with the velocity that each wishes for | a [`SteeringModel`] and [`advance`] | programs with a loop of their own, such as games |
//! | [`Simulation`] | a flock, and for each agent its group, targets, guide and statistics | [`Simulation::step`] | runs of a scene with a crowd: evacuations, stations, measurements |
//!
//! A step reads all agents as they were and writes them as they will be; the result is the same, bit for bit, on any
//! number of threads.

mod agents;
mod examine;
mod fundamental;
mod lead;
mod neighbours;
mod plan;
mod recording;
mod seeds;
mod simulation;
mod steering;
mod walls;

pub use agents::{Agent, Agents};
pub use examine::{Findings, examine};
pub use fundamental::weidmann;
pub use lead::AnyGuide;
pub use neighbours::{Nearest, Neighbours};
pub use recording::{
    Occupancy, QueueLog, QueueRecord, Recorder, RecordingError, RecordingKind, Seen, Snapshot, Trajectories,
    Trajectory, steps_per_frame,
};
#[cfg(feature = "sqlite")]
pub use recording::{ReadRecording, ReadRecordingError};
pub use seeds::{Estimate, ExitFigures, RunFigures, run_seeds};
pub use simulation::{
    AreaSample, Capture, ExitReport, MeasureReport, Passage, Phase, Phases, Queue, Simulation, Summary, TrappedAgent,
    Trip,
};
pub use steering::{Orca, Sights, SocialForce, SteeringModel, Surroundings, advance};
pub use walls::Walls;
