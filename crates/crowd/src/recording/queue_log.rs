//! The queues of a whole run: when they were there, and how bad they were.

use crate::{Queue, Simulation};
use wayfront_geometry::Point;

/// A queue from when it was found to when it was found no more.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
pub struct QueueRecord {
    /// Where it was last, from wall to wall.
    pub segment: [Point; 2],
    /// When it was found.
    pub since: f64,
    /// When it was last seen.
    pub until: f64,
    /// How many waited in it, at most.
    pub waiting: usize,
    /// Seconds that it cost, at most.
    pub wait: f64,
}

impl QueueRecord {
    /// A queue as it is now.
    pub(super) fn of(queue: &Queue, now: f64) -> Self {
        let &Queue { segment, since, waiting, wait, .. } = queue;
        Self { segment, since, until: now, waiting, wait }
    }
}

/// All queues of a run so far.
#[derive(Clone, Debug, Default)]
pub struct QueueLog {
    records: Vec<QueueRecord>,
}

impl QueueLog {
    /// Looks at the run: after each step.
    pub fn look(&mut self, run: &Simulation) {
        for queue in run.queues() {
            self.note(queue, run.time());
        }
    }

    fn note(&mut self, queue: &Queue, time: f64) {
        let [a, b] = queue.segment;
        let middle = a.lerp(b, 0.5);
        let is_same = |record: &&mut QueueRecord| {
            let [c, d] = record.segment;
            let reach = a.distance(b).max(c.distance(d));
            record.since == queue.since && c.lerp(d, 0.5).distance(middle) <= reach
        };
        match self.records.iter_mut().rev().find(is_same) {
            Some(record) => {
                record.segment = queue.segment;
                record.until = time;
                record.waiting = record.waiting.max(queue.waiting);
                record.wait = record.wait.max(queue.wait);
            }
            None => {
                self.records.push(QueueRecord::of(queue, time));
            }
        }
    }

    /// The queues, in the order in which they were found.
    #[must_use]
    pub fn records(&self) -> &[QueueRecord] {
        &self.records
    }
}
