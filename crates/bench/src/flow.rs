//! Table `flow`: capacity, min cut and lanes of random worlds; shortened lanes of the built-in scenes.

mod growth;
mod shortening;

use crate::table::Table;
use std::io;
use wayfront::world::{Flow, World, random_polygons};

/// Seed of all random worlds: the same table every time.
const SEED: u64 = 1;
/// Radius of the agents that cross; polygons are about six across, gaps between them one to ten.
const RADIUS: f64 = 0.25;

/// Runs everything. Takes a minute; `quick` leaves out what takes longest.
///
/// # Errors
/// If the table cannot be printed.
pub fn run(quick: bool, table: &mut Table) -> io::Result<()> {
    table.add(growth::section(quick))?;
    table.add(shortening::section())
}

/// Random polygons that are crossed from the left side to the right.
fn world(obstacles: usize) -> World {
    let mut world = random_polygons(obstacles, 6, SEED);
    let side = world.bounds().max.x;
    let chain = |x: f64| vec![vec![(x, 0.0).into(), (x, side).into()]];
    world.flow = Some(Flow::new(chain(0.0), chain(side)).with_radius(RADIUS));
    world
}
