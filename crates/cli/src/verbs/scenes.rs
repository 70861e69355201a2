//! `wayfront scenes`: the built-in scenes, one of them as a file, and the schema of such files.

use super::convert::unwritten;
use crate::arguments::{Common, Format, Scenes as Arguments};
use crate::failure::Failure;
use crate::output;
use serde::Serialize;
use wayfront::world::{Format as FileFormat, OpenError, builtin, builtin_like, builtin_names, schema, write_text};

#[derive(Serialize)]
struct Scenes {
    scenes: Vec<Named>,
}

#[derive(Serialize)]
struct Named {
    name: &'static str,
    shows: &'static str,
}

/// Prints one scene, the schema, or a line for each scene.
pub fn run(arguments: &Arguments, common: &Common) -> Result<(), Failure> {
    match &arguments.scene {
        _ if arguments.schema => output::text(&schema()),
        Some(name) => print(name, common.format),
        None => list(common),
    }
}

fn print(name: &str, format: Format) -> Result<(), Failure> {
    let unknown = || OpenError::Unknown { name: name.to_owned(), near: builtin_like(name) };
    let world = builtin(name).ok_or_else(unknown)?;
    let format = match format {
        Format::Text => FileFormat::SceneToml,
        Format::Json => FileFormat::SceneJson,
    };
    output::text(&write_text(&world, format).map_err(unwritten)?)
}

fn list(common: &Common) -> Result<(), Failure> {
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
