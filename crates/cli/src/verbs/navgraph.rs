//! `wayfront navgraph`: one graph that leads all agents at once, away from walls and from each other.

mod people;

use crate::arguments::{Common, Format, Navgraph};
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use crate::scene::Named;
use crate::text::{Unit, count, milliseconds, place};
use serde::Serialize;
use std::sync::Arc;
use std::time::Instant;
use wayfront::draw::{Options, Picture};
use wayfront::voronoi::{GraphCost, GraphDisc, GraphRoute, NavGraph, Unplaced, Voronoi};
use wayfront::world::Random;
use wayfront::{Domain, NoPath, Point};

/// How many agents there are unless a number is given.
const USUAL: usize = 60;
/// Places that are tried for each agent.
const TRIES: usize = 200;
/// Agents without a cell that are listed for people.
const SHOWN: usize = 10;

/// What is wrong with an agent in the way of an obstacle that moves, and what to do.
const MOVING: (&str, &str) = ("an obstacle that moves is upon it, or about to be", "its steering takes it aside");

/// The result for programs.
#[derive(Serialize)]
struct Report {
    agents: usize,
    /// Discs that stand for obstacles which move, after the agents in the graph.
    moving_discs: usize,
    /// With a route to their goal.
    routed: usize,
    /// First points that two agents share: none.
    shared_aims: usize,
    place_seconds: f64,
    route_seconds: f64,
    agent: usize,
    from: [f64; 2],
    to: [f64; 2],
    neighbours: Vec<usize>,
    cost: Option<f64>,
    length: Option<f64>,
    clearance: Option<f64>,
    narrowest: Option<[f64; 2]>,
    aim: Option<[f64; 2]>,
    points: Vec<[f64; 2]>,
    /// Why the agent has no route, and what to do about it.
    problem: Option<String>,
    advice: Option<String>,
    /// Agents without a cell.
    unplaced: Vec<UnplacedJson>,
}

#[derive(Serialize)]
struct UnplacedJson {
    agent: usize,
    at: [f64; 2],
    problem: String,
    advice: String,
}

/// Places agents, finds all routes, draws if asked to, and reports.
pub fn run(arguments: &Navgraph, common: &Common) -> Result<(), Failure> {
    let progress = Progress::of(common);
    progress.step("reading the scene");
    let scene = Named::open(&arguments.scene, common.limits())?;
    let report = if arguments.agents.is_none() && people::are_led(&scene.world) {
        people::run(&scene, arguments, &progress)?
    } else {
        of_random(&scene, arguments, &progress)?
    };
    drop(progress);
    match common.format {
        Format::Json => output::json(&report),
        Format::Text => output::text(&report.describe(&scene.label, Unit::of(&scene.world))),
    }
}

fn wrong(scene: &Named, what: String, advice: String) -> Failure {
    Failure::File { what: format!("{}: {what}", scene.label), advice }
}

/// Agents in random places of the scene.
fn of_random(scene: &Named, arguments: &Navgraph, progress: &Progress) -> Result<Report, Failure> {
    if arguments.animate.is_some() {
        let what = "no group of the scene is led by the graph, so nothing moves".to_owned();
        return Err(wrong(scene, what, "choose `plaza`, `crater` or `orchard`, or guide = \"navgraph\"".into()));
    }
    let scene = &Named { label: scene.label.clone(), world: scene.world.clone() }.at(arguments.time);
    let checked = scene.checked_for_diagram()?;
    let domain = checked.walled_domain();
    let voronoi = Voronoi::of(domain).map_err(|error| wrong(scene, error.to_string(), error.advice()))?;
    let (discs, goals) = crowd(domain, arguments);
    if discs.len() <= arguments.agent {
        let what = format!("{} found room, so there is no agent {}", count(discs.len(), "agent"), arguments.agent);
        return Err(wrong(scene, what, "choose another --agent, or a smaller --radius".into()));
    }
    progress.step("leading all agents");
    let mut graph = NavGraph::new(&Arc::new(voronoi));
    let start = Instant::now();
    graph.place(&discs);
    let place_seconds = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let cost = GraphCost { safety: arguments.safety, ..GraphCost::default() };
    let routes = graph.routes(&goals, &cost);
    let seconds = [place_seconds, start.elapsed().as_secs_f64()];
    if let Some(file) = &arguments.picture {
        progress.step("drawing");
        let options = Options::default().size(arguments.size).axes(arguments.axes);
        let shown: Vec<GraphRoute> = routes[arguments.agent].iter().cloned().collect();
        let picture = Picture::of_navgraph(&scene.world, &graph, &discs, &shown, &options);
        picture.and_then(|picture| picture.save(file))?;
    }
    Ok(Report::of(&graph, &discs, &goals, &routes, (arguments.agent, discs.len()), seconds).explained(&graph, &cost))
}

