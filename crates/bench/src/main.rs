//! The program `wayfront-bench`: tables of times on this machine, with peers from the package registries beside us in
//! the same run.
//!
//! One module for each table. A table is a list of sections; a row says what was measured, how large it was, and the
//! median and best of several repetitions after a warm-up; ratios say what follows, and what must be reached. Run it
//! with `cargo run --release -p wayfront-bench -- TABLE`.

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
mod parts;
mod paths;
mod python;
mod search;
mod stopwatch;
mod studio;
mod table;
mod two_buffers;

use clap::{Parser, ValueEnum};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use table::{Format, Table};

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
    /// Write the table into this page too: docs/benchmarks.md
    #[arg(long, value_name = "PAGE")]
    page: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum TableName {
    /// From a scene's text to its domain; point location and lines of sight; `spade` beside us
    Domain,
    /// Exact path maps: builds, questions and pairs; `polyanya` beside us
    Paths,
    /// Shortest paths of discs of any radius; `polyanya` on a mesh for the radius beside us
    Clearance,
    /// Scenes that change: moving sources, speeds, doors, obstacles
    Dynamic,
    /// Harmonic fields on meshes and grids, local maps; with the feature `faer` that library beside us
    Fields,
    /// Crowds: agent-steps per second; `dodgy_2d` beside us
    Crowd,
    /// Searches on grids: waves, repairs, planners, constraints, quadtrees; a plain heap beside us
    Search,
    /// Voronoi diagrams, clearance and widths, frames of many discs; published figures beside us
    Navgraph,
    /// The Python package beside the library; studies; `potpourri3d` beside us
    Python,
    /// Flow maps: capacity, min cut and lanes
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
    let Arguments { table: name, format, quick, ref only, ref page } = *arguments;
    if !name.has_parts() {
        parts::none(only)?;
    }
    let title = name.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
    let mut table = Table::new(title, format);
    match name {
        TableName::Clearance => clearance::run(quick, &parts::asked(only)?, &mut table),
        TableName::Crowd => crowd::run(quick, &mut table),
        TableName::Domain => domain::run(&mut table),
        TableName::Dynamic => dynamic::run(&mut table),
        TableName::Fields => fields::run(&mut table),
        TableName::Flow => flow::run(quick, &mut table),
        #[cfg(feature = "gpu")]
        TableName::Gpu => gpu::run(quick, &parts::asked(only)?, &mut table),
        TableName::Navgraph => navgraph::run(quick, &mut table),
        TableName::Python => python::run_table(quick, &mut table),
        TableName::Search => search::run(quick, &mut table),
        TableName::Studio => studio::run(quick, &mut table),
        TableName::Paths => paths::run(quick, &mut table),
    }?;
    table.end()?;
    page.as_ref().map_or(Ok(()), |page| table.write_into(page))
}
