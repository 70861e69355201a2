//! Tables of measurements: sections of rows, ratios and remarks, as aligned text, as JSON, or as Markdown for the docs.
//!
//! A section is printed when it is complete, so that a long table can be followed. Medians and best times both have to
//! reach a target: where others use the machine, long runs are interrupted more often than short ones, and medians
//! then flatter the faster one.

use crate::stopwatch::{Figures, Times};
use clap::ValueEnum;
use serde::Serialize;
use std::fmt::{self, Write as _};
use std::io::{self, Write};
use std::path::Path;

/// For people, or for programs.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub enum Format {
    Text,
    Json,
}

/// One thing measured.
#[derive(Serialize)]
pub struct Row {
    pub what: String,
    /// Vertices, pixels or queries.
    pub size: usize,
    pub median_ms: f64,
    pub best_ms: f64,
    /// Millions of `size` per second, at the median.
    pub millions_per_second: f64,
}

/// What follows from rows: how many times as long, how many per second, how many megabytes.
#[derive(Serialize)]
pub struct Ratio {
    pub what: String,
    pub value: Figures,
    #[serde(flatten)]
    pub bound: Option<Bound>,
    /// By the median and by the best time; nothing without a bound.
    pub reached: Option<bool>,
}

/// What a ratio must be.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    AtLeast(f64),
    AtMost(f64),
}

/// Rows that belong together.
#[derive(Serialize)]
pub struct Section {
    pub title: String,
    pub rows: Vec<Row>,
    pub ratios: Vec<Ratio>,
    pub remarks: Vec<String>,
}

/// Everything that one run measures.
#[derive(Serialize)]
pub struct Table {
    table: String,
    /// Cores of the machine, and the programs that ran on it in the last minute where the system reports them.
    cores: usize,
    load: Option<f64>,
    sections: Vec<Section>,
    #[serde(skip)]
    format: Format,
}

impl Ratio {
    fn new(what: String, value: Figures, bound: Option<Bound>) -> Self {
        let reached = bound.map(|bound| match bound {
            Bound::AtLeast(least) => value.median >= least && value.best >= least,
            Bound::AtMost(most) => value.median <= most && value.best <= most,
        });
        Self { what, value, bound, reached }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtLeast(least) => write!(f, "at least {least}"),
            Self::AtMost(most) => write!(f, "at most {most}"),
        }
    }
}

impl Section {
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), rows: Vec::new(), ratios: Vec::new(), remarks: Vec::new() }
    }

    /// Something measured.
    pub fn row(&mut self, what: impl Into<String>, size: usize, times: Times) {
        let millions_per_second = size as f64 / times.median / 1e6;
        let [median_ms, best_ms] = [times.median, times.best].map(|seconds| seconds * 1e3);
        self.rows.push(Row { what: what.into(), size, median_ms, best_ms, millions_per_second });
    }

    /// What follows from rows.
    pub fn ratio(&mut self, what: impl Into<String>, value: Figures) {
        self.ratios.push(Ratio::new(what.into(), value, None));
    }

    /// The same where it must be reached.
    pub fn target(&mut self, what: impl Into<String>, value: Figures, bound: Bound) {
        self.ratios.push(Ratio::new(what.into(), value, Some(bound)));
    }

    /// Anything else, in a line.
    pub fn remark(&mut self, text: impl Into<String>) {
        self.remarks.push(text.into());
    }

    fn markdown(&self) -> String {
        let mut text = format!("### {}\n\n", self.title);
        if !self.rows.is_empty() {
            text += "| | size | median ms | best ms | M/s |\n|---|---:|---:|---:|---:|\n";
        }
        for Row { what, size, median_ms, best_ms, millions_per_second } in &self.rows {
            let _ = writeln!(text, "| {what} | {size} | {median_ms:.3} | {best_ms:.3} | {millions_per_second:.2} |");
        }
        if !self.ratios.is_empty() {
            text += "\n| | median | best | target | |\n|---|---:|---:|---|---|\n";
        }
        for Ratio { what, value, bound, reached } in &self.ratios {
            let bound = bound.map_or_else(String::new, |bound| bound.to_string());
            let _ = writeln!(
                text,
                "| {what} | {:.2} | {:.2} | {bound} | {} |",
                value.median,
                value.best,
                verdict(*reached)
            );
        }
        for remark in &self.remarks {
            let _ = write!(text, "\n- {remark}");
        }
        text + "\n"
    }
}

