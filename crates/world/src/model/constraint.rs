//! Where paths should rather lead, or not at all: constraints of searches as plain data.

use super::motion::{Handle, Kind, Thing};
use super::place::Place;
use super::world::World;
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

    fn handles_mut(&mut self) -> impl Iterator<Item = &mut Handle> {
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

    /// The thing that one of its handles means in a world: an obstacle, or for sight a source, too.
    #[must_use]
    pub fn thing_in(&self, handle: &Handle, world: &World) -> Option<(Kind, usize)> {
        let find = |kind: Kind| Thing { kind, handle: handle.clone() }.index_in(world).map(|index| (kind, index));
        let is_sight = matches!(self.preposition, Preposition::Sight { .. });
        find(Kind::Obstacle).or_else(|| find(Kind::Source).filter(|_| is_sight))
    }
}

impl World {
    /// Leaves out constraints that are attached to something absent, and counts the others' obstacles anew. Asked before
    /// those are taken away.
    pub(super) fn leave_out_constraints(&mut self, obstacles: &[bool], sources: &[bool]) {
        let mut constraints = std::mem::take(&mut self.constraints);
        let is_absent = |(kind, index): (Kind, usize)| match kind {
            Kind::Obstacle => obstacles.get(index).copied().unwrap_or(false),
            _ => sources.get(index).copied().unwrap_or(false),
        };
        constraints.retain(|c| !c.handles().any(|handle| c.thing_in(handle, self).is_some_and(is_absent)));
        for handle in constraints.iter_mut().flat_map(Constraint::handles_mut) {
            if let Handle::Index(index) = handle {
                *index -= obstacles.iter().take(*index).filter(|&&absent| absent).count();
            }
        }
        self.constraints = constraints;
    }
}
