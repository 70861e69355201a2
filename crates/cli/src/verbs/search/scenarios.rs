//! `wayfront search MAP.map --scen FILE.scen`: all questions of a scenario file.

use crate::arguments::{Common, Format, Search};
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use crate::text::{count, short};
use serde::Serialize;
use std::path::Path;
use std::time::Instant;
use wayfront::search::{Scenario, ScenarioMap, read_scenarios};
use wayfront::world::read_cell_map;

#[derive(Serialize)]
struct Report {
    cases: usize,
    agree: usize,
    /// The first cases that do not agree.
    differ: Vec<Difference>,
    expanded: usize,
    search_seconds: f64,
    states: usize,
}

#[derive(Serialize)]
struct Difference {
    line: usize,
    from: [usize; 2],
    to: [usize; 2],
    said: f64,
    found: Option<f64>,
}

pub fn run(arguments: &Search, file: &Path, common: &Common) -> Result<(), Failure> {
    let progress = Progress::of(common);
    progress.step("reading the map");
    let map = read_cell_map(Path::new(&arguments.scene))?;
    let scenarios =
        read_scenarios(file).map_err(|error| Failure::File { what: error.to_string(), advice: error.advice() })?;
    let size = map.size;
    let mut map = ScenarioMap::new(map)
        .map_err(|error| Failure::File { what: format!("{}: {error}", arguments.scene), advice: error.advice() })?;
    if let Some(k) = scenarios.iter().position(|scenario| !map.holds(scenario)) {
        return Err(beyond(arguments, file, k, size));
    }
    progress.step("searching");
    let states = map.free_cells();
    let mut report = Report { cases: 0, agree: 0, differ: Vec::new(), expanded: 0, search_seconds: 0.0, states };
    let start = Instant::now();
    for (k, scenario) in scenarios.iter().enumerate() {
        let (found, expanded) = map.length(scenario);
        report.expanded += expanded;
        report.cases += 1;
        if found.is_some_and(|found| scenario.agrees(found)) {
            report.agree += 1;
        } else if report.differ.len() < 10 {
            let Scenario { from, to, length, .. } = *scenario;
            report.differ.push(Difference { line: k + 2, from, to, said: length, found });
        }
    }
    report.search_seconds = start.elapsed().as_secs_f64();
    drop(progress);
    match common.format {
        Format::Json => output::json(&report),
        Format::Text => output::text(&describe(&arguments.scene, file, &report)),
    }
}

/// The map may be another one than the scenarios are for.
fn beyond(arguments: &Search, file: &Path, k: usize, [columns, rows]: [usize; 2]) -> Failure {
    let (file, scene) = (file.display(), &arguments.scene);
    Failure::File {
        what: format!("{file}:{}: a cell lies outside of {scene}, which is {columns} x {rows}", k + 2),
        advice: "give the map that the scenarios were made for".into(),
    }
}

fn describe(label: &str, file: &Path, report: &Report) -> String {
    let mut lines = vec![
        format!("{label}: {} of {}", count(report.cases, "question"), file.display()),
        format!("  agree       {} of {}", report.agree, report.cases),
        format!(
            "  searched    {} in {} ms",
            count(report.expanded, "jump point"),
            short((report.search_seconds * 1e4).round() / 10.0)
        ),
    ];
    for differ in &report.differ {
        let found = differ.found.map_or("no path".into(), short);
        lines.push(format!(
            "  line {:<6} {:?} to {:?}: {found}, not {}",
            differ.line,
            differ.from,
            differ.to,
            short(differ.said)
        ));
    }
    lines.join("\n") + "\n"
}
