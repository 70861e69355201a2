//! What to do about each error of this room.

use crate::map::PathMapError;
use crate::sources::SourceError;
use crate::terms::TermsError;

impl SourceError {
    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> String {
        match self {
            Self::None => "add a source, or choose another point to go to".into(),
            Self::NotFinite { .. } => "give finite numbers".into(),
            Self::Blocked { nearest: Some(nearest), .. } => format!("move it to {nearest}, the nearest free point"),
            Self::Blocked { nearest: None, .. } => {
                "the domain has no free space: look at its areas and obstacles".into()
            }
            Self::Leaves { .. } => "end it there, or lead it around what is in its way".into(),
            Self::Duplicate { .. } => "leave one of the two out".into(),
            Self::BeforeFactor { .. } => {
                "make the source a point, or the barrier one of a delay: both are exact".into()
            }
        }
    }
}

impl TermsError {
    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> String {
        match self {
            Self::NoCorner { nearest: Some(nearest), .. } => format!("put it at the vertex {nearest}"),
            Self::NoCorner { nearest: None, .. } => "put it at a vertex of an obstacle, a boundary or a wall".into(),
            Self::BadWeight { .. } => "1 is the ordinary speed, 0.5 half of it".into(),
            Self::Duplicate { .. } => "leave one of the two out".into(),
            Self::BadPrice { .. } => "give a delay of 0 or more, or a factor of 1 or more".into(),
            Self::PriceCount { gates, .. } => format!("give {gates} prices, one for each gate of the domain"),
            Self::TooManySpeeds { .. } => "round the speeds, so that fewer of them differ".into(),
        }
    }
}

impl PathMapError {
    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> String {
        match self {
            Self::Sources(error) => error.advice(),
            Self::Terms(error) => error.advice(),
        }
    }
}
