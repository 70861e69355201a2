//! What a run came to, for programs. Times are seconds; what never happened is `null`.

use super::observers::Recorded;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use wayfront::crowd::{ExitReport, MeasureReport, QueueRecord, RunFigures, Simulation, Summary, TrappedAgent, Trip};
use wayfront::world::{MeasureShape, Rerouting};

/// The result for programs.
#[derive(Serialize)]
pub struct Report {
    pub arrived: usize,
    pub remaining: usize,
    /// Of the scene, when the run ended.
    #[serde(serialize_with = "seconds")]
    pub time: f64,
    /// Length over time of all trips together.
    pub mean_speed: Option<f64>,
    pub scene: String,
    pub entered: usize,
    /// When the last one arrived; absent as long as one still walks.
    #[serde(serialize_with = "seconds_or_null")]
    pub evacuation_time: Option<f64>,
    #[serde(serialize_with = "seconds_or_null")]
    pub mean_travel: Option<f64>,
    #[serde(serialize_with = "seconds_or_null")]
    pub longest_travel: Option<f64>,
    #[serde(serialize_with = "seconds_or_null")]
    pub mean_wait: Option<f64>,
    #[serde(serialize_with = "seconds_or_null")]
    pub longest_wait: Option<f64>,
    pub mean_length: Option<f64>,
    /// Length over time on the way: hesitating before and staying at stops apart.
    pub walking_speed: Option<f64>,
    /// When so many per cent of those that could leave had left.
    pub percentiles: Percentiles,
    pub exits: Vec<ExitJson>,
    /// How many of those that remain are trapped: no path leads to their goals.
    pub trapped: usize,
    pub trapped_agents: Vec<TrappedJson>,
    /// How many were caught.
    pub caught: usize,
    /// How often an agent reached a goal and went on to another.
    pub visits: usize,
    /// How many goods were taken, and how many there were.
    pub taken: f64,
    pub goods: usize,
    /// Places of areas that were left out, since no path leads from there.
    pub excluded_places: usize,
    pub groups: Vec<GroupJson>,
    pub measures: Vec<MeasureJson>,
    /// All queues that paths led around, and when.
    pub queues: Vec<QueueJson>,
    pub seed: u64,
    pub step: f64,
    pub steps: u64,
    /// When the run would have ended at the latest.
    pub seconds: f64,
    pub steering: &'static str,
    /// `none`, `delay`, or a factor.
    pub barriers: serde_json::Value,
    /// How long each phase of the steps took, in their order.
    pub phases: Vec<PhaseJson>,
    pub run_seconds: f64,
    pub walker_steps: u64,
    pub walker_steps_per_second: Option<f64>,
    /// Seconds of the scene per second of computing.
    pub times_real_time: Option<f64>,
    pub recording: Option<RecordingJson>,
    pub files: Vec<String>,
    pub interrupted: bool,
}

#[derive(Clone, Copy, Serialize)]
pub struct Percentiles {
    #[serde(rename = "50", serialize_with = "seconds_or_null")]
    pub half: Option<f64>,
    #[serde(rename = "95", serialize_with = "seconds_or_null")]
    pub most: Option<f64>,
    #[serde(rename = "98", serialize_with = "seconds_or_null")]
    pub nearly_all: Option<f64>,
    #[serde(serialize_with = "seconds_or_null")]
    pub all: Option<f64>,
}

impl Percentiles {
    pub fn new([half, most, nearly_all, all]: [Option<f64>; 4]) -> Self {
        Self { half, most, nearly_all, all }
    }
}

#[derive(Serialize)]
pub struct ExitJson {
    pub name: String,
    pub arrived: usize,
    #[serde(serialize_with = "seconds_or_null")]
    pub first: Option<f64>,
    #[serde(serialize_with = "seconds_or_null")]
    pub last: Option<f64>,
    /// People a second, between the first and the last.
    pub flow: Option<f64>,
    /// How many had left at each whole second.
    pub curve: Vec<usize>,
}

#[derive(Serialize)]
pub struct TrappedJson {
    pub id: u64,
    pub group: usize,
    pub at: [f64; 2],
}

#[derive(Serialize)]
pub struct GroupJson {
    pub name: Option<String>,
    pub guide: &'static str,
    pub entered: usize,
    pub arrived: usize,
    pub remaining: usize,
    #[serde(serialize_with = "seconds_or_null")]
    pub last_arrival: Option<f64>,
    #[serde(serialize_with = "seconds_or_null")]
    pub mean_travel: Option<f64>,
    #[serde(serialize_with = "seconds_or_null")]
    pub longest_travel: Option<f64>,
    #[serde(serialize_with = "seconds_or_null")]
    pub mean_wait: Option<f64>,
    #[serde(serialize_with = "seconds_or_null")]
    pub longest_wait: Option<f64>,
}

