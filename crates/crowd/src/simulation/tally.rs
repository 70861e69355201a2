//! What a run comes to: trips, and what lines and areas measure.

use super::Simulation;
use crate::walls::passes;
use wayfront_geometry::{Bounds, Point, ring_area, winding_number};
use wayfront_world::{Crowd, Measure, MeasureShape};

/// Seconds between two looks at an area.
const LOOK: f64 = 0.5;

/// The way of one agent, from its start to its goal.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trip {
    /// Who.
    pub id: u64,
    /// Its group.
    pub group: usize,
    /// When it entered.
    pub entered: f64,
    /// When it arrived.
    pub left: f64,
    /// How far it walked.
    pub length: f64,
    /// How long it stood, or nearly, while it wanted to walk.
    pub waited: f64,
}

impl Trip {
    /// How long it took.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.left - self.entered
    }
}

/// Somebody passed a line.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Passage {
    /// When.
    pub time: f64,
    /// Who.
    pub id: u64,
    /// From the left of the line, as it is described, to its right.
    pub to_the_right: bool,
}

/// What an area looked like at a moment.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AreaSample {
    /// When.
    pub time: f64,
    /// How many were in it.
    pub count: usize,
    /// How many in a unit of its area.
    pub density: f64,
    /// How fast they were, on average; `None` if there was nobody.
    pub speed: Option<f64>,
}

/// What was measured at a line or in an area.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
pub struct MeasureReport {
    /// What the scene calls it.
    pub name: String,
    /// Who passed, for a line.
    pub passages: Vec<Passage>,
    /// What it looked like, for an area.
    pub samples: Vec<AreaSample>,
}

impl MeasureReport {
    /// People a second over a line, between the first and the last.
    #[must_use]
    pub fn flow(&self) -> Option<f64> {
        let (first, last) = (self.passages.first()?, self.passages.last()?);
        (last.time > first.time).then(|| (self.passages.len() - 1) as f64 / (last.time - first.time))
    }
}

/// What has happened in a run.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Seconds that were run.
    pub time: f64,
    /// How many have entered.
    pub entered: usize,
    /// How many of each group have.
    pub entered_by_group: Vec<usize>,
    /// How many are still there.
    pub remaining: usize,
    /// Those who have arrived, in the order in which they did.
    pub trips: Vec<Trip>,
    /// Lines and areas.
    pub measures: Vec<MeasureReport>,
}

impl Summary {
    /// When the last one left; `None` as long as somebody is there.
    #[must_use]
    pub fn evacuation_time(&self) -> Option<f64> {
        if self.remaining > 0 { None } else { self.trips.last().map(|trip| trip.left) }
    }

    /// The mean of something over all trips; `None` without any.
    pub fn mean(&self, of: impl Fn(&Trip) -> f64) -> Option<f64> {
        (!self.trips.is_empty()).then(|| self.trips.iter().map(of).sum::<f64>() / self.trips.len() as f64)
    }

    /// The largest of something over all trips; `None` without any.
    pub fn longest(&self, of: impl Fn(&Trip) -> f64) -> Option<f64> {
        self.trips.iter().map(of).max_by(f64::total_cmp)
    }

    /// Length over time, of all trips together.
    #[must_use]
    pub fn mean_speed(&self) -> Option<f64> {
        let seconds: f64 = self.trips.iter().map(Trip::seconds).sum();
        (seconds > 0.0).then(|| self.trips.iter().map(|trip| trip.length).sum::<f64>() / seconds)
    }
}

/// What is counted during a run.
pub(super) struct Tally {
    pub trips: Vec<Trip>,
    measures: Vec<(Measure, Bounds, MeasureReport)>,
    looks: u64,
}

impl Tally {
    pub fn new(crowd: &Crowd) -> Self {
        let report = |name: &str| MeasureReport { name: name.to_owned(), passages: Vec::new(), samples: Vec::new() };
        let bounds = |measure: &Measure| match &measure.shape {
            MeasureShape::Line(ends) => Bounds::of(ends),
            MeasureShape::Area(ring) => Bounds::of(ring),
        };
        let measures = crowd.measures.iter().map(|m| (m.clone(), bounds(m), report(&m.name))).collect();
        Self { trips: Vec::new(), measures, looks: 0 }
    }

    pub fn summary(&self, time: f64, entered: &[usize], remaining: usize) -> Summary {
        Summary {
            time,
            entered: entered.iter().sum(),
            entered_by_group: entered.to_vec(),
            remaining,
            trips: self.trips.clone(),
            measures: self.measures.iter().map(|(.., report)| report.clone()).collect(),
        }
    }
}

impl Simulation {
    pub(super) fn measure(&mut self) {
        let time = self.time();
        let looks = time >= self.tally.looks as f64 * LOOK;
        if looks {
            self.tally.looks = (time / LOOK) as u64 + 1;
        }
        let agents = &self.agents;
        for (measure, bounds, report) in &mut self.tally.measures {
            match &measure.shape {
                MeasureShape::Line(line) => {
                    for (slot, &from) in self.before.iter().enumerate() {
                        let to_the_right = passes(*line, from, agents.position()[slot]);
                        let id = agents.id()[slot];
                        report.passages.extend(to_the_right.map(|to_the_right| Passage { time, id, to_the_right }));
                    }
                }
                MeasureShape::Area(ring) if looks => {
                    let is_in = |p: Point| bounds.contains(p) && winding_number(ring, p) != Some(0);
                    let inside = (0..agents.len()).filter(|&slot| is_in(agents.position()[slot]));
                    let speeds: Vec<f64> = inside.map(|slot| agents.velocity()[slot].length()).collect();
                    let count = speeds.len();
                    let speed = (count > 0).then(|| speeds.iter().sum::<f64>() / count as f64);
                    let density = count as f64 / ring_area(ring).abs();
                    report.samples.push(AreaSample { time, count, density, speed });
                }
                MeasureShape::Area(_) => {}
            }
        }
    }
}
