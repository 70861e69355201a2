//! Tells rows as they are done, and at the end everything that must be reached; to programs all at once.

use crate::stopwatch::{Figures, Times};
use crate::table::{Format, Row};
use crate::target::{Bound, Target};
use serde::Serialize;
use std::io::{self, Write};
use std::time::Instant;

/// Columns of what was measured.
const WIDTH: usize = 50;

#[derive(Serialize)]
struct Report {
    table: &'static str,
    /// Cores of the machine.
    cores: usize,
    sections: Vec<Told>,
}

/// What belongs to one world.
#[derive(Serialize)]
struct Told {
    title: String,
    rows: Vec<Row>,
    targets: Vec<Target>,
    remarks: Vec<String>,
}

/// Where rows go.
pub struct Teller {
    format: Format,
    start: Instant,
    report: Report,
}

impl Teller {
    pub fn new(format: Format) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self { format, start: Instant::now(), report: Report { table: "clearance", cores, sections: Vec::new() } }
    }

    pub fn section(&mut self, title: String) -> io::Result<()> {
        let gap = if self.report.sections.is_empty() { "" } else { "\n" };
        self.say(&format!(
            "{gap}{title}\n  {:WIDTH$} {:>9} {:>10} {:>10} {:>11}",
            "", "size", "median ms", "best ms", "per second"
        ))?;
        self.report.sections.push(Told { title, rows: Vec::new(), targets: Vec::new(), remarks: Vec::new() });
        Ok(())
    }

    pub fn row(&mut self, what: impl Into<String>, size: usize, times: Times) -> io::Result<()> {
        let row = Row::new(what, size, times);
        let Row { what, size, median_ms, best_ms, millions_per_second } = &row;
        let rate = millions_per_second * 1e6;
        self.say(&format!("  {what:WIDTH$} {size:>9} {median_ms:>10.3} {best_ms:>10.3} {rate:>11.0}"))?;
        self.last().rows.push(row);
        Ok(())
    }

    /// What follows from the rows above and must be reached.
    pub fn target(&mut self, what: impl Into<String>, value: Figures, bound: Bound) -> io::Result<()> {
        let target = Target::new(what, value, bound);
        self.say(&shown(&target))?;
        self.last().targets.push(target);
        Ok(())
    }

    pub fn remark(&mut self, text: String) -> io::Result<()> {
        self.say(&format!("  {text}"))?;
        self.last().remarks.push(text);
        Ok(())
    }

    /// Something is done: a line for those who wait.
    pub fn done(&self, what: &str, since: Instant) -> io::Result<()> {
        let [all, this] = [self.start, since].map(|time| time.elapsed().as_secs_f64());
        writeln!(io::stderr(), "{all:6.1} s: {what} took {this:.1} s")
    }

    /// Everything that must be reached, or the whole for programs.
    pub fn end(self) -> io::Result<()> {
        if matches!(self.format, Format::Json) {
            return writeln!(io::stdout(), "{}", serde_json::to_string_pretty(&self.report)?);
        }
        let all = || self.report.sections.iter().flat_map(|told| told.targets.iter().map(move |target| (told, target)));
        self.say(&format!("\nMust reach: {} of {} reached", all().filter(|(_, t)| t.reached).count(), all().count()))?;
        for (told, target) in all() {
            self.say(&format!("{}  {}", shown(target), told.title))?;
        }
        Ok(())
    }

    fn say(&self, line: &str) -> io::Result<()> {
        if matches!(self.format, Format::Text) { writeln!(io::stdout(), "{line}") } else { Ok(()) }
    }

    fn last(&mut self) -> &mut Told {
        self.report.sections.last_mut().expect("rows come after the title of their section")
    }
}

fn shown(target: &Target) -> String {
    let Target { what, value, bound, .. } = target;
    format!(
        "  > {what:44} {:>13} {:>10.3} {:>10.3} {:>11}",
        bound.to_string(),
        value.median,
        value.best,
        target.verdict()
    )
}
