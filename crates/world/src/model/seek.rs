//! Where the agents of a group want to go, if that changes while they walk: places at random, others to catch, goods to
//! take.

use super::place::Place;
use wayfront_geometry::Point;

/// What the agents of a group are after.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Seek {
    /// Whichever of the group's goals is nearest. Whoever is there leaves.
    #[default]
    Goals,
    /// One of the group's goals at random, and another one on arrival.
    Random,
    /// Any free place, and another one on arrival.
    Anywhere,
    /// The nearest agent of another group.
    Nearest {
        /// What that group is called.
        of: String,
        /// Whoever is no farther away, from rim to rim, is caught, and out; `None`: nobody is.
        catch: Option<f64>,
    },
    /// Where the most goods are for each of those who want them.
    Densest,
}

impl Seek {
    /// The word for it in scenes.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Goals => "goals",
            Self::Random => "random",
            Self::Anywhere => "anywhere",
            Self::Nearest { .. } => "nearest",
            Self::Densest => "densest",
        }
    }

    /// It leads to places that no source of the scene describes.
    #[must_use]
    pub const fn leaves_sources(&self) -> bool {
        matches!(self, Self::Anywhere | Self::Nearest { .. } | Self::Densest)
    }
}

/// Goods that lie about, evenly spread: whoever seeks the densest takes them.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Goods {
    /// A name for people.
    pub name: Option<String>,
    /// The ring in which they lie.
    pub outline: Vec<Point>,
    /// How many.
    pub count: usize,
    /// How many an agent takes in a second.
    pub rate: f64,
    /// Where it was described.
    pub place: Place,
}

impl Goods {
    /// So many goods in a ring, of which an agent takes one a second.
    #[must_use]
    pub fn new(outline: impl Into<Vec<Point>>, count: usize) -> Self {
        Self { name: None, outline: outline.into(), count, rate: 1.0, place: Place::default() }
    }
}
