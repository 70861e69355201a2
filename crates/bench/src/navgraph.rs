//! Table `navgraph`: static Voronoi diagrams, questions about clearance, and frames of many discs; the paper's figures
//! and peers beside us.

mod paper;
mod rivals;

use crate::stopwatch::{Figures, Times, repeat};
use crate::table::{Bound, Section, Table};
use std::io;
use std::sync::Arc;
use std::time::Instant;
use wayfront::domain::SideId;
use wayfront::voronoi::{GraphCost, GraphDisc, GraphWish, Lead, NavGraph, Skeleton, Voronoi};
use wayfront::world::{Random, builtin, random_polygons};
use wayfront::{Domain, NoPath, Point, Scene, Simulation, World};

/// Questions of one measurement.
const QUESTIONS: usize = 100_000;

/// What frames may take at most, in milliseconds: discs, diagram, diagram and graph, whole frames with 8 goals and with goals of
/// their own; infinite where nothing is asked for.
const AT_MOST: [(usize, [f64; 4]); 3] = [
    (200, [0.3, 0.7, f64::INFINITY, 1.5]),
    (1000, [f64::INFINITY, 2.5, 6.0, 20.0]),
    (10_000, [15.0, f64::INFINITY, 70.0, f64::INFINITY]),
];

/// Runs everything. Takes a minute; `quick` leaves out the largest.
///
/// # Errors
/// If the table cannot be printed.
pub fn run(quick: bool, table: &mut Table) -> io::Result<()> {
    table.add(statics(quick))?;
    table.add(questions(quick))?;
    table.add(frames(quick))?;
    table.add(paper::section())?;
    table.add(rivals::section(quick))?;
    table.add(runs(quick))
}

fn domain(world: &World) -> Arc<Domain> {
    Arc::new(Domain::without_doors(world).expect("built-in worlds are sound"))
}

fn sides(domain: &Domain) -> usize {
    (0..domain.sides().len() as u32).filter(|&side| domain.twin(SideId(side)).is_none()).count()
}

fn diagram(domain: &Arc<Domain>) -> Voronoi {
    Voronoi::of(domain).expect("built-in worlds have diagrams")
}

/// Worlds of the static part, with their names.
fn worlds(quick: bool) -> Vec<(String, Arc<Domain>)> {
    let mut worlds: Vec<(String, Arc<Domain>)> = ["office", "profiling6"]
        .into_iter()
        .filter_map(|name| Some((name.to_owned(), domain(&builtin(name)?))))
        .collect();
    for count in if quick { vec![1000] } else { vec![1000, 10_000] } {
        worlds.push((format!("{count} polygons"), domain(&random_polygons(count, 6, 1))));
    }
    worlds
}

fn statics(quick: bool) -> Section {
    let mut section = Section::new("Static diagrams, one thread; sizes in sides");
    let mut grown: Vec<(f64, Times)> = Vec::new();
    for (name, domain) in worlds(quick) {
        let size = sides(&domain);
        let (times, _) = repeat(|| diagram(&domain));
        if name.ends_with("polygons") {
            grown.push((size as f64, times));
        }
        section.row(format!("diagram of {name}"), size, times);
    }
    if let [(n, small), (m, large)] = grown[..] {
        let exponent = large.over(small).map(|ratio| ratio.ln() / (m / n).ln());
        section.ratio("exponent of growth with sides", exponent);
    }
    section
}

fn places(domain: &Domain, count: usize, seed: u64) -> Vec<Point> {
    let (mut random, bounds) = (Random::new(seed), domain.bounds());
    let any =
        |random: &mut Random| bounds.min + Point::new(random.unit() * bounds.width(), random.unit() * bounds.height());
    std::iter::repeat_with(|| any(&mut random)).filter(|&p| domain.contains(p)).take(count).collect()
}

fn questions(quick: bool) -> Section {
    let mut section = Section::new("Questions, one thread");
    for (name, domain) in worlds(quick) {
        let skeleton = Skeleton::of(&Arc::new(diagram(&domain)));
        let points = places(&domain, QUESTIONS, 7);
        let ask =
            || points.iter().filter_map(|&p| skeleton.voronoi().clearance(p)).map(|room| room.distance).sum::<f64>();
        section.row(format!("clearance in {name}"), points.len(), repeat(ask).0);
        let pairs = &points[..QUESTIONS / 10];
        let ask = || pairs.windows(2).filter_map(|p| skeleton.widest(p[0], p[1]).ok()).map(|w| w.width).sum::<f64>();
        section.row(format!("widest in {name}"), pairs.len(), repeat(ask).0);
    }
    section
}

