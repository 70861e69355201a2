//! Table `studio`: what a page waits for, over a real socket and without a browser. A message is sent, and the time runs
//! until the answer has been read.

mod page;
mod runs;
mod scenes;

use crate::table::{Section, Table};
use std::io;

/// Opens studios, one after the other, and speaks to them. Takes about a minute.
pub fn table(quick: bool) -> io::Result<Table> {
    let times = if quick { 30 } else { 300 };
    let sections: Vec<Section> =
        vec![scenes::drags(times)?, scenes::lanes()?, runs::plays(quick)?, runs::idle(if quick { 1 } else { 5 })?];
    Ok(Table { table: "studio", sections })
}

/// A line that says whether something that must be reached was.
fn verdict(what: &str, value: f64, most: f64, unit: &str) -> String {
    let reached = if value <= most { "reached" } else { "NOT reached" };
    format!("{what}: {value:.2} {unit}, at most {most} {unit}: {reached}")
}
