//! Doors, for a domain that knows only walls and barriers: closed ones are walls, and all of them have to reach from
//! wall to wall, as barriers do.

use std::borrow::Cow;
use wayfront::domain::Domain;
use wayfront::world::{Barrier, BarrierCost, Fault, Field, Place, Problem, Wall, World};

/// The world with its closed doors as walls.
pub fn walled(world: &World) -> Cow<'_, World> {
    if world.closed_doors().next().is_none() {
        return Cow::Borrowed(world);
    }
    let mut walled = world.clone();
    let closed = world.doors.iter().filter(|door| !door.open);
    walled.walls.extend(closed.map(|door| Wall { points: door.segment.to_vec(), place: door.place }));
    Cow::Owned(walled)
}

/// Doors that do not stand in an opening.
pub fn problems(world: &World) -> Vec<Problem> {
    if world.doors.is_empty() {
        return Vec::new();
    }
    let Ok(domain) = Domain::new(world) else { return Vec::new() };
    let barrier = |(i, door): (usize, &wayfront::world::Door)| {
        let place = if door.place.field == Field::Scene { Place::of(Field::Doors, i) } else { door.place };
        Barrier { segment: door.segment, cost: BarrierCost::Delay(0.0), place }
    };
    let only = World { barriers: world.doors.iter().enumerate().map(barrier).collect(), ..World::default() };
    let only = World { areas: world.areas.clone(), ..only };
    domain.check_scene(&only).problems.into_iter().map(as_door).collect()
}

fn as_door(problem: Problem) -> Problem {
    let fault = match problem.fault {
        Fault::BarrierOpen { distance, nearest } => Fault::DoorAjar { distance, nearest },
        Fault::BarrierBlocked | Fault::BarrierAlong => Fault::DoorInWall,
        other => other,
    };
    Problem { fault, ..problem }
}
