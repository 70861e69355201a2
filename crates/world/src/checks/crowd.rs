//! Whether a crowd makes sense in itself: numbers in their ranges, names that are there. Every group, stop and measure
//! is checked in every respect, so that one round reports all. What depends on the free space is reported by the room
//! `crowd`.

use super::parts::{check_line, check_number, check_points, check_positive, check_ring, named};
use super::seek;
use crate::model::{Crowd, Distribution, Field, Group, GuideKind, MeasureShape, Place, Rerouting, Start, World};
use crate::problems::{CrowdFault, Fault, Problem};
use crate::spelling::nearest;
use crate::text::decimal;

/// What is wrong with the crowd's own numbers and names.
pub(crate) fn check(world: &World, found: &mut Vec<Problem>) {
    let Some(crowd) = &world.crowd else { return };
    let place = named(crowd.place, Field::Crowd, 0);
    check_positive("seconds", crowd.seconds, place, found);
    check_positive("step", crowd.step, place, found);
    if let Rerouting::Factor(factor) = crowd.rerouting {
        check_number("rerouting", factor, factor >= 1.0, "one or more", place, found);
    }
    if crowd.groups.is_empty() {
        fault(place, CrowdFault::NoGroups, found);
    }
    for (i, group) in crowd.groups.iter().enumerate() {
        check_group(group, named(group.place, Field::Groups, i), found);
    }
    for (i, stop) in crowd.stops.iter().enumerate() {
        let place = named(stop.place, Field::Stops, i);
        check_ring(&stop.outline, place, found);
        check_spread("wait", stop.wait, 0.0, place, found);
    }
    for (i, measure) in crowd.measures.iter().enumerate() {
        let place = named(measure.place, Field::Measures, i);
        match &measure.shape {
            MeasureShape::Line(segment) => check_line(segment, place, found),
            MeasureShape::Area(ring) => check_ring(ring, place, found),
        }
    }
    for (i, area) in crowd.areas.iter().enumerate() {
        let place = named(area.place, Field::SpeedAreas, i);
        check_ring(&area.outline, place, found);
        check_positive("speed", area.speed, place, found);
    }
    for (i, goods) in crowd.goods.iter().enumerate() {
        let place = named(goods.place, Field::Goods, i);
        check_ring(&goods.outline, place, found);
        check_positive("rate", goods.rate, place, found);
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

fn check_group(group: &Group, place: Place, found: &mut Vec<Problem>) {
    match &group.start {
        Start::Area { outline, .. } => check_ring(outline, place, found),
        Start::Points(points) => check_points(points, place, found),
        Start::Entrance { segment, rate, after, .. } => {
            check_line(segment, place, found);
            if let Some(rate) = rate {
                check_positive("rate", *rate, place, found);
            }
            check_number("after", *after, *after >= 0.0, "zero or more", place, found);
        }
        Start::Flow { after, .. } => check_number("after", *after, *after >= 0.0, "zero or more", place, found),
    }
    let own = [Some(group.radius), Some(group.speed), Some(group.premovement)];
    let profiles = group.profiles.iter().map(|profile| [profile.radius, profile.speed, profile.premovement]);
    for spreads in std::iter::once(own).chain(profiles) {
        for ((name, least), spread) in SPREADS.into_iter().zip(spreads) {
            if let Some(spread) = spread {
                check_spread(name, spread, least, place, found);
            }
        }
    }
    for profile in &group.profiles {
        check_positive("share", profile.share, place, found);
    }
}

/// The spreads of groups and profiles, and the smallest number of each.
const SPREADS: [(&str, f64); 3] = [("radius", f64::MIN_POSITIVE), ("speed", f64::MIN_POSITIVE), ("premovement", 0.0)];

/// The smallest number that may come is large enough.
fn check_spread(name: &'static str, spread: Distribution, least: f64, place: Place, found: &mut Vec<Problem>) {
    match spread {
        Distribution::LogNormal { mean, deviation } => {
            check_number(name, mean, mean > 0.0, "a mean above zero, since it is log-normal", place, found);
            check_number(name, deviation, deviation >= 0.0, "a deviation of zero or more", place, found);
            return;
        }
        Distribution::Triangular { from, mode, to } => {
            check_number(name, mode, mode >= from && mode <= to, "a mode between `from` and `to`", place, found);
        }
        _ => {}
    }
    let needs = if least > 0.0 { "more than zero for everybody" } else { "zero or more for everybody" };
    let [from, to] = spread.range().map(decimal);
    check_number(name, from, from >= least, needs, place, found);
    if !from.is_nan() {
        check_number(name, to, to >= from, "at least the start of its range", place, found);
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
