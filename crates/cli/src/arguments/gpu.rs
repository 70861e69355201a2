//! What runs on a graphics card.

use super::values::{picture, positive, time};
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct Gpu {
    /// What to run; without it adapters are listed
    #[command(subcommand)]
    pub work: Option<GpuWork>,
    /// Use the adapter whose name contains this word [default: the best one]
    #[arg(long, value_name = "NAME", global = true)]
    pub adapter: Option<String>,
}

/// What runs on a card, beside the processor.
#[derive(Debug, Subcommand)]
pub enum GpuWork {
    /// Agents that ask the exact map on the card for costs and whole routes, and walk along them there
    Walk(GpuWalk),
    /// A swarm whose local maps are relaxed on the card, one workgroup for each agent
    Local(GpuLocal),
    /// The wave over the cells of a scene, by active tiles
    Wave(GpuWaveArguments),
    /// Which outline is nearest to every pixel, which is second, and how far both are, by jump flooding
    Voronoi(GpuVoronoi),
}

#[derive(Debug, Args)]
pub struct GpuWalk {
    /// File or built-in scene
    #[arg(default_value = "office")]
    pub scene: String,
    #[command(flatten)]
    pub agents: GpuAgents,
    /// Take the scene at this time, in seconds [default: as it is described, without its motions]
    #[arg(long, value_name = "T", value_parser = time)]
    pub time: Option<f64>,
}

#[derive(Debug, Args)]
pub struct GpuLocal {
    /// File or built-in scene
    #[arg(default_value = "hall")]
    pub scene: String,
    #[command(flatten)]
    pub agents: GpuAgents,
    /// Cells along the side of a local map, 7 to 33
    #[arg(long, value_name = "N", default_value_t = 21, value_parser = clap::value_parser!(u32).range(7..=33))]
    pub side: u32,
}

/// How many agents walk, how long, and the picture of it.
#[derive(Debug, Args)]
pub struct GpuAgents {
    /// How many agents there are
    #[arg(long = "agents", value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub count: u32,
    /// Seconds to walk, in steps of a twentieth
    #[arg(long, value_name = "S", default_value_t = 5.0, value_parser = positive)]
    pub seconds: f64,
    /// Where agents start is chosen by this number
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Draw the paths: .png or .svg
    #[arg(long, value_name = "F", value_parser = picture)]
    pub picture: Option<PathBuf>,
    /// Longer side of the picture in pixels
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub size: u32,
}

#[derive(Debug, Args)]
pub struct GpuWaveArguments {
    /// File or built-in scene
    #[arg(default_value = "office")]
    pub scene: String,
    /// The side of a cell [default: a thousandth of the scene's size]
    #[arg(long, value_name = "C", value_parser = positive)]
    pub cell: Option<f64>,
    /// Take the scene at this time, in seconds [default: as it is described, without its motions]
    #[arg(long, value_name = "T", value_parser = time)]
    pub time: Option<f64>,
    /// Draw the costs: .png or .svg
    #[arg(long, value_name = "F", value_parser = picture)]
    pub picture: Option<PathBuf>,
    /// Longer side of the picture in pixels
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub size: u32,
}

#[derive(Debug, Args)]
pub struct GpuVoronoi {
    /// File or built-in scene
    #[arg(default_value = "plaza")]
    pub scene: String,
    /// Whose cells are drawn: of the nearest, or of the second nearest
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=2))]
    pub order: u32,
    /// Take the scene at this time, in seconds [default: as it is described, without its motions]
    #[arg(long, value_name = "T", value_parser = time)]
    pub time: Option<f64>,
    /// Draw cells and lines of equal clearance: .png or .svg
    #[arg(long, value_name = "F", value_parser = picture)]
    pub picture: Option<PathBuf>,
    /// Longer side in pixels
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub size: u32,
}

/// Where a map is made, and on what.
#[derive(Debug, Args)]
pub struct OnCard {
    /// How pixels get their costs
    #[arg(long, value_enum, default_value_t = MapMethod::Exact, conflicts_with = "radius")]
    pub method: MapMethod,
    /// Use the graphics adapter whose name contains this word [default: the best one]
    #[arg(long, value_name = "NAME")]
    pub adapter: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MapMethod {
    /// From the exact map, on the processor
    Exact,
    /// From the exact map, on a graphics card
    Card,
    /// As the papers do it: each generator fills the pixels that it sees, on a graphics card
    Shadows,
}