/// A line counts, an area reports density and speed.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum MeasureJson {
    Line {
        name: String,
        passed: usize,
        to_the_right: usize,
        to_the_left: usize,
        /// How many of those that passed came back over it.
        returned: usize,
        /// People a second, between the first and the last.
        flow: Option<f64>,
        /// The same for each length of the line.
        specific_flow: Option<f64>,
        #[serde(serialize_with = "seconds_or_null")]
        first: Option<f64>,
        #[serde(serialize_with = "seconds_or_null")]
        last: Option<f64>,
    },
    Area {
        name: String,
        /// Of all samples, and of those with agents in the area.
        samples: usize,
        occupied: usize,
        /// Over the samples with agents in the area.
        mean_density: Option<f64>,
        max_density: Option<f64>,
        mean_speed: Option<f64>,
        max_count: usize,
    },
}

#[derive(Serialize)]
pub struct QueueJson {
    pub segment: [[f64; 2]; 2],
    #[serde(serialize_with = "seconds")]
    pub since: f64,
    #[serde(serialize_with = "seconds")]
    pub until: f64,
    pub waiting: usize,
    #[serde(serialize_with = "seconds")]
    pub wait: f64,
}

#[derive(Serialize)]
pub struct PhaseJson {
    pub name: &'static str,
    pub seconds: f64,
}

#[derive(Serialize)]
pub struct RecordingJson {
    pub file: String,
    pub frames: u64,
    pub fps: f64,
}

impl Report {
    pub fn new(
        label: &str,
        run: &Simulation,
        queues: &[QueueRecord],
        recording: Option<Recorded>,
        interrupted: bool,
    ) -> Self {
        let (summary, settings, phases) = (run.summary(), run.settings(), run.phases());
        let all = Travel::of(summary.trips.iter());
        let run_seconds = phases.total();
        let per_second = |amount: f64| (run_seconds > 0.0).then(|| amount / run_seconds);
        Self {
            arrived: summary.trips.len(),
            remaining: summary.remaining,
            time: summary.time,
            mean_speed: summary.mean_speed(),
            scene: label.to_owned(),
            entered: summary.entered,
            evacuation_time: summary.evacuation_time(),
            mean_travel: all.mean_travel,
            longest_travel: all.longest_travel,
            mean_wait: all.mean_wait,
            longest_wait: all.longest_wait,
            mean_length: summary.mean(|trip| trip.length),
            walking_speed: summary.walking_speed(),
            percentiles: Percentiles::new(RunFigures::SHARES.map(|share| summary.percentile(share))),
            exits: summary.exits.iter().map(|report| exit(report, summary.time)).collect(),
            trapped: summary.trapped.len(),
            trapped_agents: summary.trapped.iter().map(trapped).collect(),
            caught: summary.captures.len(),
            visits: summary.visits.iter().sum(),
            taken: summary.taken,
            goods: run.settings().goods.iter().map(|goods| goods.count).sum(),
            excluded_places: run.excluded_places(),
            groups: groups(run, &summary),
            measures: measures(run, &summary),
            queues: queues.iter().map(queue).collect(),
            seed: settings.seed,
            step: settings.step,
            steps: run.steps(),
            seconds: settings.seconds,
            steering: settings.steering.word(),
            barriers: match settings.rerouting {
                Rerouting::None => "none".into(),
                Rerouting::Delay => "delay".into(),
                Rerouting::Factor(weight) => weight.into(),
            },
            phases: phases.seconds().map(|(name, seconds)| PhaseJson { name, seconds }).collect(),
            run_seconds,
            walker_steps: phases.walker_steps(),
            walker_steps_per_second: per_second(phases.walker_steps() as f64),
            times_real_time: per_second(summary.time),
            recording: recording.map(|r| RecordingJson { file: r.file, frames: r.frames, fps: r.frames_per_second }),
            files: Vec::new(),
            interrupted,
        }
    }
}

/// Times of some trips; all absent without any.
struct Travel {
    mean_travel: Option<f64>,
    longest_travel: Option<f64>,
    mean_wait: Option<f64>,
    longest_wait: Option<f64>,
}

