//! What a run has come to so far: arrivals by exit, measures, queues, and a few figures.

use super::SharedRun;
use crate::document::{Document, ThingKind};
use crate::problems::thing;
use serde_json::{Value, json};
use wayfront_crowd::{ExitReport, MeasureReport};

/// As pages get it; `None` while nothing is known.
pub fn sums(run: &SharedRun, document: &Document) -> Option<Value> {
    let progress = run.progress();
    let summary = progress.summary.as_ref()?;
    let end = summary.time;
    let source = |k: usize| run.world.sources.get(k).and_then(|source| thing(document, &source.place));
    let arrival =
        |(k, exit): (usize, &ExitReport)| json!({"exit": exit.name, "thing": source(k), "counts": exit.curve(end)});
    let arrivals: Vec<Value> = summary.exits.iter().enumerate().map(arrival).collect();
    let measured =
        |(k, report): (usize, &MeasureReport)| measure_json(report, document.id_at(ThingKind::Measure, k), end);
    let measures: Vec<Value> = summary.measures.iter().enumerate().map(measured).collect();
    let queues = progress.queues.iter().map(|queue| {
        json!({
            "from": <[f64; 2]>::from(queue.segment[0]), "to": <[f64; 2]>::from(queue.segment[1]),
            "since": queue.since, "until": queue.until, "agents": queue.waiting, "wait": queue.wait,
        })
    });
    Some(json!({
        "type": "sums", "run": run.number, "to": end.floor(), "arrivals": arrivals, "measures": measures,
        "queues": queues.collect::<Vec<_>>(),
        "summary": {
            "entered": summary.entered, "arrived": summary.trips.len(), "remaining": summary.remaining,
            "trapped": summary.trapped.len(), "mean": summary.mean(wayfront_crowd::Trip::seconds),
            "waited": summary.mean(|trip| trip.waited), "p95": summary.percentile(0.95), "last": summary.evacuation_time(),
        },
    }))
}

fn measure_json(report: &MeasureReport, thing: Option<u64>, end: f64) -> Value {
    let seconds = 0..=end.floor().max(0.0) as u64;
    if report.samples.is_empty() {
        let until = |second: u64| report.passages.partition_point(|passage| passage.time <= second as f64);
        let counts: Vec<usize> = seconds.map(until).collect();
        return json!({"name": report.name, "thing": thing, "kind": "line", "counts": counts, "flow": report.flow()});
    }
    let at = |second: u64| {
        let place = report.samples.partition_point(|sample| sample.time < second as f64);
        report.samples.get(place.min(report.samples.len() - 1))
    };
    let density: Vec<Option<f64>> = seconds.clone().map(|second| at(second).map(|sample| sample.density)).collect();
    let speed: Vec<Option<f64>> = seconds.map(|second| at(second).and_then(|sample| sample.speed)).collect();
    json!({"name": report.name, "thing": thing, "kind": "area", "density": density, "speed": speed})
}
