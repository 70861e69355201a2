//! Table `fields`: harmonic fields on meshes and grids, with the papers' figures, plain relaxation and, with the feature `faer`, that
//! library beside us.

mod agreement;
mod grids;
mod meshes;
mod relax_grid;
mod relax_mesh;
#[cfg(feature = "faer")]
mod rival;
mod walkers;

use crate::table::Table;

/// Seed of all random scenes: the same table every time.
const SEED: u64 = 1;

/// Runs everything. Takes about two minutes, nearly all of it in relaxation.
pub fn table(quick: bool) -> Table {
    let sections = vec![
        meshes::section(quick),
        #[cfg(feature = "faer")]
        rival::section(),
        grids::section(quick),
        agreement::section(),
        walkers::section(),
    ];
    Table { table: "fields", sections }
}

/// A line that says whether something that must be reached was, at the median.
fn verdict(what: &str, value: f64, most: f64, unit: &str) -> String {
    let reached = if value <= most { "reached" } else { "NOT reached" };
    format!("{what}: {value:.3} {unit}, at most {most} {unit}: {reached}")
}
