//! What watches a run: rows of trajectories for arrays, a recording, queues, moments for animations.

use pyo3::prelude::*;
use std::path::Path;
use wayfront::Simulation;
use wayfront::crowd::{Occupancy, QueueLog, Recorder, RecordingError, Snapshot, Trajectories, steps_per_frame};
use wayfront::geometry::Bounds;

/// Points of a drawn trajectory and cells of the density, as shares of the world's size.
const GRAIN: f64 = 1e-3;
const CELL: f64 = 1.0 / 320.0;
/// About so many moments are kept for an animation: where there are more, every second one is dropped.
const MOMENTS: usize = 400;

/// Rows of trajectories, as columns.
#[derive(Clone, Default)]
pub struct Rows {
    pub id: Vec<i64>,
    pub frame: Vec<i64>,
    pub x: Vec<f64>,
    pub y: Vec<f64>,
    pub group: Vec<i64>,
}

/// All that watches.
pub struct Watch {
    every: u64,
    pub rows: Option<Rows>,
    recorder: Option<Recorder>,
    pub trails: Trajectories,
    pub occupancy: Occupancy,
    pub queues: QueueLog,
    pub moments: Vec<Snapshot>,
    /// Steps between two moments; doubles when there are too many.
    moment_every: u64,
    order: Vec<u32>,
}

impl Watch {
    pub fn new(
        run: &Simulation,
        fps: f64,
        rows: bool,
        out: Option<&Path>,
        animated: bool,
    ) -> Result<Self, RecordingError> {
        let bounds = ground(run);
        let every = steps_per_frame(run.settings().step, fps);
        Ok(Self {
            every,
            rows: rows.then(Rows::default),
            recorder: out.map(|path| Recorder::create(path, run, fps)).transpose()?,
            trails: Trajectories::new(GRAIN * bounds.size()),
            occupancy: Occupancy::new(bounds, CELL * bounds.size()),
            queues: QueueLog::default(),
            moments: Vec::new(),
            moment_every: if animated { steps_per_frame(run.settings().step, 5.0) } else { 0 },
            order: Vec::new(),
        })
    }

    /// Frames a second of rows and recording.
    pub fn frame_rate(&self, run: &Simulation) -> f64 {
        let rate = 1.0 / (self.every as f64 * run.settings().step);
        (rate * 1e9).round() / 1e9
    }

    /// Seconds between two moments.
    pub fn moment_seconds(&self, run: &Simulation) -> f64 {
        self.moment_every as f64 * run.settings().step
    }

    /// Looks at the run: before its first step, and after each.
    pub fn look(&mut self, run: &Simulation) -> Result<(), RecordingError> {
        if let Some(recorder) = &mut self.recorder {
            recorder.look(run)?;
        }
        if run.steps().is_multiple_of(self.every) {
            self.add_rows(run);
        }
        self.trails.look(run);
        self.occupancy.look(run);
        self.queues.look(run);
        if self.moment_every > 0 && run.steps().is_multiple_of(self.moment_every) {
            self.moments.push(Snapshot::of(run));
            if self.moments.len() > MOMENTS {
                let mut keep = false;
                self.moments.retain(|_| {
                    keep = !keep;
                    keep
                });
                self.moment_every *= 2;
            }
        }
        Ok(())
    }

    fn add_rows(&mut self, run: &Simulation) {
        let Some(rows) = &mut self.rows else { return };
        let agents = run.agents();
        let frame = (run.steps() / self.every) as i64;
        self.order.clear();
        self.order.extend(0..agents.len() as u32);
        self.order.sort_unstable_by_key(|&slot| agents.id()[slot as usize]);
        for slot in self.order.iter().map(|&slot| slot as usize) {
            let at = agents.position()[slot];
            rows.id.push(agents.id()[slot] as i64);
            rows.frame.push(frame);
            rows.x.push(at.x);
            rows.y.push(at.y);
            rows.group.push(run.group(slot) as i64);
        }
    }

    /// Completes the recording; `None` if there is none, else its frames.
    pub fn finish(&mut self) -> Option<Result<u64, RecordingError>> {
        self.recorder.take().map(Recorder::finish)
    }
}

/// The box of the ground.
fn ground(run: &Simulation) -> Bounds {
    run.domain().bounds()
}

/// An exception for a recording that cannot be written.
pub fn unrecorded(py: Python<'_>, why: &RecordingError) -> PyErr {
    crate::errors::impossible(py, why, &why.advice())
}
