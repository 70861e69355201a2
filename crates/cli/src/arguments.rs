//! What the command line may say. Values that can be judged without looking at a scene are judged here, so that a slip
//! is told before any work is done.

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  wayfront check hall.toml                  what is in this scene, and what is wrong with it
  wayfront check level.map --format json    the same for programs
  wayfront convert plan.wkt plan.toml       from one format to another
  wayfront draw office --picture office.png
  wayfront scenes                           the built-in scenes

A SCENE is a file or the name of a built-in scene. Files: scenes (.toml, .json), GeoJSON (.geojson), WKT (.wkt),
MovingAI maps (.map), ROS maps (.yaml with .pgm), lists of edges (.txt).

Exit status: 0 done, 1 the input is at fault, 2 wrong usage.";

/// Exact navigation for polygonal worlds.
#[derive(Debug, Parser)]
#[command(name = "wayfront", version, after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    pub verb: Verb,
    #[command(flatten)]
    pub common: Common,
}

/// Options of all verbs.
#[derive(Debug, Args)]
pub struct Common {
    /// Results for people or for programs
    #[arg(long, global = true, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Threads for long work [default: all cores]; what this verb does is done on one
    #[arg(long, global = true, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// No messages but errors
    #[arg(long, global = true)]
    pub quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A summary
    Text,
    /// One object with stable field names
    Json,
}

#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Say what is in a scene, what was mended and what is wrong
    Check(Check),
    /// Write a scene in another format, by the ending of OUT
    Convert(Convert),
    /// Draw a scene
    Draw(Draw),
    /// List the built-in scenes
    Scenes,
}

#[derive(Debug, Args)]
pub struct Check {
    /// File or built-in scene
    #[arg(default_value = "office")]
    pub scene: String,
}

#[derive(Debug, Args)]
pub struct Convert {
    /// File or built-in scene
    #[arg(value_name = "IN")]
    pub from: String,
    /// File to write: .toml, .json, .geojson or .wkt
    #[arg(value_name = "OUT", value_parser = writable_scene)]
    pub to: PathBuf,
}

#[derive(Debug, Args)]
pub struct Draw {
    /// File or built-in scene
    #[arg(default_value = "office")]
    pub scene: String,
    /// File to write: .png or .svg
    #[arg(long, value_name = "F", value_parser = picture)]
    pub picture: PathBuf,
    /// Pixels along the longer side
    #[arg(long, value_name = "N", default_value_t = 1200)]
    pub size: u32,
    /// Light lines on a dark page
    #[arg(long)]
    pub dark: bool,
}

fn picture(path: &str) -> Result<PathBuf, String> {
    match ending(path).as_str() {
        "png" | "svg" => Ok(path.into()),
        _ => Err("pictures are written as .png or .svg".into()),
    }
}

fn writable_scene(path: &str) -> Result<PathBuf, String> {
    match ending(path).as_str() {
        "toml" | "json" | "geojson" | "wkt" => Ok(path.into()),
        "map" | "yaml" | "yml" | "txt" => {
            Err("this format is read but not written; write .toml, .json, .geojson or .wkt".into())
        }
        _ => Err("scenes are written as .toml, .json, .geojson or .wkt".into()),
    }
}

fn ending(path: &str) -> String {
    Path::new(path).extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }
}
