//! The program `wayfront-bench`: tables of times on this machine, with peers from the package registries beside us in
//! the same run.
//!
//! One module for each table. A table is a list of rows; every row says what was measured, how large it was, and the
//! median and best of several repetitions after a warm-up. Run it with `cargo run --release -p wayfront-bench -- TABLE`.

mod clearance;
mod contest;
mod crowd;
mod domain;
mod dynamic;
mod fields;
mod flow;
#[cfg(feature = "gpu")]
mod gpu;
mod navgraph;
mod outside;
mod parts;
mod paths;
mod python;
mod search;
mod stopwatch;
mod studio;
mod table;
mod target;
mod two_buffers;

use clap::{Parser, ValueEnum};
use serde::Serialize;
use std::fmt::Display;
use std::io::Write;
use std::process::ExitCode;
use table::Format;

/// Tables of times on this machine.
#[derive(Debug, Parser)]
#[command(name = "wayfront-bench", version)]
struct Arguments {
    /// Which table
    table: TableName,
    /// A table for people, or one object for programs
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Few repetitions, for a first look (tables clearance, crowd, paths, python, search, studio, flow and fields)
    #[arg(long)]
    quick: bool,
    /// These parts alone, with commas between them (tables clearance and gpu)
    #[arg(long, value_delimiter = ',', value_name = "PART")]
    only: Vec<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum TableName {
    /// From a scene's text to its domain; point location and lines of sight; `spade` beside us
    Domain,
    /// Exact path maps: builds, questions and pairs; the papers' figures, CGAL and `polyanya` beside us
    Paths,
    /// Shortest ways of discs of any radius; `polyanya` and `landmass` on a mesh for the radius beside us
    Clearance,
    /// Scenes that change: moving sources, speeds, doors, obstacles
    Dynamic,
    /// Harmonic fields on meshes and grids, local maps; relaxation and the papers' figures beside us
    Fields,
    /// Crowds: agent-steps per second; `dodgy_2d` beside us
    Crowd,
    /// Searches on grids: waves, repairs, pairs, planners; `pathfinding`, `petgraph`, `grid_pathfinding` and
    /// `hierarchical_pathfinding` beside us
    Search,
    /// Voronoi diagrams, clearance and widths, frames of many discs; published figures beside us
    Navgraph,
    /// The Python package beside the library; studies; JuPedSim and others beside us
    Python,
    /// Flow maps: capacity, min cut and lanes; a grid's max flow and random shortcuts beside us
    Flow,
    /// Kernels on a graphics card beside a copy of their bytes and beside the processor
    #[cfg(feature = "gpu")]
    Gpu,
    /// The studio over a real socket: drags, lanes, runs, and nothing at all
    Studio,
}

impl TableName {
    fn has_parts(self) -> bool {
        match self {
            Self::Clearance => true,
            #[cfg(feature = "gpu")]
            Self::Gpu => true,
            _ => false,
        }
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match printed(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            let _ = writeln!(std::io::stderr(), "no table: {why}");
            ExitCode::FAILURE
        }
    }
}

fn printed(arguments: &Arguments) -> std::io::Result<()> {
    let Arguments { table, format, quick, ref only } = *arguments;
    if !table.has_parts() {
        parts::none(only)?;
    }
    match table {
        TableName::Clearance => clearance::run(quick, &parts::asked(only)?, format),
        TableName::Crowd => print(&crowd::table(quick), format),
        TableName::Domain => print(&domain::table(), format),
        TableName::Dynamic => print(&dynamic::table(), format),
        TableName::Fields => print(&fields::table(quick), format),
        TableName::Flow => print(&flow::table(quick), format),
        #[cfg(feature = "gpu")]
        TableName::Gpu => print(&gpu::report(quick, &parts::asked(only)?).map_err(std::io::Error::other)?, format),
        TableName::Navgraph => print(&navgraph::table(quick), format),
        TableName::Python => print(&python::table(quick), format),
        TableName::Search => print(&search::table(quick), format),
        TableName::Studio => print(&studio::table(quick)?, format),
        TableName::Paths => print(&paths::report(quick)?, format),
    }
}

fn print(table: &(impl Display + Serialize), format: Format) -> std::io::Result<()> {
    let text = match format {
        Format::Text => table.to_string(),
        Format::Json => serde_json::to_string_pretty(table)? + "\n",
    };
    std::io::stdout().write_all(text.as_bytes())
}
