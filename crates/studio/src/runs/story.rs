//! The story of one agent: where it came from, how it walked, how long it waited, where it left.

use super::SharedRun;
use serde_json::{Value, json};

/// Points of a path, at most.
const MOST_POINTS: usize = 600;

/// As pages get it; `None` if there was no agent of that number.
pub fn story(run: &SharedRun, id: u64, frame: u32) -> Option<Value> {
    let progress = run.progress();
    let origin = run.origin();
    let number = u32::try_from(id).ok()?;
    let seen = progress.frames.iter().filter_map(|frame| {
        let place = frame.rows.binary_search_by_key(&number, |row| row.id).ok()?;
        Some((frame.time, frame.rows[place]))
    });
    let seen: Vec<_> = seen.collect();
    let (first, last) = (seen.first()?, seen.last()?);
    let place = |at: [f32; 2]| [f64::from(at[0]) + origin.x, f64::from(at[1]) + origin.y];
    let walked = |pair: &[(f64, super::AgentRow)]| {
        let [a, b] = [pair[0].1.at, pair[1].1.at];
        f64::from((a[0] - b[0]).hypot(a[1] - b[1]))
    };
    let length: f64 = seen.windows(2).map(walked).sum();
    let summary = progress.summary.as_ref();
    let trip = summary.and_then(|summary| summary.trips.iter().find(|trip| trip.id == id));
    let exit = trip.and_then(|trip| summary?.exits.get(trip.exit?)).map(|exit| exit.name.clone());
    let every = seen.len().div_ceil(MOST_POINTS).max(1);
    let path: Vec<[f64; 2]> = seen.iter().step_by(every).chain([last]).map(|(_, row)| place(row.at)).collect();
    Some(json!({
        "type": "story", "run": run.number, "frame": frame, "id": id, "group": first.1.group,
        "entered": trip.map_or(first.0, |trip| trip.entered), "left": trip.map(|trip| trip.left),
        "length": trip.map_or(length, |trip| trip.length),
        "waited": trip.map_or(f64::from(last.1.wait), |trip| trip.waited),
        "speed": progress.speeds.get(id as usize), "radius": first.1.radius, "exit": exit, "path": path,
    }))
}
