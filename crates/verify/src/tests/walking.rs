//! How single people walk, wait and set off.

use super::times;
use crate::Row;
use crate::run::{Setting, least, mean, most};
use crate::scenes::{self, scene};
use rayon::prelude::*;
use std::collections::HashMap;
use wayfront_geometry::Point;
use wayfront_world::{Crowd, Distribution, Group, Polygon, Source, SpeedArea, Start, Stop, World};

/// Whoever is this far from its place has set off.
const SET_OFF: f64 = 0.05;

pub fn rimea_1(setting: &Setting<'_>) -> Vec<Row> {
    let times = times(&setting.runs(&scenes::lone_walker(1.33)));
    vec![Row::within("40 m at 1.33 m/s", [least(times.clone()), most(times)], [26.0, 34.0], "s")]
}

pub fn imo_1(setting: &Setting<'_>) -> Vec<Row> {
    let times = times(&setting.runs(&scenes::lone_walker(1.0)));
    vec![Row::within("40 m at 1 m/s", [least(times.clone()), most(times)], [39.5, 40.5], "s")]
}

/// Seconds between the two lines of a scene.
fn between_lines(setting: &Setting<'_>, world: &World) -> f64 {
    let runs = setting.runs(world);
    let time = |run: &crate::run::Outcome, line: usize| {
        run.summary.measures[line].passages.first().map_or(f64::INFINITY, |passage| passage.time)
    };
    mean(runs.iter().map(|run| time(run, 1) - time(run, 0)))
}

pub fn stairs(setting: &Setting<'_>) -> Vec<Row> {
    // Speeds on stairs by Fruin (1971), for men of 30 to 50 years: 0.64 m/s up, 0.86 m/s down.
    let row = |name: &str, speed: f64| {
        let seconds = between_lines(setting, &scenes::stairs(1.33, speed / 1.33));
        let known = 10.0 / speed;
        Row::within(
            format!("10 m of stairs {name} at {speed} m/s"),
            [seconds; 2],
            [round(known * 0.97), round(known * 1.03)],
            "s",
        )
    };
    vec![row("up", 0.64), row("down", 0.86)]
}

pub fn smoke(setting: &Setting<'_>) -> Vec<Row> {
    let row = |share: f64| {
        let mut world = scenes::stairs(1.25, share);
        if let Some(crowd) = &mut world.crowd {
            let areas = std::mem::take(&mut crowd.areas);
            crowd.areas = areas.into_iter().map(|area| SpeedArea::new(area.outline, share)).collect();
        }
        let speed = 10.0 / between_lines(setting, &world);
        let known = 1.25 * share;
        let name = format!("speed in smoke that leaves {:.0} %", share * 100.0);
        Row::within(name, [speed; 2], [round(known * 0.97), round(known * 1.03)], "m/s")
    };
    [0.8, 0.5, 0.3].map(row).to_vec()
}

fn round(x: f64) -> f64 {
    (x * 1000.0).round() / 1000.0
}

/// When everybody sets off, for all seeds, and how far the farthest strayed before `by`.
fn starts(setting: &Setting<'_>, world: &World, by: f64) -> (Vec<f64>, f64) {
    let of_seed = |&seed: &u64| {
        let (mut homes, mut starts): (Vec<Point>, Vec<Option<f64>>) = (Vec::new(), Vec::new());
        let mut strayed = 0.0_f64;
        setting.outcome(world, seed, |run| {
            let agents = run.agents();
            for slot in 0..agents.len() {
                let (id, p) = (agents.id()[slot] as usize, agents.position()[slot]);
                if homes.len() <= id {
                    homes.resize(id + 1, p);
                    starts.resize(id + 1, None);
                    homes[id] = p;
                }
                let far = homes[id].distance(p);
                if far > SET_OFF && starts[id].is_none() {
                    starts[id] = Some(run.time());
                }
                if run.time() < by {
                    strayed = strayed.max(far);
                }
            }
        });
        (starts.into_iter().flatten().collect::<Vec<f64>>(), strayed)
    };
    let found: Vec<(Vec<f64>, f64)> = setting.seeds.par_iter().map(of_seed).collect();
    (found.iter().flat_map(|(starts, _)| starts.clone()).collect(), most(found.iter().map(|(_, strayed)| *strayed)))
}

pub fn rimea_5(setting: &Setting<'_>) -> Vec<Row> {
    let (starts, strayed) = starts(setting, &scene("premovement"), 10.0);
    let range = [least(starts.clone()), most(starts.clone())];
    vec![
        Row::within("first and last to set off", range, [10.0, 100.5], "s"),
        Row::within("mean time to set off", [mean(starts); 2], [40.0, 70.0], "s"),
        Row::at_most("distance walked before setting off", strayed, 0.05, "m"),
    ]
}