impl Travel {
    fn of<'a>(trips: impl Iterator<Item = &'a Trip>) -> Self {
        let trips: Vec<&Trip> = trips.collect();
        let mean = |of: fn(&Trip) -> f64| {
            (!trips.is_empty()).then(|| trips.iter().map(|trip| of(trip)).sum::<f64>() / trips.len() as f64)
        };
        let longest = |of: fn(&Trip) -> f64| trips.iter().map(|trip| of(trip)).max_by(f64::total_cmp);
        Self {
            mean_travel: mean(Trip::seconds),
            longest_travel: longest(Trip::seconds),
            mean_wait: mean(|trip| trip.waited),
            longest_wait: longest(|trip| trip.waited),
        }
    }
}

fn groups(run: &Simulation, summary: &Summary) -> Vec<GroupJson> {
    let mut trips: BTreeMap<usize, Vec<&Trip>> = BTreeMap::new();
    for trip in &summary.trips {
        trips.entry(trip.group).or_default().push(trip);
    }
    let described = run.settings().groups.iter().enumerate();
    described
        .map(|(k, group)| {
            let trips: &[&Trip] = trips.get(&k).map_or(&[], Vec::as_slice);
            let Travel { mean_travel, longest_travel, mean_wait, longest_wait } = Travel::of(trips.iter().copied());
            let entered = summary.entered_by_group.get(k).copied().unwrap_or(0);
            GroupJson {
                name: group.name.clone(),
                guide: group.guide.word(),
                entered,
                arrived: trips.len(),
                remaining: entered - trips.len(),
                last_arrival: trips.last().map(|trip| trip.left),
                mean_travel,
                longest_travel,
                mean_wait,
                longest_wait,
            }
        })
        .collect()
}

fn measures(run: &Simulation, summary: &Summary) -> Vec<MeasureJson> {
    let described = run.settings().measures.iter().map(|measure| &measure.shape);
    described
        .zip(&summary.measures)
        .map(|(shape, report)| match shape {
            MeasureShape::Line([a, b]) => line(report, a.distance(*b)),
            MeasureShape::Area(_) => area(report),
        })
        .collect()
}

fn line(report: &MeasureReport, length: f64) -> MeasureJson {
    let to_the_right = report.passages.iter().filter(|passage| passage.to_the_right).count();
    MeasureJson::Line {
        name: report.name.clone(),
        passed: report.passages.len(),
        to_the_right,
        to_the_left: report.passages.len() - to_the_right,
        returned: report.returned,
        flow: report.flow(),
        specific_flow: report.flow().map(|flow| flow / length),
        first: report.passages.first().map(|passage| passage.time),
        last: report.passages.last().map(|passage| passage.time),
    }
}

fn area(report: &MeasureReport) -> MeasureJson {
    let occupied: Vec<_> = report.samples.iter().filter(|sample| sample.count > 0).collect();
    let mean = |sum: f64| (!occupied.is_empty()).then(|| sum / occupied.len() as f64);
    MeasureJson::Area {
        name: report.name.clone(),
        samples: report.samples.len(),
        occupied: occupied.len(),
        mean_density: mean(occupied.iter().map(|sample| sample.density).sum()),
        max_density: occupied.iter().map(|sample| sample.density).max_by(f64::total_cmp),
        mean_speed: mean(occupied.iter().filter_map(|sample| sample.speed).sum()),
        max_count: occupied.iter().map(|sample| sample.count).max().unwrap_or(0),
    }
}

fn exit(report: &ExitReport, end: f64) -> ExitJson {
    ExitJson {
        name: report.name.clone(),
        arrived: report.times.len(),
        first: report.times.first().copied(),
        last: report.times.last().copied(),
        flow: report.flow(),
        curve: report.curve(end),
    }
}

fn trapped(agent: &TrappedAgent) -> TrappedJson {
    TrappedJson { id: agent.id, group: agent.group, at: agent.at.into() }
}

fn queue(record: &QueueRecord) -> QueueJson {
    let &QueueRecord { segment, since, until, waiting, wait } = record;
    QueueJson { segment: segment.map(Into::into), since, until, waiting, wait }
}

/// Times are multiples of a step, which sums of them miss by rounding: nanoseconds are enough.
fn to_nanoseconds(seconds: f64) -> f64 {
    (seconds * 1e9).round() / 1e9
}

fn seconds<S: Serializer>(seconds: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(to_nanoseconds(*seconds))
}

pub fn seconds_or_null<S: Serializer>(seconds: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    seconds.map(to_nanoseconds).serialize(serializer)
}
