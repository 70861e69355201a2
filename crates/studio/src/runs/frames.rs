//! Frames of a run: where agents are.

use super::{Progress, SharedRun};
use crate::frame::{FrameHead, FrameKind, push_f32, push_u32};
use crate::limits;
use wayfront_crowd::Simulation;
use wayfront_geometry::Point;

/// Below this share of its speed an agent that is on its way waits.
const WAITING: f64 = 0.15;

/// An agent in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AgentRow {
    pub id: u32,
    /// Relative to the origin of the run.
    pub at: [f32; 2],
    pub radius: f32,
    /// Seconds that it has stood.
    pub wait: f32,
    /// 255: as fast as it likes.
    pub pace: u8,
    pub group: u8,
    pub state: u8,
}

/// A moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunFrame {
    pub time: f64,
    /// Sorted by number.
    pub rows: Vec<AgentRow>,
}

impl RunFrame {
    /// A run as it is now. `trapped` are those that no path leads out for.
    pub fn of(run: &Simulation, origin: Point, trapped: &[u64]) -> Self {
        let agents = run.agents();
        let row = |slot: usize| {
            let at = agents.position()[slot] - origin;
            let share = agents.velocity()[slot].length() / agents.speed()[slot].max(f64::MIN_POSITIVE);
            let id = agents.id()[slot];
            let state = match run.is_walking(slot) {
                _ if trapped.contains(&id) => 3,
                false => 2,
                true if share < WAITING => 1,
                true => 0,
            };
            AgentRow {
                id: id as u32,
                at: [at.x as f32, at.y as f32],
                radius: agents.radius()[slot] as f32,
                wait: run.waited(slot) as f32,
                pace: (255.0 * share.min(1.0)) as u8,
                group: run.group(slot).min(255) as u8,
                state,
            }
        };
        let mut rows: Vec<AgentRow> = (0..agents.len()).map(row).collect();
        rows.sort_unstable_by_key(|row| row.id);
        Self { time: run.time(), rows }
    }

    /// As pages get it.
    pub fn encode(&self, frame: u32, revision: u32, number: u32, is_stale: bool, origin: Point) -> Vec<u8> {
        let rows = &self.rows;
        let counts = [rows.len() as u32, number, u32::from(is_stale)];
        let head =
            FrameHead { kind: FrameKind::Agents, frame, revision, counts, origin: origin.into(), most: self.time };
        let mut bytes = head.begin(24 * rows.len());
        push_u32(&mut bytes, rows.iter().map(|row| row.id));
        push_f32(&mut bytes, rows.iter().map(|row| row.at[0]));
        push_f32(&mut bytes, rows.iter().map(|row| row.at[1]));
        push_f32(&mut bytes, rows.iter().map(|row| row.radius));
        push_f32(&mut bytes, rows.iter().map(|row| row.wait));
        bytes.extend(rows.iter().map(|row| row.pace));
        bytes.extend(rows.iter().map(|row| row.group));
        bytes.extend(rows.iter().map(|row| row.state));
        bytes.extend(rows.iter().map(|_| 0));
        bytes
    }
}

impl Progress {
    /// Appends a frame; drops every second one when there is no more room.
    pub fn push(&mut self, frame: RunFrame) {
        self.time = frame.time;
        // Frames are `every` apart, but for rounding of times.
        if frame.time < (self.frames.len() as f64 - 0.25) * self.every {
            return;
        }
        self.bytes += size_of::<AgentRow>() * frame.rows.len() + size_of::<RunFrame>();
        self.frames.push(frame);
        if self.bytes > limits::RUN_BYTES {
            self.thin();
        }
    }

    fn thin(&mut self) {
        let mut place = 0;
        self.frames.retain(|_| {
            place += 1;
            place % 2 == 1
        });
        self.every *= 2.0;
        self.bytes =
            self.frames.iter().map(|frame| size_of::<AgentRow>() * frame.rows.len() + size_of::<RunFrame>()).sum();
    }
}

impl SharedRun {
    /// The frames from a number on, so many, every so many, as messages.
    pub fn encoded(&self, [from, count, step]: [u64; 3], frame: u32, is_stale: bool) -> Vec<Vec<u8>> {
        let progress = self.progress();
        let origin = self.origin();
        let first = usize::try_from(from).unwrap_or(usize::MAX).min(progress.frames.len());
        let step = usize::try_from(step).unwrap_or(usize::MAX).max(1);
        let frames = progress.frames.iter().enumerate().skip(first).step_by(step).take(count.min(64) as usize);
        frames.map(|(number, rows)| rows.encode(frame, self.revision, number as u32, is_stale, origin)).collect()
    }
}
