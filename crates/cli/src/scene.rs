//! From what the user calls a scene to its world.

use crate::failure::Failure;
use std::path::Path;
use wayfront::world::{self, World, builtin, builtin_like, builtin_names};

/// A world and what to call it.
pub struct Scene {
    /// The file, or the name of the built-in scene.
    pub label: String,
    pub world: World,
}

impl Scene {
    /// Reads a file, or makes a built-in scene. A file of that name comes first.
    pub fn open(name: &str) -> Result<Self, Failure> {
        let path = Path::new(name);
        let label = name.to_owned();
        if (!path.exists() || path.is_dir())
            && let Some(world) = builtin(name)
        {
            return Ok(Self { label, world });
        }
        if !path.exists() {
            return Err(unknown(name));
        }
        Ok(Self { label, world: world::read_file(path)? })
    }

    /// The scene at a time, or as it is without its motions.
    pub fn at(self, time: Option<f64>) -> Self {
        match time {
            Some(time) => Self { world: self.world.at(time), ..self },
            None => self,
        }
    }
}

fn unknown(name: &str) -> Failure {
    let names: Vec<&str> = builtin_names().map(|(name, _)| name).collect();
    let advice = match builtin_like(name) {
        Some(near) => format!("did you mean `{near}`? The built-in scenes are {}", names.join(", ")),
        None => format!("look at the spelling and the folder; the built-in scenes are {}", names.join(", ")),
    };
    let shown: String = name.chars().take(200).collect();
    Failure::File { what: format!("there is no file `{shown}`, and no built-in scene of that name"), advice }
}
