//! Whether a crowd makes sense in itself: numbers in their ranges, names that are there. Every group, stop and measure
//! is checked in every respect, so that one round reports all. What depends on the free space is reported by the room
//! `crowd`.

use super::parts::named;
use super::seek;
use super::things::check_parts;
use crate::model::table::Described;
use crate::model::{Crowd, Field, GuideKind, Place, Start, World};
use crate::problems::{CrowdFault, Fault, Problem};
use crate::spelling::nearest;

/// What is wrong with the crowd's own numbers and names.
pub(crate) fn check(world: &World, found: &mut Vec<Problem>) {
    let Some(crowd) = &world.crowd else { return };
    let place = named(crowd.place, Field::Crowd, 0);
    check_parts(&crowd.parts(), place, found);
    if crowd.groups.is_empty() {
        fault(place, CrowdFault::NoGroups, found);
    }
    check_same_names(crowd.stops.iter().map(|s| (s.name.as_str(), s.place)), Field::Stops, found);
    check_same_names(crowd.measures.iter().map(|m| (m.name.as_str(), m.place)), Field::Measures, found);
    check_step(crowd, place, found);
}

/// Which groups go to something that is not there. Asked when the world is whole.
pub(crate) fn check_names(world: &World, found: &mut Vec<Problem>) {
    let Some(crowd) = &world.crowd else { return };
    let goals: Vec<&str> = world.sources.iter().filter_map(|source| source.name.as_deref()).collect();
    let stops: Vec<&str> = crowd.stops.iter().map(|stop| stop.name.as_str()).collect();
    let near = |name: &str, names: &[&str]| nearest(name, names).map(str::to_owned);
    for (i, group) in crowd.groups.iter().enumerate() {
        let place = named(group.place, Field::Groups, i);
        for name in group.goals.iter().filter(|name| !goals.contains(&name.as_str())) {
            fault(place, CrowdFault::NoSuchGoal { name: name.clone(), near: near(name, &goals) }, found);
        }
        for name in group.via.iter().filter(|name| !stops.contains(&name.as_str())) {
            fault(place, CrowdFault::NoSuchStop { name: name.clone(), near: near(name, &stops) }, found);
        }
        let on_flow = matches!(group.guide, GuideKind::Flow | GuideKind::Lanes);
        let starts_on_flow = matches!(group.start, Start::Flow { .. });
        if on_flow && world.flow.is_none() {
            fault(place, CrowdFault::NoFlow, found);
        } else if starts_on_flow && world.flow.is_none() {
            fault(place, CrowdFault::NoStart, found);
        }
        if group.guide == GuideKind::Lanes && !starts_on_flow {
            fault(place, CrowdFault::OffLane, found);
        }
        seek::check(crowd, i, place, found);
        if !on_flow && world.sources.is_empty() && !group.seek.leaves_sources() {
            fault(place, CrowdFault::NoGoals, found);
        }
    }
}

fn check_same_names<'n>(names: impl Iterator<Item = (&'n str, Place)>, field: Field, found: &mut Vec<Problem>) {
    let mut seen: Vec<(&str, Place)> = Vec::new();
    for (i, (name, place)) in names.enumerate() {
        let place = named(place, field, i);
        match seen.iter().find(|(other, _)| *other == name) {
            Some(&(_, first)) => fault(place, CrowdFault::SameName { name: name.to_owned(), first }, found),
            None => seen.push((name, place)),
        }
    }
}

/// An agent that moves farther than its radius in a step may jump over what it should avoid.
fn check_step(crowd: &Crowd, place: Place, found: &mut Vec<Problem>) {
    let fastest = crowd.areas.iter().map(|area| area.speed).fold(1.0, f64::max);
    let worst = crowd.groups.iter().flat_map(|group| {
        let own = [(group.radius, group.speed)];
        let profiles =
            group.profiles.iter().map(|p| (p.radius.unwrap_or(group.radius), p.speed.unwrap_or(group.speed)));
        let kinds: Vec<_> = if group.profiles.is_empty() { own.to_vec() } else { profiles.collect() };
        kinds.into_iter().map(|(radius, speed)| (speed.range()[1] * fastest * crowd.step, radius.range()[0]))
    });
    let worst = worst.filter(|(length, radius)| length > radius && *radius > 0.0);
    let Some((length, radius)) = worst.max_by(|a, b| (a.0 / a.1).total_cmp(&(b.0 / b.1))) else { return };
    if crowd.step > 0.0 && length.is_finite() {
        fault(place, CrowdFault::StepTooLong { step: crowd.step, length, radius }, found);
    }
}

fn fault(place: Place, fault: CrowdFault, found: &mut Vec<Problem>) {
    found.push(Problem { place, vertex: None, at: None, fault: Fault::Crowd(fault) });
}
