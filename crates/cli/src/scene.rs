//! From what the user calls a scene to its world.

use crate::failure::Failure;
use crate::memory;
use crate::text::count;
use wayfront::Scene;
use wayfront::world::files::Limits;
use wayfront::world::{self, World};

/// What a side of an outline takes at most while its free space and its Voronoi diagram are made, in bytes.
const DIAGRAM_BYTES: u64 = 4096;

/// A world and what to call it.
pub struct Named {
    /// The file, or the name of the built-in scene.
    pub label: String,
    pub world: World,
}

impl Named {
    /// Reads a file, or makes a built-in scene. A file of that name comes first.
    pub fn open(name: &str, limits: Limits) -> Result<Self, Failure> {
        Ok(Self { label: name.to_owned(), world: world::open_within(name, limits)? })
    }

    /// The scene at a time, or as it is without its motions.
    pub fn at(self, time: Option<f64>) -> Self {
        match time {
            Some(time) => Self { world: self.world.at(time), ..self },
            None => self,
        }
    }

    /// The scene in order, unless there is too little memory for its Voronoi diagram.
    pub fn checked_for_diagram(&self) -> Result<Scene, Failure> {
        let sides = self.world.points().count();
        let what = format!("the Voronoi diagram of {}", count(sides, "side"));
        memory::check(&self.label, &what, sides as u64 * DIAGRAM_BYTES)?;
        self.checked()
    }

    /// The scene in order, or everything that is wrong with it.
    pub fn checked(&self) -> Result<Scene, Failure> {
        Ok(Scene::new(self.world.clone())?)
    }
}
