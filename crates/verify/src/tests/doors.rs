//! How many pass: doors, corridors, and how fast people are in a crowd.

use super::motion;
use crate::Row;
use crate::curves::{WIDTHS, speeds};
use crate::run::{Outcome, Setting, least, mean, most};
use crate::scenes::{self, Beyond, scene};
use wayfront_crowd::weidmann;

pub fn rimea_12(setting: &Setting<'_>) -> Vec<Row> {
    let runs = setting.runs(&scene("two-rooms-in-a-row"));
    let density = |measure: usize| {
        mean(runs.iter().map(|run| most(run.summary.measures[measure].samples.iter().map(|s| s.density))))
    };
    vec![Row::at_most("density in the second room over that in the first", density(1) / density(0), 0.6, "")]
}

pub fn doors(setting: &Setting<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    for width in WIDTHS {
        let kinds = [Beyond::Outline, Beyond::Straight, Beyond::Left, Beyond::Right];
        let runs = kinds.map(|beyond| setting.runs(&scenes::door(width, beyond)));
        let flow = |(runs, beyond): (&Vec<Outcome>, Beyond)| {
            let of = |run: &Outcome| if beyond == Beyond::Outline { arrival_flow(run) } else { run.flow(0) };
            mean(runs.iter().map(of)) / width
        };
        let flows: Vec<f64> = runs.iter().zip(kinds).map(flow).collect();
        let named: Vec<String> = flows.iter().map(|flow| format!("{flow:.2}")).collect();
        let (low, high) = (least(flows.clone()), most(flows));
        rows.push(Row {
            name: format!("door of {width} m: outline, straight, left, right"),
            value: format!("{} per m and s", named.join(" / ")),
            target: "1.7 to 2.2, within 15 %".into(),
            holds: low >= 1.7 && high <= 2.2 && high <= low * 1.15,
        });
        if width == 1.0 {
            rows.extend(motion(setting, "door of 1 m", &runs[1], 0.8));
        }
    }
    rows
}

/// Steady flow of arrivals.
fn arrival_flow(run: &Outcome) -> f64 {
    let trips = &run.summary.trips;
    let skip = trips.len() / 6;
    let steady = &trips[skip..trips.len() - skip];
    (steady.len() - 1) as f64 / (steady[steady.len() - 1].left - steady[0].left)
}

pub fn corridor(setting: &Setting<'_>) -> Vec<Row> {
    let runs = setting.runs(&scene("filling-corridor"));
    vec![Row::at_most("corridor of 2 m", mean(runs.iter().map(|run| run.flow(0))) / 2.0, 1.6, "per m and s")]
}

pub fn imo_4(setting: &Setting<'_>) -> Vec<Row> {
    let runs = setting.runs_with(&scene("imo-4"), |crowd| crowd.with_calm(true));
    vec![Row::at_most("IMO 4: flow through 1 m, calm", mean(runs.iter().map(|run| run.flow(0))), 1.33, "per s")]
}

/// The two calibrations, through doors that people go straight through.
pub fn calibrations(setting: &Setting<'_>) -> Vec<Row> {
    let doors = [1.0, 2.0].map(|width| (width, scenes::door(width, Beyond::Straight)));
    let flows = |calm: bool| {
        let flow = |(width, world): &(f64, wayfront_world::World)| {
            let runs = setting.runs_with(world, |crowd| crowd.with_calm(calm));
            mean(runs.iter().map(|run| run.flow(0))) / width
        };
        let flows = doors.iter().map(flow).collect::<Vec<_>>();
        [least(flows.iter().copied()), most(flows)]
    };
    vec![
        Row::within("as in experiments (the default): doors of 1 and 2 m", flows(false), [1.6, 2.2], "per m and s"),
        Row::within("`calm`: doors of 1 and 2 m", flows(true), [0.8, 1.33], "per m and s"),
    ]
}

/// Speed over density. People who walk in a ring would need a run of its own; here a long corridor is filled evenly, and
/// looked at before the last row has left.
pub fn fundamental(setting: &Setting<'_>) -> Vec<Row> {
    let row = |(density, speed): (f64, f64)| {
        let known = weidmann(density);
        Row::new(
            format!("speed at {density} per m² (Weidmann {known:.2})"),
            format!("{speed:.3} m/s"),
            format!("{:.2} to {:.2} m/s", known - 0.15, known + 0.15),
            (speed - known).abs() <= 0.15,
        )
    };
    speeds(setting).into_iter().map(row).collect()
}
