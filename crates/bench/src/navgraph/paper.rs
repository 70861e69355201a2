//! The table of the paper (Sud et al. 2008, table 1; Opteron 280, GeForce 7900, 1000 x 1000 pixels), with ours beside it.
//!
//! Agents stand anywhere in the scenes of the same names and have goals of their own. *Diagram* is the paper's DVD with the
//! 25 ms in which it is read back, *graph* its MaNG, which is our black graph; our red one is the diagram itself. *Forces* are
//! those of all agents within 3 m, found over the graph.

use super::{GraphCost, Placed};
use crate::stopwatch::repeat;
use crate::table::Section;
use wayfront::voronoi::{GraphDisc, NavGraph};
use wayfront::{Point, world};

/// Milliseconds in which the paper reads its pixels back.
const READBACK: f64 = 25.0;
/// How far away others push, in metres.
const REACH: f64 = 3.0;

/// A row of the paper: scene, agents, vertices, and milliseconds: diagram, graph, routes, forces, all.
type Published = (&'static str, usize, usize, [f64; 5]);

const PUBLISHED: [Published; 9] = [
    ("plaza", 10, 206, [7.0, 20.0, 0.23, 0.18, 52.0]),
    ("plaza", 25, 330, [9.0, 22.0, 0.8, 0.45, 58.0]),
    ("plaza", 50, 560, [10.0, 36.0, 2.0, 0.95, 73.0]),
    ("plaza", 100, 946, [15.0, 65.0, 5.6, 2.23, 112.0]),
    ("plaza", 200, 1927, [20.0, 150.0, 18.0, 5.3, 217.0]),
    ("orchard", 10, 565, [8.0, 25.0, 1.0, 0.21, 59.0]),
    ("orchard", 100, 1378, [15.0, 70.0, 20.0, 2.4, 133.0]),
    ("crater", 10, 285, [9.0, 21.0, 0.23, 0.19, 55.0]),
    ("crater", 50, 790, [12.0, 36.0, 2.8, 0.98, 77.0]),
];

pub fn section() -> Section {
    let mut section = Section::new("The paper's table; published in brackets");
    for (name, count, vertices, published) in PUBLISHED {
        let Some(world) = world::builtin(name) else { continue };
        let mut placed = Placed::of(&super::domain(&world), count, 0.25);
        let (cells, ()) = repeat(|| placed.graph.place_cells(&placed.discs));
        let (whole, ()) = repeat(|| placed.graph.place(&placed.discs));
        let (routes, _) = repeat(|| placed.lead_alone(&GraphCost { closes_narrow: false, ..GraphCost::default() }));
        let (forces, _) = repeat(|| forces(&placed.graph, &placed.discs));
        let [cells, whole, plan, push] = [cells, whole, routes, forces].map(|times| 1e3 * times.median);
        let ours = [cells, (whole - cells).max(0.0), plan, push, whole + plan + push];
        let shown = |k: usize, theirs: f64| format!("{:.2} ({theirs:.2})", ours[k]);
        let [diagram, graph, plan, push, all] = published;
        section.remark(format!(
            "{name} {count}: V {} ({vertices}), E {}; ms and published ms: diagram {}, graph {}, plan {}, forces {}, all {}: {:.0} times",
            placed.graph.vertices().count(),
            placed.graph.red().count(),
            shown(0, diagram + READBACK),
            shown(1, graph),
            shown(2, plan),
            shown(3, push),
            shown(4, all),
            all / ours[4],
        ));
        section.row(
            format!("{name}, {count} agents: diagram, red and black"),
            count,
            repeat(|| placed.graph.place(&placed.discs)).0,
        );
        section.row(format!("{name}, {count} agents: routes to goals of their own"), count, routes);
    }
    section
}

/// What pushes each agent: others within reach, none behind a wall, less the farther they are.
fn forces(graph: &NavGraph, discs: &[GraphDisc]) -> Vec<Point> {
    let push = |k: usize| {
        let others = graph.within(k, REACH).into_iter().map(|other| discs[k].centre - discs[other].centre);
        others.fold(Point::default(), |sum, away| {
            let apart = away.length().max(f64::MIN_POSITIVE);
            sum + away * ((-apart / 0.3).exp() / apart)
        })
    };
    (0..discs.len()).filter(|&k| graph.fault(k).is_none()).map(push).collect()
}
