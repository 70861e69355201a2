//! How long each phase of the steps has taken.

use std::time::Instant;

/// A part of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Doors open and close, obstacles come and go.
    Scene,
    /// Agents come in.
    Enter,
    /// Guides are asked.
    Guide,
    /// Who is near whom.
    Neighbours,
    /// Velocities are chosen.
    Steer,
    /// Everybody moves.
    Move,
    /// Lines and areas are measured.
    Measure,
    /// Agents arrive at stops and goals.
    Arrive,
    /// Queues are found, and maps follow them.
    Queues,
}

/// All phases, in their order.
const PHASES: [(Phase, &str); 9] = [
    (Phase::Scene, "scene"),
    (Phase::Enter, "enter"),
    (Phase::Guide, "guide"),
    (Phase::Neighbours, "neighbours"),
    (Phase::Steer, "steer"),
    (Phase::Move, "move"),
    (Phase::Measure, "measure"),
    (Phase::Arrive, "arrive"),
    (Phase::Queues, "queues"),
];

/// Seconds that each phase has taken in all steps, and how many agents were moved.
#[derive(Clone, Debug, Default)]
pub struct Phases {
    seconds: [f64; PHASES.len()],
    walker_steps: u64,
}

/// Runs through one step.
pub(super) struct Clock(Instant);

impl Phases {
    pub(super) fn start(&self) -> Clock {
        Clock(Instant::now())
    }

    pub(super) fn count(&mut self, walkers: usize) {
        self.walker_steps += walkers as u64;
    }

    /// The phases in their order: name and seconds.
    pub fn seconds(&self) -> impl Iterator<Item = (&'static str, f64)> + '_ {
        PHASES.iter().zip(self.seconds).map(|(&(_, name), seconds)| (name, seconds))
    }

    /// All phases together.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.seconds.iter().sum()
    }

    /// One for each agent in each step.
    #[must_use]
    pub const fn walker_steps(&self) -> u64 {
        self.walker_steps
    }
}

impl Clock {
    pub fn lap(&mut self, phase: Phase, phases: &mut Phases) {
        let now = Instant::now();
        phases.seconds[phase as usize] += (now - self.0).as_secs_f64();
        self.0 = now;
    }
}
