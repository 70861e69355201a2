//! Table `fields`: harmonic fields on meshes and grids, local maps; with the feature `faer` that library beside us.

mod agreement;
mod grids;
mod meshes;
#[cfg(feature = "faer")]
mod rival;
mod walkers;

use crate::table::Table;
use std::io;

/// Seed of all random scenes: the same table every time.
const SEED: u64 = 1;

/// Runs everything. Takes half a minute.
///
/// # Errors
/// If the table cannot be printed.
pub fn run(table: &mut Table) -> io::Result<()> {
    table.add(meshes::section())?;
    #[cfg(feature = "faer")]
    table.add(rival::section())?;
    table.add(grids::section())?;
    table.add(agreement::section())?;
    table.add(walkers::section())
}
