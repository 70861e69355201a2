//! Table `clearance`: shortest ways of discs, and maps for them, one thread; beside us the crates `polyanya` and `landmass` on
//! a mesh that was made for the radius.
//!
//! Rows are told as they are done, each with what follows from it and what must be reached. Pairs have room for the disc and
//! a way.

mod growth;
mod landmass;
mod maps;
mod moves;
mod navmesh;
mod pairs;
mod quick;
mod stage;
mod teller;

use crate::contest::Effort;
use crate::table::Format;
use clap::ValueEnum;
use stage::{Stage, posts};
use std::io;
use std::time::Instant;
use teller::Teller;
use wayfront::world::{World, builtin, random_polygons};

/// What can be asked for alone.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub enum Part {
    /// One pair: as points, with the radius, with another radius each
    Pairs,
    /// One pair just below half of the narrow gap
    Half,
    /// `polyanya` on its mesh for the radius, and with its mesh built for every question
    Polyanya,
    /// `landmass` on the same mesh
    Landmass,
    /// Quick ways
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
/// If nothing can be told, or a peer's program stops answering.
pub fn run(quick: bool, parts: &[Part], format: Format) -> io::Result<()> {
    let size = if quick {
        Size { effort: Effort::QUICK, pass: 0.04, largest: 10_000 }
    } else {
        Size { effort: Effort::FULL, pass: 0.25, largest: 100_000 }
    };
    let mut teller = Teller::new(format);
    for (name, world) in worlds(quick) {
        if parts != [Part::Growth] {
            measure(&name, world, size, parts, &mut teller)?;
        }
    }
    if parts.contains(&Part::Growth) {
        growth::measure(size, &mut teller)?;
    }
    teller.end()
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

fn measure(name: &str, world: World, size: Size, parts: &[Part], teller: &mut Teller) -> io::Result<()> {
    let stage = Stage::new(name, world, size)?;
    teller.section(format!("{name}, {} vertices", stage.vertices))?;
    teller.remark(stage.described())?;
    teller.row("our domain, for every radius", stage.vertices, stage.built)?;
    for &part in parts {
        let start = Instant::now();
        match part {
            Part::Pairs => pairs::measure(&stage, teller)?,
            Part::Half => pairs::measure_half(&stage, teller)?,
            Part::Polyanya => navmesh::measure(&stage, teller)?,
            Part::Landmass => landmass::measure(&stage, teller)?,
            Part::Quick => quick::measure(&stage, teller)?,
            Part::Maps => maps::measure_builds(&stage, teller)?,
            Part::Costs => maps::measure_costs(&stage, teller)?,
            Part::Samples => maps::measure_samples(&stage, teller)?,
            Part::Radii => maps::measure_radii(&stage, teller)?,
            Part::Moves => moves::measure(&stage, teller)?,
            Part::Clearance => maps::measure_clearance(&stage, teller)?,
            // It has worlds of its own.
            Part::Growth => continue,
        }
        teller.done(
            &format!("{name}: {}", part.to_possible_value().map_or_else(String::new, |p| p.get_name().to_owned())),
            start,
        )?;
    }
    Ok(())
}
