//! Which path people take: exits near and far, assigned, closed, too narrow.

use super::times;
use crate::Row;
use crate::run::{Outcome, Setting, least, mean, most};
use crate::scenes::scene;
use wayfront_world::{Rerouting, World, builtin};

/// Seconds after which a run counts as one that never ends.
const ENOUGH: f64 = 1500.0;

pub fn rimea_9(setting: &Setting<'_>) -> Vec<Row> {
    let four = scene("four-doors");
    let mut two = four.clone();
    two.sources.truncate(2);
    let [four, two] = [four, two].map(|world| mean(times(&setting.runs(&world))));
    vec![Row::within("two doors instead of four", [two / four; 2], [1.6, 2.4], "times as long")]
}

pub fn rimea_10(setting: &Setting<'_>) -> Vec<Row> {
    let world = scene("assigned-exits");
    let runs = setting.runs(&world);
    let goal = |group: usize| world.crowd.as_ref().and_then(|crowd| crowd.groups[group].goals.first());
    let is_wrong = |run: &Outcome, trip: &wayfront_crowd::Trip| {
        let exit = trip.exit.map(|exit| &run.summary.exits[exit].name);
        exit != goal(trip.group)
    };
    let wrong =
        runs.iter().map(|run| run.summary.trips.iter().filter(|trip| is_wrong(run, trip)).count()).sum::<usize>();
    vec![
        Row::at_most("people who leave by another exit than theirs", wrong as f64, 0.0, "people"),
        Row::at_least("arrived", least(runs.iter().map(|run| run.summary.trips.len() as f64)), 23.0, "people"),
    ]
}

pub fn rimea_11(setting: &Setting<'_>) -> Vec<Row> {
    let [delay, none] = [Rerouting::Delay, Rerouting::None]
        .map(|kind| setting.runs_with(&scene("two-doors"), |crowd| crowd.with_rerouting(kind).with_seconds(ENOUGH)));
    let share = |run: &Outcome| {
        let left = |k: usize| run.summary.exits[k].times.len() as f64;
        left(1) / (left(0) + left(1))
    };
    let slower = mean(times(&delay)) / mean(times(&none));
    vec![
        Row::within("share of the far door, with `delay`", [mean(delay.iter().map(share)); 2], [0.05, 0.5], ""),
        Row::at_most("time with `delay`, of the time with `none`", slower, 1.02, ""),
    ]
}

pub fn wheelchairs(setting: &Setting<'_>) -> Vec<Row> {
    let runs = setting.runs(&scene("wheelchairs"));
    let passed = |run: &Outcome, line: usize| run.summary.measures[line].passages.len() as f64;
    vec![
        Row::at_least("arrived", least(runs.iter().map(|run| run.summary.trips.len() as f64)), 30.0, "people"),
        Row::within(
            "people by the wide door",
            [least(runs.iter().map(|run| passed(run, 1))), most(runs.iter().map(|run| passed(run, 1)))],
            [5.0, 7.0],
            "people",
        ),
    ]
}

pub fn closing_exit(setting: &Setting<'_>) -> Vec<Row> {
    let runs = setting.runs(&scene("closing-exit"));
    let late = |run: &Outcome| run.summary.exits[0].times.iter().filter(|&&time| time > 3.0).count() as f64;
    vec![
        Row::at_most("people by the closed exit, after 3 s", most(runs.iter().map(late)), 0.0, "people"),
        Row::at_least("arrived", least(runs.iter().map(|run| run.summary.trips.len() as f64)), 10.0, "people"),
    ]
}

pub fn rerouting(setting: &Setting<'_>) -> Vec<Row> {
    let both = |world: &World| {
        [Rerouting::None, Rerouting::Delay].map(|kind| setting.runs_with(world, |crowd| crowd.with_rerouting(kind)))
    };
    let [none, delay] = both(&scene("four-doors"));
    let slower = mean(times(&delay)) / mean(times(&none));
    let farther = mean(delay.iter().map(Outcome::path)) / mean(none.iter().map(Outcome::path));
    let three = builtin("three-corridors").unwrap_or_default();
    let [none, delay] = both(&three).map(|runs| mean(times(&runs)));
    let value = format!("{:.1} % ({none:.1} -> {delay:.1} s)", 100.0 * (1.0 - delay / none));
    vec![
        Row::at_most("RiMEA 9: `delay` over `none`", slower, 1.0, "times as long"),
        Row::at_most("RiMEA 9: path with `delay`", farther, 1.3, "times as far"),
        Row { name: "three corridors: saved".into(), value, target: ">= 23 %".into(), holds: delay <= none * 0.77 },
    ]
}

pub fn counting(setting: &Setting<'_>) -> Vec<Row> {
    let runs = setting.runs(&scene("measured-exit"));
    let counts = runs.iter().flat_map(|run| &run.summary.measures).map(|line| line.passages.len() as f64);
    let counts: Vec<f64> = counts.collect();
    let door = setting.runs(&scene("two-way-door"));
    let unaccounted = |run: &Outcome| {
        let summary = &run.summary;
        summary.entered.abs_diff(summary.trips.len() + summary.remaining) as f64
    };
    let all: Vec<f64> = runs.iter().chain(&door).map(unaccounted).collect();
    vec![
        Row::within(
            "40 people over lines on an exit and before it",
            [least(counts.clone()), most(counts)],
            [40.0, 40.0],
            "",
        ),
        Row::at_least(
            "60 people who enter over an exit: arrived",
            least(door.iter().map(|run| run.summary.trips.len() as f64)),
            60.0,
            "people",
        ),
        Row::at_most("people not accounted for", most(all), 0.0, "people"),
    ]
}

pub fn school(setting: &Setting<'_>) -> Vec<Row> {
    let world = scene("school");
    let [none, delay] =
        [Rerouting::None, Rerouting::Delay].map(|kind| setting.runs_with(&world, |crowd| crowd.with_rerouting(kind)));
    let time = mean(times(&none));
    let shares: Vec<String> = (0..3)
        .map(|k| format!("{:.0}", mean(none.iter().map(|run| run.summary.exits[k].times.len() as f64))))
        .collect();
    let least_share =
        least((0..3).map(|k| mean(none.iter().map(|run| run.summary.exits[k].times.len() as f64)) / 960.0));
    vec![
        // 960 people by three exits of 2.4 m at 1.7 to 2.2 per metre and second need 61 to 78 s; 20 s pass before.
        Row::within("960 people out of a school", [time; 2], [70.0, 240.0], "s"),
        Row::new("people by the exits west, east, north", shares.join(", "), ">= 15 % each", least_share >= 0.15),
        Row::at_most("`delay` over `none`", mean(times(&delay)) / time, 1.03, "times as long"),
    ]
}
