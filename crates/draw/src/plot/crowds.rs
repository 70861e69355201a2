//! The plots of a crowd: how many have arrived by when, and how speed depends on density.

use super::{Axis, Curve, Look, Plot};
use crate::colours::{Colour, group_colour};
use crate::subjects::group_name;
use wayfront_crowd::{ExitReport, Summary, weidmann};
use wayfront_world::Crowd;

const ALL: Colour = Colour::hex(0x25_2C_35);
/// The density axis reaches at least this far, just beyond where people cannot move.
const LEAST_DENSITY: f64 = 5.5;
/// Points of a smooth curve.
const POINTS: usize = 200;

impl Plot {
    /// How many have arrived by when: all, and each of several groups.
    #[must_use]
    pub fn of_arrivals(summary: &Summary, crowd: &Crowd) -> Self {
        let steps = |group: Option<usize>| {
            let mut points = vec![[0.0, 0.0]];
            let trips = summary.trips.iter().filter(|trip| group.is_none_or(|g| trip.group == g));
            for (count, trip) in trips.enumerate() {
                points.extend([[trip.left, count as f64], [trip.left, (count + 1) as f64]]);
            }
            points.extend(points.last().copied().map(|[_, count]| [summary.time, count]));
            points
        };
        let mut curves = Vec::new();
        if crowd.groups.len() > 1 {
            curves.extend((0..crowd.groups.len()).map(|group| Curve {
                label: group_name(crowd, group),
                points: steps(Some(group)),
                colour: group_colour(group),
                look: Look::Line,
            }));
        }
        let label = format!("all {}", summary.entered);
        curves.push(Curve { label, points: steps(None), colour: ALL, look: Look::Line });
        let most = summary.entered as f64 * 1.04;
        Self { title: None, x: Axis::up_to("time, s", summary.time * 1.02), y: Axis::up_to("arrived", most), curves }
    }

    /// How many have left by each exit by when.
    #[must_use]
    pub fn of_exits(summary: &Summary) -> Self {
        let curve = |(k, exit): (usize, &ExitReport)| {
            let mut points = vec![[0.0, 0.0]];
            for (count, &time) in exit.times.iter().enumerate() {
                points.extend([[time, count as f64], [time, (count + 1) as f64]]);
            }
            points.push([summary.time, exit.times.len() as f64]);
            let label = format!("{}: {}", exit.name, exit.times.len());
            Curve { label, points, colour: group_colour(k), look: Look::Line }
        };
        let most = summary.exits.iter().map(|exit| exit.times.len()).max().unwrap_or(0) as f64 * 1.04;
        let curves = summary.exits.iter().enumerate().map(curve).collect();
        Self { title: None, x: Axis::up_to("time, s", summary.time * 1.02), y: Axis::up_to("left", most), curves }
    }

    /// The fundamental diagram: what areas measured, each a pair of density and speed, and Weidmann's curve.
    #[must_use]
    pub fn of_diagram(measured: &[(String, Vec<[f64; 2]>)]) -> Self {
        let densest = measured.iter().flat_map(|(_, pairs)| pairs).map(|pair| pair[0]).fold(LEAST_DENSITY, f64::max);
        let fastest = measured.iter().flat_map(|(_, pairs)| pairs).map(|pair| pair[1]).fold(1.5, f64::max);
        let curve = (0..=POINTS).map(|k| k as f64 / POINTS as f64 * densest).map(|d| [d, weidmann(d)]).collect();
        let mut curves: Vec<Curve> = measured
            .iter()
            .enumerate()
            .map(|(k, (label, pairs))| Curve {
                label: label.clone(),
                points: pairs.clone(),
                colour: group_colour(k),
                look: Look::Dots,
            })
            .collect();
        curves.push(Curve { label: "Weidmann".into(), points: curve, colour: ALL, look: Look::Dashed });
        let (x, y) = (Axis::up_to("people per m²", densest), Axis::up_to("speed, m/s", fastest * 1.04));
        Self { title: None, x, y, curves }
    }
}
