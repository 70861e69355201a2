//! What a search answers, for people and for programs.

use crate::arguments::{Search, SearchSpace};
use crate::text::{Unit, count, short};
use serde::Serialize;
use wayfront::bodies::DiscSearch;
use wayfront::search::{ConstraintArea, ConstraintShare, FoundPath, FoundRound, LiveCells, SceneSearch, SpaceKind};
use wayfront::{Point, Scene};

/// The result for programs.
#[derive(Serialize)]
pub struct Report {
    status: &'static str,
    /// Does the path lead to the goal?
    arrived: bool,
    cost: Option<f64>,
    length: f64,
    /// Proved: at most so many times the cheapest path of the space that was searched.
    bound: Option<f64>,
    /// How long the shortest path of all is, and how many times that the found one costs. None with constraints, which only
    /// spaces know.
    exact_length: Option<f64>,
    exact_ratio: Option<f64>,
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
    pub fn of(scene: &Scene, search: &SceneSearch, found: &FoundPath, arguments: &Search) -> Self {
        let exact_length = exact_length(scene, search, found, arguments.radius);
        let ratio = |exact: f64| found.cost.filter(|_| exact > 0.0).map(|cost| cost / exact);
        let length = found.length();
        let round = |&FoundRound { inflation, expanded, cost, bound }: &FoundRound| RoundJson {
            inflation,
            expanded,
            cost,
            bound,
        };
        Self {
            status: found.status.name(),
            arrived: found.arrives,
            cost: found.cost,
            length,
            bound: found.bound.is_finite().then_some(found.bound),
            exact_length,
            exact_ratio: exact_length.and_then(ratio),
            expanded: found.expanded,
            rounds: found.rounds.iter().map(round).collect(),
            in_constraints: in_constraints(search.live(), &found.points, length),
            space: SpaceKind::from(arguments.space).name(),
            states: found.states,
            has_cells: arguments.space != SearchSpace::Triangles,
            cell: search.live().space().grid().cell(),
            radius: arguments.radius,
            seconds: found.elapsed.as_secs_f64(),
            points: found.points.iter().map(|&p| p.into()).collect(),
            picture: arguments.picture.as_ref().map(|file| file.display().to_string()),
        }
    }

    /// What the path is one of.
    fn steps(&self) -> &'static str {
        match self.space {
            "quadtree" => "these squares",
            "triangles" => "these triangles",
            "hybrid" => "these cells and triangles",
            _ => "these cells",
        }
    }

    pub fn describe(&self, label: &str, unit: Unit) -> String {
        let mut lines = vec![format!("{label}: {}", sentence(self.status, self.steps()))];
        let cells = if self.has_cells { format!(" of cells of {}", unit.length(self.cell)) } else { String::new() };
        lines.push(format!("  space       {}, {}{cells}", self.space, count(self.states, "state")));
        if let Some(cost) = self.cost {
            let to = if self.arrived { "" } else { ", towards the goal" };
            lines.push(format!("  path        length {}, cost {}{to}", unit.length(self.length), short(cost)));
        }
        if let Some(bound) = self.bound {
            lines.push(format!("  bound       at most {} times the cheapest path of {}", short(bound), self.steps()));
        }
        if let (Some(exact), Some(ratio)) = (self.exact_length, self.exact_ratio) {
            lines.push(format!(
                "  exact       {} times the shortest path of all, {}",
                short(ratio),
                unit.length(exact)
            ));
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

/// The length of the shortest path between the ends of one that was found; None where constraints make paths dearer, which
/// no exact search knows, and where it is not known.
fn exact_length(scene: &Scene, search: &SceneSearch, found: &FoundPath, radius: f64) -> Option<f64> {
    let [from, to] = [*found.points.first()?, *found.points.last()?];
    let is_plain = search.live().field().areas().is_empty() && scene.world().barriers.is_empty();
    let mut exact = DiscSearch::new(scene.walled_domain().clone());
    (found.arrives && is_plain).then(|| exact.length(from, to, radius).ok()).flatten()
}

/// How much of the path each constraint applies to, and what is paid there.
fn in_constraints(live: &LiveCells, path: &[Point], length: f64) -> Vec<InConstraint> {
    let field = live.field();
    let cost: f64 = path.windows(2).map(|leg| field.integral(leg[0], leg[1])).sum();
    let part = |of: f64, whole: f64| if whole > 0.0 { of / whole } else { 0.0 };
    let inside = |(area, inside): (&ConstraintArea, ConstraintShare)| InConstraint {
        constraint: area.index,
        name: live.world().constraints.get(area.index).and_then(|constraint| constraint.name.clone()),
        length: inside.length,
        share: part(inside.length, length),
        cost: inside.cost,
        cost_share: part(inside.cost, cost),
    };
    field.areas().iter().zip(field.shares_of(path)).map(inside).collect()
}

fn sentence(status: &str, steps: &str) -> String {
    match status {
        "optimal" => format!("the cheapest path of {steps}"),
        "unreachable" => "no path: the goal cannot be reached".into(),
        "out of budget" => "the best path within the budget".into(),
        "out of budget, towards the goal" => {
            "no path within the budget; this one leads to the reached place nearest to the goal".into()
        }
        other => other.to_owned(),
    }
}
