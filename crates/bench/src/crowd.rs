//! Table `crowd`: agents steered per second, peers beside us in the same run; whole runs.

mod experiments;
mod jupedsim;
mod rivals;
mod steering;

use crate::table::Table;

/// Runs everything. Takes about a minute; `quick` leaves out what takes longest.
pub fn table(quick: bool) -> Table {
    let sections = vec![
        steering::section(quick),
        jupedsim::section(quick),
        experiments::evacuation(quick),
        experiments::barriers(quick),
        experiments::lanes(),
    ];
    Table { table: "crowd", sections }
}
