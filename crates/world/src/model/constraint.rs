//! Where paths should rather lead, or not at all: constraints of searches as plain data.

use super::motion::Handle;
use super::place::Place;
use wayfront_geometry::Point;

/// A place, said by a preposition, and what it does to paths there.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Constraint {
    /// A name for people.
    pub name: Option<String>,
    /// Where.
    pub preposition: Preposition,
    /// What it does.
    pub strength: ConstraintStrength,
    /// Where it was described.
    pub place: Place,
}

/// Where a constraint applies. What is attached to something moves with it.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
pub enum Preposition {
    /// Within a region.
    In(ConstraintRegion),
    /// Within a region and, ever less, around it.
    Near {
        /// The region.
        region: ConstraintRegion,
        /// How far around; absent: the size of the weight.
        reach: Option<f64>,
    },
    /// In a box beside an obstacle.
    Beside {
        /// On which side.
        side: ConstraintSide,
        /// Of which obstacle.
        obstacle: Handle,
        /// Where its front is.
        facing: Point,
        /// How deep the box is; absent: as deep as the obstacle.
        depth: Option<f64>,
    },
    /// Between two obstacles: in their convex hull.
    Between([Handle; 2]),
    /// What an obstacle or a source sees.
    Sight {
        /// Of what: of an obstacle, or of a source if no obstacle has that name.
        of: Handle,
        /// How far; absent: to the walls.
        reach: Option<f64>,
    },
}

/// A region: a ring, or an obstacle's outline.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
pub enum ConstraintRegion {
    /// A ring of points.
    Ring(Vec<Point>),
    /// The outline of an obstacle.
    Obstacle(Handle),
}

/// A side of an obstacle.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstraintSide {
    /// To the left of where it faces.
    Left,
    /// To the right.
    Right,
    /// Where it faces.
    Front,
    /// Behind it.
    Back,
}

/// What a constraint does to paths.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ConstraintStrength {
    /// Attracts if positive, repels if negative: every unit changes costs by a tenth.
    Weight(f64),
    /// A length there counts so many times.
    Factor(f64),
    /// Nothing enters.
    Hard,
}

impl Constraint {
    /// A constraint without a name.
    #[must_use]
    pub fn new(preposition: Preposition, strength: ConstraintStrength) -> Self {
        Self { name: None, preposition, strength, place: Place::default() }
    }

    /// A length in a ring counts so many times.
    #[must_use]
    pub fn terrain(ring: impl IntoIterator<Item = impl Into<Point>>, factor: f64) -> Self {
        let ring = ring.into_iter().map(Into::into).collect();
        Self::new(Preposition::In(ConstraintRegion::Ring(ring)), ConstraintStrength::Factor(factor))
    }

    /// The same constraint under a name.
    #[must_use]
    pub fn named(self, name: &str) -> Self {
        Self { name: Some(name.to_owned()), ..self }
    }

    /// What it is attached to.
    pub fn handles(&self) -> impl Iterator<Item = &Handle> {
        let (one, two): (Option<&Handle>, &[Handle]) = match &self.preposition {
            Preposition::In(ConstraintRegion::Obstacle(handle))
            | Preposition::Near { region: ConstraintRegion::Obstacle(handle), .. }
            | Preposition::Beside { obstacle: handle, .. }
            | Preposition::Sight { of: handle, .. } => (Some(handle), &[]),
            Preposition::Between(handles) => (None, handles),
            Preposition::In(_) | Preposition::Near { .. } => (None, &[]),
        };
        one.into_iter().chain(two)
    }

    pub(super) fn handles_mut(&mut self) -> impl Iterator<Item = &mut Handle> {
        let (one, two): (Option<&mut Handle>, &mut [Handle]) = match &mut self.preposition {
            Preposition::In(ConstraintRegion::Obstacle(handle))
            | Preposition::Near { region: ConstraintRegion::Obstacle(handle), .. }
            | Preposition::Beside { obstacle: handle, .. }
            | Preposition::Sight { of: handle, .. } => (Some(handle), &mut []),
            Preposition::Between(handles) => (None, handles),
            Preposition::In(_) | Preposition::Near { .. } => (None, &mut []),
        };
        one.into_iter().chain(two)
    }
}
