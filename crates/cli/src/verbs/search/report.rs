//! What a search answers, for people and for programs.

use super::subject::Subject;
use crate::arguments::{Search, SpaceKind};
use crate::text::{Unit, count, short};
use serde::Serialize;
use wayfront::Point;
use wayfront::search::{ConstraintArea, ConstraintShare, Planner, Round, SearchStatus, Space, Ticks, UNKNOWN};

/// The result for programs.
#[derive(Serialize)]
pub struct Report {
    status: &'static str,
    /// Does the path lead to the goal?
    arrived: bool,
    cost: Option<f64>,
    length: f64,
    /// Proved: at most so many times the cheapest path.
    bound: Option<f64>,
    expanded: usize,
    rounds: Vec<RoundJson>,
    in_constraints: Vec<InConstraint>,
    space: &'static str,
    states: usize,
    #[serde(skip)]
    has_cells: bool,
    cell: f64,
    radius: f64,
    seconds: f64,
    points: Vec<[f64; 2]>,
    picture: Option<String>,
}

#[derive(Serialize)]
struct RoundJson {
    inflation: f64,
    expanded: usize,
    cost: f64,
    bound: f64,
}

#[derive(Serialize)]
struct InConstraint {
    constraint: usize,
    name: Option<String>,
    /// How much of the path it applies to, and what part of the path that is.
    length: f64,
    share: f64,
    /// What is paid there, and what part of the path's cost that is.
    cost: f64,
    cost_share: f64,
}

impl Report {
    pub fn of(
        subject: &Subject,
        space: &impl Space,
        planner: &Planner,
        (path, besides): (&[Point], f64),
        arguments: &Search,
        seconds: f64,
    ) -> Self {
        let answer = planner.answer();
        // What the ends cost besides is the same for all paths, so that bounds hold for the sum, too.
        let cost = |ticks: Ticks| f64::from(ticks) * space.tick() + besides;
        let length: f64 = path.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
        let round = |round: &Round| RoundJson {
            inflation: round.inflation,
            expanded: round.expanded,
            cost: cost(round.cost),
            bound: round.bound,
        };
        Self {
            status: word(answer.status),
            arrived: answer.is_path(),
            cost: (answer.cost < UNKNOWN).then(|| cost(answer.cost)),
            length,
            bound: answer.bound.is_finite().then_some(answer.bound),
            expanded: answer.expanded,
            rounds: planner.rounds().iter().map(round).collect(),
            in_constraints: in_constraints(subject, path, length),
            space: arguments.space.name(),
            states: (0..space.len() as u32).filter(|&k| space.is_open(wayfront::search::StateId(k))).count(),
            has_cells: arguments.space != SpaceKind::Triangles,
            cell: subject.live.space().grid().cell(),
            radius: arguments.radius,
            seconds,
            points: path.iter().map(|&p| p.into()).collect(),
            picture: arguments.picture.as_ref().map(|file| file.display().to_string()),
        }
    }

    /// Whether there is a path, or may be.
    pub fn is_reached(&self) -> bool {
        self.status != word(SearchStatus::Unreachable)
    }

    pub fn describe(&self, label: &str, unit: Unit) -> String {
        let mut lines = vec![format!("{label}: {}", sentence(self.status))];
        let cells = if self.has_cells { format!(" of cells of {}", unit.length(self.cell)) } else { String::new() };
        lines.push(format!("  space       {}, {}{cells}", self.space, count(self.states, "state")));
        if let Some(cost) = self.cost {
            let to = if self.arrived { "" } else { ", towards the goal" };
            lines.push(format!("  path        length {}, cost {}{to}", unit.length(self.length), short(cost)));
        }
        if let Some(bound) = self.bound {
            lines.push(format!("  bound       at most {} times the cheapest path", short(bound)));
        }
        let ms = short((self.seconds * 1e4).round() / 10.0);
        lines.push(format!("  expanded    {} in {ms} ms", count(self.expanded, "state")));
        for (k, round) in self.rounds.iter().enumerate() {
            lines.push(format!(
                "  round {:<5} inflation {}: cost {}, bound {}, {} so far",
                k + 1,
                short(round.inflation),
                short(round.cost),
                short(round.bound),
                count(round.expanded, "state")
            ));
        }
        for inside in self.in_constraints.iter().filter(|inside| inside.length > 0.0) {
            let name = inside.name.clone().unwrap_or_else(|| format!("constraint {}", inside.constraint));
            let [share, cost] = [inside.share, inside.cost_share].map(|part| (100.0 * part).round());
            let length = unit.length(inside.length);
            lines.push(format!("  in          {name}: {length}, {share} % of the path and {cost} % of its cost"));
        }
        lines.extend(self.picture.clone());
        lines.join("\n") + "\n"
    }
}

/// How much of the path each constraint applies to, and what is paid there.
fn in_constraints(subject: &Subject, path: &[Point], length: f64) -> Vec<InConstraint> {
    let field = subject.live.field();
    let cost: f64 = path.windows(2).map(|leg| field.integral(leg[0], leg[1])).sum();
    let part = |of: f64, whole: f64| if whole > 0.0 { of / whole } else { 0.0 };
    let inside = |(area, inside): (&ConstraintArea, ConstraintShare)| InConstraint {
        constraint: area.index,
        name: subject.live.world().constraints.get(area.index).and_then(|constraint| constraint.name.clone()),
        length: inside.length,
        share: part(inside.length, length),
        cost: inside.cost,
        cost_share: part(inside.cost, cost),
    };
    field.areas().iter().zip(field.shares_of(path)).map(inside).collect()
}

pub const fn word(status: SearchStatus) -> &'static str {
    match status {
        SearchStatus::Optimal => "optimal",
        SearchStatus::Found => "found",
        SearchStatus::OutOfBudget { arrived: true } => "out of budget",
        SearchStatus::OutOfBudget { arrived: false } => "out of budget, towards the goal",
        SearchStatus::Unreachable => "unreachable",
    }
}

fn sentence(status: &str) -> String {
    match status {
        "optimal" => "the cheapest path".into(),
        "unreachable" => "no path: the goal cannot be reached".into(),
        "out of budget" => "the best path within the budget".into(),
        "out of budget, towards the goal" => {
            "no path within the budget; this one leads to the reached place nearest to the goal".into()
        }
        other => other.to_owned(),
    }
}
