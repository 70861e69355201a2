//! The entries of the key below a picture.

use super::{Mark, Stroke};
use crate::colours::{Colour, ColourMap};

/// A symbol and what it means.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Key {
    /// A filled area.
    Area {
        /// What it means.
        label: String,
        /// Its colour.
        fill: Colour,
        /// The colour of its outline.
        outline: Colour,
    },
    /// A line.
    Line {
        /// What it means.
        label: String,
        /// Its look.
        stroke: Stroke,
    },
    /// A mark.
    Mark {
        /// What it means.
        label: String,
        /// Which one.
        mark: Mark,
        /// Its colour.
        fill: Colour,
    },
    /// A colour map.
    Ramp {
        /// What the numbers are.
        label: String,
        /// The colours.
        map: ColourMap,
        /// What stands at its beginning and its end.
        ends: [String; 2],
    },
}

impl Key {
    /// What it explains.
    #[must_use]
    pub fn label(&self) -> &str {
        match self {
            Self::Area { label, .. }
            | Self::Line { label, .. }
            | Self::Mark { label, .. }
            | Self::Ramp { label, .. } => label,
        }
    }
}
