//! What is counted while a run goes on: trips, and what lines and areas measure.

use super::Simulation;
use super::exits::{Exit, exit_at, exits_of};
use super::lines::LineCount;
use super::summary::{AreaSample, MeasureReport, Summary, TrappedAgent, Trip};
use wayfront_geometry::{Bounds, Point, ring_area, winding_number};
use wayfront_world::{Crowd, Group, Measure, MeasureShape, World};

/// Seconds between two looks at an area.
const LOOK: f64 = 0.5;

/// What is counted during a run.
pub(super) struct Tally {
    pub trips: Vec<Trip>,
    pub exits: Vec<Exit>,
    measures: Vec<Measured>,
    looks: u64,
}

/// A measure, and what it has come to.
struct Measured {
    measure: Measure,
    bounds: Bounds,
    line: LineCount,
    report: MeasureReport,
}

impl Tally {
    pub fn new(crowd: &Crowd, world: &World) -> Self {
        let report = |name: &str| {
            let (name, passages, samples) = (name.to_owned(), Vec::new(), Vec::new());
            MeasureReport { name, passages, returned: 0, samples }
        };
        let bounds = |measure: &Measure| match &measure.shape {
            MeasureShape::Line(ends) => Bounds::of(ends),
            MeasureShape::Area(ring) => Bounds::of(ring),
        };
        let measured = |m: &Measure| {
            let (bounds, report) = (bounds(m), report(&m.name));
            Measured { measure: m.clone(), bounds, line: LineCount::default(), report }
        };
        let measures = crowd.measures.iter().map(measured).collect();
        Self { trips: Vec::new(), exits: exits_of(world), measures, looks: 0 }
    }

    /// The exit by which somebody of a group leaves who is there.
    pub fn exit_at(&self, group: &Group, p: Point) -> Option<usize> {
        exit_at(&self.exits, group, p)
    }

    pub fn summary(&self, time: f64, entered: &[usize], remaining: usize, trapped: Vec<TrappedAgent>) -> Summary {
        Summary {
            time,
            entered: entered.iter().sum(),
            entered_by_group: entered.to_vec(),
            remaining,
            trips: self.trips.clone(),
            measures: self.measures.iter().map(|measured| measured.line.so_far(&measured.report)).collect(),
            exits: self.exits.iter().enumerate().map(|(k, exit)| exit.report(k, &self.trips)).collect(),
            trapped,
            captures: Vec::new(),
            visits: Vec::new(),
            taken: 0.0,
        }
    }
}

impl Simulation {
    /// Counts an agent that leaves by an exit at lines that lie on it, or between it and where the agent is.
    pub(super) fn measure_exit(&mut self, slot: usize) {
        let (time, id, p) = (self.time(), self.agents.id()[slot], self.agents.position()[slot]);
        let group = &self.crews[self.minds[slot].crew as usize].group;
        let threshold = self.tally.exit_at(group, p).and_then(|exit| self.tally.exits[exit].nearest(p)).unwrap_or(p);
        let onward = (threshold - p).unit().or_else(|| self.agents.velocity()[slot].unit()).unwrap_or_default();
        let beyond = threshold + onward * (self.agents.speed()[slot] * self.settings.step);
        for Measured { measure, line, report, .. } in &mut self.tally.measures {
            if let MeasureShape::Line(ends) = measure.shape {
                line.leaves(ends, time, id, [p, beyond], report);
            }
        }
    }

    pub(super) fn measure(&mut self) {
        let time = self.time();
        let looks = time >= self.tally.looks as f64 * LOOK;
        if looks {
            self.tally.looks = (time / LOOK) as u64 + 1;
        }
        let agents = &self.agents;
        for Measured { measure, bounds, line, report } in &mut self.tally.measures {
            match &measure.shape {
                MeasureShape::Line(ends) => line.look(*ends, time, &self.before, agents, report),
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
