//! Table `studio`: what a page waits for, over a real socket and without a browser. A message is sent, and the time runs
//! until the answer has been read.

mod page;
mod runs;
mod scenes;

use crate::table::Table;
use std::io;

/// Opens studios, one after the other, and speaks to them. Takes about a minute.
///
/// # Errors
/// If a studio does not answer, or the table cannot be printed.
pub fn run(quick: bool, table: &mut Table) -> io::Result<()> {
    table.add(scenes::drags(if quick { 30 } else { 300 })?)?;
    table.add(scenes::lanes()?)?;
    table.add(runs::plays(quick)?)?;
    table.add(runs::idle(if quick { 1 } else { 5 })?)
}
