//! What things call each other by.

use std::fmt;

/// The kinds of things that can change.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// One of [`World::obstacles`](crate::World::obstacles).
    Obstacle,
    /// One of [`World::sources`](crate::World::sources).
    Source,
    /// One of [`World::doors`](crate::World::doors).
    Door,
    /// One of [`World::barriers`](crate::World::barriers).
    Barrier,
}

/// Which thing of its kind.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Handle {
    /// By its name. Barriers have none.
    Name(String),
    /// By its index in the world, from 0.
    Index(usize),
}

impl Kind {
    /// Its name as it stands in a scene.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Obstacle => "obstacle",
            Self::Source => "source",
            Self::Door => "door",
            Self::Barrier => "barrier",
        }
    }
}

impl fmt::Display for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "`{name}`"),
            Self::Index(index) => write!(f, "{index}"),
        }
    }
}
