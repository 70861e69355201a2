//! Table `search`: waves, repairs, pairs, planners, constraints, quadtrees and aims on grid maps, with peers beside us.

mod aims;
mod constraints;
mod maps;
mod pairs;
mod plans;
mod quadtree;
mod repairs;
mod waves;

use crate::table::Table;
use maps::Map;

/// Runs everything. Takes some minutes; `quick` takes fewer pairs and places.
pub fn table(quick: bool) -> Table {
    let maps = Map::all();
    let mut sections =
        vec![waves::section(&maps), waves::threads(), repairs::section(&maps, if quick { 60 } else { 400 })];
    sections.push(pairs::section(&maps, if quick { 20 } else { 150 }));
    sections.push(plans::section(&maps, if quick { 12 } else { 60 }));
    sections.push(constraints::section(if quick { 40 } else { 200 }));
    sections.push(quadtree::section(&maps, if quick { 20 } else { 150 }));
    sections.push(aims::section());
    Table { table: "search", sections }
}

/// The median of some figures.
fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().unwrap_or(f64::NAN)
}
