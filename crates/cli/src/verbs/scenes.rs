//! `wayfront scenes`: the built-in scenes.

use crate::arguments::{Common, Format};
use crate::failure::Failure;
use crate::output;
use serde::Serialize;
use wayfront::world::builtin_names;

#[derive(Serialize)]
struct Scenes {
    scenes: Vec<Named>,
}

#[derive(Serialize)]
struct Named {
    name: &'static str,
    shows: &'static str,
}

/// Lists the built-in scenes with a line for each.
pub fn run(common: &Common) -> Result<(), Failure> {
    match common.format {
        Format::Json => {
            let scenes = builtin_names().map(|(name, shows)| Named { name, shows }).collect();
            output::json(&Scenes { scenes })
        }
        Format::Text => {
            let width = builtin_names().map(|(name, _)| name.len()).max().unwrap_or(0);
            let lines = builtin_names().map(|(name, shows)| format!("{name:width$}  {shows}\n"));
            output::text(&lines.collect::<String>())
        }
    }
}
