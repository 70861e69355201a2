//! Writing worlds.

use super::format::Format;
use super::geojson::write as geojson;
use super::scene::write as scene;
use super::wkt::write as wkt;
use crate::checks::validate;
use crate::files;
use crate::model::{World, YAxis};
use crate::problems::Problem;
use std::path::Path;
use thiserror::Error;

/// Why a world was not written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// Wayfront reads this format and does not write it.
    #[error("{} is read but not written", .0.name())]
    Format(Format),
    /// The ending of the file's name belongs to no format.
    #[error("no format has the ending of `{0}`")]
    Ending(String),
    /// The world holds numbers that no reader would accept.
    #[error("the world is broken: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Broken(Vec<Problem>),
    /// The system would not write the file.
    #[error("`{path}` cannot be written: {why}")]
    File {
        /// The file.
        path: String,
        /// What the system says.
        why: std::io::Error,
    },
}

impl WriteError {
    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> String {
        match self {
            Self::Format(_) | Self::Ending(_) => "write .toml, .json, .geojson or .wkt".into(),
            Self::Broken(problems) => problems.iter().map(Problem::advice).collect::<Vec<_>>().join("; "),
            Self::File { why, .. } => files::advice(why),
        }
    }
}

/// The world as text. What the format has no words for is left out: [`left_out`] lists it.
///
/// # Errors
/// If the format is only read, or the world is [broken](validate).
///
/// ```
/// use wayfront_world::{Format, Polygon, World, write_text};
/// let mut world = World::default();
/// world.areas.push(Polygon::ring([(0.0, 0.0), (9.5, 0.0), (9.5, 9.0)]));
/// let text = write_text(&world, Format::SceneToml)?;
/// assert_eq!(text, "[world]\nboundary = [[0, 0], [9.5, 0], [9.5, 9]]\n");
/// # Ok::<(), wayfront_world::WriteError>(())
/// ```
pub fn write_text(world: &World, format: Format) -> Result<String, WriteError> {
    let problems = validate(world);
    if !problems.is_empty() {
        return Err(WriteError::Broken(problems));
    }
    match format {
        Format::SceneToml => Ok(scene::toml(world)),
        Format::SceneJson => Ok(scene::json(world)),
        Format::GeoJson => Ok(geojson::geojson(world)),
        Format::Wkt => Ok(wkt::wkt(world)),
        other => Err(WriteError::Format(other)),
    }
}

/// The world as a scene in JSON, whatever is wrong with it: for programs that let people correct it. Numbers that are not
/// finite make a text that no reader takes.
#[must_use]
pub fn write_draft(world: &World) -> String {
    scene::json(world)
}

/// What a format has no words for: the fields of this world that [`write_text`] leaves out.
#[must_use]
pub fn left_out(world: &World, format: Format) -> Vec<&'static str> {
    let scene_only = [
        ("name", world.name.is_some()),
        ("weights", !world.weights.is_empty()),
        ("barriers", !world.barriers.is_empty()),
        ("doors", !world.doors.is_empty()),
        ("motions", !world.motions.is_empty()),
        ("constraints", !world.constraints.is_empty()),
        ("flow", world.flow.is_some()),
        ("crowd", world.crowd.is_some()),
        ("world.y_axis", world.y_axis == YAxis::Down),
    ];
    let lost = |fields: &[(&'static str, bool)]| fields.iter().filter(|f| f.1).map(|f| f.0).collect();
    match format {
        Format::SceneToml | Format::SceneJson => Vec::new(),
        Format::Wkt => {
            let has = |exit: bool| world.sources.iter().any(|source| source.exit == exit);
            let mut fields = vec![("sources", has(false)), ("exits", has(true))];
            fields.extend(scene_only);
            lost(&fields)
        }
        _ => lost(&scene_only),
    }
}

/// Writes the world in the format that the ending of `path` names. A file of that name is replaced when the new one is
/// whole.
///
/// # Errors
/// As [`write_text`], and if the file cannot be written.
pub fn write_file(world: &World, path: &Path) -> Result<(), WriteError> {
    let shown = || path.to_string_lossy().into_owned();
    let format = Format::of_path(path).ok_or_else(|| WriteError::Ending(shown()))?;
    let text = write_text(world, format)?;
    files::write(path, text.as_bytes()).map_err(|why| WriteError::File { path: shown(), why })
}
