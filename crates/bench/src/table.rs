//! A table of measurements, as aligned text or as JSON.

use crate::stopwatch::Times;
use clap::ValueEnum;
use serde::Serialize;
use std::fmt;

/// For people, or for programs.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Format {
    Text,
    Json,
}

#[derive(Serialize)]
pub struct Table {
    pub table: &'static str,
    pub sections: Vec<Section>,
}

/// Rows that belong together.
#[derive(Serialize)]
pub struct Section {
    pub title: String,
    pub rows: Vec<Row>,
    /// What follows from the rows, in a line each.
    pub remarks: Vec<String>,
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

impl Row {
    pub fn new(what: impl Into<String>, size: usize, times: Times) -> Self {
        let millions_per_second = size as f64 / times.median / 1e6;
        Self { what: what.into(), size, median_ms: times.median * 1e3, best_ms: times.best * 1e3, millions_per_second }
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.sections.iter().flat_map(|s| &s.rows);
        let width = rows.map(|row| row.what.chars().count()).max().unwrap_or(0);
        for (k, section) in self.sections.iter().enumerate() {
            if k > 0 {
                writeln!(f)?;
            }
            writeln!(f, "{}", section.title)?;
            writeln!(f, "  {:width$} {:>9} {:>10} {:>10} {:>9}", "", "size", "median ms", "best ms", "M/s")?;
            for Row { what, size, median_ms, best_ms, millions_per_second } in &section.rows {
                writeln!(f, "  {what:width$} {size:>9} {median_ms:>10.2} {best_ms:>10.2} {millions_per_second:>9.2}")?;
            }
            for remark in &section.remarks {
                writeln!(f, "  {remark}")?;
            }
        }
        Ok(())
    }
}
