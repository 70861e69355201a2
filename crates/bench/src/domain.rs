//! Table `domain`: from text to domain, growth, a world that moves, questions, and grid maps.

mod growth;
mod maps;
mod moving;
mod polygons;
mod questions;

pub use growth::slope;

use crate::table::Table;
use std::io;
use wayfront::Domain;
use wayfront::world::World;

/// Seed of all random worlds: the same table every time.
const SEED: u64 = 1;

/// Runs everything. Takes about half a minute.
///
/// # Errors
/// If the table cannot be printed.
pub fn run(table: &mut Table) -> io::Result<()> {
    let sections = [polygons::section, growth::section, moving::section, questions::section, maps::section];
    sections.into_iter().try_for_each(|section| table.add(section()))
}

/// The domain of a world that this program made and knows to be sound.
fn domain(world: &World) -> Domain {
    Domain::without_doors(world).expect("worlds made here are sound")
}