/// Agents where they have room, and goals anywhere.
fn crowd(domain: &Domain, arguments: &Navgraph) -> (Vec<GraphDisc>, Vec<Point>) {
    let (mut random, bounds) = (Random::new(arguments.seed), domain.bounds());
    let mut any = || bounds.min + Point::new(random.unit() * bounds.width(), random.unit() * bounds.height());
    let radius = arguments.radius;
    let (mut discs, mut goals): (Vec<GraphDisc>, Vec<Point>) = (Vec::new(), Vec::new());
    let wanted = arguments.agents.unwrap_or(USUAL);
    for _ in 0..TRIES * wanted {
        let (centre, goal) = (any(), any());
        let is_apart = |disc: &GraphDisc| disc.centre.distance(centre) > 2.0 * radius;
        if discs.len() < wanted
            && domain.has_room(centre, radius)
            && domain.has_room(goal, radius)
            && discs.iter().all(is_apart)
        {
            discs.push(GraphDisc { centre, radius });
            goals.push(goal);
        }
    }
    (discs, goals)
}

impl Report {
    fn of(
        graph: &NavGraph,
        discs: &[GraphDisc],
        goals: &[Point],
        routes: &[Result<GraphRoute, NoPath>],
        (agent, agents): (usize, usize),
        [place_seconds, route_seconds]: [f64; 2],
    ) -> Self {
        let shown = routes[agent].as_ref().ok();
        let mut aims: Vec<[f64; 2]> = routes[..agents].iter().flatten().map(|route| route.aim.into()).collect();
        aims.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
        let unplaced = |agent: usize| {
            let (why, at) = (graph.fault(agent)?, discs[agent].centre.into());
            let (problem, advice) = match why {
                Unplaced::Inside { of } if of >= agents => (MOVING.0.to_owned(), MOVING.1.to_owned()),
                why => (why.to_string(), why.advice()),
            };
            Some(UnplacedJson { agent, at, problem, advice })
        };
        let length = |route: &GraphRoute| route.points.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
        Self {
            agents,
            moving_discs: discs.len() - agents,
            routed: aims.len(),
            shared_aims: aims.windows(2).filter(|pair| pair[0] == pair[1]).count(),
            place_seconds,
            route_seconds,
            agent,
            from: discs[agent].centre.into(),
            to: goals[agent].into(),
            neighbours: graph.neighbours(agent).collect(),
            cost: shown.map(|route| route.cost),
            length: shown.map(length),
            clearance: shown.map(|route| route.clearance).filter(|room| room.is_finite()),
            narrowest: shown.map(|route| route.narrowest.into()),
            aim: shown.map(|route| route.aim.into()),
            points: shown.map_or_else(Vec::new, |route| route.points.iter().map(|&p| p.into()).collect()),
            problem: None,
            advice: None,
            unplaced: (0..agents).filter_map(unplaced).collect(),
        }
    }

    /// With the reason why the agent has no route, if it has none.
    fn explained(mut self, graph: &NavGraph, cost: &GraphCost) -> Self {
        if self.aim.is_none() {
            let why = graph.why_no_route(self.agent, self.to.into(), cost);
            (self.problem, self.advice) = why.map(|why| (why.to_string(), why.advice())).unzip();
        }
        self
    }

    fn describe(&self, label: &str, unit: Unit) -> String {
        let moving = match self.moving_discs {
            0 => String::new(),
            many => format!(", and obstacles that move as {},", count(many, "disc")),
        };
        let mut text = format!(
            "{label}: {}{moving} in the graph in {}, {} in {}\n",
            count(self.agents, "agent"),
            milliseconds(self.place_seconds),
            count(self.routed, "route"),
            milliseconds(self.route_seconds)
        );
        text += &format!("  agent {}  from {} to {}\n", self.agent, place(self.from), place(self.to));
        let mut neighbours: Vec<String> = self.neighbours.iter().map(usize::to_string).collect();
        neighbours.truncate(self.neighbours.partition_point(|&other| other < self.agents));
        if neighbours.len() < self.neighbours.len() {
            neighbours.push("what moves".to_owned());
        }
        text += &format!(
            "  beside    {}\n",
            if neighbours.is_empty() { "no agents".into() } else { neighbours.join(", ") }
        );
        match (self.length, self.aim) {
            (Some(length), Some(aim)) => {
                text += &format!("  route     {}, first to {}\n", unit.length(length), place(aim));
                if let (Some(clearance), Some(at)) = (self.clearance, self.narrowest) {
                    text += &format!("  room      {} at the narrowest place, {}\n", unit.length(clearance), place(at));
                }
            }
            _ => {
                let why = self.problem.as_deref().unwrap_or("nothing wide enough leads there");
                text += &format!("  route     none: {why}\n");
                text += &self.advice.iter().map(|advice| format!("            {advice}\n")).collect::<String>();
            }
        }
        for UnplacedJson { agent, at, problem, advice } in self.unplaced.iter().take(SHOWN) {
            text += &format!("  no cell   agent {agent} at {}: {problem}; {advice}\n", place(*at));
        }
        if self.unplaced.len() > SHOWN {
            text += &format!("  and {} more without a cell\n", self.unplaced.len() - SHOWN);
        }
        text
    }
}
