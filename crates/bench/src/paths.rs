//! Table `paths`: exact path maps on the papers' maps and on larger worlds, and `polyanya` on the same pairs.

mod growth;
mod maps;
mod navmesh;
mod pairs;
mod question;
mod sampling;
mod scenes;
mod worlds;

use crate::contest::Effort;
use crate::table::Table;
use std::io;

/// Seed of all random worlds and questions: the same table every time.
const SEED: u64 = 1;

/// Runs everything; with `quick` only a few turns of each, for a first look.
///
/// # Errors
/// If the table cannot be printed.
pub fn run(quick: bool, table: &mut Table) -> io::Result<()> {
    let effort = if quick { Effort::QUICK } else { Effort::FULL };
    for scene in scenes::all() {
        let mut section = maps::section(&scene, effort)?;
        sampling::measure(&scene, effort, &mut section)?;
        pairs::measure(&scene, effort, &mut section)?;
        table.add(section)?;
    }
    table.add(growth::section(effort)?)?;
    table.add(growth::special(effort)?)
}