fn verdict(reached: Option<bool>) -> &'static str {
    match reached {
        Some(true) => "reached",
        Some(false) => "NOT reached",
        None => "",
    }
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.rows.iter().map(|row| &row.what).chain(self.ratios.iter().map(|ratio| &ratio.what));
        let width = names.map(|what| what.chars().count()).max().unwrap_or(0);
        writeln!(f, "{}", self.title)?;
        if !self.rows.is_empty() {
            writeln!(f, "  {:width$} {:>9} {:>10} {:>10} {:>9}", "", "size", "median ms", "best ms", "M/s")?;
        }
        for Row { what, size, median_ms, best_ms, millions_per_second } in &self.rows {
            writeln!(f, "  {what:width$} {size:>9} {median_ms:>10.3} {best_ms:>10.3} {millions_per_second:>9.2}")?;
        }
        for Ratio { what, value, bound, reached } in &self.ratios {
            let bound = bound.map_or_else(String::new, |bound| bound.to_string());
            let (Figures { median, best }, verdict) = (value, verdict(*reached));
            writeln!(f, "  {what:width$} {bound:>9} {median:>10.3} {best:>10.3} {verdict:>9}")?;
        }
        self.remarks.iter().try_for_each(|remark| writeln!(f, "  {remark}"))
    }
}

impl Table {
    pub fn new(table: impl Into<String>, format: Format) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self { table: table.into(), cores, load: load(), sections: Vec::new(), format }
    }

    /// Adds a section, and prints it for people.
    ///
    /// # Errors
    /// If it cannot be printed.
    pub fn add(&mut self, section: Section) -> io::Result<()> {
        if self.format == Format::Text {
            let gap = if self.sections.is_empty() { "" } else { "\n" };
            write!(io::stdout(), "{gap}{section}")?;
        }
        self.sections.push(section);
        Ok(())
    }

    /// Prints which targets were reached, or the whole table for programs.
    ///
    /// # Errors
    /// If it cannot be printed.
    pub fn end(&self) -> io::Result<()> {
        if self.format == Format::Json {
            return writeln!(io::stdout(), "{}", serde_json::to_string_pretty(self)?);
        }
        let judged = || self.sections.iter().flat_map(|s| &s.ratios).filter_map(|ratio| Some((ratio, ratio.reached?)));
        let reached = judged().filter(|(_, reached)| *reached).count();
        writeln!(io::stdout(), "\n{reached} of {} targets reached", judged().count())?;
        for (ratio, _) in judged().filter(|(_, reached)| !reached) {
            writeln!(io::stdout(), "  NOT reached: {} ({:.3})", ratio.what, ratio.value.median)?;
        }
        // This program alone is a load of one.
        if let Some(load) = self.load.filter(|&load| load > 1.5) {
            let cores = self.cores;
            writeln!(io::stdout(), "Others use the machine (load {load} on {cores} cores): trust best times.")?;
        }
        Ok(())
    }

    /// Puts the table into a page, in place of what stands between its two marks.
    ///
    /// # Errors
    /// If the page cannot be read or written, or has no place for this table.
    pub fn write_into(&self, page: &Path) -> io::Result<()> {
        let text = std::fs::read_to_string(page)?;
        let [begin, end] = [format!("<!-- table: {} -->\n", self.table), "<!-- end of table -->".to_owned()];
        let missing = || io::Error::other(format!("{} has no line {begin}", page.display()));
        let (before, rest) = text.split_once(&begin).ok_or_else(missing)?;
        let (_, after) = rest.split_once(&end).ok_or_else(missing)?;
        let sections: Vec<String> = self.sections.iter().map(Section::markdown).collect();
        std::fs::write(page, format!("{before}{begin}\n{}\n{end}{after}", sections.join("\n")))
    }
}

/// Linux's average number of programs that ran or waited to, this one included.
fn load() -> Option<f64> {
    std::fs::read_to_string("/proc/loadavg").ok()?.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lucky_median_is_not_enough() {
        let reached = |median, best, bound| Ratio::new(String::new(), Figures { median, best }, Some(bound)).reached;
        assert_eq!(reached(12.0, 11.0, Bound::AtLeast(10.0)), Some(true));
        assert_eq!(reached(35.0, 9.0, Bound::AtLeast(10.0)), Some(false));
        assert_eq!(reached(4.0, 3.0, Bound::AtMost(5.0)), Some(true));
        assert_eq!(reached(6.0, 3.0, Bound::AtMost(5.0)), Some(false));
        assert_eq!(reached(f64::NAN, 3.0, Bound::AtMost(5.0)), Some(false));
    }

    #[test]
    fn a_page_gets_its_table() {
        let page = std::env::temp_dir().join(format!("wayfront-bench-{}.md", std::process::id()));
        std::fs::write(&page, "a\n<!-- table: x -->\nold\n<!-- end of table -->\nb\n").unwrap();
        let mut section = Section::new("Lengths");
        section.row("one", 10, Times { median: 0.001, best: 0.001 });
        section.target("two", Figures { median: 1.0, best: 1.0 }, Bound::AtMost(2.0));
        let mut table = Table::new("x", Format::Json);
        table.add(section).unwrap();
        table.write_into(&page).unwrap();
        let text = std::fs::read_to_string(&page).unwrap();
        assert!(text.contains("### Lengths") && text.contains("| reached |") && !text.contains("old"), "{text}");
        assert!(Table::new("y", Format::Json).write_into(&page).is_err());
        std::fs::remove_file(page).unwrap();
    }
}
