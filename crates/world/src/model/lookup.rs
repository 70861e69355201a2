//! Which thing of a world a motion or a constraint means: by its name or by its index.

use super::constraint::{Constraint, Preposition};
use super::handle::{Handle, Kind};
use super::motion::Thing;
use super::world::World;

impl Thing {
    /// Its index in `world`, if it is there and no other thing has the same name.
    #[must_use]
    pub fn index_in(&self, world: &World) -> Option<usize> {
        match &self.handle {
            Handle::Index(index) => Some(*index).filter(|&i| i < self.kind.count(world)),
            Handle::Name(name) => {
                let mut same = self.kind.names(world).filter(|(_, n)| n == name).map(|(i, _)| i);
                same.next().filter(|_| same.next().is_none())
            }
        }
    }
}

impl Constraint {
    /// The thing that one of its handles means in a world: an obstacle, or for sight a source, too.
    #[must_use]
    pub fn thing_in(&self, handle: &Handle, world: &World) -> Option<(Kind, usize)> {
        let find = |kind: Kind| Thing { kind, handle: handle.clone() }.index_in(world).map(|index| (kind, index));
        let is_sight = matches!(self.preposition, Preposition::Sight { .. });
        find(Kind::Obstacle).or_else(|| find(Kind::Source).filter(|_| is_sight))
    }
}

impl Kind {
    /// How many of them a world has.
    pub(crate) fn count(self, world: &World) -> usize {
        match self {
            Self::Obstacle => world.obstacles.len(),
            Self::Source => world.sources.len(),
            Self::Door => world.doors.len(),
            Self::Barrier => world.barriers.len(),
        }
    }

    /// Those of them that have a name, with their indices.
    pub(crate) fn names(self, world: &World) -> Box<dyn Iterator<Item = (usize, &str)> + '_> {
        match self {
            Self::Obstacle => Box::new(named(world.obstacles.iter().map(|o| o.name.as_deref()))),
            Self::Source => Box::new(named(world.sources.iter().map(|s| s.name.as_deref()))),
            Self::Door => Box::new(named(world.doors.iter().map(|d| Some(d.name.as_str())))),
            Self::Barrier => Box::new(std::iter::empty()),
        }
    }
}

/// The indices of the names that are there.
fn named<'a>(names: impl Iterator<Item = Option<&'a str>>) -> impl Iterator<Item = (usize, &'a str)> {
    names.enumerate().filter_map(|(i, name)| Some((i, name?)))
}
