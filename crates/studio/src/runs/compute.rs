//! Computing a run, ahead of whoever looks at it.

use super::{Progress, RunEvent, RunFrame, SharedRun};
use crate::limits;
use crate::messages::RunSettings;
use serde_json::Value;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use wayfront_crowd::{QueueLog, Simulation};
use wayfront_domain::Scene;
use wayfront_geometry::{Cancel, Cancelled};
use wayfront_world::{Rejected, Rerouting, Steering, World};

/// How often those who look are told.
const TOLD_EVERY: Duration = Duration::from_millis(250);
/// How often everything that has happened is summed up.
const SUMMED_EVERY: Duration = Duration::from_millis(500);

/// The world with the settings that a page gave instead of the scene's.
pub fn adjusted(world: &World, settings: &RunSettings) -> World {
    let mut world = world.clone();
    let crowd = world.crowd.get_or_insert_default();
    crowd.seed = settings.seed.unwrap_or(crowd.seed);
    crowd.seconds = settings.until.filter(|until| *until > 0.0 && until.is_finite()).unwrap_or(crowd.seconds);
    crowd.seconds = crowd.seconds.min(limits::RUN_SECONDS);
    crowd.calm = settings.calm.unwrap_or(crowd.calm);
    crowd.steering = settings.steering.as_deref().and_then(Steering::of_word).unwrap_or(crowd.steering);
    crowd.rerouting = match &settings.rerouting {
        Some(Value::String(word)) => match word.as_str() {
            "none" => Rerouting::None,
            "delay" => Rerouting::Delay,
            "factor" => Rerouting::Factor(Rerouting::USUAL_FACTOR),
            _ => crowd.rerouting,
        },
        Some(Value::Number(factor)) => match factor.as_f64() {
            Some(factor) if factor >= 1.0 => Rerouting::Factor(factor),
            _ => crowd.rerouting,
        },
        _ => crowd.rerouting,
    };
    world
}

impl SharedRun {
    /// A run that has not begun.
    pub fn new(number: u32, world: Arc<World>, revision: u32) -> Self {
        let crowd = world.crowd.clone().unwrap_or_default();
        let progress = Progress { every: crowd.step, ..Progress::default() };
        Self {
            number,
            revision,
            seed: crowd.seed,
            until: crowd.seconds,
            groups: crowd.groups.iter().map(|group| group.name.clone()).collect(),
            recording: None,
            bounds: world.bounds(),
            world,
            cancel: Cancel::default(),
            progress: Mutex::new(progress),
        }
    }

    /// A recording, all of whose frames are there.
    pub(super) fn of_frames(number: u32, world: Arc<World>, revision: u32, name: &str, progress: Progress) -> Self {
        let run = Self::new(number, world, revision);
        let until = progress.time;
        Self { until, recording: Some(name.to_owned()), groups: vec![None], progress: Mutex::new(progress), ..run }
    }
}

/// Computes a run to its end, or until it is stopped: between two steps or within one, whose half is forgotten.
pub fn compute(run: &SharedRun, mut tell: impl FnMut(RunEvent)) {
    let event = RunEvent { number: run.number };
    let end = |why: String, refused: Option<Rejected>| {
        let mut progress = run.progress();
        (progress.ended, progress.refused) = (Some(why), refused);
        drop(progress);
    };
    let begun = run.cancel.run(|| Scene::new(run.world.clone()).and_then(|scene| Simulation::of(&scene)));
    let mut simulation = match begun {
        Ok(Ok(simulation)) => simulation,
        Ok(Err(rejected)) => {
            end("refused".to_owned(), Some(rejected));
            return tell(event);
        }
        Err(Cancelled) => {
            end("stopped".to_owned(), None);
            return tell(event);
        }
    };
    let trapped: Vec<u64> = simulation.summary().trapped.iter().map(|agent| agent.id).collect();
    let mut queues = QueueLog::default();
    let (mut told, mut summed) = (Instant::now(), Instant::now());
    record(run, &simulation, &trapped);
    tell(event);
    let too_many = |simulation: &Simulation| simulation.agents().len() > limits::AGENTS;
    let mut is_whole = true;
    while simulation.is_going_on() && !run.is_stopped() && !too_many(&simulation) {
        is_whole = run.cancel.run(|| simulation.step()).is_ok();
        if !is_whole {
            break;
        }
        queues.look(&simulation);
        record(run, &simulation, &trapped);
        if summed.elapsed() >= SUMMED_EVERY {
            sum_up(run, &simulation, &queues);
            summed = Instant::now();
        }
        if told.elapsed() >= TOLD_EVERY {
            tell(event);
            told = Instant::now();
        }
    }
    if is_whole {
        sum_up(run, &simulation, &queues);
    }
    let why = match &simulation {
        _ if run.is_stopped() => "stopped".to_owned(),
        run if too_many(run) => format!("more than {} agents", limits::AGENTS),
        run if run.time() >= run.settings().seconds => "time".to_owned(),
        _ => "over".to_owned(),
    };
    end(why, None);
    tell(event);
}

fn record(run: &SharedRun, simulation: &Simulation, trapped: &[u64]) {
    let frame = RunFrame::of(simulation, run.origin(), trapped);
    let agents = simulation.agents();
    let mut progress = run.progress();
    for (slot, &id) in agents.id().iter().enumerate() {
        let id = id as usize;
        if id >= progress.speeds.len() {
            progress.speeds.resize(id + 1, 0.0);
        }
        if progress.speeds[id] == 0.0 {
            progress.speeds[id] = agents.speed()[slot] as f32;
        }
    }
    progress.push(frame);
}

fn sum_up(run: &SharedRun, simulation: &Simulation, queues: &QueueLog) {
    let summary = simulation.summary();
    let mut progress = run.progress();
    progress.summary = Some(summary);
    progress.queues = queues.records().to_vec();
}
