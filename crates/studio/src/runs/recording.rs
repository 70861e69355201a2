//! Recordings of runs, ours and others', played like runs.

use super::{AgentRow, Progress, RunFrame, SharedRun};
use std::path::Path;
use std::sync::Arc;
use wayfront_crowd::{ReadRecording, ReadRecordingError};
use wayfront_geometry::{Bounds, Point};
use wayfront_world::World;

/// Positions of a recording, at most.
const MOST_POSITIONS: usize = 20_000_000;
/// Files do not say how wide people are.
const RADIUS: f32 = 0.2;
/// An agent at this speed is as fast as people like to be.
const USUAL_SPEED: f64 = 1.34;

/// Reads a recording.
pub fn read(path: &Path) -> Result<ReadRecording, ReadRecordingError> {
    ReadRecording::open(path, MOST_POSITIONS)
}

/// A recording as a run in a world.
pub fn from_recording(
    recording: &ReadRecording,
    name: &str,
    number: u32,
    world: Arc<World>,
    revision: u32,
) -> SharedRun {
    let places = recording.frames.iter().flatten().map(|agent| &agent.1);
    let mut bounds = Bounds::of(places);
    for corner in if world.bounds().is_empty() { Vec::new() } else { vec![world.bounds().min, world.bounds().max] } {
        bounds.include(corner);
    }
    let origin = bounds.min.lerp(bounds.max, 0.5);
    let every = 1.0 / recording.frames_per_second;
    let mut progress = Progress { every, ended: Some("recording".to_owned()), ..Progress::default() };
    let mut before: &[(u64, Point)] = &[];
    for (k, frame) in recording.frames.iter().enumerate() {
        let rows = frame.iter().map(|&(id, at)| row(id, at, before, origin, every)).collect();
        progress.push(RunFrame { time: k as f64 * every, rows });
        before = frame;
    }
    let run = SharedRun::of_frames(number, world, revision, name, progress);
    SharedRun { bounds, ..run }
}

fn row(id: u64, at: Point, before: &[(u64, Point)], origin: Point, every: f64) -> AgentRow {
    let known = before.binary_search_by_key(&id, |agent| agent.0).ok();
    let speed = known.map_or(USUAL_SPEED, |place| before[place].1.distance(at) / every);
    let share = speed / USUAL_SPEED;
    let at = at - origin;
    AgentRow {
        id: id as u32,
        at: [at.x as f32, at.y as f32],
        radius: RADIUS,
        wait: 0.0,
        pace: (255.0 * share.min(1.0)) as u8,
        group: 0,
        state: u8::from(share < 0.15),
    }
}
