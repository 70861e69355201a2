//! Why there is no flow.

use thiserror::Error;
use wayfront_domain::DomainError;
use wayfront_geometry::Point;
use wayfront_world::Problem;

/// Why a world has no flow map, or no lanes.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum FlowError {
    /// The scene says nothing about a flow.
    #[error("the scene has no flow; add entrances and exits: [flow] entrances = [[[x, y], [x, y]]], exits = …")]
    NoFlow,
    /// There are no entrances, or no exits.
    #[error("the flow has no {what}")]
    NoChains {
        /// `entrances` or `exits`.
        what: &'static str,
    },
    /// The world cannot be built.
    #[error(transparent)]
    DomainError(#[from] DomainError),
    /// Chains that do not lie on the boundary, and whatever else is wrong with the scene.
    #[error("{} of the scene's entrances and exits {} in the wrong place", .0.len(), if .0.len() == 1 { "is" } else { "are" })]
    Misplaced(Vec<Problem>),
    /// An entrance and an exit share a part of the boundary.
    #[error("entrance {entrance} and exit {exit} overlap at {at}")]
    Overlap {
        /// Which entrance.
        entrance: usize,
        /// Which exit.
        exit: usize,
        /// A point of both.
        at: Point,
    },
    /// No entrance is connected with an exit.
    #[error("no path leads from an entrance to an exit: they lie in different parts of the free space")]
    NoPath,
    /// Chains of one part of the free space lie on different outlines, one around the other.
    #[error("entrances and exits lie on different outlines (at {at}): a flow needs them on the same one")]
    Apart {
        /// A point of a chain on the other outline.
        at: Point,
    },
    /// The radius is no positive number.
    #[error("the radius is {radius}; it must be a positive number")]
    Radius {
        /// What was given.
        radius: f64,
    },
    /// The radius is so small that there would be too many lanes.
    #[error("a radius of {radius} makes {lanes} lanes; at most {most} are made")]
    TooMany {
        /// What was given.
        radius: f64,
        /// How many lanes it would make.
        lanes: usize,
        /// How many are made at most.
        most: usize,
    },
    /// Coordinates have too few digits left for the world's size: lines get lost between them.
    #[error(
        "only {found} of {expected} lanes can be followed: the world is {size} large but lies {away} from the origin, and coordinates are too coarse for that"
    )]
    Coarse {
        /// How many lanes could be followed.
        found: usize,
        /// How many there are.
        expected: usize,
        /// The world's longer side.
        size: f64,
        /// Its largest coordinate.
        away: f64,
    },
}

impl FlowError {
    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> String {
        let advice = match self {
            Self::NoFlow | Self::NoChains { .. } => {
                "give --entrance X,Y X,Y and --exit X,Y X,Y, two points on the boundary each"
            }
            Self::Overlap { .. } => "end one of them where the other begins",
            Self::NoPath => "open a door, or choose an entrance and an exit of the same part",
            Self::Apart { .. } => "put all entrances and exits on the outer boundary, or all on the same inner one",
            Self::Radius { .. } => "give half of the width that one takes up, such as --radius 0.25",
            Self::TooMany { .. } => "choose a larger --radius",
            Self::Coarse { .. } => "project longitude and latitude to metres, or move the scene to the origin",
            Self::DomainError(_) | Self::Misplaced(_) => "`wayfront check` says more about the scene",
        };
        advice.into()
    }
}
