//! Table `search`: waves, repairs, planners, constraints, quadtrees and aims on grid maps.

mod aims;
mod constraints;
mod maps;
mod plans;
mod quadtree;
mod repairs;
mod waves;

use crate::table::Table;
use maps::Map;
use std::io;

/// Runs everything. Takes some minutes; `quick` takes fewer pairs and places.
///
/// # Errors
/// If the table cannot be printed.
pub fn run(quick: bool, table: &mut Table) -> io::Result<()> {
    let maps = Map::all();
    let count = |quickly: usize, fully: usize| if quick { quickly } else { fully };
    table.add(waves::section(&maps))?;
    table.add(waves::threads())?;
    table.add(repairs::section(&maps, count(60, 400)))?;
    table.add(plans::section(&maps, count(12, 60)))?;
    table.add(constraints::section(count(40, 200)))?;
    table.add(quadtree::section(&maps, count(20, 150)))?;
    table.add(aims::section())
}

/// The median of some figures.
fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().unwrap_or(f64::NAN)
}
