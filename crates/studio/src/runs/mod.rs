//! Runs of the crowd, and recordings: computed ahead by a thread of its own, looked at by pages.
//!
//! A run is a list of frames behind a lock. The thread that computes appends, pages ask for frames by number; no page waits
//! longer than a frame takes to be copied. Memory is limited: when a run needs more, every second frame is dropped, and
//! frames are twice as far apart.

mod compute;
mod density;
mod frames;
mod recording;
mod story;
mod sums;

pub use compute::{adjusted, compute};
pub use density::density;
pub use frames::{AgentRow, RunFrame};
pub use recording::{from_recording, read as read_recording};
pub use story::story;
pub use sums::sums;

use crate::document::Document;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use wayfront_crowd::{QueueRecord, Summary};
use wayfront_draw::colours::group_colour;
use wayfront_geometry::{Bounds, Cancel, Point};
use wayfront_world::World;

/// A run went on, or ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunEvent {
    pub number: u32,
}

/// What the thread that computes and pages share.
#[derive(Debug)]
pub struct SharedRun {
    pub number: u32,
    pub world: Arc<World>,
    pub revision: u32,
    pub seed: u64,
    pub until: f64,
    /// Groups as pages show them.
    pub groups: Vec<Option<String>>,
    /// The name of the file, if it is a recording.
    pub recording: Option<String>,
    pub bounds: Bounds,
    cancel: Cancel,
    progress: Mutex<Progress>,
}

/// How far a run is.
#[derive(Debug, Default)]
pub struct Progress {
    pub frames: Vec<RunFrame>,
    /// Seconds between frames.
    pub every: f64,
    pub bytes: usize,
    pub time: f64,
    /// Why it ended; `None` while it goes on.
    pub ended: Option<String>,
    /// What is wrong, if it could not begin.
    pub refused: Option<wayfront_world::Rejected>,
    pub summary: Option<Summary>,
    pub queues: Vec<QueueRecord>,
    /// The preferred speed of each agent, by number.
    pub speeds: Vec<f32>,
}

impl SharedRun {
    pub fn progress(&self) -> MutexGuard<'_, Progress> {
        // A thread that panicked in between left whole frames.
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn stop(&self) {
        self.cancel.cancel();
    }

    pub fn is_stopped(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// The origin of coordinates in its frames.
    pub fn origin(&self) -> Point {
        if self.bounds.is_empty() { Point::default() } else { self.bounds.min.lerp(self.bounds.max, 0.5) }
    }

    /// How far it is, as pages get it.
    pub fn running(&self, is_stale: bool) -> Value {
        let progress = self.progress();
        let colour = |k: usize| {
            let colour = group_colour(k);
            format!("#{:02x}{:02x}{:02x}", colour.r, colour.g, colour.b)
        };
        let groups: Vec<Value> =
            self.groups.iter().enumerate().map(|(k, name)| json!({"name": name, "colour": colour(k)})).collect();
        let last = progress.frames.last();
        json!({
            "type": "running", "run": self.number, "revision": self.revision, "computed": progress.time,
            "until": self.until, "ended": progress.ended.is_some(), "why": progress.ended, "frames": progress.frames.len(),
            "every": progress.every, "stale": is_stale, "agents": last.map_or(0, |frame| frame.rows.len()),
            "arrived": progress.summary.as_ref().map_or(0, |summary| summary.trips.len()), "groups": groups,
            "seed": self.seed, "recording": self.recording,
        })
    }
}

/// The run of a session.
#[derive(Debug, Default)]
pub struct Runs {
    current: Option<Arc<SharedRun>>,
    count: u32,
    /// The scene was edited since.
    pub is_stale: bool,
}

impl Runs {
    /// A new run takes the place of the one that is there.
    pub fn begin(&mut self, make: impl FnOnce(u32) -> SharedRun) -> Arc<SharedRun> {
        if let Some(old) = &self.current {
            old.stop();
        }
        self.count += 1;
        self.is_stale = false;
        let run = Arc::new(make(self.count));
        self.current = Some(run.clone());
        run
    }

    pub fn current(&self) -> Option<&Arc<SharedRun>> {
        self.current.as_ref()
    }

    pub fn shared(&self) -> Option<Arc<SharedRun>> {
        self.current.clone()
    }

    pub fn seed(&self) -> Option<u64> {
        self.current.as_ref().filter(|run| run.recording.is_none()).map(|run| run.seed)
    }

    /// What a page that comes later gets: how far the run is, and what it has come to.
    pub fn greeting(&self, document: &Document) -> Vec<Value> {
        let run = self.current.iter();
        run.flat_map(|run| [Some(run.running(self.is_stale)), sums(run, document)]).flatten().collect()
    }
}

impl Drop for Runs {
    fn drop(&mut self) {
        if let Some(run) = &self.current {
            run.stop();
        }
    }
}
