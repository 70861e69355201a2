//! What a run came to, as a dictionary with the names that the command's JSON has.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::collections::BTreeMap;
use wayfront::Simulation;
use wayfront::crowd::{Estimate, ExitReport, MeasureReport, QueueRecord, RunFigures, Summary, Trip};
use wayfront::world::{MeasureShape, Rerouting};

/// Times are multiples of a step, which sums of them miss by rounding: nanoseconds are enough.
fn to_nanoseconds(seconds: f64) -> f64 {
    (seconds * 1e9).round() / 1e9
}

fn neat(seconds: Option<f64>) -> Option<f64> {
    seconds.map(to_nanoseconds)
}

/// The mean of some numbers, and the ends of its 95 % interval; nothing without numbers.
#[pyfunction]
pub fn estimate(values: Vec<f64>) -> Option<(f64, f64, f64)> {
    let Estimate { mean, interval: [low, high], .. } = Estimate::of(&values)?;
    Some((mean, low, high))
}

/// Everything that is known at the end of a run.
pub fn summary<'py>(py: Python<'py>, run: &Simulation, queues: &[QueueRecord]) -> PyResult<Bound<'py, PyDict>> {
    let (summary, settings) = (run.summary(), run.settings());
    let report = PyDict::new(py);
    report.set_item("arrived", summary.trips.len())?;
    report.set_item("remaining", summary.remaining)?;
    report.set_item("time", to_nanoseconds(summary.time))?;
    report.set_item("mean_speed", summary.mean_speed())?;
    report.set_item("entered", summary.entered)?;
    report.set_item("evacuation_time", neat(summary.evacuation_time()))?;
    add_travel(&report, summary.trips.iter())?;
    report.set_item("mean_length", summary.mean(|trip| trip.length))?;
    report.set_item("walking_speed", summary.walking_speed())?;
    let percentiles = PyDict::new(py);
    for (name, share) in ["50", "95", "98", "all"].iter().zip(RunFigures::SHARES) {
        percentiles.set_item(name, neat(summary.percentile(share)))?;
    }
    report.set_item("percentiles", percentiles)?;
    report.set_item("exits", list(py, summary.exits.iter().map(|exit| exit_of(py, exit, summary.time)))?)?;
    report.set_item("trapped", summary.trapped.len())?;
    report.set_item("excluded_places", run.excluded_places())?;
    report.set_item("groups", groups(py, run, &summary)?)?;
    report.set_item("measures", measures(py, run, &summary)?)?;
    report.set_item("queues", list(py, queues.iter().map(|queue| queue_of(py, queue)))?)?;
    report.set_item("seed", settings.seed)?;
    report.set_item("step", settings.step)?;
    report.set_item("steps", run.steps())?;
    report.set_item("seconds", settings.seconds)?;
    report.set_item("steering", settings.steering.word())?;
    match settings.rerouting {
        Rerouting::None => report.set_item("rerouting", "none")?,
        Rerouting::Delay => report.set_item("rerouting", "delay")?,
        Rerouting::Factor(factor) => report.set_item("rerouting", factor)?,
    }
    Ok(report)
}

fn list<'py>(
    py: Python<'py>,
    items: impl Iterator<Item = PyResult<Bound<'py, PyDict>>>,
) -> PyResult<Bound<'py, PyList>> {
    PyList::new(py, items.collect::<PyResult<Vec<_>>>()?)
}

/// Travel and waiting times; absent without trips.
fn add_travel<'a>(report: &Bound<'_, PyDict>, trips: impl Iterator<Item = &'a Trip>) -> PyResult<()> {
    let trips: Vec<&Trip> = trips.collect();
    let mean = |of: fn(&Trip) -> f64| {
        (!trips.is_empty()).then(|| trips.iter().map(|trip| of(trip)).sum::<f64>() / trips.len() as f64)
    };
    let longest = |of: fn(&Trip) -> f64| trips.iter().map(|trip| of(trip)).max_by(f64::total_cmp);
    report.set_item("mean_travel", neat(mean(Trip::seconds)))?;
    report.set_item("longest_travel", neat(longest(Trip::seconds)))?;
    report.set_item("mean_wait", neat(mean(|trip| trip.waited)))?;
    report.set_item("longest_wait", neat(longest(|trip| trip.waited)))
}

fn exit_of<'py>(py: Python<'py>, report: &ExitReport, end: f64) -> PyResult<Bound<'py, PyDict>> {
    let exit = PyDict::new(py);
    exit.set_item("name", &report.name)?;
    exit.set_item("arrived", report.times.len())?;
    exit.set_item("first", neat(report.times.first().copied()))?;
    exit.set_item("last", neat(report.times.last().copied()))?;
    exit.set_item("flow", report.flow())?;
    exit.set_item("curve", report.curve(end))?;
    Ok(exit)
}

