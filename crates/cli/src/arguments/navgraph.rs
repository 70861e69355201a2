//! The arguments of `wayfront navgraph`.

use super::values::{animation, picture, radius, time};
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct Navgraph {
    /// File or built-in scene
    #[arg(default_value = "office")]
    pub scene: String,
    /// So many agents in random places with goals in random places, 60 unless the graph leads a group of the scene
    #[arg(long, value_name = "N")]
    pub agents: Option<usize>,
    /// Their radius
    #[arg(long, value_name = "R", default_value_t = 0.25, value_parser = radius, allow_hyphen_values = true)]
    pub radius: f64,
    /// Other places and goals
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Show the route of this agent
    #[arg(long, visible_alias = "walker", value_name = "I", default_value_t = 0)]
    pub agent: usize,
    /// A metre at clearance c costs 1 + S / c: 0 is shortest, more is wider
    #[arg(long, value_name = "S", default_value_t = 0.5)]
    pub safety: f64,
    /// Take the scene at this time, in seconds; its people, if the graph leads them, after so long a run [default: as it is
    /// described, without its motions]
    #[arg(long, value_name = "T", value_parser = time)]
    pub time: Option<f64>,
    /// Draw cells, red and black graph and the route: .png or .svg
    #[arg(long, value_name = "F", value_parser = picture)]
    pub picture: Option<PathBuf>,
    /// Draw the run of the scene's people up to that time, or for 20 s: .png is an animated PNG, name-####.png numbers a file
    /// for each frame
    #[arg(long, value_name = "F", value_parser = animation)]
    pub animate: Option<PathBuf>,
    /// Draw axes with coordinates
    #[arg(long)]
    pub axes: bool,
    /// Pixels along the longer side of the picture
    #[arg(long, value_name = "N", default_value_t = 1200)]
    pub size: u32,
}
