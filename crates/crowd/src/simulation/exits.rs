//! Who leaves by which exit.
//!
//! Exits are the scene's sources, in their order, and behind them the exits of its flow if somebody follows that. An
//! agent has left by the exit nearest to where it was, of those that its group goes to.

use super::tally::{Summary, Tally};
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

/// What happened at an exit.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
pub struct ExitReport {
    /// What it is called; its place in the scene if it has no name.
    pub name: String,
    /// When agents left by it, in order.
    pub times: Vec<f64>,
}

impl ExitReport {
    /// People a second, between the first and the last.
    #[must_use]
    pub fn flow(&self) -> Option<f64> {
        let (first, last) = (self.times.first()?, self.times.last()?);
        (last > first).then(|| (self.times.len() - 1) as f64 / (last - first))
    }

    /// How many had left at each whole second up to the end of the run.
    #[must_use]
    pub fn curve(&self, end: f64) -> Vec<usize> {
        (0..=end.ceil() as u64).map(|second| self.times.partition_point(|&time| time <= second as f64)).collect()
    }
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

impl Tally {
    /// The exit by which somebody of a group leaves who is there.
    pub(super) fn exit_at(&self, group: &Group, p: Point) -> Option<usize> {
        let on_flow = matches!(group.guide, GuideKind::Flow | GuideKind::Lanes);
        let is_meant = |exit: &Exit| {
            let is_goal = || exit.goal.as_ref().is_some_and(|name| group.goals.contains(name));
            exit.of_flow == on_flow && (on_flow || group.goals.is_empty() || is_goal())
        };
        let meant = self.exits.iter().enumerate().filter(|(_, exit)| is_meant(exit));
        let far = meant.filter_map(|(k, exit)| Some((nearest(&exit.lines, p)?.distance(p), k)));
        far.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, k)| k)
    }

    /// The point of an exit nearest to `p`.
    pub(super) fn nearest_of(&self, exit: usize, p: Point) -> Option<Point> {
        nearest(&self.exits[exit].lines, p)
    }

    /// What has happened at each exit.
    pub(super) fn exit_reports(&self) -> Vec<ExitReport> {
        let times = |k: usize| self.trips.iter().filter(|trip| trip.exit == Some(k)).map(|trip| trip.left).collect();
        self.exits.iter().enumerate().map(|(k, exit)| ExitReport { name: exit.name.clone(), times: times(k) }).collect()
    }
}

impl Summary {
    /// When a share of all who could leave had left: the time of the one that made it that many. `None` if they have
    /// not.
    ///
    /// ```
    /// let mut run = wayfront_crowd::Simulation::new(&wayfront_world::builtin("crossing").unwrap())?;
    /// while run.is_going_on() {
    ///     run.step();
    /// }
    /// let summary = run.summary();
    /// let [half, nearly] = [0.5, 0.95].map(|share| summary.percentile(share).unwrap());
    /// assert!(half < nearly && summary.percentile(1.0) == summary.evacuation_time());
    /// # Ok::<(), wayfront_world::Rejected>(())
    /// ```
    #[must_use]
    pub fn percentile(&self, share: f64) -> Option<f64> {
        let all = self.entered - self.trapped.len();
        let rank = ((share * all as f64).ceil() as usize).max(1);
        self.trips.get(rank - 1).map(|trip| trip.left)
    }
}
