//! Table `clearance`: shortest paths of discs, and maps for them, on one thread; beside us `polyanya` on a mesh that was made
//! for the radius. Pairs have room for the disc and a path.

mod growth;
mod maps;
mod moves;
mod navmesh;
mod pairs;
mod quick;
mod stage;

use crate::contest::Effort;
use crate::table::{Section, Table};
use clap::ValueEnum;
use stage::{Stage, posts};
use std::io;
use wayfront::world::{World, builtin, random_polygons};

/// What can be asked for alone.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub enum Part {
    /// One pair: as points, with the radius, with another radius each
    Pairs,
    /// One pair just below half of the narrow gap
    Half,
    /// `polyanya` on its mesh for the radius
    Polyanya,
    /// Quick paths
    Quick,
    /// Maps for the radius in warm memory
    Maps,
    /// Costs from points
    Costs,
    /// Samples on pixels
    Samples,
    /// A hundred radii and their memory
    Radii,
    /// An obstacle moves, and a pair is asked
    Moves,
    /// Distances to the nearest wall
    Clearance,
    /// How the time of maps grows with vertices
    Growth,
}

/// How long to measure, and on what.
#[derive(Clone, Copy)]
pub struct Size {
    pub effort: Effort,
    /// Seconds that one pass over the pairs may take.
    pub pass: f64,
    /// Vertices of the largest worlds that maps grow to.
    pub largest: usize,
}

/// Runs the parts asked for; with `quick` fewer pairs and turns, and smaller worlds.
///
/// # Errors
/// If a world has no pair with a path, or the table cannot be printed.
pub fn run(quick: bool, parts: &[Part], table: &mut Table) -> io::Result<()> {
    let size = if quick {
        Size { effort: Effort::QUICK, pass: 0.04, largest: 10_000 }
    } else {
        Size { effort: Effort::FULL, pass: 0.25, largest: 100_000 }
    };
    for (name, world) in worlds(quick) {
        if parts != [Part::Growth] {
            table.add(measured(&name, world, size, parts)?)?;
        }
    }
    if parts.contains(&Part::Growth) {
        table.add(growth::section(size)?)?;
    }
    Ok(())
}

fn worlds(quick: bool) -> Vec<(String, World)> {
    let papers = (3..=6).filter_map(|k| Some((format!("Profiling{k}"), builtin(&format!("profiling{k}"))?)));
    let (polygons, rows) = if quick { (1_000, 40) } else { (10_000, 100) };
    let large = [
        ("random polygons".to_owned(), random_polygons(polygons, 6, 1)),
        ("900 posts".to_owned(), posts(30)),
        (format!("{} posts", rows * rows), posts(rows)),
    ];
    papers.chain(large).collect()
}

fn measured(name: &str, world: World, size: Size, parts: &[Part]) -> io::Result<Section> {
    let stage = Stage::new(name, world, size)?;
    let mut section = Section::new(format!("{name}, {} vertices", stage.vertices));
    section.remark(stage.described());
    section.row("our domain, for every radius", stage.vertices, stage.built);
    for &part in parts {
        match part {
            Part::Pairs => pairs::measure(&stage, &mut section)?,
            Part::Half => pairs::measure_half(&stage, &mut section)?,
            Part::Polyanya => navmesh::measure(&stage, &mut section)?,
            Part::Quick => quick::measure(&stage, &mut section)?,
            Part::Maps => maps::measure_builds(&stage, &mut section)?,
            Part::Costs => maps::measure_costs(&stage, &mut section)?,
            Part::Samples => maps::measure_samples(&stage, &mut section)?,
            Part::Radii => maps::measure_radii(&stage, &mut section)?,
            Part::Moves => moves::measure(&stage, &mut section)?,
            Part::Clearance => maps::measure_clearance(&stage, &mut section)?,
            // It has worlds of its own.
            Part::Growth => {}
        }
    }
    Ok(section)
}
