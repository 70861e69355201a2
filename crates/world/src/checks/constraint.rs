//! Whether constraints are attached to things that are there.

use super::motion::missing;
use super::parts::named;
use crate::model::{Field, Kind, World};
use crate::problems::{Fault, Problem};

/// Which constraints are attached to nothing. Asked when the world is whole.
pub(crate) fn check_names(world: &World, found: &mut Vec<Problem>) {
    for (i, constraint) in world.constraints.iter().enumerate() {
        let place = named(constraint.place, Field::Constraints, i);
        for handle in constraint.handles().filter(|handle| constraint.thing_in(handle, world).is_none()) {
            let fault = Fault::Motion(missing(Kind::Obstacle, handle, world));
            found.push(Problem { place, vertex: None, at: None, fault });
        }
    }
}