fn groups<'py>(py: Python<'py>, run: &Simulation, summary: &Summary) -> PyResult<Bound<'py, PyList>> {
    let mut trips: BTreeMap<usize, Vec<&Trip>> = BTreeMap::new();
    for trip in &summary.trips {
        trips.entry(trip.group).or_default().push(trip);
    }
    let described = run.settings().groups.iter().enumerate();
    let rows = described.map(|(k, described)| {
        let trips: &[&Trip] = trips.get(&k).map_or(&[], Vec::as_slice);
        let entered = summary.entered_by_group.get(k).copied().unwrap_or(0);
        let group = PyDict::new(py);
        group.set_item("name", described.name.as_deref())?;
        group.set_item("entered", entered)?;
        group.set_item("arrived", trips.len())?;
        group.set_item("remaining", entered - trips.len())?;
        group.set_item("last_arrival", neat(trips.last().map(|trip| trip.left)))?;
        add_travel(&group, trips.iter().copied())?;
        Ok(group)
    });
    list(py, rows)
}

fn measures<'py>(py: Python<'py>, run: &Simulation, summary: &Summary) -> PyResult<Bound<'py, PyList>> {
    let described = run.settings().measures.iter().map(|measure| &measure.shape);
    let rows = described.zip(&summary.measures).map(|(shape, report)| match shape {
        MeasureShape::Line([a, b]) => line(py, report, a.distance(*b)),
        MeasureShape::Area(_) => area(py, report),
    });
    list(py, rows)
}

fn line<'py>(py: Python<'py>, report: &MeasureReport, length: f64) -> PyResult<Bound<'py, PyDict>> {
    let to_the_right = report.passages.iter().filter(|passage| passage.to_the_right).count();
    let measure = PyDict::new(py);
    measure.set_item("kind", "line")?;
    measure.set_item("name", &report.name)?;
    measure.set_item("passed", report.passages.len())?;
    measure.set_item("to_the_right", to_the_right)?;
    measure.set_item("to_the_left", report.passages.len() - to_the_right)?;
    measure.set_item("returned", report.returned)?;
    measure.set_item("flow", report.flow())?;
    measure.set_item("specific_flow", report.flow().map(|flow| flow / length))?;
    measure.set_item("first", neat(report.passages.first().map(|passage| passage.time)))?;
    measure.set_item("last", neat(report.passages.last().map(|passage| passage.time)))?;
    measure.set_item("times", report.passages.iter().map(|p| to_nanoseconds(p.time)).collect::<Vec<_>>())?;
    measure.set_item("ids", report.passages.iter().map(|p| p.id).collect::<Vec<_>>())?;
    Ok(measure)
}

fn area<'py>(py: Python<'py>, report: &MeasureReport) -> PyResult<Bound<'py, PyDict>> {
    let occupied: Vec<_> = report.samples.iter().filter(|sample| sample.count > 0).collect();
    let mean = |sum: f64| (!occupied.is_empty()).then(|| sum / occupied.len() as f64);
    let measure = PyDict::new(py);
    measure.set_item("kind", "area")?;
    measure.set_item("name", &report.name)?;
    measure.set_item("mean_density", mean(occupied.iter().map(|sample| sample.density).sum()))?;
    measure.set_item("max_density", occupied.iter().map(|sample| sample.density).max_by(f64::total_cmp))?;
    measure.set_item("mean_speed", mean(occupied.iter().filter_map(|sample| sample.speed).sum()))?;
    measure.set_item("max_count", occupied.iter().map(|sample| sample.count).max().unwrap_or(0))?;
    let samples = report.samples.iter();
    measure.set_item("times", samples.clone().map(|s| to_nanoseconds(s.time)).collect::<Vec<_>>())?;
    measure.set_item("counts", samples.clone().map(|s| s.count).collect::<Vec<_>>())?;
    measure.set_item("densities", samples.clone().map(|s| s.density).collect::<Vec<_>>())?;
    measure.set_item("speeds", samples.map(|s| s.speed).collect::<Vec<_>>())?;
    Ok(measure)
}

fn queue_of<'py>(py: Python<'py>, record: &QueueRecord) -> PyResult<Bound<'py, PyDict>> {
    let queue = PyDict::new(py);
    queue.set_item("segment", record.segment.map(|p| (p.x, p.y)))?;
    queue.set_item("since", to_nanoseconds(record.since))?;
    queue.set_item("until", to_nanoseconds(record.until))?;
    queue.set_item("waiting", record.waiting)?;
    queue.set_item("wait", to_nanoseconds(record.wait))?;
    Ok(queue)
}
