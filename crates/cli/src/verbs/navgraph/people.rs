//! The graph that leads the people of a scene, at a moment of their run or while it goes on.

use super::{Report, wrong};
use crate::arguments::Navgraph;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::scene::Named;
use crate::text::count;
use std::path::Path;
use std::time::Instant;
use wayfront::Point;
use wayfront::crowd::Simulation;
use wayfront::draw::{Animation, Options, Picture};
use wayfront::voronoi::{GraphCost, GraphRoute, NavGraph};
use wayfront::world::{GuideKind, World};

/// Seconds of an animation, unless a time is given.
const SECONDS: f64 = 20.0;
/// Pictures a second of an animation.
const FPS: f64 = 10.0;

/// The people of a scene are led by the graph.
pub fn are_led(world: &World) -> bool {
    world.crowd.iter().flat_map(|crowd| &crowd.groups).any(|group| group.guide == GuideKind::Navgraph)
}

/// Runs the people up to the time that was asked for, draws, and reports that moment.
pub fn run(scene: &Named, arguments: &Navgraph, progress: &Progress) -> Result<Report, Failure> {
    let mut people = Simulation::of(&scene.checked()?)?;
    let options = Options::default().size(arguments.size).axes(arguments.axes);
    let end = arguments.time.unwrap_or(if arguments.animate.is_some() { SECONDS } else { 0.0 });
    progress.step("leading all agents");
    people.step();
    match &arguments.animate {
        Some(file) => animate(&mut people, scene, arguments, end, &options, file)?,
        None => {
            while people.is_going_on() && people.time() < end {
                people.step();
            }
        }
    }
    let moment = Moment::of(&people, scene, arguments)?;
    if let Some(file) = &arguments.picture {
        progress.step("drawing");
        moment.picture(&people, &scene.world, &options)?.save(file)?;
    }
    Ok(moment.report)
}

fn animate(
    people: &mut Simulation,
    scene: &Named,
    arguments: &Navgraph,
    end: f64,
    options: &Options,
    file: &Path,
) -> Result<(), Failure> {
    let frames = ((end - people.time()) * FPS).ceil().max(1.0) as u32;
    let mut animation = Animation::create(file, frames, FPS)?;
    for frame in 0..frames {
        while people.is_going_on() && people.time() < f64::from(frame + 1) / FPS {
            people.step();
        }
        let moment = Moment::of(people, scene, arguments)?;
        animation.push(&moment.picture(people, &scene.world, options)?)?;
    }
    animation.finish()?;
    Ok(())
}

/// The graph of a moment, and the route that is shown.
struct Moment {
    graph: NavGraph,
    routes: Vec<GraphRoute>,
    report: Report,
}

impl Moment {
    fn of(people: &Simulation, scene: &Named, arguments: &Navgraph) -> Result<Self, Failure> {
        let missing = || wrong(scene, "no agent is led by the graph".into(), "give groups guide = \"navgraph\"".into());
        let (graph, discs) = people.graph().ok_or_else(missing)?;
        let mut graph = graph.clone();
        // Discs of what moves follow those of people.
        let agents = people.agents().len().min(discs.len());
        if agents <= arguments.agent {
            let what = format!("there are {}, so there is no agent {}", count(agents, "agent"), arguments.agent);
            return Err(wrong(scene, what, "choose another --agent".into()));
        }
        let start = Instant::now();
        graph.place(discs);
        let place_seconds = start.elapsed().as_secs_f64();
        // An agent without a goal stays where it is.
        let goals: Vec<Point> =
            discs.iter().enumerate().map(|(k, disc)| people.graph_goal(k).unwrap_or(disc.centre)).collect();
        let cost = GraphCost { safety: arguments.safety, others_move: true, ..GraphCost::default() };
        let start = Instant::now();
        let found = graph.routes(&goals, &cost);
        let seconds = [place_seconds, start.elapsed().as_secs_f64()];
        let shown = (arguments.agent, agents);
        let report = Report::of(&graph, discs, &goals, &found, shown, seconds).explained(&graph, &cost);
        let routes = found.get(arguments.agent).into_iter().flatten().cloned().collect();
        Ok(Self { graph, routes, report })
    }

    fn picture(&self, people: &Simulation, described: &World, options: &Options) -> Result<Picture, Failure> {
        // Cars are obstacles of the scene; only the graph sees them as discs.
        let discs = people.graph().map_or(&[][..], |(_, discs)| &discs[..people.agents().len().min(discs.len())]);
        let world = people.scene();
        let picture = Picture::of_navgraph(world, &self.graph, discs, &self.routes, options);
        let mut picture = picture?;
        picture.show_moving(described, world, options);
        let name = world.name.as_ref().map_or(String::new(), |name| format!("{name}, "));
        picture.set_title(Some(format!("{name}{:.1} s", people.time())));
        Ok(picture)
    }
}
