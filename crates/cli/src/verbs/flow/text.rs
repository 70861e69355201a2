//! The result for people.

use super::report::{GateJson, Report};
use crate::text::{Unit, count, milliseconds, short};

/// How many gates are shown.
const SHOWN: usize = 12;

pub fn describe(label: &str, report: &Report, unit: Unit) -> String {
    let mut lines = vec![format!(
        "{label}: {} can flow through; {}",
        unit.length(report.capacity),
        milliseconds(report.capacity_seconds)
    )];
    lines.extend(cut(report, unit));
    match report.lane_capacity.zip(report.radius) {
        Some((lanes, radius)) => {
            lines.push(format!(
                "  lanes       {lanes} for radius {}; {}",
                unit.length(radius),
                milliseconds(report.lanes_seconds)
            ));
            lines.extend(if lanes == 0 { too_narrow(report, radius, unit) } else { lengths(report, unit) });
            lines.extend(widening(report, unit));
        }
        None => lines.push("  lanes       give --radius R to have lanes for discs of that radius".into()),
    }
    lines.extend([&report.picture, &report.raster].into_iter().flatten().cloned());
    lines.join("\n") + "\n"
}

fn cut(report: &Report, unit: Unit) -> Vec<String> {
    let gates = report.min_cut.len();
    let mut lines = vec![format!("  min cut     {}, together {}", count(gates, "gate"), unit.length(report.capacity))];
    let gate = |(points, width): (&Vec<[f64; 2]>, &f64)| format!("    {} wide, {}", unit.length(*width), ends(points));
    lines.extend(report.min_cut.iter().zip(&report.min_cut_widths).take(SHOWN).map(gate));
    lines.extend(and_more(gates));
    lines
}

fn and_more(gates: usize) -> Option<String> {
    (gates > SHOWN).then(|| format!("    and {} more (all with --format json)", gates - SHOWN))
}

fn too_narrow(report: &Report, radius: f64, unit: Unit) -> Vec<String> {
    let lines = report.too_narrow.iter().map(|gate| {
        let (width, lane) = (unit.length(gate.width), unit.length(2.0 * radius));
        format!("    too narrow: {width} wide, a lane needs {lane}, {}", ends(&gate.points))
    });
    lines.collect()
}

fn lengths(report: &Report, unit: Unit) -> Vec<String> {
    let (after, before) = (unit.length(report.total_length), unit.length(report.flow_length));
    let mut lines = vec![format!(
        "  length      {after} in all, {before} before shortening; {}",
        milliseconds(report.shorten_seconds)
    )];
    lines.extend(report.plain_lines.iter().map(|plain| {
        let (lines, room) = (count(plain.lines, "line"), plain.with_room);
        format!("  plain flow  {lines} a lane's width apart that ignore the radius; room for {room} of them")
    }));
    lines.extend(report.agents_per_second.zip(report.spacing).map(|(agents, spacing)| {
        let (agents, speed, spacing) = (short(agents), unit.speed(report.speed), unit.length(spacing));
        format!("  throughput  {agents} per second at speed {speed}, {spacing} apart")
    }));
    lines.push(format!(
        "  people      {} per second: {} for each metre of the min cut; at doors people slow down and keep distances",
        short(report.people_per_second),
        short(report.specific_flow)
    ));
    lines
}

fn widening(report: &Report, unit: Unit) -> Vec<String> {
    let gates: Vec<&GateJson> = report.gates.iter().filter(|g| g.on_cut || g.gain > Some(0)).collect();
    let mut lines = vec!["  widening    what widening a gate by a lane gains in all".to_owned()];
    lines.extend(gates.iter().take(SHOWN).map(|gate| {
        let gains = match gate.gain {
            Some(0) => "; gains nothing alone".to_owned(),
            Some(gain) => format!("; gains {}", count(gain, "lane")),
            None => String::new(),
        };
        let (lanes, width, missing) = (count(gate.lanes, "lane"), unit.length(gate.width), unit.length(gate.missing));
        format!("    {}: {lanes}, {width} wide, +{missing} needed{gains}", ends(&gate.points))
    }));
    lines.extend(and_more(gates.len()));
    let others = report.gates.len() - gates.len();
    if others > 0 {
        lines.push(format!("    {} elsewhere as narrow (all with --format json)", count(others, "gate")));
    }
    lines
}

/// `(0, 1) - (4, 1)`.
fn ends(points: &[[f64; 2]]) -> String {
    let at = |p: &[f64; 2]| format!("({}, {})", short(p[0]), short(p[1]));
    match (points.first(), points.last()) {
        (Some(a), Some(b)) => format!("{} - {}", at(a), at(b)),
        _ => String::new(),
    }
}
