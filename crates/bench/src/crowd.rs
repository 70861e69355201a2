//! Table `crowd`: agents steered per second, `dodgy_2d` beside us in the same run; whole runs.

mod experiments;
mod rivals;
mod steering;

use crate::table::Table;
use std::io;

/// Runs everything. Takes about a minute; `quick` leaves out what takes longest.
///
/// # Errors
/// If the table cannot be printed.
pub fn run(quick: bool, table: &mut Table) -> io::Result<()> {
    table.add(steering::section(quick))?;
    table.add(experiments::evacuation(quick))?;
    table.add(experiments::barriers(quick))?;
    table.add(experiments::lanes())
}
