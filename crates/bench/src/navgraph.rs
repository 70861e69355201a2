//! Table `navgraph`: static Voronoi diagrams, questions about clearance, and frames of many discs; the paper's figures
//! beside us.

use crate::stopwatch::{Times, repeat};
use crate::table::{Row, Section, Table};
use std::sync::Arc;
use wayfront::domain::SideId;
use wayfront::voronoi::{GraphCost, GraphDisc, NavGraph, Skeleton, Voronoi};
use wayfront::world::{Random, builtin, random_polygons};
use wayfront::{Domain, Point, World};

/// Sud et al. 2008, table 1, scene "Crowd" (Opteron 280, GeForce 7900): agents, and milliseconds per frame in all.
const PUBLISHED: [(usize, f64); 5] = [(10, 52.0), (25, 58.0), (50, 73.0), (100, 112.0), (200, 217.0)];
/// Questions of one measurement.
const QUESTIONS: usize = 100_000;

/// Runs everything. Takes a minute; `quick` leaves out the largest.
pub fn table(quick: bool) -> Table {
    Table { table: "navgraph", sections: vec![statics(quick), questions(quick), frames(quick)] }
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
    let mut rows = Vec::new();
    let mut grown: Vec<(f64, Times)> = Vec::new();
    for (name, domain) in worlds(quick) {
        let size = sides(&domain);
        let (times, _) = repeat(|| diagram(&domain));
        if name.ends_with("polygons") {
            grown.push((size as f64, times));
        }
        rows.push(Row::new(format!("diagram of {name}"), size, times));
    }
    let mut remarks = Vec::new();
    if let [(n, small), (m, large)] = grown[..] {
        let exponent = (large.median / small.median).ln() / (m / n).ln();
        remarks.push(format!("time grows with sides to the power {exponent:.2}"));
    }
    Section { title: "Static diagrams, one thread; sizes in sides".into(), rows, remarks }
}

fn places(domain: &Domain, count: usize, seed: u64) -> Vec<Point> {
    let (mut random, bounds) = (Random::new(seed), domain.bounds());
    let any =
        |random: &mut Random| bounds.min + Point::new(random.unit() * bounds.width(), random.unit() * bounds.height());
    std::iter::repeat_with(|| any(&mut random)).filter(|&p| domain.contains(p)).take(count).collect()
}

fn questions(quick: bool) -> Section {
    let mut rows = Vec::new();
    for (name, domain) in worlds(quick) {
        let skeleton = Skeleton::of(&Arc::new(diagram(&domain)));
        let points = places(&domain, QUESTIONS, 7);
        let ask =
            || points.iter().filter_map(|&p| skeleton.voronoi().clearance(p)).map(|room| room.distance).sum::<f64>();
        rows.push(Row::new(format!("clearance in {name}"), points.len(), repeat(ask).0));
        let pairs = &points[..QUESTIONS / 10];
        let ask = || pairs.windows(2).filter_map(|p| skeleton.widest(p[0], p[1]).ok()).map(|w| w.width).sum::<f64>();
        rows.push(Row::new(format!("widest in {name}"), pairs.len(), repeat(ask).0));
    }
    Section { title: "Questions, one thread".into(), rows, remarks: Vec::new() }
}

fn frames(quick: bool) -> Section {
    let (mut rows, mut remarks) = (Vec::new(), Vec::new());
    let mut counts: Vec<(usize, usize)> = PUBLISHED.iter().map(|&(count, _)| (count, 15)).collect();
    counts.push((1000, 15));
    if !quick {
        counts.push((10_000, 200));
    }
    for (count, obstacles) in counts {
        let domain = domain(&random_polygons(obstacles, 6, 1));
        let mut graph = NavGraph::new(&Arc::new(diagram(&domain)));
        let radius = 0.1 * domain.bounds().size() / (count as f64).sqrt();
        let discs: Vec<GraphDisc> =
            places(&domain, count, 3).into_iter().map(|centre| GraphDisc { centre, radius }).collect();
        let goals = places(&domain, count, 5);
        let (placing, ()) = repeat(|| graph.place(&discs));
        rows.push(Row::new(format!("{count} discs, {} sides: diagram, red and black", sides(&domain)), count, placing));
        if count > 1000 {
            continue;
        }
        let cost = GraphCost { closes_narrow: false, ..GraphCost::default() };
        let (routing, _) = repeat(|| graph.routes(&goals, &cost));
        rows.push(Row::new(format!("{count} discs: routes to goals of their own, aims"), count, routing));
        if let Some((_, published)) = PUBLISHED.iter().find(|known| known.0 == count) {
            let own = 1e3 * (placing.median + routing.median);
            let ratio = published / own;
            remarks.push(format!(
                "{count} discs: {own:.2} ms a frame; published {published} ms, with forces: {ratio:.0} times"
            ));
        }
    }
    Section { title: "Frames, one thread; 15 obstacles, 200 for 10,000 discs".into(), rows, remarks }
}
