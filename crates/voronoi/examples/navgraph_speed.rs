//! How long a frame takes: `cargo run --release -p wayfront-voronoi --example navgraph_speed -- [COUNT [FRAMES]]`.

use std::sync::Arc;
use std::time::Instant;
use wayfront_domain::Domain;
use wayfront_geometry::Point;
use wayfront_voronoi::{GraphCost, GraphDisc, GraphWish, NavGraph, Voronoi};
use wayfront_world::{Random, random_polygons};

fn main() {
    let argument = |k: usize| std::env::args().nth(k).and_then(|count| count.parse::<usize>().ok());
    let (only, frames) = (argument(1), argument(2).unwrap_or(10));
    let sizes = [(15, 6, 200), (15, 6, 1000), (200, 6, 10_000)];
    for (obstacles, vertices, count) in sizes.into_iter().filter(|size| only.is_none_or(|count| size.2 == count)) {
        let domain = Arc::new(Domain::without_doors(&random_polygons(obstacles, vertices, 1)).expect("sound"));
        let voronoi = Arc::new(Voronoi::of(&domain).expect("sound"));
        let mut random = Random::new(7);
        let bounds = domain.bounds();
        let mut place = || loop {
            let p = bounds.min + Point::new(random.unit() * bounds.width(), random.unit() * bounds.height());
            if domain.contains(p) {
                return p;
            }
        };
        let radius = 0.2 * bounds.size() / (count as f64).sqrt() / 2.0;
        let discs: Vec<GraphDisc> = (0..count).map(|_| GraphDisc { centre: place(), radius }).collect();
        let goals: Vec<Point> = (0..count).map(|_| place()).collect();
        let mut graph = NavGraph::new(&voronoi);
        let wish = |goal: Point| Some(GraphWish { goal, kept: None, sight: 1.0 });
        let own: Vec<_> = goals.iter().map(|&goal| wish(goal)).collect();
        let eight: Vec<_> = (0..count).map(|k| wish(goals[k % 8])).collect();
        let cost = GraphCost { closes_narrow: false, ..GraphCost::default() };
        let (mut cells, mut placing, mut leading, mut leads) =
            (f64::INFINITY, f64::INFINITY, [f64::INFINITY; 2], Vec::new());
        for _ in 0..frames {
            let start = Instant::now();
            graph.place_cells(&discs);
            cells = cells.min(start.elapsed().as_secs_f64());
            let start = Instant::now();
            graph.place(&discs);
            placing = placing.min(start.elapsed().as_secs_f64());
            for (wishes, least) in [&own, &eight].into_iter().zip(&mut leading) {
                if count <= 1000 || wishes == &eight {
                    let start = Instant::now();
                    graph.lead(wishes, &cost, &mut leads);
                    *least = least.min(start.elapsed().as_secs_f64());
                    assert!(leads.iter().flatten().filter(|lead| lead.is_ok()).count() > count / 2);
                }
            }
        }
        let faults = (0..count).filter(|&k| graph.fault(k).is_some()).count();
        let [own, eight] = leading.map(|seconds| seconds * 1e3);
        println!(
            "{count} discs, {faults} without cell: cells {:.3} ms, place {:.3} ms, own goals {own:.3} ms, 8 goals {eight:.3} ms",
            cells * 1e3,
            placing * 1e3
        );
    }
}
