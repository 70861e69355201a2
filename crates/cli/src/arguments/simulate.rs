//! The options of `wayfront simulate`.

use super::values::{animation, people, picture, point, positive, rate, words};
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use wayfront::Point;
use wayfront::crowd::RecordingKind;
use wayfront::world::{GuideKind, Rerouting, Steering};

#[derive(Debug, Args)]
pub struct Simulate {
    /// File or built-in scene
    #[arg(default_value = "three-corridors")]
    pub scene: String,
    /// Seconds after which the run ends at the latest [default: the scene's]
    #[arg(long, value_name = "T", value_parser = positive)]
    pub seconds: Option<f64>,
    /// Seed of all random numbers: the same seed gives the same run [default: the scene's]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Run with each of these seeds, and report means and their spread: 1..20, or 3,5,8
    #[arg(long, value_name = "A..B", value_parser = seeds, conflicts_with_all = ["seed", "out", "picture", "density", "arrivals", "exits", "diagram", "animate"])]
    pub seeds: Option<Seeds>,
    /// An exit from one point to another, instead of the scene's; may be given several times
    #[arg(long, value_name = "X,Y", num_args = 2, value_parser = point, allow_hyphen_values = true)]
    pub exit: Vec<Point>,
    /// So many people, instead of the scene's groups
    #[arg(long, value_name = "N", value_parser = people)]
    pub people: Option<usize>,
    /// Where these people are at first: two corners of a box; they are shared among several [default: anywhere]
    #[arg(long, value_name = "X,Y", num_args = 2, value_parser = point, allow_hyphen_values = true, requires = "people")]
    pub area: Vec<Point>,
    /// Seconds of a step [default: the scene's]
    #[arg(long, value_name = "S", value_parser = positive)]
    pub step: Option<f64>,
    /// What guides all groups [default: what the scene says for each]
    #[arg(long, value_parser = words(GuideKind::ALL, GuideKind::word, GuideKind::about))]
    pub guide: Option<GuideKind>,
    /// How agents avoid each other [default: the scene's]
    #[arg(long, value_parser = words(Steering::ALL, Steering::word, Steering::about))]
    pub steering: Option<Steering>,
    /// How queues change the paths of other agents: none, delay, factor, or a number of 1 or more [default: the scene's]
    #[arg(long, alias = "barriers", value_name = "KIND", value_parser = rerouting)]
    pub rerouting: Option<Rerouting>,
    /// Write trajectories: .txt (id frame x y z) or .sqlite (as JuPedSim writes them); PedPy reads both
    #[arg(long, value_name = "F", value_parser = recording)]
    pub out: Option<PathBuf>,
    /// Frames per second of trajectories and animation
    #[arg(long, value_name = "N", default_value_t = 10.0, value_parser = rate)]
    pub fps: f64,
    /// Write tables into this folder: arrivals.csv, exits.csv, trips.csv, passages.csv, areas.csv, queues.csv and
    /// summary.json; with --seeds seeds.csv and summary.json
    #[arg(long, value_name = "DIR")]
    pub summary: Option<PathBuf>,
    /// Draw the trajectories of the agents: .png or .svg
    #[arg(long, value_name = "F", value_parser = picture)]
    pub picture: Option<PathBuf>,
    /// Draw for how long each place was occupied: .png or .svg
    #[arg(long, value_name = "F", value_parser = picture)]
    pub density: Option<PathBuf>,
    /// Plot how many have arrived over time: .png or .svg
    #[arg(long, value_name = "F", value_parser = picture)]
    pub arrivals: Option<PathBuf>,
    /// Plot how many have left by each exit over time: .png or .svg
    #[arg(long, value_name = "F", value_parser = picture)]
    pub exits: Option<PathBuf>,
    /// Plot speed over density in the measured areas: .png or .svg
    #[arg(long, value_name = "F", value_parser = picture)]
    pub diagram: Option<PathBuf>,
    /// Show the run: .png or .apng is an animated PNG; name-####.png (or .svg) numbers a file for each frame
    #[arg(long, value_name = "F", value_parser = animation)]
    pub animate: Option<PathBuf>,
    /// Play the animation this many times faster than the run
    #[arg(long, value_name = "N", default_value_t = 1.0, value_parser = positive, requires = "animate")]
    pub faster: f64,
    /// What the colours of trajectories and agents show
    #[arg(long, visible_alias = "color", value_enum, default_value_t = AgentColours::Group)]
    pub colour: AgentColours,
    /// Pixels along the longer side of pictures
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=16_384))]
    pub size: u32,
    /// Draw axes with coordinates
    #[arg(long)]
    pub axes: bool,
}

/// Seeds of several runs, however many: they are not listed until they are run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seeds {
    /// From the first to the last, both included.
    Range(u64, u64),
    /// Just these.
    List(Vec<u64>),
}

impl Seeds {
    pub fn count(&self) -> u64 {
        match self {
            Self::Range(first, last) => (last - first).saturating_add(1),
            Self::List(seeds) => seeds.len() as u64,
        }
    }

    /// The seed in a place.
    pub fn at(&self, k: usize) -> u64 {
        match self {
            Self::Range(first, _) => first + k as u64,
            Self::List(seeds) => seeds[k],
        }
    }
}

/// `1..20` with both ends, or `3,5,8`.
pub fn seeds(text: &str) -> Result<Seeds, String> {
    let number = |text: &str| text.trim().parse::<u64>().ok();
    let range = text.split_once("..").and_then(|(a, b)| Some((number(a)?, number(b.trim_start_matches('='))?)));
    let list = || text.split(',').map(number).collect::<Option<Vec<u64>>>();
    match (range, list()) {
        (Some((first, last)), _) if first <= last => Ok(Seeds::Range(first, last)),
        (None, Some(seeds)) => Ok(Seeds::List(seeds)),
        _ => Err("seeds are whole numbers: 1..20 is from 1 to 20, 3,5,8 are three".into()),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AgentColours {
    /// Which group they belong to
    Group,
    /// How fast they are: green at their desired speed, red when they stand
    Pace,
}

/// The same words as in scenes.
fn rerouting(text: &str) -> Result<Rerouting, String> {
    match text {
        "none" => Ok(Rerouting::None),
        "delay" => Ok(Rerouting::Delay),
        "factor" | "weight" => Ok(Rerouting::Factor(Rerouting::USUAL_FACTOR)),
        number => {
            let factor = number.trim().parse::<f64>().ok().filter(|f| f.is_finite() && *f >= 1.0);
            factor
                .map(Rerouting::Factor)
                .ok_or_else(|| "this must be none, delay, factor, or a number of 1 or more".into())
        }
    }
}

fn recording(path: &str) -> Result<PathBuf, String> {
    let kind = RecordingKind::of_path(Path::new(path));
    kind.map(|_| path.into()).ok_or_else(|| "trajectories are written as .txt or .sqlite".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_ranges_or_lists() {
        assert_eq!(seeds("1..20"), Ok(Seeds::Range(1, 20)));
        assert_eq!((seeds("1..20").unwrap().count(), seeds("7..7").unwrap().at(0)), (20, 7));
        assert_eq!(seeds("3, 5,8"), Ok(Seeds::List(vec![3, 5, 8])));
        assert_eq!(seeds("0..18446744073709551615").unwrap().count(), u64::MAX);
        for nonsense in ["", "5..1", "a..b", "1..", "-1..2", "1;2"] {
            assert!(seeds(nonsense).is_err(), "{nonsense}");
        }
    }
}
