//! Who leaves by which exit.
//!
//! Exits are the scene's sources, in their order, and behind them the exits of its flow if somebody follows that. An
//! agent has left by the exit nearest to where it was, of those that its group goes to.

use super::summary::{ExitReport, Trip};
use crate::lead::nearest;
use crate::plan::lines_of;
use wayfront_geometry::Point;
use wayfront_world::{CrowdFault, Group, GuideKind, World};

/// An exit of a run.
#[derive(Clone, Debug)]
pub(super) struct Exit {
    name: String,
    /// What groups call it.
    goal: Option<String>,
    of_flow: bool,
    lines: Vec<[Point; 2]>,
}

pub(super) fn exits_of(world: &World) -> Vec<Exit> {
    let place = |i: usize| world.place_of_source(i);
    let sources = world.sources.iter().enumerate().map(|(i, source)| Exit {
        name: source.name.clone().unwrap_or_else(|| CrowdFault::goal_name(&source.clone().with_place(place(i)))),
        goal: source.name.clone(),
        of_flow: false,
        lines: lines_of(&source.shape),
    });
    let follows = |group: &Group| matches!(group.guide, GuideKind::Flow | GuideKind::Lanes);
    let flow = world.flow.iter().filter(|_| world.crowd.iter().flat_map(|crowd| &crowd.groups).any(follows));
    let chains = flow.flat_map(|flow| &flow.exits).enumerate().map(|(k, chain)| Exit {
        name: format!("flow.exits[{k}]"),
        goal: None,
        of_flow: true,
        lines: chain.windows(2).map(|ends| [ends[0], ends[1]]).collect(),
    });
    sources.chain(chains).collect()
}

/// The exit by which somebody of a group leaves who is there.
pub(super) fn exit_at(exits: &[Exit], group: &Group, p: Point) -> Option<usize> {
    let on_flow = matches!(group.guide, GuideKind::Flow | GuideKind::Lanes);
    let is_meant = |exit: &Exit| {
        let is_goal = || exit.goal.as_ref().is_some_and(|name| group.goals.contains(name));
        exit.of_flow == on_flow && (on_flow || group.goals.is_empty() || is_goal())
    };
    let meant = exits.iter().enumerate().filter(|(_, exit)| is_meant(exit));
    let far = meant.filter_map(|(k, exit)| Some((nearest(&exit.lines, p)?.distance(p), k)));
    far.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, k)| k)
}

impl Exit {
    /// Its point nearest to `p`.
    pub(super) fn nearest(&self, p: Point) -> Option<Point> {
        nearest(&self.lines, p)
    }

    /// What has happened there: it is the exit of this number.
    pub(super) fn report(&self, number: usize, trips: &[Trip]) -> ExitReport {
        let times = trips.iter().filter(|trip| trip.exit == Some(number)).map(|trip| trip.left).collect();
        ExitReport { name: self.name.clone(), times }
    }
}
