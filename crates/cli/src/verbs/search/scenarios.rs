//! `wayfront search MAP.map --scen FILE.scen`: all questions of a scenario file.

use crate::arguments::{Common, Format, Search};
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use crate::text::{count, short};
use serde::Serialize;
use std::path::Path;
use std::time::Instant;
use wayfront::domain::Cells;
use wayfront::search::{AStar, Budget, CellSpace, Diagonals, Scenario, SearchError, StateId, read_scenarios};
use wayfront::world::read_cell_map;

/// Scenario files print six digits or more.
const DIGITS: f64 = 5e-6;

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
    check_sizes(arguments, file, &scenarios, map.size)?;
    let failed =
        |error: SearchError| Failure::File { what: format!("{}: {error}", arguments.scene), advice: error.advice() };
    let free = map.free.iter().filter(|&&free| free).count();
    let cells = Cells::new(map.origin, map.cell, map.size, map.free).map_err(|error| failed(error.into()))?;
    let space = CellSpace::new(&cells, Diagonals::BothFree).map_err(failed)?;
    progress.step("searching");
    let mut report = Report { cases: 0, agree: 0, differ: Vec::new(), expanded: 0, search_seconds: 0.0, states: free };
    let mut search = AStar::new();
    let start = Instant::now();
    for (k, scenario) in scenarios.iter().enumerate() {
        let found = length(&mut search, &space, scenario);
        report.expanded += search.answer().expanded;
        report.cases += 1;
        let scaled = scenario.length;
        if found.is_some_and(|found| (found / map.cell - scaled).abs() <= DIGITS * scaled.max(1.0) + 1e-6) {
            report.agree += 1;
        } else if report.differ.len() < 10 {
            let Scenario { from, to, .. } = *scenario;
            report.differ.push(Difference { line: k + 2, from, to, said: scaled, found });
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
fn check_sizes(arguments: &Search, file: &Path, scenarios: &[Scenario], size: [usize; 2]) -> Result<(), Failure> {
    let beyond = |at: [usize; 2]| at[0] >= size[0] || at[1] >= size[1];
    match scenarios.iter().position(|scenario| beyond(scenario.from) || beyond(scenario.to)) {
        None => Ok(()),
        Some(k) => Err(Failure::File {
            what: format!(
                "{}:{}: a cell lies outside of {}, which is {} x {}",
                file.display(),
                k + 2,
                arguments.scene,
                size[0],
                size[1]
            ),
            advice: "give the map that the scenarios were made for".into(),
        }),
    }
}

fn length(search: &mut AStar, space: &CellSpace, scenario: &Scenario) -> Option<f64> {
    let columns = space.grid().size()[0];
    let [from, to] = [scenario.from, scenario.to].map(|[x, y]| StateId((y * columns + x) as u32));
    let answer = search.find(space, from, to, Budget::Unlimited);
    answer.is_path().then(|| space.length(&answer.path))
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
