//! Whether constraints make sense: regions, strengths, and what they are attached to.

use super::parts::{check_number, check_points, check_positive, check_ring, named};
use crate::model::{ConstraintRegion, ConstraintStrength, Field, Handle, Kind, Preposition, World};
use crate::problems::{Fault, MotionFault, Problem};
use crate::spelling::nearest;

/// The largest weight: 1.1 to the power of it is what a factor may be.
const MOST_WEIGHT: f64 = 58.0;
/// The largest factor.
const MOST_FACTOR: f64 = 255.0;

/// What is wrong with constraints in themselves.
pub(crate) fn check(world: &World, found: &mut Vec<Problem>) {
    for (i, constraint) in world.constraints.iter().enumerate() {
        let place = named(constraint.place, Field::Constraints, i);
        match constraint.strength {
            ConstraintStrength::Weight(weight) => {
                let is_good = weight != 0.0 && weight.abs() <= MOST_WEIGHT;
                check_number("weight", weight, is_good, "from -58 to 58 and not zero", place, found);
            }
            ConstraintStrength::Factor(factor) => {
                let is_good = (1.0..=MOST_FACTOR).contains(&factor);
                check_number("factor", factor, is_good, "from 1 to 255", place, found);
            }
            ConstraintStrength::Hard => {}
        }
        match &constraint.preposition {
            Preposition::In(ConstraintRegion::Ring(ring)) => check_ring(ring, place, found),
            Preposition::Near { region, reach } => {
                if let ConstraintRegion::Ring(ring) = region {
                    check_ring(ring, place, found);
                }
                reach.iter().for_each(|&reach| check_positive("reach", reach, place, found));
            }
            Preposition::Beside { facing, depth, .. } => {
                check_points(&[*facing], place, found);
                depth.iter().for_each(|&depth| check_positive("depth", depth, place, found));
                let length = facing.length();
                check_number("facing", length, length > 0.0, "a direction, not [0, 0]", place, found);
            }
            Preposition::Sight { reach, .. } => {
                reach.iter().for_each(|&reach| check_positive("reach", reach, place, found));
            }
            Preposition::In(_) | Preposition::Between(_) => {}
        }
    }
}

/// Which constraints are attached to nothing. Asked when the world is whole.
pub(crate) fn check_things(world: &World, found: &mut Vec<Problem>) {
    for (i, constraint) in world.constraints.iter().enumerate() {
        let place = named(constraint.place, Field::Constraints, i);
        for handle in constraint.handles().filter(|handle| constraint.thing_in(handle, world).is_none()) {
            let fault = Fault::Motion(missing(handle, world));
            found.push(Problem { place, vertex: None, at: None, fault });
        }
    }
}

fn missing(handle: &Handle, world: &World) -> MotionFault {
    let kind = Kind::Obstacle;
    let mut near = None;
    if let Handle::Name(name) = handle {
        let same = kind.names(world).filter(|(_, n)| n == name).count();
        if same > 1 {
            return MotionFault::Ambiguous { kind, name: name.clone(), count: same };
        }
        let names: Vec<&str> = kind.names(world).map(|(_, name)| name).collect();
        near = nearest(name, &names).map(str::to_owned);
    }
    MotionFault::NoSuchThing { kind, handle: handle.clone(), near, count: kind.count(world) }
}
