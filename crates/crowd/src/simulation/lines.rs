//! A measured line: who passes it, each passage once.
//!
//! Somebody who stands on a line and sways would pass it many times. So a passage counts when the whole body has
//! passed, with the moment at which its centre did; whoever turns around before that has not passed. Whoever comes
//! back with its whole body has passed twice, and is counted as having gone back. At an exit, where nobody sees the
//! body pass, the centre decides.

use super::summary::{MeasureReport, Passage};
use crate::Agents;
use crate::walls::passes;
use wayfront_geometry::{Point, closest_on_segment};

/// What is known of a line while a run goes on.
#[derive(Clone, Debug, Default)]
pub(super) struct LineCount {
    /// Whose centres have passed, but not their bodies.
    pending: Vec<Passage>,
}

impl LineCount {
    /// Looks at everybody after a step.
    pub fn look(&mut self, line: [Point; 2], time: f64, before: &[Point], agents: &Agents, report: &mut MeasureReport) {
        for (slot, &from) in before.iter().enumerate() {
            if let Some(to_the_right) = passes(line, from, agents.position()[slot]) {
                self.passed(Passage { time, id: agents.id()[slot], to_the_right });
            }
        }
        if self.pending.is_empty() {
            return;
        }
        let is_clear = |passage: &Passage| {
            let slot = agents.id().iter().position(|&id| id == passage.id);
            slot.is_none_or(|slot| {
                let p = agents.position()[slot];
                closest_on_segment(line[0], line[1], p).distance(p) >= agents.radius()[slot]
            })
        };
        let (clear, pending) = self.pending.drain(..).partition(is_clear);
        self.pending = pending;
        let clear: Vec<Passage> = clear;
        clear.into_iter().for_each(|passage| report.count(passage));
    }

    /// Somebody leaves by an exit, and passes the line with that.
    pub fn leaves(&mut self, line: [Point; 2], time: f64, id: u64, step: [Point; 2], report: &mut MeasureReport) {
        if let Some(to_the_right) = passes(line, step[0], step[1]) {
            self.passed(Passage { time, id, to_the_right });
        }
        let (left, pending) = self.pending.drain(..).partition(|passage| passage.id == id);
        self.pending = pending;
        let left: Vec<Passage> = left;
        left.into_iter().for_each(|passage| report.count(passage));
    }

    /// A report with those whose centres have passed.
    pub fn so_far(&self, report: &MeasureReport) -> MeasureReport {
        let mut report = report.clone();
        self.pending.iter().for_each(|&passage| report.count(passage));
        report
    }

    /// A centre has passed: unless that undoes what it did before.
    fn passed(&mut self, passage: Passage) {
        match self.pending.iter().position(|other| other.id == passage.id) {
            Some(k) => {
                self.pending.remove(k);
            }
            None => self.pending.push(passage),
        }
    }
}

impl MeasureReport {
    /// Counts a passage, in the order of time.
    fn count(&mut self, passage: Passage) {
        let last = self.passages.iter().rfind(|other| other.id == passage.id);
        self.returned += usize::from(last.is_some_and(|last| last.to_the_right != passage.to_the_right));
        let place = self.passages.partition_point(|other| other.time <= passage.time);
        self.passages.insert(place, passage);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Agent;
    use wayfront_world::Random;

    /// A body sways about a long line. The oracle sees only on which side the whole body is, whenever it is on one.
    #[test]
    fn passages_are_changes_of_the_side_on_which_the_whole_body_is() {
        for seed in 1..200 {
            let mut random = Random::new(seed);
            let line = [Point::new(0.0, -1e3), Point::new(0.0, 1e3)];
            let radius = random.between(0.1, 0.4);
            let mut agents = Agents::new();
            let start = Point::new(-1.0, 0.0);
            agents.push(Agent { id: 7, position: start, velocity: Point::default(), radius, speed: 1.0 });
            let (mut count, mut sides) = (LineCount::default(), vec![false]);
            let name = "line".to_owned();
            let mut report = MeasureReport { name, passages: Vec::new(), returned: 0, samples: Vec::new() };
            for step in 1..400 {
                let before = agents.position()[0];
                let to = Point::new(before.x + random.between(-0.2, 0.2), 0.0);
                agents.position[0] = to;
                count.look(line, f64::from(step), &[before], &agents, &mut report);
                if to.x.abs() >= radius {
                    sides.push(to.x > 0.0);
                }
            }
            sides.dedup();
            assert_eq!(report.passages.len(), sides.len() - 1, "seed {seed}");
            assert_eq!(report.returned, (sides.len() - 1).saturating_sub(1), "seed {seed}");
            assert!(report.passages.is_sorted_by(|a, b| a.time <= b.time && a.to_the_right != b.to_the_right));
        }
    }
}
