//! What a run came to, as tables for spreadsheets: comma-separated, a heading each, times in seconds.

use super::report::Report;
use crate::failure::Failure;
use crate::outputs::Outputs;
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use wayfront::crowd::{Simulation, Summary};
use wayfront::world::{Group, files};

type Table = fn(&Simulation, &Summary, &Report) -> String;

const TABLES: [(&str, Table); 6] = [
    ("arrivals.csv", arrivals),
    ("exits.csv", exits),
    ("trips.csv", trips),
    ("passages.csv", passages),
    ("areas.csv", areas),
    ("queues.csv", queues),
];
pub const JSON: &str = "summary.json";

/// The files that [`write()`] writes.
pub fn paths(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let names = TABLES.map(|(name, _)| name).into_iter().chain([JSON]);
    names.map(|name| folder.join(name))
}

/// Writes all tables, and the result for programs beside them.
pub fn write(folder: &Path, run: &Simulation, report: &Report, outputs: &Outputs) -> Result<(), Failure> {
    let summary = run.summary();
    for (name, table) in TABLES {
        save(&folder.join(name), &table(run, &summary, report), outputs)?;
    }
    let json = serde_json::to_string_pretty(report).map_err(io::Error::from);
    let path = folder.join(JSON);
    json.map_err(|why| unwritten(&path, why)).and_then(|json| save(&path, &(json + "\n"), outputs))
}

pub fn save(path: &Path, text: &str, outputs: &Outputs) -> Result<(), Failure> {
    outputs.wrote(path, files::write(path, text.as_bytes()).map_err(|why| unwritten(path, why)))
}

pub fn unwritten(path: &Path, why: io::Error) -> Failure {
    Failure::File { what: format!("{}: cannot be written: {why}", path.display()), advice: files::advice(&why) }
}

fn group_name(k: usize, group: Option<&Group>) -> String {
    group.and_then(|group| group.name.clone()).unwrap_or_else(|| format!("group {}", k + 1))
}

/// Every second: how many have arrived, in all and of each group.
fn arrivals(run: &Simulation, summary: &Summary, _: &Report) -> String {
    let groups = &run.settings().groups;
    let names = groups.iter().enumerate().map(|(k, group)| quoted(&group_name(k, Some(group))));
    let mut text = format!("time,arrived,{}\n", names.collect::<Vec<_>>().join(","));
    let mut by_group = vec![0_usize; groups.len()];
    let mut trips = summary.trips.iter().peekable();
    let last = summary.time.ceil() as u64;
    for second in 0..=last {
        while let Some(trip) = trips.next_if(|trip| trip.left <= second as f64) {
            by_group[trip.group] += 1;
        }
        let counts: Vec<String> = by_group.iter().map(usize::to_string).collect();
        line(&mut text, &[second.to_string(), by_group.iter().sum::<usize>().to_string(), counts.join(",")]);
    }
    text
}

/// Every second: how many have left by each exit.
fn exits(_: &Simulation, summary: &Summary, _: &Report) -> String {
    let names = summary.exits.iter().map(|exit| quoted(&exit.name));
    let mut text = format!("time,{}\n", names.collect::<Vec<_>>().join(","));
    let curves: Vec<Vec<usize>> = summary.exits.iter().map(|exit| exit.curve(summary.time)).collect();
    for second in 0..=summary.time.ceil() as usize {
        let counts: Vec<String> = curves.iter().map(|curve| curve[second].to_string()).collect();
        line(&mut text, &[second.to_string(), counts.join(",")]);
    }
    text
}

/// All agents that arrived.
fn trips(run: &Simulation, summary: &Summary, _: &Report) -> String {
    let mut text = "id,group,entered,arrived,travel,length,waited,walking,exit\n".to_owned();
    for trip in &summary.trips {
        let group = quoted(&group_name(trip.group, run.settings().groups.get(trip.group)));
        let numbers = [trip.entered, trip.left, trip.seconds(), trip.length, trip.waited, trip.walking].map(number);
        let exit = trip.exit.map_or_else(String::new, |exit| quoted(&summary.exits[exit].name));
        line(&mut text, &[trip.id.to_string(), group, numbers.join(","), exit]);
    }
    text
}

/// Which agent passed which line.
fn passages(_: &Simulation, summary: &Summary, _: &Report) -> String {
    let mut text = "line,time,id,direction\n".to_owned();
    for report in &summary.measures {
        for passage in &report.passages {
            let direction = if passage.to_the_right { "right" } else { "left" };
            let (time, id) = (number(passage.time), passage.id.to_string());
            line(&mut text, &[quoted(&report.name), time, id, direction.into()]);
        }
    }
    text
}

/// What the areas looked like, twice a second.
fn areas(_: &Simulation, summary: &Summary, _: &Report) -> String {
    let mut text = "area,time,count,density,speed\n".to_owned();
    for report in &summary.measures {
        for sample in &report.samples {
            let speed = sample.speed.map_or_else(String::new, number);
            let (time, density) = (number(sample.time), number(sample.density));
            line(&mut text, &[quoted(&report.name), time, sample.count.to_string(), density, speed]);
        }
    }
    text
}

/// The queues that paths led around.
fn queues(_: &Simulation, _: &Summary, report: &Report) -> String {
    let mut text = "x1,y1,x2,y2,since,until,waiting,wait\n".to_owned();
    for queue in &report.queues {
        let [[ax, ay], [bx, by]] = queue.segment;
        let place = [ax, ay, bx, by, queue.since, queue.until].map(number).join(",");
        line(&mut text, &[place, queue.waiting.to_string(), number(queue.wait)]);
    }
    text
}

pub fn line(text: &mut String, fields: &[String]) {
    // A string takes everything.
    let _ = writeln!(text, "{}", fields.join(","));
}

/// A number without the noise of its last digits.
pub fn number(x: f64) -> String {
    ((x * 1e6).round() / 1e6).to_string()
}

/// A name as a field: in quotes where a reader would stumble over it.
pub fn quoted(name: &str) -> String {
    if name.contains([',', '"', '\n', '\r']) { format!("\"{}\"", name.replace('"', "\"\"")) } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted_where_they_must_be() {
        assert_eq!(["hall", "a, b", "the \"door\""].map(quoted), ["hall", "\"a, b\"", "\"the \"\"door\"\"\""]);
        assert_eq!([0.1 + 0.2, 3.0, 1.0 / 3.0].map(number), ["0.3", "3", "0.333333"]);
    }
}
