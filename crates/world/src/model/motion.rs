//! What changes in a world with time: things that move, grow, come and go, open and close.
//!
//! A motion is a list of key frames of one thing. Places run straight from one key frame to the next; whether a door
//! is open and whether a thing is there changes in steps. [`World::at`](crate::World::at)(crate::World::at) gives the world of a moment.

use super::place::Place;
use std::fmt;
use wayfront_geometry::Point;

/// How one thing changes with time.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Motion {
    /// What changes.
    pub thing: Thing,
    /// Ascending seconds, zero or later, at least one.
    pub times: Vec<f64>,
    /// The values at these times.
    pub change: Change,
    /// Starts anew at its last time, for ever. Then the first time is zero.
    pub repeat: bool,
    /// Where it was described.
    pub place: Place,
}

/// One thing of a world.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
pub struct Thing {
    /// Of which kind.
    pub kind: Kind,
    /// Which of them.
    pub handle: Handle,
}

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

/// The values of a motion, one for each of its times.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// How far the thing is from where the world describes it; straight in between.
    Shifts(Vec<Point>),
    /// Where a source is; straight in between. With both ends in one place it is a point.
    Segments(Vec<[Point; 2]>),
    /// Whether a door is open, from that time on. Until the first time it is as the world describes it.
    Open(Vec<bool>),
    /// Whether the thing is there, from that time on. Until the first time it is.
    Present(Vec<bool>),
}

impl Motion {
    /// A motion that runs once.
    #[must_use]
    pub fn new(thing: Thing, times: impl Into<Vec<f64>>, change: Change) -> Self {
        Self { thing, times: times.into(), change, repeat: false, place: Place::default() }
    }

    /// The same motion of another thing.
    #[must_use]
    pub fn of(self, thing: Thing) -> Self {
        Self { thing, ..self }
    }

    /// The same motion, over and over.
    #[must_use]
    pub fn repeated(self) -> Self {
        Self { repeat: true, ..self }
    }
}

impl Thing {
    /// The thing of that name.
    #[must_use]
    pub fn named(kind: Kind, name: &str) -> Self {
        Self { kind, handle: Handle::Name(name.to_owned()) }
    }

    /// The thing of that index.
    #[must_use]
    pub const fn nth(kind: Kind, index: usize) -> Self {
        Self { kind, handle: Handle::Index(index) }
    }
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

impl Change {
    /// The field in which a scene lists the values.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Shifts(_) => "shifts",
            Self::Segments(_) => "segments",
            Self::Open(_) => "open",
            Self::Present(_) => "present",
        }
    }

    /// How many values there are.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Shifts(shifts) => shifts.len(),
            Self::Segments(segments) => segments.len(),
            Self::Open(steps) | Self::Present(steps) => steps.len(),
        }
    }
}
