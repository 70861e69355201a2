//! From what a user calls a scene to its world: a file, or the name of a built-in scene.

use crate::files::{Limits, is_absent};
use crate::{Rejected, World, builtin, builtin_like, builtin_names, read_file_within};
use std::path::Path;
use thiserror::Error;

/// Names longer than this are cut in messages.
const SHOWN: usize = 200;

/// Why a scene cannot be opened.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum OpenError {
    /// Neither a file nor a built-in scene has this name.
    #[error("there is no file `{name}`, and no built-in scene of that name")]
    Unknown {
        /// What was asked for.
        name: String,
        /// The built-in scene that is spelled most alike.
        near: Option<&'static str>,
    },
    /// The scene was read, and something is wrong with it.
    #[error(transparent)]
    Rejected(#[from] Rejected),
}

impl OpenError {
    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> String {
        match self {
            Self::Unknown { near, .. } => {
                let names: Vec<&str> = builtin_names().map(|(name, _)| name).collect();
                let first = match near {
                    Some(near) => format!("did you mean `{near}`? The built-in scenes are"),
                    None => "look at the spelling and the folder; the built-in scenes are".to_owned(),
                };
                format!("{first} {}", names.join(", "))
            }
            Self::Rejected(rejected) => {
                rejected.problems.first().map_or_else(String::new, |problem| problem.fault.advice())
            }
        }
    }
}

/// Reads a file, or makes a built-in scene. A file of that name comes first.
///
/// # Errors
/// If there is neither, or with everything that is wrong with the file.
pub fn open(name: &str) -> Result<World, OpenError> {
    open_within(name, Limits::default())
}

/// As [`open`], with other limits.
///
/// # Errors
/// If there is neither, or with everything that is wrong with the file.
pub fn open_within(name: &str, limits: Limits) -> Result<World, OpenError> {
    let path = Path::new(name);
    let is_absent = is_absent(path);
    if (is_absent || path.is_dir())
        && let Some(world) = builtin(name)
    {
        return Ok(world);
    }
    if is_absent {
        let shown = name.chars().take(SHOWN).collect();
        return Err(OpenError::Unknown { name: shown, near: builtin_like(name) });
    }
    Ok(read_file_within(path, limits)?)
}
