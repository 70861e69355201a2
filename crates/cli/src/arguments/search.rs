//! The arguments of `wayfront search`.

use super::values::{animation, picture, point, positive, radius, rate, time};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;
use wayfront::Point;
use wayfront::search::SpaceKind;

#[derive(Debug, Args)]
pub struct Search {
    /// File or built-in scene
    #[arg(default_value = "guard")]
    pub scene: String,
    /// Where the path begins [default: as far from the goal as one can be]
    #[arg(long, value_name = "X,Y", value_parser = point, allow_hyphen_values = true)]
    pub from: Option<Point>,
    /// Where it leads [default: the first source of the scene]
    #[arg(long, value_name = "X,Y", value_parser = point, allow_hyphen_values = true)]
    pub to: Option<Point>,
    /// What is searched
    #[arg(long, value_enum, default_value_t = SearchSpace::Cells)]
    pub space: SearchSpace,
    /// Side of a cell [default: a 256th of the scene's longer side; that of the file for grid maps]
    #[arg(long, value_name = "S", value_parser = positive, allow_hyphen_values = true)]
    pub cell: Option<f64>,
    /// Radius of the body that walks
    #[arg(long, value_name = "R", default_value_t = 0.0, value_parser = radius, allow_hyphen_values = true)]
    pub radius: f64,
    /// The first path costs at most so many times the cheapest one; then it improves
    #[arg(long, value_name = "W", default_value_t = 3.0, value_parser = bound, allow_hyphen_values = true)]
    pub bound: f64,
    /// Stop after this time, such as 2ms or 0.5s. Runs differ: see --expansions
    #[arg(long, value_name = "TIME", value_parser = duration, allow_hyphen_values = true, conflicts_with = "expansions")]
    pub within: Option<Duration>,
    /// Stop after expanding so many states: the same answer in every run
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub expansions: Option<u64>,
    /// Keep the path unless another is better by this share, with --animate
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = share)]
    pub keep: f64,
    /// Take the scene at this time, in seconds [default: as it is described, without its motions]
    #[arg(long, value_name = "T", value_parser = time)]
    pub time: Option<f64>,
    /// Run the questions of a MovingAI file on a grid map, and tell how many lengths agree
    #[arg(long, value_name = "F.scen", conflicts_with_all = ["from", "to", "picture", "animate"])]
    pub scen: Option<PathBuf>,
    /// Draw expanded states by round, constraints and the path: .png or .svg
    #[arg(long, value_name = "F", value_parser = picture)]
    pub picture: Option<PathBuf>,
    /// Draw the path while the scene moves, with what each repair expands: .png or .apng, or name-####.png
    #[arg(long, value_name = "F", value_parser = animation, conflicts_with = "time")]
    pub animate: Option<PathBuf>,
    /// Seconds of the scene to show [default: until its last motion ends]
    #[arg(long, value_name = "T", value_parser = time, requires = "animate")]
    pub seconds: Option<f64>,
    /// Frames per second
    #[arg(long, value_name = "N", default_value_t = 5.0, value_parser = rate, requires = "animate")]
    pub fps: f64,
    /// Draw axes with coordinates
    #[arg(long)]
    pub axes: bool,
    /// Pixels along the longer side of the picture
    #[arg(long, value_name = "N", default_value_t = 1200)]
    pub size: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SearchSpace {
    /// Cells of a grid
    Cells,
    /// Squares that are large where nothing is
    Quadtree,
    /// The triangles of the free space
    Triangles,
    /// Cells with the triangles' steps as highways
    Hybrid,
}

impl From<SearchSpace> for SpaceKind {
    fn from(space: SearchSpace) -> Self {
        match space {
            SearchSpace::Cells => Self::Cells,
            SearchSpace::Quadtree => Self::Quadtree,
            SearchSpace::Triangles => Self::Triangles,
            SearchSpace::Hybrid => Self::Hybrid,
        }
    }
}

fn bound(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(bound) if (1.0..=1e6).contains(&bound) => Ok(bound),
        _ => Err("expected a number from 1 on: the first path costs at most so many times the cheapest one".into()),
    }
}

fn share(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(share) if (0.0..=100.0).contains(&share) => Ok(share),
        _ => Err("expected a share such as 0.1; 0 takes the best path every time".into()),
    }
}

/// A time with its unit.
fn duration(text: &str) -> Result<Duration, String> {
    let expected = || "expected a time with its unit, such as 2ms, 500us or 0.5s".to_owned();
    let units = [("us", 1e-6), ("ms", 1e-3), ("s", 1.0)];
    let (number, unit) = units
        .iter()
        .find_map(|(name, unit)| text.strip_suffix(name).map(|number| (number, *unit)))
        .ok_or_else(|| if text.parse::<f64>() == Ok(0.0) { no_time() } else { expected() })?;
    match number.trim().parse::<f64>() {
        Ok(0.0) => Err(no_time()),
        Ok(number) if number > 0.0 && number * unit < 1e6 => Ok(Duration::from_secs_f64(number * unit)),
        _ => Err(expected()),
    }
}

fn no_time() -> String {
    "no time is no search: give more than 0, or leave it out to search to the end".into()
}