pub fn waiting(setting: &Setting<'_>) -> Vec<Row> {
    let (_, strayed) = starts(setting, &scene("waiting-room"), 30.0);
    let stops = setting.runs(&scene("small-stops"));
    let arrived = least(stops.iter().map(|run| run.summary.trips.len() as f64));
    let walked = most(setting.seeds.iter().map(|&seed| walked_at_stop(setting, seed)));
    vec![
        Row::at_most("40 people who wait for 30 s: distance that the farthest one walks", strayed, 0.05, "m"),
        Row::at_most("8 people at a stop of 2 m for 30 s: the longest walk of one who stands there", walked, 0.5, "m"),
        Row::at_least("150 people by way of stops of 0.5 m: arrived", arrived, 150.0, "people"),
    ]
}

/// How far one walks at most, of eight at a stop of 2 x 2 m, from 5 s after it has come until the first goes on.
fn walked_at_stop(setting: &Setting<'_>, seed: u64) -> f64 {
    let area = |x: [f64; 2], y: [f64; 2]| vec![(x[0], y[0]), (x[1], y[0]), (x[1], y[1]), (x[0], y[1])];
    let ring = |x, y| area(x, y).into_iter().map(Point::from).collect::<Vec<_>>();
    let start = Start::Area { outline: ring([0.5, 3.0], [2.0, 6.0]), count: 8 };
    let stop = Stop::new("counter", ring([6.0, 8.0], [3.0, 5.0]), Distribution::Exactly(30.0));
    let group = Group::new(start).with_via(vec!["counter".into()]);
    let world = World::new()
        .area(Polygon::ring(area([0.0, 12.0], [0.0, 8.0])))
        .source(Source::segment((12.0, 3.0), (12.0, 5.0)))
        .with_crowd(Crowd::new().group(group).stop(stop));
    // Since when each stands, where it was, and how far it has walked.
    let mut standing: HashMap<u64, (f64, Point, f64)> = HashMap::new();
    let (mut farthest, mut last) = (0.0_f64, f64::INFINITY);
    setting.outcome(&world, seed, |run| {
        let (agents, now) = (run.agents(), run.time());
        for slot in (0..agents.len()).filter(|&slot| !run.is_walking(slot) && !run.is_leaving(slot)) {
            let at = agents.position()[slot];
            let (since, before, walked) = standing.entry(agents.id()[slot]).or_insert((now, at, 0.0));
            if now >= *since + 5.0 {
                *walked += before.distance(at);
            }
            *before = at;
            last = last.min(*since + 29.0);
            farthest = farthest.max(if now < last { *walked } else { 0.0 });
        }
    });
    farthest
}

pub fn rimea_6(setting: &Setting<'_>) -> Vec<Row> {
    let runs = setting.runs(&scene("corner"));
    vec![
        Row::at_most("last of 20 around a corner", mean(times(&runs)), 23.8, "s"),
        Row::at_most("in a wall", runs.iter().map(|run| run.in_walls).sum::<usize>() as f64, 0.0, "people"),
    ]
}

pub fn rimea_7(setting: &Setting<'_>) -> Vec<Row> {
    let world = scene("demographics");
    let profiles = world.crowd.iter().flat_map(|crowd| &crowd.groups).flat_map(|group| &group.profiles);
    let spreads: Vec<(f64, Distribution)> = profiles.filter_map(|p| Some((p.share, p.speed?))).collect();
    let known: f64 = spreads.iter().map(|(share, speed)| share * speed.mean()).sum();
    let runs = setting.runs(&world);
    let trips = || runs.iter().flat_map(|run| &run.summary.trips);
    let speeds: Vec<f64> = trips().map(|trip| trip.length / trip.walking.max(1e-9)).collect();
    let slow = speeds.iter().filter(|&&speed| speed < 0.905).count() as f64 / speeds.len().max(1) as f64;
    vec![
        Row::within("speeds of all", [least(speeds.clone()), most(speeds.clone())], [0.45, 1.66], "m/s"),
        Row::within("mean speed", [mean(speeds); 2], [round(known * 0.95), round(known * 1.05)], "m/s"),
        Row::within("share of the impaired, by their speed", [slow; 2], [0.08, 0.13], ""),
    ]
}

pub fn family(setting: &Setting<'_>) -> Vec<Row> {
    let runs = setting.runs(&scene("family"));
    let apart = |run: &crate::run::Outcome| {
        let left: Vec<f64> = run.summary.trips.iter().map(|trip| trip.left).collect();
        if left.len() < 5 { f64::INFINITY } else { most(left.clone()) - least(left) }
    };
    vec![Row::at_most("from the first to the last of a family, over 37 m", mean(runs.iter().map(apart)), 10.0, "s")]
}
