//! How many pass: doors, corridors, and how fast people are in a crowd.

use super::motion;
use crate::Row;
use crate::run::{Outcome, Setting, least, mean, most};
use rayon::prelude::*;
use wayfront_crowd::weidmann;
use wayfront_geometry::Point;
use wayfront_world::validation::{self, Beyond};
use wayfront_world::{Crowd, Group, Polygon, Source, Start, World};

/// The widths of doors.
pub const WIDTHS: [f64; 5] = [0.8, 1.0, 1.2, 2.0, 3.0];
/// The densities at which speed is measured.
pub const DENSITIES: [f64; 6] = [0.5, 1.0, 1.5, 2.0, 2.5, 3.0];

pub fn rimea_12(setting: &Setting<'_>) -> Vec<Row> {
    let runs = setting.runs(&validation::rooms_in_a_row());
    let density = |measure: usize| {
        mean(runs.iter().map(|run| most(run.summary.measures[measure].samples.iter().map(|s| s.density))))
    };
    vec![Row::at_most("density in the second room over that in the first", density(1) / density(0), 0.6, "")]
}

pub fn doors(setting: &Setting<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    for width in WIDTHS {
        let kinds = [Beyond::Outline, Beyond::Straight, Beyond::Left, Beyond::Right];
        let runs = kinds.map(|beyond| setting.runs(&validation::door(width, beyond)));
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
    let runs = setting.runs(&validation::corridor());
    vec![Row::at_most("corridor of 2 m", mean(runs.iter().map(|run| run.flow(0))) / 2.0, 1.6, "per m and s")]
}

pub fn imo_4(setting: &Setting<'_>) -> Vec<Row> {
    let runs = setting.runs_with(&validation::imo_4(), |crowd| crowd.with_calm(true));
    vec![Row::at_most("IMO 4: flow through 1 m, calm", mean(runs.iter().map(|run| run.flow(0))), 1.33, "per s")]
}

/// A corridor of 3 m, filled evenly.
fn filled(density: f64) -> World {
    let (length, width) = (30.0, 3.0);
    let outline = [[0.0, 0.0], [length, 0.0], [length, width], [0.0, width]].map(Point::from).to_vec();
    let count = (density * length * width).round() as usize;
    let boundary = [[0.0, 0.0], [length + 0.3, 0.0], [length + 0.3, width], [0.0, width]];
    World::walkable_area(Polygon::ring(boundary))
        .exit(Source::segment((length + 0.3, 0.0), (length + 0.3, width)))
        .with_crowd(Some(Crowd::new().group(Group::new(Start::Area { outline, count }))))
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

/// The speed at each density.
pub fn speeds(setting: &Setting<'_>) -> Vec<(f64, f64)> {
    let of = |&density: &f64| {
        let world = filled(density);
        (density, mean(setting.seeds.iter().map(|&seed| speed_at(setting, &world, seed, density))))
    };
    DENSITIES.par_iter().map(of).collect()
}

/// The flow through a door of each width, straight on.
pub fn flows(setting: &Setting<'_>) -> Vec<[f64; 2]> {
    let of = |&width: &f64| {
        let runs = setting.runs(&validation::door(width, Beyond::Straight));
        [width, mean(runs.iter().map(|run| run.flow(0)))]
    };
    WIDTHS.iter().map(of).collect()
}

/// The mean speed of those in the middle of the corridor while it is as dense there as at the beginning.
fn speed_at(setting: &Setting<'_>, world: &World, seed: u64, density: f64) -> f64 {
    let mut run = setting.simulation(world, seed);
    let (mut sum, mut count) = (0.0, 0.0);
    while run.is_going_on() && run.time() < 12.0 {
        run.step();
        if run.time() < 2.0 {
            continue;
        }
        let agents = run.agents();
        let inside = |slot: &usize| (8.0..16.0).contains(&agents.position()[*slot].x);
        let inside: Vec<usize> = (0..agents.len()).filter(inside).collect();
        let now = inside.len() as f64 / 24.0;
        if (now - density).abs() <= 0.15 * density {
            sum += inside.iter().map(|&slot| agents.velocity()[slot].length()).sum::<f64>();
            count += inside.len() as f64;
        }
    }
    sum / count
}
