//! Whether motions make sense: times ascend, each has its value, and things are there and can change like that.

use super::parts::named;
use super::things::check_things;
use crate::model::{Change, Field, Handle, Kind, Motion, Place, World};
use crate::problems::{Fault, MotionFault, Problem};
use crate::spelling::nearest;
use std::collections::HashMap;

/// What is wrong with doors and motions in themselves.
pub(crate) fn check(world: &World, found: &mut Vec<Problem>) {
    check_things(&world.doors, found);
    check_doors(world, found);
    check_things(&world.motions, found);
    for (i, motion) in world.motions.iter().enumerate() {
        let place = named(motion.place, Field::Motions, i);
        check_times(motion, place, found);
        check_values(motion, place, found);
    }
}

/// Which motions change nothing that is there, or what another one changes. Asked when the world is whole.
pub(crate) fn check_names(world: &World, found: &mut Vec<Problem>) {
    let mut seen: HashMap<(Kind, usize, bool), Place> = HashMap::new();
    for (i, motion) in world.motions.iter().enumerate() {
        let place = named(motion.place, Field::Motions, i);
        let Some(index) = motion.thing.index_in(world) else {
            fault(place, missing(motion.thing.kind, &motion.thing.handle, world), found);
            continue;
        };
        // Where a thing is, and whether it is there, are changed by different motions.
        let is_place = matches!(motion.change, Change::Shifts(_) | Change::Segments(_));
        match seen.get(&(motion.thing.kind, index, is_place)) {
            Some(&first) => fault(place, MotionFault::Twice { first }, found),
            None => _ = seen.insert((motion.thing.kind, index, is_place), place),
        }
    }
}

/// The thing of a handle is not there, or several are.
pub(super) fn missing(kind: Kind, handle: &Handle, world: &World) -> MotionFault {
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

fn check_doors(world: &World, found: &mut Vec<Problem>) {
    let mut seen: HashMap<&str, Place> = HashMap::new();
    for (i, door) in world.doors.iter().enumerate() {
        let place = named(door.place, Field::Doors, i);
        match seen.get(door.name.as_str()) {
            Some(&first) => fault(place, MotionFault::SameName { name: door.name.clone(), first }, found),
            None => _ = seen.insert(&door.name, place),
        }
    }
}

fn check_times(motion: &Motion, place: Place, found: &mut Vec<Problem>) {
    if let Some(pair) = motion.times.windows(2).find(|pair| pair[1] <= pair[0]) {
        fault(place, MotionFault::NotAscending { time: pair[1], before: pair[0] }, found);
    }
    match (motion.times.first(), motion.times.last()) {
        (Some(&first), Some(&last)) if motion.repeat && (first != 0.0 || last <= 0.0) => {
            fault(place, MotionFault::Round { first, last }, found);
        }
        (None, _) => fault(place, MotionFault::NoTimes, found),
        _ => {}
    }
}

fn check_values(motion: &Motion, place: Place, found: &mut Vec<Problem>) {
    let (kind, name) = (motion.thing.kind, motion.change.name());
    let (values, times) = (motion.change.len(), motion.times.len());
    if values != times && times > 0 {
        fault(place, MotionFault::Lengths { name, found: values, times }, found);
    }
    let possible = match motion.change {
        Change::Shifts(_) => true,
        Change::Segments(_) => kind == Kind::Source,
        Change::Open(_) => kind == Kind::Door,
        Change::Present(_) => kind != Kind::Door,
    };
    if !possible {
        fault(place, MotionFault::CannotChange { kind, change: name }, found);
    }
    if let (Change::Present(steps), Some(&time)) = (&motion.change, motion.times.first())
        && time > 0.0
        && steps.first() == Some(&true)
    {
        fault(place, MotionFault::ThereBefore { time }, found);
    }
}

fn fault(place: Place, fault: MotionFault, found: &mut Vec<Problem>) {
    found.push(Problem { place, vertex: None, at: None, fault: Fault::Motion(fault) });
}