/// Discs in free places, with goals of their own.
struct Placed {
    graph: NavGraph,
    discs: Vec<GraphDisc>,
    goals: Vec<Point>,
    leads: Vec<Option<Result<Lead, NoPath>>>,
}

impl Placed {
    fn of(domain: &Arc<Domain>, count: usize, radius: f64) -> Self {
        let discs: Vec<GraphDisc> =
            places(domain, count, 3).into_iter().map(|centre| GraphDisc { centre, radius }).collect();
        let mut graph = NavGraph::new(&Arc::new(diagram(domain)));
        graph.place(&discs);
        Self { graph, discs, goals: places(domain, count, 5), leads: Vec::new() }
    }

    fn lead(&mut self, cost: &GraphCost, goal: impl Fn(usize) -> usize) {
        let wish = |k: usize| Some(GraphWish { goal: self.goals[goal(k)], kept: None, sight: 1.0 });
        let wishes: Vec<_> = (0..self.discs.len()).map(wish).collect();
        self.graph.lead(&wishes, cost, &mut self.leads);
    }

    fn lead_alone(&mut self, cost: &GraphCost) {
        self.lead(cost, |k| k);
    }
}

fn frames(quick: bool) -> Section {
    let mut section = Section::new("Frames: discs are inserted on one thread, all else is on all");
    let mut counts = vec![(200, 15), (1000, 15)];
    if !quick {
        counts.push((10_000, 200));
    }
    for (count, obstacles) in counts {
        let domain = domain(&random_polygons(obstacles, 6, 1));
        let radius = 0.1 * domain.bounds().size() / (count as f64).sqrt();
        let mut placed = Placed::of(&domain, count, radius);
        let of = |what: &str| format!("{count} discs, {} sides: {what}", sides(&domain));
        let (cells, ()) = repeat(|| placed.graph.place_cells(&placed.discs));
        let (placing, ()) = repeat(|| placed.graph.place(&placed.discs));
        let cost = GraphCost { closes_narrow: false, ..GraphCost::default() };
        let (shared, ()) = repeat(|| placed.lead(&cost, |k| k % 8));
        section.row(of("diagram"), count, cells);
        section.row(of("diagram, red and black"), count, placing);
        section.row(of("all to one of 8 goals"), count, shared);
        let at_most = AT_MOST.iter().find(|row| row.0 == count).map_or([f64::INFINITY; 4], |row| row.1);
        let mut judge = |what: &str, times: Times, most: f64| {
            let (what, ms) = (format!("{count} discs: {what}, ms"), times.map(|seconds| seconds * 1e3));
            if most < f64::INFINITY { section.target(what, ms, Bound::AtMost(most)) } else { section.ratio(what, ms) }
        };
        let frame =
            |leading: Times| Times { median: placing.median + leading.median, best: placing.best + leading.best };
        judge("diagram", cells, at_most[0]);
        judge("diagram and graph", placing, at_most[1]);
        judge("a frame with 8 goals", frame(shared), at_most[2]);
        if count <= 1000 {
            let (alone, ()) = repeat(|| placed.lead_alone(&cost));
            judge("a frame with goals of their own", frame(alone), at_most[3]);
            section.row(of("all to goals of their own"), count, alone);
        }
    }
    section
}

/// Steps of 0.1 s of a crowd that the graph leads.
fn runs(quick: bool) -> Section {
    let mut section = Section::new("Runs of the demos, from their start");
    let steps = if quick { 100 } else { 600 };
    for name in ["plaza", "orchard", "crater"] {
        let Ok(scene) = Scene::open(name) else { continue };
        let Ok(mut run) = Simulation::of(&scene) else { continue };
        let start = Instant::now();
        (0..steps).for_each(|_| run.step());
        let seconds = start.elapsed().as_secs_f64();
        section.row(format!("{name}: {steps} steps"), steps, Times::of(vec![seconds]));
        let (what, rate) = (format!("{name}: steps a second"), Figures::of(steps as f64 / seconds));
        if name == "plaza" { section.target(what, rate, Bound::AtLeast(400.0)) } else { section.ratio(what, rate) }
    }
    section
}
